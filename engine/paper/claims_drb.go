package paper

// The claims of [DRB] §5 and [DRB-T] §7.3, decided at full load where they speak of high loads. Where they name a
// range of gains, its lower end is asked for.

// drbGain demands that DRB's accepted load be so many times InfiniBand's.
func drbGain(net, traffic string, factor float64) comparison {
	return comparison{a: drbAt(net, "DRB", traffic, Throughput), b: drbAt(net, "IBA-CC", traffic, Throughput), factor: factor}
}

// drbSooner demands that InfiniBand's latency be so many times DRB's.
func drbSooner(net, traffic string, factor float64) comparison {
	return comparison{a: drbAt(net, "IBA-CC", traffic, Latency), b: drbAt(net, "DRB", traffic, Latency), factor: factor}
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

func drbClaims() []Claim {
	tori, meshes := DRBNets[:2], DRBNets[2:]
	four := DRBPatterns[:4]
	mesh44, mesh84 := "mesh-4x4", "mesh-8x4"
	return []Claim{
		{ID: "drb-low-load", Where: "[DRB-T] §7.3.1.1, Figs. 7-2, 7-3",
			Text: "at low loads (a bandwidth below 500 bits/µs) the two techniques behave alike [on tori]",
			Test: "at 10 and 20 % load on both tori, under the four patterns, accepted loads are within 1 point, and neither latency is above 1.1 times the other",
			tests: each2(tori, four, func(n, p string) (g group) {
				for _, load := range []int{10, 20} {
					d, i := DRBCell(n, "DRB", p, load), DRBCell(n, "IBA-CC", p, load)
					g = append(g, near(d, i, 1)...)
					d, i = d.Of(Latency), i.Of(Latency)
					g = append(g, comparison{a: []Cell{d}, b: []Cell{i}, factor: 1 / 1.1}, comparison{a: []Cell{i}, b: []Cell{d}, factor: 1 / 1.1})
				}
				return
			})},
		{ID: "drb-medium-load", Where: "[DRB-T] §7.3.1.1, Figs. 7-2b, 7-3b",
			Text: "with loads between 500 and 900 bits/µs, the increase of the latency obtained with DRB is notably lower than the one obtained with the technique of InfiniBand [on tori]",
			Test: "at 30 and 40 % load on the 8×8 torus, under the four patterns, the latency of IBA-CC is at least 1.5 times that of DRB",
			tests: each(four, func(p string) (g group) {
				for _, load := range []int{30, 40} {
					g = append(g, comparison{a: []Cell{DRBCell("torus-8x8", "IBA-CC", p, load).Of(Latency)}, b: []Cell{DRBCell("torus-8x8", "DRB", p, load).Of(Latency)}, factor: 1.5})
				}
				return
			})},
		{ID: "drb-torus-throughput", Where: "[DRB] §5, Fig. 8",
			Text:  "The gains over the original method are between 35 and 50 %, depending on the pattern used [throughput, torus of 64 nodes; butterfly, shuffle, transpose]",
			Test:  "at full load on the 8×8 torus, DRB accepts at least 1.35 times as much as IBA-CC under each of the three",
			tests: each([]string{"butterfly", "perfect-shuffle", "transpose"}, func(p string) group { return group{drbGain("torus-8x8", p, 1.35)} })},
		{ID: "drb-torus-latency", Where: "[DRB-T] §8.1, Figs. 7-2, 7-3",
			Text:  "In general, DRB improves the IBA technique by 50 to 100 %, in latency as in throughput [said of all networks; here of the latency on tori]",
			Test:  "at full load on both tori, under the four patterns, the latency of IBA-CC is at least 1.5 times that of DRB",
			tests: each2(tori, four, func(n, p string) group { return group{drbSooner(n, p, 1.5)} })},
		{ID: "drb-torus-holds", Where: "[DRB-T] §7.3.1.1, Fig. 7-3",
			Text: "with DRB the accepted load stays constant over a larger range of injection, with all patterns, unlike IBA_CC, where a decrease of the accepted load is observed",
			Test: "on the 8×8 torus under the four patterns, DRB accepts at 120 % load at least 0.95 times what it accepts at 80 %, and more than IBA-CC does",
			tests: each(four, func(p string) group {
				d, i := DRBCell("torus-8x8", "DRB", p, 120), DRBCell("torus-8x8", "IBA-CC", p, 120)
				return group{comparison{a: []Cell{d}, b: []Cell{d.At(80)}, factor: 0.95}, beats(d, i, 0)}
			})},
		{ID: "drb-scales", Where: "[DRB-T] §7.3.1.1",
			Text:  "similar results for networks of 16 and 64 nodes, which get better as the network grows",
			Test:  "at full load, DRB accepts more times what IBA-CC does on the 8×8 torus than on the 4×4, on the mean of the four patterns",
			tests: []group{{drbMore([]string{"torus-8x8"}, four, []string{"torus-4x4"}, four)}}},
		{ID: "drb-mesh-throughput", Where: "[DRB-T] §7.3.1.1, Fig. 7-4a",
			Text:  "DRB presents improvements in all cases, though they range between 25 and 80 % by the pattern [mesh 4×4]",
			Test:  "at full load on the 4×4 mesh, DRB accepts at least 1.25 times as much as IBA-CC under the four patterns, and more under complement",
			tests: append(each(four, func(p string) group { return group{drbGain(mesh44, p, 1.25)} }), group{drbGain(mesh44, "complement", 1)})},
		{ID: "drb-mesh-complement", Where: "[DRB-T] §7.3.1.1",
			Text: "With complement the improvement is slight, because that pattern leaves a very limited choice of other paths [mesh 4×4]",
			Test: "at full load on the 4×4 mesh, the gain of DRB over IBA-CC is larger under each of the four patterns than under complement",
			tests: each(four, func(p string) group {
				return group{drbMore([]string{mesh44}, []string{p}, []string{mesh44}, []string{"complement"})}
			})},
		{ID: "drb-mesh-32", Where: "[DRB-T] §7.3.1.1, Fig. 7-5a",
			Text: "for butterfly, bit reversal, perfect shuffle and complement IBA_CC and DRB behave alike at low loads, and somewhat better for DRB at high loads; with matrix transpose DRB is better [mesh of 32 nodes]",
			Test: "at full load on the 8×4 mesh, DRB accepts more than IBA-CC under all five patterns, and gains more under transpose than on the mean of the others",
			tests: append(each(DRBPatterns, func(p string) group { return group{drbGain(mesh84, p, 1)} }),
				group{drbMore([]string{mesh84}, []string{"transpose"}, []string{mesh84}, []string{"butterfly", "bit-reversal", "perfect-shuffle", "complement"})})},
		{ID: "drb-mesh-latency", Where: "[DRB-T] §7.4",
			Text:  "As to the meshes, DRB exceeds InfiniBand's method on average by 140 % in latency",
			Test:  "at full load on both meshes, the mean latency of IBA-CC over the five patterns is at least 2.4 times that of DRB",
			tests: []group{{comparison{a: drbMeans(meshes, "IBA-CC", DRBPatterns, Latency), b: drbMeans(meshes, "DRB", DRBPatterns, Latency), factor: 2.4}}}},
		{ID: "drb-hot-link", Where: "[DRB] §5, Fig. 10; [DRB-T] §7.3.1.2, Figs. 7-6, 7-7",
			Text:  "DRB improves the results over InfiniBand's technique by about 75 % [and] effectively eliminates the peaks of communication [load of the links under the link hot spot]",
			Test:  "on the 8×8 torus under LHS, the most used link is used at most 0.35 times as much with DRB as with IBA-CC",
			tests: []group{{comparison{a: drbAt("torus-8x8", "IBA-CC", LHS, PeakLoad), b: drbAt("torus-8x8", "DRB", LHS, PeakLoad), factor: 1 / 0.35}}}},
		{ID: "drb-hot-link-per-load", Where: "the same",
			Text: "The same, by our reading: the load of the links is to be compared for the same traffic delivered, as DRB delivers far more",
			Test: "on the 8×8 torus under LHS, the utilisation of the most used link over the accepted load is with IBA-CC at least 1/0.35 times that with DRB",
			tests: []group{{comparison{a: drbAt("torus-8x8", "IBA-CC", LHS, PeakLoad), per: drbAt("torus-8x8", "IBA-CC", LHS, Throughput),
				b: drbAt("torus-8x8", "DRB", LHS, PeakLoad), perB: drbAt("torus-8x8", "DRB", LHS, Throughput), factor: 1 / 0.35}}}},
		{ID: "drb-hot-link-through", Where: "[DRB-T] §7.3.1.2",
			Text:  "DRB gives better results under hot-spot patterns, for it can distribute the excess of load among the links of the network",
			Test:  "on the 8×8 torus under LHS, DRB accepts at least 1.5 times as much as IBA-CC, at a lower latency",
			tests: []group{{drbGain("torus-8x8", LHS, 1.5), drbSooner("torus-8x8", LHS, 1)}}},
		{ID: "drb-sizes", Where: "[DRB-T] §7.3.2, Fig. 7-8a",
			Text: "the improvements presented by DRB increase with the size of the packet in the case of butterfly",
			Test: "at full load, the ratio of the accepted loads of DRB and IBA-CC is larger at 4096 than at 1024 B, and at 1024 than at 256 B",
			tests: each([][2]int{{4096, 1024}, {1024, 256}}, func(x [2]int) group {
				return group{comparison{
					a: drbSized("DRB", "butterfly", x[0], Throughput), per: drbSized("IBA-CC", "butterfly", x[0], Throughput),
					b: drbSized("DRB", "butterfly", x[1], Throughput), perB: drbSized("IBA-CC", "butterfly", x[1], Throughput)}}
			})},
		{ID: "drb-sizes-better", Where: "[DRB-T] §7.3.2, Fig. 7-8",
			Text: "As in the case before, DRB gives better results than the technique of InfiniBand [under perfect shuffle too; all three sizes]",
			Test: "at full load, DRB accepts more than IBA-CC at a lower latency, for each size and both patterns",
			tests: each2([]string{"butterfly", "perfect-shuffle"}, []string{"256", "1024", "4096"}, func(p, size string) group {
				bytes := map[string]int{"256": 256, "1024": 1024, "4096": 4096}[size]
				return group{over(drbSized("DRB", p, bytes, Throughput), drbSized("IBA-CC", p, bytes, Throughput), 0),
					over(drbSized("IBA-CC", p, bytes, Latency), drbSized("DRB", p, bytes, Latency), 0)}
			})},
	}
}
