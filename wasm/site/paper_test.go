package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// What public/theme.js makes of rules for media, by itself and while the page is printed: on paper those that speak of the window's size hold
// as they do in the window, not as in a sheet of paper, and colours are light; then all is as before.
const sheets = `
global.CSSMediaRule = class { constructor(text, ...rules) { this.media = {mediaText: text}; this.cssRules = rules; } };
const inner = new CSSMediaRule('(min-width: 481px)');
const rules = [new CSSMediaRule('(prefers-color-scheme: light)'), new CSSMediaRule('(max-width: 900px)'), new CSSMediaRule('(max-height: 460px)', {}, inner), new CSSMediaRule('print'), new CSSMediaRule('(forced-colors: active)'), {}];
const told = {};
global.document = {styleSheets: [{cssRules: rules}, {get cssRules() { throw new Error('of another origin'); }}]};
Object.assign(globalThis, {window: globalThis, location: {search: '?theme=dark', hash: ''}, innerWidth: 1440, innerHeight: 900, Event: class {}, dispatchEvent() {}});
global.addEventListener = (name, f) => told[name] = f;
global.matchMedia = text => ({matches: text === '(min-width: 481px)'});
global.CSSStyleSheet = class { replaceSync(text) { this.text = text; } };
const say = () => console.log([...rules.slice(0, 5), inner].map(r => r.media.mediaText).join('; '), congestreeTheme.wanted);
require(require('path').resolve(process.argv[1]));
say();
told.beforeprint();
told.beforeprint();
say();
console.log(document.adoptedStyleSheets.map(s => s.text).join());
told.afterprint();
say();
`

func TestPaperIsLaidOutAsTheWindow(t *testing.T) {
	out, err := inNode(t, sheets, filepath.Join("..", "..", "public", "theme.js"))
	const screen = "not all; (max-width: 900px); (max-height: 460px); print; (forced-colors: active); (min-width: 481px) dark"
	want := screen + "\nall; not all; not all; print; (forced-colors: active); all light\n@page { size: 1440px 900px; margin: 0; }\n" + screen
	if got := strings.TrimSpace(string(out)); err != nil || got != want {
		t.Errorf("%v\n got %s\nwant %s", err, got, want)
	}
}

// On paper the names of an inspector's rows, which are buttons, stay; a dialog is alone; and the documentation is dark on white, with its code whole.
func TestPaperKeepsWhatIsRead(t *testing.T) {
	for file, want := range map[string][]string{
		"style.css":     {`@media print {[^@]*:is\(\.inspector, dialog\) \.head button`, `@media print {[^@]*:root:has\(dialog:modal\) body { [^}]*visibility: hidden`, `@media print {[^@]*content: var\(--printed, none\)`},
		"docs/docs.css": {`@media screen and \(prefers-color-scheme: dark\)`, `@media print {[^@]*pre { white-space: pre-wrap; }`},
	} {
		text, err := os.ReadFile(filepath.Join("..", "..", "public", file))
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range want {
			if !regexp.MustCompile(w).Match(text) {
				t.Errorf("%s has no %s", file, w)
			}
		}
		if regexp.MustCompile(`@media print {[^@]*\.inspector button`).Match(text) {
			t.Errorf("%s: no button of the inspector is printed", file)
		}
	}
}
