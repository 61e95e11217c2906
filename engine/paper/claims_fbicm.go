package paper

// The claims of [FBICM] §§4.2 and 5, and its abstract.

// alike has a group for each pair of schemes: quiteAlike.
func alike(number int, w Window, schemes ...string) (groups []group) {
	for i, a := range schemes {
		for _, b := range schemes[i+1:] {
			groups = append(groups, near(Case(number, a, w), Case(number, b, w), quiteAlike))
		}
	}
	return
}

// What words about throughput are taken for, in points.
const (
	quiteAlike = 2   // "similar", "the same"
	slightly   = 0.5 // "slightly better" is so much at least: two schemes that hold nothing up differ by 0.1
)

func fbicmClaims() []Claim {
	sets := []string{"VOQnet", "RECN-IQ", "FBICM"}
	swBelow := func(number int, w Window, x float64) []group {
		return each(sets, func(s string) group { return group{beats(Case(number, s, w), Case(number, "VOQsw", w), x)} })
	}
	queues := func(number int, w Window) group {
		return near(Case(number, "FBICM", w).Queues(), Case(number, "RECN-IQ", w).Queues(), 20)
	}
	everywhere := func(s string) []group {
		return each([]int{1, 2, 3, 4, 5, 6}, func(number int) (g group) {
			for _, w := range fbicmWindows[number] {
				g = append(g, near(Case(number, "FBICM", w), Case(number, s, w), quiteAlike)...)
			}
			return
		})
	}
	return []Claim{
		{ID: "fbicm-ut-same", Where: "§4.2, Figs. 5(a), (b)",
			Text:  "FBICM obtains the same throughput as VOQNet and RECN-IQ [under uniform traffic]",
			Test:  "in cases 1 (1000–2000 µs) and 2 (rates of 90–100 %), FBICM, RECN-IQ and VOQnet are within 2 points of each other",
			tests: append(alike(1, Steady, sets...), alike(2, Full, sets...)...)},
		{ID: "fbicm-ut-voqsw", Where: "§4.2, Figs. 5(a), (b)",
			Text: "and it improves slightly the results of VOQSw",
			Test: "in cases 1 and 2 FBICM is above VOQsw by 0.5 to 10 points",
			tests: each2([]int{1, 2}, []string{"FBICM"}, func(number int, s string) group {
				w := fbicmWindows[number][0]
				return group{beats(Case(number, s, w), Case(number, "VOQsw", w), slightly), beats(Case(number, "VOQsw", w), Case(number, s, w), -10)}
			})},
		{ID: "fbicm-ut-good", Where: "§4.2, Figs. 5(a), (b)",
			Text: "none of the techniques faces great difficulties for keeping network performance at a good level [under uniform traffic]",
			Test: "in case 1 (1000–2000 µs) each of the four schemes delivers at least 95 %, in case 2 at rates of 90–100 % at least 90 %",
			tests: each(FBICMSchemes, func(s string) group {
				return group{atLeast(Case(1, s, Steady), 95), atLeast(Case(2, s, Full), 90)}
			})},
		{ID: "fbicm-hs-voqsw", Where: "§4.2, Figs. 6(a), (b)",
			Text:  "network throughput significantly decreases when VOQSw are used, while FBICM, RECN-IQ and VOQNet achieve better performance",
			Test:  "in case 3 during the burst (1100–1300 µs), and in case 4 at rates of 90–100 %, each of the three is at least 20 points above VOQsw; in case 3 VOQsw falls by at least 20 points with the burst",
			tests: append(append(swBelow(3, Burst, 20), swBelow(4, Full, 20)...), group{beats(Case(3, "VOQsw", Before), Case(3, "VOQsw", Burst), 20)})},
		{ID: "fbicm-hs-maximum", Where: "§4.2, Figs. 6(a), (b)",
			Text: "[they] achieve better performance, keeping network throughput at maximum even during congestion",
			Test: "in case 3, each of the three is during the burst at most 2 points below what it was before (700–1000 µs), and in case 4 at rates of 90–100 % at 70.1 % or more (the other hosts send 70.5 % to others than the hot spot, which takes 1.6 %: 72.1 % is the maximum)",
			tests: each(sets, func(s string) group {
				return group{beats(Case(3, s, Burst), Case(3, s, Before), -quiteAlike), atLeast(Case(4, s, Full), 72.1-quiteAlike)}
			})},
		{ID: "fbicm-hs-same", Where: "§4.2, Figs. 6(a), (b)",
			Text:  "results obtained by these three techniques are quite similar",
			Test:  "in case 3 during the burst and in case 4 at rates of 90–100 %, the three are within 2 points of each other",
			tests: append(alike(3, Burst, sets...), alike(4, Full, sets...)...)},
		{ID: "fbicm-hs-recovers", Where: "Fig. 6(a)",
			Text:  "[the curve of VOQSw dips when the hot spot begins, and recovers after it has ended; not said in words]",
			Test:  "in case 3, VOQsw falls by at least 20 points from before to during the burst, and is at 2500–3000 µs at most 2 points below what it was before",
			tests: []group{{beats(Case(3, "VOQsw", Before), Case(3, "VOQsw", Burst), 20), beats(Case(3, "VOQsw", After), Case(3, "VOQsw", Before), -quiteAlike)}}},
		{ID: "fbicm-queues", Where: "§4.2, Figs. 5(c), 6(c)",
			Text:  "the total consumption of CFQs (FBICM) and SAQs (RECN-IQ) along simulation time when traffic cases #1 and #3 are used […] results are very similar",
			Test:  "FBICM and RECN-IQ have on average within 20 queues in use, out of 2560, in case 1 (1000–2000 µs), and before, during and after the burst of case 3",
			tests: []group{queues(1, Steady), queues(3, Before), queues(3, Burst), queues(3, After)}},
		{ID: "fbicm-256-ut", Where: "§4.2, Fig. 7(a)",
			Text:  "FBICM achieves the same results as RECN-IQ […], while VOQNet achieves slightly better results",
			Test:  "in case 5, FBICM and RECN-IQ are within 2 points of each other, and VOQnet is above both by at least 0.5",
			tests: append(alike(5, Steady, SetAsideSchemes...), each(SetAsideSchemes, func(s string) group { return group{beats(Case(5, "VOQnet", Steady), Case(5, s, Steady), slightly)} })...)},
		{ID: "fbicm-256-queues", Where: "§4.2, of Fig. 7(a)",
			Text:  "In the uniform traffic case, FBICM achieves the same results as RECN-IQ with the same (and moderate) resources",
			Test:  "in case 5, FBICM and RECN-IQ have on average within 100 queues in use at 1000–2000 µs, and not more than half of the 14 336 there are",
			tests: []group{append(near(Case(5, "FBICM", Steady).Queues(), Case(5, "RECN-IQ", Steady).Queues(), 100), atMost(Case(5, "FBICM", Steady).Queues(), 14336/2))}},
		{ID: "fbicm-256-voqsw", Where: "§4.2, Fig. 7(a)",
			Text:  "VOQSw obtains almost the same results as the other techniques",
			Test:  "in case 5, VOQsw is within 5 points of each of the other three",
			tests: each(sets, func(s string) group { return near(Case(5, "VOQsw", Steady), Case(5, s, Steady), 5) })},
		{ID: "fbicm-256-hs", Where: "§4.2, Fig. 7(b)",
			Text:  "in the hot-spot case, the behavior of VOQSw is very poor, while we can see that FBICM achieved throughput is the same than VOQNet",
			Test:  "in case 6 during the burst, FBICM is within 2 points of VOQnet, and at least 20 above VOQsw",
			tests: []group{append(near(Case(6, "FBICM", Burst), Case(6, "VOQnet", Burst), quiteAlike), beats(Case(6, "FBICM", Burst), Case(6, "VOQsw", Burst), 20))}},
		{ID: "fbicm-256-maximum", Where: "§4.2, Fig. 7(b)",
			Text:  "also for large networks, FBICM keeps network performance at maximum even during congestion situations",
			Test:  "in case 6, FBICM is during the burst at most 2 points below what it was before",
			tests: []group{{beats(Case(6, "FBICM", Burst), Case(6, "FBICM", Before), -quiteAlike)}}},
		{ID: "fbicm-maximum", Where: "§4.2, Figs. 5–7",
			Text: "all the evaluation results show that maximum performance is achieved by FBICM regardless of network size or traffic pattern, even in congestion situations",
			Test: "in each of the six cases and their windows, FBICM is at most 2 points below each of the other three schemes",
			tests: each2([]int{1, 2, 3, 4, 5, 6}, FBICMSchemes[:3], func(number int, s string) (g group) {
				for _, w := range fbicmWindows[number] {
					g = append(g, beats(Case(number, "FBICM", w), Case(number, s, w), -quiteAlike))
				}
				return
			})},
		{ID: "fbicm-modest", Where: "abstract",
			Text: "with modest resource requirements maximum network performance is kept regardless of congestion",
			Test: "in cases 1 (1000–2000 µs) and 3 (before, during and after the burst), FBICM has on average at most half of its 2560 queues in use, and is at most 2 points below VOQnet",
			tests: each([]int{1, 3}, func(number int) (g group) {
				for _, w := range fbicmWindows[number] {
					g = append(g, atMost(Case(number, "FBICM", w).Queues(), 2560/2), beats(Case(number, "FBICM", w), Case(number, "VOQnet", w), -quiteAlike))
				}
				return
			})},
		{ID: "fbicm-voqnet", Where: "§4.2, Figs. 5–7",
			Text:  "VOQNet obtains similar results than FBICM",
			Test:  "in each of the six cases and their windows, VOQnet and FBICM are within 2 points of each other",
			tests: everywhere("VOQnet")},
		{ID: "fbicm-recn", Where: "§5, Figs. 5–7",
			Text:  "FBICM achieves for distributed routing networks the same performance reached by the latest RECN version (RECN-IQ) for source routing networks",
			Test:  "in each of the six cases and their windows, RECN-IQ and FBICM are within 2 points of each other",
			tests: everywhere("RECN-IQ")},
		{ID: "fbicm-both-maximum", Where: "§5, Figs. 6, 7(b)",
			Text: "both techniques [FBICM and RECN-IQ] keep network performance at maximum even in serious congestion situations, regardless network size",
			Test: "in cases 3 and 6, each of the two is during the burst at most 2 points below what it was before, and in case 4 at rates of 90–100 % at 70.1 % or more",
			tests: each(SetAsideSchemes, func(s string) group {
				return group{beats(Case(3, s, Burst), Case(3, s, Before), -quiteAlike), beats(Case(6, s, Burst), Case(6, s, Before), -quiteAlike), atLeast(Case(4, s, Full), 72.1-quiteAlike)}
			})},
		{ID: "fbicm-voqsw-poor", Where: "§4.2, Figs. 6, 7(b)",
			Text: "[VOQSw's] performance is poor in hot-spot traffic situations, regardless of network size",
			Test: "in cases 3 and 6 during the burst, and in case 4 at rates of 90–100 %, VOQsw is at least 20 points below FBICM",
			tests: each([]int{3, 4, 6}, func(number int) group {
				w := Burst
				if number == 4 {
					w = Full
				}
				return group{beats(Case(number, "FBICM", w), Case(number, "VOQsw", w), 20)}
			})},
		{ID: "fbicm-256-recovers", Where: "Fig. 7(b)",
			Text:  "[the curve of VOQSw dips in the larger network too, and recovers after the hot spot has ended; not said in words]",
			Test:  "in case 6, VOQsw falls by at least 20 points from before to during the burst, and is at 2500–3000 µs at most 2 points below what it was before",
			tests: []group{{beats(Case(6, "VOQsw", Before), Case(6, "VOQsw", Burst), 20), beats(Case(6, "VOQsw", After), Case(6, "VOQsw", Before), -quiteAlike)}}},
	}
}
