package ui

// The root of the component tree.

//go:generate go tool vugugen -skip-go-mod -skip-main .
//go:generate gofmt -s -w .

// Root is the whole panel. Its template is root.vugu.
type Root struct {
	transport, readouts, trees, legend, gallery, time *still
	view, hover, summary, banner, note, help          *still
	heard, tourSaid                                   *still
	papers, picture                                   *still
	beyond, offer                                     *still
	sweeps, opener                                    *still
	share, embed                                      *still
	exporter, exportOpener                            *still
	finder, inspector                                 *still
	cures                                             *still
	tour, tourOffer, tourHall                         *still
	compare, laneHeads                                *still
	moved, speedSaid, pinSaid, laneSaid               *still
	groups                                            []*Group
	sections                                          []*still // around the groups
}

// NewRoot returns the panel of a model; what a person does in it goes to a.
//
// Mount it on #vugu_mount_point and render after changes of the model, a few times a second at most: what has not changed
// costs next to nothing.
func NewRoot(m *Model, a Actions) *Root {
	c := &Root{
		transport: &still{b: &Transport{m: m, a: a}},
		readouts:  &still{b: &Readouts{m: m}},
		time:      &still{b: newTime(m, a)},
		compare:   &still{b: newCompare(m, a)},
		laneHeads: &still{b: &LaneHeads{m: m, a: a}},
		trees:     &still{b: &Trees{m: m, a: a}},
		finder:    &still{b: &Finder{m: m, a: a}},
		inspector: &still{b: &Inspector{m: m, a: a, transport: &Transport{m: m, a: a}}},
		legend:    &still{b: &Legend{m: m}},
		cures:     &still{b: &Cures{m: m}},
		picture:   &still{b: &Picture{m: m, a: a}},
		gallery:   &still{b: &Gallery{m: m, a: a}},
		groups:    newGroups(m, a),
		view:      &still{b: &View{m: m, a: a}},
		hover:     &still{b: &Hover{m: m}},
		summary:   &still{b: &Summary{m: m}},
		heard:     &still{b: &Spoken{name: "heard", text: func() string { return m.Heard }}},
		moved:     &still{b: &Spoken{name: "moved", text: moving(m)}},
		speedSaid: &still{b: &Spoken{name: "speed-said", text: func() string { return m.SpeedSaid }}},
		laneSaid:  &still{b: &Spoken{name: "lanes-said", text: compared(m)}},
		pinSaid:   &still{b: &Spoken{name: "pin-said", text: pinned(m)}},
		tourSaid:  &still{b: &Spoken{name: "tour-said", text: func() string { return together(m.Tour.Said) }}},
		banner:    &still{b: &Banner{m: m, a: a}},
		note:      &still{b: &Note{m: m}},
		help:      &still{b: &Help{m: m, a: a}},
		beyond:    &still{b: &Beyond{m: m, a: a}},
		offer:     &still{b: &Offer{m: m, a: a}},
		share:     &still{b: &Share{m: m, a: a}},
		embed:     &still{b: &Embed{Transport{m: m, a: a}}},
		sweeps:    &still{b: newSweeps(m, a)},
		opener:    &still{b: &SweepOpener{m: m, a: a}},

		exporter: &still{b: newExporter(m, a)}, exportOpener: &still{b: &ExportOpener{m: m, a: a}},
		papers:    &still{b: newPapers(m, a)},
		tour:      &still{b: newTour(m, a)},
		tourOffer: &still{b: &TourOffer{m: m, a: a}},
		tourHall:  &still{b: &TourHall{m: m, a: a}},
	}
	for _, g := range c.groups {
		c.sections = append(c.sections, &still{b: g})
	}
	return c
}
