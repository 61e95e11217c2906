package browser

// The page in Spanish: by link, by the browser, by hand; and the way back.

import (
	"strings"
	"testing"
)

func TestLanguages(t *testing.T) {
	t.Parallel()
	b := tab(t, Options{Features: "prefers-color-scheme=light"})
	check(t, b.Go(site+"?preset=hot-spot&lang=es"))
	check(t, b.Running())
	seek(t, b, "100000")
	text := func(selector string) string {
		return eval[string](t, b, `document.querySelector('`+selector+`').textContent`)
	}
	says := func(tag, summary, refusal string, want map[string]string) {
		t.Helper()
		until(t, b, `document.documentElement.lang === '`+tag+`' && document.getElementById('summary').textContent.startsWith('`+summary+`')`)
		for selector, w := range want {
			until(t, b, `document.querySelector(`+quote(selector)+`).textContent.includes(`+quote(w)+`)`)
		}
		choose(t, b, "seed", "x", "change")
		until(t, b, `document.getElementById('panel').textContent.includes(`+quote(refusal)+`)`)
	}
	spanish := map[string]string{"label[for=f-load]": "Carga ofrecida", "[data-testid=chart]": "Rendimiento", "[data-testid=tree-count]": "de congestión", "[data-testid=trees]": "puerto", "[data-testid=state]": "en pausa"}
	english := map[string]string{"label[for=f-load]": "Offered load", "[data-testid=chart]": "Throughput", "[data-testid=tree-count]": "congestion tree", "[data-testid=trees]": "port", "[data-testid=state]": "paused"}
	choose(t, b, "until", "time", "change") // what is refused beside other fields follows, too
	choose(t, b, "until-value", "x", "input")
	choose(t, b, "pin-what", "S9.9", "input")
	eval[any](t, b, "("+control("run-until")+".click(), "+control("pin-show")+".click(), null)")
	spanish["#t-error"], english["#t-error"] = "escriba un número de 0 a 1000000000", "write a number from 0 to 1000000000"
	spanish["#pin-error"], english["#pin-error"] = "«S9.9» no es un conmutador", "“S9.9” is no switch"
	says("es", "A los 100.0 µs, 128 hosts reciben el ", `"x" no es un número entero; se permite: `, spanish)
	if s := text("#summary"); !strings.Contains(s, "retiene") || strings.Contains(s, " the ") {
		t.Errorf("the summary: %q", s)
	}
	if s := eval[string](t, b, `document.querySelector('[data-testid=cursor]').title + document.querySelector('#stage canvas').getAttribute('aria-label')`); !strings.Contains(s, "Arrastre") || !strings.Contains(s, "conmutadores") {
		t.Errorf("names: %q", s)
	}
	until(t, b, `document.querySelector('[data-testid=mark]') !== null`)
	if s := eval[string](t, b, `document.querySelector('[data-testid=mark]').getAttribute('aria-label')`); !strings.Contains(s, " a los ") || strings.Contains(s, " of ") {
		t.Errorf("a mark: %q", s)
	}
	check(t, b.Eval(`document.querySelectorAll('details').forEach(d => d.open = true); new Promise(r => setTimeout(r, 500, true))`, nil))
	for _, v := range axe(t, b) {
		t.Error(v)
	}
	if w := eval[float64](t, b, "document.documentElement.scrollWidth - innerWidth"); w > 0 {
		t.Errorf("the page is %v pixels wider than the window", w)
	}
	// By hand: all of it follows, refusals too, and address and storage keep it.
	choose(t, b, "language", "en", "change")
	says("en", "At 100.0 µs, 128 hosts receive ", `"x" is not a whole number; allowed: `, english)
	until(t, b, `new URLSearchParams(location.search).get('lang') === 'en' && JSON.parse(localStorage.congestree).lang === 'en'`)
	choose(t, b, "language", "es", "change")
	says("es", "A los 100.0 µs, 128 hosts reciben el ", `"x" no es un número entero; se permite: `, spanish)
	// A tab in which nothing has been chosen leaves alone what has been chosen in another one.
	check(t, b.Eval(`localStorage.congestree = localStorage.congestree.replace('"es"', '"en"'); dispatchEvent(new Event('pagehide'))`, nil))
	until(t, b, `JSON.parse(localStorage.congestree).link.includes('t=100us')`)
	if got := eval[string](t, b, `JSON.parse(localStorage.congestree).lang`); got != "en" {
		t.Errorf("the language chosen in another tab has become %q", got)
	}
	choose(t, b, "language", "en", "change")
	choose(t, b, "language", "es", "change")
	// What programs get of a comparison is the same in every language.
	if got := eval[string](t, b, `congestree.compare('routing', 'adaptive').then(all => all.map(l => l.title).join())`); got != "D-mod-K,Adaptive" {
		t.Errorf("lanes() has the titles %s", got)
	}
	until(t, b, `[...document.querySelectorAll('.lane-head')].some(e => e.textContent.includes('Adaptativo'))`)
	until(t, b, `congestreeTable.csv('load').startsWith('time_us,offered_percent,accepted_percent D-mod-K,accepted_percent Adaptive\r\n')`)
	// What a link has left out follows, too, for people and for programs that ask later; one in another language is read in that.
	if left := eval[string](t, b, `congestree.load('?preset=uniform&camera=x&lang=en').then(m => m.left_out)`); left != "The link’s “camera=x” was left out: write the middle as two fractions of the network and a zoom, such as 0.5,0.5,3." {
		t.Errorf("a link in English has left out: %s", left)
	}
	choose(t, b, "language", "es", "change")
	until(t, b, `document.querySelector('.banner p').textContent === 'Se omitió «camera=x» del enlace: escriba el centro como dos fracciones de la red y un zoom, por ejemplo 0.5,0.5,3.'`)
	// The next visit knows, also before the program runs; a link that cannot be opened says so.
	check(t, b.Go(site+"#2.A"))
	until(t, b, `document.querySelector('.banner p').textContent.includes('escenario por defecto: el enlace es de la versión 2')`)
	if lang := eval[string](t, b, `document.documentElement.lang + congestreeTexts.tag + new URLSearchParams(location.search).get('lang')`); lang != "esesnull" {
		t.Errorf("the next visit is in %q", lang)
	}
}

