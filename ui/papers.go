package ui

// The papers' tables and figures: ours beside theirs, and every cell a button that runs it. A modal
// dialog, for the reasons of Help; it holds nothing while it is closed, so it costs nothing.

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/congestree/congestree/engine/paper"
	"github.com/congestree/congestree/ui/lang"
	"github.com/vugu/vugu"
	"github.com/vugu/vugu/js"
)

// Papers is the dialog. Its template is papers.vugu.
type Papers struct {
	dialog
	m    *Model
	a    Actions
	only string // of the claims, those that are so (papersClaim.Class, or undecided); "" = all
	led  int    // the last link that has led here
	seek bool   // what it names is to be brought into view, once it is there

	view papersView
	of   string // what view was made for
}

// papersView is what the dialog shows of one experiment.
type papersView struct {
	Title, Tongue, Cite string // of the paper

	Name   string // of what is shown
	Text   string
	Whole  bool   // all schemes in one table
	Side   string // what the rows are
	Head   []string
	Rows   []papersRow
	Claims []papersClaim
	Curves vugu.HTML   // a drawing, "" if there is none
	Maps   []papersMap // beside each other
	old    int         // numbers of an earlier engine of which Text says nothing yet
}

type papersRow struct {
	Name  string
	Cells []papersCell
}

type papersCell struct {
	ID, Text, Class, Label string
	Range                  string // what other seeds give, if that differs
}

type papersClaim struct {
	ID, Verdict, Class, Text, Where, Test string
	Why                                   string       // what was found, "" of what is decided elsewhere
	Off                                   []papersCell // cells of the comparison that misses by most
}

func newPapers(m *Model, a Actions) *Papers {
	return &Papers{m: m, a: a}
}

const claimsOf = "claims-"

// at is what the dialog shows.
func (c *Papers) at() PapersAt { return c.m.PapersAt.usual() }

// Choices are the experiments and, for each paper, its claims; none while nobody sees it.
func (c *Papers) Choices() (out [][2]string) {
	if !c.m.Papers {
		return nil
	}
	for _, p := range paper.Papers {
		for _, e := range paper.Experiments() {
			if e.Paper == p.ID {
				out = append(out, [2]string{e.ID(), "[" + e.Source() + "] " + numbered(e.Name) + " — " + D(e.Title)})
			}
		}
		out = append(out, [2]string{claimsOf + p.ID, "[" + p.ID + "] " + T("Claims")})
	}
	return
}

// View is what is shown; nothing while nobody sees it.
func (c *Papers) View() papersView {
	if !c.m.Papers {
		c.only = ""
		return papersView{}
	}
	if at := c.at(); at.Led != c.led {
		if c.led = at.Led; at.Led != 0 {
			c.only, c.seek = "", true
		}
	}
	if want := c.at().Chosen + " " + c.at().Scheme + " " + lang.Tag(); c.of != want {
		c.view, c.of = c.make(), want
		c.view.Text += outdated(c.view.old)
		c.view.Side = cmp.Or(c.view.Side, T("Routing"))
	}
	return c.view
}

func (c *Papers) make() papersView {
	for _, e := range paper.Experiments() {
		if e.ID() == c.at().Chosen {
			v := c.experiment(e)
			v.Name = numbered(e.Name)
			if ofScheme(e) {
				v.Name += ", " + c.at().Scheme
			}
			return cited(e.Paper, v)
		}
	}
	of := c.at().Chosen[len(claimsOf):]
	v := claimsView(of)
	v.Name = T("Claims")
	return cited(of, v)
}

func (c *Papers) experiment(e paper.Experiment) papersView {
	switch e.Kind {
	case paper.Exact:
		return papersView{Text: exactly(e)}
	case paper.Trace:
		return c.executions(e)
	case paper.Numbers:
		return c.table(e)
	case paper.Bursts:
		return c.bursts(e)
	case paper.Links:
		return c.links(e)
	}
	if e.Paper == paper.DRB {
		return c.controls(e)
	}
	return c.figure(e)
}

// cited says whose table, figure or claims a view is of.
func cited(of string, v papersView) papersView {
	for _, p := range paper.Papers {
		if p.ID == of {
			v.Title, v.Tongue, v.Cite = p.Title+".", p.Tongue, D(p.Cite)+"."
		}
	}
	return v
}

// exactly says what decides an exact experiment, and where it is not as printed.
func exactly(e paper.Experiment) string {
	text := T("Exact, to the digit; decided by the test {0}.", e.Tests)
	if apart := e.Apart(); apart != "" {
		text += " " + D(apart)
	}
	return text
}

