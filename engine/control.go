package engine

// Congestion control at the sources: its fields, and what they configure.

import (
	"errors"
	"strconv"
	"strings"

	"github.com/congestree/congestree/engine/fabric"
	"github.com/congestree/congestree/engine/queuing"
	"github.com/congestree/congestree/engine/routing"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/topology"
)

// The congestion controls.
const (
	noControl = "none"
	ibaCC     = "iba-cc"
	drb       = "drb"
)

// maxIndex is the largest CCTI: a table of 128 entries (OpenSM's OSM_CCT_ENTRY_MAX).
const maxIndex = 127

func init() {
	const group = "Congestion control"
	both, cc, spread := "congestion-control=iba-cc|drb", "congestion-control=iba-cc", "congestion-control=drb"
	for _, f := range []scenario.Field{
		{Name: "congestion-control", Label: "Congestion control", Group: group, Kind: scenario.Choice, Default: noControl, Rank: 70,
			Doc: "What sources do when switches tell them of congestion.",
			Options: []scenario.Option{
				{Name: noControl, Label: "None", Rank: 1, Doc: "Sources send what they have, as soon as there are credits."},
				{Name: ibaCC, Label: "InfiniBand congestion control", Rank: 2, Source: "[DRB-T] §4.2; InfiniBand Architecture 1.2.1, Annex A10",
					Doc: "Switches mark the packets of a crowded output (FECN), their destinations send a notification back (BECN), and the source waits longer between two packets, " +
						"by a table (CCT) whose index (CCTI) rises with every notification and falls with time."},
				{Name: drb, Label: "DRB (distributed routing balancing)", Rank: 3, Source: "[DRB] §4, [DRB-T] §4.3",
					Doc: "Packets are marked and notified of as by InfiniBand's, but sources do not slow down: they open further disjoint paths one by one, send less over those of which they hear " +
						"more, and close them again when no notifications come."},
			}},
		{Name: "cc-threshold", Label: "Threshold", Group: group, Kind: scenario.Int, Min: 0, Max: 15, Default: "15", Rank: 71, MidRun: true, When: both,
			Doc: "When an output is congested: at 15 if a sixteenth of a VC's buffer waits for it in the switch, at 1 if fifteen do; one packet at least; at 0 never."},
		{Name: "cc-marking-rate", Label: "Marking rate", Group: group, Unit: "packets", Kind: scenario.Int, Min: 0, Max: 65535, Default: "0", Rank: 72, MidRun: true, When: both,
			Doc: "Packets of a congested output left unmarked between two that are marked."},
		{Name: "cc-victims", Label: "Mark victims", Group: group, Kind: scenario.Bool, Default: "false", Rank: 73, MidRun: true, When: both,
			Doc: "The victim mask: mark at outputs that lack credits too, not only at roots."},
		{Name: "cn-vl", Label: "Notifications travel", Group: group, Kind: scenario.Choice, Default: "own", Rank: 74, When: both,
			Doc: "In which VL notification packets travel.",
			Options: []scenario.Option{
				{Name: "own", Label: "In a VL of their own", Rank: 1, Source: "[DRB-T] §6.2.1", Doc: "A VL beside those of data, as the one for management is, with a small buffer of its own."},
				{Name: "data", Label: "In the VL of data", Rank: 2, Doc: "Between the data of the opposite direction, and as slow as they are."},
			}},
		{Name: "cn-packet", Label: "Notification", Group: group, Unit: "B", Kind: scenario.Int, Min: 16, Max: 4096, Default: "64", Rank: 75, When: both,
			Doc: "Size of a notification packet."},
		{Name: "cct", Label: "CCT", Group: group, Kind: scenario.Text, Default: "linear-2-1", Rank: 80, MidRun: true, When: cc,
			Doc: "The congestion control table: how long a source waits after a packet, by its CCTI."},
		{Name: "ccti-increase", Label: "CCTI increase", Group: group, Kind: scenario.Int, Min: 1, Max: maxIndex, Default: "1", Rank: 81, MidRun: true, When: cc,
			Doc: "What a notification adds to the CCTI."},
		{Name: "ccti-timer", Label: "CCTI timer", Group: group, Unit: "µs", Kind: scenario.Decimal, Min: 1_024_000, Max: 67_107_840_000, Default: "153.6", Rank: 82, When: cc,
			Doc: "The period at which CCTIs fall by 1; InfiniBand sets it in units of 1.024 µs."},
		{Name: "ccti-falls", Label: "CCTI falls", Group: group, Kind: scenario.Choice, Default: "each", Rank: 83, When: cc,
			Doc: "At which of its timer's expirations a CCTI falls.",
			Options: []scenario.Option{
				{Name: "each", Label: "At each expiration", Rank: 1, Source: "InfiniBand Architecture 1.2.1, Annex A10", Doc: "Whether notifications have come since the last one or not."},
				{Name: "quiet", Label: "After quiet intervals", Rank: 2, Source: "[DRB-T] §4.2", Doc: "Only if none has come for it since the last one."},
			}},
		{Name: "ccti-min", Label: "CCTI minimum", Group: group, Kind: scenario.Int, Min: 0, Max: maxIndex, Default: "0", Rank: 84, When: cc,
			Doc: "The CCTI does not fall below it."},
		{Name: "ccti-limit", Label: "CCTI limit", Group: group, Kind: scenario.Int, Min: 0, Max: maxIndex, Default: "127", Rank: 85, When: cc,
			Doc: "The CCTI does not rise above it."},
		{Name: "cc-scope", Label: "CCTI per", Group: group, Kind: scenario.Choice, Default: "flow", Rank: 86, When: cc,
			Doc: "What a notification slows down.",
			Options: []scenario.Option{
				{Name: "flow", Label: "Flow", Rank: 1, Source: "[DRB-T] §4.3.1", Doc: "The pair of queues that is the cause, and no other of the host."},
				{Name: "host", Label: "Host", Rank: 2, Doc: "All that the host sends (InfiniBand's control by SL and port)."},
			}},
		{Name: "drb-paths", Label: "Paths", Group: group, Unit: "paths", Kind: scenario.Int, Min: 1, Max: routing.MaxPaths, Default: "4", Rank: 90, When: spread,
			Doc: "Disjoint paths the subnet manager looks for between two hosts; all of them may be open at a time [DRB-T §7.2.3]."},
		{Name: "drb-detour", Label: "Detour", Group: group, Unit: "hops", Kind: scenario.Int, Min: 0, Max: 8, Default: "2", Rank: 91, When: spread,
			Doc: "Hops a path may have more than the shortest one."},
		{Name: "drb-vls", Label: "VLs of paths", Group: group, Unit: "VLs", Kind: scenario.Int, Min: 1, Max: 8, Default: "2", Rank: 92, When: spread,
			Doc: "Data VLs among which paths change, so that all together cannot deadlock; every queue has so many VCs. In a torus 2 or more."},
		{Name: "drb-notifications", Label: "Notifications per path", Group: group, Kind: scenario.Int, Min: 1, Max: 1000, Default: "1", Rank: 93, When: spread,
			Doc: "Notifications that open one more path of a pair."},
		{Name: "drb-timer", Label: "Timer", Group: group, Unit: "µs", Kind: scenario.Decimal, Min: 1_000_000, Max: 100_000_000_000, Default: "500", Rank: 94, When: spread,
			Doc: "It expires after so long without a notification."},
		{Name: "drb-hysteresis", Label: "Hysteresis", Group: group, Unit: "expirations", Kind: scenario.Int, Min: 1, Max: 100, Default: "2", Rank: 95, When: spread,
			Doc: "Expirations in a row that close a path [DRB-T §4.3.4]."},
	} {
		scenario.AddField(f)
	}
	scenario.AddFamily("cct", scenario.Family{Prefix: "linear-", Pattern: "linear-<shift>-<multiplier>", Rank: 1, Source: "our choice",
		Doc: "Entry i has shift 0–3 and i × multiplier (1–129): a wait of (packet time ≫ shift) × i × multiplier.", Parse: parseCCT,
		Suggestions: []scenario.Option{
			{Name: "linear-0-1", Label: "Linear: a packet time more each"},
			{Name: "linear-1-1", Label: "Linear: half a packet time more each"},
			{Name: "linear-2-1", Label: "Linear: a quarter of a packet time more each"},
		}})
	scenario.AddFamily("cct", scenario.Family{Prefix: "square-", Pattern: "square-<shift>-<divisor>", Rank: 2, Source: "opensm-cc-optimizer 1.0 (P. Huang, LLNL), whose table is square-3-655",
		Doc: "Entry i has shift 0–3 and i² ÷ divisor (1–16129), rounded down: a wait of (packet time ≫ shift) × i² ÷ divisor.", Parse: parseCCT,
		Suggestions: []scenario.Option{{Name: "square-3-655", Label: "Square: up to three packet times"}}})
	scenario.AddFamily("cct", scenario.Family{Prefix: "entries-", Pattern: "entries-<number>.<number>…", Rank: 3, Source: "InfiniBand Architecture 1.2.1, §A10.4.3.9; OpenSM's cc_cct",
		Doc: "Entries as numbers, shift ≪ 14 | multiplier: a wait of (packet time ≫ shift) × multiplier; the last one stands for all that follow.", Parse: parseCCT,
		Suggestions: []scenario.Option{{Name: "entries-0.1.2.4.8.16.32.64", Label: "Doubling up to 64 packet times"}}})
}

