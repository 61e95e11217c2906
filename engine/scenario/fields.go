package scenario

// The fields every network has. Parameters of a single mechanism are registered by its file.

// noTrace: what is sent, and when, is in a trace.
const noTrace = "traffic!=VEF-*|PTRANS-*|IO-*"

func init() {
	for _, f := range []Field{
		{Name: "network", Label: "Network", Group: "Network", Kind: Text, Default: "rlft-8x3", Rank: 10,
			Doc: "Topology: a fat tree or BMIN, by switch ports × stages, or a mesh or torus, by columns × rows."},
		{Name: "routing", Label: "Routing", Group: "Routing", Kind: Choice, Default: "dmodk", Rank: 20, MidRun: true,
			Doc: "How a switch chooses among the shortest paths."},
		{Name: "queuing", Label: "Queuing scheme", Group: "Switch", Kind: Choice, Default: "1q", Rank: 30,
			Doc: "Which virtual channel a packet takes, by its source and destination."},
		{Name: "vcs", Label: "VCs", Group: "Switch", Unit: "VCs", Kind: Int, Min: 1, Max: 16, Default: "3", Rank: 31, When: "queuing!=1q|voqsw|voqnet|recn-iq|fbicm",
			Doc: "Virtual channels per port; they split the buffer evenly."},
		{Name: "voq", Label: "VOQs", Group: "Switch", Kind: Bool, Default: "false", Rank: 32, When: "queuing!=voqsw|voqnet|recn-iq|fbicm",
			Doc: "Virtual output queues: each VC is sorted by output port; buffer space and credits stay per VC."},
		{Name: "crossbar", Label: "Crossbar inputs", Group: "Switch", Kind: Choice, Default: "demultiplexed", Rank: 33, When: "voq=true or queuing=voqsw|voqnet|recn-iq|fbicm",
			Doc: "Whether the queues of an input port share one entry of the crossbar.",
			Options: []Option{
				{Name: "demultiplexed", Label: "Demultiplexed", Doc: "An input port may forward packets to several output ports at the same time.", Rank: 1, Source: "[RAR] §5.3, [AFI] §II-C"},
				{Name: "multiplexed", Label: "Multiplexed", Doc: "One packet at a time leaves an input port.", Rank: 2, Source: "[FBICM] §3.1, iSLIP"},
			}},
		{Name: "traffic", Label: "Traffic", Group: "Traffic", Kind: Text, Default: "HS25-1", Rank: 40,
			Doc: "Who sends to whom."},
		{Name: "load", Label: "Offered load", Group: "Traffic", Unit: "of link bandwidth", Kind: Decimal, Min: 0, Max: 1.2 * Micro, Default: "1", Rank: 42, MidRun: true, When: noTrace,
			Doc: "Traffic each host generates, as a fraction of its link's bandwidth."},
		{Name: "generation", Label: "Generation", Group: "Traffic", Kind: Choice, Default: "poisson", Rank: 43, MidRun: true, When: noTrace,
			Doc: "How the gaps between a host's packets are drawn.",
			Options: []Option{
				{Name: "constant", Label: "Constant rate", Doc: "Equal gaps, with a random phase per host.", Rank: 2},
				{Name: "poisson", Label: "Poisson", Doc: "Exponential gaps [DRB-T §7.2.2].", Rank: 1},
			}},
		{Name: "seed", Label: "Seed", Group: "Traffic", Kind: Int, Min: 0, Max: 1<<53 - 1, Default: "1", Rank: 44,
			Doc: "Start of every random sequence: the same seed gives the same run to the bit."},
		{Name: "bandwidth", Label: "Link speed", Group: "Hardware", Unit: "Gb/s", Kind: Decimal, Min: 100_000, Max: 1600 * Micro, Default: "100", Rank: 50,
			Doc: "Data rate of every link."},
		{Name: "delay", Label: "Link delay", Group: "Hardware", Unit: "ns", Kind: Decimal, Min: 0, Max: 100_000 * Micro, Default: "6", Rank: 51,
			Doc: "Propagation time of every link."},
		{Name: "packet", Label: "Packet", Group: "Hardware", Unit: "B", Kind: Int, Min: 16, Max: 65536, Default: "4096", Rank: 52,
			Doc: "Size of every packet."},
		{Name: "buffer", Label: "Buffer", Group: "Hardware", Unit: "KiB", Kind: Decimal, Min: Micro / 16, Max: 4096 * Micro, Default: "192", Rank: 53,
			Doc: "Input buffer of a port, all its VCs together."},
		{Name: "source-queue", Label: "Source queue", Group: "Hardware", Unit: "packets", Kind: Int, Min: 1, Max: 4096, Default: "64", Rank: 54, When: noTrace,
			Doc: "Packets a host keeps per VC, or per destination where it has a queue for each; what is generated beyond is refused and counted."},
		{Name: "warmup", Label: "Warm-up", Group: "Measuring", Unit: "µs", Kind: Decimal, Min: 0, Max: 1_000_000 * Micro, Default: "1000", Rank: 60, When: noTrace,
			Doc: "Throughput and latency are averaged from this time on."},
	} {
		AddField(f)
	}
}
