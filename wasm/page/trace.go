//go:build js

package main

// Traces from a person's files: dropped anywhere in the page, or chosen in the panel. The worker reads,
// unpacks and checks them; what runs goes on until one of them is in order.

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"syscall/js"

	simulator "github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/scenario/link"
	"github.com/congestree/congestree/engine/traffic"
	"github.com/congestree/congestree/engine/traffic/vef"
	"github.com/congestree/congestree/ui/lang"
)

// maxFile is the largest file that is read, in bytes.
const maxFile = 256 << 20

// traces are the files that were read, and those being read.
type traces struct {
	ids     int         // given so far
	reading []readTrace // as they came
	kept    []keptTrace // oldest first
	wanted  string      // link whose trace is not here
}

// readTrace is a file that is being read.
type readTrace struct {
	id    int
	file  string // its name
	value js.Value
	by    *engine       // whose answer counts
	plays bool          // as soon as it has been read; of several the last
	then  func() string // what is wrong with a later one, said before this one has been read
}

// keptTrace is a file that a new worker has to read again.
type keptTrace struct {
	name, file string
	value      js.Value
}

// read has an engine read a file, whose trace will be played.
func (t *traces) read(file string, value js.Value, by *engine) {
	for i := range t.reading {
		t.reading[i].plays = false
	}
	t.ids++
	t.reading = append(t.reading, readTrace{id: t.ids, file: file, value: value, by: by, plays: true})
	by.trace(t.ids, value)
}

// again hands the files to a new worker. Their answers bear no number that is waited for.
func (t *traces) again(e *engine) {
	for _, k := range t.kept {
		e.trace(0, k.value)
	}
	for _, r := range t.reading {
		e.trace(0, r.value)
	}
}

// lost gives up the files that an engine was reading when it died: it may have died of one.
func (t *traces) lost(e *engine) {
	t.reading = slices.DeleteFunc(t.reading, func(r readTrace) bool { return r.by == e })
}

// moved has another engine read the files of one that was ended.
func (t *traces) moved(to *engine) {
	for i := range t.reading {
		if r := &t.reading[i]; r.by.dead {
			t.ids++
			r.id, r.by = t.ids, to
			to.trace(r.id, r.value)
		}
	}
}

// doc says what is being read, or what is played.
func (t *traces) doc(s scenario.Scenario) string {
	if n := len(t.reading); n > 0 {
		return lang.T("Reading {0}…", t.reading[n-1].file)
	}
	name := s.Get("traffic")
	for _, k := range t.kept {
		if v, ok := vef.Find(name); ok && k.name == name {
			return lang.T("{0}: {1} tasks, {2} records", k.file, lang.Number(v.Tasks), lang.Number(int(v.Records)))
		}
	}
	return ""
}

// listenFiles takes files that are dropped. Whatever else is dragged is not the page's business.
func (p *page) listenFiles() {
	carries := func(e js.Value) bool {
		d := e.Get("dataTransfer")
		return d.Truthy() && d.Get("types").Call("includes", "Files").Bool()
	}
	root := document.Get("documentElement")
	show := func(on bool) { root.Get("classList").Call("toggle", "dropping", on) }
	// Readers of a frame that they cannot change only bring the trace that it waits for.
	welcome := func() bool { return !embedded() || editable() || p.traces.wanted != "" }
	for _, event := range []string{"dragenter", "dragover"} {
		listen(window, event, func(e js.Value) {
			if carries(e) {
				e.Call("preventDefault")
				if welcome() {
					e.Get("dataTransfer").Set("dropEffect", "copy")
					show(true)
				} else {
					e.Get("dataTransfer").Set("dropEffect", "none")
				}
			}
		})
	}
	listen(window, "dragleave", func(e js.Value) {
		if e.Get("relatedTarget").IsNull() {
			show(false)
		}
	})
	listen(window, "drop", func(e js.Value) {
		show(false)
		if !carries(e) {
			return
		}
		e.Call("preventDefault")
		e.Call("stopPropagation") // the canvas's own taker ends the program over a file without an entry, such as an image of another page
		files := e.Get("dataTransfer").Get("files")
		p.enter(func() {
			if welcome() {
				p.take(files)
			}
		})
	})
}

// ChooseTrace lets the person choose a file.
func (p *page) ChooseTrace() { p.do(func() { p.chooseFile(".vef,.io,.gz,.zst,.json", false) }) }

// chooseFile lets the person choose a file of one of these endings, or several.
func (p *page) chooseFile(endings string, several bool) {
	input := document.Call("createElement", "input")
	input.Set("type", "file")
	input.Set("multiple", several)
	if window.Get("navigator").Get("standalone").IsUndefined() { // iOS, which has it, lets nobody choose endings that it does not know
		input.Set("accept", endings)
	}
	var chosen js.Func
	chosen = callback(func(js.Value, []js.Value) any {
		p.enter(func() { p.take(input.Get("files")) })
		chosen.Release()
		return nil
	})
	for _, event := range []string{"change", "cancel"} {
		input.Call("addEventListener", event, chosen)
	}
	input.Call("click")
}

