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
