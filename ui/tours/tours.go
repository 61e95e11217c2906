// Package tours holds the guided gallery as data: what to open, when to stop, where to look and what to say.
//
// A tour is a list of steps, each a scenario, a time, a camera and a caption in every language, in a file *.json of this
// folder; README.md says how to write one. Every caption's claims stand beside it ("accepted < 0.4") and are decided
// by the same code in the tests, which run every step, and in the page. What the steps measure is kept in measured.json,
// so that a caption can compare with an earlier step, and the page can tell that it shows the very state that was
// measured: see package rehearse.
//
// The package reads files that people write, so it bounds and checks everything, and runs nothing.
package tours

import (
	"bytes"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"sort"
	"strings"
	"sync"

	"github.com/congestree/congestree/engine/paper"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/scenario/link"
	"github.com/congestree/congestree/ui/lang"
)

//go:embed *.json
var files embed.FS

// Version is that of the schema.
const Version = 1

// Bounds of what a file may hold.
const (
	MaxBytes    = 128 << 10 // of a file
	MaxTours    = 32        // of a file
	MaxSteps    = 9         // of a tour
	MaxCaption  = 460       // runes of a caption, so that it fits beside the picture
	MaxTitle    = 64        // runes
	MaxAbout    = 200       // runes
	MaxClaims   = 8         // of a step
	MaxNumbers  = 4         // cells whose numbers a card shows
	FurthestUS  = 20_000    // latest time of a step
	MaxZoom     = 60        // of a camera
	MaxPicture  = 15 << 10  // bytes of a thumbnail
	measuredDoc = "measured.json"
)

// Text is a sentence in every language of the page, by its tag.
type Text map[string]string

// In is the text in a language, by its tag.
func (t Text) In(tag string) string { return t[tag] }

// Tour is one card of the gallery.
type Tour struct {
	ID     string   `json:"id"`   // as in links (tour=…)
	Rank   int      `json:"rank"` // place in the gallery
	Topics []string `json:"topics"`
	// Experiment is the table or figure of a paper that the tour is about (paper.Experiment's ID), Numbers the cells
	// whose results the card shows beside the published ones.
	Experiment string   `json:"experiment,omitempty"`
	Numbers    []string `json:"numbers,omitempty"`
	Title      Text     `json:"title"`
	About      Text     `json:"about"`   // one sentence
	Picture    int      `json:"picture"` // the step, from 1, that the thumbnail shows
	Steps      []Step   `json:"steps"`
	Try        Text     `json:"try"` // what to change next, at the end
}

// Step is an instant of a scenario, and what there is to see.
type Step struct {
	Scenario string `json:"scenario,omitempty"` // a link's ?… part; without it and Cell that of the step before
	Cell     string `json:"cell,omitempty"`     // a cell of a paper instead

	// The step plays from FromUS (without it: at once) to AtUS, in µs, or to the first look at congestion trees
	// after FromUS at which the claim Until holds; there it stands still.
	FromUS float64 `json:"from_us,omitempty"`
	AtUS   float64 `json:"at_us,omitempty"`
	Until  string  `json:"until,omitempty"`

	Camera  Camera   `json:"camera"`
	Look    Look     `json:"look"`
	Isolate bool     `json:"isolate,omitempty"` // the largest tree alone
	Point   string   `json:"point,omitempty"`   // what is pointed at: see Place
	Say     Text     `json:"say"`
	Expect  []string `json:"expect"`

	opens  func() (scenario.Scenario, error) // read when somebody comes there: some take a tenth of a second to check
	claims []Claim
	until  *Claim
}

// Camera is where the picture looks.
type Camera struct {
	On   string  `json:"on,omitempty"`   // a Place; "" is the whole network
	Zoom float64 `json:"zoom,omitempty"` // times the whole network
}

// Look is what the colours tell, in the words of render's questions, and the layout; "" is the usual.
type Look struct {
	Packets string `json:"packets,omitempty"`
	Links   string `json:"links,omitempty"`
	Layout  string `json:"layout,omitempty"`
}

// Topics are what a tour can be about.
var Topics = []string{"hol", "tree", "routing", "queuing", "isolation", "notification", "deadlock", "program"}

// Places a camera or a pointer can name, beside names of ports such as "S2.14 port 3".
const (
	PlaceRoot   = "root"   // the root of the largest congestion tree
	PlaceVictim = "victim" // a full input buffer of that tree, between switches if there is one: see Facts.victim
	PlaceHot    = "hot"    // the switch of the first hot spot
)