func parseCCT(text string) (string, error) {
	if _, err := tableOf(text); err != nil {
		return "", err
	}
	parts := strings.FieldsFunc(text, func(c rune) bool { return c == '-' || c == '.' })
	between := map[bool]string{true: ".", false: "-"}[parts[0] == "entries"]
	for i, p := range parts[1:] {
		n, _ := strconv.Atoi(p) // tableOf has read it
		parts[1+i] = strconv.Itoa(n)
	}
	return parts[0] + "-" + strings.Join(parts[1:], between), nil
}

// tableOf returns the entries of a congestion control table.
func tableOf(text string) ([]uint16, error) {
	kind, rest, _ := strings.Cut(text, "-")
	if kind != "entries" {
		a, b, _ := strings.Cut(rest, "-")
		shift, err1 := strconv.Atoi(a)
		number, err2 := strconv.Atoi(b)
		most := 1<<14/(maxIndex+1) + 1
		if kind == "square" {
			most = maxIndex * maxIndex
		}
		if err1 != nil || err2 != nil || shift < 0 || shift > 3 || number < 1 || number > most {
			if kind == "square" {
				return nil, errors.New("write square-<shift>-<divisor>, with a shift of 0–3 and a divisor of 1–16129, e.g. square-3-655")
			}
			return nil, errors.New("write linear-<shift>-<multiplier>, with a shift of 0–3 and a multiplier of 1–129, e.g. linear-2-1")
		}
		out := make([]uint16, maxIndex+1)
		for i := range out {
			multiplier := i * number
			if kind == "square" {
				multiplier = i * i / number
			}
			out[i] = uint16(shift<<14 | min(multiplier, 1<<14-1))
		}
		return out, nil
	}
	var out []uint16
	for _, x := range strings.Split(rest, ".") {
		v, err := strconv.ParseUint(x, 10, 16)
		if err != nil || len(out) > maxIndex {
			return nil, errors.New("write entries-<number>.<number>… with 1–128 numbers of 0–65535, each shift ≪ 14 | multiplier, e.g. entries-0.1.2.4.8")
		}
		out = append(out, uint16(v))
	}
	for len(out) <= maxIndex {
		out = append(out, out[len(out)-1])
	}
	return out, nil
}

