package lang_test

// Whatever the engine refuses, the page says it in the reader's language.

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	simulator "github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/scenario/jsonio"
	"github.com/congestree/congestree/engine/scenario/link"
	"github.com/congestree/congestree/engine/traffic/vef"
	"github.com/congestree/congestree/ui/lang"
)

// words are what makes a text a sentence; "until: {0}" is none.
var words = regexp.MustCompile(`[a-z]{2,}[^:]* |^write `)

// Rooms whose errors no reader of the page meets: broken invariants, the command line, and files on a disk.
var unheard = []string{"engine/cmd", "engine/fabric", "engine/observe", "engine/paper", "engine/sweep/file.go", "engine/sweep/kept.go", "engine/sweep/merge.go", "engine/sweep/stream.go", "engine/sweep/record.go", "engine/sweep/run.go",
	"engine/sweep/measure.go"}

// pattern writes a text that is put together in the code with holes for what is not constant.
func pattern(e ast.Expr, holes *int) string {
	switch e := e.(type) {
	case *ast.BasicLit:
		if e.Kind == token.STRING {
			s, _ := strconv.Unquote(e.Value)
			return s
		}
	case *ast.BinaryExpr:
		if e.Op == token.ADD {
			return pattern(e.X, holes) + pattern(e.Y, holes)
		}
	case *ast.ParenExpr:
		return pattern(e.X, holes)
	}
	*holes++
	return "{" + strconv.Itoa(*holes-1) + "}"
}

// written returns the patterns of all texts in the engine's code, and which of them are refusals for certain.
func written(t *testing.T) (all map[string]bool, refusals map[string]string) {
	all, refusals = map[string]bool{ // what is put together from parts of its own
		"{0} cannot change in mid-run: {1}; compare it from time 0 instead. What can change: {2}": true, // engine/fork.go
		"{0} cannot change in mid-run; compare it from time 0 instead. What can change: {1}":      true,
		"{0} and {1}": true, // engine/routing/routing.go
	}, map[string]string{}
	files := token.NewFileSet()
	add := func(e ast.Expr, refusal bool) {
		holes := 0
		s := lang.Holes(pattern(e, &holes))
		all[s] = true
		if refusal && words.MatchString(s) && !strings.HasPrefix(s, "topology: ") {
			refusals[s] = files.Position(e.Pos()).String()
		}
	}
	for _, root := range []string{"../../engine", "../../wasm/worker", "../../wasm/page", "../../ui", "../../public"} {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			name := strings.TrimPrefix(filepath.ToSlash(path), "../../")
			switch {
			case err != nil || slices.ContainsFunc(unheard, func(s string) bool { return strings.HasPrefix(name, s) }):
				return err
			case name == "public/worker.js":
				all["the engine ended with code {0}"] = true // checked by the browser tests of crashes
			case !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			default:
				f, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
				if err != nil {
					return err
				}
				collect(f, strings.HasPrefix(name, "engine/"), add)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return
}

// collect gives all texts of a file to add, those that are said to be what is wrong as such.
func collect(f *ast.File, engine bool, add func(e ast.Expr, refusal bool)) {
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			name := ""
			switch f := n.Fun.(type) {
			case *ast.Ident:
				name = f.Name
			case *ast.SelectorExpr:
				if x, ok := f.X.(*ast.Ident); ok {
					name = x.Name + "." + f.Sel.Name
				}
			}
			switch name {
			case "errors.New", "fmt.Errorf", "refuse", "p.fail":
				last := n.Args[len(n.Args)-1]
				if name == "fmt.Errorf" {
					last = n.Args[0]
				}
				add(last, engine)
			}
		case *ast.KeyValueExpr:
			if k, ok := n.Key.(*ast.Ident); ok && k.Name == "Reason" {
				add(n.Value, engine)
			}
		case *ast.BinaryExpr, *ast.BasicLit:
			add(n.(ast.Expr), false)
		}
		return true
	})
}

