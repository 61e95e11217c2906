package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// public/congestree.js in a window made of Node.js: frames that are taken away and forgotten without close() are let go of, with their
// connections; one that stays is heard once, also after close() and a new connection,
// which a listener may make, too.
const forgotten = `
require('v8').setFlagsFromString('--expose-gc');
const gc = require('vm').runInNewContext('gc'), hear = [];
global.window = global;
global.document = {baseURI: 'https://a.example/'};
global.addEventListener = (kind, f) => hear.push(f);
global.removeEventListener = (kind, f) => hear.splice(hear.indexOf(f), 1);
global.HTMLIFrameElement = class { src = 'https://a.example/embed.html'; contentWindow = {location: {href: 'https://a.example/embed.html'}, postMessage() {}}; hasAttribute() { return false; } };
const Congestree = require(require('path').resolve(process.argv[1])), kept = new HTMLIFrameElement(), gone = [];
const first = Congestree(kept);
first.close();
const run = Congestree(kept);
first.close(); // once more: not the other's
let heard = 0;
run.on('ready', () => heard++);
const again = new HTMLIFrameElement();
let anew = 0;
const renew = () => { if (++anew < 9) { Congestree(again).close(); Congestree(again).on('ready', renew); } };
Congestree(again).on('ready', renew);
(() => {
  for (let i = 0; i < 9; i++) {
    const frame = new HTMLIFrameElement(), its = Congestree(frame);
    its.on('measures', m => console.log(its, m));
    its.hello();
    gone.push(new WeakRef(frame));
  }
})();
setTimeout(() => {
  gc();
  setTimeout(() => {
    for (const f of hear) f({source: kept.contentWindow, origin: 'https://a.example', data: {congestree: 1, event: 'ready', state: 'poster'}});
    for (const f of hear) f({source: again.contentWindow, origin: 'https://a.example', data: {congestree: 1, event: 'ready', state: 'poster'}});
    console.log(anew, gone.filter(r => r.deref()).length, heard, Congestree(kept) === run);
  });
});
`

func TestForgottenFrames(t *testing.T) {
	out, err := inNode(t, forgotten, filepath.Join("..", "..", "public", "congestree.js"))
	if got := strings.TrimSpace(string(out)); err != nil || got != "1 0 1 true" {
		t.Errorf("messages heard by who connects anew at each, of nine frames there remain, the other's messages heard, the same connection: %v %s", err, got)
	}
}

// A frame that is loaded while it is asked: what is asked before it listens is lost, and asked again before what it hears first. Once it has
// said something, nothing is asked again.
const early = `
global.window = global;
global.document = {baseURI: 'https://a.example/'};
let hear, listens = false;
global.addEventListener = (kind, f) => hear = f;
global.HTMLIFrameElement = class { src = 'https://a.example/'; contentWindow = frame; hasAttribute() { return false; } };
const asked = [], frame = {location: {href: 'about:blank'}, postMessage: m => { if (listens) asked.push(m.method); }};
const run = require(require('path').resolve(process.argv[1]))(new HTMLIFrameElement());
run.play();
frame.location.href = 'https://a.example/';
run.seek(5);
listens = true;
run.pause();
hear({source: frame, origin: 'https://a.example', data: {congestree: 1, event: 'measures', measures: {}}});
run.hello();
console.log(asked.join(' '));
`

func TestAskedInOrder(t *testing.T) {
	out, err := inNode(t, early, filepath.Join("..", "..", "public", "congestree.js"))
	if got := strings.TrimSpace(string(out)); err != nil || got != "play seek pause hello" {
		t.Errorf("a frame that is loaded meanwhile hears %q, %v", got, err)
	}
}

// The script of public/docs/examples/reveal.html.txt with a reveal.js and a frame made of Node.js: the run goes where the fragments are,
// forwards and back, and a fragment without an instant moves nothing.
const deck = `
const script = require('fs').readFileSync(process.argv[1], 'utf8').split('<script>').pop().split('</script>')[0];
const on = {}, sought = [];
const fragments = ['40000', undefined, '90000'].map(ns => ({dataset: {ns}, shown: false, closest: () => section}));
const section = {querySelectorAll: what => what === '.fragment.visible[data-ns]' ? fragments.filter(f => f.shown && f.dataset.ns) : []};
const Reveal = {initialize() {}, on: (event, f) => (on[event] ??= []).push(f)};
const document = {getElementById: id => id};
const Congestree = () => ({seek: ns => { sought.push(ns); return Promise.resolve(); }});
new Function('Reveal', 'document', 'Congestree', script)(Reveal, document, Congestree);
const turn = (fragment, shown) => {
  fragment.shown = shown;
  for (const f of on[shown ? 'fragmentshown' : 'fragmenthidden'] || []) f({fragment});
};
for (const f of fragments) turn(f, true);
for (const f of fragments.reverse()) turn(f, false);
console.log(sought.join(' '));
`

func TestDeckStepsBack(t *testing.T) {
	out, err := inNode(t, deck, filepath.Join("..", "..", "public", "docs", "examples", "reveal.html.txt"))
	if got := strings.TrimSpace(string(out)); err != nil || got != "40000 90000 40000 0" {
		t.Errorf("the run of the deck goes to %q, %v", got, err)
	}
}
