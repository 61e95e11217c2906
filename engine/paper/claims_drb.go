package paper

// The claims of [DRB] §5 and [DRB-T] §7.3, decided at full load where they speak of high loads. Where they name a
// range of gains, its lower end is asked for.

import "strings"

// drbGain demands that DRB's accepted load be so many times InfiniBand's.
func drbGain(net, traffic string, factor float64) comparison {
	return comparison{a: drbAt(net, "DRB", traffic, Throughput), b: drbAt(net, "IBA-CC", traffic, Throughput), factor: factor}
}

// drbSooner demands that InfiniBand's latency, by one of the two measures, be so many times DRB's.
func drbSooner(net, traffic string, m Measure, factor float64) comparison {
	return comparison{a: drbAt(net, "IBA-CC", traffic, m), b: drbAt(net, "DRB", traffic, m), factor: factor}
}

// drbByBoth makes two claims of one about latencies: by that from injection on, which [DRB-T] §7.3 defines ("from when the first bit of the
// packet is injected into the network by the source node to when its last bit is received"), and by that from generation on, which holds
// what its sources keep back too. Of $ in its test the measure is put.
func drbByBoth(c Claim, tests func(m Measure) []group) []Claim {
	of := func(c Claim, m Measure, name string) Claim {
		c.Test, c.tests = strings.ReplaceAll(c.Test, "$", name), tests(m)
		return c
	}
	d := of(c, Latency, "latency from generation on")
	d.ID, d.Text, d.Where = d.ID+"-generated", "The same, by the latency that counts the wait in the source queue too", "the same"
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
	c := DRBCell("torus-8x8", control, traffic, 100).Of(m)
	c.Bytes = bytes
	return []Cell{c}
}

// drbHot is the run under the link hot spot at a load.
func drbHot(control string, load int, m Measure) []Cell {
	return []Cell{DRBCell("torus-8x8", control, LHS, load).Of(m)}
}

