package scenario

// Presets of congestion control by notification. The settings of Mellanox's manager are the defaults in the MLNX_OFED user
// manual, rev. 2.3, §3.2.2.8; it computes its table and timer from the number of hosts, here they are the defaults of the fields.

func init() {
	presets = append(presets, []Preset{
		{"iba-cc-hot-spot", "InfiniBand congestion control",
			"The hot spot of the first preset, of which the switches tell the sources: these wait between packets until the tree is gone, and the innocent flows get through.",
			[]Setting{{"traffic", "HS25-1"}, {"load", "0.5"}, {"hotspot-from", "40"}, {"warmup", "500"}, {"congestion-control", "iba-cc"}, {"cc-threshold", "8"}}},
		{"iba-cc-mellanox", "InfiniBand CC as Mellanox's CC manager sets it",
			"The same hot spot with what the CC manager of MLNX_OFED 2 writes by default into switches and adapters (threshold 15, marking rate 10, increase 1), on FDR InfiniBand of 54.54 Gb/s.",
			[]Setting{{"traffic", "HS25-1"}, {"load", "0.5"}, {"bandwidth", "54.54"}, {"hotspot-from", "40"}, {"warmup", "500"}, {"congestion-control", "iba-cc"}, {"cc-marking-rate", "10"}}},
		{"iba-cc-torus-8x8", "[DRB-T] InfiniBand CC on a torus",
			"The matrix transposition at 80 % load on the 8 × 8 torus of figure 7-3 of [DRB-T], with the congestion control that the thesis compares with: sources slow down, and most of the links stay idle.",
			drb("torus-8x8", "transpose", Setting{"load", "0.8"}, Setting{"voq", "true"}, Setting{"congestion-control", "iba-cc"})},
		{"drb-drb-torus-8x8", "[DRB-T] DRB on a torus",
			"The same traffic on the same torus with DRB: sources open further paths one by one and spread over them, and far more gets through.",
			drb("torus-8x8", "transpose", Setting{"load", "0.8"}, Setting{"voq", "true"}, Setting{"congestion-control", "drb"})},
		{"drb-drb-link-hot-spot", "[DRB-T] DRB round a hot link",
			"The three flows of figure 7-7 of [DRB-T] that share a link: with DRB each of them goes round it on paths of its own.",
			drb("torus-8x8", "LHS", Setting{"voq", "true"}, Setting{"congestion-control", "drb"})},
	}...)
}
