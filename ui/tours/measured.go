package tours

// What the steps of the tours measured when they were rehearsed: measured.json.

import (
	"encoding/json"
	"math"
	"sync"
)

// Sealed is a tour as it was rehearsed.
type Sealed struct {
	Steps   []Kept `json:"steps"`
	Picture string `json:"picture"` // SHA-256 of the thumbnail, hexadecimal
}

// Measured is measured.json: tours by their IDs.
var Measured = sync.OnceValue(func() map[string]Sealed {
	all := map[string]Sealed{}
	text, err := files.ReadFile(measuredDoc)
	if err == nil {
		err = json.Unmarshal(text, &all)
	}
	if err != nil {
		panic(measuredDoc + ": " + err.Error())
	}
	return all
})

// Kept returns what a step (from 0) measured; false if it has not been rehearsed.
func (t *Tour) Kept(step int) (Kept, bool) {
	m := Measured()[t.ID]
	if step < 0 || step >= len(m.Steps) {
		return Kept{}, false
	}
	return m.Steps[step], true
}

// Before returns what the steps before one measured.
func (t *Tour) Before(step int) []Kept {
	m := Measured()[t.ID].Steps
	return m[:max(0, min(step, len(m)))]
}

// PS is a time in ps that was written in µs.
func PS(us float64) int64 { return int64(math.Round(us * 1e6)) }

// EndPS is where a step stands still, ps.
func (t *Tour) EndPS(step int) int64 {
	if s := &t.Steps[step]; s.until == nil {
		return PS(s.AtUS)
	}
	k, _ := t.Kept(step)
	return k.AtPS
}

// Pictures names the thumbnails of all tours, from public/ on.
func Pictures() (files []string) {
	for _, t := range All() {
		files = append(files, "gallery/"+t.PictureFile(false), "gallery/"+t.PictureFile(true))
	}
	return
}

// PictureFile names the thumbnail in public/gallery.
func (t *Tour) PictureFile(light bool) string {
	if light {
		return t.ID + "-light.jpg"
	}
	return t.ID + ".jpg"
}
