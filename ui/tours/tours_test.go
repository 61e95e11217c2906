package tours_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"image/jpeg"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/paper"
	"github.com/congestree/congestree/engine/topology"
	"github.com/congestree/congestree/render"
	"github.com/congestree/congestree/ui/lang"
	"github.com/congestree/congestree/ui/tours"
	"github.com/congestree/congestree/ui/tours/rehearse"
)

const again = "; go run ./ui/tours/thumbs makes measured.json and the pictures anew"

// Every tour is run: its claims hold, its places are there, its captions have all their numbers, and what it measures is
// what measured.json says, which the page compares with the state that it shows.
func TestToursSayWhatIsMeasured(t *testing.T) {
	for _, x := range tours.All() {
		t.Run(x.ID, func(t *testing.T) {
			if testing.Short() && x.Steps[0].Opens().Get("network") == "rlft-36x3" {
				t.Skip("11 664 hosts take some seconds")
			}
			for i := range x.Steps {
				if err := checkLook(x.Steps[i].Look); err != nil {
					t.Errorf("step %d: %v", i+1, err)
				}
			}
			stages, err := rehearse.Tour(x, nil)
			if err != nil {
				t.Fatal(err)
			}
			for i, s := range stages {
				for _, e := range s.Errs {
					t.Error(e)
				}
				for _, text := range x.Steps[i].Say {
					if said := s.Facts.Fill(text); strings.ContainsAny(said, "—{}…") {
						t.Errorf("step %d: a number is missing: %s", i+1, said)
					} else {
						t.Log(said)
					}
				}
				kept, ok := x.Kept(i)
				if !ok || kept.Checksum != s.Kept.Checksum || kept.AtPS != s.Kept.AtPS || !reflect.DeepEqual(kept.Values, s.Kept.Values) {
					t.Errorf("step %d measures something else than it did%s", i+1, again)
				}
			}
		})
	}
}

// checkLook says whether the page knows the words of a look.
func checkLook(l tours.Look) error {
	p, q := rehearse.Questions(l)
	if l.Packets != "" && render.PacketQuestions[p] != l.Packets {
		return fmt.Errorf("packets: %q is none of %q", l.Packets, render.PacketQuestions)
	}
	if l.Links != "" && render.LinkQuestions[q] != l.Links {
		return fmt.Errorf("links: %q is none of %q", l.Links, render.LinkQuestions)
	}
	if l.Layout != "" && l.Layout != "stages" && l.Layout != "circles" {
		return fmt.Errorf("layout: %s is neither stages nor circles", strconv.Quote(l.Layout))
	}
	return nil
}

// The tour that README.md shows can be read, and what it claims holds; the tables below it have all topics and numbers.
func TestReadmesTour(t *testing.T) {
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "```json\n")
	shown, rest, ok := strings.Cut(rest, "```\n")
	if !ok {
		t.Fatal("README.md shows no tour")
	}
	list, err := tours.Parse([]byte(shown))
	if err != nil {
		t.Fatal(err)
	}
	stages, err := rehearse.Tour(list[0], nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range stages {
		for _, e := range s.Errs {
			t.Error(e)
		}
	}
	for _, name := range slices.Concat(tours.Topics, tours.Metrics(), []string{tours.PlaceRoot, tours.PlaceVictim, tours.PlaceHot}) {
		if !strings.Contains(rest, "`"+name+"`") {
			t.Errorf("README.md does not name %s", name)
		}
	}
}

