package ui

// Icons: small line drawings in the current colour, on a grid of 16.

import "github.com/vugu/vugu"

var paths = map[string]string{
	"play":    `<path fill="currentColor" stroke="none" d="M4.5 2.8v10.4a.6.6 0 0 0 .9.5l8.3-5.2a.6.6 0 0 0 0-1L5.4 2.3a.6.6 0 0 0-.9.5z"/>`,
	"pause":   `<path fill="currentColor" stroke="none" d="M4 2.500h2.800v11H4zM9.200 2.500H12v11H9.200z"/>`,
	"step":    `<path fill="currentColor" stroke="none" d="M3 3v10l7-5zM11 3h2v10h-2z"/>`,
	"back":    `<path fill="currentColor" stroke="none" d="M13 3v10L6 8zM3 3h2v10H3z"/>`,
	"restart": `<path d="M3.200 8a4.800 4.800 0 1 0 1.600-3.600M4.600 1.800v2.900h2.900"/>`,
	"reset":   `<path d="M6.200 3.200 3 6.400l3.200 3.200M3.400 6.400H9.500a3.500 3.500 0 0 1 0 7H6.500"/>`,
	"link":    `<path d="M6.600 9.400a2.800 2.800 0 0 0 4 0l2.500-2.500a2.800 2.800 0 0 0-4-4L8 4M9.400 6.600a2.800 2.800 0 0 0-4 0L2.900 9.100a2.800 2.800 0 0 0 4 4L8 12"/>`,
	"plus":    `<path d="M8 3v10M3 8h10"/>`,
	"minus":   `<path d="M3 8h10"/>`,
	"fit":     `<path d="M2.500 5V3.500a1 1 0 0 1 1-1H5M11 2.500h1.500a1 1 0 0 1 1 1V5M13.500 11v1.500a1 1 0 0 1-1 1H11M5 13.500H3.500a1 1 0 0 1-1-1V11M5.500 5.500h5v5h-5z"/>`,
	"grow":    `<path d="m9.500 6.500 4-4M10 2.500h3.500V6M6.500 9.500l-4 4M2.500 10v3.500H6"/>`,
	"shrink":  `<path d="m13.500 2.500-4 4M9.500 3v3.500H13M2.500 13.500l4-4M3 9.500h3.500V13"/>`,
	"close":   `<path d="m4 4 8 8M12 4l-8 8"/>`,
	"share":   `<path d="m5.900 7 4.200-2.300M5.900 9l4.200 2.300"/><circle cx="4" cy="8" r="2"/><circle cx="12" cy="3.700" r="2"/><circle cx="12" cy="12.300" r="2"/>`,
	"help":    `<path d="M5.800 5.900a2.200 2.200 0 1 1 3.300 1.900c-.7.4-1.100.9-1.100 1.700v.3"/><path d="M8 12.200v.1" stroke-width="2"/>`,

	// The legend's signs. A tree's colour is drawn in the current colour.
	"innocent":     `<circle cx="8" cy="8" r="3" fill="currentColor" stroke="none"/>`,
	"wire":         `<path d="M0 8h16" stroke-width="3" stroke-linecap="butt"/>`,
	"culprit":      `<path fill="currentColor" stroke="none" d="m13.500 8-10 4.500L6 8 3.500 3.500z"/>`,
	"victim":       `<circle class="hollow" cx="8" cy="8" r="3.600" stroke-width="2"/>`,
	"root":         `<path fill="currentColor" stroke="none" d="m8 5 3 3-3 3-3-3z"/><path d="m8 1.500 6.500 6.500L8 14.500 1.500 8z"/>`,
	"hotspot":      `<circle cx="8" cy="8" r="5.800"/><circle cx="8" cy="8" r="2.400" fill="currentColor" stroke="none"/>`,
	"blocked":      `<path d="M2 13 14 3" stroke-width="3.500"/>`,
	"broken":       `<path d="M1 13.800 6.500 9.200M9.500 6.800 15 2.200" stroke-width="3.500" stroke-linecap="butt"/>`,
	"culprit-host": `<path fill="currentColor" stroke="none" d="m8 3.500 5 9H3z"/>`,
	"reacts":       `<path d="M6 4v8M10 4v8" stroke-width="2.400"/>`,
	"pulse":        `<circle cx="8" cy="8" r="5"/><circle cx="8" cy="8" r="2" fill="currentColor" stroke="none"/>`,
	"voq":          `<path d="M2.500 2v5.500M2.500 9.500V14M1.500 8.500h13" stroke-width="1.200"/><path d="M5 2h3v2.400H5zM9 2h3v2.400H9zM5 5.200h3v2.400H5zM5 9.500h3V12H5z" fill="currentColor" stroke="none"/>`,
	"slot":         `<path d="M3 3h10v10H3z"/><path d="M3 8h10v5H3z" fill="currentColor" stroke="none"/>`,
	"blocked-host": `<rect x="3" y="3" width="10" height="10" rx="2.500" stroke-width="2"/>`, // hosts are boxes; the hot spot's target is round
}

// icon returns a drawing that screen readers pass over.
func icon(name string) vugu.HTML {
	return vugu.HTML(`<svg viewBox="0 0 16 16" aria-hidden="true" focusable="false">` + paths[name] + `</svg>`)
}
