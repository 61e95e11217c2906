package paper

// Tables and figures: sets of cells.

import (
	"slices"
	"strconv"

	"github.com/congestree/congestree/engine/scenario"
)

// Kind says how an experiment is shown and decided.
type Kind uint8

const (
	Numbers  Kind = iota // a table of averages at full load
	OverLoad             // curves of throughput over the offered load
	OverTime             // curves of throughput over time
	Exact                // decided to the digit, by the tests of Tests
	Trace                // execution times of a trace
	Bursts               // curves over time, and averages over parts of it
	Links                // the load of every link
)

// Experiment is a table or a figure of a paper.
type Experiment struct {
	Paper string
	Name  string // as in the paper
	Title string
	Kind  Kind
	Tests string // Exact: the package and the name of its test
	cells func() []Cell
}

// ID names the experiment, e.g. "rar-table-2".
func (e Experiment) ID() string {
	id := []byte(e.Paper + " " + e.Name)
	out := id[:0]
	for _, c := range id {
		switch {
		case c >= 'A' && c <= 'Z':
			c += 'a' - 'A'
		case c == ' ':
			c = '-'
		case c == '.' || c == '(' || c == ')':
			continue
		}
		out = append(out, c)
	}
	return string(out)
}

// Source names what prints the table or figure: the paper, or, of [DRB], whose own figures have fewer curves, its report.
func (e Experiment) Source() string {
	if e.Paper == DRB {
		return DRBReport
	}
	return e.Paper
}

// Apart says where an exact experiment is not what the paper prints, and why; "" if nowhere.
func (e Experiment) Apart() string {
	if e.ID() != "rar-table-1" {
		return ""
	}
	return "Not as printed are the upward columns of the rows with K/Δ: their (N − K)/(K/Δ), (N − K²)/(K/Δ)² and (N − K²)/(K²/Δ) count Δ of K ports as candidates, where the same rows downwards, " +
		"and the text, have K/Δ; with Δ = 1 they would be D-mod-K's. Ours are (N − K)/Δ, (N − K²)/Δ² and (N − K²)/(KΔ), the same only if Δ² = K: 3882, 1260 and 210 destinations " +
		"at 11 664 hosts and Δ = 3, not 1941, 315 and 105."
}

// Cells are the runs of the experiment; none if it is decided otherwise.
func (e Experiment) Cells() []Cell {
	if e.cells == nil {
		return nil
	}
	return e.cells()
}

// Paper tells what the papers are.
type Paper struct {
	ID, Title, Cite string
	Tongue          string // of the title, as web pages name it
}

// Papers are those that are reproduced here.
var Papers = []Paper{
	{RAR, "Towards an Efficient Combination of Adaptive Routing and Queuing Schemes in Fat-Tree Topologies",
		"J. Rocher-Gonzalez, J. Escudero-Sahuquillo, P. J. Garcia, F. J. Quiles, G. Mora, 2019. Figs. A.6–A.9 are Tables 2 and 3 again, as bars", "en"},
	{AFI, "Adapted-Flow Isolation (AFI) in fat trees", "University of Castilla-La Mancha, 2019, in Spanish; claims are translated", "en"},
	{FBICM, "FBICM: Efficient Congestion Management for High-Performance Networks Using Distributed Deterministic Routing",
		"J. Escudero-Sahuquillo, P. J. Garcia, F. J. Quiles, J. Flich, J. Duato, 2008. Fig. 8 is not run: its disk traces of 1999 (HP's cello) are not ours", "en"},
	{DRB, "Balanceo distribuido del encaminamiento para el control de congestión en redes InfiniBand",
		"XIII Congreso Argentino de Ciencias de la Computación, 2007, and the report of D. F. Lugones's experimental work in the doctoral programme (memoria del trabajo experimental, Universitat Autònoma de Barcelona) of the same year, [DRB-T], which has the numbers of the figures; in Spanish; claims are translated", "es"},
}

// Experiments are all of them, by paper.
func Experiments() []Experiment {
	list := []Experiment{
		{RAR, "Table 1", "Destinations routed through an output port, by restriction", Exact, "engine/routing TestDestinationsPerPort", nil},
		{RAR, "Fig. 2", "Destinations per VC in a tree of 8 hosts, D-mod-K", Exact, "engine/paper TestFig2", nil},
		{RAR, "Fig. 3", "Destinations per VC in a tree of 8 hosts, adaptive or oblivious", Exact, "engine/paper TestFig3", nil},
		{RAR, "Table 2", "Throughput at full load, switches without VOQs", Numbers, "", func() []Cell { return table(false) }},
		{RAR, "Table 3", "Throughput at full load, switches with VOQs", Numbers, "", func() []Cell { return table(true) }},
	}
	for i, traffic := range Traffics {
		list = append(list, Experiment{RAR, "Fig. " + strconv.Itoa(8+i), "Throughput over time under " + traffic, OverTime, "",
			func() []Cell { return figure(traffic, Cell.OverTime) }})
	}
	for i, traffic := range Traffics {
		list = append(list, Experiment{RAR, "Fig. A." + strconv.Itoa(1+i), "Throughput over load under " + traffic, OverLoad, "",
			func() []Cell { return figure(traffic, loads...) }})
	}
	list = append(list,
		Experiment{AFI, "Table I", "Hosts, ports, stages and switches of the two networks", Exact, "engine/paper TestTableI", nil},
		Experiment{AFI, "Fig. 5", "Throughput over load, switches without VOQs", OverLoad, "", func() []Cell { return afi(false) }},
		Experiment{AFI, "Fig. 6", "Throughput over load, switches with VOQs", OverLoad, "", func() []Cell { return afi(true) }},
		Experiment{AFI, "Fig. 7", "Execution time of PTRANS on 432 hosts", Trace, "", ptrans},
	)
	return append(append(list, fbicmExperiments()...), drbExperiments()...)
}

