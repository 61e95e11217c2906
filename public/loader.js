// Brings the two programs: downloads both with visible progress, decompresses and compiles them
// while they arrive, starts the page's program and hands it the engine's module for its worker.
'use strict';
(() => {
  const $ = id => document.getElementById(id);
  const root = document.documentElement, {say} = window.congestreeTexts;
  const text = $('loading-text'), bar = $('progress'), retry = $('retry');
  retry.addEventListener('click', () => location.reload());

  let failed = false;
  function fail(why) {
    failed = true;
    clearInterval(watch);
    root.dataset.state = 'failed';
    $('loading').hidden = false;
    $('loading').setAttribute('role', 'alert');
    text.removeAttribute('aria-live'); // it was off for the sake of those who would hear every tenth of a megabyte
    text.textContent = why;
    bar.hidden = true;
    retry.hidden = false;
    window.congestreeMessages?.drop(why); // who asked from around is told, too
    window.congestreeMessages?.tell('failed', {reason: why});
  }

  const able = typeof WebAssembly === 'object' && !!WebAssembly.compileStreaming && typeof DecompressionStream === 'function';

  // What a browser lacks, in words; '' if it has everything.
  function missing() {
    if (typeof WebAssembly !== 'object' || !WebAssembly.compileStreaming) return say('This browser has no WebAssembly, which the simulator is made of. Please try a current Firefox, Chrome, Edge or Safari.');
    if (typeof DecompressionStream !== 'function') return say('This browser cannot unpack the simulator (DecompressionStream is missing). Please try a current Firefox, Chrome, Edge or Safari.');
    if (typeof Worker !== 'function') return say('This browser has no Web Workers, in which the simulation runs.');
    const canvas = document.createElement('canvas');
    const gl = canvas.getContext('webgl2');
    if (!gl) return say('WebGL 2, with which the network is drawn, is not available. It may be switched off in the settings of this browser, or blocked for this graphics driver.');
    // Without a graphics card Chromium puts the page together in software, too, and then leaves out as much of the picture's top as
    // opaque elements cover of its bottom: style.css keeps it from that. Other browsers name the card here, or have no such fault.
    const card = gl.getParameter(gl.RENDERER) === 'WebKit WebGL' && gl.getExtension('WEBGL_debug_renderer_info');
    if (card && /swiftshader|llvmpipe|softpipe|basic render/i.test(gl.getParameter(card.UNMASKED_RENDERER_WEBGL))) root.dataset.card = 'none';
    gl.getExtension('WEBGL_lose_context')?.loseContext();
    return '';
  }

  const got = {}, size = {};
  function progress() {
    const done = Object.values(got).reduce((a, b) => a + b, 0);
    const all = Object.values(size).reduce((a, b) => a + b, 0);
    if (!all || root.dataset.state !== 'loading') return;
    bar.value = Math.min(1, done / all);
    const mb = n => (n / 1e6).toFixed(1);
    text.textContent = done < all ? say('Loading the simulator: {0} of {1} MB', mb(done), mb(all)) : say('Starting the simulator…');
  }

  // A download may stand still without an end or an error, such as on a train: after a while that is said, with a way out.
  const patience = 15; // seconds
  let awaited = 0, quiet = 0; // downloads under way; for how many seconds nothing has come of any
  const watch = setInterval(() => {
    quiet = awaited ? quiet + 1 : 0;
    if (quiet !== patience || failed) return;
    text.setAttribute('aria-live', 'polite');
    text.textContent = say('Nothing has come for {0} s. Is the network there? The download may go on by itself; “Retry” begins it anew.', patience);
    retry.hidden = false;
  }, 1000);
  async function heard(part) {
    awaited++;
    try {
      return await part;
    } finally {
      awaited--;
      if (quiet >= patience && !failed) {
        text.setAttribute('aria-live', 'off');
        retry.hidden = true;
      }
      quiet = 0;
    }
  }

  // A release's files bear their contents' digest in their names and never change; a single file holds them itself.
  const release = document.querySelector('meta[name="congestree-release"]')?.content || '';
  const inline = window.congestreeInline;

  async function get(name) {
    if (inline) return new Response(inline.bytes(name));
    let r;
    try {
      r = await heard(fetch(name, {cache: release ? 'default' : 'no-cache'}));
    } catch (e) {
      throw new Error(say('{0} could not be fetched ({1}). Is the network there?', name, e.message));
    }
    if (!r.ok) throw new Error(say('{0} could not be fetched: the server answered {1}.', name, r.status));
    return r;
  }

  // Servers differ: most send the .gz as it is, some add Content-Encoding, so that it comes unpacked.
  // The first two bytes tell.
  async function compile(name) {
    const reader = (await get(name)).body.getReader();
    let broken; // the download, as opposed to what was downloaded
    got[name] = 0;
    const read = async () => {
      const part = await heard(reader.read()).catch(e => {
        throw broken = new Error(say('{0} could not be fetched whole ({1}). Is the network there?', name, e.message));
      });
      if (!part.done) { got[name] += part.value.length; progress(); }
      return part;
    };
    let head = new Uint8Array(0);
    while (head.length < 2) {
      const {done, value} = await read();
      if (done) throw new Error(say('{0} is empty.', name));
      const both = new Uint8Array(head.length + value.length);
      both.set(head); both.set(value, head.length);
      head = both;
    }
    let bytes = new ReadableStream({
      start(c) { c.enqueue(head); },
      async pull(c) {
        const {done, value} = await read();
        if (done) c.close(); else c.enqueue(value);
      },
    });
    if (head[0] === 0x1f && head[1] === 0x8b) bytes = bytes.pipeThrough(new DecompressionStream('gzip'));
    return WebAssembly.compileStreaming(new Response(bytes, {headers: {'Content-Type': 'application/wasm'}})).catch(e => {
      throw broken || new Error(say('{0} is damaged ({1}).', name, e.message));
    });
  }

  // The downloads begin at once; what takes the main thread's time comes after.
  const files = {page: 'build/page.wasm.gz', engine: 'build/engine.wasm.gz', manifest: 'build/manifest.json', worker: 'worker.js',
    exec: 'build/wasm_exec.js', fzstd: 'vendor/fzstd/fzstd.js', fflate: 'vendor/fflate/fflate.js'};
  let manifest, page, engine;
  function begin() {
    manifest = get(files.manifest).then(r => heard(r.json())).then(m => {
      for (const f of m.files) size['build/' + f.name] = f.bytes;
      progress();
      return m;
    });
    engine = compile(files.engine);
    page = compile(files.page);
    for (const p of [manifest, engine, page]) p.catch(() => {}); // start() reports
  }

  // The frames of Ebitengine, which asks for every one. While the page says that nothing moves they are held back to a few a second.
  const frames = (() => {
    const now = window.requestAnimationFrame.bind(window);
    let held = false, next = null, timer = 0;
    const come = () => {
      clearTimeout(timer);
      const f = next;
      next = null;
      if (f) now(f);
    };
    return {
      ask(f) {
        if (!held) return now(f);
        next = f;
        timer = setTimeout(come, 250);
      },
      hold(on) {
        held = on;
        if (!on) come();
      },
    };
  })();

  async function start() {
    const why = missing();
    if (why) return fail(why);
    const [m, program, module] = await Promise.all([manifest, page, engine]);
    clearInterval(watch);
    text.textContent = say('Starting the simulator…');
    bar.value = 1;
    window.congestreeBoot = {
      version: m.version,
      files,
      spawn() { // a new engine
        const w = new Worker(inline ? inline.worker() : new URL(files.worker, document.baseURI));
        w.postMessage({module});
        return w;
      },
      ready() { $('loading').hidden = true; },
      hold: frames.hold,
      fail,
    };
    if (typeof Go !== 'function') throw new Error(say('{0} is missing. Was the page copied whole?', 'build/wasm_exec.js'));
    const go = new Go(), instance = await WebAssembly.instantiate(program, go.importObject), {requestAnimationFrame} = window;
    window.requestAnimationFrame = frames.ask; // Ebitengine takes it at its start
    navigator.getGamepads = () => []; // it asks at every frame, and a browser that has been asked once polls for them on and on
    const ended = go.run(instance);
    window.requestAnimationFrame = requestAnimationFrame;
    await ended;
    if (!failed) throw new Error(say('The page’s program has ended unexpectedly.')); // else it has said why
  }

  if (able) begin();
  // wasm_exec.js, the Vugu helper and the chart come after this script; they are there now or missing.
  document.addEventListener('DOMContentLoaded', () => start().catch(e => {
    console.error(e);
    fail(e.message || String(e));
  }));
})();
