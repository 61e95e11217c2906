package render

import "testing"

// The two directions of a link are drawn beside each other, each on the right of its way, bent or straight.
func TestWaysKeepRight(t *testing.T) {
	for _, c := range []struct {
		network string
		w, h    float64
		zoom    float64
	}{{"rlft-4x3", 800, 600, 1}, {"rlft-36x3", 390, 700, 200}, {"torus-4x4", 800, 600, 1}, {"bmin-4x2", 800, 600, 1}} {
		s := scene(t, c.network, c.w, c.h, 1, Insets{})
		s.ZoomAt(c.w/2, c.h/2, c.zoom)
		s.Meshes()
		bent := 0
		for p, q := range s.net.Peer {
			if q < 0 {
				continue
			}
			middle, w := s.lay.world(p, int(q)), s.way(p, int(q))
			k, most := 1, float32(0)
			for i := 1; i < w.n; i++ {
				if d := hypot(w.x[i]-w.x[i-1], w.y[i]-w.y[i-1]); d > most {
					k, most = i, d
				}
			}
			dx, dy := w.x[k]-w.x[k-1], w.y[k]-w.y[k-1]
			right := ((w.x[k]-s.x(middle.x[k]))*-dy + (w.y[k]-s.y(middle.y[k]))*dx) / most
			if right < .2 || right > s.offset[s.lower(p, int(q))]+.1 {
				t.Fatalf("%s: the link of %s is %v px to the right of its middle", c.network, s.net.PortName(p), right)
			}
			if w.n == 4 {
				bent++
			}
		}
		if (bent > 0) != (c.network == "rlft-36x3") {
			t.Errorf("%s: %d bent links", c.network, bent)
		}
	}
}
