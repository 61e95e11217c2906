package traffic

// HSx-y: some hosts, drawn by the seed, send to hot spots, the others anywhere. Which hosts are hot, from when until when, and what is
// sent otherwise, are fields of their own.

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/congestree/congestree/engine/random"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/topology"
)

const (
	maxHotSpots = 1024
	maxListed   = 64
)

func init() {
	family := scenario.Family{Prefix: "HS", Pattern: "HS<percent>-<hot spots>", Rank: 2, Source: "[RAR] §5.1, [AFI] §V-A, [FBICM] Table 1 (window)",
		Doc: "Hot spots: so many percent of the hosts, drawn by the seed, send all they generate to the hot spots (each of them to one), the others are uniform.",
		Parse: func(v string) (string, error) {
			x, y, err := parseHotSpot(v)
			return "HS" + strconv.Itoa(x) + "-" + strconv.Itoa(y), err
		}}
	for _, v := range []struct{ name, label string }{
		{"HS10-1", "10 % of the hosts → 1 hot spot"}, {"HS25-1", "25 % → 1 hot spot"},
		{"HS10-4", "10 % → 4 hot spots"}, {"HS25-4", "25 % → 4 hot spots"},
	} {
		family.Suggestions = append(family.Suggestions, scenario.Option{Name: v.name, Label: v.name + " — " + v.label})
	}
	register(family, buildHotSpot)

	scenario.AddField(scenario.Field{Name: "hotspots", Label: "Hot spots", Group: "Traffic", Unit: "hosts", Kind: scenario.Text, Default: "auto", When: "traffic=HS*", Rank: 41,
		Doc: "Which hosts are hot spots, joined by commas; auto = 600, 3400, 5200, 9500 of 11 664, scaled to the network."})
	scenario.AddFamily("hotspots", scenario.Family{Prefix: "auto", Pattern: "auto", Rank: 1, Doc: "The hosts of [RAR] §5.1, scaled to the network; beyond four, evenly spread.",
		Parse: func(v string) (string, error) {
			if v != "auto" {
				return "", errors.New("write auto, or host numbers joined by commas")
			}
			return v, nil
		}, Suggestions: []scenario.Option{{Name: "auto", Label: "automatic"}}})
	scenario.AddFamily("hotspots", scenario.Family{Prefix: "", Pattern: "<host>,<host>…", Rank: 2, Doc: "Host numbers from 0, joined by commas.",
		Parse: func(v string) (string, error) {
			list, err := parseHosts(v)
			return joinHosts(list), err
		}})
	scenario.AddField(scenario.Field{Name: "hotspot-else", Label: "Else", Group: "Traffic", Kind: scenario.Choice, Default: "uniform", When: "traffic=HS*", Rank: 46,
		Doc: "What the senders to the hot spots do before and after.",
		Options: []scenario.Option{
			{Name: "uniform", Label: "Uniform", Rank: 1, Doc: "They send to random hosts, like the others."},
			{Name: "silent", Label: "Silent", Rank: 2, Source: "[FBICM] Table 1", Doc: "They generate nothing."},
		}})
	scenario.AddField(scenario.Field{Name: "hotspot-others", Label: "Others send", Group: "Traffic", Kind: scenario.Choice, Default: "elsewhere", When: "traffic=HS*", Rank: 47,
		Doc: "Whether the uniform hosts send to the hot spots too.",
		Options: []scenario.Option{
			{Name: "elsewhere", Label: "Elsewhere", Rank: 1, Source: "[RAR] §5.1", Doc: "To any host but the hot spots, which receive nothing but the traffic that is meant for them: our reading."},
			{Name: "anywhere", Label: "Anywhere", Rank: 2, Doc: "To any host, the hot spots too: the other reading of \"uniform\"."},
		}})
	for _, f := range []scenario.Field{
		{Name: "hotspot-from", Label: "Hot spot from", Default: "0", Rank: 45, Doc: "Before this time the senders to the hot spots do something else."},
		{Name: "hotspot-until", Label: "Hot spot until", Default: "1000000", Rank: 46, Doc: "From this time on they do so again."},
	} {
		f.Group, f.Unit, f.Kind, f.Max, f.When = "Traffic", "µs", scenario.Decimal, 1_000_000*scenario.Micro, "traffic=HS*"
		scenario.AddField(f)
	}
	scenario.AddRule(func(s scenario.Scenario) *scenario.Error {
		if s.Micro("hotspot-until") < s.Micro("hotspot-from") && scenario.Lookup("hotspot-until").Active(s) {
			return &scenario.Error{Field: "hotspot-until", Value: s.Get("hotspot-until"), Reason: "the hot spot would end before it begins, at " + s.Get("hotspot-from") + " µs"}
		}
		return nil
	})
}