// Find returns a tour.
func Find(id string) (*Tour, bool) {
	for _, t := range All() {
		if t.ID == id {
			return t, true
		}
	}
	return nil, false
}

// All are the tours, by rank. The files are part of the program and tested, so one that cannot be read is a mistake
// of ours.
var All = sync.OnceValue(func() []*Tour {
	all, err := load(files)
	if err != nil {
		panic(err)
	}
	return all
})

// Check says what is wrong with the files, and which step opens no scenario: who writes a tour makes mistakes, too.
func Check() error { return check(files) }

func check(from fs.FS) error {
	all, err := load(from)
	if err != nil {
		return err
	}
	return opened(all)
}

// opened opens the scenarios of all steps.
func opened(list []*Tour) error {
	for _, t := range list {
		for i := range t.Steps {
			if _, err := t.Steps[i].opens(); err != nil {
				return fmt.Errorf("tour %q: step %d: %w", t.ID, i+1, err)
			}
		}
	}
	return nil
}

// Experiment returns the table or figure a tour is about.
func Experiment(id string) (paper.Experiment, bool) {
	for _, e := range paper.Experiments() {
		if e.ID() == id {
			return e, true
		}
	}
	return paper.Experiment{}, false
}

func load(from fs.FS) (all []*Tour, err error) {
	names, err := fs.Glob(from, "*.json")
	if err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	for _, name := range names {
		if path.Base(name) == measuredDoc {
			continue
		}
		text, err := fs.ReadFile(from, name)
		if err != nil {
			return nil, err
		}
		list, err := read(text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		for _, t := range list {
			if seen[t.ID] {
				return nil, fmt.Errorf("%s: there are two tours %q", name, t.ID)
			}
			seen[t.ID] = true
		}
		all = append(all, list...)
	}
	for _, t := range all {
		if dark, ok := strings.CutSuffix(t.ID, "-light"); ok && seen[dark] { // see PictureFile
			return nil, fmt.Errorf("tour %q: id: its picture would be the light one of %q", t.ID, dark)
		}
	}
	sort.SliceStable(all, func(i, j int) bool { return all[i].Rank < all[j].Rank })
	return all, nil
}

// read reads a file of tours, and looks at no scenario: those are opened when they are asked for. An error says which tour and step,
// what is wrong and what is allowed.
func read(text []byte) ([]*Tour, error) {
	if len(text) > MaxBytes {
		return nil, fmt.Errorf("%d bytes; a file holds at most %d", len(text), MaxBytes)
	}
	var doc struct {
		Version int     `json:"version"`
		Tours   []*Tour `json:"tours"`
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&doc); err != nil {
		return nil, err
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, errors.New("something follows the end")
	}
	if doc.Version != Version {
		return nil, fmt.Errorf("version %d; this program reads version %d", doc.Version, Version)
	}
	if n := len(doc.Tours); n < 1 || n > MaxTours {
		return nil, fmt.Errorf("%d tours; a file holds 1 to %d", n, MaxTours)
	}
	for i, t := range doc.Tours {
		if t == nil {
			return nil, fmt.Errorf("tour %d is null", i+1)
		}
		if err := t.check(); err != nil {
			return nil, fmt.Errorf("tour %q: %w", t.ID, err)
		}
	}
	return doc.Tours, nil
}

func (t *Tour) check() error {
	if !name(t.ID) {
		return errors.New(`id: 1 to 32 of a–z, 0–9 and "-"`)
	}
	if len(t.Topics) < 1 || len(t.Topics) > 4 {
		return errors.New("topics: 1 to 4")
	}
	for _, x := range t.Topics {
		if !isTopic(x) {
			return fmt.Errorf("topics: %q is none of %q", x, Topics)
		}
	}
	if t.Experiment != "" {
		if _, ok := Experiment(t.Experiment); !ok {
			return fmt.Errorf("experiment: no table or figure is called %q", t.Experiment)
		}
	}
	if len(t.Numbers) > MaxNumbers {
		return fmt.Errorf("numbers: at most %d cells", MaxNumbers)
	}
	for _, id := range t.Numbers {
		if _, err := paper.Parse(id); err != nil {
			return fmt.Errorf("numbers: %w", err)
		}
	}
	for _, x := range []struct {
		name string
		text Text
		most int
	}{{"title", t.Title, MaxTitle}, {"about", t.About, MaxAbout}, {"try", t.Try, MaxCaption}} {
		if err := x.text.check(x.most); err != nil {
			return fmt.Errorf("%s: %w", x.name, err)
		}
	}
	if n := len(t.Steps); n < 1 || n > MaxSteps {
		return fmt.Errorf("%d steps; a tour has 1 to %d", n, MaxSteps)
	}
	if t.Picture < 1 || t.Picture > len(t.Steps) {
		return errors.New("picture: the number of a step")
	}
	for i := range t.Steps {
		s := &t.Steps[i]
		if i > 0 {
			s.opens = t.Steps[i-1].opens
		}
		if err := s.check(); err != nil {
			return fmt.Errorf("step %d: %w", i+1, err)
		}
	}
	return nil
}

func (s *Step) check() error {
	switch {
	case s.Scenario != "" && s.Cell != "":
		return errors.New("scenario and cell exclude each other")
	case s.Cell != "":
		c, err := paper.Parse(s.Cell)
		if err != nil {
			return err
		}
		s.opens = sync.OnceValues(c.Scenario)
	case s.Scenario != "":
		s.opens = sync.OnceValues(func() (scenario.Scenario, error) { return link.Parse(s.Scenario) })
	case s.opens == nil:
		return errors.New("the first step needs a scenario or a cell")
	}
	switch {
	case !(s.FromUS >= 0 && s.FromUS <= FurthestUS), !(s.AtUS >= 0 && s.AtUS <= FurthestUS):
		return fmt.Errorf("times are 0 to %d µs", FurthestUS)
	case s.Until != "" && s.AtUS != 0:
		return errors.New("at_us and until exclude each other")
	case s.Until == "" && s.FromUS > s.AtUS:
		return errors.New("from_us is after at_us")
	case (s.Camera.On == "") != (s.Camera.Zoom == 0), s.Camera.Zoom != 0 && !(s.Camera.Zoom >= 1 && s.Camera.Zoom <= MaxZoom):
		return fmt.Errorf("camera: a place and a zoom of 1 to %d, or neither", MaxZoom)
	case len(s.Expect) < 1 || len(s.Expect) > MaxClaims:
		return fmt.Errorf("expect: 1 to %d claims", MaxClaims)
	}
	for _, p := range []string{s.Camera.On, s.Point} {
		if len(p) > 24 || strings.ContainsAny(p, "<>&\"") {
			return fmt.Errorf("%q is no place", p)
		}
	}
	if s.Until != "" {
		c, err := ParseClaim(s.Until)
		if err != nil {
			return fmt.Errorf("until: %w", err)
		}
		s.until = &c
	}
	for _, x := range s.Expect {
		c, err := ParseClaim(x)
		if err != nil {
			return fmt.Errorf("expect: %w", err)
		}
		s.claims = append(s.claims, c)
	}
	if err := s.Say.check(MaxCaption); err != nil {
		return fmt.Errorf("say: %w", err)
	}
	var first []string
	for i, l := range lang.All {
		numbers, err := holes(s.Say[l.Tag])
		if err != nil {
			return fmt.Errorf("say: %w", err)
		}
		sort.Strings(numbers)
		if i == 0 {
			first = numbers
		} else if !slices.Equal(first, numbers) {
			return fmt.Errorf("say: the languages fill in different numbers: %v, %v", first, numbers)
		}
	}
	return nil
}

func (t Text) check(most int) error {
	for _, l := range lang.All {
		text := t[l.Tag]
		switch n := len([]rune(text)); {
		case n == 0:
			return fmt.Errorf("%s is missing", l.Tag)
		case n > most:
			return fmt.Errorf("%s has %d characters; %d is most", l.Tag, n, most)
		case strings.ContainsAny(text, "<>\n\t"):
			return fmt.Errorf("%s: plain text in one line", l.Tag)
		}
	}
	for tag := range t {
		if !lang.Has(tag) {
			return fmt.Errorf("%q is no language of the page", tag)
		}
	}
	return nil
}

func name(s string) bool {
	return len(s) >= 1 && len(s) <= 32 && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789-") == ""
}

func isTopic(id string) bool {
	for _, t := range Topics {
		if t == id {
			return true
		}
	}
	return false
}

// Opens is the step's scenario. Of a tour that is not from Parse it must be one: tests open every step of ours.
func (s *Step) Opens() scenario.Scenario {
	sc, err := s.opens()
	if err != nil {
		panic(err)
	}
	return sc
}

// Claims are what the caption says, to be decided.
func (s *Step) Claims() []Claim { return s.claims }

// UntilClaim is nil if the step has a fixed time.
func (s *Step) UntilClaim() *Claim { return s.until }
