package main

// The registered view parameters of the page itself, and what a link does with all of them. See view.go.

import (
	"slices"
	"strconv"

	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/render"
	"github.com/congestree/congestree/ui/lang"
	"github.com/congestree/congestree/wasm/play"
)

// views is what the page remembers for its view parameters.
type views struct {
	kept     []scenario.Setting // of parameters that nobody has registered
	theme    string             // "light", "dark" or "" for what the system says
	system   render.Theme       // what the system says
	autoplay bool               // a link's instant is where a run begins, not where it rests
	opening  bool               // the same, because whoever opens the frame said so
	address  string             // that was opened last, from ? or # on
	held     map[string]string  // what the address bar may name of a link that was opened, as long as it is on screen
	of       string             // what ran when that link was opened
	leftOut  []func() string    // what of it was not, as it was said
	misfits  []int              // which schemes of its comparison do not fit, numbered from 0,
	schemes  int                // of how many
}

// viewParams are the registered ones.
var viewParams []viewParam[*page]

// addView registers a parameter; it must be one of scenario.PageKeys. Call it from an init.
func addView(v viewParam[*page]) {
	if v.most == 0 {
		v.most = maxView
	}
	if !slices.Contains(scenario.PageKeys, v.name) {
		panic("view parameter " + v.name + " is not in scenario.PageKeys")
	}
	viewParams = append(viewParams, v)
}

func findView(name string) *viewParam[*page] {
	for i := range viewParams {
		if viewParams[i].name == name {
			return &viewParams[i]
		}
	}
	return nil
}

func init() {
	addView(viewParam[*page]{name: "t",
		read: func(p *page, text string) error {
			ps, err := parseMoment(text)
			if err == nil {
				if !p.views.autoplay {
					p.run.Pause()
				}
				p.want.at = ps
			}
			return err
		},
		write: func(p *page) string {
			if at := p.instant(); at > 0 {
				return formatMoment(at)
			}
			return ""
		}})
	addView(viewParam[*page]{name: "loop",
		read: func(p *page, text string) error {
			from, to, err := parseWindow(text)
			if err == nil {
				p.want.loop = [2]int64{from, to}
			}
			return err
		},
		write: func(p *page) string {
			from, to := p.run.Window()
			if w := p.want.loop; w[1] > 0 {
				from, to = w[0], w[1]
			}
			if to > 0 {
				return formatMoment(from) + "-" + formatMoment(to)
			}
			return ""
		}})
	addView(viewParam[*page]{name: "speed", pace: true,
		read: func(p *page, text string) error {
			v, ok := parseNumbers(text, [2]float64{play.MinSpeed, play.MaxSpeed})
			if !ok {
				return lang.Error("write the simulated ns per second, from {0} to {1}", formatNumber(play.MinSpeed, 0), formatNumber(play.MaxSpeed, 0))
			}
			p.run.Speed = v[0]
			return nil
		},
		write: func(p *page) string {
			if p.run.Speed == p.usual {
				return ""
			}
			return formatNumber(p.run.Speed, 3)
		}})
	addView(viewParam[*page]{name: "prove", stays: true,
		read: func(p *page, text string) error {
			if text != "true" {
				return lang.Error("only “{0}” can be written here", "true")
			}
			p.proves = true
			return nil
		},
		write: func(p *page) string {
			if p.proves {
				return "true"
			}
			return ""
		}})
	questions := func(name string, all []string, which func(p *page) int, set func(p *page, i int)) {
		addView(viewParam[*page]{name: name,
			read: func(p *page, text string) error {
				i, err := strconv.Atoi(text)
				if err != nil || i < 1 || i > len(all) {
					return lang.Error("write a number from {0} to {1}", "1", strconv.Itoa(len(all)))
				}
				set(p, i-1)
				return nil
			},
			write: func(p *page) string {
				if i := which(p); i > 0 {
					return strconv.Itoa(i + 1)
				}
				return ""
			}})
	}
	questions("packets", render.PacketQuestions[:], func(p *page) int { return int(p.look.packets) }, func(p *page, i int) { p.look.packets = render.PacketQuestion(i); p.dress() })
	questions("links", render.LinkQuestions[:], func(p *page) int { return int(p.look.links) }, func(p *page, i int) { p.look.links = render.LinkQuestion(i); p.dress() })
	addView(viewParam[*page]{name: "layout",
		read: func(p *page, text string) error {
			if text != "circles" {
				return lang.Error("only “{0}” can be written here", "circles")
			}
			p.look.radial = true
			p.dress()
			return nil
		},
		write: func(p *page) string {
			if p.look.radial && p.scene.CanBeRadial() {
				return "circles"
			}
			return ""
		}})
	addView(viewParam[*page]{name: "camera", // after layout, which moves the camera
		read: func(p *page, text string) error {
			v, ok := parseNumbers(text, [2]float64{-1, 2}, [2]float64{-1, 2}, [2]float64{1e-3, render.MaxViewZoom})
			if !ok {
				return lang.Error("write the middle as two fractions of the network and a zoom, such as 0.5,0.5,3")
			}
			for _, l := range p.lanes {
				l.scene.SetViewpoint(render.Viewpoint{X: v[0], Y: v[1], Zoom: v[2]})
			}
			return nil
		},
		write: func(p *page) string {
			v, whole := p.scene.Viewpoint()
			if whole {
				return ""
			}
			return formatNumber(v.X, 4) + "," + formatNumber(v.Y, 4) + "," + formatNumber(v.Zoom, 3)
		}})
	addView(viewParam[*page]{name: "tree",
		read: func(p *page, text string) error {
			port, err := parseRoot(p.net, text)
			if err == nil {
				p.want.tree = port
			}
			return err
		},
		write: func(p *page) string {
			if root := p.isolatedRoot(); root >= 0 {
				return formatRoot(p.net, root)
			}
			return ""
		}})
	addView(viewParam[*page]{name: "theme", stays: true,
		read: func(p *page, text string) error {
			switch text {
			case "light", "dark":
				p.setTheme(text)
			case "print":
				p.look.print = true
				p.dress()
			default:
				return lang.Error("write light, dark or print")
			}
			return nil
		},
		write: func(p *page) string {
			if p.look.print {
				return "print"
			}
			return p.views.theme
		}})
}

