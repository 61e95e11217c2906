package ui

// The bar of an embedded page: play, the time, the title that the page around gave, and the way to the whole page.

// EmbedDoc is what the bar shows (Model.Embed).
type EmbedDoc struct {
	On    bool   // the page is inside another one,
	Fixed bool   // whose readers cannot change the scenario
	Title string // plain text
	Whole string // address of the page by itself, with what is shown
}

// Embed is the bar, a transport of its own. Its template is embed.vugu.
type Embed struct{ Transport }

// Time is the simulated time in the form of the readouts.
func (c *Embed) Time() string {
	if !c.m.Embed.On { // nothing to build anew with every frame
		return ""
	}
	return simTime(c.m.timePS())
}
