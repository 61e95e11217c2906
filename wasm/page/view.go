package main

// What is shown of a run, in a link: the instant, the camera, the tree seen alone, colours. Each such parameter is
// registered once, by whoever keeps its state (addView), with how it is read and how it is written; so links keep
// them all without knowing any. One that is wrong is said and left out; the others, and the scenario, still open.
// Parameters that this page knows of but nobody has registered are kept as they came.

import (
	"slices"
	"strconv"
	"strings"

	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/ui/lang"
)

// viewParam is one parameter, P being the page's state.
type viewParam[P any] struct {
	name  string
	most  int  // bytes of its text; 0 = 64
	stays bool // it is the person's, and stays when another scenario is opened
	pace  bool // it is read of a link that cannot be opened, too: what is opened in its place shall do as it says
	read  func(p P, text string) error
	write func(p P) string // "" = as usual, which needs no words
}

// maxView bounds the text of a parameter that states no bound of its own, in bytes.
const maxView = 64

// omitted says what of an address was left out, given why by the name of the parameter: of the first the reason, of the others that they were.
func omitted(list []scenario.Setting, why map[string]error) string {
	text, others, told := "", []string{}, map[string]bool{}
	for _, set := range list {
		switch name := scenario.Clip(set.Field + "=" + set.Value); {
		case why[set.Field] == nil || told[set.Field]:
			continue
		case text == "":
			text = lang.T("The link’s “{0}” was left out: {1}.", name, lang.Refusal(why[set.Field].Error()))
		default:
			others = append(others, name)
		}
		told[set.Field] = true
	}
	if len(others) > 0 {
		text += " " + lang.T("Also left out: {0}.", strings.Join(others, ", "))
	}
	return text
}

// saysNothing says whether an address names neither a run nor anything of one; the language is no part of either.
func saysNothing(address string) bool {
	for part := range strings.SplitSeq(strings.NewReplacer("?", "&", "#", "&").Replace(address), "&") {
		if part != "" && !strings.HasPrefix(part, "lang=") {
			return false
		}
	}
	return true
}

// asked is the link that an address holds, given its query and its hash with their marks: both together, the hash having the
// last word on what both name. A hash that begins a scenario stands alone beside a query that holds another one, as where
// somebody has put a link of ours behind the address of a page that is open.
func asked(search, hash string) string {
	if len(hash) <= 1 {
		return search
	}
	settings, err := scenario.Split(strings.TrimPrefix(hash, "#"))
	packed := err == nil && len(settings) == 1 && settings[0].Value == "" && strings.Contains(settings[0].Field, ".")
	has := func(list []scenario.Setting, key string) bool {
		return slices.ContainsFunc(list, func(s scenario.Setting) bool { return s.Field == key })
	}
	if before, _ := scenario.Split(strings.TrimPrefix(search, "?")); len(before) > 0 && (packed || has(settings, scenario.PresetKey)) {
		return hash
	}
	page, kept := scenario.PageSettings(hash), []string{}
	for part := range strings.SplitSeq(strings.TrimPrefix(search, "?"), "&") {
		key, _, _ := strings.Cut(part, "=")
		name, _ := scenario.PageKey(key)
		if part != "" && !has(settings, key) && !has(page, name) {
			kept = append(kept, part)
		}
	}
	switch {
	case len(kept) == 0:
		return hash
	case packed:
		return "?" + strings.Join(kept, "&") + hash
	}
	return "?" + strings.Join(kept, "&") + "&" + hash[1:]
}

// parseMoment reads an instant of an address in ps.
func parseMoment(text string) (ps int64, err error) {
	ps, ok := scenario.Moment(text)
	if !ok {
		return 0, lang.Error("write a time such as 120us, from 0 to 1000 s")
	}
	return ps, nil
}

// formatMoment writes a time in ps so that parseMoment returns the same.
func formatMoment(ps int64) string {
	micro, rest := strconv.FormatInt(ps/1e6, 10), strconv.FormatInt(1e6+ps%1e6, 10)[1:]
	if rest = strings.TrimRight(rest, "0"); rest != "" {
		return micro + "." + rest + "us"
	}
	return micro + "us"
}

// parseWindow reads "80us-120us".
func parseWindow(text string) (from, to int64, err error) {
	a, b, ok := strings.Cut(text, "-")
	if from, err = parseMoment(a); err == nil {
		to, err = parseMoment(b)
	}
	if !ok || err != nil || to <= from {
		return 0, 0, lang.Error("write a window of time such as 80us-120us")
	}
	return from, to, nil
}

// formatNumber writes a number with at most so many digits behind the point, and no more than it needs.
func formatNumber(v float64, digits int) string {
	s := strconv.FormatFloat(v, 'f', digits, 64)
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	if s == "-0" {
		return "0"
	}
	return s
}

// parseNumbers reads so many numbers with commas between them, each within its bounds.
func parseNumbers(text string, bounds ...[2]float64) ([]float64, bool) {
	parts := strings.Split(text, ",")
	if len(parts) != len(bounds) {
		return nil, false
	}
	out := make([]float64, len(parts))
	for i, part := range parts {
		v, err := strconv.ParseFloat(part, 64)
		if err != nil || !(v >= bounds[i][0] && v <= bounds[i][1]) {
			return nil, false
		}
		out[i] = v
	}
	return out, true
}

// withParams adds parameters to the part of an address that holds a scenario.
func withParams(link string, list []scenario.Setting) string {
	if len(list) == 0 {
		return link
	}
	sep := "&"
	if link == "" {
		sep = "?"
	}
	return link + sep + scenario.Join(list)
}

// withoutParam takes a parameter out of the part of an address from ? or # on; all else stays as it is written.
func withoutParam(address, name string) string {
	search, hash, _ := strings.Cut(address, "#")
	rest := func(mark, text string) string {
		var kept []string
		for part := range strings.SplitSeq(text, "&") {
			if list := scenario.PageSettings("?" + part); part != "" && !(len(list) == 1 && list[0].Field == name) {
				kept = append(kept, part)
			}
		}
		if len(kept) == 0 {
			return ""
		}
		return mark + strings.Join(kept, "&")
	}
	return rest("?", strings.TrimPrefix(search, "?")) + rest("#", hash)
}
