package words

import (
	"strings"
	"testing"

	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/topology"
)

func TestDeadlockInWords(t *testing.T) {
	n, err := topology.Build("torus-8x4")
	if err != nil {
		t.Fatal(err)
	}
	ring := func(ports ...int) *observe.Frame {
		f := &observe.Frame{}
		f.DeadlockPS = 31_457_280
		for _, p := range ports {
			f.Ring = append(f.Ring, uint32(p), 0)
		}
		return f
	}
	row := ring(n.Radix+1, 2*n.Radix+1, 3*n.Radix+1)
	if got := Ring(n, row); got != "port 1 of S(1,0) → S(2,0) → S(3,0) → S(1,0)" {
		t.Errorf("%q", got)
	}
	if got := Ring(n, ring(n.Radix+1, 2*n.Radix+2)); got != n.PortName(n.Radix+1)+" → "+n.PortName(2*n.Radix+2)+" → "+n.PortName(n.Radix+1) {
		t.Errorf("%q", got)
	}
	long := make([]int, 12)
	for i := range long {
		long[i] = i*n.Radix + 1
	}
	if got := Ring(n, ring(long...)); strings.Count(got, " → ") != ringNames || !strings.Contains(got, "… → S(0,0)") {
		t.Errorf("%q", got)
	}
	for _, text := range []string{Deadlock(n, row), Summary(n, row)} {
		if !strings.Contains(text, "31.5 µs: 3 input buffers wait for each other in a ring") || !strings.Contains(text, Ring(n, row)) || strings.Contains(text, "Nothing is congested") {
			t.Errorf("%q", text)
		}
	}
	if Deadlock(n, &observe.Frame{}) != "" || Ring(n, &observe.Frame{}) != "" {
		t.Error("there is none")
	}
	if title, text := Mark(n, &observe.Mark{Kind: observe.Deadlocked, Ports: 8, Root: uint32(n.Radix + 1)}); title != "Deadlock" || !strings.Contains(text, "8 input buffers") {
		t.Errorf("%q: %q", title, text)
	}
}
