// A run inside somebody else's page: a picture with a play button, which loads nothing of the simulator before it is
// asked to; then the page itself (index.html) in this document, with as much around the picture as the address says.
// It rests while it is out of sight, and only one of several on a page plays. Where it cannot run, the picture stays
// and says why.
'use strict';
(() => {
  const $ = id => document.getElementById(id);
  const root = document.documentElement;
  const given = new URLSearchParams(location.search.slice(1) + '&' + location.hash.slice(1));
  const flag = (name, usual) => given.has(name) ? given.get(name) !== '0' : usual;
  const own = ['embed', 'controls', 'panel', 'charts', 'editable', 'autoplay', 'title'];
  const {say, dress} = window.congestreeTexts;
  const starting = ['load', 'loop', 'measures', 'picture', 'play', 'restart', 'seek', 'set', 'speed', 'theme', 'until']; // methods that need the simulator
  const resting = ['load', 'seek', 'until']; // of these, those that say where it rests, though it was to play by itself

  // The title is anybody's text: it only ever becomes text.
  const title = [...(given.get('title') || '').replace(/[\p{Cc}\p{Cf}]/gu, ' ').trim()].slice(0, 120).join('');
  $('poster-title').textContent = title || 'Congestree';
  if (title) document.title = title + ' – Congestree';

  const theme = given.get('theme');
  if (theme === 'light') $('poster-light').media = 'all';
  if (theme === 'dark') $('poster-light').remove();
  // In the preview of the page's own dialog it is what is on screen there, if what is shared leads to that.
  try {
    const own = frameElement?.dataset.poster, img = $('poster-picture');
    if (own) {
      $('poster-light')?.remove();
      img.removeAttribute('data-say');
      Object.assign(img, {src: own, alt: '', className: 'own'});
    }
  } catch { /* another origin's frame */ }
  // Paper is white, and the light picture, if it is not the one that is shown, would come too late for it.
  addEventListener('beforeprint', () => $('poster-picture').classList.toggle('turned', !$('poster-picture').currentSrc.includes('poster-light')));

  for (const [name, usual] of [['controls', true], ['panel', false], ['charts', false], ['editable', false]]) root.classList.toggle('with-' + name, flag(name, usual));

  // The whole page, with the same run and without what is only for frames.
  function whole() {
    const keep = part => part.slice(1).split('&').filter(p => p && !own.includes(p.split('=')[0])).join('&');
    const search = keep(location.search), hash = keep(location.hash);
    return './' + (search && '?' + search) + (hash && '#' + hash);
  }
  $('poster-open').href = whole();

  function missing() {
    if (location.protocol === 'file:') return say('This frame is a file, from which the simulator cannot be loaded; put the folder on a web server.');
    if (self.origin === 'null') return say('This frame is sandboxed without allow-same-origin, so that the simulator cannot be loaded.');
    if (typeof WebAssembly !== 'object' || !WebAssembly.compileStreaming) return say('This browser has no WebAssembly, which the simulator is made of.');
    if (typeof DecompressionStream !== 'function') return say('This browser cannot unpack the simulator (DecompressionStream is missing). Please try a current Firefox, Chrome, Edge or Safari.');
    if (typeof Worker !== 'function') return say('This browser has no Web Workers, in which the simulation runs.');
    return '';
  }

  function painted() {
    const gl = document.createElement('canvas').getContext('webgl2');
    gl?.getExtension('WEBGL_lose_context')?.loseContext();
    return !!gl;
  }

  function stop(why) {
    root.dataset.state = 'failed';
    $('start').hidden = true;
    $('poster-why').textContent = why;
    window.congestreeMessages.drop(why);
    window.congestreeMessages.tell('failed', {reason: why});
  }

  const still = matchMedia('(prefers-reduced-motion: reduce)');
  const calm = () => still.matches; // then nothing moves before a person asks for it

  // embed is what the page's program and message.js know of this.
  const embed = window.congestreeEmbed = {
    title, plays: true, started: false, touched: false, whole,
    // early takes a message that comes before the simulator runs; true = it is answered, null = there is no such method.
    early(method, request) {
      if (embed.started) return false;
      if (method === 'hello') {
        request.answer({id: request.id, result: {protocol: 1, version: null, state: root.dataset.state}});
        return true;
      }
      if (method === 'pause') { waits = false; request.answer({id: request.id, result: {}}); return true; }
      if (starting.includes(method)) start(method === 'play' || waits && !resting.includes(method));
      else if (method !== 'subscribe' && method !== 'unsubscribe') return null;
      return false;
    },
    // playing is told by the page's program.
    playing(on) {
      if (on === playing) return;
      playing = on;
      if (on && seen) alone();
    },
    get seen() { return seen; },
    rest: null, // how the page's program is told that it is seen, or not: a run that plays waits meanwhile
  };
  let playing = false, seen = false;
  let waits = false; // to be seen, before it plays by itself

  // Of several frames of ours only one plays: who begins tells the others when, and of those that begin before they have heard of
  // each other the latest goes on.
  const others = typeof BroadcastChannel === 'function' && self.origin !== 'null' ? new BroadcastChannel('congestree-frames') : null;
  const mine = {at: 0, id: Math.random()};
  let latest = 0; // of what was heard: clocks may differ
  const alone = () => {
    mine.at = Math.max(Date.now(), latest + 1);
    others?.postMessage(mine);
  };
  if (others) others.onmessage = ({data}) => {
    const {at, id} = data ?? {}; // whatever else of this site speaks there
    if (!Number.isSafeInteger(at)) return;
    latest = Math.max(latest, at);
    if (playing && (at > mine.at || at === mine.at && id > mine.id)) window.congestree?.pause();
  };

  // sight says whether the frame can be seen: it rests meanwhile.
  function sight(on) {
    if (on === seen) return;
    seen = on;
    if (seen && waits) { waits = false; start(true); }
    embed.rest?.(!seen);
    if (seen && playing) alone();
  }
  new IntersectionObserver(entries => sight(entries[entries.length - 1].isIntersecting)).observe(root);
  setInterval(() => { if (!innerWidth || !innerHeight) sight(false); }, 500); // an observer keeps silent in a frame that is not laid out
  addEventListener('message', e => { // reveal.js says so itself
    if (e.source === parent && e.data === 'slide:stop') sight(false);
    else if (e.source === parent && e.data === 'slide:start') sight(true);
  });

  async function start(plays) {
    if (embed.started || root.dataset.state === 'failed') return;
    embed.started = true;
    embed.plays = plays;
    if (!painted()) return stop(say('WebGL 2, with which the network is drawn, is not available here.'));
    root.dataset.state = 'loading';
    $('start').hidden = true;
    $('poster-why').textContent = say('Loading the simulator…');
    try {
      await adopt();
    } catch (why) {
      stop(say('The simulator could not be loaded: {0}', why.message));
      root.dataset.state = 'poster';
      if ($('loading')) $('loading').hidden = true; // it stands over the reason
      $('start').hidden = false;
      broken = true;
    }
  }

  // adopt brings index.html's styles, elements and scripts into this document, in that order.
  async function adopt() {
    const r = await fetch('./');
    if (!r.ok) throw new Error(`${r.status}`);
    const page = new DOMParser().parseFromString(await r.text(), 'text/html');
    for (const m of page.querySelectorAll('meta[name^="congestree"]')) document.head.append(document.importNode(m));
    const last = document.querySelector('link[rel="stylesheet"]');
    await Promise.all([...page.querySelectorAll('link[rel="stylesheet"]')].map(l => new Promise((done, fail) => {
      const link = document.createElement('link');
      link.rel = 'stylesheet';
      link.href = l.getAttribute('href');
      link.onload = done;
      link.onerror = () => fail(new Error(link.href));
      last.before(link); // ours has the last word
    })));
    window.congestreeTheme.set(window.congestreeTheme.wanted);
    for (const e of page.body.children) if (e.tagName !== 'SCRIPT') document.body.append(document.importNode(e, true));
    dress(document);
    const plain = src => src.replace(/\.[0-9a-f]{10}(?=\.)/, ''); // without its digest: a release may have come since this document did
    const there = new Set([...document.scripts].map(s => plain(s.src)));
    let script;
    const ended = [];
    for (const s of page.querySelectorAll('script[src]')) {
      const src = new URL(s.getAttribute('src'), document.baseURI).href;
      if (there.has(plain(src))) continue;
      script = document.createElement('script');
      script.async = false; // in order
      script.src = src;
      ended.push(new Promise((done, fail) => { script.onload = done; script.onerror = () => fail(new Error(src)); }));
      document.body.append(script);
    }
    await Promise.all(ended);
    document.dispatchEvent(new Event('DOMContentLoaded')); // which index.html's scripts wait for
  }

  // Scripts do not run twice in one document, so that another try after one of them was missing needs a new one.
  let broken = false;
  $('start').addEventListener('click', () => {
    embed.touched = true;
    if (!broken) return start(true);
    history.replaceState('again', '');
    location.reload();
  });

  // In the preview of the page's own dialog, Escape closes that.
  addEventListener('keydown', e => {
    let dialog = null;
    try { dialog = e.key === 'Escape' && frameElement && frameElement.closest('dialog'); } catch { /* another origin's frame */ }
    if (dialog) dialog.dispatchEvent(new Event('cancel', {cancelable: true}));
  });

  const why = missing();
  if (why) stop(why);
  else {
    $('start').hidden = false;
    window.congestreeMessages.tell('ready', {protocol: 1, state: 'poster'});
    window.congestreeMessages.again();
    if (history.state === 'again') {
      history.replaceState(null, '');
      embed.touched = true;
      start(true);
    } else if (flag('autoplay', false) && !calm()) waits = true; // sight starts it
  }
})();
