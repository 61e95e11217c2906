package lang_test

// Nothing that the page says is without its translation, and no translation is left over: the
// sentences are collected from where they are said.

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	_ "github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/paper"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/ui/lang"
)

// rooms are the folders whose code speaks to people.
var rooms = []string{".", "../../ui", "../../wasm/page", "../../wasm/words", "../../render", "../../engine", "../../engine/routing", "../../engine/queuing", "../../engine/paper"}

// registered returns every sentence that people read of the engine's registrations.
func registered(say func(sentence, where string)) {
	option := func(o scenario.Option, where string) { say(o.Label, where); say(o.Doc, where) }
	for _, f := range scenario.Fields() {
		for _, s := range []string{f.Label, f.Group, f.Unit, f.Doc} {
			say(s, "field "+f.Name)
		}
		for _, o := range f.Options {
			option(o, "option "+f.Name+"="+o.Name)
		}
		for _, m := range f.Families {
			say(m.Doc, "family "+m.Prefix)
			if strings.Contains(m.Pattern, "<") {
				say(m.Pattern, "grammar of "+f.Name)
			}
			for _, o := range m.Suggestions {
				option(o, "suggestion "+o.Name)
			}
		}
	}
	for _, e := range paper.Experiments() {
		say(e.Title, "experiment "+e.ID())
		if apart := e.Apart(); apart != "" {
			say(apart, "experiment "+e.ID())
		}
	}
	for _, p := range paper.Papers {
		say(p.Cite, "paper "+p.ID)
	}
	for _, c := range paper.Claims() {
		say(c.Test, "claim "+c.ID)
	}
	for _, s := range []paper.State{paper.Unmeasured, paper.Holds, paper.Fails} {
		say(s.String(), "verdict")
	}
	for _, p := range scenario.Presets() {
		say(p.Label, "preset "+p.Name)
		say(p.Doc, "preset "+p.Name)
	}
}

// said collects the sentences that a room's code says: the constant arguments of T and N, and what
// is data there, marked by a conversion to a type called Say.
func said(t *testing.T, room string, say func(sentence, where string)) {
	files := token.NewFileSet()
	names, err := filepath.Glob(room + "/*.go")
	if err != nil || len(names) == 0 {
		t.Fatalf("%s: no code: %v", room, err)
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(files, name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			var constants []ast.Expr
			switch f := call.Fun.(type) {
			case *ast.Ident:
				if constants = speaks(f.Name, call.Args); room == "." && f.Name != "Say" {
					constants = nil
				}
			case *ast.SelectorExpr:
				if x, ok := f.X.(*ast.Ident); ok && (x.Name == "lang" || x.Name == "explain") {
					constants = speaks(f.Sel.Name, call.Args)
				}
			}
			for _, c := range constants {
				where := files.Position(c.Pos()).String()
				if s, ok := literal(c); ok {
					say(s, where)
				} else {
					t.Errorf("%s: what T and N say must be a constant where it is said; D is for data", where)
				}
			}
			return true
		})
	}
}

// speaks returns which arguments of a call are sentences.
func speaks(name string, args []ast.Expr) []ast.Expr {
	switch {
	case (name == "T" || name == "Error" || name == "Say") && len(args) > 0:
		return args[:1]
	case (name == "N" || name == "plural") && len(args) > 2:
		return args[1:3]
	}
	return nil
}

func literal(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		s, err := strconv.Unquote(e.Value)
		return s, err == nil
	case *ast.BinaryExpr:
		a, ok := literal(e.X)
		b, also := literal(e.Y)
		return a + b, ok && also && e.Op == token.ADD
	}
	return "", false
}

var hole = regexp.MustCompile(`\{\d\}`)

// terms have one translation, that of the papers in the language: [AFI] and [DRB] for Spanish.
var terms = map[string]map[string]string{"es": {"throughput": "rendimiento"}}

func TestEverySentenceIsTranslatedOnce(t *testing.T) {
	spoken := map[string]string{}
	say := func(sentence, where string) {
		if sentence != "" && spoken[sentence] == "" {
			spoken[sentence] = where
		}
	}
	registered(say)
	for _, room := range rooms {
		said(t, room, say)
	}
	for _, l := range lang.All[1:] {
		files, err := filepath.Glob(l.Tag + "/*.json")
		if err != nil || len(files) == 0 {
			t.Fatalf("no catalogues in ui/lang/%s", l.Tag)
		}
		other := map[string]string{}
		for _, name := range files {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			var part map[string]string
			if err := json.Unmarshal(text, &part); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			for en, is := range part {
				switch a, b := hole.FindAllString(en, -1), hole.FindAllString(is, -1); {
				case other[en] != "" && other[en] != is:
					t.Errorf("%s: %q is translated a second time, as something else", name, en)
				case is == "":
					t.Errorf("%s: %q has an empty translation", name, en)
				case spoken[en] == "":
					t.Errorf("%s: nobody says %q", name, en)
				case !slices.Equal(sorted(a), sorted(b)):
					t.Errorf("%s: %q and %q fill in different things", name, en, is)
				}
				if l.Tag == "es" && instant.MatchString(en) && duration.MatchString(is) && !strings.Contains(en, " VC ") && !strings.Contains(en, "→") {
					t.Errorf("%s: %q is how long something takes, and not when it is; say “a los”", name, is)
				}
				for term, of := range terms[l.Tag] {
					if strings.Contains(strings.ToLower(en), term) && !strings.Contains(strings.ToLower(is), of) {
						t.Errorf("%s: %q is %q, without %q for %s", name, en, is, of, term)
					}
				}
				other[en] = is
			}
		}
		for en, where := range spoken {
			if other[en] == "" {
				t.Errorf("%s: %q has no translation; add it to the file of ui/lang/%s that fits best", where, en, l.Tag)
			}
		}
	}
}

// Of Spanish: "entregado en 90 µs" took so long, "entregado a los 90 µs" was then. (Places, in sentences of VCs and ways, are "en".)
var instant, duration = regexp.MustCompile(`(?i)\bat \{\d\}`), regexp.MustCompile(`(?i)\ben \{\d\}`)

func sorted(s []string) []string { slices.Sort(s); return slices.Compact(s) }
