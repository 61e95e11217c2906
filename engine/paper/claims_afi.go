package paper

// The claims of [AFI] on its results: the abstract and §VI, §V-B, all at full load, and §V-C.

func afiCell(voq bool, routing, scheme, traffic string) Cell {
	return Cell{Paper: AFI, VOQ: voq, Routing: routing, Scheme: scheme, Traffic: traffic, Load: 100}
}

// gain is how much AFI gives one scheme above what it gives another, beside plain adaptive routing.
func gain(voq bool, more, less, traffic string) comparison {
	return over([]Cell{afiCell(voq, "AFI", more, traffic), afiCell(voq, "Adaptive", less, traffic)},
		[]Cell{afiCell(voq, "Adaptive", more, traffic), afiCell(voq, "AFI", less, traffic)}, 0)
}

func schemesOver(traffic string, good, bad []string) (groups []group) {
	of := func(s string) (out []Cell) {
		for _, r := range AFIRoutings {
			out = append(out, afiCell(false, r, s, traffic))
		}
		return
	}
	return each2(good, bad, func(g, b string) group { return group{over(of(g), of(b), 0)} })
}

// staticHot are the cells of a routing with the static schemes under HS10 and HS25.
func staticHot(voq bool, routing string) (out []Cell) {
	for _, s := range static {
		for _, t := range oneSpot {
			out = append(out, afiCell(voq, routing, s, t))
		}
	}
	return
}

func afiBest(traffic string) []group {
	best := afiCell(false, "AFI", "Flow2SL", traffic)
	return each2(AFIRoutings, Schemes, func(r, s string) group {
		return group{beats(best, afiCell(false, r, s, traffic), -slack)}
	})
}

// ptransOf are the executions of PTRANS with some routings and schemes. Less is better.
func ptransOf(voq bool, routings []string, schemes ...string) (out []Cell) {
	for _, r := range routings {
		for _, s := range schemes {
			out = append(out, afiCell(voq, r, s, PTRANS))
		}
	}
	return
}

// ptransBest has a group per routing: 1VC with VOQs and it, below every bar of another buffer.
func ptransBest() []group {
	return each(AFIRoutings, func(best string) (g group) {
		for _, c := range ptransOn(PTRANS) {
			if !c.VOQ || c.Scheme != "1Q" {
				g = append(g, beats(c, afiCell(true, best, "1Q", PTRANS), 0))
			}
		}
		return
	})
}

