package ui

import "strconv"

func (p *fakePage) ShowTours(on bool) { p.note("tours"); p.Tour.Hall = on }
func (p *fakePage) DismissOffer()     { p.note("offer"); p.Tour.Offer = false }
func (p *fakePage) StartTour(id string, step int) {
	p.note("tour", id, strconv.Itoa(step))
	p.Tour.ID, p.Tour.Step = id, step
}
func (p *fakePage) EndTour(keep bool) {
	p.note("end", strconv.FormatBool(keep))
	p.Tour.ID = ""
}
