package paper

// The claims of [DRB] §§1, 3, 5 and 6 and [DRB-T] §§4.2, 7.3, 7.4 and 8.1, decided at full load where they speak of high loads and name none. Where they
// name a range of gains, its lower end is asked for; where they only say that something is more, it is to be more by a twentieth.

import "strings"

// drbSeen is how many times as much is more, and not noise.
const drbSeen = 1.05

// drbGain demands that DRB's accepted load be so many times InfiniBand's.
func drbGain(net, traffic string, factor float64) comparison {
	return comparison{a: drbAt(net, "DRB", traffic, Throughput), b: drbAt(net, "IBA-CC", traffic, Throughput), factor: factor}
}

// drbSooner demands that InfiniBand's latency, by one of the two measures, be so many times DRB's.
func drbSooner(net, traffic string, m Measure, factor float64) comparison {
	return comparison{a: drbAt(net, "IBA-CC", traffic, m), b: drbAt(net, "DRB", traffic, m), factor: factor}
}

// drbByBoth makes two claims of one about latencies, for the two sources define it differently: by that from injection on, as [DRB-T] §7.3
// has it ("from when the first bit of the packet is injected into the network by the source node to when its last bit is received"), and by
// that from generation on, as [DRB] §5 has it ("the time required to deliver a message from its generation on, including the time it is
// stored in the output buffer of the source node"). Of $ in its test the measure is put.
func drbByBoth(c Claim, tests func(m Measure) []group) []Claim {
	of := func(c Claim, m Measure, name string) Claim {
		c.Test, c.tests = strings.ReplaceAll(c.Test, "$", name), tests(m)
		return c
	}
	d := of(c, Latency, "latency from generation on")
	d.ID, d.Text, d.Where = d.ID+"-generated", "The same, by the latency ‘from its generation on, including the time it is stored in the output buffer of the source node’", "the same; [DRB] §5"
	return []Claim{of(c, FromInjection, "latency from injection on"), d}
}

func drbAt(net, control, traffic string, m Measure) []Cell {
	return []Cell{DRBCell(net, control, traffic, 100).Of(m)}
}

// drbMeans are cells at full load over some networks and patterns.
func drbMeans(nets []string, control string, patterns []string, m Measure) (out []Cell) {
	for _, n := range nets {
		for _, p := range patterns {
			out = append(out, drbAt(n, control, p, m)...)
		}
	}
	return
}

// drbMore demands that DRB's gain over InfiniBand be larger in one set of runs than in another.
func drbMore(nets, patterns, lessNets, lessPatterns []string) comparison {
	return comparison{
		a: drbMeans(nets, "DRB", patterns, Throughput), per: drbMeans(nets, "IBA-CC", patterns, Throughput),
		b: drbMeans(lessNets, "DRB", lessPatterns, Throughput), perB: drbMeans(lessNets, "IBA-CC", lessPatterns, Throughput)}
}

func drbSized(control, traffic string, bytes int, m Measure) []Cell {
	return drbSizedAt(control, traffic, bytes, 100, m)
}

func drbSizedAt(control, traffic string, bytes, load int, m Measure) []Cell {
	c := DRBCell("torus-8x8", control, traffic, load).Of(m)
	c.Bytes = bytes
	return []Cell{c}
}

// drbSlower demands that DRB's latency be so many times another of its own: on some networks, and on others.
func drbSlower(nets, quicker []string, m Measure, factor float64) comparison {
	return comparison{a: drbMeans(nets, "DRB", DRBPatterns, m), b: drbMeans(quicker, "DRB", DRBPatterns, m), factor: factor}
}

// drbAlike demands that accepted loads be within a point, and neither latency above 1.1 times the other.
func drbAlike(net, traffic string, load int, m Measure) group {
	d, i := DRBCell(net, "DRB", traffic, load), DRBCell(net, "IBA-CC", traffic, load)
	g := near(d, i, 1)
	d, i = d.Of(m), i.Of(m)
	return append(g, comparison{a: []Cell{d}, b: []Cell{i}, factor: 1 / 1.1}, comparison{a: []Cell{i}, b: []Cell{d}, factor: 1 / 1.1})
}

// drbGrowth demands that from 10 to 30 and 40 % load InfiniBand's latency grow by 1.5 times what DRB's does, and by 1 µs more.
func drbGrowth(net, traffic string, m Measure) (g group) {
	d, i := DRBCell(net, "DRB", traffic, 10).Of(m), DRBCell(net, "IBA-CC", traffic, 10).Of(m)
	for _, load := range []int{30, 40} {
		t := risesMore([]Cell{i.At(load)}, []Cell{i}, []Cell{d.At(load)}, []Cell{d})
		t.factor = 1.5
		g = append(g, t)
	}
	return
}

// drbHot is the run under the link hot spot at a load.
func drbHot(control string, load int, m Measure) []Cell {
	return []Cell{DRBCell("torus-8x8", control, LHS, load).Of(m)}
}

// drbUndegraded demands that under the link hot spot DRB accept what is offered, as at 20 % load, and keep latencies as short.
func drbUndegraded(load int) group {
	return group{{a: drbHot("DRB", load, Throughput), b: drbHot("DRB", 20, Throughput), factor: float64(load) / 20 / 1.05},
		{a: drbHot("DRB", 20, Latency), b: drbHot("DRB", load, Latency), factor: 0.5}}
}

