// Registers the service worker of a release, and tells the page when a newer release is ready or the browser
// offers to install the page. Only what ./build.sh dist makes is a release: its pages bear a name (a meta
// element), which the pages of a development server do not; neither do frames in other people's pages and the
// releases kept under v/ install anything.
'use strict';
(() => {
  // A picture that cannot be had, as without a network, leaves its place empty instead of a sign that something is broken.
  const show = on => e => { if (e.target.localName === 'img') e.target.style.visibility = on; };
  document.addEventListener('error', show('hidden'), true);
  document.addEventListener('load', show(''), true);

  const state = {release: '', ready: '', installable: false};
  const tell = () => dispatchEvent(new Event('congestree-offline'));
  window.congestreeOffline = state;
  state.release = document.querySelector('meta[name="congestree-release"]')?.content || '';

  let prompt;
  addEventListener('beforeinstallprompt', e => {
    e.preventDefault(); // the panel has a button
    prompt = e;
    state.installable = true;
    tell();
  });
  addEventListener('appinstalled', () => { state.installable = false; tell(); });
  state.install = () => {
    prompt?.prompt();
    prompt = undefined;
    state.installable = false;
    tell();
  };

  let waiting;
  state.update = () => {
    if (!waiting) return location.reload();
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload());
    navigator.serviceWorker.addEventListener('message', e => { if (e.data === 'wanted') location.reload(); });
    waiting.postMessage('take over');
  };

  const kept = /\/v\/[^/]+\/(?:[^/]*)$/.test(location.pathname);
  if (!state.release || kept || window.congestreeInline || self !== top || !navigator.serviceWorker) return;
  // The worker of this page's own release may come later than its page: see sw.js.
  const offer = (worker, waits) => {
    const {port1, port2} = new MessageChannel();
    port1.onmessage = e => {
      port1.close();
      if (e.data === state.release) return;
      if (waits) waiting = worker;
      state.ready = e.data;
      tell();
    };
    worker.postMessage('which release', [port2]);
  };
  const follow = worker => worker?.addEventListener('statechange', () => {
    if (worker.state === 'installed' && navigator.serviceWorker.controller) offer(worker, true);
  });
  const had = !!navigator.serviceWorker.controller;
  navigator.serviceWorker.addEventListener('controllerchange', () => { // another window took the new one
    if (had && !state.ready) offer(navigator.serviceWorker.controller);
  });
  addEventListener('load', () => navigator.serviceWorker.register('sw.js', {updateViaCache: 'none'}).then(r => {
    if (r.waiting && navigator.serviceWorker.controller) offer(r.waiting, true);
    follow(r.installing);
    r.addEventListener('updatefound', () => follow(r.installing));
    const look = () => r.update().catch(() => {}); // there may be no network
    setInterval(look, 3600e3);
    addEventListener('online', look);
  }).catch(e => console.info('The page is not kept for offline use: ' + e.message)));
})();
