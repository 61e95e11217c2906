// The service worker of a release: the page without a network, and whole releases only.
//
// `./build.sh dist` replaces the line below with the release's name and the SHA-256 of each of its files (of a
// packed one also unpacked: some servers unpack on the way). A release is installed when every file has come and
// is the one listed; until then, and until nobody looks at the one before or its reader asks for the new one,
// the one before answers, from a cache of its own.
'use strict';
const release = {name: '', files: {}};

const prefix = `congestree ${registration.scope} `; // other pages of this origin have caches too
const mine = prefix + release.name;
const address = name => new URL(name, registration.scope).href;
const nameOf = url => {
  const u = new URL(url);
  u.search = u.hash = '';
  if (!u.href.startsWith(registration.scope)) return null;
  return decodeURI(u.href.slice(registration.scope.length)) || 'index.html';
};

async function digest(bytes) {
  const sum = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(sum, b => b.toString(16).padStart(2, '0')).join('');
}

// One file, from an older release's cache if it is the same there, else from the server; past the browser's own cache
// if that took it for unchanged (servers compare dates, and a release put back is older than the one it replaces).
async function bring(name, sums) {
  const old = await caches.match(address(name));
  for (const cache of ['', 'no-cache', 'reload']) {
    const response = cache ? await fetch(address(name), {cache, credentials: 'same-origin'}) : old;
    if (!response) continue;
    if (!response.ok) throw new Error(`${name}: the server answered ${response.status}`);
    const bytes = await response.arrayBuffer();
    if (sums.includes(await digest(bytes))) {
      return new Response(bytes, {headers: {'Content-Type': response.headers.get('Content-Type') || 'application/octet-stream'}});
    }
  }
  throw new Error(`${name} is of another release`);
}

addEventListener('install', e => e.waitUntil((async () => {
  const cache = await caches.open(mine);
  try {
    const list = Object.entries(release.files);
    const take = async () => { // a few at a time
      for (let next; (next = list.shift());) await cache.put(address(next[0]), await bring(...next));
    };
    await Promise.all([take(), take(), take(), take()]);
  } catch (error) {
    await caches.delete(mine);
    throw error; // the browser tries again at a later visit
  }
})()));

// The cache of the release before stays until the next one comes: a page of it may still be open.
addEventListener('activate', e => e.waitUntil((async () => {
  const ours = (await caches.keys()).filter(k => k.startsWith(prefix)), others = ours.filter(k => k !== mine);
  for (const k of ours) await (await caches.open(k)).delete(mark); // that of the one before, too, which a second window may have asked for
  await Promise.all(others.slice(0, -1).map(k => caches.delete(k)));
  await clients.claim();
})()));

// A browser may let a new worker wait after it was told not to (Chromium for half a minute, while it takes the one before
// for busy). So a release that was wanted also marks its cache, and the worker before answers from there until relieved.
const mark = address('wanted');

addEventListener('message', e => {
  if (e.data === 'take over') e.waitUntil((async () => {
    await (await caches.open(mine)).put(mark, new Response());
    skipWaiting();
    e.source?.postMessage('wanted');
  })());
  if (e.data === 'which release') e.ports[0]?.postMessage(release.name);
});

addEventListener('fetch', e => {
  if (e.request.method !== 'GET') return;
  const name = nameOf(e.request.url);
  if (name === null) return;
  if (registration.waiting || Object.hasOwn(release.files, name)) {
    e.respondWith(answer(e.request, name));
  } else if (e.request.mode !== 'navigate') { // perhaps of the release before, in a page still open
    e.respondWith(caches.match(address(name)).then(r => r || fetch(e.request)));
  }
});

// The last of the caches with a mark, while there is a worker that waits; else this worker's own.
async function inCharge() {
  let name = mine;
  if (registration.waiting) {
    for (const k of await caches.keys()) {
      if (k.startsWith(prefix) && k !== mine && await (await caches.open(k)).match(mark)) name = k;
    }
  }
  return caches.open(name);
}

// A browser may drop a cache; then the network serves.
async function answer(request, name) {
  const kept = await (await inCharge()).match(address(name)) || request.mode !== 'navigate' && await caches.match(address(name));
  return kept || fetch(request);
}
