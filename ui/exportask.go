package ui

// What a person asks for in the export dialog, as it is typed, and what it comes to.

import (
	"math"
	"strconv"

	"github.com/congestree/congestree/render"
)

// Kinds of files.
const (
	PNG    = "png"
	SVG    = "svg"
	WebM   = "webm"
	Frames = "frames" // a PNG per frame, in a zip file
	CSV    = "csv"
	JSON   = "json"
)

// Limits of what leaves the page. Browsers' canvases end at 16 384 pixels a side; a hundred million pixels take 400 MB
// while they are drawn. Encoders in software take up to 4096 a side.
const (
	MaxSide      = 16384
	MaxPixels    = 100_000_000
	MaxVideoSide = 4096
	MaxFrames    = 3600
	MaxFPS       = 60
	MinSide      = 64
)

// ExportAsk is the dialog's fields as they are typed, or a program's. A number's text must not be empty where it counts: see Shot.
type ExportAsk struct {
	Kind                              string
	Scale                             string // "1" … "8" times the picture on the screen; "" = Width × Height
	Width, Height                     string // pixels
	Theme                             string // "dark", "light", "print"; "" = as on the screen
	Title, Legend, Trees, Transparent bool
	From, To                          string // µs
	Speed                             string // simulated µs per second of video
	FPS                               string
}

// Shot is what an ExportAsk comes to.
type Shot struct {
	Kind                              string
	Scale                             float64 // 0 = Width × Height
	Width, Height                     int
	Theme                             string
	Title, Legend, Trees, Transparent bool
	FromPS, ToPS                      int64
	PSPerSecond                       float64
	FPS                               int
}

// FieldError is a text that cannot be used, and the field it stands in. Its reason is English, as programs get it; people are told
// lang.Refusal of it.
type FieldError struct{ Field, Reason string }

func (e *FieldError) Error() string { return e.Reason }

// number reads a text as a number within bounds, with a point or a comma.
func number(field, text string, least, most float64) (float64, *FieldError) {
	v, err := strconv.ParseFloat(Pointed(text), 64)
	if err != nil || !(v >= least && v <= most) {
		return 0, &FieldError{field, "write a number from " + strconv.FormatFloat(least, 'f', -1, 64) + " to " + strconv.FormatFloat(most, 'f', -1, 64)}
	}
	return v, nil
}

// Shot checks what was typed. The size of a picture by scale is known once its plate is, so that Fits has to follow.
func (a *ExportAsk) Shot() (s Shot, wrong *FieldError) {
	s = Shot{Kind: a.Kind, Theme: a.Theme, Title: a.Title, Legend: a.Legend, Trees: a.Trees, Transparent: a.Transparent}
	switch a.Kind {
	case CSV, JSON:
		return s, nil
	case PNG, SVG, WebM, Frames:
	default:
		return s, &FieldError{"kind", "choose png, svg, webm, frames, csv or json"}
	}
	switch a.Theme {
	case "", "dark", "light", "print":
	default:
		return s, &FieldError{"theme", "choose dark, light or print"}
	}
	if a.Scale != "" {
		if s.Scale, wrong = number("scale", a.Scale, .25, 8); wrong != nil {
			return s, wrong
		}
	} else {
		for _, f := range []struct {
			name, text string
			to         *int
		}{{"width", a.Width, &s.Width}, {"height", a.Height, &s.Height}} {
			v, e := number(f.name, f.text, MinSide, MaxSide)
			if e != nil {
				return s, e
			}
			*f.to = int(math.Round(v))
		}
		if wrong = s.Fits(s.Width, s.Height); wrong != nil {
			return s, wrong
		}
	}
	if a.Kind == PNG || a.Kind == SVG {
		return s, nil
	}
	wrong = a.film(&s)
	return s, wrong
}

// film reads the fields of a video.
func (a *ExportAsk) film(s *Shot) (wrong *FieldError) {
	s.Transparent = false
	from, wrong := number("from", a.From, 0, 1e9)
	if wrong != nil {
		return wrong
	}
	to, wrong := number("to", a.To, 0, 1e9)
	if wrong != nil {
		return wrong
	}
	s.FromPS, s.ToPS = int64(math.Round(from*1e6)), int64(math.Round(to*1e6))
	if s.ToPS <= s.FromPS {
		return &FieldError{"to", "the window must end after " + strconv.FormatFloat(from, 'f', -1, 64) + " µs, where it begins"}
	}
	speed, wrong := number("speed", a.Speed, 1e-3, 1e6)
	if wrong != nil {
		return wrong
	}
	s.PSPerSecond = speed * 1e6
	fps, wrong := number("fps", a.FPS, 1, MaxFPS)
	if wrong != nil {
		return wrong
	}
	s.FPS = int(math.Round(fps))
	if n := s.Count(); n > MaxFrames {
		return &FieldError{"speed", "that would be " + strconv.Itoa(n) + " frames, and " + strconv.Itoa(MaxFrames) + " are allowed: choose a shorter window, a higher speed or fewer frames per second"}
	}
	return nil
}

// Count is the number of frames of a video; the last one shows the end of its window, or lies less than a frame before it.
func (s *Shot) Count() int {
	return int(min(math.MaxInt32, float64(s.ToPS-s.FromPS)/s.PSPerSecond*float64(s.FPS)+1e-9)) + 1
}

// At is the simulated time of frame i, ps.
func (s *Shot) At(i int) int64 {
	return min(s.ToPS, s.FromPS+int64(math.Round(float64(i)*s.PSPerSecond/float64(s.FPS))))
}

// Fits says whether a picture of so many pixels can be made, or why not.
func (s *Shot) Fits(width, height int) *FieldError {
	field := "height"
	if s.Scale > 0 {
		field = "scale"
	} else if width > height {
		field = "width"
	}
	side := MaxSide
	if s.Kind == WebM {
		side = MaxVideoSide
	}
	switch {
	case s.Kind == SVG:
	case max(width, height) > side:
		return &FieldError{field, strconv.Itoa(width) + " × " + strconv.Itoa(height) + " pixels are too many: a side may have " + strconv.Itoa(side)}
	case width*height > MaxPixels:
		return &FieldError{field, strconv.Itoa(width) + " × " + strconv.Itoa(height) + " pixels are too many: a picture may have " + strconv.Itoa(MaxPixels/1_000_000) + " million"}
	}
	return nil
}

// RenderTheme is the theme asked for, or the one on the screen.
func (s *Shot) RenderTheme(screen render.Theme) render.Theme {
	switch s.Theme {
	case "dark":
		return render.Dark
	case "light":
		return render.Light
	case "print":
		return render.Print
	}
	return screen
}

// Pixels are the width and height of the file for a plate of so many CSS pixels, and the size of the plate that fills it.
// Videos have even sides.
func (s *Shot) Pixels(plateW, plateH float64) (width, height int, w, h float64) {
	scale := s.Scale
	if scale > 0 {
		width, height = int(math.Ceil(plateW*scale)), int(math.Ceil(plateH*scale))
	} else {
		width, height = s.Width, s.Height
		switch { // one of them alone: as large as the picture then becomes
		case width == 0:
			width = int(math.Ceil(plateW * float64(height) / plateH))
		case height == 0:
			height = int(math.Ceil(plateH * float64(width) / plateW))
		}
		scale = min(float64(width)/plateW, float64(height)/plateH)
	}
	if s.Kind == WebM {
		width, height = (width+1)&^1, (height+1)&^1
	}
	return width, height, float64(width) / scale, float64(height) / scale
}
