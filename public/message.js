// Messages from the page around this one (postMessage), protocol 1: docs/api.html says what they may ask for. This
// script only takes them in, keeps those that come before the page's program runs, and turns away what is no request of
// this protocol or comes from anyone but the page around; the program validates what they ask for.
'use strict';
(() => {
  const most = 64 << 10, queue = [];
  const pending = new Set(); // ids of requests whose answer is due: asked again meanwhile, they are not carried out twice
  let take = null;

  // answer sends to exactly the window that asked. A page without an origin (a sandboxed frame, a file) cannot be
  // named as a target, so there the window alone is.
  function answer(e, message, transfer) {
    const target = !e.origin || e.origin === 'null' || e.origin.startsWith('file:') ? '*' : e.origin;
    try {
      e.source.postMessage({congestree: 1, ...message}, target, transfer);
    } catch (why) {
      if (!message.error) answer(e, {id: message.id, error: {code: 'failed', message: String(why.message || why)}});
    }
  }

  addEventListener('message', e => {
    const d = e.data;
    if (d === null || typeof d !== 'object' || !e.source || !('congestree' in d)) return; // somebody else's business
    if ('result' in d || 'error' in d || 'event' in d) return; // an answer, which is never answered
    const id = typeof d.id === 'string' && d.id.length <= 64 || Number.isFinite(d.id) ? d.id : null;
    const refuse = (code, message) => answer(e, {id, error: {code, message}});
    const around = parent !== window && e.source === parent, own = self.origin !== 'null' && e.origin === self.origin;
    if (!around && !own) return refuse('forbidden', 'only the page around this frame may send it messages');
    let text;
    try { text = JSON.stringify(d); } catch { /* cyclic, or a BigInt */ }
    if (typeof text !== 'string') return refuse('bad-message', 'the message must be a plain object of texts and numbers');
    if (text.length > most) return refuse('bad-message', `the message has ${text.length} characters; at most ${most} are allowed`);
    if (d.congestree !== 1) return refuse('bad-version', 'this page speaks protocol 1; set congestree: 1'); // before it starts anything
    if (id === null) return refuse('bad-message', 'a request needs an id: a number, or a text of at most 64 characters');
    const key = around && typeof id + id;
    if (key) {
      if (pending.has(key)) return;
      pending.add(key);
    }
    const request = {text, id, method: d.method, answer: (message, transfer) => {
      if (message.event) return answer(e, message, transfer);
      pending.delete(key);
      answer(e, {...message, id}, transfer); // as it was sent: the program may not have read it
    }};
    if (take) return take(request);
    if (queue.length >= 256) return request.answer({id, error: {code: 'busy', message: 'too many messages wait for the simulator to start'}});
    wait(request);
  });

  // wait keeps a request for the page's program, unless embed.js answers it, which may start that.
  function wait(request) {
    const early = window.congestreeEmbed?.early(request.method, request);
    if (early === null) return request.answer({id: request.id, error: {code: 'unknown-method', message: 'there is no such method; docs/api.html lists them'}});
    if (!early) queue.push(request);
  }

  window.congestreeMessages = {
    // again is how embed.js sees what has come before that script has run.
    again() { queue.splice(0).forEach(wait); },
    // start hands over what has come so far, and everything from now on.
    start(f) { take = f; queue.splice(0).forEach(f); },
    // drop answers what waits, for a simulator that will never start.
    drop(why) { take = r => r.answer({id: r.id, error: {code: 'failed', message: why}}); queue.splice(0).forEach(take); },
    // tell sends an event to the page around, whoever that is: it must hold nothing private.
    tell(event, detail) { if (parent !== window) parent.postMessage({congestree: 1, event, ...detail}, '*'); },
  };
})();