// In either language the heads of the list of trees have room, and no field's name lies under the button that resets it.
func TestWordsHaveRoom(t *testing.T) {
	t.Parallel()
	b := tab(t, Options{Width: 1440, Height: 900})
	check(t, b.Go(site+"?preset=torus-deadlock&lang=es"))
	check(t, b.Running())
	seek(t, b, "400000")
	check(t, b.Eval(`document.querySelectorAll('details').forEach(d => d.open = true)`, nil))
	for _, tag := range []string{"es", "en"} {
		choose(t, b, "language", tag, "change")
		until(t, b, `document.documentElement.lang === '`+tag+`' && document.querySelector('[data-testid=trees]').clientHeight > 0`)
		if got := eval[string](t, b, `[...document.querySelectorAll('.trees .columns span, .field:not(.solo) .name')].filter(e => e.clientWidth && e.scrollWidth > e.clientWidth).map(e => e.textContent).join()`); got != "" {
			t.Errorf("%s: no room for %s", tag, got)
		}
		// Nor does a number go below its name, with which the panel would move while it changes.
		if got := eval[string](t, b, `[...document.querySelectorAll('.readouts dl > div:not(.since)')].filter(e => e.querySelector('[data-testid=least-host], [data-testid=fairness]')).filter(e => {
			const dd = e.querySelector('dd'), text = dd.textContent;
			dd.textContent = dd.dataset.testid === 'fairness' ? '0.999' : '99.9\u202f%';
			const below = dd.getBoundingClientRect().top > e.querySelector('dt').getBoundingClientRect().bottom - 3;
			dd.textContent = text;
			return below;
		}).map(e => e.textContent).join()`); got != "" {
			t.Errorf("%s: a number goes below its name: %s", tag, got)
		}
	}
}

