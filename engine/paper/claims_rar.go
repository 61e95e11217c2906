package paper

// The claims of [RAR] on its results: §§1, 4.1, 4.4, 5.3 and 6, and Appendix A. The routings that the text names by a
// symbol are left to those sentences that name them in words too, or that Table 2 leaves no doubt about.

import (
	"strings"
)

// Columns and rows, as the text groups them.
var (
	oneSpot   = []string{"HS10-1", "HS25-1"}
	fourSpots = []string{"HS10-4", "HS25-4"}
	hotSpots  = []string{"HS10-1", "HS25-1", "HS10-4", "HS25-4"}
	static    = []string{"DBBM", "vFtree", "Flow2SL"}
	switches  = []bool{false, true}

	triggered   = rowsThat(func(r string) bool { return strings.Contains(r, "TH-") && !strings.HasPrefix(r, "NoTH") })
	untriggered = rowsThat(func(r string) bool { return strings.HasPrefix(r, "NoTH") })
	restricted  = rowsThat(func(r string) bool { return strings.Contains(r, "TH-") && r != "NoTH-AS-K" })
	second      = rowsThat(func(r string) bool { return strings.Contains(r, "-SS-") })
	secondOnly  = rowsThat(func(r string) bool { return strings.Contains(r, "-SS-") && !strings.HasPrefix(r, "NoTH") })
	firstOrAll  = rowsThat(func(r string) bool {
		return !strings.HasPrefix(r, "NoTH") && (strings.Contains(r, "-FS-") || strings.Contains(r, "-AS-"))
	})
	spaced       = rowsThat(func(r string) bool { return strings.HasSuffix(r, "/3") })
	spacedOrLate = rowsThat(func(r string) bool { return strings.HasSuffix(r, "/3") || strings.Contains(r, "-SS-") })
	neither      = rowsThat(func(r string) bool { return strings.Contains(r, "TH-") && !known(spacedOrLate, r) })
)

func rowsThat(is func(string) bool) (out []string) {
	for _, r := range Rows {
		if is(r) {
			out = append(out, r)
		}
	}
	return
}

// cells are those of some rows and traffics.
func cells(voq bool, rows []string, scheme string, traffics ...string) (out []Cell) {
	for _, r := range rows {
		for _, t := range traffics {
			out = append(out, Table(voq, r, scheme, t))
		}
	}
	return
}

func others(list []string, not string) (out []string) {
	for _, x := range list {
		if x != not {
			out = append(out, x)
		}
	}
	return
}

// bestRow says that a routing is the best of a scheme as §5.3 counts: "Note that the best routing configuration will be that one
// having a higher number of colored cells", which are the three highest of each traffic.
func bestRow(voq bool, row, scheme string) []group {
	var columns [][]Cell
	for _, t := range Traffics {
		columns = append(columns, cells(voq, Rows, scheme, t))
	}
	return each(others(Rows, row), func(r string) group {
		return group{{a: cells(voq, []string{row}, scheme, Traffics...), b: cells(voq, []string{r}, scheme, Traffics...), columns: columns}}
	})
}

// average has the cells of a routing and scheme without VOQs, over all traffics.
func average(row, scheme string) []Cell {
	return cells(false, []string{row}, scheme, Traffics...)
}

// combined are the cells of some rows with the static schemes, under all traffics.
func combined(of []bool, rows ...string) (out []Cell) {
	for _, voq := range of {
		for _, s := range static {
			out = append(out, cells(voq, rows, s, Traffics...)...)
		}
	}
	return
}

// bestPair says that a routing and a scheme have the highest mean of all pairs, over all traffics.
func bestPair(of []bool, row, scheme string) []group {
	mean := func(r, s string) (out []Cell) {
		for _, voq := range of {
			out = append(out, cells(voq, []string{r}, s, Traffics...)...)
		}
		return
	}
	return each2(Rows, Schemes, func(r, s string) group { return group{over(mean(row, scheme), mean(r, s), -slack)} })
}

// at are the same cells at another load.
func at(cells []Cell, load int) (out []Cell) {
	for _, c := range cells {
		out = append(out, c.At(load))
	}
	return
}

// rises says that cells rise between two loads by a point more, at least, than as many others do between two of theirs.
func rises(cells []Cell, from, to int, others []Cell, otherFrom, otherTo int) comparison {
	return risesMore(at(cells, to), at(cells, from), at(others, otherTo), at(others, otherFrom))
}

func each2[A, B any](as []A, bs []B, make func(A, B) group) (groups []group) {
	for _, a := range as {
		for _, b := range bs {
			groups = append(groups, make(a, b))
		}
	}
	return
}