func TestRefusalsAreTranslated(t *testing.T) {
	all, refusals := written(t)
	files, err := filepath.Glob("refusals/*.json")
	if err != nil || len(files) != len(lang.All)-1 {
		t.Fatalf("%d catalogues of refusals for %d languages: %v", len(files), len(lang.All), err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var list map[string]string
		if err := json.Unmarshal(text, &list); err != nil {
			t.Fatal(err)
		}
		has := map[string]bool{}
		for english, other := range list {
			english, other = lang.Holes(english), lang.Holes(other)
			has[english] = true
			if strings.Contains(english, "}{") {
				t.Errorf("%s: of %q nothing tells where one value ends and the next begins, so that it never fits", name, english)
			}
			if !all[english] {
				t.Errorf("%s: nobody says %q", name, english)
			}
			if a, b := hole.FindAllString(english, -1), hole.FindAllString(other, -1); other == "" || !slices.Equal(sorted(a), sorted(b)) {
				t.Errorf("%s: %q and %q fill in different things", name, english, other)
			}
		}
		for english, where := range refusals {
			if !has[english] {
				t.Errorf("ui/lang/%s: %s: %q has no translation there", name, where, english)
			}
		}
	}
}

// What a person can do wrong in a link, a field or a file comes out in Spanish, whole.
func TestRefusalsOfBadInput(t *testing.T) {
	defer lang.Set("en")
	for _, c := range []struct{ input, want string }{
		{"?load=9", "load: 9 está fuera del intervalo; se permite: 0–1.2 del ancho de banda del enlace"},
		{"?load=x", `load: "x" no es un número decimal (con seis cifras tras el punto como máximo); se permite: 0–1.2 del ancho de banda del enlace`},
		{"?seed=x", `seed: "x" no es un número entero; se permite: `},
		{"?seed=" + strings.Repeat("7", 300), "… está fuera del intervalo; se permite: 0–9007199254740991"},
		{"?voq=maybe", `voq: "maybe" no es ni true ni false`},
		{"?queuing=magic", `queuing: "magic" es desconocido; se permite: 1q, `},
		{"?queuing=vfree", `queuing: "vfree" es desconocido; quizá quería decir vftree; se permite: 1q, `},
		{"?preset=hs11-1", `preset: "hs11-1" es desconocido; quizá quería decir hs10-1 o `},
		{"?preset=nothing", `preset: "nothing" es desconocido; los escenarios predefinidos son `},
		{"?nosuch=1", "nosuch: no es un campo de un escenario; los campos son "},
		{"?load=9&seed=x&voq=maybe", "load (también con errores: seed, voq): 9 está fuera del intervalo; se permite: 0–1.2 del ancho de banda del enlace"},
		{"?seed=1&seed=2&load=9", "seed (también con errores: load): aparece dos veces; escriba cada campo una sola vez"},
		{"?routing=magic&nosuch=1", "nosuch (también con errores: routing): no es un campo de un escenario; los campos son "},
		{"?preset=nothing&load=9", `preset (también con errores: load): "nothing" es desconocido; los escenarios predefinidos son `},
		{"?seed=1&seed=2", "seed: aparece dos veces; escriba cada campo una sola vez"},
		{"?seed=%zz", "%zz\" contiene un % que no va seguido de dos cifras hexadecimales"},
		{"?network=dragonfly-4x4", `network: "dragonfly-4x4" es desconocido; se permite: rlft-<puertos>x<etapas>, knary-<k>x<etapas>, pgft-<m…>-<w…>-<p…>, mesh-<columnas>x<filas>, ` +
			"torus-<columnas>x<filas>, bmin-<puertos>x<etapas> o …-butterfly"},
		{"?preset=hot-spot&compare=queuing:dbbm~cct:log-2", "se permite: linear-<desplazamiento>-<multiplicador>, square-<desplazamiento>-<divisor>, entries-<número>.<número>…"},
		{"?traffic=IO-99999999x5", "traffic: el número de clientes es 99999999; "},
		{"?traffic=IO-5x99999999", "traffic: el número de discos es 99999999; "},
		{"?traffic=IO-5x5-999999999", "traffic: el número de milisegundos es 999999999; se permite: 1–100000"},
		{"?traffic=IO-0x0", "IO-<clientes>x<discos>-<ms>-<semilla>"},
		{"?traffic=incast", "UT, HS<porcentaje>-<puntos calientes>, IHS o IHS<porcentaje>, PTRANS-<P>x<Q>-<N>-<NB>, "},
		{"?network=rlft-7x3", "network: un fat tree de la vida real (RLFT) necesita un número par de puertos, 2–"},
		{"?network=rlft-8", `network: "8" no tiene la forma <número>x<número>`},
		{"?network=torus-2x2", "network: un toro necesita lados de 3–"},
		{"?network=torus-300x2", "network: un toro tiene lados de 1, 3–256 conmutadores"},
		{"?network=mesh-0x4", "network: una malla tiene lados de 1–256 conmutadores"},
		{"?network=bmin-7x3", "network: una BMIN necesita conmutadores con un número par de puertos"},
		{"?network=pgft-1", "network: escriba pgft-<m…>-<w…>-<p…>"},
		{"?traffic=HS10-0", "traffic: escriba HS<porcentaje>-<puntos calientes>"},
		{"?traffic=HS10-1&hotspots=500", "el host 500 no existe; la red tiene los hosts 0–127"},
		{"?network=torus-8x8&routing=adaptive", "routing: adaptive es para fat trees y BMIN; se permite en torus-8x8: "},
		{"?network=torus-8x8&routing=dor&dateline=off", "torus-8x8 puede interbloquearse sin VC de línea de fecha, en un anillo de "},
		{"?network=mesh-8x8&routing=dor&congestion-control=drb&drb-vls=2&traffic=link-hot-spot&congestion-control=none", "aparece dos veces"},
		{"?cc-thresholds=S1", `"S1" no nombra puertos; escriba S<etapa>, S<etapa>.<conmutador>, S<etapa>.<conmutador>:<puerto> o S<etapa>.<conmutador>:<puerto>:<VL>, ` +
			"en mallas y toros columna y fila en lugar de etapa y conmutador, cada uno con -<umbral> de 0–15, con _ entre varios, p. ej. S2.14:20-8_S1-0"},
		{"?cc-victim-ports=S1-8", "en mallas y toros columna y fila en lugar de etapa y conmutador, con _ entre varios, p. ej. S2.14:20_S1"},
		{"?cc-victim-ports=nonex", "cc-victim-ports: escriba none, o puertos como S<etapa>, S<etapa>.<conmutador>"},
		{"?buffer=1", "KiB repartidos entre"},
		{"?preset=hot-spot&at=60", "at: escriba <µs>_<campo>_<valor>"},
		{"?preset=hot-spot&at=60_vcs_4", "at: vcs no puede cambiar a mitad de la simulación"},
		{"?preset=hot-spot&hotspot-from=20&hotspot-until=10", "el punto caliente terminaría antes de empezar, a los 20 µs"},
		{"?preset=hot-spot&compare=queuing", "compare: escriba campo:valor"},
		{"?preset=hot-spot&compare=queuing:vftree~routing:dor", "compare: en la comparación, routing:dor no encaja: routing: dor es para mallas y toros; "},
		{"?preset=hot-spot&compare=seed:4", "compare: seed debe ser igual en todos los escenarios de una comparación"},
		{"#1.AAAA", "el enlace está dañado"},
		{"#2.A", "el enlace es de la versión 2, hecho por un Congestree más nuevo"},
		{"#0.A", "no hay versión 0 de los enlaces"},
		{"?network=" + strings.Repeat("7", 1200), "network: tiene 1200 bytes; se permiten"},
		{"?nonsense", "nonsense: no es un campo de un escenario; los campos son "},
		{"?laod=1", "laod: no es un campo de un escenario; quizá quería decir load"},
		{"?cc-thr=1", "cc-thr: no es un campo de un escenario; quizá quería decir cc-threshold o cc-thresholds"},
		{"?preset=hot-spot&at=60_ruoting_adaptive", "\"ruoting\" no es un campo de un escenario; quizá quería decir routing; se permite: "},
		{"nonsense", "esto no es un enlace; un enlace es una dirección entera, o la parte de ella desde ? o #, como ?preset=hs10-1&load=0.5"},
		{"{", "el texto no es "},
		{`{"seed": []}`, "seed: debe ser un texto, un número, true o false"},
	} {
		err := judge(c.input)
		if err == nil {
			t.Errorf("%q is not refused", c.input)
			continue
		}
		lang.Set("en")
		if lang.Refusal(err.Error()) != err.Error() {
			t.Errorf("%q is changed in English", err)
		}
		lang.Set("es")
		if got := lang.Refusal(err.Error()); !strings.Contains(got, c.want) || !lang.Refuses(err.Error()) {
			t.Errorf("%q: %q\n\tbecomes %q,\n\tnot %q", c.input, err, got, c.want)
		}
	}
	if got := lang.Refusal("no pattern fits this"); got != "no pattern fits this" {
		t.Errorf("%q", got)
	}
}

// judge reads what a person gives to the page.
func judge(input string) error {
	if strings.HasPrefix(input, "{") {
		_, err := jsonio.Read(strings.NewReader(input))
		return err
	}
	all, err := link.ParseAll(input)
	if err != nil {
		return err
	}
	for _, s := range all {
		if err := simulator.Check(s); err != nil {
			return err
		}
	}
	return nil
}

// However long and strange a text is, it is looked at in time in proportion to it, and kept whole.
func FuzzRefusal(f *testing.F) {
	for _, s := range []string{"load: 9 is out of range; allowed: 0–1", "in the comparison, a does not fit: from 3 µs on, load: x", strings.Repeat("from on, ", 3000), "line 3: {0}"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		defer lang.Set("en")
		lang.Set("es")
		begun := time.Now()
		got := lang.Refusal(s)
		if !lang.Refuses(s) && got != s {
			t.Fatalf("%q became %q", s, got)
		}
		if len(got) > 4*len(s)+1000 {
			t.Fatalf("%d bytes became %d", len(s), len(got))
		}
		if took := time.Since(begun); took > 5*time.Second+time.Duration(len(s))*time.Millisecond { // on a busy machine
			t.Fatalf("%d bytes took %v", len(s), took)
		}
	})
}