// numbered is the name of a table or figure.
func numbered(name string) string {
	if n, ok := strings.CutPrefix(name, "Table "); ok {
		return T("Table {0}", n)
	}
	return name
}

// Tabled says whether the shown experiment has a table, Schemed whether that is of one scheme.
func (c *Papers) Tabled() bool  { return len(c.View().Rows) > 0 }
func (c *Papers) Schemed() bool { return c.Tabled() && !c.View().Whole }

func (c *Papers) table(e paper.Experiment) papersView {
	v := papersView{Head: paper.Traffics}
	voq := e.Cells()[0].VOQ
	published, ran, missed := 0, 0, 0
	for _, cell := range e.Cells() {
		p, ok1 := paper.Published(cell)
		o, ok2 := paper.OurValue(cell)
		published += tally(ok1)
		ran += tally(ok2)
		missed += tally(ok1 && ok2 && math.Abs(o-p) > 5)
		v.old += tally(ok2 && stale(cell))
	}
	v.Text = T("Ours / published, in % of the hosts' bandwidth. {0} of the table's {1} cells are run; {2} are published here; {3} miss by more than 5 points (red and underlined), bold ones by more than 2. A click runs a cell live, at 11 664 hosts.",
		strconv.Itoa(ran), strconv.Itoa(len(e.Cells())), strconv.Itoa(published), strconv.Itoa(missed))
	spread := false
	for _, r := range paper.Rows {
		row := papersRow{Name: r}
		for _, t := range paper.Traffics {
			shown := showCell(paper.Table(voq, r, c.at().Scheme, t))
			spread = spread || shown.Range != ""
			row.Cells = append(row.Cells, shown)
		}
		v.Rows = append(v.Rows, row)
	}
	if spread {
		v.Text += " " + T("Ours are of seed 1; small beside them, where others give something else, what all of them give.")
	}
	return v
}

func tally(b bool) int {
	if b {
		return 1
	}
	return 0
}

func showCell(c paper.Cell) papersCell {
	ours, run := paper.OurValue(c)
	published, known := paper.Published(c)
	spread, _ := paper.SpreadOf(c, paper.OurValue)
	return showNumbers(c, ours, run, published, known, spread)
}

func showNumbers(c paper.Cell, o float64, ok1 bool, p float64, ok2 bool, s paper.Spread) papersCell {
	ours, published := "–", "·"
	mine, theirs := T("not yet run"), T("unknown")
	if ok1 {
		ours = strconv.FormatFloat(o, 'f', 1, 64)
		mine = ours + " %"
	}
	if ok2 {
		published = strconv.FormatFloat(p, 'f', 0, 64)
		theirs = published + " %"
	}
	label := T("{0}, {1}: ours {2}, published {3}", c.Routing, c.Traffic, mine, theirs)
	class := "cell"
	if ok1 && ok2 {
		label += T(", difference {0} points", strconv.FormatFloat(math.Round((o-p)*10)/10+0, 'f', 1, 64)) // −0 + 0 is 0
		switch off := math.Abs(o - p); {
		case off > 5:
			class += " far"
		case off > 2:
			class += " near"
		}
	}
	if ok1 {
		ours, label = dated(c, ours, label)
	}
	text, between := ours+" / "+published, ""
	if s.Seeds > 1 {
		whole := func(v float64) string { return strconv.FormatFloat(v, 'f', 0, 64) }
		label = T("{0}; {1} seeds: {2}–{3} %, mean {4} %", label, strconv.Itoa(s.Seeds), whole(s.Min), whole(s.Max), whole(s.Mean))
		if s.Max-s.Min > 2 {
			between = whole(s.Min) + "–" + whole(s.Max)
		}
	}
	shown := numbersCell(c, strings.TrimSpace(text+" "+between), class, label)
	shown.Text, shown.Range = text, between
	return shown
}

// stale is paper.Stale, but in tests.
var stale = paper.Stale

// dated marks a number of ours, and what is said of it, where it is of an earlier engine.
func dated(c paper.Cell, ours, label string) (string, string) {
	if stale(c) {
		return ours + "°", label + T(", run by an earlier engine")
	}
	return ours, label
}

// outdated says what the mark means, of so many numbers; nothing of none.
func outdated(n int) string {
	if n == 0 {
		return ""
	}
	return " " + T("{0} (°) were run by an earlier engine: readings have been settled since, and a live run gives something else.", strconv.Itoa(n))
}