// instant is the time shown or, before anything is shown, the one to be shown, ps.
func (p *page) instant() int64 {
	switch {
	case p.want.at >= 0:
		return p.want.at
	case p.run.Seeking():
		return p.run.Ahead()
	case p.has:
		return p.frame().TimePS
	}
	return 0
}

// holds says whether the address bar may name a parameter: a link that was opened has named it, and it is still so. The instant from
// which a run plays by itself is where it begins, not where it rests.
func (p *page) holds(v *viewParam[*page]) bool {
	was, ok := p.views.held[v.name]
	if v.name == "t" && p.views.autoplay {
		return ok && p.views.of == p.query()
	}
	return ok && was == v.write(p)
}

// leave takes out of the address bar what a link has said and is not so any more: the instant once the run has gone elsewhere, the
// camera once it was moved. A reload would go back to it, and who copies the address would share something else than what is on the
// screen. The address says what is shown, or nothing of it; it stays in a frame in somebody else's page, and during a tour, which has
// an address of its own and brings the view back.
func (p *page) leave() {
	if p.tour.tour != nil || embedded() {
		return
	}
	rest := p.shownAs
	for name := range p.views.held {
		if !p.holds(findView(name)) {
			delete(p.views.held, name)
			rest = withoutParam(rest, name)
		}
	}
	if rest != p.shownAs {
		p.setAddress(rest)
	}
}

// isolatedRoot is the root port of the tree seen alone, or to be seen alone, -1 without one.
func (p *page) isolatedRoot() int {
	if p.isolated != 0 && p.has {
		for i := range p.frame().Trees {
			if t := &p.frame().Trees[i]; t.ID == p.isolated {
				return int(t.Root)
			}
		}
	}
	return p.want.tree
}

// embedKeys are the parameters that say how an embedded page looks; they stay whatever it opens.
var embedKeys = scenario.PageKeys[slices.Index(scenario.PageKeys, "embed"):]

// awaitTree isolates the tree that a link names once it has come.
func (p *page) awaitTree() {
	if p.want.tree < 0 || !p.has {
		return
	}
	for i := range p.frame().Trees {
		if t := &p.frame().Trees[i]; int(t.Root) == p.want.tree {
			p.want.tree = -1
			p.isolate(t.ID)
			return
		}
	}
}

// setTheme is light, dark or, for "", what the system says.
func (p *page) setTheme(theme string) {
	p.views.theme = theme
	p.theme = p.views.system
	switch theme {
	case "light":
		p.theme = render.Light
	case "dark":
		p.theme = render.Dark
	}
	if t := window.Get("congestreeTheme"); t.Truthy() {
		t.Call("set", theme)
	}
	p.dress()
}

