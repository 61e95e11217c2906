package scenario

// Presets of queues that are set aside for congested flows.

func init() {
	presets = append(presets, []Preset{
		{"fbicm-fat-tree", "FBICM sets the tree aside",
			"The hot spot of the first preset, but each switch sets the packets for it aside in a queue of their own, port by port up to the hosts that send them, and the innocent flows do not notice.",
			[]Setting{{"traffic", "HS25-1"}, {"queuing", "fbicm"}, {"hotspot-from", "40"}, {"warmup", "60"}}},
		{"fbicm-64-cfqs", "[FBICM] case 3 with FBICM",
			"The burst of case 3 once more: the CFQs in use grow by two fifths while it lasts, and the throughput stays where it was.",
			queues64("fbicm")},
		{"fbicm-64-saqs", "[FBICM] case 3 with RECN-IQ",
			"The burst of case 3 with set-aside queues for routes instead of destinations: as many queues, and the same throughput.",
			queues64("recn-iq")},
		{"fbicm-64-voqnet", "[FBICM] case 3 with VOQnet",
			"The burst of case 3 with a queue for each of the 64 hosts at every input port: nobody waits for anybody else, in twice the memory.",
			queues64("voqnet", Setting{"buffer", "16"})},
		{"fbicm-64-io", "FBICM under disk I/O",
			"48 clients read from and write to 16 disks at the times of a trace, a thousand times faster: the wanted disks are set aside and the other transfers go on, in a tenth of the network latency of 1Q.",
			[]Setting{{"network", "bmin-8x3"}, {"routing", "self"}, {"queuing", "fbicm"}, {"crossbar", "multiplexed"}, {"traffic", "IO-48x16-1000-1"}, {"compression", "1000"}, {"bandwidth", "8"}, {"packet", "64"}, {"buffer", "8"}}},
	}...)
}

// queues64 is [FBICM]'s 64 × 64 BMIN under its case 3 with another queuing scheme.
func queues64(queuing string, more ...Setting) (set []Setting) {
	for _, x := range fbicm("bmin-8x3", "FBICM-3") {
		if x.Field == "voq" {
			x = Setting{"queuing", queuing}
		}
		if x.Field != "buffer" || len(more) == 0 {
			set = append(set, x)
		}
	}
	return append(set, more...)
}
