package main

// What is written about the interfaces (docs/api.html, congestree.js and its types, the README) and what the page does
// are the same: no name is missing on either side.

import (
	"cmp"
	"maps"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/scenario/link"
)

// textBetween is what stands between two texts in a file.
func textBetween(t *testing.T, name, from, to string) string {
	t.Helper()
	raw, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	_, rest, ok := strings.Cut(string(raw), from)
	if !ok {
		t.Fatalf("%s has no %q", name, from)
	}
	part, _, ok := strings.Cut(rest, to)
	if !ok {
		t.Fatalf("%s has no %q after %q", name, to, from)
	}
	return part
}

// found returns the first groups of a pattern, sorted, each once.
func found(pattern, text string) (names []string) {
	for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1) {
		names = append(names, m[1])
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func same(t *testing.T, what string, got, want []string) {
	t.Helper()
	for _, name := range got {
		if !slices.Contains(want, name) {
			t.Errorf("%s: %s is not there", what, name)
		}
	}
	for _, name := range want {
		if !slices.Contains(got, name) {
			t.Errorf("%s: %s is missing", what, name)
		}
	}
}

const (
	apiPage = "../../public/docs/api.html"
	script  = "../../public/congestree.js"
	types   = "../../public/congestree.d.ts"
)

// rows are the rows of a table of api.html: the names in the first column, and the rest.
func rows(t *testing.T, head string) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, row := range regexp.MustCompile(`(?s)<tr><td>(.*?)</td>(.*?)</tr>`).FindAllStringSubmatch(textBetween(t, apiPage, head, "</table>"), -1) {
		for _, name := range found(`<code>([^<]+)</code>`, row[1]) {
			all[name] = row[2]
		}
	}
	return all
}

func TestMethodsAreDocumented(t *testing.T) {
	told := rows(t, `<th scope="col">method</th>`)
	same(t, "the table of methods", slices.Sorted(maps.Keys(told)), methodNames())
	run := textBetween(t, types, "interface Run {", "\n  }\n")
	asked := textBetween(t, script, "const asks = {};", "on(event")
	for name, takes := range methods {
		params, _, _ := strings.Cut(told[name], "</td><td>")
		var want []string
		for _, p := range takes {
			if want = append(want, p.name); p.of != nil {
				for _, value := range p.of {
					if value == "" {
						value = `""`
					}
					want = append(want, value)
				}
			}
		}
		same(t, "params of "+name, found(`<code>([^<]+)</code>`, params), want)
		for _, p := range takes { // bounds of numbers, as far as they are told
			for _, bound := range found(`(\d[\d ]*–\d[\d ]*)`, params) {
				low, high, _ := strings.Cut(strings.ReplaceAll(bound, " ", ""), "–")
				if p.high > 0 && p.high < 1e6 && (low != strconv.Itoa(int(p.low)) || high != strconv.Itoa(int(p.high))) {
					t.Errorf("%s: %s is told to be %s", name, p.name, bound)
				}
			}
		}
		if name == "subscribe" || name == "unsubscribe" { // on("measures") does
			continue
		}
		if !strings.Contains(run, "\n    "+name+"(") {
			t.Errorf("the types have no %s", name)
		}
		if !strings.Contains(asked, "'"+name+"'") {
			t.Errorf("the script asks for no %s", name)
		}
	}
}

// The README says which methods of window.congestree return promises.
func TestPromisesAreDocumented(t *testing.T) {
	told := textBetween(t, "../../README.md", "`window.congestree` scripts the page", "return promises")
	var promised []string
	for _, file := range []string{"api.go", "export_api.go", "compare.go"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range found(`(?m)^func \(p \*page\) api(\w+)\(args \[\]js\.Value\) any \{\n\tpromise,`, string(text)) {
			promised = append(promised, strings.ToLower(name))
		}
	}
	same(t, "what the README says to return promises", found("`(\\w+)`", told), promised)
}