// plain brings back the view that links need no words for.
func (p *page) plain() {
	p.look.packets, p.look.links, p.look.radial = 0, 0, false
	p.dress()
	p.scene.Fit()
	p.run.Loop(0, 0)
	chooseChart(usualChart)
}

// readView takes in what an address says of the view, beside the scenario, which must be set already. What is wrong
// is returned in words. Without a scenario of its own only what stays is read.
func (p *page) readView(address string, stays bool) (problem func() string) {
	list := scenario.PageSettings(address)
	p.want = nowhere
	p.withdraw(offerResults)
	p.views.held, p.framing.sweep, p.framing.papers = map[string]string{}, "", ""
	p.views.autoplay = p.views.opening
	p.views.kept = slices.DeleteFunc(p.views.kept, func(set scenario.Setting) bool { return !slices.Contains(embedKeys, set.Field) })
	seen := map[string]bool{}
	for _, set := range list {
		if set.Field == "autoplay" && !embedded() {
			p.views.autoplay = set.Value != "0"
		}
	}
	why := map[string]error{}
	wrong := func(set scenario.Setting, err error) {
		if why[set.Field] == nil {
			why[set.Field] = err
		}
	}
	var mine []scenario.Setting
	for _, set := range list {
		ok := true
		if len(p.views.misfits) > 0 {
			set, ok = renumbered(set, p.views.misfits, p.views.schemes)
		}
		switch v := findView(set.Field); {
		case !ok: // with its scheme
		case seen[set.Field]:
			wrong(set, lang.Error("it is given twice"))
		case v == nil && len(set.Value) <= 600:
			if slices.Contains(scenario.PageKeys, set.Field) {
				p.views.kept = append(slices.DeleteFunc(p.views.kept, func(old scenario.Setting) bool { return old.Field == set.Field }), set)
			}
		case v == nil || len(set.Value) > v.most:
			wrong(set, lang.Error("it is too long"))
		default:
			mine = append(mine, set)
		}
		seen[set.Field] = true
	}
	for i := range viewParams { // in the order in which they were registered
		for _, set := range mine {
			if v := &viewParams[i]; set.Field == v.name && (v.stays || v.pace || !stays) {
				if err := viewParams[i].read(p, set.Value); err != nil {
					wrong(set, err)
				} else if !v.stays && v.name != "tour" && v.name != "step" && !(v.name == "v" && p.offered(offerResults)) { // which are not those that it names
					p.views.held[v.name] = ""
				}
			}
		}
	}
	p.views.of = p.query()
	for name := range p.views.held { // once all are read: what they are written as
		p.views.held[name] = findView(name).write(p)
	}
	if len(why) == 0 {
		return nil
	}
	return func() string { return omitted(list, why) }
}

// view writes the parameters of what is shown now, those of names left out; stays gives only what does not
// change with the scenario, a tour's step while it is on screen, and what the address bar holds of a link.
func (p *page) view(stays bool, without ...string) (list []scenario.Setting) {
	for _, name := range scenario.PageKeys {
		if slices.Contains(without, name) {
			continue
		}
		if v := findView(name); v != nil {
			held := stays && !v.stays && p.holds(v)
			if v.stays || !stays || held || name == "tour" || name == "step" {
				text := v.write(p)
				if held { // which is another text where a run plays by itself, whose instant is that of its beginning
					text = p.views.held[name]
				}
				if text != "" && len(text) <= v.most {
					list = append(list, scenario.Setting{Field: name, Value: text})
				}
			}
			continue
		}
		for _, set := range p.views.kept {
			if set.Field == name {
				list = append(list, set)
			}
		}
	}
	return list
}

// here is the part of an address that holds the scenario, what stays when it changes, and what a link has said that is still so: what
// the address bar shows.
func (p *page) here() string {
	if !p.onTour() {
		return withParams(p.query(), p.view(true))
	}
	query := ""
	if p.pinned().Kind != observe.PinNothing { // which needs the network that it is in
		query = p.query()
	}
	at := []scenario.Setting{{Field: "tour", Value: p.tour.tour.ID}, {Field: "step", Value: strconv.Itoa(p.tour.pictured() + 1)}}
	return withParams(query, append(at, p.view(true, "tour", "step")...))
}

// query is the part of an address that holds what runs.
func (p *page) query() string { return p.arrangement().query() }
