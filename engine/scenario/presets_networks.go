package scenario

// Presets of the papers on other networks than fat trees.

func init() {
	presets = append(presets, []Preset{
		{"drb-torus-8x8", "[DRB] torus 8 × 8",
			"The 64 hosts of figure 7-3 of [DRB-T] under the butterfly permutation at 80 % load: dimension-order routing leads it over few of the links, and the congestion trees grow along rows and columns.",
			drb("torus-8x8", "butterfly", Setting{"load", "0.8"})},
		{"drb-torus-4x4", "[DRB] torus 4 × 4",
			"The 16 hosts of figure 7-2 of [DRB-T] under the perfect shuffle at full load: rings of four leave short ways, and little congestion.",
			drb("torus-4x4", "perfect-shuffle")},
		{"drb-mesh-8x4", "[DRB] mesh 8 × 4",
			"The 32 hosts of figure 7-5 of [DRB-T] under the matrix transposition: without wrap-around links the middle of the mesh is what everybody crosses.",
			drb("mesh-8x4", "transpose", twoVLs...)},
		{"drb-mesh-4x4", "[DRB] mesh 4 × 4",
			"The 16 hosts of figure 7-4 of [DRB-T] under the complement permutation, the one that leaves the fewest other ways.",
			drb("mesh-4x4", "complement", twoVLs...)},
		{"drb-link-hot-spot", "[DRB] link hot spot",
			"Three flows of the 8 × 8 torus of figure 7-6 of [DRB-T] that share a link and neither source nor destination: all that could be delivered waits in one row.",
			drb("torus-8x8", "LHS")},
		{"drb-packet-256", "[DRB] packets of 256 B",
			"The 8 × 8 torus of figure 7-8 of [DRB-T] under the butterfly permutation with the smallest of the three packet sizes (256, 1024 and 4096 B).",
			drb("torus-8x8", "butterfly", Setting{"packet", "256"})},
		{"fbicm-64-uniform", "[FBICM] case 1: 64 hosts, uniform",
			"The 64 × 64 BMIN of [FBICM] §4.1 under uniform traffic at full rate: no congestion lasts, and VOQs are nearly all that is needed.",
			fbicm("bmin-8x3", "FBICM-1")},
		{"fbicm-64-hot-spot", "[FBICM] case 3: 64 hosts, a burst",
			"From 1000 to 1300 µs a quarter of the hosts of the 64 × 64 BMIN send to host 32, and without a cure the throughput of the others falls and is slow to recover.",
			fbicm("bmin-8x3", "FBICM-3")},
		{"fbicm-64-ramp", "[FBICM] case 4: 64 hosts, growing",
			"In the 64 × 64 BMIN all rates grow from 0 to 100 % within 3000 µs, a quarter of them for host 32: the tree is born at a twentieth of the load.",
			fbicm("bmin-8x3", "FBICM-4")},
		{"fbicm-256-hot-spot", "[FBICM] case 6: 256 hosts, a burst",
			"From 1000 to 1300 µs a quarter of the hosts of the 256 × 256 BMIN send to host 123: a larger network, a larger tree.",
			fbicm("bmin-8x4", "FBICM-6")},
		{"torus-deadlock", "Deadlock on a torus without datelines",
			"Every buffer of a ring waits for the next one and the last for the first, so that nothing in it will ever move again: the watchdog stops the run and the ring is drawn.",
			[]Setting{{"network", "torus-8x8"}, {"routing", "dor"}, {"dateline", "false"}, {"deadlock", "watch"}, {"traffic", "UT"}, {"load", "0.9"}, {"buffer", "16"}, {"warmup", "10"}}},
	}...)
}

// twoVLs are the two data VLs of [DRB-T] §6.2.1 where routing needs one only; which packet takes which
// the report does not say: here it is by destination. In a torus they are the dateline VCs.
var twoVLs = []Setting{{"queuing", "dbbm"}, {"vcs", "2"}}

// drb is the hardware of [DRB-T] §§6.2.1 and 7.2.2: 2.5 Gb/s signalling, which is 2 Gb/s of data, 5 ns
// per metre, packets of 4 KB. Cables of 10 m and buffers of 32 KiB are our choice.
func drb(network, traffic string, more ...Setting) []Setting {
	return append([]Setting{{"network", network}, {"routing", "dor"}, {"traffic", traffic}, {"bandwidth", "2"}, {"delay", "0"}, {"cable", "10"}, {"buffer", "32"}}, more...)
}

// fbicm is the hardware of [FBICM] §4.1: packets of 64 B, 8 KB per input port, one queue per output
// (VOQsw), a multiplexed crossbar, 1 byte/ns. The link rate follows from the bytes/ns of its figures, and is that of RECN's
// first evaluation (Duato et al., HPCA 2005); the link delay is our choice.
func fbicm(network, traffic string) []Setting {
	return []Setting{{"network", network}, {"routing", "self"}, {"voq", "true"}, {"crossbar", "multiplexed"}, {"traffic", traffic}, {"bandwidth", "8"}, {"packet", "64"}, {"buffer", "8"}, {"warmup", "100"}}
}