// In either language the root of a tree and the heads of the list are read whole, also where the switch has three digits and the panel is narrow.
func TestRootsHaveRoom(t *testing.T) {
	t.Parallel()
	b := tab(t, Options{})
	check(t, b.Go(site+"?preset=hot-spot&lang=es&t=90us"))
	check(t, b.Until("window.congestree && congestree.measures().checksum_ns === 90000", wait))
	for _, o := range []Options{{Width: 1440, Height: 900}, {Width: 1000, Height: 700}, {Width: 720, Height: 450}, {Width: 320, Height: 640, Mobile: true}} {
		check(t, b.Look(o))
		for _, tag := range []string{"es", "en"} {
			choose(t, b, "language", tag, "change")
			until(t, b, `document.documentElement.lang === '`+tag+`' && document.querySelector('.tree .where b')?.textContent.includes('`+map[string]string{"es": "puerto", "en": "port"}[tag]+`')`)
			if got := eval[string](t, b, `(() => {
				for (const e of document.querySelectorAll('.tree .where b')) e.textContent = e.textContent.replace(/S[\d.]+/, 'S2.647').replace(/\d+$/, '35');
				return `+rootsCut+`.concat([...document.querySelectorAll('.trees .columns span')].filter(e => e.scrollWidth > e.clientWidth)).map(e => e.textContent).join();
			})()`); got != "" {
				t.Errorf("%d pixels wide, %s: no room for %s", o.Width, tag, got)
			}
		}
	} // At the panel's foot what is written in a button stays in it, also with another one beside it, where the page can be installed.
	check(t, b.Look(Options{Width: 640, Height: 400}))
	choose(t, b, "language", "es", "change")
	until(t, b, "document.documentElement.lang === 'es' && innerWidth === 640 && "+control("save-file")+".textContent.startsWith('Guardar')")
	if got := eval[string](t, b, `(() => {
		`+control("install")+`.hidden = false;
		return [...document.querySelectorAll('.beyond button')].filter(e => e.scrollHeight > e.clientHeight || e.scrollWidth > e.clientWidth).map(e => e.textContent).join();
	})()`); got != "" {
		t.Errorf("too small for its words: %s", got)
	}
}

// Who comes for the first time reads the browser's language, unless the link says another one.
func TestLanguageOfTheBrowser(t *testing.T) {
	t.Parallel()
	b := tab(t, Options{Width: 390, Height: 844, Mobile: true, Before: `Object.defineProperty(navigator, 'languages', {get: () => ['es-MX', 'en']})`})
	for _, c := range []struct{ address, lang, play string }{{"embed.html?preset=uniform", "es", "Reproducir"}, {"embed.html?preset=uniform&lang=en", "en", "Play"}} {
		check(t, b.Go(site+c.address))
		until(t, b, `document.documentElement.lang === '`+c.lang+`' && document.getElementById('start-text').textContent === '`+c.play+`'`)
	}
	check(t, b.Go(site+"?preset=uniform"))
	check(t, b.Running())
	until(t, b, `document.documentElement.lang === 'es' && document.getElementById('summary').textContent.startsWith('A los ') && !location.search.includes('lang') && !(localStorage.congestree || '').includes('lang')`)
	if w := eval[float64](t, b, "document.documentElement.scrollWidth - innerWidth"); w > 0 {
		t.Errorf("the page is %v pixels wider than the phone", w)
	}
	if got := eval[string](t, b, `Promise.all([congestree.picture({scale: 9}), congestree.video({type: 'gif'}), congestree.compare('seed', 2), congestree.uncompare(0), congestree.picture({witdh: 100}), congestree.picture({as: 'dataURL'}), congestree.picture({legend: 'no'}), congestree.picture('svg')].map(p => p.then(() => 'made', e => e.message))).then(all => all.join('; '))`); got !=
		"scale: write a number from 0.25 to 8; a video's type is webm or frames; seed must be the same in all of them, so that only the schemes differ; nothing is compared; "+
			`there is no option "witdh"; allowed are type, width, height, scale, theme, title, legend, trees, transparent, from, to, speed, fps, as; as is blob or dataurl; legend is true or false; the options are an object, such as {type: 'png'}` {
		t.Errorf("programs are told %q", got)
	}
}