// The events that the script lets be listened to are those that it tells, and those of the types.
func TestEventsAreThose(t *testing.T) {
	known := found(`'([a-z]+)'`, textBetween(t, script, "const events = [", "]"))
	text, err := os.ReadFile(script)
	if err != nil {
		t.Fatal(err)
	}
	same(t, "the script", known, found(`\btell\('([a-z]+)'`, string(text)))
	same(t, "the types", known, found(`\n    ([a-z]+):`, textBetween(t, types, "interface Events {", "\n  }\n")))
}

// Who sandboxes a frame as it is told to keeps all that the frame has: a link to a new tab is dead without allow-popups.
func TestTheSandboxIsDocumented(t *testing.T) {
	frame, err := os.ReadFile("../../public/embed.html")
	if err != nil {
		t.Fatal(err)
	}
	told := textBetween(t, apiPage, "A frame with <code>sandbox</code> needs", "With <code>allow=")
	for sign, want := range map[string]string{"<script": "allow-scripts", `target="_blank"`: "allow-popups"} {
		if strings.Contains(string(frame), sign) && !strings.Contains(told, want) {
			t.Errorf("nothing is said of %s: %s", want, told)
		}
	}
}

func TestRefusalsAreDocumented(t *testing.T) {
	message, err := os.ReadFile("../../public/message.js")
	if err != nil {
		t.Fatal(err)
	}
	used := append(found(`(?:refuse\(|code: )'([a-z-]+)'`, string(message)), badMessage, badVersion, unknownMethod, badParams, refusedCode)
	slices.Sort(used)
	used = slices.Compact(used)
	same(t, "the table of codes", slices.Sorted(maps.Keys(rows(t, `<th scope="col">code</th>`))), used)
	same(t, "the type of codes", found(`'([a-z-]+)'`, textBetween(t, types, "code: 'bad", ";")+"'bad-message'"), append(used, "closed")) // the script's own
}

// What measures() gives is what the types say; window.congestree has what the README lists.
func TestMeasuresAreDocumented(t *testing.T) {
	given := found(`"([a-z_]+)":`, textBetween(t, "api.go", "return map[string]any{", "\n\t}\n"))
	same(t, "the type of measures", found(`\n    ([a-z_]+):`, textBetween(t, types, "interface Measures {", "\n  }\n")), given)
	tree := found(`"([a-z]+)":`, textBetween(t, "api.go", "trees = append(trees, map[string]any{", "})"))
	same(t, "the type of a tree", found(`\n    ([a-z]+):`, textBetween(t, types, "interface Tree {", "\n  }\n")), tree)

	methods := found(`\n\t\t"([a-zA-Z]+)":`, textBetween(t, "api.go", `window.Set("congestree", map[string]any{`, "\n\t})\n"))
	methods = slices.DeleteFunc(methods, func(name string) bool { return name == "frameStats" }) // the benchmark's
	told := textBetween(t, "../../README.md", "`window.congestree` scripts the page", "\n## ")
	for strings.Contains(told, "(") { // what stands in parentheses is about a method
		told = regexp.MustCompile(`\([^()]*\)`).ReplaceAllString(told, "")
	}
	same(t, "the README", found("`([a-z]+)`", told), methods)
}

// Whatever an address may say to an embedded page is in the table of its parameters.
func TestParametersAreDocumented(t *testing.T) {
	told := slices.Sorted(maps.Keys(rows(t, `<th scope="col">parameter</th>`)))
	var want []string
	for _, key := range scenario.PageKeys {
		switch key {
		case "v", "embed": // made by the page itself
		default:
			want = append(want, key)
		}
	}
	same(t, "the table of parameters", told, want)
}

