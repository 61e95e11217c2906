package scenario

// The parameters of an address that belong to the page. They are listed here, beside the fields, so that every
// program that reads links passes over them, and a misspelt field is still refused by name.

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// PageKeys are these parameters: what is shown of a run (what they mean is told where the page registers them), then
// how an embedded page looks. The forms with PagePrefix, such as "ui.t", are theirs from before they had plain names.
var PageKeys = []string{
	"v", "t", "loop", "speed", "prove", "camera", "lane", "tree", "select", "packets", "links", "layout", "chart", "sweep", "papers", "tour", "step", "theme", "lang",
	"embed", "controls", "panel", "charts", "editable", "autoplay", "title",
}

// PageKey says whether a parameter belongs to the page, and returns its plain name.
func PageKey(key string) (name string, ok bool) {
	name, prefixed := strings.CutPrefix(key, PagePrefix)
	return name, prefixed || slices.Contains(PageKeys, key)
}

// PageSettings returns what an address says to the page, under plain names, in its order. A value that cannot be decoded stays as
// it is written, for the page to refuse. Blanks around the address, such as the end of a line of a file, are no part of it.
func PageSettings(address string) (list []Setting) {
	rest, fragment, _ := strings.Cut(strings.TrimSpace(address), "#")
	for part := range strings.SplitSeq(strings.Replace(rest, "?", "&", 1)+"&"+fragment, "&") {
		k, v := cutPart(part)
		key, ok := unescape(k)
		name, mine := PageKey(key)
		value, whole := unescape(v)
		if !whole {
			value = v
		}
		if ok && mine {
			list = append(list, Setting{Field: name, Value: value})
		}
	}
	return list
}

// Moment reads an instant of an address, such as that of "t": a number with ps, ns, us (or µs), ms or s, without a unit in ns, from 0 to
// 1000 s. It returns ps; not ok is what none is.
func Moment(text string) (ps int64, ok bool) {
	number, scale := text, 1e3
	for _, u := range []struct {
		name  string
		scale float64
	}{{"ps", 1}, {"ns", 1e3}, {"us", 1e6}, {"µs", 1e6}, {"μs", 1e6}, {"ms", 1e9}, {"s", 1e12}} {
		if n, ok := strings.CutSuffix(text, u.name); ok {
			number, scale = n, u.scale
			break
		}
	}
	v, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if v *= scale; err != nil || !(v >= 0 && v <= 1e15) || strings.ContainsAny(number, "xXpP_") {
		return 0, false
	}
	return int64(math.Round(v)), true
}
