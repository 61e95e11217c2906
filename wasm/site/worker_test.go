package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// public/worker.js in a worker made of Node.js, whose WebAssembly.instantiate takes its time as that of
// Firefox does: what the page asks meanwhile must reach the program, in order, and its end the page.
const fakeWorker = `
const vm = require('vm'), fs = require('fs');
const said = [];
const world = {
  TextDecoder, console, String,
  fs: {writeSync: (fd, bytes) => bytes.length},
  importScripts: name => said.push('import ' + name),
  addEventListener() {},
  postMessage: m => said.push(m.kind + ': ' + m.reason),
  WebAssembly: {instantiate: module => new Promise(done => setTimeout(done, 30, module))},
};
world.Go = class {
  run(module) {
    said.push('run ' + module);
    world.onmessage = e => said.push('got ' + e.data);
    return new Promise(done => setTimeout(() => {
      world.fs.writeSync(2, Buffer.from('noise\npanic: out of luck\n'));
      this.exit(2);
      done();
    }, 60));
  }
};
vm.runInContext(fs.readFileSync(process.argv[1], 'utf8'), vm.createContext(world));
const tell = data => world.onmessage && world.onmessage({data});
tell({module: 'engine'});
tell(1); tell(2);
setTimeout(tell, 50, 3);
process.on('exit', () => console.log(said.join('; ')));
`

func TestWorkerKeepsEarlyMessages(t *testing.T) {
	out, err := inNode(t, fakeWorker, filepath.Join("..", "..", "public", "worker.js"))
	want := "import build/wasm_exec.js; run engine; got 1; got 2; got 3; crash: panic: out of luck"
	if got := strings.TrimSpace(string(out)); err != nil || got != want {
		t.Errorf("%v\n got %s\nwant %s", err, got, want)
	}
}

// inNode runs a script, with arguments, and returns what it says.
func inNode(t *testing.T, script string, args ...string) ([]byte, error) {
	node, err := exec.LookPath("node")
	if err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal(err)
		}
		t.Skip("no Node.js: ", err)
	}
	return exec.Command(node, append([]string{"-e", script}, args...)...).CombinedOutput()
}

// public/loader.js in a window made of Node.js, whose clock goes as the test wants: a download that stands still.
const fakeLoader = `
const vm = require('vm'), fs = require('fs');
const element = () => ({hidden: false, dataset: {}, textContent: '', addEventListener() {}, setAttribute() {}, removeAttribute() {}});
const parts = {loading: element(), 'loading-text': element(), progress: element(), retry: element()};
parts.retry.hidden = true;
let tick, feed;
const said = [];
const look = when => said.push(when + ': ' + parts['loading-text'].textContent + (parts.retry.hidden ? '' : ' [retry]'));
const wait = () => new Promise(done => setTimeout(done, 5));
const world = {
  Go: class { run() { return new Promise(() => {}) } },
  console, Response, ReadableStream, DecompressionStream, Uint8Array, Object, Math, Worker: class {},
  WebAssembly: {compileStreaming: async r => (await r).arrayBuffer(), instantiate: async m => m},
  setInterval: f => { tick = f; return 7 },
  clearInterval: n => said.push('watch ' + n + ' ends'),
  fetch: async name => name.endsWith('.json') ? new Response('{"files": [{"name": "page.wasm.gz", "bytes": 3000000}]}')
    : new Response(name.includes('page') ? new ReadableStream({start(c) { feed = c; }}) : 'engine'),
  document: {documentElement: {dataset: {state: 'loading'}}, getElementById: n => parts[n], querySelector: () => null, addEventListener: (_, f) => world.start = f,
    createElement: () => ({getContext: () => ({getExtension: () => null, getParameter: () => ""})})},
};
world.navigator = {};
world.window = {requestAnimationFrame() {}, congestreeTexts: {say: (s, ...a) => s.replace(/\{(\d)\}/g, (_, i) => a[i])}};
vm.runInContext(fs.readFileSync(process.argv[1], 'utf8'), vm.createContext(world));
(async () => {
  world.start();
  await wait();
  feed.enqueue(new Uint8Array(1e6));
  await wait();
  for (let s = 0; s < 14; s++) tick();
  look('14 s');
  tick();
  look('15 s');
  feed.enqueue(new Uint8Array(1e6));
  await wait();
  look('goes on');
  for (let s = 0; s < 15; s++) tick();
  look('again');
  feed.enqueue(new Uint8Array(1e6));
  feed.close();
  await wait();
  look('whole'); // and nothing is said of what comes after it
  console.log(said.join('\n'));
  process.exit(0);
})();
`

func TestLoaderSaysThatADownloadStandsStill(t *testing.T) {
	out, err := inNode(t, fakeLoader, filepath.Join("..", "..", "public", "loader.js"))
	const still = "Nothing has come for 15 s. Is the network there? The download may go on by itself; “Retry” begins it anew. [retry]"
	want := "14 s: Loading the simulator: 1.0 of 3.0 MB\n15 s: " + still + "\ngoes on: Loading the simulator: 2.0 of 3.0 MB\nagain: " + still +
		"\nwatch 7 ends\nwhole: Starting the simulator…\n"
	if got := string(out); err != nil || got != want {
		t.Errorf("%v\n got %s\nwant %s", err, got, want)
	}
}

// Vugu's script in a window made of Node.js: its HTML comes in two pieces (opcodes 37 and 29), cut at every byte.
const fakePanel = `
const vm = require('vm'), fs = require('fs');
const html = Buffer.from('Export… µs → ≤ \u{1F332}'), said = new Set();
const window = {TextDecoder, TextEncoder, console};
window.window = window;
vm.runInContext(fs.readFileSync(process.argv[1], 'utf8'), vm.createContext(window));
for (let cut = 0; cut <= html.length; cut++) {
  const text = piece => { const n = Buffer.alloc(4); n.writeUInt32BE(piece.length); return Buffer.concat([n, piece]); };
  window.vuguRenderArray = new Uint8Array(Buffer.concat([
    Buffer.from([37]), text(html.subarray(0, cut)), Buffer.from([29]), text(html.subarray(cut)), Buffer.from([0])]));
  window.vuguState = {el: {nodeType: 1}};
  window.vuguRender();
  said.add(window.vuguState.el.innerHTML);
}
console.log([...said].join(' | '));
`

func TestHTMLInPiecesKeepsItsCharacters(t *testing.T) {
	dir, err := output("", "go", "list", "-m", "-f", "{{.Dir}}", "github.com/vugu/vugu")
	if err != nil {
		t.Fatal(err)
	}
	text, err := stringConstant(filepath.Join(dir, "domrender", "renderer-js-script.go"), "jsHelperScript")
	if err != nil {
		t.Fatal(err)
	}
	mended, err := wholeCharacters([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	const want = "Export… µs → ≤ \U0001F332"
	for script, whole := range map[string]bool{text: false, string(mended): true} {
		file := filepath.Join(t.TempDir(), "vugu.js")
		if err := os.WriteFile(file, []byte(script), 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := inNode(t, fakePanel, file)
		if got := strings.TrimSpace(string(out)); err != nil || whole != (got == want) {
			t.Errorf("mended: %v; %v: %s", whole, err, got)
		}
	}
}
