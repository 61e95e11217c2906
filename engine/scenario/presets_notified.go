package scenario

// Presets of congestion control by notification. The settings of Mellanox's manager are the defaults in the MLNX_OFED user
// manual, rev. 2.3, §3.2.2.8; it computes its table and timer from the number of hosts, here they are the defaults of the fields.
// OpenSM by itself leaves congestion control off and has no defaults for its threshold, masks, rate and table (opensm/osm_subnet.c sets
// congestion_control FALSE and an empty cc_cct): its settings are those of whoever configures it. The ones here are what opensm-cc-optimizer 1.0 of the Lawrence
// Livermore National Laboratory (P. Huang) writes into opensm.conf: cc_sw_cong_setting_threshold 0xb and cc_ca_cong_setting_ccti_timer 300, from which
// it begins to tune, cc_sw_cong_setting_victim_mask of all ports, cc_sw_cong_setting_marking_rate 15, cc_ca_cong_setting_port_control 1 (by SL and port),
// ccti_increase 1, ccti_min 0, and cc_cct 3:⌊7 i² ÷ (106² · 0.408)⌋.

func init() {
	presets = append(presets, []Preset{
		{"iba-cc-hot-spot", "InfiniBand congestion control",
			"The hot spot of the first preset at half the load, of which the switches tell the sources: these wait between packets, innocent ones too, and after half a millisecond 20 % is accepted instead of 7 %, after four 32 %.",
			[]Setting{{"traffic", "HS25-1"}, {"load", "0.5"}, {"hotspot-from", "40"}, {"warmup", "500"}, {"congestion-control", "iba-cc"}, {"cc-threshold", "8"}}},
		{"iba-cc-firm", "InfiniBand congestion control, firm",
			"The same hot spot with a threshold of 15, a table four times as steep and an increase of 16: within 200 µs the senders to it throttle so far that the tree drains, and all of the innocent flows get through.",
			[]Setting{{"traffic", "HS25-1"}, {"load", "0.5"}, {"hotspot-from", "40"}, {"warmup", "500"}, {"congestion-control", "iba-cc"}, {"cct", "linear-0-1"}, {"ccti-increase", "16"}}},
		{"iba-cc-mellanox", "InfiniBand CC as Mellanox's CC manager sets it",
			"The same hot spot with what the CC manager of MLNX_OFED 2 writes by default into switches and adapters (threshold 15, marking rate 10, increase 1), on FDR InfiniBand of 54.54 Gb/s.",
			[]Setting{{"traffic", "HS25-1"}, {"load", "0.5"}, {"bandwidth", "54.54"}, {"hotspot-from", "40"}, {"warmup", "500"}, {"congestion-control", "iba-cc"}, {"cc-marking-rate", "10"}}},
		{"iba-cc-opensm", "InfiniBand CC as LLNL sets OpenSM",
			"The same hot spot with what opensm-cc-optimizer of the Lawrence Livermore National Laboratory writes for OpenSM, which by itself leaves congestion control off: victims are marked too, whole hosts slow down, and waits of three packet times at most are too short for 32 senders.",
			[]Setting{{"traffic", "HS25-1"}, {"load", "0.5"}, {"hotspot-from", "40"}, {"warmup", "500"}, {"congestion-control", "iba-cc"}, {"cc-threshold", "11"}, {"cc-marking-rate", "15"}, {"cc-victims", "true"},
				{"cct", "square-3-655"}, {"ccti-timer", "307.2"}, {"cc-scope", "host"}}},
		{"iba-cc-torus-8x8", "[DRB-T] InfiniBand CC on a torus",
			"The matrix transposition at 80 % load on the 8 × 8 torus of figure 7-3 of [DRB-T], with the congestion control that the report compares with: sources slow down, and most of the links stay idle.",
			drb("torus-8x8", "transpose", Setting{"load", "0.8"}, Setting{"voq", "true"}, Setting{"congestion-control", "iba-cc"})},
		{"drb-shortest-torus-8x8", "[DRB-T] DRB on a torus",
			"The same traffic on the same torus with DRB: sources open further paths of the shortest length one by one and spread over them, and far more gets through.",
			drb("torus-8x8", "transpose", Setting{"load", "0.8"}, Setting{"voq", "true"}, Setting{"congestion-control", "drb"}, Setting{"drb-detour", "0"})},
		{"drb-shortest-link-hot-spot", "[DRB-T] DRB round a hot link",
			"The three flows of figure 7-7 of [DRB-T] that share a link: with DRB each of them goes round it on paths of its own.",
			drb("torus-8x8", "LHS", Setting{"voq", "true"}, Setting{"congestion-control", "drb"}, Setting{"drb-detour", "0"})},
		{"drb-drb-torus-8x8", "DRB on a torus, with detours",
			"The same with paths up to two hops longer than the shortest, which the report does not have.",
			drb("torus-8x8", "transpose", Setting{"load", "0.8"}, Setting{"voq", "true"}, Setting{"congestion-control", "drb"})},
		{"drb-drb-link-hot-spot", "DRB round a hot link, with detours",
			"The same three flows with paths up to two hops longer than the shortest: they meet more often, and in the long run an eighth less gets through.",
			drb("torus-8x8", "LHS", Setting{"voq", "true"}, Setting{"congestion-control", "drb"})},
	}...)
}