func parseHotSpot(v string) (percent, count int, err error) {
	x, y, _ := strings.Cut(v[len("HS"):], "-")
	percent, e1 := strconv.Atoi(x)
	count, e2 := strconv.Atoi(y)
	if e1 != nil || e2 != nil || percent < 0 || percent > 100 || count < 1 || count > maxHotSpots {
		return 0, 0, errors.New("write HS<percent>-<hot spots> with 0–100 percent and 1–" + strconv.Itoa(maxHotSpots) + " hot spots, e.g. HS10-4")
	}
	return percent, count, nil
}

func parseHosts(v string) ([]uint32, error) {
	var list []uint32
	for _, x := range strings.Split(v, ",") {
		h, err := strconv.ParseUint(strings.TrimSpace(x), 10, 31)
		if err != nil || len(list) == maxListed {
			return nil, errors.New(strconv.Quote(v) + " is neither auto nor a list of up to " + strconv.Itoa(maxListed) + " host numbers joined by commas")
		}
		for _, g := range list {
			if g == uint32(h) {
				return nil, errors.New("host " + strconv.Itoa(int(h)) + " is listed twice")
			}
		}
		list = append(list, uint32(h))
	}
	return list, nil
}

func joinHosts(list []uint32) string {
	text := make([]string, len(list))
	for i, h := range list {
		text[i] = strconv.Itoa(int(h))
	}
	return strings.Join(text, ",")
}

// hotSpots returns the hot spots of a scenario. The four of [RAR] §5.1 are given for 11 664
// hosts; on other networks the same shares of the host range are used (our choice).
func hotSpots(s scenario.Scenario, count, hosts int) ([]uint32, error) {
	refuse := func(field, reason string) ([]uint32, error) {
		return nil, &scenario.Error{Field: field, Value: s.Get(field), Reason: reason}
	}
	if count >= hosts {
		return refuse("traffic", strconv.Itoa(count)+" hot spots do not leave a sender among "+strconv.Itoa(hosts)+" hosts")
	}
	if text := s.Get("hotspots"); text != "auto" {
		list, err := parseHosts(text)
		if err != nil {
			return refuse("hotspots", err.Error())
		}
		if count > maxListed {
			return refuse("hotspots", s.Get("traffic")+" needs "+strconv.Itoa(count)+" hosts, and a list has up to "+strconv.Itoa(maxListed)+"; write auto")
		}
		if len(list) < count {
			return refuse("hotspots", s.Get("traffic")+" needs "+strconv.Itoa(count)+" hosts, "+strconv.Itoa(len(list))+" are listed; list more or write auto")
		}
		for _, h := range list[:count] {
			if int(h) >= hosts {
				return refuse("hotspots", "host "+strconv.Itoa(int(h))+" does not exist; the network has hosts 0–"+strconv.Itoa(hosts-1))
			}
		}
		return list[:count], nil
	}
	published := []int{600, 3400, 5200, 9500}
	list := make([]uint32, count)
	for i := range list {
		if count <= len(published) {
			list[i] = uint32(published[i] * hosts / 11664)
		} else {
			list[i] = uint32((2*i + 1) * hosts / (2 * count))
		}
		if i > 0 && list[i] <= list[i-1] {
			list[i] = list[i-1] + 1
		}
	}
	return list, nil
}