// numbersCell is a cell with numbers. Its name begins with what is seen, for those who say it to their browser.
func numbersCell(c paper.Cell, text, class, label string) papersCell {
	return papersCell{ID: c.ID(), Text: text, Class: class, Label: T("{0}, {1}. Run {2}", text, label, c.ID())}
}

// figure offers the runs of a figure at full load: the curves themselves are in the repository.
func (c *Papers) figure(e paper.Experiment) papersView {
	v := papersView{Text: T("The paper prints curves, not numbers; ours are on the repository's validation page (engine/paper). A click runs a curve's scenario at full load, live.")}
	seen := map[[2]string]bool{}
	for _, cell := range e.Cells() {
		if cell.Scheme != c.at().Scheme || cell.Load != 100 {
			continue
		}
		column := T("without VOQs")
		if cell.VOQ {
			column = T("with VOQs")
		}
		if e.Paper == paper.AFI {
			column = cell.Traffic
		}
		if !seen[[2]string{"", column}] {
			seen[[2]string{"", column}] = true
			v.Head = append(v.Head, column)
		}
		at := -1
		for i := range v.Rows {
			if v.Rows[i].Name == cell.Routing {
				at = i
			}
		}
		if at < 0 {
			at = len(v.Rows)
			v.Rows = append(v.Rows, papersRow{Name: cell.Routing})
		}
		v.Rows[at].Cells = append(v.Rows[at].Cells, papersCell{ID: cell.ID(), Text: T("run"), Class: "cell", Label: T("Run {0}", cell.ID())})
	}
	return v
}

// executions shows the execution times of a trace.
func (c *Papers) executions(e paper.Experiment) papersView {
	v := papersView{Whole: true, Text: T("Our execution times in ms; the paper prints bars without numbers, and names neither matrix nor grid, so only their order can be compared. 16×27 tasks are our reading; 18×24 collide under D-mod-K. A click plays the trace live, on 432 hosts.")}
	for _, cell := range e.Cells() {
		row := cell.Routing + map[string]string{paper.PTRANS: ", 16×27", paper.PTRANS18x24: ", 18×24"}[cell.Traffic]
		if cell.Routing == paper.AFIRoutings[0] && cell.Traffic == paper.PTRANS {
			v.Head = append(v.Head, cell.Scheme+map[bool]string{false: "", true: ", VOQs"}[cell.VOQ])
		}
		if !cell.VOQ && cell.Scheme == paper.Schemes[0] {
			v.Rows = append(v.Rows, papersRow{Name: row})
		}
		text, label := "–", T("not yet run")
		if us, ok := paper.OurValue(cell); ok {
			text = strconv.FormatFloat(us/1000, 'f', 2, 64)
			text, label = dated(cell, text, T("ours {0}", text+" ms"))
			v.old += tally(stale(cell))
		}
		for i := range v.Rows {
			if v.Rows[i].Name == row {
				v.Rows[i].Cells = append(v.Rows[i].Cells, numbersCell(cell, text, "cell", label))
			}
		}
	}
	return v
}

// claimsView has the claims of a paper. Those on curves over the load wait for numbers that this page does not have, and the repository has.
func claimsView(of string) papersView {
	v, elsewhere := papersView{Text: T("Sentences of the paper, decided by our numbers.")}, false
	for _, c := range paper.Claims() {
		if c.Paper == of {
			d := c.Decide(paper.OurValue)
			x := papersClaim{c.ID, D(d.State.String()), map[paper.State]string{paper.Holds: "holds", paper.Fails: "fails"}[d.State],
				"“" + c.Text + "”", strings.ReplaceAll(c.Where, "Table ", T("Table {0}", "")), D(c.Test), "", nil}
			if d.State == paper.Unmeasured {
				x.Verdict, elsewhere = T("not decided here"), true
			} else {
				switch {
				case d.Groups > 1:
					x.Why = T("{0} of {1} comparisons hold.", strconv.Itoa(d.Held), strconv.Itoa(d.Groups))
				case d.Held == 1:
					x.Why = T("Its comparison holds.")
				default:
					x.Why = T("Its comparison does not hold.")
				}
				if off := d.Detail(lang.Explained); off != "" {
					x.Why += " " + T("Farthest off: {0}.", off)
				}
				for _, cell := range d.Off() {
					x.Off = append(x.Off, papersCell{ID: cell.ID(), Text: T("Run {0}", cell.ID())})
				}
			}
			v.Claims = append(v.Claims, x)
		}
	}
	if elsewhere {
		v.Text += " " + T("This page does not have those of the curves over the load: the sentences on them are decided on the repository's validation page (engine/paper), and by the command line.")
	}
	return v
}

