package render

// Multistage networks: hosts in a row at the bottom in the order of their numbers, the stages above
// them, so that the wires cross as the permutation between two stages says.

import (
	"math"
)

// placeStages spreads the stages over the height that the aspect (width/height) leaves.
func (l *layout) placeStages(aspect float64) {
	n := l.n
	k := n.Multi.K
	per := n.Switches / n.Stages
	pitch := math.Max(float64(k), 2)
	width := pitch * float64(per)
	const card = 1.9
	// the stages keep some distance, but not more than makes the wires steep
	gap := math.Min(math.Max((width/aspect-float64(n.Stages+1)*card)/float64(n.Stages), 4), math.Max(width*.6, 8))
	l.w, l.h = float32(width), float32(float64(n.Stages)*(gap+card)+1)
	y := float64(l.h) - .5
	for h := range l.hx {
		sw, _ := n.SwitchOf(int(n.Peer[n.HostPort(h)]))
		l.leafOf[h] = int32(sw)
		l.hx[h], l.hy[h] = float32((float64(h)+.5)*width/float64(n.Hosts)), float32(y)
	}
	l.blocks = []rect{{0, float32(y - .5), l.w, float32(y + .5)}}
	l.bands = append(l.bands, band{hosts: true, y: float32(y)})
	for s := 0; s < n.Stages; s++ {
		y -= gap + card
		l.cardW[s], l.cardH[s] = float32(pitch*.86), card
		for i := 0; i < per; i++ {
			sw := n.First[s] + i
			l.sx[sw], l.sy[sw] = float32((float64(i)+.5)*pitch), float32(y+card/2+.5)
		}
		l.bands = append(l.bands, band{stage: s + 1, y: float32(y + card/2 + .5)})
	}
}