// take opens a run or results, or has the worker read a trace.
func (p *page) take(files js.Value) {
	if files.Length() == 0 {
		return
	}
	file := files.Index(0)
	name := scenario.Clip(file.Get("name").String())
	var all []js.Value
	for i := range files.Length() {
		all = append(all, files.Index(i))
	}
	if !slices.ContainsFunc(all, func(f js.Value) bool { return !isResults(f.Get("name").String()) }) {
		if !embedded() || editable() {
			p.takeResults(all)
		}
		return
	}
	if files.Length() == 1 && isRunFile(name) {
		if !embedded() || editable() {
			p.takeRun(file)
		}
		return
	}
	switch size := file.Get("size").Float(); {
	case files.Length() > 1:
		p.refuse(len(p.traces.reading), func() string {
			return lang.T("{0} files were dropped; allowed: one trace at a time, one saved run (.json), or results of sweeps (.jsonl).", strconv.Itoa(files.Length()))
		})
		return
	case isTable(name):
		p.refuse(len(p.traces.reading), func() string {
			return lang.T("{0} cannot be opened: of results the page reads the JSON lines of a sweep (.jsonl), no tables.", name)
		})
		return
	case p.failed != "":
		return // the banner says so
	case size > maxFile:
		p.refuse(len(p.traces.reading), func() string {
			reason := lang.T("it has {0} MiB; allowed: up to {1} MiB in the page; the command line reads larger ones (congestree run --trace)", strconv.FormatFloat(math.Ceil(size/(1<<20)), 'f', 0, 64), strconv.Itoa(maxFile>>20))
			return sentence(lang.T("{0} cannot be played: {1}.", name, reason))
		})
		return
	}
	for _, l := range p.lanes {
		if l != p.lane {
			l.engine.trace(0, file) // an answer is enough
		}
	}
	p.traces.read(name, file, p.engine)
}

// traced is the worker's answer: the trace is there and plays, or what is wrong with it is said and
// everything stays as it is. Of several that were being read the last plays, and one that a link waits for.
func (p *page) traced(id int, k vef.Kept, reason string) {
	t := &p.traces
	if reason == "" {
		vef.Note(k) // the worker has dropped the same older ones as this does
	}
	i := slices.IndexFunc(t.reading, func(r readTrace) bool { return r.id == id })
	if i < 0 {
		return
	}
	r := t.reading[i]
	t.reading = slices.Delete(t.reading, i, i+1)
	played := false
	if reason == "" {
		t.keep(keptTrace{k.Name, r.file, r.value})
		if r.plays || t.waitsFor(k.Name) {
			reason = p.playTrace(k)
			played = reason == ""
		}
	}
	switch {
	case reason != "":
		p.refuse(i, func() string { return sentence(lang.T("{0} cannot be played: {1}.", r.file, lang.Refusal(reason))) })
	case played && r.then != nil:
		p.announce(r.then)
	}
}

// refuse says what is wrong with files, at once and again after one of the first n being read has been played: what was said goes then.
func (p *page) refuse(n int, says func() string) {
	for i := range p.traces.reading[:n] {
		p.traces.reading[i].then = says
	}
	p.announce(says)
}

// keep keeps a file for later workers, in place of what the registry of traces has dropped.
func (t *traces) keep(k keptTrace) {
	t.kept = slices.DeleteFunc(t.kept, func(o keptTrace) bool {
		_, ok := vef.Find(o.name)
		return !ok || o.name == k.name
	})
	t.kept = append(t.kept, k)
}

// waitsFor says whether the link that waits for a trace waits for this one.
func (t *traces) waitsFor(name string) bool {
	if t.wanted == "" {
		return false
	}
	all, _, err := link.ParseFitting(t.wanted)
	return err == nil && all[0].Get("traffic") == name
}

// playTrace makes a trace the traffic of what runs, or opens the link that wanted it, and returns why not.
func (p *page) playTrace(k vef.Kept) string {
	t := &p.traces
	if t.wanted != "" {
		all, _, err := link.ParseFitting(t.wanted)
		if err != nil {
			return because(err)
		}
		if want := all[0].Get("traffic"); want != k.Name {
			return lang.T("it is {0}, but the link plays {1}: another trace, or another version of it (dismiss this message to play it anyway)", k.Name, want)
		}
		return because(p.openLink(t.wanted)) // with its view; the banner says what of it is wrong
	}
	s, err := p.sc.With("traffic", k.Name)
	if err == nil {
		err = p.rearrange(p.changed(s))
	}
	if err == nil {
		p.banner = banner{}
	}
	return because(err)
}

// sentence ends in one full stop, though what a browser says brings its own.
func sentence(text string) string { return strings.TrimRight(text, ".") + "." }

// parse reads a link: those of its scenarios that this device runs, and what is said of the others. One whose trace is not here is refused, and
// remembered until the trace comes.
func (p *page) parse(text string) (all []scenario.Scenario, said func() string, err error) {
	p.traces.wanted, p.views.misfits = "", nil
	all, misfits, err := link.ParseFitting(text)
	if err != nil {
		return nil, nil, err
	}
	if missing := traffic.Missing(all[0]); missing != nil { // all play the same
		p.traces.wanted = text
		return nil, nil, missingTrace{all[0].Get("traffic")}
	}
	for _, s := range all {
		if err := simulator.Check(s); err != nil {
			return nil, nil, err
		}
	}
	for _, m := range misfits {
		p.views.misfits = append(p.views.misfits, m.Number)
	}
	p.views.schemes = len(all) + len(misfits)
	all, crowd := fitting(all, room())
	return all, and(withoutThem(misfits), crowd), nil
}

// missingTrace says what to do in the page.
type missingTrace struct{ name string }

func (m missingTrace) Error() string {
	return lang.T("it plays the trace {0}, which is a file of its own: drop the file (.vef or .io, also .gz or .zst) on this page", m.name)
}