// loads make the points of a curve.
var loads = func() (at []func(Cell) Cell) {
	for load := LoadStep; load <= 100; load += LoadStep {
		at = append(at, func(c Cell) Cell { return c.At(load) })
	}
	return
}()

func table(voq bool) (cells []Cell) {
	for _, routing := range Rows {
		for _, scheme := range Schemes {
			for _, traffic := range Traffics {
				cells = append(cells, Table(voq, routing, scheme, traffic))
			}
		}
	}
	return
}

// figure holds, as the paper's do, a diagram per scheme and switch, with a curve per routing.
func figure(traffic string, each ...func(Cell) Cell) (cells []Cell) {
	for _, scheme := range Schemes {
		for _, voq := range []bool{false, true} {
			for _, routing := range Rows {
				for _, as := range each {
					cells = append(cells, as(Table(voq, routing, scheme, traffic)))
				}
			}
		}
	}
	return
}

func afi(voq bool) (cells []Cell) {
	for _, traffic := range AFITraffics {
		for _, routing := range AFIRoutings {
			for _, scheme := range Schemes {
				for _, at := range loads {
					cells = append(cells, at(Cell{Paper: AFI, VOQ: voq, Routing: routing, Scheme: scheme, Traffic: traffic}))
				}
			}
		}
	}
	return
}

// ptrans holds the bars of [AFI] Fig. 7, and then those of the other grid.
func ptrans() (cells []Cell) {
	for _, traffic := range Executions {
		cells = append(cells, ptransOn(traffic)...)
	}
	return
}

func ptransOn(traffic string) (cells []Cell) {
	for _, voq := range []bool{false, true} {
		for _, routing := range AFIRoutings {
			for _, scheme := range Schemes {
				cells = append(cells, afiCell(voq, routing, scheme, traffic))
			}
		}
	}
	return
}

// Tables are the cells of [RAR] Tables 2 and 3.
func Tables() []Cell { return append(table(false), table(true)...) }

// CellOf returns the cell whose scenario this is and the experiment that it is of, and false if it is none's: of [RAR] Tables 2 and 3 with their
// seed, and of all the other papers but for whole courses over time, of which a run has no one number. A cell that several experiments have is the
// first one's. It costs no more than a look at the fields that cells set, as the page asks at every change.
func CellOf(s scenario.Scenario) (Experiment, Cell, bool) {
	for _, e := range Experiments() {
		if e.Paper == RAR && e.Kind != Numbers {
			continue
		}
		cells := e.Cells()
		if len(cells) == 0 || differs(s, cells[0].Settings()[:1]) {
			continue
		}
		for _, c := range cells {
			if c.Series || differs(s, c.Settings()) {
				continue
			}
			if own, err := c.Scenario(); err == nil && own.Equal(s) {
				return e, c, true
			}
		}
	}
	return Experiment{}, Cell{}, false
}

// differs says whether a scenario has another value in one of the fields, but for the load, which cells write with more digits. The first of a cell is
// its network, which all of its experiment have.
func differs(s scenario.Scenario, set []scenario.Setting) bool {
	return slices.ContainsFunc(set, func(x scenario.Setting) bool { return x.Field != "load" && s.Get(x.Field) != x.Value })
}

// All returns every cell of some papers (all, if none is named) once: those that cost least and
// say most come first, those of Again last.
func All(papers ...string) (cells []Cell) {
	seen := map[Cell]bool{}
	for _, first := range []func(Experiment) bool{
		func(e Experiment) bool { return e.Kind == Numbers },
		func(e Experiment) bool { return e.Kind == Trace },
		func(e Experiment) bool { return e.Kind == Bursts },
		func(e Experiment) bool { return e.Paper == DRB },
		func(e Experiment) bool { return e.Paper == AFI },
		func(e Experiment) bool { return e.Kind == OverTime },
		func(Experiment) bool { return true },
	} {
		for _, e := range Experiments() {
			if !first(e) || len(papers) > 0 && !known(papers, e.Paper) {
				continue
			}
			for _, c := range e.Cells() {
				if !seen[c] {
					seen[c] = true
					cells = append(cells, c)
				}
			}
		}
	}
	if len(papers) == 0 || known(papers, FBICM) {
		for _, claim := range fbicmClaims() { // one looks at queues of which the paper has no figure
			for _, c := range claim.Cells() {
				if !seen[c] {
					seen[c] = true
					cells = append(cells, c)
				}
			}
		}
	}
	if len(papers) == 0 || known(papers, RAR) {
		cells = append(cells, Again()...)
	}
	return
}