// What a trace's reader puts into its sentences is translated with them.
func TestRefusalsOfTraces(t *testing.T) {
	defer lang.Set("en")
	const comm = "VEF3 2 0 1 1 2 TRUE\nC0 0 1\n"
	for _, c := range []struct{ text, want string }{
		{"VEF3", "línea 1: el número de tareas falta; se permiten números enteros de 1 a 65536"},
		{"VEF3 2 0 1 1 2 TRUE\nD0 0 1\n", `línea 2: "D0" donde debería estar el comunicador C0`},
		{"VEF3 2 1 0 0 0 TRUE TRUE\n", `línea 1: "TRUE" es una palabra de más`},
		{"VEF3 2", "línea 1: el número de mensajes falta; "},
		{"VEF3 2 x", `línea 1: el número de mensajes es "x"; `},
		{"VEF3 2 1", "línea 1: el número de comunicadores falta; "},
		{"VEF3 2 1 0", "línea 1: el número de colectivas falta; "},
		{"VEF3 2 1 0 0", "línea 1: el número de registros de colectivas falta; "},
		{"VEF3 2 1 0 0 0 TRUE\n0 0 1 64 0", "línea 2: falta el tiempo; se permiten nanosegundos de 0 a "},
		{"VEF3 2 0 1 1 2 TRUE\n", "línea 2: el final de la traza donde debería estar el comunicador C0"},
		{"VEF3 2 4 0 0 0 TRUE\n0 0 1 64 0 0 -1\n1 1 0 64 1 0 0\n2 1 0 64 1 0 1\n3 0 1 64 0 0 -1\n",
			"línea 4: el tipo de dependencia 1 nombra un mensaje que la tarea envía; en las líneas anteriores nombraba un mensaje que la tarea recibe"},
		{"VEF3 2 4 0 0 0 TRUE\n0 0 1 64 0 0 -1\n1 1 0 64 1 0 0\n2 1 0 64 2 0 0\n3 0 1 64 0 0 -1\n",
			"línea 4: el tipo de dependencia 2 nombra un mensaje que la tarea recibe; en las líneas anteriores lo hacía el tipo 1"},
		{comm + "G0 0 0 0 64 0 0 0 -1\nG0 0 0 0 64 0 0 0 -1\n", "línea 4: un segundo registro de la tarea 0 para la colectiva G0"},
		{comm + "G0 0 0 0 64 0 0 0 -1\nG0 0 0 1 64 0 0 0 -1\n", "línea 4: una segunda tarea envía en la colectiva G0, bcast; "},
	} {
		_, err := vef.Read(strings.NewReader(c.text), vef.Limits{})
		if err == nil {
			t.Errorf("%q is not refused", c.text)
			continue
		}
		lang.Set("es")
		if got := lang.Refusal(err.Error()); !strings.Contains(got, c.want) {
			t.Errorf("%q: %q\n\tbecomes %q,\n\tnot %q", c.text, err, got, c.want)
		}
	}
}
