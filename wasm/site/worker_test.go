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
	node, err := exec.LookPath("node")
	if err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal(err)
		}
		t.Skip("no Node.js: ", err)
	}
	out, err := exec.Command(node, "-e", fakeWorker, filepath.Join("..", "..", "public", "worker.js")).CombinedOutput()
	want := "import build/wasm_exec.js; run engine; got 1; got 2; got 3; crash: panic: out of luck"
	if got := strings.TrimSpace(string(out)); err != nil || got != want {
		t.Errorf("%v\n got %s\nwant %s", err, got, want)
	}
}