// hotSpot is HSx-y. Which hosts send to the hot spots, and which of several each of them
// chooses, the papers leave open: here a random subset, dealt evenly to the hot spots, each
// sender keeping to its own. Unless "hotspot-others" says so, the others send to any host but the hot spots: these receive "traffic
// generated by 10% of the network end-nodes" ([RAR] §5.1) and no other. (Where it is otherwise, leaf switches
// without any of the senders now and then emit a packet to a hot spot, nothing before it holds
// it back, and with a threshold at the second stage alone it takes congestion where, by Table 2 of
// [RAR], there is none.)
type hotSpot struct {
	hosts       uint32
	spots       []uint32
	rest        []uint32 // the hosts that are none
	target      []int32  // per host: the hot spot it sends to, or -1
	from, until int64    // ps
	silent      bool     // what the senders to the hot spots are before and after
	anywhere    bool     // the others send to the hot spots as well
}

const psPerMicro = 1_000_000 / scenario.Micro // µs in millionths → ps

func buildHotSpot(s scenario.Scenario, n *topology.Network) (Pattern, error) {
	percent, count, err := parseHotSpot(s.Get("traffic"))
	if err != nil {
		return nil, err
	}
	spots, err := hotSpots(s, count, n.Hosts)
	if err != nil {
		return nil, err
	}
	if err := nobody(s, n.Hosts, percent); err != nil {
		return nil, err
	}
	p := hotSpot{spots: spots, from: s.Micro("hotspot-from") * psPerMicro, until: s.Micro("hotspot-until") * psPerMicro}
	p.silent = s.Get("hotspot-else") == "silent"
	p.anywhere = s.Get("hotspot-others") == "anywhere"
	return p.draw(n.Hosts, percent, s), nil
}

// share is a percentage of the hosts, rounded.
func share(hosts, percent int) int { return (hosts*percent + 50) / 100 }

// nobody refuses a percentage that is no host: the traffic would be uniform, under another name.
func nobody(s scenario.Scenario, hosts, percent int) error {
	if percent == 0 || share(hosts, percent) > 0 {
		return nil
	}
	return &scenario.Error{Field: "traffic", Value: s.Get("traffic"), Reason: strconv.Itoa(percent) + " % of " + strconv.Itoa(hosts) +
		" hosts are none that would send to a hot spot; at least " + strconv.Itoa((50+hosts-1)/hosts) + " % are one"}
}

// draw chooses who sends to the hot spots.
func (p hotSpot) draw(hosts, percent int, s scenario.Scenario) Pattern {
	p.hosts, p.target = uint32(hosts), make([]int32, hosts)
	isSpot := make([]bool, hosts)
	for _, h := range p.spots {
		isSpot[h] = true
	}
	for h := range p.target {
		p.target[h] = -1
		if !isSpot[h] {
			p.rest = append(p.rest, uint32(h))
		}
	}
	pool := slices.Clone(p.rest)
	r := random.New(uint64(s.Int("seed")), 1<<40)
	culprits := min(share(hosts, percent), len(pool))
	shuffle(pool, culprits, &r)
	for i, h := range pool[:culprits] {
		p.target[h] = int32(p.spots[i%len(p.spots)])
	}
	if p.silent {
		return burst{&p}
	}
	return &p
}

func (p *hotSpot) Dest(src uint32, now int64, r *random.Source) uint32 {
	if t := p.target[src]; t >= 0 && now >= p.from && now < p.until {
		return uint32(t)
	}
	if p.anywhere || len(p.rest) < 2 { // or nobody else
		return other(src, p.hosts, r)
	}
	for {
		if d := p.rest[r.Below(uint32(len(p.rest)))]; d != src {
			return d
		}
	}
}

func (p *hotSpot) HotSpots() []uint32       { return p.spots }
func (p *hotSpot) Culprit(host uint32) bool { return p.target[host] >= 0 }

// Window implements Windowed.
func (p *hotSpot) Window() (from, until int64) { return p.from, p.until }

// burst is a hotSpot whose culprits are silent before and after.
type burst struct{ *hotSpot }

func (p burst) Rate(src uint32, now int64) (micro, until int64) {
	switch {
	case p.target[src] < 0:
		return scenario.Micro, Never
	case now < p.from:
		return 0, p.from
	case now < p.until:
		return scenario.Micro, p.until
	}
	return 0, Never
}