// fallsQuiet says whether a CCTI falls only after intervals without notifications.
func fallsQuiet(s scenario.Scenario) bool { return s.Get("ccti-falls") == "quiet" }

// controlled says whether congestion control is on.
func controlled(s scenario.Scenario) bool { return s.Get("congestion-control") != noControl }

// dataLanes returns the VCs a queue of the queuing scheme has, given what the deterministic routing asks for.
func dataLanes(s scenario.Scenario, lanes int) int {
	if s.Get("congestion-control") == drb {
		return int(s.Int("drb-vls"))
	}
	return lanes
}

// noteVCs returns the VCs that notifications have of their own. They do not share the buffer of data.
func noteVCs(s scenario.Scenario, lanes int) int {
	if controlled(s) && s.Get("cn-vl") == "own" {
		return dataLanes(s, lanes)
	}
	return 0
}

// planned is a scheme under DRB: a queue has the VLs of the paths, and its packets wait in the first.
type planned struct {
	scheme queuing.Scheme
	vls    int
}

func (p planned) VC(src, dst uint32) uint8 { return p.scheme.VC(src, dst) * uint8(p.vls) }

// setControl puts congestion control into a configuration whose scheme has queues, before lanes.
func setControl(s scenario.Scenario, c *fabric.Config) error {
	if !controlled(s) {
		return nil
	}
	each := capacity(s, c.VCs)
	k := &fabric.Control{
		Limit: limitOf(int(s.Int("cc-threshold")), each), Rate: int(s.Int("cc-marking-rate")), Victims: s.Bool("cc-victims"),
		NotePS: linkPS(s, "cn-packet"), NoteVC: -1,
	}
	c.Control = k
	if s.Get("congestion-control") == drb {
		subnet, err := routing.SubnetOf(s, c.Net)
		if err != nil {
			return err
		}
		k.Spread = &fabric.Spread{Subnet: subnet, VLs: int(s.Int("drb-vls")), Most: int(s.Int("drb-paths")), Notes: int(s.Int("drb-notifications")),
			WaitPS: s.Micro("drb-timer") * Microsecond / scenario.Micro, Expire: int(s.Int("drb-hysteresis"))}
	} else {
		table, err := tableOf(s.Get("cct"))
		if err != nil {
			return err
		}
		k.Throttle = &fabric.Throttle{Increase: int(s.Int("ccti-increase")), Min: int(s.Int("ccti-min")), Limit: int(s.Int("ccti-limit")),
			TimerPS: s.Micro("ccti-timer") * Microsecond / scenario.Micro, PerHost: s.Get("cc-scope") == "host", Quiet: fallsQuiet(s)}
		for _, e := range table {
			k.Throttle.Delay = append(k.Throttle.Delay, c.PacketPS>>(e>>14)*int64(e&(1<<14-1)))
		}
	}
	if own := noteVCs(s, c.Routes.Lanes()); own > 0 {
		k.NoteVC = c.VCs
		c.VCs += own
	}
	return setPorts(s, c, each)
}