func drbClaims() []Claim {
	tori, meshes := DRBNets[:2], DRBNets[2:]
	four := DRBPatterns[:4]
	three := []string{"butterfly", "perfect-shuffle", "transpose"} // those of [DRB]
	mesh44, mesh84 := "mesh-4x4", "mesh-8x4"
	all := []Claim{}
	add := func(c ...Claim) { all = append(all, c...) }
	add(drbByBoth(Claim{ID: "drb-low-load", Where: "[DRB-T] §7.3.1.1, Figs. 7-2, 7-3",
		Text: "at low loads (a bandwidth below 500 bits/µs), the proposed techniques behave alike [on tori; 500 of 2000 bits/µs are 25 %; [DRB] §5 has 400]",
		Test: "at 10 and 20 % load on both tori, under the four patterns, accepted loads are within 1 point, and neither $ is above 1.1 times the other"},
		func(m Measure) []group {
			return each2(tori, four, func(n, p string) (g group) { return append(drbAlike(n, p, 10, m), drbAlike(n, p, 20, m)...) })
		})...)
	add(Claim{ID: "drb-low-load-400", Where: "[DRB] §5, Fig. 8",
		Text:  "at low loads (a bandwidth below 400 bits/µs), the proposed techniques behave alike [torus of 64 nodes; butterfly, shuffle, transpose; 400 of 2000 bits/µs are 20 %; latency from generation on]",
		Test:  "at 10 % load on the 8×8 torus, under each of the three, accepted loads are within 1 point, and neither latency from generation on is above 1.1 times the other",
		tests: each(three, func(p string) group { return drbAlike("torus-8x8", p, 10, Latency) })})
	add(drbByBoth(Claim{ID: "drb-no-overhead", Where: "[DRB-T] §7.3.1.1, Figs. 7-2, 7-3; [DRB] §5",
		Text: "DRB does not change the behaviour of the network when it is not necessary, so that it introduces no overhead with low demands of injection [tori]",
		Test: "at 10 and 20 % load on both tori, under the four patterns, DRB accepts what is accepted without congestion control, to within 1 point, at a $ at most 1.1 times as long"},
		func(m Measure) []group {
			return each2(tori, four, func(n, p string) (g group) {
				for _, load := range []int{10, 20} {
					d, none := DRBCell(n, "DRB", p, load), DRBCell(n, "none", p, load)
					g = append(append(g, near(d, none, 1)...), comparison{a: []Cell{none.Of(m)}, b: []Cell{d.Of(m)}, factor: 1 / 1.1})
				}
				return
			})
		})...)
	add(drbByBoth(Claim{ID: "drb-grows", Where: "[DRB-T] §7.3.1.1, Figs. 7-2, 7-3; [DRB] §5, Fig. 8",
		Text: "the difference between the curves for each pattern grows as the load of traffic of the network does [tori]",
		Test: "on both tori, under the four patterns, what DRB accepts more than IBA-CC grows by at least a point from 20 to 60 % load, and from there to full load, and what the $ of IBA-CC is longer by at least 1 µs"},
		func(m Measure) []group {
			return each2(tori, four, func(n, p string) (g group) {
				for _, x := range [][2]int{{60, 20}, {100, 60}} {
					d, i := DRBCell(n, "DRB", p, x[0]), DRBCell(n, "IBA-CC", p, x[0])
					less := func(c Cell) Cell { return c.At(x[1]) }
					g = append(g, risesMore([]Cell{d}, []Cell{less(d)}, []Cell{i}, []Cell{less(i)}))
					d, i = d.Of(m), i.Of(m)
					g = append(g, risesMore([]Cell{i}, []Cell{less(i)}, []Cell{d}, []Cell{less(d)}))
				}
				return
			})
		})...)
	add(drbByBoth(Claim{ID: "drb-medium-load", Where: "[DRB-T] §7.3.1.1, Figs. 7-2b, 7-3b",
		Text: "with loads between 500 and 900 bits/µs, the increase of the latency (Fig. 7-2 (b)) obtained with DRB is notably lower than the one obtained with the technique of InfiniBand [on tori; the figure is that of 4×4]",
		Test: "at 30 and 40 % load on both tori, under the four patterns, what the $ has grown by since 10 % load is with IBA-CC at least 1.5 times what it is with DRB, and 1 µs more"},
		func(m Measure) []group {
			return each2(tori, four, func(n, p string) group { return drbGrowth(n, p, m) })
		})...)
	add(Claim{ID: "drb-medium-load-400", Where: "[DRB] §5, Fig. 8",
		Text:  "with loads between 400 and 800 bits/µs, the increase of the latency obtained with DRB is notably lower than the one obtained with the technique of InfiniBand [torus of 64 nodes; butterfly, shuffle, transpose; 20 to 40 %; latency from generation on]",
		Test:  "at 30 and 40 % load on the 8×8 torus, under each of the three, what the latency from generation on has grown by since 10 % load is with IBA-CC at least 1.5 times what it is with DRB, and 1 µs more",
		tests: each(three, func(p string) group { return drbGrowth("torus-8x8", p, Latency) })})
	add(drbByBoth(Claim{ID: "drb-high-load", Where: "[DRB-T] §7.3.1.1, Figs. 7-2b, 7-3b",
		Text: "With high loads in the network, for values above 1000 bits/µs of injection, DRB uses the largest number of other paths that the configuration allows (four in this case), which results in lower values of latency than with the technique of InfiniBand [on tori]",
		Test: "at 60, 80, 100 and 120 % load on both tori, under the four patterns, the $ of IBA-CC is at least 1.05 times that of DRB"},
		func(m Measure) []group {
			return each2(tori, four, func(n, p string) (g group) {
				for _, load := range []int{60, 80, 100, 120} {
					g = append(g, comparison{a: []Cell{DRBCell(n, "IBA-CC", p, load).Of(m)}, b: []Cell{DRBCell(n, "DRB", p, load).Of(m)}, factor: drbSeen})
				}
				return
			})
		})...)
	add(Claim{ID: "drb-high-load-800", Where: "[DRB] §5, Fig. 8",
		Text: "With high loads in the network, for values above 800 bits/µs of injection, DRB uses the largest number of other paths that the configuration allows (four in this case), which results in lower values of latency than with the technique of InfiniBand [torus of 64 nodes; butterfly, shuffle, transpose; latency from generation on]",
		Test: "at 50, 60, 80, 100 and 120 % load on the 8×8 torus, under each of the three, the latency from generation on of IBA-CC is at least 1.05 times that of DRB",
		tests: each(three, func(p string) (g group) {
			for _, load := range []int{50, 60, 80, 100, 120} {
				g = append(g, comparison{a: []Cell{DRBCell("torus-8x8", "IBA-CC", p, load).Of(Latency)}, b: []Cell{DRBCell("torus-8x8", "DRB", p, load).Of(Latency)}, factor: drbSeen})
			}
			return
		})})
	add(drbByBoth(Claim{ID: "drb-highest-load", Where: "[DRB-T] §§7.3.1.1, 7.4, Figs. 7-2b, 7-3b",
		Text: "In the cases of higher injection, reductions of the latency of the order of 100 % are achieved relative to the one obtained with InfiniBand [on tori; §7.4: ‘in general these improvements come to double IBA in results of latency’]",
		Test: "at 120 % load on both tori, under the four patterns, the $ of IBA-CC is at least 1.8 times that of DRB"},
		func(m Measure) []group {
			return each2(tori, four, func(n, p string) group {
				return group{comparison{a: []Cell{DRBCell(n, "IBA-CC", p, 120).Of(m)}, b: []Cell{DRBCell(n, "DRB", p, 120).Of(m)}, factor: 1.8}}
			})
		})...)
	add(Claim{ID: "drb-torus-more", Where: "[DRB-T] §7.3.1.1, Fig. 7-2a; [DRB] §5, Fig. 8",
		Text:  "The curve of DRB stands for a higher load than that of IBA_CC, where the network saturates earlier and, therefore, gives lower values of accepted load [on tori]",
		Test:  "at full load on both tori, under the four patterns, DRB accepts at least 1.05 times as much as IBA-CC",
		tests: each2(tori, four, func(n, p string) group { return group{drbGain(n, p, drbSeen)} })})
	add(Claim{ID: "drb-torus-similar", Where: "[DRB-T] §7.3.1.1, Figs. 7-2a, 7-3a; [DRB] §5, Fig. 8",
		Text: "The results are similar for the four patterns [tori; [DRB] §5: ‘for all patterns used’]",
		Test: "at full load on either torus, under none of the four patterns DRB accepts more than 1.5 times as many times what IBA-CC does as under another",
		tests: each(tori, func(n string) (g group) {
			for _, p := range four {
				for _, q := range four {
					if p != q {
						g = append(g, comparison{a: drbAt(n, "DRB", p, Throughput), per: drbAt(n, "IBA-CC", p, Throughput),
							b: drbAt(n, "DRB", q, Throughput), perB: drbAt(n, "IBA-CC", q, Throughput), factor: 1 / 1.5})
					}
				}
			}
			return
		})})
	add(Claim{ID: "drb-torus-later", Where: "[DRB-T] §7.3.1.1, Figs. 7-2a, 7-3a",
		Text: "This saturation is reached at higher loads in DRB, which allows to use it in a larger range before the phenomenon of saturation appears [tori; ‘it saturates at higher loads’]",
		Test: "on both tori, under the four patterns, the accepted load grows from 20 to 60 % load by at least 1.05 times as many times with DRB as with IBA-CC",
		tests: each2(tori, four, func(n, p string) group {
			d, i := DRBCell(n, "DRB", p, 60), DRBCell(n, "IBA-CC", p, 60)
			return group{comparison{a: []Cell{d}, per: []Cell{d.At(20)}, b: []Cell{i}, perB: []Cell{i.At(20)}, factor: drbSeen}}
		})})
	add(Claim{ID: "drb-torus-throughput", Where: "[DRB] §5, Fig. 8",
		Text:  "The gains over the original method are between 35 and 50 %, depending on the pattern used [throughput, torus of 64 nodes; butterfly, shuffle, transpose]",
		Test:  "at full load on the 8×8 torus, DRB accepts at least 1.35 times as much as IBA-CC under each of the three",
		tests: each(three, func(p string) group { return group{drbGain("torus-8x8", p, 1.35)} })})
	add(Claim{ID: "drb-throughput", Where: "[DRB] §6, Figs. 8, 9",
		Text:  "As has been seen in the experiments, this increase [of the use of the network] is between 35 and 50 % for the throughput [torus of 64 nodes and mesh of 32; butterfly, shuffle, transpose]",
		Test:  "at full load on the 8×8 torus and the 8×4 mesh, DRB accepts at least 1.35 times as much as IBA-CC under each of the three",
		tests: each2([]string{"torus-8x8", mesh84}, three, func(n, p string) group { return group{drbGain(n, p, 1.35)} })})
	add(Claim{ID: "drb-iba-moves", Where: "[DRB] §3; [DRB-T] §4.2",
		Text: "the congestion is eliminated by moving the congestion from the switches to the source nodes […] the global behaviour of the average latency increases all the same, and may reach very high values in presence of adverse loads of traffic [of InfiniBand's control]",
		Test: "at full load on both tori, under the four patterns, the latency from injection on of IBA-CC is at most half of what it is without congestion control, and its latency from generation on at least ten times what it is at 10 % load",
		tests: each2(tori, four, func(n, p string) group {
			i := DRBCell(n, "IBA-CC", p, 100).Of(Latency)
			return group{comparison{a: drbAt(n, "none", p, FromInjection), b: drbAt(n, "IBA-CC", p, FromInjection), factor: 2}, {a: []Cell{i}, b: []Cell{i.At(10)}, factor: 10}}
		})})
	add(Claim{ID: "drb-none-saturates", Where: "[DRB] §1, Fig. 1",
		Text: "When the volume of messages injected is of low and medium loads of traffic […] the load accepted by the nodes is equal to the load injected and the latency behaves in a linear and bounded way. As the traffic grows and comes to a certain level […] the traffic received is less than that offered, and the latency of messages grows considerably, too [mesh of 16 nodes, perfect shuffle, 4 kB; without congestion control]",
		Test: "on the 4×4 mesh under perfect shuffle without congestion control, at 20 and 30 % load the accepted load is two and three times what it is at 10 % to within 5 %, and the latency from generation on at most twice as long; at 80 and 100 % less than 0.9 times as many times as much is accepted, and the latency is at least ten times as long",
		tests: each([]int{20, 30, 80, 100}, func(load int) group {
			of := func(load int, m Measure) []Cell {
				return []Cell{DRBCell(mesh44, "none", "perfect-shuffle", load).Of(m)}
			}
			a, b, l, k, times := of(load, Throughput), of(10, Throughput), of(load, Latency), of(10, Latency), float64(load)/10
			if load > 30 {
				return group{{a: b, b: a, factor: 1 / times / 0.9}, {a: l, b: k, factor: 10}}
			}
			return group{{a: a, b: b, factor: times / 1.05}, {a: b, b: a, factor: 1 / times / 1.05}, {a: k, b: l, factor: 0.5}}
		})})
	add(drbByBoth(Claim{ID: "drb-most", Where: "[DRB-T] §8.1, Figs. 7-2 to 7-5",
		Text: "for most cases, DRB offers better performance than the technique of congestion control proposed by InfiniBand",
		Test: "at full load, in at least 11 of the 20 pairs of network and pattern, DRB accepts at least 1.05 times as much as IBA-CC, and the $ of IBA-CC is at least 1.05 times that of DRB", need: 11},
		func(m Measure) []group {
			return each2(DRBNets, DRBPatterns, func(n, p string) group { return group{drbGain(n, p, drbSeen), drbSooner(n, p, m, drbSeen)} })
		})...)
	add(drbByBoth(Claim{ID: "drb-general", Where: "[DRB-T] §8.1, Figs. 7-2 to 7-5",
		Text: "In general, DRB improves the IBA technique by between 50 % and 100 %, in results of latency as well as of throughput",
		Test: "at full load, in at least 11 of the 20 pairs of network and pattern, DRB accepts at least 1.5 times as much as IBA-CC, and the $ of IBA-CC is at least 1.5 times that of DRB", need: 11},
		func(m Measure) []group {
			return each2(DRBNets, DRBPatterns, func(n, p string) group { return group{drbGain(n, p, 1.5), drbSooner(n, p, m, 1.5)} })
		})...)
	add(Claim{ID: "drb-flat", Where: "[DRB] §§5, 6, Figs. 8, 9",
		Text: "[under extreme conditions it offers better performance] in the two topologies studied, where distributed routing balancing offers gains between 200 and 300 % in the flat part of the latency curve [§6: ‘between 200 and 300 % for the latency’; torus of 64 nodes and mesh of 32; butterfly, shuffle, transpose; latency from generation on; [DRB-T] §§2.4 and 8.1 call flat what the curve is at low loads, where [DRB] §5 has the two alike]",
		Test: "at 120 % load, where the curves are flat again, on the 8×8 torus and the 8×4 mesh under each of the three, the latency from generation on of IBA-CC is at least 3 times that of DRB",
		tests: each2([]string{"torus-8x8", mesh84}, three, func(n, p string) group {
			return group{comparison{a: []Cell{DRBCell(n, "IBA-CC", p, 120).Of(Latency)}, b: []Cell{DRBCell(n, "DRB", p, 120).Of(Latency)}, factor: 3}}
		})})
	add(
		Claim{ID: "drb-torus-holds", Where: "[DRB-T] §7.3.1.1, Fig. 7-3",
			Text: "with DRB the accepted load stays constant, over a larger range of injection, with all the patterns of traffic analysed […] unlike the case of IBA_CC, where a decrease of the accepted load is observed",
			Test: "on the 8×8 torus under the four patterns, DRB accepts at 120 % load at least 0.95 times what it accepts at 80 %, and at least 1.05 times what IBA-CC does, which accepts at 80 % at least 1.05 times what it accepts at 120 %",
			tests: each(four, func(p string) group {
				d, i := DRBCell("torus-8x8", "DRB", p, 120), DRBCell("torus-8x8", "IBA-CC", p, 120)
				return group{comparison{a: []Cell{d}, b: []Cell{d.At(80)}, factor: 0.95}, {a: []Cell{d}, b: []Cell{i}, factor: drbSeen}, {a: []Cell{i.At(80)}, b: []Cell{i}, factor: drbSeen}}
			})},
		Claim{ID: "drb-scales", Where: "[DRB-T] §7.3.1.1",
			Text:  "We have found similar results for networks of 16 and 64 nodes, which get better as the network grows in size [tori]",
			Test:  "at full load, DRB accepts more times what IBA-CC does on the 8×8 torus than on the 4×4, on the mean of the four patterns",
			tests: []group{{drbMore([]string{"torus-8x8"}, four, []string{"torus-4x4"}, four)}}},
		Claim{ID: "drb-mesh-32-maximum", Where: "[DRB] §5, Fig. 9",
			Text: "DRB is better in the zone of maximum load, in which it has lower latencies and offers better performance. This means that DRB is able to bear higher loads [mesh of 32 nodes; butterfly, shuffle, transpose; latency from generation on]",
			Test: "at full load on the 8×4 mesh, under each of the three, DRB accepts at least 1.05 times as much as IBA-CC, whose latency from generation on is at least 1.05 times that of DRB",
			tests: each(three, func(p string) group {
				return group{drbGain(mesh84, p, drbSeen), drbSooner(mesh84, p, Latency, drbSeen)}
			})},
		Claim{ID: "drb-mesh-throughput", Where: "[DRB-T] §7.3.1.1, Fig. 7-4a",
			Text:  "DRB presents improvements in all cases, though they range between 25 and 80 % by the pattern [mesh 4×4]",
			Test:  "at full load on the 4×4 mesh, DRB accepts at least 1.25 times as much as IBA-CC under the four patterns, and at least 1.05 times under complement",
			tests: append(each(four, func(p string) group { return group{drbGain(mesh44, p, 1.25)} }), group{drbGain(mesh44, "complement", drbSeen)})},
		Claim{ID: "drb-meshes-throughput", Where: "[DRB-T] §7.4, Figs. 7-4a, 7-5a",
			Text:  "As to the meshes, it has been observed that DRB exceeds the method offered by InfiniBand […] by values between 20 % and 120 %, according to the case, for the throughput of messages",
			Test:  "at full load on both meshes, DRB accepts at least 1.2 times as much as IBA-CC under each of the five patterns",
			tests: each2(meshes, DRBPatterns, func(n, p string) group { return group{drbGain(n, p, 1.2)} })},
		Claim{ID: "drb-mesh-32", Where: "[DRB-T] §7.3.1.1, Fig. 7-5a",
			Text: "[in the case of throughput] for the patterns butterfly, bit reversal, perfect shuffle, complement, and shuffle, IBA_CC and DRB behave alike at low loads, and somewhat better for DRB with high loads […] However in the case of matrix transpose, DRB offers better characteristics [mesh of 32 nodes]",
			Test: "on the 8×4 mesh the accepted loads are within 1 point at 10 and 20 % load under the four others than transpose; at full load DRB accepts at least 1.05 times as much as IBA-CC under all five patterns, and gains more under transpose than on the mean of the others",
			tests: append(each(DRBPatterns, func(p string) (g group) {
				if p != "transpose" {
					for _, load := range []int{10, 20} {
						g = append(g, near(DRBCell(mesh84, "DRB", p, load), DRBCell(mesh84, "IBA-CC", p, load), 1)...)
					}
				}
				return append(g, drbGain(mesh84, p, drbSeen))
			}), group{drbMore([]string{mesh84}, []string{"transpose"}, []string{mesh84}, []string{"butterfly", "bit-reversal", "perfect-shuffle", "complement"})})},
		Claim{ID: "drb-mesh-32-less", Where: "[DRB-T] §7.3.1.1, Figs. 7-4a, 7-5a",
			Text:  "considering the mesh of 32 nodes […] the results are qualitatively similar to those of the one of 16 nodes, but the differences are still less marked in the case of throughput",
			Test:  "at full load, DRB accepts more times what IBA-CC does on the 4×4 mesh than on the 8×4, on the mean of the five patterns",
			tests: []group{{drbMore([]string{mesh44}, DRBPatterns, []string{mesh84}, DRBPatterns)}}},
		Claim{ID: "drb-mesh-less-throughput", Where: "[DRB] §5, Figs. 8, 9",
			Text:  "This topology [the mesh of 32 nodes] offers by its physical characteristics a smaller number of other paths and therefore the throughput produced is slightly worse than in the case of the torus [of 64]",
			Test:  "at full load under butterfly, shuffle and transpose, DRB accepts in the mean at least 1.05 times as much on the 8×8 torus as on the 8×4 mesh",
			tests: []group{{comparison{a: drbMeans([]string{"torus-8x8"}, "DRB", three, Throughput), b: drbMeans([]string{mesh84}, "DRB", three, Throughput), factor: drbSeen}}}})
	add(drbByBoth(Claim{ID: "drb-scales-all", Where: "[DRB-T] §7.4",
		Text: "As a general tendency, it is observed that the difference between DRB and the technique of InfiniBand grows as the network grows in size",
		Test: "at full load, on the mean of the five patterns, DRB accepts more times what IBA-CC does, and the $ of IBA-CC is more times that of DRB, on the 8×8 torus than on the 4×4, and on the 8×4 mesh than on the 4×4"},
		func(m Measure) []group {
			return each([][2]string{{"torus-8x8", "torus-4x4"}, {mesh84, mesh44}}, func(x [2]string) group {
				large, small := x[:1], x[1:]
				return group{drbMore(large, DRBPatterns, small, DRBPatterns), {
					a: drbMeans(large, "IBA-CC", DRBPatterns, m), per: drbMeans(large, "DRB", DRBPatterns, m),
					b: drbMeans(small, "IBA-CC", DRBPatterns, m), perB: drbMeans(small, "DRB", DRBPatterns, m)}}
			})
		})...)
	add(drbByBoth(Claim{ID: "drb-mesh-better", Where: "[DRB-T] §7.3.1.1, Figs. 7-4, 7-5",
		Text: "it has been found that DRB offers better results than the technique of congestion control of InfiniBand, for the meshes of different sizes",
		Test: "at full load on both meshes, under each of the five patterns, DRB accepts at least 1.05 times as much as IBA-CC, and the $ of IBA-CC is at least 1.05 times that of DRB"},
		func(m Measure) []group {
			return each2(meshes, DRBPatterns, func(n, p string) group { return group{drbGain(n, p, drbSeen), drbSooner(n, p, m, drbSeen)} })
		})...)
	add(drbByBoth(Claim{ID: "drb-mesh-low-load", Where: "[DRB-T] §7.3.1.1, Fig. 7-4; [DRB] §5, Fig. 9",
		Text: "the behaviour of DRB and that of IBA_CC are similar with very low loads [meshes]",
		Test: "at 10 % load on both meshes, under the five patterns, accepted loads are within 1 point, and neither $ is above 1.1 times the other"},
		func(m Measure) []group {
			return each2(meshes, DRBPatterns, func(n, p string) group { return drbAlike(n, p, 10, m) })
		})...)
	add(drbByBoth(Claim{ID: "drb-mesh-maximum", Where: "[DRB-T] §7.3.1.1, Fig. 7-4b",
		Text: "DRB is better in the zone of maximum load, in which it has lower latencies [mesh 4×4; ‘butterfly’, ‘bit-reversal’, ‘perfect shuffle’, ‘matrix transpose’ and ‘shuffle’]",
		Test: "at full load on the 4×4 mesh, under the four patterns, the $ of IBA-CC is at least 1.05 times that of DRB"},
		func(m Measure) []group {
			return each(four, func(p string) group { return group{drbSooner(mesh44, p, m, drbSeen)} })
		})...)
	add(drbByBoth(Claim{ID: "drb-mesh-complement", Where: "[DRB-T] §7.3.1.1, Fig. 7-4b",
		Text: "With the pattern complement the improvement is slightly above IBA_CC, because the choice of other paths is very limited, due to the pattern of traffic that arises in this case [mesh 4×4; said of the latencies]",
		Test: "at full load on the 4×4 mesh, the $ of IBA-CC under complement is at least that of DRB, and their ratio is below that under each of the four other patterns"},
		func(m Measure) []group {
			return append(each(four, func(p string) group {
				return group{comparison{a: drbAt(mesh44, "IBA-CC", p, m), per: drbAt(mesh44, "DRB", p, m), b: drbAt(mesh44, "IBA-CC", "complement", m), perB: drbAt(mesh44, "DRB", "complement", m)}}
			}), group{drbSooner(mesh44, "complement", m, 1)})
		})...)
	add(drbByBoth(Claim{ID: "drb-mesh-32-latency", Where: "[DRB-T] §7.3.1.1, Fig. 7-5b",
		Text: "The latencies behave in a similar way, except with high loads, which in the case of IBA_CC shoot up to high values, whereas in DRB they stay uniform [mesh of 32 nodes]",
		Test: "at full load on the 8×4 mesh, under the five patterns, the $ of DRB is at most twice what it is at 20 %, and that of IBA-CC more than twice what it is there"},
		func(m Measure) []group {
			return each(DRBPatterns, func(p string) group {
				d, i := DRBCell(mesh84, "DRB", p, 100).Of(m), DRBCell(mesh84, "IBA-CC", p, 100).Of(m)
				return group{comparison{a: []Cell{d.At(20)}, b: []Cell{d}, factor: 0.5}, {a: []Cell{i}, b: []Cell{i.At(20)}, factor: 2}}
			})
		})...)
	add(drbByBoth(Claim{ID: "drb-mesh-slower", Where: "[DRB-T] §7.3.1.1, Figs. 7-2b, 7-4b",
		Text: "On this topology [the mesh], by its physical characteristics and the other paths it offers, the latencies that arise are slightly worse than in the case of the torus",
		Test: "at full load, the mean over the five patterns of the $ of DRB is on the 4×4 mesh 1.05 to 2 times that on the 4×4 torus"},
		func(m Measure) []group {
			return []group{{drbSlower([]string{mesh44}, []string{"torus-4x4"}, m, drbSeen), drbSlower([]string{"torus-4x4"}, []string{mesh44}, m, 0.5)}}
		})...)
	add(drbByBoth(Claim{ID: "drb-mesh-latency", Where: "[DRB-T] §7.4",
		Text: "As to the meshes, it has been observed that DRB exceeds the method offered by InfiniBand on average by 140 % for the case of the transport latency",
		Test: "at full load on both meshes, the mean of the $ of IBA-CC over the five patterns is at least 2.4 times that of DRB"},
		func(m Measure) []group {
			return []group{{comparison{a: drbMeans(meshes, "IBA-CC", DRBPatterns, m), b: drbMeans(meshes, "DRB", DRBPatterns, m), factor: 2.4}}}
		})...)
	add(
		Claim{ID: "drb-hot-link", Where: "[DRB] §5, Fig. 10; [DRB-T] §7.3.1.2, Figs. 7-6, 7-7",
			Text:  "[it] improves the results over the technique of congestion control used by IBA by approximately 75 % [load of the links under the link hot spot, ‘under extreme conditions of applied load’]",
			Test:  "on the 8×8 torus under LHS at full load, the most used link is used at most 0.35 times as much with DRB as with IBA-CC",
			tests: []group{{comparison{a: drbAt("torus-8x8", "IBA-CC", LHS, PeakLoad), b: drbAt("torus-8x8", "DRB", LHS, PeakLoad), factor: 1 / 0.35}}}},
		Claim{ID: "drb-hot-link-shared", Where: "the same",
			Text: "The same, at loads at which a flow alone does not fill a link: beyond ‘extreme conditions’ the report does not say at which load the surfaces were taken",
			Test: "on the 8×8 torus under LHS at 20, 33 (where the three flows just fill the link they share) and 50 % load, the most used link is used at most 0.35 times as much with DRB as with IBA-CC",
			tests: each(DRBHotLoads, func(load int) group {
				return group{comparison{a: drbHot("IBA-CC", load, PeakLoad), b: drbHot("DRB", load, PeakLoad), factor: 1 / 0.35}}
			})},
		Claim{ID: "drb-hot-link-lower", Where: "[DRB-T] §7.3.1.2",
			Text: "When DRB is used, the peaks of communication are effectively eliminated",
			Test: "on the 8×8 torus under LHS at 20, 33, 50 and 100 % load, the most used link is used at least 1.05 times as much with IBA-CC as with DRB, and DRB accepts as much, to 0.05 points",
			tests: each(append(DRBHotLoads[:len(DRBHotLoads):len(DRBHotLoads)], 100), func(load int) group {
				return group{comparison{a: drbHot("IBA-CC", load, PeakLoad), b: drbHot("DRB", load, PeakLoad), factor: drbSeen},
					over(drbHot("DRB", load, Throughput), drbHot("IBA-CC", load, Throughput), -0.05)}
			})},
		Claim{ID: "drb-hot-link-degradation", Where: "[DRB] §6",
			Text:  "The mechanism proposed eliminates the degradation of the performance of the interconnection network that is caused by the high demand of resources in a certain zone of the network [§1 has a degradation where ‘the traffic received is less than that offered, and the latency of messages grows considerably, too’]",
			Test:  "on the 8×8 torus under LHS at 33 and 50 % load, DRB accepts as many times what it accepts at 20 % as the load is, to within 5 %, and the latency from generation on is at most twice what it is there",
			tests: each(DRBHotLoads[1:], drbUndegraded)},
		Claim{ID: "drb-hot-link-degradation-full", Where: "the same; §5",
			Text:  "The same, ‘under extreme conditions of applied load’",
			Test:  "on the 8×8 torus under LHS at full load, DRB accepts five times what it accepts at 20 %, to within 5 %, and the latency from generation on is at most twice what it is there",
			tests: []group{drbUndegraded(100)}},
		Claim{ID: "drb-hot-link-waiting", Where: "[DRB-T] §7.3.1.2",
			Text: "the peaks of communication are effectively eliminated, which translate into high values of latency, since the packets must wait in the buffers to which these links are connected",
			Test: "on the 8×8 torus under LHS at 20, 33, 50 and 100 % load, at most half as many packets wait with DRB as with IBA-CC behind the link where most do",
			tests: each(append(DRBHotLoads[:len(DRBHotLoads):len(DRBHotLoads)], 100), func(load int) group {
				return group{comparison{a: drbHot("IBA-CC", load, PeakQueue), b: drbHot("DRB", load, PeakQueue), factor: 2}}
			})},
		Claim{ID: "drb-hot-link-per-load", Where: "[DRB] §5, Fig. 10; [DRB-T] §7.3.1.2, Figs. 7-6, 7-7",
			Text: "The same 75 %, by our reading: the load of the links is to be compared for the same traffic delivered, as DRB delivers far more",
			Test: "on the 8×8 torus under LHS at full load, the utilisation of the most used link over the accepted load is with IBA-CC at least 1/0.35 times that with DRB",
			tests: []group{{comparison{a: drbAt("torus-8x8", "IBA-CC", LHS, PeakLoad), per: drbAt("torus-8x8", "IBA-CC", LHS, Throughput),
				b: drbAt("torus-8x8", "DRB", LHS, PeakLoad), perB: drbAt("torus-8x8", "DRB", LHS, Throughput), factor: 1 / 0.35}}}})
	add(Claim{ID: "drb-hot-link-resources", Where: "[DRB-T] §7.4",
		Text:  "[under] the specific hot-spot pattern […] an improvement of 75 % in the use of the resources has been observed",
		Test:  "on the 8×8 torus under LHS at full load, DRB accepts at least 1.75 times as much as IBA-CC: by our reading resources are used better if more is delivered over them",
		tests: []group{{drbGain("torus-8x8", LHS, 1.75)}}})
	add(drbByBoth(Claim{ID: "drb-hot-link-through", Where: "[DRB-T] §7.3.1.2",
		Text: "DRB offers better results with hot-spot patterns […] for it is able to distribute the excess of load among the different links of the network",
		Test: "on the 8×8 torus under LHS at full load, DRB accepts at least 1.5 times as much as IBA-CC, at a lower $"},
		func(m Measure) []group {
			return []group{{drbGain("torus-8x8", LHS, 1.5), drbSooner("torus-8x8", LHS, m, 1)}}
		})...)
	add(
		Claim{ID: "drb-sizes", Where: "[DRB-T] §7.3.2, Fig. 7-8a",
			Text: "the improvements in performance presented by DRB increase as the size of the packet does, in the case presented for the communication pattern butterfly",
			Test: "at full load, the ratio of the accepted loads of DRB and IBA-CC is larger at 4096 than at 1024 B, and at 1024 than at 256 B",
			tests: each([][2]int{{4096, 1024}, {1024, 256}}, func(x [2]int) group {
				return group{comparison{
					a: drbSized("DRB", "butterfly", x[0], Throughput), per: drbSized("IBA-CC", "butterfly", x[0], Throughput),
					b: drbSized("DRB", "butterfly", x[1], Throughput), perB: drbSized("IBA-CC", "butterfly", x[1], Throughput)}}
			})})
	add(drbByBoth(Claim{ID: "drb-sizes-better", Where: "[DRB-T] §7.3.2, Fig. 7-8",
		Text: "As in the case before, DRB offers better results than the technique that InfiniBand offers [under perfect shuffle too; all three sizes]",
		Test: "at full load, DRB accepts at least 1.05 times as much as IBA-CC, at a lower $, for each size and both patterns"},
		func(m Measure) []group {
			return each2([]string{"butterfly", "perfect-shuffle"}, []string{"256", "1024", "4096"}, func(p, size string) group {
				bytes := map[string]int{"256": 256, "1024": 1024, "4096": 4096}[size]
				return group{comparison{a: drbSized("DRB", p, bytes, Throughput), b: drbSized("IBA-CC", p, bytes, Throughput), factor: drbSeen},
					over(drbSized("IBA-CC", p, bytes, m), drbSized("DRB", p, bytes, m), 0)}
			})
		})...)
	add(Claim{ID: "drb-sizes-high", Where: "[DRB-T] §7.3.2, Fig. 7-8b",
		Text: "Distributed routing balancing notably improves the cases of very high load and is able to take advantage of the increase of the length of the messages [perfect shuffle]",
		Test: "at 120 % load under perfect shuffle, DRB accepts at least 1.2 times as much as IBA-CC for each size, and more with 4096 B than with 256 B",
		tests: append(each(DRBBytes, func(bytes int) group {
			return group{{a: drbSizedAt("DRB", "perfect-shuffle", bytes, 120, Throughput), b: drbSizedAt("IBA-CC", "perfect-shuffle", bytes, 120, Throughput), factor: 1.2}}
		}), group{{a: drbSizedAt("DRB", "perfect-shuffle", 4096, 120, Throughput), b: drbSizedAt("DRB", "perfect-shuffle", 256, 120, Throughput), factor: drbSeen}})})
	add(drbByBoth(Claim{ID: "drb-sizes-range", Where: "[DRB-T] §7.4, Fig. 7-8a",
		Text: "For the pattern butterfly […] DRB is able to keep latencies low, due to the distribution of load, and makes it possible to use the network in a higher range of injection",
		Test: "at 60 % load under butterfly, for each size, DRB accepts at least 1.2 times as much as IBA-CC, whose $ is at least twice that of DRB"},
		func(m Measure) []group {
			return each(DRBBytes, func(bytes int) group {
				return group{{a: drbSizedAt("DRB", "butterfly", bytes, 60, Throughput), b: drbSizedAt("IBA-CC", "butterfly", bytes, 60, Throughput), factor: 1.2},
					{a: drbSizedAt("IBA-CC", "butterfly", bytes, 60, m), b: drbSizedAt("DRB", "butterfly", bytes, 60, m), factor: 2}}
			})
		})...)
	add(drbByBoth(Claim{ID: "drb-sizes-latency", Where: "[DRB-T] §7.3.2, Fig. 7-8",
		Text: "increasing the length of the message is not a good option, since it raises the latency for the three methods of routing in general [the report compares two]",
		Test: "at 20 and 100 % load under both patterns, with DRB and with IBA-CC, the $ is at least 1.05 times as long with 4096 B as with 1024, and with 1024 as with 256"},
		func(m Measure) []group {
			return each2([]string{"DRB", "IBA-CC"}, []string{"butterfly", "perfect-shuffle"}, func(control, p string) (g group) {
				for _, load := range []int{20, 100} {
					for _, x := range [][2]int{{4096, 1024}, {1024, 256}} {
						g = append(g, comparison{a: drbSizedAt(control, p, x[0], load, m), b: drbSizedAt(control, p, x[1], load, m), factor: drbSeen})
					}
				}
				return
			})
		})...)
	add(drbByBoth(Claim{ID: "drb-sizes-less", Where: "[DRB-T] §7.3.2, Fig. 7-8",
		Text: "With DRB, the decrease of the performance that the variation of the length of the packet causes is improved",
		Test: "at 20 and 100 % load under both patterns, the $ with 4096 B is fewer times that with 256 B with DRB than with IBA-CC"},
		func(m Measure) []group {
			return each2([]string{"butterfly", "perfect-shuffle"}, []string{"20", "100"}, func(p, at string) group {
				load := map[string]int{"20": 20, "100": 100}[at]
				return group{{a: drbSizedAt("IBA-CC", p, 4096, load, m), per: drbSizedAt("IBA-CC", p, 256, load, m),
					b: drbSizedAt("DRB", p, 4096, load, m), perB: drbSizedAt("DRB", p, 256, load, m)}}
			})
		})...)
	return all
}
