// Congestree in other people's pages: a thin, typed way to talk to an embedded run. One file, no dependencies.
//
//   <script src="https://…/congestree.js"></script>
//   const run = Congestree(document.querySelector('iframe'));
//   await run.load('?preset=hot-spot&queuing=vftree');
//   run.on('measures', m => console.log(m.simulated_ns, m.throughput_now));
//   await run.seek(40_000);
//
// Types: congestree.d.ts. What can be asked for, and of messages without this file: docs/api.html. Protocol 1.
'use strict';
(root => {
  const protocol = 1, usual = 250; // ms between measures
  const events = ['ready', 'failed', 'measures'];

  function refusal(e) {
    return Object.assign(new Error(String(e && e.message || 'refused')), {name: 'CongestreeError', code: String(e && e.code || 'failed')});
  }

  // A frame that its page has taken away and forgotten takes its connection with it, closed or not: the window holds neither.
  const known = new WeakMap(), frames = new Set();
  let hearing = false;
  function everybody(e) {
    for (const ref of [...frames]) { // a listener may close, and connect anew: that is for the next message
      const frame = ref.deref();
      if (frame) known.get(frame)?.hear(e); else frames.delete(ref);
    }
  }

  // of returns what talks to the run in an iframe, the same for the same iframe.
  function of(frame) {
    if (!(frame instanceof HTMLIFrameElement)) throw new TypeError('Congestree(frame) takes an iframe whose address is that of embed.html or of the page');
    if (!known.has(frame)) known.set(frame, connect(frame));
    return known.get(frame).run;
  }

  function connect(frame) {
    const open = new Map(), heard = new Map(), ref = new WeakRef(frame);
    // Nobody else's ids: the frame may still owe an answer to a connection that was closed, or to another copy of this file.
    const mine = Math.random().toString(36).slice(2) + '-';
    let next = 1, ended = false, every = 0;
    let heardOf = null; // the window that has said something
    const origin = () => {
      if (frame.hasAttribute('sandbox') && !frame.sandbox.contains('allow-same-origin')) return 'null';
      try { return new URL(frame.src || frame.dataset.src, document.baseURI).origin; } catch { return 'null'; }
    };
    const there = () => { // else it will say that it is ready
      try { return frame.contentWindow.location.href !== 'about:blank'; } catch { return true; }
    };
    const send = m => {
      if (!there()) return;
      const to = origin(); // a file, or a sandboxed frame, has none that could be named
      frame.contentWindow?.postMessage(m, to === 'null' ? '*' : to);
    };

    // deliver sends a request; what no message can hold, such as a URL object for a link, is refused here.
    function deliver({message, reject}) {
      try {
        send(message);
      } catch (e) {
        open.delete(message.id);
        reject(refusal({code: 'bad-message', message: e && e.message}));
      }
    }

    // What has not been answered is asked again when the frame says that it is ready: it may not have been there. Until it says
    // something it is asked again before whatever is asked next, too, so that the frame hears all in this order; what is due there is not done twice.
    function ask(method, params) {
      if (ended) return Promise.reject(refusal({code: 'closed', message: 'this connection was closed'}));
      const message = {congestree: protocol, id: mine + next++, method};
      if (params && Object.keys(params).length) message.params = params;
      return new Promise((resolve, reject) => {
        const request = {message, resolve, reject};
        open.set(message.id, request);
        for (const r of heardOf === frame.contentWindow ? [request] : open.values()) deliver(r);
      });
    }

    function tell(event, detail) {
      for (const f of heard.get(event) || []) {
        try { f(detail); } catch (e) { console.error(e); }
      }
    }

    function hear(e) {
      if (e.source !== frame.contentWindow || e.source === null) return;
      const want = origin(), d = e.data;
      if (want !== 'null' && e.origin !== want || d === null || typeof d !== 'object' || d.congestree !== protocol) return;
      heardOf = e.source;
      if (d.event === 'ready') {
        for (const request of open.values()) deliver(request);
        if (every && d.state !== 'poster') ask('subscribe', {every_ms: every}).catch(() => {});
        tell('ready', {state: d.state, version: d.version});
      } else if (d.event === 'failed') tell('failed', {reason: String(d.reason)});
      else if (d.event === 'measures') tell('measures', d.measures);
      else if (open.has(d.id)) {
        const {resolve, reject} = open.get(d.id);
        open.delete(d.id);
        if (d.error) reject(refusal(d.error)); else resolve(d.result);
      }
    }
    frames.add(ref);
    if (!hearing) addEventListener('message', everybody);
    hearing = true;

    // subscribe has the measures come so often, or as usual if that is refused.
    function subscribe(ms) {
      every = ms;
      ask('subscribe', {every_ms: ms}).catch(e => {
        if (e.code !== 'bad-params') return; // a frame that cannot run says so to everybody
        console.error(e);
        if (every === ms) subscribe(usual);
      });
    }

    const asks = {};
    for (const method of ['hello', 'play', 'pause', 'restart', 'measures']) asks[method] = () => ask(method);
    const run = Object.assign(asks, {
      frame, ask,
      load: link => ask('load', {link}),
      seek: ns => ask('seek', {ns}),
      until: (kind, value) => ask('until', value === undefined ? {kind} : {kind, value}),
      loop: (from_ns, to_ns) => ask('loop', from_ns === undefined ? {} : {from_ns, to_ns}),
      set: (field, value) => ask('set', {field, value: String(value)}),
      speed: ns_per_s => ask('speed', {ns_per_s}),
      theme: theme => ask('theme', {theme: theme || ''}),
      picture: options => ask('picture', options),
      on(event, f, options) {
        if (!events.includes(event)) throw new TypeError(`on(event, listener): there is no event "${String(event)}"; there are ${events.join(', ')}`);
        if (typeof f !== 'function') throw new TypeError('on(event, listener) takes a function');
        if (!heard.has(event)) heard.set(event, new Set());
        heard.get(event).add(f);
        if (event === 'measures' && !every) subscribe(options && options.every_ms || usual);
        return () => {
          heard.get(event).delete(f);
          if (event === 'measures' && !heard.get(event).size && every) {
            every = 0;
            ask('unsubscribe').catch(() => {});
          }
        };
      },
      close() {
        if (ended) return; // the frame may have another connection by now
        if (every) ask('unsubscribe').catch(() => {});
        ended = true;
        frames.delete(ref);
        for (const {reject} of open.values()) reject(refusal({code: 'closed', message: 'this connection was closed'}));
        open.clear();
        known.delete(frame);
      },
    });
    return {run, hear};
  }

  of.protocol = protocol;
  root.Congestree = of;
  if (typeof module === 'object' && module.exports) module.exports = of;
})(typeof window === 'object' ? window : globalThis);
