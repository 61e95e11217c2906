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
