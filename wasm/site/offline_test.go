package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// public/sw.js in a browser made of Node.js, through four releases: the second is taken in two windows, so that it is told so once
// more when it rules already. While the fourth waits the third answers, of its own.
const releases = `
const vm = require('vm'), fs = require('fs'), crypto = require('crypto').webcrypto;
const text = fs.readFileSync(process.argv[1], 'utf8'), scope = 'https://a.example/', stores = new Map();
const key = r => typeof r === 'string' ? r : r.url;
const store = name => {
  if (!stores.has(name)) stores.set(name, new Map());
  const m = stores.get(name);
  return {put: async (k, v) => { m.set(key(k), v); }, match: async k => m.get(key(k))?.clone(), delete: async k => m.delete(key(k))};
};
const caches = {
  open: async name => store(name), keys: async () => [...stores.keys()], delete: async name => stores.delete(name),
  match: async k => { for (const name of stores.keys()) { const r = await store(name).match(k); if (r) return r; } },
};
const registration = {scope, waiting: null, active: null};
let served;
async function release(name) {
  const sum = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(name))).toString('hex'), on = {};
  const world = {registration, caches, crypto, URL, Response, Uint8Array, Array, Object, Promise, Error, decodeURI, clients: {claim: async () => {}},
    skipWaiting() {}, fetch: async () => new Response(served), addEventListener: (kind, f) => on[kind] = f};
  vm.runInContext(text.replace("{name: '', files: {}}", JSON.stringify({name, files: {'index.html': [sum]}})), vm.createContext(world));
  const fire = async (kind, e = {}) => { let done; on[kind]({...e, waitUntil: p => done = p, respondWith: p => done = p}); return done; };
  return {
    install: async () => { served = name; await fire('install'); if (registration.active) registration.waiting = fire; },
    take: () => fire('message', {data: 'take over'}),
    activate: async () => { registration.waiting = null; registration.active = fire; await fire('activate'); },
  };
}
const page = async () => (await registration.active('fetch', {request: {method: 'GET', url: scope, mode: 'navigate'}})).text();
(async () => {
  const said = [], all = [];
  for (const name of ['one', 'two', 'three', 'four']) {
    const r = await release(name);
    await r.install();
    if (name !== 'one') said.push(await page());
    if (name === 'four') break;
    if (name !== 'one') {
      await r.take();
      said.push(await page()); // before the browser relieves the one before
    }
    await r.activate();
    said.push(await page());
    if (name === 'two') await r.take();
  }
  console.log(said.join(' '));
})();
`

func TestReleasesFollowEachOther(t *testing.T) {
	out, err := inNode(t, releases, filepath.Join("..", "..", "public", "sw.js"))
	if got := strings.TrimSpace(string(out)); err != nil || got != "one one two two two three three three" {
		t.Errorf("the pages are of %s, %v", got, err)
	}
}
