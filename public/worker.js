// The engine's worker. Its first message brings the compiled module; the Go program (wasm/worker)
// then takes onmessage over. Whatever ends that program is reported to the page as a crash.
'use strict';
importScripts('build/wasm_exec.js');
globalThis.fzstdScript = 'vendor/fzstd/fzstd.js'; // the engine imports it when it meets zstd

let reason = '';
const write = fs.writeSync.bind(fs);
fs.writeSync = (fd, bytes) => { // the Go runtime's last words, e.g. "fatal error: out of memory"
  const line = /^(?:panic|fatal error|runtime):.*/m.exec(new TextDecoder().decode(bytes));
  if (line && !reason) reason = line[0];
  return write(fd, bytes);
};

const crash = why => postMessage({kind: 'crash', reason: reason || String(why)});
addEventListener('error', e => crash(e.message));
addEventListener('unhandledrejection', e => crash(e.reason));

onmessage = e => {
  // The page does not wait before it asks. Browsers instantiate at once or, as the standard has it,
  // in a later task: what comes until then is kept.
  const early = [];
  onmessage = m => early.push(m);
  const go = new Go();
  go.env = {GOGC: "30"}; // checkpoints are large: half as much again for garbage would be too much
  let code = 0;
  go.exit = c => { code = c; };
  WebAssembly.instantiate(e.data.module, go.importObject)
    .then(instance => {
      const ended = go.run(instance); // returns when the program has taken onmessage over and waits
      early.forEach(m => onmessage(m));
      return ended;
    })
    .then(() => crash('the engine ended with code ' + code), crash);
};