// The thumbnails are those that were drawn together with measured.json, and small.
func TestPicturesAreCurrent(t *testing.T) {
	known := map[string]bool{}
	for _, x := range tours.All() {
		sum := sha256.New()
		for _, light := range []bool{false, true} {
			name := x.PictureFile(light)
			known[name] = true
			text, err := os.ReadFile(filepath.Join("..", "..", "public", "gallery", name))
			if err != nil {
				t.Errorf("%v%s", err, again)
				continue
			}
			sum.Write(text)
			if len(text) > tours.MaxPicture {
				t.Errorf("%s has %d bytes, %d is most", name, len(text), tours.MaxPicture)
			}
			if c, err := jpeg.DecodeConfig(strings.NewReader(string(text))); err != nil || c.Width != rehearse.Width || c.Height != rehearse.Height {
				t.Errorf("%s: %d×%d, %v", name, c.Width, c.Height, err)
			}
		}
		if got := hex.EncodeToString(sum.Sum(nil)); got != tours.Measured()[x.ID].Picture {
			t.Errorf("%s: the pictures are not those that were drawn%s", x.ID, again)
		}
	}
	list, err := filepath.Glob(filepath.Join("..", "..", "public", "gallery", "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range list {
		if !known[filepath.Base(path)] {
			t.Errorf("%s belongs to no tour", path)
		}
	}
}

// Captions promise what the dialog of papers has, and say of fields what these are: an exact experiment has no cells there, and of curves over the load only
// the runs at full load are buttons.
func TestCaptionsKeepToTheDialogAndTheFields(t *testing.T) {
	kinds := map[string]paper.Kind{}
	for _, e := range paper.Experiments() {
		if e.Paper == paper.RAR || e.Paper == paper.AFI {
			kinds[e.ID()] = e.Kind
		}
	}
	promises := map[paper.Kind]map[string]string{
		paper.Exact:    {"en": "names the test", "es": "nombra la prueba"},
		paper.OverLoad: {"en": "every curve of this experiment: each is a button that runs it at full load", "es": "todas las curvas de este experimento: cada una es un botón que la ejecuta a plena carga"},
		paper.OverTime: {"en": "every cell", "es": "todas las celdas"},
		paper.Numbers:  {"en": "every cell", "es": "todas las celdas"},
	}
	for _, e := range paper.Experiments() {
		for _, x := range tours.All() {
			if x.Experiment == e.ID() && !strings.HasPrefix(x.Title["en"], "["+e.Source()+"] ") {
				t.Errorf("%s is of [%s], and called %s", x.ID, e.Source(), x.Title["en"])
			}
		}
	}
	for _, x := range tours.All() {
		kind, ok := kinds[x.Experiment]
		for tag, promise := range promises[kind] {
			if ok && !strings.Contains(x.Try[tag], promise) {
				t.Errorf("%s does not say %q: %s", x.ID, promise, x.Try[tag])
			}
		}
	}
	for _, c := range []struct{ tour, says, dice, fields string }{
		{"iba-cc 2", "in a VL of their own", "por un VL propio", "cn-vl=own"},
		{"drb-fig-7-8a 1", "a notification of 64 B is a quarter of one", "una notificación de 64 B es la cuarta parte de uno", "cn-packet=64 packet=256"},
		{"drb-fig-7-8b 1", "a notification of 64 B is a quarter of one", "una notificación de 64 B es la cuarta parte de uno", "cn-packet=64 packet=256"},
		{"hogging 3", "by the leaves of source and destination", "según las hojas de origen y destino", "queuing=vftree vcs=3"},
		{"rar-table-1 1", "a third of them, 142, instead of all", "un tercio de ellos, 142, en lugar de todos", "network=rlft-12x3 delta=3 stages=AS"}, // (432 − 6)/3
	} {
		id, number, _ := strings.Cut(c.tour, " ")
		x, ok := tours.Find(id)
		i, _ := strconv.Atoi(number)
		if !ok || i > len(x.Steps) {
			t.Fatalf("no step %s", c.tour)
		}
		step := x.Steps[i-1]
		if !strings.Contains(step.Say["en"], c.says) || !strings.Contains(step.Say["es"], c.dice) {
			t.Errorf("%s: %v", c.tour, step.Say)
		}
		for _, set := range strings.Fields(c.fields) {
			if field, value, _ := strings.Cut(set, "="); step.Opens().Get(field) != value {
				t.Errorf("%s: %s is %s", c.tour, field, step.Opens().Get(field))
			}
		}
	}
}

// Spanish captions name sources, notifications and the fields of the panel as the panel does.
func TestSpanishCaptionsUseThePanelsTerms(t *testing.T) {
	for _, x := range tours.All() {
		texts := []string{x.Title["es"], x.About["es"], x.Try["es"]}
		for _, s := range x.Steps {
			texts = append(texts, s.Say["es"])
		}
		for _, text := range texts {
			for _, term := range []string{" fuente", " aviso", "tasa de marcado", "punto caliente de enlace"} { // orígenes, notificaciones, ritmo de marcado, enlace caliente
				if strings.Contains(text, term) {
					t.Errorf("%s says %q: %s", x.ID, term, text)
				}
			}
		}
	}
}

// There is a card for each table and figure, and each of the classics.
func TestNothingIsLeftOut(t *testing.T) {
	about := map[string]int{}
	for _, x := range tours.All() {
		about[x.Experiment]++
	}
	for _, e := range paper.Experiments() {
		if about[e.ID()] != 1 {
			t.Errorf("%d tours about %s", about[e.ID()], e.ID())
		}
	}
	for _, id := range []string{"hol", "incast", "in-network", "adaptive", "afi", "fbicm", "iba-cc", "drb", "deadlock"} {
		if _, ok := tours.Find(id); !ok {
			t.Errorf("no tour %s", id)
		}
	}
	if x, _ := tours.Find("hol"); len(x.Steps) != 5 {
		t.Errorf("HoL blocking in five clicks takes %d", len(x.Steps))
	}
}

// good is a file that is accepted; the cases below change one thing in it.
const good = `{"version": 1, "tours": [{"id": "a-1", "rank": 1, "topics": ["hol"], "title": {"en": "T", "es": "T"}, "about": {"en": "A", "es": "A"}, "picture": 1,
 "try": {"en": "Try", "es": "Pruebe"}, "steps": [{"scenario": "?preset=hot-spot", "at_us": 10, "say": {"en": "{accepted}", "es": "{accepted}"}, "expect": ["accepted > 0.1"]}]}]}`

func TestParseRefuses(t *testing.T) {
	if _, err := tours.Parse([]byte(good)); err != nil {
		t.Fatal(err)
	}
	deep := strings.Repeat("[", 100_000)
	for name, c := range map[string]struct{ old, new, want string }{
		"another version":    {`"version": 1`, `"version": 2`, "version 2"},
		"an unknown member":  {`"rank": 1`, `"rank": 1, "colour": 3`, "colour"},
		"no tours":           {good, `{"version": 1, "tours": []}`, "0 tours"},
		"null":               {good, `{"version": 1, "tours": [null]}`, "null"},
		"something behind":   {good, good + "{}", "follows"},
		"too long":           {good, good + strings.Repeat(" ", tours.MaxBytes), "at most"},
		"nesting":            {`"rank": 1`, `"rank": ` + deep, ""},
		"an ID with a slash": {`"a-1"`, `"a/1"`, "id"},
		"no topic":           {`["hol"]`, `[]`, "topics"},
		"an unknown topic":   {`["hol"]`, `["cats"]`, "cats"},
		"an experiment":      {`"rank": 1`, `"rank": 1, "experiment": "rar-fig-99"`, "rar-fig-99"},
		"a cell":             {`"rank": 1`, `"rank": 1, "numbers": ["x"]`, "numbers"},
		"one language":       {`{"en": "A", "es": "A"}`, `{"en": "A"}`, "es is missing"},
		"an own language":    {`{"en": "A", "es": "A"}`, `{"en": "A", "es": "A", "xx": "A"}`, "no language"},
		"markup":             {`"en": "A"`, `"en": "<b>"`, "plain"},
		"a long caption":     {`"{accepted}"`, `"` + strings.Repeat("x", tours.MaxCaption+1) + `"`, "most"},
		"no scenario":        {`"scenario": "?preset=hot-spot", `, ``, "needs a scenario"},
		"a bad scenario":     {`?preset=hot-spot`, `?preset=nothing`, "nothing"},
		"both":               {`"scenario": "?preset=hot-spot"`, `"scenario": "?", "cell": "iq/D-mod-K/1Q/HS10-1"`, "exclude"},
		"a bad cell":         {`"scenario": "?preset=hot-spot"`, `"cell": "iq/x/y/z"`, ""},
		"too late":           {`"at_us": 10`, `"at_us": 1e9`, "times"},
		"before 0":           {`"at_us": 10`, `"at_us": -1`, "times"},
		"backwards":          {`"at_us": 10`, `"at_us": 10, "from_us": 20`, "after"},
		"both ends":          {`"at_us": 10`, `"at_us": 10, "until": "trees > 0"`, "exclude"},
		"a bad end":          {`"at_us": 10`, `"until": "cats > 0"`, "cats"},
		"zoom":               {`"at_us": 10`, `"at_us": 10, "camera": {"on": "root", "zoom": 1e9}`, "zoom"},
		"away":               {`"at_us": 10`, `"at_us": 10, "camera": {"on": "root", "zoom": 0.5}`, "zoom"},
		"zoom on nothing":    {`"at_us": 10`, `"at_us": 10, "camera": {"zoom": 3}`, "place"},
		"a place alone":      {`"at_us": 10`, `"at_us": 10, "camera": {"on": "root"}`, "zoom"},
		"a place":            {`"at_us": 10`, `"at_us": 10, "point": "<script>"`, "place"},
		"picture":            {`"picture": 1`, `"picture": 2`, "picture"},
		"no claim":           {`["accepted > 0.1"]`, `[]`, "1 to"},
		"an unknown claim":   {`accepted > 0.1`, `luck > 0.1`, "luck"},
		"a claim of words":   {`accepted > 0.1`, `accepted is large`, "form"},
		"an infinite claim":  {`accepted > 0.1`, `accepted > 1e300`, "claim"},
		"not a number":       {`accepted > 0.1`, `accepted > NaN`, ""},
		"a past unknown":     {`accepted > 0.1`, `victims@5 > 0.1`, "present"},
		"a far step":         {`accepted > 0.1`, `accepted > accepted#99`, "step"},
		"an open brace":      {`"es": "{accepted}"`, `"es": "{accepted"`, "brace"},
		"an unknown number":  {`"es": "{accepted}"`, `"es": "{cats}"`, "cats"},
		"other numbers":      {`"es": "{accepted}"`, `"es": "{offered}"`, "different"},
	} {
		text := strings.Replace(good, c.old, c.new, 1)
		if text == good {
			t.Errorf("%s: changes nothing", name)
		}
		switch _, err := tours.Parse([]byte(text)); {
		case err == nil:
			t.Errorf("%s is accepted", name)
		case name != "a claim of words" && !strings.Contains(err.Error(), c.want):
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Who rehearses a tour with a mistake in it is told file, tour and step, not what a program was doing.
func TestCheckSaysWhere(t *testing.T) {
	if err := tours.Check(); err != nil {
		t.Error(err)
	}
	for mistake, want := range map[string]string{
		"?preset=hotspot":                    `tour "a-1": step 1: preset: "hotspot" is unknown; perhaps you mean hot-spot`,
		`?preset=hot-spot", "colour": "blue`: `a.json: json: unknown field "colour"`,
	} {
		if err := tours.CheckFile([]byte(strings.Replace(good, "?preset=hot-spot", mistake, 1))); err == nil || err.Error() != want {
			t.Errorf("%s: %v", mistake, err)
		}
	}
	if err := tours.CheckFile([]byte(good)); err != nil {
		t.Error(err)
	}
	// Two tours whose thumbnails would be one file.
	_, tour, _ := strings.Cut(strings.TrimSuffix(good, "]}"), `"tours": [`)
	two := strings.Replace(good, tour, tour+", "+strings.Replace(tour, "a-1", "a-1-light", 1), 1)
	if err := tours.CheckFile([]byte(two)); err == nil || err.Error() != `tour "a-1-light": id: its picture would be the light one of "a-1"` {
		t.Error(err)
	}
}

// Whatever a file holds, it is refused in a sentence, or its tours open, keep to their bounds and are written and read as the same.
func FuzzParse(f *testing.F) {
	f.Add([]byte(good))
	f.Add([]byte(`{"version":1,"tours":[{"steps":[{"expect":["a@# > * b"]}]}]}`))
	net, err := topology.Build("rlft-4x3")
	if err != nil {
		f.Fatal(err)
	}
	facts := tours.Facts{Net: net, Frame: &observe.Frame{Hosts: make([]observe.HostState, net.Hosts)}}
	f.Fuzz(func(t *testing.T, text []byte) {
		list, err := tours.Parse(text)
		if err != nil {
			if err.Error() == "" || len(err.Error()) > 8000+4*len(text) { // it may hold a name of the file's
				t.Fatalf("a poor refusal of %d bytes: %.200v", len(err.Error()), err)
			}
			return
		}
		for _, x := range list {
			for i := range x.Steps {
				if err := x.Steps[i].Opens().Validate(); err != nil {
					t.Fatalf("step %d of %s opens %v", i+1, x.ID, err)
				}
				for _, text := range x.Steps[i].Say {
					facts.Fill(text)
				}
			}
		}
		written, err := json.Marshal(map[string]any{"version": tours.Version, "tours": list})
		if err != nil {
			t.Fatal(err)
		}
		again, err := tours.Parse(written)
		if err != nil && len(written) <= tours.MaxBytes {
			t.Fatalf("%s is refused, having been written from what was not: %v", written, err)
		}
		for i := range again {
			if again[i].ID != list[i].ID || len(again[i].Steps) != len(list[i].Steps) {
				t.Fatalf("%s became %+v", written, again[i])
			}
		}
	})
}

// A claim is refused in a sentence, or can be looked at, whatever is known.
func FuzzClaim(f *testing.F) {
	for _, text := range []string{"accepted < 0.3", "trees >= 1", "accepted > 1.5 * accepted#2", "accepted@1e3 = NaN", "low@-0 < 0x1p-2 * high@5", "hosts = 1e15", "accepted#8 <= Inf"} {
		f.Add(text)
	}
	net, err := topology.Build("rlft-4x3")
	if err != nil {
		f.Fatal(err)
	}
	facts := tours.Facts{Net: net, Frame: &observe.Frame{Hosts: make([]observe.HostState, net.Hosts)}}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := tours.ParseClaim(text)
		if err == nil {
			err = facts.Holds(c)
		}
		if err != nil && (err.Error() == "" || len(err.Error()) > 2000) {
			t.Fatalf("a poor refusal of %d bytes: %.200v", len(err.Error()), err)
		}
		facts.Fill("{" + text + "} {" + text)
	})
}

// A time is the nearest picosecond: 8.2 µs are no 8 199 999 ps.
func TestTimesAreRounded(t *testing.T) {
	list, err := tours.Parse([]byte(strings.Replace(good, `"at_us": 10`, `"at_us": 8.2`, 1)))
	if err != nil {
		t.Fatal(err)
	}
	if got := list[0].EndPS(0); got != 8_200_000 {
		t.Errorf("8.2 µs are %d ps", got)
	}
}

func TestClaimsAndNumbers(t *testing.T) {
	net, err := topology.Build("rlft-4x3")
	if err != nil {
		t.Fatal(err)
	}
	fr := &observe.Frame{Header: observe.Header{TimePS: 40_000_000, BinPS: 10_000_000, AcceptedNow: .25},
		Series: []observe.Sample{{Accepted: .8}, {Accepted: .6}, {Accepted: .4}, {Accepted: .2, Latency: 1500}}, Hosts: make([]observe.HostState, net.Hosts)}
	fr.Hosts[3].Tree = 1
	f := tours.Facts{Net: net, Frame: fr, Points: []observe.Point{{PS: 10_000_000, Low: .125, High: .25}, {PS: 50_000_000, Low: .9}}, Before: []tours.Kept{{Values: map[string]float64{"accepted": .5}}}}
	for claim, want := range map[string]bool{
		"accepted = 0.25": true, "accepted < 0.25": false, "accepted <= 0.25": true, "accepted >= 0.3": false, "hosts = 1": true, "size = 16": true,
		"accepted@15 > 0.59": true, "accepted@15 > 0.61": false, "accepted@45 > 0": false /* later than the instant */, "hol = 0.375": true, "hol@5 > 0": false,
		"accepted < accepted#1": true, "accepted > 0.4 * accepted#1": true, "accepted > 0.6 * accepted#1": false, "accepted > accepted#2": false, "low@10 = 0.125": true,
	} {
		c, err := tours.ParseClaim(claim)
		if err != nil {
			t.Error(err)
			continue
		}
		if err := f.Holds(c); (err == nil) != want {
			t.Errorf("%s: %v", claim, err)
		}
	}
	defer lang.Set("en")
	for tag, root := range map[string]string{"en": "S1.1 port 2", "es": "S1.1 puerto 2"} {
		lang.Set(tag)
		for text, want := range map[string]string{
			"{accepted} of {accepted@25}, {time}": "25\u00a0% of 40\u00a0%, 40.0\u00a0µs",
			"{latency}, {root}, {accepted#1}":     "1.5\u00a0µs, —, 50\u00a0%", // with a point in every language
		} {
			if got := f.Fill(text); got != want {
				t.Errorf("%s: %q, want %q", tag, got, want)
			}
		}
		if got := (tours.Facts{Net: f.Net, Frame: f.Frame, Coming: true}).Fill("{root}, {accepted}"); got != "…, 25\u00a0%" {
			t.Errorf("%s: before the step's instant: %q", tag, got)
		}
		event := f
		event.Coming, event.Event = true, true
		if got := event.Fill("{time}, {root}, {accepted}, {size}, {accepted@25}, {accepted#1}"); got != "…, …, …, 16, 40\u00a0%, 50\u00a0%" {
			t.Errorf("%s: before what the step tells of: %q", tag, got)
		}
		tree := *fr
		tree.Trees = []observe.Tree{{Root: uint32(net.Radix + 2)}}
		if got := (tours.Facts{Net: net, Frame: &tree}).Fill("{root}"); !strings.HasPrefix(got, root) {
			t.Errorf("%s: the root is %q, want %s", tag, got, root)
		}
	}
	if k := f.Keep("0"); k.Values["hosts"] != 1 || k.AtPS != fr.TimePS {
		t.Errorf("%+v", k)
	} else if _, err := json.Marshal(k); err != nil {
		t.Error(err)
	}
}