func drbClaims() []Claim {
	tori, meshes := DRBNets[:2], DRBNets[2:]
	four := DRBPatterns[:4]
	mesh44, mesh84 := "mesh-4x4", "mesh-8x4"
	all := []Claim{}
	add := func(c ...Claim) { all = append(all, c...) }
	add(drbByBoth(Claim{ID: "drb-low-load", Where: "[DRB-T] §7.3.1.1, Figs. 7-2, 7-3",
		Text: "at low loads (a bandwidth below 500 bits/µs) the two techniques behave alike [on tori]",
		Test: "at 10 and 20 % load on both tori, under the four patterns, accepted loads are within 1 point, and neither $ is above 1.1 times the other"},
		func(m Measure) []group {
			return each2(tori, four, func(n, p string) (g group) {
				for _, load := range []int{10, 20} {
					d, i := DRBCell(n, "DRB", p, load), DRBCell(n, "IBA-CC", p, load)
					g = append(g, near(d, i, 1)...)
					d, i = d.Of(m), i.Of(m)
					g = append(g, comparison{a: []Cell{d}, b: []Cell{i}, factor: 1 / 1.1}, comparison{a: []Cell{i}, b: []Cell{d}, factor: 1 / 1.1})
				}
				return
			})
		})...)
	add(drbByBoth(Claim{ID: "drb-medium-load", Where: "[DRB-T] §7.3.1.1, Figs. 7-2b, 7-3b",
		Text: "with loads between 500 and 900 bits/µs, the increase of the latency obtained with DRB is notably lower than the one obtained with the technique of InfiniBand [on tori]",
		Test: "at 30 and 40 % load on the 8×8 torus, under the four patterns, the $ of IBA-CC is at least 1.5 times that of DRB"},
		func(m Measure) []group {
			return each(four, func(p string) (g group) {
				for _, load := range []int{30, 40} {
					g = append(g, comparison{a: []Cell{DRBCell("torus-8x8", "IBA-CC", p, load).Of(m)}, b: []Cell{DRBCell("torus-8x8", "DRB", p, load).Of(m)}, factor: 1.5})
				}
				return
			})
		})...)
	add(Claim{ID: "drb-torus-throughput", Where: "[DRB] §5, Fig. 8",
		Text:  "The gains over the original method are between 35 and 50 %, depending on the pattern used [throughput, torus of 64 nodes; butterfly, shuffle, transpose]",
		Test:  "at full load on the 8×8 torus, DRB accepts at least 1.35 times as much as IBA-CC under each of the three",
		tests: each([]string{"butterfly", "perfect-shuffle", "transpose"}, func(p string) group { return group{drbGain("torus-8x8", p, 1.35)} })})
	add(drbByBoth(Claim{ID: "drb-torus-latency", Where: "[DRB-T] §8.1, Figs. 7-2, 7-3",
		Text: "In general, DRB improves the IBA technique by 50 to 100 %, in latency as in throughput [said of all networks; here of the latency on tori]",
		Test: "at full load on both tori, under the four patterns, the $ of IBA-CC is at least 1.5 times that of DRB"},
		func(m Measure) []group {
			return each2(tori, four, func(n, p string) group { return group{drbSooner(n, p, m, 1.5)} })
		})...)
	add(
		Claim{ID: "drb-torus-holds", Where: "[DRB-T] §7.3.1.1, Fig. 7-3",
			Text: "with DRB the accepted load stays constant over a larger range of injection, with all patterns, unlike IBA_CC, where a decrease of the accepted load is observed",
			Test: "on the 8×8 torus under the four patterns, DRB accepts at 120 % load at least 0.95 times what it accepts at 80 %, and more than IBA-CC does",
			tests: each(four, func(p string) group {
				d, i := DRBCell("torus-8x8", "DRB", p, 120), DRBCell("torus-8x8", "IBA-CC", p, 120)
				return group{comparison{a: []Cell{d}, b: []Cell{d.At(80)}, factor: 0.95}, beats(d, i, 0)}
			})},
		Claim{ID: "drb-scales", Where: "[DRB-T] §7.3.1.1",
			Text:  "similar results for networks of 16 and 64 nodes, which get better as the network grows",
			Test:  "at full load, DRB accepts more times what IBA-CC does on the 8×8 torus than on the 4×4, on the mean of the four patterns",
			tests: []group{{drbMore([]string{"torus-8x8"}, four, []string{"torus-4x4"}, four)}}},
		Claim{ID: "drb-mesh-throughput", Where: "[DRB-T] §7.3.1.1, Fig. 7-4a",
			Text:  "DRB presents improvements in all cases, though they range between 25 and 80 % by the pattern [mesh 4×4]",
			Test:  "at full load on the 4×4 mesh, DRB accepts at least 1.25 times as much as IBA-CC under the four patterns, and more under complement",
			tests: append(each(four, func(p string) group { return group{drbGain(mesh44, p, 1.25)} }), group{drbGain(mesh44, "complement", 1)})},
		Claim{ID: "drb-mesh-complement", Where: "[DRB-T] §7.3.1.1",
			Text: "With complement the improvement is slight, because that pattern leaves a very limited choice of other paths [mesh 4×4]",
			Test: "at full load on the 4×4 mesh, the gain of DRB over IBA-CC is larger under each of the four patterns than under complement",
			tests: each(four, func(p string) group {
				return group{drbMore([]string{mesh44}, []string{p}, []string{mesh44}, []string{"complement"})}
			})},
		Claim{ID: "drb-mesh-32", Where: "[DRB-T] §7.3.1.1, Fig. 7-5a",
			Text: "for butterfly, bit reversal, perfect shuffle and complement IBA_CC and DRB behave alike at low loads, and somewhat better for DRB at high loads; with matrix transpose DRB is better [mesh of 32 nodes]",
			Test: "at full load on the 8×4 mesh, DRB accepts more than IBA-CC under all five patterns, and gains more under transpose than on the mean of the others",
			tests: append(each(DRBPatterns, func(p string) group { return group{drbGain(mesh84, p, 1)} }),
				group{drbMore([]string{mesh84}, []string{"transpose"}, []string{mesh84}, []string{"butterfly", "bit-reversal", "perfect-shuffle", "complement"})})})
	add(drbByBoth(Claim{ID: "drb-mesh-latency", Where: "[DRB-T] §7.4",
		Text: "As to the meshes, DRB exceeds InfiniBand's method on average by 140 % in latency",
		Test: "at full load on both meshes, the mean of the $ of IBA-CC over the five patterns is at least 2.4 times that of DRB"},
		func(m Measure) []group {
			return []group{{comparison{a: drbMeans(meshes, "IBA-CC", DRBPatterns, m), b: drbMeans(meshes, "DRB", DRBPatterns, m), factor: 2.4}}}
		})...)
	add(
		Claim{ID: "drb-hot-link", Where: "[DRB] §5, Fig. 10; [DRB-T] §7.3.1.2, Figs. 7-6, 7-7",
			Text:  "DRB improves the results over InfiniBand's technique by about 75 % [and] effectively eliminates the peaks of communication [load of the links under the link hot spot]",
			Test:  "on the 8×8 torus under LHS at full load, the most used link is used at most 0.35 times as much with DRB as with IBA-CC",
			tests: []group{{comparison{a: drbAt("torus-8x8", "IBA-CC", LHS, PeakLoad), b: drbAt("torus-8x8", "DRB", LHS, PeakLoad), factor: 1 / 0.35}}}},
		Claim{ID: "drb-hot-link-shared", Where: "the same",
			Text: "The same, at loads at which a flow alone does not fill a link: the thesis does not say at which load the surfaces were taken",
			Test: "on the 8×8 torus under LHS at 20, 33 (where the three flows just fill the link they share) and 50 % load, the most used link is used at most 0.35 times as much with DRB as with IBA-CC",
			tests: each(DRBHotLoads, func(load int) group {
				return group{comparison{a: drbHot("IBA-CC", load, PeakLoad), b: drbHot("DRB", load, PeakLoad), factor: 1 / 0.35}}
			})},
		Claim{ID: "drb-hot-link-lower", Where: "[DRB-T] §7.3.1.2",
			Text: "When DRB is used, the peaks of communication are effectively eliminated",
			Test: "on the 8×8 torus under LHS at 20, 33 and 50 % load, the most used link is used less with DRB than with IBA-CC, and DRB accepts as much, to 0.05 points",
			tests: each(DRBHotLoads, func(load int) group {
				return group{comparison{a: drbHot("IBA-CC", load, PeakLoad), b: drbHot("DRB", load, PeakLoad)},
					over(drbHot("DRB", load, Throughput), drbHot("IBA-CC", load, Throughput), -0.05)}
			})},
		Claim{ID: "drb-hot-link-per-load", Where: "[DRB] §5, Fig. 10; [DRB-T] §7.3.1.2, Figs. 7-6, 7-7",
			Text: "The same 75 %, by our reading: the load of the links is to be compared for the same traffic delivered, as DRB delivers far more",
			Test: "on the 8×8 torus under LHS at full load, the utilisation of the most used link over the accepted load is with IBA-CC at least 1/0.35 times that with DRB",
			tests: []group{{comparison{a: drbAt("torus-8x8", "IBA-CC", LHS, PeakLoad), per: drbAt("torus-8x8", "IBA-CC", LHS, Throughput),
				b: drbAt("torus-8x8", "DRB", LHS, PeakLoad), perB: drbAt("torus-8x8", "DRB", LHS, Throughput), factor: 1 / 0.35}}}})
	add(drbByBoth(Claim{ID: "drb-hot-link-through", Where: "[DRB-T] §7.3.1.2",
		Text: "DRB gives better results under hot-spot patterns, for it can distribute the excess of load among the links of the network",
		Test: "on the 8×8 torus under LHS at full load, DRB accepts at least 1.5 times as much as IBA-CC, at a lower $"},
		func(m Measure) []group {
			return []group{{drbGain("torus-8x8", LHS, 1.5), drbSooner("torus-8x8", LHS, m, 1)}}
		})...)
	add(
		Claim{ID: "drb-sizes", Where: "[DRB-T] §7.3.2, Fig. 7-8a",
			Text: "the improvements presented by DRB increase with the size of the packet in the case of butterfly",
			Test: "at full load, the ratio of the accepted loads of DRB and IBA-CC is larger at 4096 than at 1024 B, and at 1024 than at 256 B",
			tests: each([][2]int{{4096, 1024}, {1024, 256}}, func(x [2]int) group {
				return group{comparison{
					a: drbSized("DRB", "butterfly", x[0], Throughput), per: drbSized("IBA-CC", "butterfly", x[0], Throughput),
					b: drbSized("DRB", "butterfly", x[1], Throughput), perB: drbSized("IBA-CC", "butterfly", x[1], Throughput)}}
			})})
	add(drbByBoth(Claim{ID: "drb-sizes-better", Where: "[DRB-T] §7.3.2, Fig. 7-8",
		Text: "As in the case before, DRB gives better results than the technique of InfiniBand [under perfect shuffle too; all three sizes]",
		Test: "at full load, DRB accepts more than IBA-CC at a lower $, for each size and both patterns"},
		func(m Measure) []group {
			return each2([]string{"butterfly", "perfect-shuffle"}, []string{"256", "1024", "4096"}, func(p, size string) group {
				bytes := map[string]int{"256": 256, "1024": 1024, "4096": 4096}[size]
				return group{over(drbSized("DRB", p, bytes, Throughput), drbSized("IBA-CC", p, bytes, Throughput), 0),
					over(drbSized("IBA-CC", p, bytes, m), drbSized("DRB", p, bytes, m), 0)}
			})
		})...)
	return all
}