// controlFits says what else a scenario with congestion control needs.
func controlFits(s scenario.Scenario, n *topology.Network, lanes int) *scenario.Error {
	if !controlled(s) {
		return nil
	}
	refuse := func(field, reason string) *scenario.Error {
		return &scenario.Error{Field: field, Value: s.Get(field), Reason: reason}
	}
	switch kind := s.Get("congestion-control"); {
	case routing.Isolates(s):
		return refuse("congestion-control", kind+" and the adapted-flow channel of AFI are not simulated together; choose none, or another routing")
	case kind == ibaCC:
		if s.Int("ccti-min") > s.Int("ccti-limit") {
			return refuse("ccti-min", "the minimum of "+s.Get("ccti-min")+" is above the limit of "+s.Get("ccti-limit"))
		}
	default:
		if first := routing.For(n)[0]; s.Get("routing") != first {
			return refuse("routing", "DRB leads packets by the subnet manager's tables, whose first paths are those of "+first+" on "+n.Name+"; choose it")
		}
		if s.Int("drb-vls") < int64(lanes) {
			return refuse("drb-vls", s.Get("drb-vls")+" VL; "+n.Name+" needs "+strconv.Itoa(lanes)+" at least, so that its rings cannot deadlock")
		}
		if n.Grid != nil && n.Grid.Torus && !s.Bool("dateline") {
			return refuse("dateline", "the subnet manager uses dateline VCs; switch them on")
		}
		if _, err := routing.SubnetOf(s, n); err != nil {
			return refuse("congestion-control", err.Error())
		}
	}
	return nil
}

// controlMemory is what congestion control takes beside the buffers, in bytes (see memories): what is counted by channel, the
// agents, and the flows that hosts remember. Those come back to normal by and by: a thousand per host are more than
// notifications keep alive.
func controlMemory(s scenario.Scenario, n *topology.Network, vcs int) (opened, grows int64) {
	if !controlled(s) {
		return 0, 0
	}
	const channelBytes, hostBytes, flowBytes = 4, 128, 40
	ports := int64(0)
	if s.Get("cc-thresholds") != noExceptions {
		ports += 8
	}
	if s.Get("cc-victim-ports") != noExceptions {
		ports++
	}
	return int64(n.SwitchPorts()*vcs)*(channelBytes+ports) + int64(n.Hosts)*(hostBytes+int64(vcs)*2), int64(n.Hosts) * int64(min(n.Hosts, 1024)) * flowBytes
}