func rarClaims() []Claim {
	late := func(traffic string) []Cell { return cells(false, firstOrAll, "1Q", traffic) }
	fixed := []string{"D-mod-K", "Oblivious", "NoTH-AS-K"} // the state of the art: none restricts what adapts
	combinations := [][3]string{                           // of a trigger and a stage, and either alone
		{"TH-FS-K", "TH-AS-K", "NoTH-FS-K"}, {"TH-SS-K", "TH-AS-K", "NoTH-SS-K"}, {"2TH-FS-K", "2TH-AS-K", "NoTH-FS-K"}, {"2TH-SS-K", "2TH-AS-K", "NoTH-SS-K"}}
	recommended := map[string]string{"1Q": "2TH-AS-K", "DBBM": "2TH-AS-K", "vFtree": "2TH-AS-K/3", "Flow2SL": "2TH-AS-K"}
	return []Claim{
		{ID: "rar-counterproductive", Where: "§1", need: 2,
			Text: "some combinations of queuing schemes with multi-path routings are counterproductive, as they are outperformed by deterministic routing",
			Test: "without VOQs, at least two pairs of Oblivious or NoTH-AS-K and a static scheme are at least 1 point below D-mod-K with that scheme under each of the four hot-spot traffics",
			tests: each2([]string{"Oblivious", "NoTH-AS-K"}, static, func(r, s string) group {
				return all(each(hotSpots, func(t string) group {
					return group{beats(Table(false, "D-mod-K", s, t), Table(false, r, s, t), 1)}
				}))
			})},
		{ID: "rar-combined-better", Where: "§4.1, Table 2", need: 2,
			Text: "In some cases, the congestion spreading is reduced even more when we combine these criteria",
			Test: "without VOQs, for at least two pairs of a scheme and a routing with TH or 2TH in the first or the second stage alone, its mean over the four hot-spot traffics is at least 5 points above those of the same trigger in all stages, and of the same stage with NoTH",
			tests: each2(Schemes, combinations, func(s string, x [3]string) group {
				of := func(r string) []Cell { return cells(false, []string{r}, s, hotSpots...) }
				return group{over(of(x[0]), of(x[1]), 5), over(of(x[0]), of(x[2]), 5)}
			})},
		{ID: "rar-combined-worse", Where: "§4.1, Table 2", need: 2,
			Text: "but in other situations, the combination of these criteria may be counterproductive, as we analyze in Section 5",
			Test: "without VOQs, for at least two pairs of a scheme and a routing with TH or 2TH in the first or the second stage alone, its mean over the four hot-spot traffics is at least 5 points below that of the same trigger in all stages",
			tests: each2(Schemes, combinations, func(s string, x [3]string) group {
				of := func(r string) []Cell { return cells(false, []string{r}, s, hotSpots...) }
				return group{over(of(x[1]), of(x[0]), 5)}
			})},
		{ID: "rar-first-stage-suits", Where: "§4.4",
			Text: "queuing schemes such as DBBM and vFtree are more suitable to use adaptive routing in the first stage of the topology […]. By contrast, using adaptive routing in the second stage is counterproductive to both DBBM and vFtree",
			Test: "without VOQs, for DBBM and vFtree the means over the four hot-spot traffics of NoTH-FS-K, TH-FS-K and 2TH-FS-K are above those of the same in the second stage, and that of NoTH-SS-K is below that of D-mod-K",
			tests: each([]string{"DBBM", "vFtree"}, func(s string) (g group) {
				mean := func(r string) []Cell { return cells(false, []string{r}, s, hotSpots...) }
				for _, trigger := range []string{"NoTH", "TH", "2TH"} {
					g = append(g, over(mean(trigger+"-FS-K"), mean(trigger+"-SS-K"), 0))
				}
				return append(g, over(mean("D-mod-K"), mean("NoTH-SS-K"), 0))
			})},
		{ID: "rar-flow2sl-fewer-paths", Where: "§4.4",
			Text: "Flow2SL could improve its performance if the number of paths being mapped to queues is reduced",
			Test: "without VOQs, the mean of Flow2SL over the four hot-spot traffics is with NoTH-FS-K and NoTH-SS-K above that with NoTH-AS-K, with TH-AS-K/3 above that with TH-AS-K, and with 2TH-AS-K/3 above that with 2TH-AS-K",
			tests: each([][2]string{{"NoTH-FS-K", "NoTH-AS-K"}, {"NoTH-SS-K", "NoTH-AS-K"}, {"TH-AS-K/3", "TH-AS-K"}, {"2TH-AS-K/3", "2TH-AS-K"}}, func(x [2]string) group {
				return group{over(cells(false, x[:1], "Flow2SL", hotSpots...), cells(false, x[1:], "Flow2SL", hotSpots...), 0)}
			})},
		{ID: "rar-1q-best", Where: "§5.3, Table 2",
			Text: "[this] routing configuration achieves the best performance for the 1Q buffer scheme (i.e. without any queuing scheme), although it suffers a performance degradation under HS25-4 traffic scenario, compared to [2TH, *S and K]",
			Test: "without VOQs, 1Q with TH-AS-K, by Table 2 the highest under the other four traffics, is at most 1 point below any other routing under these, and below 2TH-AS-K under HS25-4",
			tests: append(each(others(Traffics, "HS25-4"), func(t string) group {
				return all(each(others(Rows, "TH-AS-K"), func(r string) group {
					return group{beats(Table(false, "TH-AS-K", "1Q", t), Table(false, r, "1Q", t), -slack)}
				}))
			}), group{beats(Table(false, "2TH-AS-K", "1Q", "HS25-4"), Table(false, "TH-AS-K", "1Q", "HS25-4"), 0)})},
		{ID: "rar-dbbm-best", Where: "§5.3, Table 2",
			Text:  "DBBM achieves its best results with […] restricted routing using 2TH, *S and K options",
			Test:  "without VOQs, DBBM with 2TH-AS-K is among the three best routings, which the paper prints on grey and counts, under as many of the five traffics as any other routing",
			tests: bestRow(false, "2TH-AS-K", "DBBM")},
		{ID: "rar-vftree-best", Where: "§5.3, Table 2",
			Text:  "vFtree achieves its best results with […] restricted adaptive routing using 2TH, *S and K/Δ options",
			Test:  "without VOQs, vFtree with 2TH-AS-K/3 is among the three best routings, which the paper prints on grey and counts, under as many of the five traffics as any other routing",
			tests: bestRow(false, "2TH-AS-K/3", "vFtree")},
		{ID: "rar-vftree-over-dbbm", Where: "§5.3, Table 2",
			Text:  "vFtree achieves better results in terms of throughput than DBBM, since the K/Δ option clearly reduces the adaptivity",
			Test:  "without VOQs, the mean of vFtree with 2TH-AS-K/3 is above that of DBBM with 2TH-AS-K",
			tests: []group{{over(average("2TH-AS-K/3", "vFtree"), average("2TH-AS-K", "DBBM"), 0)}}},
		{ID: "rar-flow2sl-best", Where: "§5.3, Table 2", need: 4,
			Text: "Flow2SL […] (i.e., using 2TH, *S and K options) achieves the best results under almost all the traffic patterns, outperforming vFtree and DBBM",
			Test: "without VOQs, under four of five traffics Flow2SL with 2TH-AS-K is at most 1 point below vFtree with 2TH-AS-K/3 and DBBM with 2TH-AS-K",
			tests: each(Traffics, func(t string) group {
				best := Table(false, "2TH-AS-K", "Flow2SL", t)
				return group{beats(best, Table(false, "2TH-AS-K/3", "vFtree", t), -slack), beats(best, Table(false, "2TH-AS-K", "DBBM", t), -slack)}
			})},
		{ID: "rar-flow2sl-first-only", Where: "§5.3, Table 2",
			Text: "Flow2SL [with 2TH, *S and K] achieves worse results under HS25-4 traffic pattern than the […] routing configuration […] (applying 1S restriction option) [which] also achieves excellent results, even outperforming vFtree",
			Test: "without VOQs, Flow2SL with 2TH-FS-K is above Flow2SL with 2TH-AS-K under HS25-4, and its mean over the five traffics above that of vFtree with 2TH-AS-K/3",
			tests: []group{{beats(Table(false, "2TH-FS-K", "Flow2SL", "HS25-4"), Table(false, "2TH-AS-K", "Flow2SL", "HS25-4"), 0)},
				{over(average("2TH-FS-K", "Flow2SL"), average("2TH-AS-K/3", "vFtree"), 0)}}},
		{ID: "rar-extremes-are-poor", Where: "§5.3, Table 2",
			Text: "for all the queuing schemes, D-mod-K […], oblivious […] and fully adaptive routing […], are far from achieving good results when congestion appears",
			Test: "without VOQs, the mean of each of these is at least 5 points below that of the restricted routing recommended for the scheme (2TH-AS-K; vFtree: 2TH-AS-K/3)",
			tests: each2(Schemes, []string{"D-mod-K", "Oblivious", "NoTH-AS-K"}, func(s, r string) group {
				return group{over(average(recommended[s], s), average(r, s), 5)}
			})},
		{ID: "rar-1q-restricted-helps", Where: "§5.3, Table 2",
			Text:  "Even for the 1Q scheme, the use of a restricted routing algorithm […] is helpful, in terms of achieved throughput",
			Test:  "without VOQs, the mean of 1Q with 2TH-AS-K is at least 5 points above that with D-mod-K",
			tests: []group{{over(average("2TH-AS-K", "1Q"), average("D-mod-K", "1Q"), 5)}}},
		{ID: "rar-voq-1q-zero", Where: "§5.3, Table 3; App. A",
			Text: "the 1Q buffer organization achieves throughput results near 0 % under traffic scenarios HS10 and HS25, both with 1 and 4 congestion trees",
			Test: "with VOQs, 1Q stays at or below 5 % under all four, with every routing",
			tests: each2(Rows, hotSpots, func(r, t string) group {
				return group{atMost(Table(true, r, "1Q", t), 5)}
			})},
		{ID: "rar-voq-1q-ihs", Where: "§5.3, Table 3", need: 1,
			Text: "Only when congestion appears in-network (with the IHS traffic scenario), there are some routing configurations […] which are able to react [with 1Q]",
			Test: "with VOQs under IHS, 1Q reaches 50 % with at least one routing that adapts",
			tests: each(restricted, func(r string) group {
				return group{atLeast(Table(true, r, "1Q", "IHS"), 50)}
			})},
		{ID: "rar-voq-dbbm-same", Where: "§5.3, Table 3; App. A",
			Text: "DBBM is able to react under HS10-1 and HS25-1, since it uses 3 VLs and only one congestion tree grows within one of these queues, but we do not appreciate any difference among using one or another routing configuration",
			Test: "with VOQs, DBBM reaches 50 % under HS10-1 and 40 % under HS25-1 with D-mod-K, and the other routings are within 2 points of that",
			tests: append([]group{{atLeast(Table(true, "D-mod-K", "DBBM", "HS10-1"), 50), atLeast(Table(true, "D-mod-K", "DBBM", "HS25-1"), 40)}},
				each2(Rows, oneSpot, func(r, t string) group {
					return near(Table(true, r, "DBBM", t), Table(true, "D-mod-K", "DBBM", t), 2)
				})...)},
		{ID: "rar-voq-dbbm-four", Where: "§5.3, Table 3",
			Text:  "DBBM performance is degraded under HS10-4 and HS-25 [HS25-4], achieving a poor performance",
			Test:  "with VOQs, DBBM stays at or below 10 % under both, with every routing",
			tests: each2(Rows, fourSpots, func(r, t string) group { return group{atMost(Table(true, r, "DBBM", t), 10)} })},
		{ID: "rar-voq-flow2sl-four", Where: "§5.3, Table 3",
			Text:  "Similarly, Flow2SL performance is degraded by the HoL blocking being spread throughout all the VOQs and VLs, under HS10-4 and HS25-4",
			Test:  "with VOQs, Flow2SL stays at or below 15 % under both, with every routing",
			tests: each2(Rows, fourSpots, func(r, t string) group { return group{atMost(Table(true, r, "Flow2SL", t), 15)} })},
		{ID: "rar-voq-vftree-four", Where: "§5.3, Table 3; App. A, Figs. A.3, A.4",
			Text: "the vFtree scheme combined with some of our proposals for restricted adaptive routing is able to react under this very demanding traffic scenario [HS10-4, HS25-4]; when VOQs are used, the only queuing scheme that works is vFtree",
			Test: "with VOQs and 2TH-AS-K/3, vFtree is at least 5 points above 1Q, DBBM and Flow2SL under both",
			tests: each2(fourSpots, others(Schemes, "vFtree"), func(t, s string) group {
				return group{beats(Table(true, "2TH-AS-K/3", "vFtree", t), Table(true, "2TH-AS-K/3", s, t), 5)}
			})},
		{ID: "rar-voq-vftree-best", Where: "§5.3, Table 3", need: 3,
			Text: "[this] routing configuration for vFtree achieves the highest performance in most of the traffic scenarios, as it happens in Table 2, using the 2TH and K/Δ restrictions",
			Test: "with VOQs, under three of five traffics vFtree with 2TH-AS-K/3 is at most 1 point below vFtree with any other routing",
			tests: each(Traffics, func(t string) group {
				return all(each(others(Rows, "2TH-AS-K/3"), func(r string) group {
					return group{beats(Table(true, "2TH-AS-K/3", "vFtree", t), Table(true, r, "vFtree", t), -slack)}
				}))
			})},
		{ID: "rar-voq-vftree-dmodk", Where: "§5.3, Table 3",
			Text: "the D-mod-K routing achieves excellent results combined with vFtree in this scenario, since when congestion is so strong, adaptivity may be counterproductive if it is not restricted",
			Test: "with VOQs, vFtree with D-mod-K is at least 5 points above NoTH-AS-K and Oblivious under HS10-4 and HS25-4",
			tests: each2(fourSpots, []string{"NoTH-AS-K", "Oblivious"}, func(t, r string) group {
				return group{beats(Table(true, "D-mod-K", "vFtree", t), Table(true, r, "vFtree", t), 5)}
			})},
		{ID: "rar-voq-restricted-better", Where: "§5.3, Table 3", need: 11,
			Text: "in general, the proposed restrictions applied to routing configurations outperform the throughput obtained by fully adaptive and oblivious routing algorithms",
			Test: "with VOQs, for more than half of the 20 pairs of scheme and traffic the mean of all restricted routings is not below NoTH-AS-K and Oblivious",
			tests: each2(Schemes, Traffics, func(s, t string) group {
				mean := cells(true, restricted, s, t)
				return group{over(mean, cells(true, []string{"NoTH-AS-K"}, s, t), 0), over(mean, cells(true, []string{"Oblivious"}, s, t), 0)}
			})},
		{ID: "rar-iq-deals-better", Where: "§5.3, Figs. 8–11", need: 9,
			Text: "switches without VOQs deal better with the congestion scenarios […]. By contrast, switches with VOQs are more affected by congestion",
			Test: "for more than half of the 16 pairs of scheme and hot-spot traffic the mean of all restricted routings is higher without VOQs than with",
			tests: each2(Schemes, hotSpots, func(s, t string) group {
				return group{over(cells(false, restricted, s, t), cells(true, restricted, s, t), 0)}
			})},
		{ID: "rar-vftree-best-everywhere", Where: "§5.3, Figs. 8–12",
			Text: "vFtree using the [2TH, *S, K/Δ] routing configuration again achieves the best results, regardless the traffic scenario and switch architecture (i.e., with and without VOQs)",
			Test: "vFtree with 2TH-AS-K/3 is at most 1 point below every other scheme with the same routing, under every traffic and with either switch",
			tests: each2(switches, Traffics, func(voq bool, t string) group {
				return all(each(others(Schemes, "vFtree"), func(s string) group {
					return group{beats(Table(voq, "2TH-AS-K/3", "vFtree", t), Table(voq, "2TH-AS-K/3", s, t), -slack)}
				}))
			})},
		{ID: "rar-steady", Where: "§5.3, Figs. 8–12", own: true,
			Text: "Note that we have included in the plots the instant of time where the network warm-up period ends, and the network operation is in steady state",
			Test: "every cell of Tables 2 and 3, an average over 1000–1100 µs, is within 5 points of the average over 1–3 ms of the same run",
			tests: each(Tables(), func(c Cell) group {
				return near(c, c.OverTime(), 5)
			})},
		{ID: "rar-schemes-with-restrictions", Where: "§5.3, Tables 2, 3, Figs. 8–12",
			Text: "queuing schemes are able to reduce the HoL blocking better if they are combined with routing configurations using the proposed restrictions",
			Test: "for each static scheme and either switch, the mean of all restricted routings over the five traffics is above that of D-mod-K, Oblivious and NoTH-AS-K together",
			tests: each2(switches, static, func(voq bool, s string) group {
				return group{over(cells(voq, restricted, s, Traffics...), cells(voq, fixed, s, Traffics...), 0)}
			})},
		{ID: "rar-state-of-the-art", Where: "§5.3, Tables 2, 3, Figs. 8–12",
			Text: "the modeled state-of-the-art routing policies (i.e., D-mod-K, oblivious and adaptive routing) suffer a severe performance degradation under congestion, even when they are combined with queuing schemes",
			Test: "with D-mod-K, Oblivious and NoTH-AS-K, each static scheme and either switch, the mean over the five traffics is at most 55 %, two thirds of what the hosts generate that send to no hot spot (82 %)",
			tests: each2(switches, static, func(voq bool, s string) group {
				return all(each(fixed, func(r string) group { return group{over(nil, cells(voq, []string{r}, s, Traffics...), -55)} }))
			})},
		{ID: "rar-vftree-best-simulated", Where: "§5.3, Tables 2, 3, Figs. 8–12",
			Text:  "vFtree using the [2TH, *S, K/Δ] routing configuration obtains the best results for the simulated scenarios",
			Test:  "the mean over the five traffics and both switches of vFtree with 2TH-AS-K/3 is at most 1 point below that of any other pair of routing and scheme",
			tests: bestPair(switches, "2TH-AS-K/3", "vFtree")},
		{ID: "rar-flow2sl-best-iq", Where: "§5.3, Table 2, Figs. 8–12",
			Text:  "Flow2SL using the [2TH, *S, K] routing configuration achieves the best results for switches without VOQs",
			Test:  "without VOQs, the mean over the five traffics of Flow2SL with 2TH-AS-K is at most 1 point below that of any other pair of routing and scheme",
			tests: bestPair([]bool{false}, "2TH-AS-K", "Flow2SL")},
		{ID: "rar-gain-everywhere", Where: "§5.3, Figs. 8–12", need: 3,
			Text: "several routing configurations combined with queuing schemes using the proposed restrictions show a significant performance gain, compared to the state-of-the-art routing solutions, regardless the traffic pattern",
			Test: "without VOQs, at least three pairs of a restricted routing and a scheme are at least 5 points above D-mod-K, Oblivious and NoTH-AS-K with that scheme under every traffic",
			tests: each2(restricted, Schemes, func(r, s string) group {
				return all(each2(Traffics, []string{"D-mod-K", "Oblivious", "NoTH-AS-K"}, func(t, of string) group {
					return group{beats(Table(false, r, s, t), Table(false, of, s, t), 5)}
				}))
			})},
		{ID: "rar-voq-flow2sl-drops", Where: "§5.3, Figs. 10, 11",
			Text: "Flow2SL [with 2TH, *S and K] suffers a dramatic performance degradation for VOQ-based switches when congestion is strong (i.e., HS10-4 and HS25-4 traffic patterns)",
			Test: "Flow2SL with 2TH-AS-K is at least 10 points lower with VOQs than without, under both",
			tests: each(fourSpots, func(t string) group {
				return group{beats(Table(false, "2TH-AS-K", "Flow2SL", t), Table(true, "2TH-AS-K", "Flow2SL", t), 10)}
			})},
		{ID: "rar-1vc-cannot", Where: "App. A, Figs. A.1a–b, A.2a–b",
			Text: "the 1-VC configuration cannot deal with congestion just applying restricted adaptive routing, due to the HoL blocking",
			Test: "1Q stays at or below 35 % under HS10-1 and HS25-1, with every routing and either switch",
			tests: each2(switches, oneSpot, func(voq bool, t string) group {
				return all(each(Rows, func(r string) group { return group{atMost(Table(voq, r, "1Q", t), 35)} }))
			})},
		{ID: "rar-1vc-thresholds", Where: "App. A, Figs. A.1a, A.2a",
			Text: "when no VOQs are used, the adaptive routing using triggering thresholds is able to raise a bit the performance",
			Test: "without VOQs, the mean of 1Q over the routings with TH or 2TH is at least 2 points above that over NoTH, under HS10-1 and HS25-1",
			tests: each(oneSpot, func(t string) group {
				return group{over(cells(false, triggered, "1Q", t), cells(false, untriggered, "1Q", t), 2)}
			})},
		{ID: "rar-1vc-strange", Where: "App. A, Figs. A.1a, A.2a",
			Text:  "better performance is achieved in a more congested scenario. This strange effect is due to the congestion tree",
			Test:  "without VOQs, the mean of 1Q over the routings with TH or 2TH that adapt in the first stage is higher under HS25-1 than under HS10-1",
			tests: []group{{over(cells(false, firstOrAll, "1Q", "HS25-1"), cells(false, firstOrAll, "1Q", "HS10-1"), 0)}}},
		{ID: "rar-1vc-rises", Where: "App. A, Figs. A.1a, A.2a", own: true,
			Text: "the performance raise in Figure A.1a and A.2a when they reach 70% and 50% of the generated traffic",
			Test: "without VOQs, the mean of 1Q over the routings with TH or 2TH that adapt in the first stage rises by at least 5 points from 70 to 100 % load under HS10-1, from 50 to 100 % under HS25-1, and by at least 1 point more than before",
			tests: []group{
				{over(late("HS10-1"), at(late("HS10-1"), 70), 5), rises(late("HS10-1"), 70, 100, late("HS10-1"), 10, 70)},
				{over(late("HS25-1"), at(late("HS25-1"), 50), 5), rises(late("HS25-1"), 50, 100, late("HS25-1"), 10, 50)}}},
		{ID: "rar-1vc-second-stage", Where: "App. A, Fig. A.2a",
			Text:  "As a consequence, the performance of adaptive algorithms, restricted only to the second stage, drops to 0",
			Test:  "without VOQs, 1Q under HS25-1 stays at or below 2 % with all routings that adapt in the second stage only",
			tests: each(second, func(r string) group { return group{atMost(Table(false, r, "1Q", "HS25-1"), 2)} })},
		{ID: "rar-dbbm-over-1vc", Where: "App. A, Figs. A.1c–d, A.2c–d",
			Text: "DBBM […] outperforms 1VC regardless the routing configurations",
			Test: "DBBM is above 1Q with every routing, under HS10-1 and HS25-1, with either switch",
			tests: each2(switches, oneSpot, func(voq bool, t string) group {
				return all(each(Rows, func(r string) group {
					return group{beats(Table(voq, r, "DBBM", t), Table(voq, r, "1Q", t), 0)}
				}))
			})},
		{ID: "rar-dbbm-homogeneous", Where: "App. A, Figs. A.1c, A.2c",
			Text: "When no VOQs are used, the results [of DBBM] are homogeneous until the percentage of injected traffic exceeds 60%",
			Test: "without VOQs, DBBM with every routing is at 60 % load within 5 points of D-mod-K, under HS10-1 and HS25-1",
			tests: each2(others(Rows, "D-mod-K"), oneSpot, func(r, t string) group {
				return near(Table(false, r, "DBBM", t).At(60), Table(false, "D-mod-K", "DBBM", t).At(60), 5)
			})},
		{ID: "rar-dbbm-spaced-or-late", Where: "App. A, Figs. A.1c, A.2c",
			Text: "when no VOQs are used, […] K/Δ and 2S restrictions do not work as good as the other routing configurations",
			Test: "without VOQs, the mean of DBBM over the routings with K/3 or SS is below that over the other adaptive ones, under HS10-1 and HS25-1",
			tests: each(oneSpot, func(t string) group {
				return group{over(cells(false, neither, "DBBM", t), cells(false, spacedOrLate, "DBBM", t), 0)}
			})},
		{ID: "rar-dbbm-worst", Where: "App. A, Figs. A.1c, A.2c",
			Text: "the worst results are obtained when packets are adapted only in the second stage without any restrictions",
			Test: "without VOQs, DBBM with NoTH-SS-K is at most 1 point above DBBM with any other routing, under HS10-1 and HS25-1",
			tests: each2(oneSpot, others(Rows, "NoTH-SS-K"), func(t, r string) group {
				return group{beats(Table(false, r, "DBBM", t), Table(false, "NoTH-SS-K", "DBBM", t), -slack)}
			})},
		{ID: "rar-dbbm-first-stage", Where: "App. A, Figs. A.1c, A.2c",
			Text: "DBBM improves the deterministic routing when it adapts the routes in the first stage and manages to balance the use of queues",
			Test: "without VOQs, DBBM with NoTH-FS-K, TH-FS-K and 2TH-FS-K is at least 5 points above D-mod-K, under HS10-1 and HS25-1",
			tests: each2(oneSpot, []string{"NoTH-FS-K", "TH-FS-K", "2TH-FS-K"}, func(t, r string) group {
				return group{beats(Table(false, r, "DBBM", t), Table(false, "D-mod-K", "DBBM", t), 5)}
			})},
		{ID: "rar-vftree-second-stage", Where: "App. A, Figs. A.1e–f, A.2e–f",
			Text: "When we use vFtree […] the network efficiency drops significantly when adaptive routing is applied in the second stage",
			Test: "vFtree with NoTH-SS-K and NoTH-AS-K is at least 20 points below NoTH-FS-K and D-mod-K, under HS10-1 and HS25-1, with either switch",
			tests: each2(switches, oneSpot, func(voq bool, t string) group {
				return all(each2([]string{"NoTH-FS-K", "D-mod-K"}, []string{"NoTH-SS-K", "NoTH-AS-K"}, func(good, bad string) group {
					return group{beats(Table(voq, good, "vFtree", t), Table(voq, bad, "vFtree", t), 20)}
				}))
			})},
		{ID: "rar-vftree-spaced", Where: "App. A, Figs. A.1e–f, A.2e–f",
			Text: "In this case, the K/Δ restrictions avoid this defect and achieve productivity even when packets are adapted just in the second stage",
			Test: "vFtree with TH-SS-K/3 and 2TH-SS-K/3 is at most 5 points below D-mod-K, under HS10-1 and HS25-1, with either switch",
			tests: each2(switches, oneSpot, func(voq bool, t string) group {
				return all(each([]string{"TH-SS-K/3", "2TH-SS-K/3"}, func(r string) group {
					return group{beats(Table(voq, r, "vFtree", t), Table(voq, "D-mod-K", "vFtree", t), -5)}
				}))
			})},
		{ID: "rar-vftree-rises", Where: "App. A, Figs. A.1e–f, A.2e–f", own: true,
			Text: "*S-K configurations are able to raise the performance when the injection traffic is over 70% and 60%",
			Test: "vFtree with TH-AS-K and 2TH-AS-K is at least 5 points higher at 100 % than at 70 % load under HS10-1, and than at 60 % under HS25-1, with either switch",
			tests: each2(switches, []string{"TH-AS-K", "2TH-AS-K"}, func(voq bool, r string) group {
				a, b := Table(voq, r, "vFtree", "HS10-1"), Table(voq, r, "vFtree", "HS25-1")
				return group{beats(a, a.At(70), 5), beats(b, b.At(60), 5)}
			})},
		{ID: "rar-voq-vftree-rises-more", Where: "App. A, Figs. A.1e–f, A.2e–f", own: true,
			Text: "This effect is more noticeable in the VOQ architecture because of its higher productivity",
			Test: "vFtree with TH-AS-K and 2TH-AS-K rises by at least 1 point more from 70 to 100 % load under HS10-1, and from 60 to 100 % under HS25-1, with VOQs than without",
			tests: each([]string{"TH-AS-K", "2TH-AS-K"}, func(r string) (g group) {
				for i, t := range oneSpot {
					from := []int{70, 60}[i]
					g = append(g, rises([]Cell{Table(true, r, "vFtree", t)}, from, 100, []Cell{Table(false, r, "vFtree", t)}, from, 100))
				}
				return
			})},
		{ID: "rar-flow2sl-first-stage", Where: "App. A, Figs. A.1g, A.2g",
			Text: "When we use Flow2SL without VOQs […] better results are obtained when adaptive routing is applied in the first stage (FS and S*) with triggering restrictions",
			Test: "without VOQs, the mean of Flow2SL over the routings with TH or 2TH in the first or all stages is above those over the second stage and over NoTH, under HS10-1 and HS25-1",
			tests: each(oneSpot, func(t string) group {
				good := cells(false, firstOrAll, "Flow2SL", t)
				return group{over(good, cells(false, secondOnly, "Flow2SL", t), 0), over(good, cells(false, untriggered, "Flow2SL", t), 0)}
			})},
		{ID: "rar-voq-flow2sl-similar", Where: "App. A, Figs. A.1h, A.2h",
			Text: "when switches implement VOQs […], the obtained results are similar [with Flow2SL]",
			Test: "with VOQs, Flow2SL with every routing is within 2 points of D-mod-K, under HS10-1 and HS25-1",
			tests: each2(Rows, oneSpot, func(r, t string) group {
				return near(Table(true, r, "Flow2SL", t), Table(true, "D-mod-K", "Flow2SL", t), 2)
			})},
		{ID: "rar-four-trees-less", Where: "App. A, Figs. A.3, A.4",
			Text: "When no VOQs are used, the SQS show similar behaviour as described above but they yield less performance",
			Test: "without VOQs, the mean of each static scheme over all routings is lower under HS10-4 than under HS10-1, and under HS25-4 than under HS25-1",
			tests: each(static, func(s string) group {
				return group{over(cells(false, Rows, s, "HS10-1"), cells(false, Rows, s, "HS10-4"), 0), over(cells(false, Rows, s, "HS25-1"), cells(false, Rows, s, "HS25-4"), 0)}
			})},
		{ID: "rar-voq-vftree-spaced", Where: "App. A, Figs. A.3, A.4",
			Text: "[vFtree] works well with deterministic routing but a little more productivity can be achieved when we adapt packets using K/Δ restriction even when there are four strong congestion trees",
			Test: "with VOQs, vFtree with at least one routing with K/3, of which the text names none, is not below D-mod-K under HS10-4 and HS25-4",
			need: 1,
			tests: each(spaced, func(r string) group {
				return all(each(fourSpots, func(t string) group {
					return group{beats(Table(true, r, "vFtree", t), Table(true, "D-mod-K", "vFtree", t), 0)}
				}))
			})},
		{ID: "rar-ihs-dealt-with", Where: "App. A, Fig. A.5",
			Text: "this traffic pattern generates a congestion situation where D-mod-K, oblivious and fully-adaptive routing algorithms (both with and without restrictions) can deal with the HoL blocking appearing in the network",
			Test: "under IHS every routing reaches 10 % with every scheme and either switch: none collapses, as 1Q does under hot spots at hosts",
			tests: each2(switches, Schemes, func(voq bool, s string) group {
				return all(each(Rows, func(r string) group { return group{atLeast(Table(voq, r, s, "IHS"), 10)} }))
			})},
		{ID: "rar-ihs-vftree", Where: "App. A, Fig. A.5",
			Text: "For switches without VOQs, vFtree queuing scheme achieves the best results combined with adaptive routing using combined restrictions, such as ADAP-NoTH-SS-K, ADAP-TH-AS-K or ADAP-2TH-AS-K/3 outperform 1VC, DBBM and Flow2SL",
			Test: "without VOQs under IHS, vFtree with each of these routings is above the other schemes with the same routing",
			tests: each2([]string{"NoTH-SS-K", "TH-AS-K", "2TH-AS-K/3"}, others(Schemes, "vFtree"), func(r, s string) group {
				return group{beats(Table(false, r, "vFtree", "IHS"), Table(false, r, s, "IHS"), 0)}
			})},
		{ID: "rar-voq-ihs-vftree", Where: "App. A, Fig. A.5",
			Text: "This behavior is the same for vFtree when using switches with VOQs",
			Test: "with VOQs under IHS, vFtree with NoTH-SS-K, TH-AS-K and 2TH-AS-K/3 is at most 1 point below the other schemes with the same routing, and with TH-AS-K and 2TH-AS-K/3 above them",
			tests: each2([]string{"NoTH-SS-K", "TH-AS-K", "2TH-AS-K/3"}, others(Schemes, "vFtree"), func(r, s string) group {
				margin := 0.0
				if r == "NoTH-SS-K" { // excellent with every scheme, says the next sentence
					margin = -slack
				}
				return group{beats(Table(true, r, "vFtree", "IHS"), Table(true, r, s, "IHS"), margin)}
			})},
		{ID: "rar-voq-ihs-nothssk", Where: "App. A, Figs. A.5b, d, f, h",
			Text: "switches with VOQs using the configuration ADAP-NoTH-SS-K achieve excellent results regardless the use of queuing schemes",
			Test: "with VOQs under IHS, NoTH-SS-K reaches 75–85 % with every scheme, the 20 % of senders at the hot spots being held back",
			tests: each(Schemes, func(s string) group {
				c := Table(true, "NoTH-SS-K", s, "IHS")
				return group{atLeast(c, 75), atMost(c, 85)}
			})},
		{ID: "rar-restricted-over-fixed", Where: "App. A",
			Text: "the use of restricted adaptive routing combined with queuing schemes significantly increases the network performance under congested scenarios, compared to when we use deterministic and oblivious routing",
			Test: "the mean of all restricted routings over the static schemes, the five traffics and both switches is at least 5 points above those of D-mod-K and of Oblivious",
			tests: each([]string{"D-mod-K", "Oblivious"}, func(r string) group {
				return group{over(combined(switches, restricted...), combined(switches, r), 5)}
			})},
		{ID: "rar-restricted-over-adaptive", Where: "§6",
			Text:  "our approach efficiently improves the network performance under congestion situations, when adaptive routing is used in combination with queuing schemes",
			Test:  "the mean of all restricted routings over the static schemes, the five traffics and both switches is at least 5 points above that of NoTH-AS-K",
			tests: []group{{over(combined(switches, restricted...), combined(switches, "NoTH-AS-K"), 5)}}},
	}
}
