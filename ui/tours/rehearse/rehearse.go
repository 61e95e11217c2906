// Package rehearse runs the steps of tours natively: for the tests, which hold every caption's claims against what is
// measured, and for the thumbnails.
package rehearse

import (
	"fmt"
	"image"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/render"
	"github.com/congestree/congestree/ui/tours"
)

// Stage is a tour at the end of a step.
type Stage struct {
	Facts tours.Facts
	Kept  tours.Kept
	Errs  []error // claims that do not hold
}

// Tour runs all steps; shown, if it is not nil, is called at the end of each, while the simulation stands there.
func Tour(t *tours.Tour, shown func(step int, s *Stage, sim *engine.Sim)) (stages []Stage, err error) {
	var kept []tours.Kept
	var sim *engine.Sim
	for i := range t.Steps {
		s := &t.Steps[i]
		if sim == nil || !sim.Scenario().Equal(s.Opens()) || sim.Now() > tours.PS(s.AtUS) || s.UntilClaim() != nil {
			if sim, err = engine.Open(s.Opens()); err != nil {
				return nil, fmt.Errorf("step %d: %w", i+1, err)
			}
			sim.CountLinks()
		}
		if err = arrive(sim, s, kept); err != nil {
			return nil, fmt.Errorf("step %d: %w", i+1, err)
		}
		g := stage(sim, kept)
		for _, c := range s.Claims() {
			if err := g.Facts.Holds(c); err != nil {
				g.Errs = append(g.Errs, fmt.Errorf("step %d: %w", i+1, err))
			}
		}
		for _, place := range []string{s.Camera.On, s.Point} {
			if place != "" && g.Facts.Place(place) < 0 {
				g.Errs = append(g.Errs, fmt.Errorf("step %d: there is no %q", i+1, place))
			}
		}
		kept = append(kept, g.Kept)
		stages = append(stages, g)
		if shown != nil {
			shown(i, &g, sim)
		}
	}
	return stages, nil
}

// arrive advances to the step's end.
func arrive(sim *engine.Sim, s *tours.Step, kept []tours.Kept) error {
	if s.UntilClaim() == nil {
		sim.Advance(tours.PS(s.AtUS), engine.NoLimit)
		return nil
	}
	period := sim.LookPS()
	for at := (tours.PS(s.FromUS)/period + 1) * period; at <= tours.FurthestUS*engine.Microsecond; at += period {
		sim.Advance(at, engine.NoLimit)
		var f observe.Frame
		sim.Frame(&f, observe.Options{Detail: -1})
		if (tours.Facts{Net: sim.Network(), Frame: &f, Points: sim.Course().Points(), Before: kept}).Holds(*s.UntilClaim()) == nil {
			return nil
		}
	}
	return fmt.Errorf("“%s” does not become so within %d µs", s.Until, tours.FurthestUS)
}

func stage(sim *engine.Sim, kept []tours.Kept) Stage {
	f := &observe.Frame{}
	sim.Frame(f, observe.Options{Detail: -1, Checksum: true})
	var points []observe.Point
	if c := sim.Course(); c != nil {
		points = append(points, c.Points()...)
	}
	g := Stage{Facts: tours.Facts{Net: sim.Network(), Frame: f, Points: points, Before: append([]tours.Kept(nil), kept...)}}
	g.Kept = g.Facts.Keep(fmt.Sprintf("%016x", f.Checksum))
	return g
}

// Size of a thumbnail, and how many pixels of the picture make one of it.
const (
	Width, Height = 320, 200
	fine          = 2
)

// Picture draws a step as the page would, on a canvas of the thumbnail's shape. It needs the simulation where the
// stage was.
func Picture(s *tours.Step, g *Stage, sim *engine.Sim, theme render.Theme) image.Image {
	scene := render.NewScene(sim.Network())
	scene.SetTheme(theme)
	scene.SetReducedMotion(true)
	scene.SetQuestions(Questions(s.Look))
	scene.SetRadial(s.Look.Layout == "circles")
	scene.Resize(fine*Width, fine*Height, fine, render.Insets{Bottom: 10 * fine})
	var f observe.Frame
	sim.Frame(&f, observe.Options{Detail: -1})
	scene.SetFrame(&f)
	if s.Isolate && len(f.Trees) > 0 {
		scene.SetIsolated(f.Trees[0].ID)
	}
	if s.Camera.Zoom > 1 {
		scene.LookAt(g.Facts.Place(s.Camera.On), s.Camera.Zoom)
	}
	sim.Frame(&f, observe.Options{Dots: scene.WantDots(), Detail: -1, Switches: scene.WantSwitches(), HoL: scene.WantHoL()})
	scene.SetFrame(&f)
	return shrink(scene.Bitmap(), fine)
}

// Questions are those of a look.
func Questions(l tours.Look) (p render.PacketQuestion, q render.LinkQuestion) {
	for i, name := range render.PacketQuestions {
		if name == l.Packets {
			p = render.PacketQuestion(i)
		}
	}
	for i, name := range render.LinkQuestions {
		if name == l.Links {
			q = render.LinkQuestion(i)
		}
	}
	return
}

// shrink averages squares of k × k pixels.
func shrink(from *image.RGBA, k int) *image.RGBA {
	w, h := from.Rect.Dx()/k, from.Rect.Dy()/k
	to := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			var sum [3]int
			for j := range k * k {
				at := from.PixOffset(x*k+j%k, y*k+j/k)
				for c := range 3 {
					sum[c] += int(from.Pix[at+c])
				}
			}
			at := to.PixOffset(x, y)
			for c := range 3 {
				to.Pix[at+c] = uint8((sum[c] + k*k/2) / (k * k))
			}
			to.Pix[at+3] = 255
		}
	}
	return to
}
