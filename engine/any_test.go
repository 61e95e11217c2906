package engine_test

import (
	"strconv"
	"testing"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/scenario"
	"pgregory.net/rapid"
)

// value draws a value of a field from what is registered: most numbers near the least one, where networks this small still move.
func value(t *rapid.T, f *scenario.Field) string {
	near := func(unit int64) int64 {
		n := rapid.Int64Range(0, f.Max-f.Min).Draw(t, f.Name)
		if rapid.IntRange(0, 4).Draw(t, "near "+f.Name) > 0 {
			n %= 200 * unit
		}
		return f.Min + n
	}
	switch f.Kind {
	case scenario.Int:
		return strconv.FormatInt(near(1), 10)
	case scenario.Decimal:
		return strconv.FormatFloat(float64(near(scenario.Micro))/scenario.Micro, 'f', 6, 64)
	case scenario.Bool:
		return strconv.FormatBool(rapid.Bool().Draw(t, f.Name))
	}
	values := []string{f.Default}
	for _, o := range f.Suggestions() {
		values = append(values, o.Name)
	}
	return rapid.SampledFrom(values).Draw(t, f.Name)
}

// anyScenario is a scenario with any values of any registered fields, on a small network, and perhaps with other values from a later time on. It may
// be one that is refused.
func anyScenario(t *rapid.T) scenario.Scenario {
	s := scenario.Default()
	if rapid.IntRange(0, 2).Draw(t, "from a preset") == 0 {
		s = rapid.SampledFrom(scenario.Presets()).Draw(t, "preset").Scenario()
	}
	s = s.Must("network", rapid.SampledFrom([]string{"rlft-4x2", "rlft-4x3", "rlft-8x2", "rlft-6x1", "knary-2x3", "knary-3x2", "pgft-4.4-1.2-1.2",
		"pgft-3.2.4-1.2.3-1.2.1", "mesh-4x4", "mesh-3x2", "torus-4x4", "torus-5x3", "bmin-4x2", "bmin-8x2", "bmin-4x3-butterfly"}).Draw(t, "network"))
	often := rapid.IntRange(1, 9).Draw(t, "often")
	for _, f := range scenario.Fields() {
		if f.Name != "network" && rapid.IntRange(0, 9).Draw(t, "set "+f.Name) < often {
			if with, err := s.With(f.Name, value(t, f)); err == nil {
				s = with
			}
		}
	}
	if fits, _, err := engine.Fit(s, "network"); err == nil {
		s = fits
	}
	var later []*scenario.Field
	for _, f := range scenario.Fields() {
		if f.MidRun {
			later = append(later, f)
		}
	}
	for range rapid.IntRange(-2, 2).Draw(t, "changes") {
		f := rapid.SampledFrom(later).Draw(t, "later")
		if fork, err := engine.Fork(s, rapid.Int64Range(0, 40).Draw(t, "at")*engine.Microsecond, f.Name, value(t, f)); err == nil {
			s = fork
		}
	}
	return s
}

// Whatever is registered runs with whatever else is: nothing is lost, credits are conserved, no buffer overruns; in one go, in slices with
// looks between them, and from a copy it comes to the same state, and its frames can be read. A new field is drawn by itself.
func TestAnyScenario(t *testing.T) {
	ran, moved := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		s := anyScenario(t)
		if engine.Check(s) != nil || engine.Memory(s) > 60<<20 {
			return
		}
		ran++
		a, err := engine.Open(s)
		if err != nil {
			t.Fatalf("%s: %v", s.Query(), err)
		}
		end := min(a.PacketPS()*120, 400*engine.Microsecond)
		a.Advance(end, engine.NoLimit)
		b, _ := engine.Open(s)
		b.CountHoL()
		var c *engine.Sim
		var f, read observe.Frame
		for i := 1; b.Now() < end; i++ {
			to := min(end, b.Now()+b.PacketPS()*int64(1+i%12)+int64(i))
			for range i % 5 * 4 {
				b.StepEvent(to)
			}
			b.Advance(to, 1+i*397%5000)
			if err := b.CheckInvariants(); err != nil {
				t.Fatalf("%s: at %d ps: %v", s.Query(), b.Now(), err)
			}
			n := b.Network()
			pins := []observe.Pin{{}, {Kind: observe.PinPort, A: uint32(i % n.SwitchPorts())}, {Kind: observe.PinSwitch, A: uint32(i % (n.SwitchPorts() / n.Radix))},
				{Kind: observe.PinHost, A: uint32(i % n.Hosts)}, {Kind: observe.PinFlow, A: uint32(i % n.Hosts), B: uint32(i * 7 % n.Hosts)}}
			b.Frame(&f, observe.Options{Dots: i * 100, Detail: i % n.Ports(), Checksum: i%3 == 0, HoL: i%2 == 0, Pin: pins[i%len(pins)]})
			if err := read.Decode(f.Append(nil)); err != nil {
				t.Fatalf("%s: a frame at %d ps: %v", s.Query(), b.Now(), err)
			}
			if c == nil && b.Now() > end/2 {
				c = b.Clone()
			}
		}
		if c == nil {
			c = b.Clone()
		}
		c.Advance(end, engine.NoLimit)
		if x, y, z := a.Checksum(), b.Checksum(), c.Checksum(); x != y || x != z {
			t.Fatalf("%s: checksum %016x in one go, %016x in slices, %016x from a copy", s.Query(), x, y, z)
		}
		if f.Delivered > 0 {
			moved++
		}
	})
	if !t.Failed() && (ran < 40 || moved < ran/3) {
		t.Errorf("%d scenarios ran, %d of them delivered something: what is drawn is too often refused", ran, moved)
	}
}