// The keys that act (keyAction) and those that the help dialog lists are the same.
func TestKeysAreListed(t *testing.T) {
	listed := textBetween(t, "../../ui/help.go", "var keys = []key{", "\n}\n")
	listed = strings.Join(found(`\{(?:lang\.Say\()?"([^"]+)"`, listed), " ")
	var cases []string
	for _, file := range []string{"input.go", "tour.go"} {
		cases = append(cases, found(`(?m)^\tcase (.*):$`, textBetween(t, file, "\tswitch key {\n", "\n\t}\n"))...)
	}
	acts := found(`"([^"]+)"`, strings.Join(cases, " "))
	spelled := map[string]string{" ": "Space", "Escape": "Esc", "ArrowRight": "→", "ArrowLeft": "←", "ArrowUp": "arrows", "ArrowDown": "arrows", "PageDown": "PgDn", "PageUp": "PgUp", "-": "−", "=": "+"}
	for i, key := range acts {
		if s := spelled[key]; s != "" {
			acts[i] = s
		} else if len(key) == 1 {
			acts[i] = strings.ToUpper(key)
		}
	}
	slices.Sort(acts)
	words := slices.DeleteFunc(strings.Fields(listed), func(w string) bool { return slices.Contains([]string{"and", "Shift", "Ctrl", "Z"}, w) }) // Ctrl + Z is asked before
	slices.Sort(words)
	same(t, "the help dialog", slices.Compact(words), slices.Compact(acts))
}

// The curves of a comparison (compare.js) have the colours and dashes of its swatches and heads (compare.css).
func TestSchemesAreDrawnAlike(t *testing.T) {
	style, err := os.ReadFile("../../public/compare.css")
	if err != nil {
		t.Fatal(err)
	}
	var inks, dashes []string
	for _, m := range regexp.MustCompile(`(?m)^\.lane-\d \{ --lane: var\((--[a-z]+)\); --dash: ([^;]+); \}`).FindAllStringSubmatch(string(style), -1) {
		inks, dashes = append(inks, m[1]), append(dashes, m[2])
	}
	var curves []string
	for _, m := range regexp.MustCompile(`undefined|\[([^\[\]]+)\]`).FindAllStringSubmatch(textBetween(t, "../../public/compare.js", "const dashes = [", "], inks"), -1) {
		curves = append(curves, cmp.Or(strings.ReplaceAll(m[1], ",", ""), "none"))
	}
	if !slices.Equal(dashes, curves) {
		t.Errorf("compare.css has the dashes %q, compare.js %q", dashes, curves)
	}
	var colours []string
	for _, m := range regexp.MustCompile(`'(--[a-z]+)'`).FindAllStringSubmatch(textBetween(t, "../../public/compare.js", "inks = [", "]"), -1) {
		colours = append(colours, m[1])
	}
	if !slices.Equal(inks, colours) || len(inks) != link.MaxCompared {
		t.Errorf("compare.css has the colours %q, compare.js %q, for %d schemes", inks, colours, link.MaxCompared)
	}
}

// What the results of a sweep say is in sweepWords by the keys that public/sweep.js and figure.js ask for: a key that is missing would be shown itself.
func TestSweepWordsAreThose(t *testing.T) {
	there := found(`"([a-z0-9]+)": +lang\.T`, textBetween(t, "sweep_show.go", "func sweepWords()", "\n}\n"))
	asked := []string{"deadlocks", "earlys"} // of several runs: a key and s
	texts := ""
	for _, name := range []string{"sweep.js", "figure.js"} {
		text, err := os.ReadFile("../../public/" + name)
		if err != nil {
			t.Fatal(err)
		}
		texts += string(text)
		asked = append(asked, found(`\bword\('([a-z0-9]+)'`, string(text))...)
	}
	for _, name := range asked {
		if !slices.Contains(there, name) {
			t.Errorf("a script says %q, which sweepWords has not", name)
		}
	}
	for _, name := range there { // others are asked for by what they are of: a plot, a statistic, a kind of file
		if !slices.Contains(asked, name) && !strings.Contains(texts, "'"+name+"'") {
			t.Errorf("no script says %q", name)
		}
	}
	if len(there) < 20 || len(asked) < 10 {
		t.Errorf("%d words, of which %d are asked for", len(there), len(asked))
	}
}
