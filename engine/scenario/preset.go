package scenario

// Presets: named scenarios, as data. A link carries its difference from one of them, so the
// values of a published preset are as fixed as the links that name it: change one by adding
// another name. testdata/presets.golden pins them.

import "sync"

// DefaultPreset names what opens where no scenario is given.
const DefaultPreset = "hot-spot"

// Setting is the value of one field.
type Setting struct{ Field, Value string }

// Preset is a named scenario: the schema's defaults with some fields set.
type Preset struct {
	Name  string // as in links and on the command line
	Label string // as shown to people
	Doc   string // what a person will see, in one sentence
	Set   []Setting
}

var presets = []Preset{
	{"hot-spot", "Hot spot on 128 hosts",
		"At 40 µs a quarter of the hosts turn on one destination, and the tree of full buffers behind it takes the innocent flows down with it.",
		[]Setting{{"traffic", "HS25-1"}, {"hotspot-from", "40"}, {"warmup", "60"}}},
	{"uniform", "Uniform traffic on 128 hosts",
		"Everybody sends to everybody at 90 % load: many small congestion trees come and go at random, and HoL blocking in the single queues holds throughput near two thirds.",
		[]Setting{{"traffic", "UT"}, {"load", "0.9"}, {"warmup", "60"}}},
	{"adaptive", "Adaptive routing spreads the tree",
		"The hot spot of the first preset under adaptive routing: packets flee from the full ports, and carry the congestion tree into every branch of the network.",
		[]Setting{{"traffic", "HS25-1"}, {"routing", "adaptive"}, {"hotspot-from", "40"}, {"warmup", "60"}}},
	{"voq-hogging", "Buffer hogging in spite of VOQs",
		"VOQs end the blocking behind the head of a queue, but they share one buffer: the packets for the hot spot fill it, and the others find no room.",
		[]Setting{{"traffic", "HS25-1"}, {"voq", "true"}, {"hotspot-from", "40"}, {"warmup", "60"}}},
	{"vftree", "vFtree keeps the tree in one VC of each leaf",
		"The hot spot of the first preset with three VCs by the leaves of source and destination: from each leaf the packets for it take one VC, and the flows in the two others go on.",
		[]Setting{{"traffic", "HS25-1"}, {"queuing", "vftree"}, {"hotspot-from", "40"}, {"warmup", "60"}}},
	{"hs10-1", "HS10-1 on 432 hosts",
		"A tenth of 432 hosts send to one hot spot: the tree fills one of the three DBBM VCs, and the other two keep about 60 % of the throughput.",
		on432("HS10-1")},
	{"hs25-1", "HS25-1 on 432 hosts",
		"A quarter of 432 hosts send to one hot spot: the tree fills one of the three DBBM VCs, and about 50 % of the throughput is left.",
		on432("HS25-1")},
	{"hs10-4", "HS10-4 on 432 hosts",
		"A tenth of 432 hosts send to four hot spots: several trees grow at once, in all the VCs, but with eleven senders at most each reaches some of the leaves only, and about 80 % of the throughput is left.",
		on432("HS10-4")},
	{"hs25-4", "HS25-4 on 432 hosts",
		"A quarter of 432 hosts send to four hot spots: the heaviest of the four cases, in which every VC belongs to a tree.",
		on432("HS25-4")},
	{"rar-hs10-1", "[RAR] HS10-1 on 11 664 hosts",
		"The network of [RAR] §5 with a tenth of its hosts on one hot spot: a single tree that reaches from one leaf into all the pods.",
		on11664("HS10-1")},
	{"rar-hs25-1", "[RAR] HS25-1 on 11 664 hosts",
		"The network of [RAR] §5 with a quarter of its hosts on one hot spot: the single tree grows faster, and about 50 % of the throughput is left.",
		on11664("HS25-1")},
	{"rar-hs10-4", "[RAR] HS10-4 on 11 664 hosts",
		"The network of [RAR] §5 with a tenth of its hosts on the hot spots 600, 3400, 5200 and 9500: four trees, and DBBM puts them into all three VCs.",
		on11664("HS10-4", Setting{"hotspots", "600,3400,5200,9500"})},
	{"rar-hs25-4", "[RAR] HS25-4 on 11 664 hosts",
		"The network of [RAR] §5 with a quarter of its hosts on the hot spots 600, 3400, 5200 and 9500: four trees in all three VCs, and throughput collapses.",
		on11664("HS25-4", Setting{"hotspots", "600,3400,5200,9500"})},
	{"afi-config-1", "[AFI] configuration 1",
		"432 hosts on the slower links and smaller buffers of [AFI] §V-A, under HS25-1: adaptive routing with a threshold leaves the full ports, and the tree follows it.",
		[]Setting{{"network", "rlft-12x3"}, {"routing", "adaptive-th"}, {"queuing", "dbbm"}, {"traffic", "HS25-1"},
			{"bandwidth", "40"}, {"delay", "6"}, {"packet", "4096"}, {"buffer", "128"}}},
	{"karol-8", "HoL blocking in a single switch",
		"One 8-port switch at full uniform load with one FIFO per input: outputs idle while packets for them stand in line, and throughput stays near 0.62.",
		[]Setting{{"network", "rlft-8x1"}, {"traffic", "UT"}, {"load", "1"}, {"queuing", "1q"}, {"warmup", "100"}}},
}

// on432 is [RAR]'s hardware (the schema's defaults) on 432 hosts, with its DBBM-3VC and VOQs.
func on432(traffic string) []Setting {
	return []Setting{{"network", "rlft-12x3"}, {"queuing", "dbbm"}, {"vcs", "3"}, {"voq", "true"}, {"traffic", traffic}}
}

// on11664 is the network of [RAR] §5.1.
func on11664(traffic string, more ...Setting) []Setting {
	return append([]Setting{{"network", "rlft-36x3"}, {"queuing", "dbbm"}, {"vcs", "3"}, {"voq", "true"}, {"traffic", traffic}}, more...)
}

// Presets returns all presets in the order of the gallery. The result is shared: read only.
func Presets() []Preset { return presets }

// PresetByName returns the preset of that name.
func PresetByName(name string) (Preset, bool) {
	for _, p := range presets {
		if p.Name == name {
			return p, true
		}
	}
	return Preset{}, false
}

// Scenario returns the preset's scenario. It panics in a program that lacks the mechanisms the preset names.
func (p Preset) Scenario() Scenario {
	s, err := p.resolve()
	if err != nil {
		panic("scenario: preset " + p.Name + ": " + err.Error())
	}
	return s
}

func (p Preset) resolve() (Scenario, error) {
	s := Default()
	var err error
	for _, set := range p.Set {
		if s, err = s.With(set.Field, set.Value); err != nil {
			return s, err
		}
	}
	return s, nil
}

type base struct {
	name     string
	scenario Scenario
}

// bases are what the readable form may start from: the bare defaults, and every preset whose
// mechanisms are registered. Registration ends with the init functions, so once is enough.
var bases = sync.OnceValue(func() []base {
	all := []base{{}}
	for _, p := range presets {
		if s, err := p.resolve(); err == nil {
			all = append(all, base{p.Name, s})
		}
	}
	return all
})