// undecided is what Only calls the claims that are neither said to hold nor to fail.
const undecided = "undecided"

// papersFilter is a choice of claims.
type papersFilter struct {
	ID, Label string
	Off       bool // there is none
}

// Filters are the choices of claims by what has become of them, with their numbers; none where no claims are shown.
func (c *Papers) Filters() (out []papersFilter) {
	if len(c.View().Claims) == 0 {
		return nil
	}
	add := func(id string, label func(n string) string) {
		if n := len(c.claims(id)); n > 0 || id != undecided {
			out = append(out, papersFilter{id, label(strconv.Itoa(n)), n == 0})
		}
	}
	add("", func(n string) string { return T("All ({0})", n) })
	add("holds", func(n string) string { return T("Hold ({0})", n) })
	add("fails", func(n string) string { return T("Fail ({0})", n) })
	add(undecided, func(n string) string { return T("Not decided here ({0})", n) })
	return
}

// Only is the choice; all where there is no such claim.
func (c *Papers) Only() string {
	if len(c.claims(c.only)) == 0 {
		return ""
	}
	return c.only
}

// Claims are those that are shown.
func (c *Papers) Claims() []papersClaim { return c.claims(c.Only()) }

func (c *Papers) claims(only string) (out []papersClaim) {
	for _, x := range c.View().Claims {
		if only == "" || only == cmp.Or(x.Class, undecided) {
			out = append(out, x)
		}
	}
	return
}

// Counted says how many are shown where some are not, for those who do not see it.
func (c *Papers) Counted() string {
	if c.Only() == "" {
		return ""
	}
	return lang.N(len(c.Claims()), "One claim is shown.", "{0} claims are shown.")
}

// Said is what has just been copied.
func (c *Papers) Said() string { return c.said(c.m, c.m.Papers) }

// Mark is the class of what a link has led to: a claim by its ID, "" being all that is shown.
func (c *Papers) Mark(claim string) string {
	if at := c.at(); at.Led != 0 && at.Claim == claim {
		return "led"
	}
	return ""
}

func (c *Papers) sync(el js.Value) {
	guard(c.m, func() {
		c.follow(el, c.m.Papers)
		if led := el.Call("querySelector", ".led"); c.m.Papers && c.seek && led.Truthy() {
			c.seek = false
			led.Call("querySelector", "[tabindex]").Call("focus", map[string]any{"preventScroll": true})
			block := "start"
			if c.at().Claim == "" { // what heads the dialog
				block = "nearest"
			}
			led.Call("scrollIntoView", map[string]any{"block": block})
		}
	})
}

// OnOnly shows some of the claims.
func (c *Papers) OnOnly(only string) { guard(c.m, func() { c.only = only }) }

// OnLink copies a link to a claim by its ID, or, of "", to all that is shown.
func (c *Papers) OnLink(claim string) {
	guard(c.m, func() {
		at := c.at()
		at.Claim = claim
		c.a.CopyPapers(at)
	})
}

// OnChoose shows an experiment. A value that is none of the menu's, such as a script sets, changes nothing; so it is with a scheme.
func (c *Papers) OnChoose(e vugu.DOMEvent) {
	guard(c.m, func() {
		if v := value(e); slices.ContainsFunc(c.Choices(), func(o [2]string) bool { return o[0] == v }) {
			c.a.SetPapers(PapersAt{Chosen: v, Scheme: c.at().Scheme})
		}
	})
}

func (c *Papers) OnScheme(e vugu.DOMEvent) {
	guard(c.m, func() {
		if v := value(e); slices.Contains(paper.Schemes, v) {
			c.a.SetPapers(PapersAt{Chosen: c.at().Chosen, Scheme: v})
		}
	})
}

// OnCell runs a cell.
func (c *Papers) OnCell(id string) {
	guard(c.m, func() {
		c.a.LoadCell(id)
		c.a.ShowPapers(false)
	})
}

// OnCancel is Escape, or the browser's own way to close.
func (c *Papers) OnCancel(e vugu.DOMEvent) {
	guard(c.m, func() {
		e.PreventDefault()
		c.a.ShowPapers(false)
	})
}

func (c *Papers) OnClose(vugu.DOMEvent) { guard(c.m, func() { c.a.ShowPapers(false) }) }