func afiClaims() []Claim {
	weak, strong := []string{"1Q", "vFtree"}, []string{"DBBM", "Flow2SL"}
	hot := []string{"HS10-1", "HS25-1"}
	return []Claim{
		{ID: "afi-ut-same", Where: "§V-B, Figs. 5a–d",
			Text: "[Under uniform traffic] the routing used makes no difference, as the periods of congestion are sporadic and short; 1VC is only a little worse with Adaptive",
			Test: "without VOQs under UT, every routing is within 5 points of D-mod-K, for every scheme",
			tests: each2(AFIRoutings[1:], Schemes, func(r, s string) group {
				return near(afiCell(false, r, s, "UT"), afiCell(false, "D-mod-K", s, "UT"), 5)
			})},
		{ID: "afi-hs10-1vc", Where: "§V-B, Figs. 5e–h",
			Text: "[HS10] makes the performance of 1VC fall to a value near 0, and it reacts a little only when Adaptive-th or AFI are used",
			Test: "without VOQs under HS10, 1VC stays at or below 5 % with D-mod-K and Adaptive, and is at least 1 point higher than both with Adaptive-th and AFI, but at most at 45 %, half of what the uniform hosts generate",
			tests: each2([]string{"D-mod-K", "Adaptive"}, []string{"Adaptive-th", "AFI"}, func(low, high string) group {
				c, more := afiCell(false, low, "1Q", "HS10-1"), afiCell(false, high, "1Q", "HS10-1")
				return group{atMost(c, 5), beats(more, c, 1), atMost(more, 45)}
			})},
		{ID: "afi-hs10-vftree", Where: "§V-B, Fig. 5h",
			Text:  "The same happens to vFtree-3VC [as to 1VC, which falls to a value near 0], whose performance improves significantly using AFI",
			Test:  "without VOQs under HS10, vFtree stays at or below 5 % with Adaptive, the routing for which it is not made, and with AFI is at least 5 points above that",
			tests: []group{{atMost(afiCell(false, "Adaptive", "vFtree", "HS10-1"), 5), beats(afiCell(false, "AFI", "vFtree", "HS10-1"), afiCell(false, "Adaptive", "vFtree", "HS10-1"), 5)}}},
		{ID: "afi-hs10-vftree-design", Where: "§V-B, Figs. 5e, h",
			Text:  "Moreover, AFI gets over the design problem of vFtree (its mapping is not made for more than two stages)",
			Test:  "without VOQs under HS10, vFtree with AFI is at least 5 points above vFtree with D-mod-K, the routing that it is made for",
			tests: []group{{beats(afiCell(false, "AFI", "vFtree", "HS10-1"), afiCell(false, "D-mod-K", "vFtree", "HS10-1"), 5)}}},
		{ID: "afi-hs10-schemes", Where: "§V-B, Figs. 5e–h",
			Text:  "Flow2SL and DBBM deal better with this scenario [HS10]",
			Test:  "without VOQs under HS10, the means of Flow2SL and of DBBM over the four routings are above those of 1VC and vFtree",
			tests: schemesOver("HS10-1", strong, weak)},
		{ID: "afi-hs10-dbbm", Where: "§V-B, Figs. 5f, h",
			Text:  "DBBM does not go very well with AFI (it gets better results when pure Adaptive is used)",
			Test:  "without VOQs under HS10, DBBM with Adaptive is above DBBM with AFI",
			tests: []group{{beats(afiCell(false, "Adaptive", "DBBM", "HS10-1"), afiCell(false, "AFI", "DBBM", "HS10-1"), 0)}}},
		{ID: "afi-hs10-best", Where: "§V-B, Figs. 5e–h",
			Text:  "Flow2SL combined with AFI achieves the best results in this scenario [HS10]",
			Test:  "without VOQs under HS10, Flow2SL with AFI is at most 1 point below any other pair of routing and scheme",
			tests: afiBest("HS10-1")},
		{ID: "afi-hs25-higher", Where: "§V-B, Figs. 5k, l",
			Text: "[With Adaptive-th and AFI under HS25] in general the results are better than for the traffic HS10",
			Test: "without VOQs, the mean over the schemes is higher under HS25 than under HS10, with Adaptive-th and with AFI",
			tests: each([]string{"Adaptive-th", "AFI"}, func(r string) group {
				of := func(t string) (out []Cell) {
					for _, s := range Schemes {
						out = append(out, afiCell(false, r, s, t))
					}
					return
				}
				return group{over(of("HS25-1"), of("HS10-1"), 0)}
			})},
		{ID: "afi-hs25-best", Where: "§V-B, Figs. 5i–l",
			Text:  "the best results are achieved by Flow2SL combined with AFI [under HS25 too]",
			Test:  "without VOQs under HS25, Flow2SL with AFI is at most 1 point below any other pair of routing and scheme",
			tests: afiBest("HS25-1")},
		{ID: "afi-hs25-gain", Where: "§V-B, Figs. 5i–l",
			Text:  "1VC and vFtree are those that improve most by using AFI [under HS25]",
			Test:  "without VOQs under HS25, AFI raises 1VC and vFtree above Adaptive by more points than DBBM and Flow2SL",
			tests: each2(weak, strong, func(w, s string) group { return group{gain(false, w, s, "HS25-1")} })},
		{ID: "afi-voq-ut", Where: "§V-B, Figs. 6a–d",
			Text: "Under uniform traffic the results show optimal performance whatever the routing, since the architecture of the switch [VOQs] prevents sporadic HoL blocking naturally",
			Test: "with VOQs under UT, every routing and scheme reaches 90 %",
			tests: each2(AFIRoutings, Schemes, func(r, s string) group {
				return group{atLeast(afiCell(true, r, s, "UT"), 90)}
			})},
		{ID: "afi-voq-adaptive-harms", Where: "§V-B, Figs. 6e–l",
			Text: "under HS10 and HS25 […] the use of adaptive algorithms is counterproductive for the configurations of 1VC and vFtree",
			Test: "with VOQs, D-mod-K is not below Adaptive and Adaptive-th for 1VC, and at least 2 points above them for vFtree, under HS10 and HS25",
			tests: each2(hot, []string{"Adaptive", "Adaptive-th"}, func(t, r string) group {
				return group{beats(afiCell(true, "D-mod-K", "1Q", t), afiCell(true, r, "1Q", t), 0),
					beats(afiCell(true, "D-mod-K", "vFtree", t), afiCell(true, r, "vFtree", t), 2)}
			})},
		{ID: "afi-voq-gain", Where: "§V-B, Figs. 6e–l",
			Text: "In general, when AFI is used the performance of the network improves significantly for 1VC and vFtree, and to a lesser extent for Flow2SL and DBBM",
			Test: "with VOQs under HS10 and HS25, AFI is at least 5 points above Adaptive for 1VC and vFtree, and gives them more points than DBBM and Flow2SL, for which it is not below Adaptive",
			tests: append(each2(hot, weak, func(t, w string) group {
				g := group{beats(afiCell(true, "AFI", w, t), afiCell(true, "Adaptive", w, t), 5)}
				for _, s := range strong {
					g = append(g, gain(true, w, s, t))
				}
				return g
			}), each2(hot, strong, func(t, s string) group {
				return group{beats(afiCell(true, "AFI", s, t), afiCell(true, "Adaptive", s, t), 0)}
			})...)},
		{ID: "afi-over-adaptive", Where: "abstract, Figs. 5e–l, 6e–l",
			Text: "our technique efficiently and significantly reduces the impact of HoL blocking in interconnection networks that use adaptive routing and queuing schemes when congestion appears",
			Test: "with and without VOQs, the mean over DBBM, vFtree and Flow2SL under HS10 and HS25 is with AFI at least 5 points above those with Adaptive and with Adaptive-th",
			tests: each2([]bool{false, true}, []string{"Adaptive", "Adaptive-th"}, func(voq bool, r string) group {
				return group{over(staticHot(voq, "AFI"), staticHot(voq, r), 5)}
			})},
		{ID: "afi-over-static", Where: "§VI, Figs. 5e–l, 6e–l",
			Text: "AFI improves the static queuing schemes in the strongly congested scenarios",
			Test: "with and without VOQs, the mean over DBBM, vFtree and Flow2SL under HS10 and HS25 is with AFI above that with D-mod-K, the routing that two of them are made for",
			tests: each([]bool{false, true}, func(voq bool) group {
				return group{over(staticHot(voq, "AFI"), staticHot(voq, "D-mod-K"), 0)}
			})},
		{ID: "afi-ptrans-voq", Where: "§V-C, Fig. 7",
			Text: "In general […] the configurations of buffers that use VOQs obtain better execution times [of PTRANS] than those without",
			Test: "for at least 12 of the 16 pairs of routing and scheme, the execution time is lower with VOQs than without",
			need: 12,
			tests: each2(AFIRoutings, Schemes, func(r, s string) group {
				return group{beats(afiCell(false, r, s, PTRANS), afiCell(true, r, s, PTRANS), 0)}
			})},
		{ID: "afi-ptrans-best", Where: "§V-C, Fig. 7",
			Text:  "The best result is obtained by 1VC using VOQs",
			Test:  "the lowest of all 32 execution times is one of 1VC with VOQs: with at least one routing it is below those of every other scheme and switch",
			need:  1,
			tests: ptransBest()},
		{ID: "afi-ptrans-dmodk", Where: "§V-C, Fig. 7",
			Text: "AFI works a little better than deterministic routing [said of 1VC, by the sentences around it]",
			Test: "for 1VC, the execution time with AFI is lower than with D-mod-K, with and without VOQs",
			tests: each([]bool{false, true}, func(voq bool) group {
				return group{beats(afiCell(voq, "D-mod-K", "1Q", PTRANS), afiCell(voq, "AFI", "1Q", PTRANS), 0)}
			})},
		{ID: "afi-ptrans-schemes", Where: "§V-C, Fig. 7",
			Text: "Adaptive-th and D-mod-K achieve the best results when combined with queuing schemes, whatever the organisation of the buffer",
			Test: "with and without VOQs, the mean execution times over DBBM, vFtree and Flow2SL with D-mod-K and with Adaptive-th are below those with Adaptive and with AFI",
			tests: each2([]bool{false, true}, []string{"D-mod-K", "Adaptive-th"}, func(voq bool, good string) (g group) {
				for _, bad := range []string{"Adaptive", "AFI"} {
					g = append(g, over(ptransOf(voq, []string{bad}, Schemes[1:]...), ptransOf(voq, []string{good}, Schemes[1:]...), 0))
				}
				return
			})},
	}
}

// Claims are those of all papers.
func Claims() []Claim {
	out := rarClaims()
	for i := range out {
		out[i].Paper = RAR
	}
	for _, c := range afiClaims() {
		c.Paper = AFI
		out = append(out, c)
	}
	for _, c := range fbicmClaims() {
		c.Paper = FBICM
		out = append(out, c)
	}
	for _, c := range drbClaims() {
		c.Paper = DRB
		out = append(out, c)
	}
	return out
}
