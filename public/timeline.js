// The timeline under the charts: what is known of the run, the instants worth seeing, the window that is
// played over and over, and a cursor that can be dragged to any instant.
'use strict';
(() => {
  const chart = () => window.congestreeChart, {say} = window.congestreeTexts;
  let line, track, wide = 0, fill, loop, marks, thumb, tip, drag = null, shown = '', told = 0, tipEnd = 0, unasked = null, tipOf = 0, going = 0, valued = {at: 0, now: 0, key: false, due: 0};

  const position = t => {
    const [lo, hi] = chart().extent();
    return (t - lo) / (hi - lo);
  };
  const place = (e, from, to) => {
    e.style.left = 100 * Math.min(Math.max(from, 0), 1) + '%';
    if (to != null) e.style.width = 100 * (Math.min(Math.max(to, 0), 1) - Math.min(Math.max(from, 0), 1)) + '%';
  };

  // at is the time under a pointer.
  function at(e) {
    const box = track.getBoundingClientRect(), [lo, hi] = chart().extent();
    return chart().pointed(lo + (hi - lo) * Math.min(Math.max((e.clientX - box.left) / box.width, 0), 1), (hi - lo) / box.width);
  }

  // goTo seeks once per picture at most.
  function goTo(t) {
    const {state} = chart();
    if (drag) {
      if (drag.due == null) requestAnimationFrame(() => {
        if (drag && drag.due != null) { state.call.seek(drag.due); drag.due = null; }
      });
      drag.due = t;
      drag.t = t;
      draw();
      return;
    }
    state.call.seek(t);
  }

  function listen() {
    track.addEventListener('pointerdown', e => {
      if (e.button || e.target.closest('button')) return;
      e.preventDefault();
      thumb.focus({preventScroll: true});
      track.setPointerCapture(e.pointerId);
      drag = {id: e.pointerId, loop: e.shiftKey ? at(e) : null, t: chart().state.now, due: null};
      if (drag.loop == null) goTo(at(e));
    });
    track.addEventListener('pointermove', e => {
      if (!drag || e.pointerId !== drag.id) return;
      if (drag.loop == null) return goTo(at(e));
      const a = drag.loop, b = at(e);
      place(loop, position(Math.min(a, b)), position(Math.max(a, b)));
      loop.hidden = false;
    });
    const up = e => {
      if (!drag || e.pointerId !== drag.id) return;
      const {loop: a, due, t} = drag, b = at(e);
      drag = null;
      const {state} = chart();
      if (a != null) {
        if (e.type === 'pointerup') state.call.loop(Math.min(a, b), Math.max(a, b));
      } else {
        if (due != null) state.call.seek(due);
        state.now = t; // until the engine's answer
      }
      draw();
    };
    track.addEventListener('pointerup', up);
    track.addEventListener('pointercancel', up);
    thumb.addEventListener('focus', () => { valued.key = true; draw(); });
    thumb.addEventListener('keydown', e => {
      if (e.ctrlKey || e.altKey || e.metaKey) return; // the browser's
      const {state} = chart(), [lo, hi] = chart().extent(), end = state.data ? state.data.end : 0;
      const by = {ArrowRight: .005, ArrowUp: .005, ArrowLeft: -.005, ArrowDown: -.005, PageUp: .1, PageDown: -.1}[e.key];
      let t = null;
      if (by) t = state.now + by * (hi - lo);
      if (e.key === 'Home') t = 0;
      if (e.key === 'End') t = end;
      if (t == null) return;
      e.preventDefault();
      valued.key = true;
      state.now = by ? chart().pointed(t, (hi - lo) / 1000) : t; // the next key goes on from there
      state.call.seek(state.now);
      draw();
    });
  }

  // explain shows the sentences of marks above the charts for some seconds, or until something else is shown. Briefly it is
  // the title beside the mark: picture and curves stay in view, and who wants the rest goes to the mark.
  function explain(list, button, ms, brief) {
    const {element, micro} = chart();
    unasked = null;
    clearTimeout(going);
    tip.replaceChildren();
    tip.classList.toggle('brief', !!brief);
    tip.classList.remove('above');
    for (const m of list.slice(0, 2)) {
      const p = element('p', tip);
      element('b', p, '', `${micro(m.t)}: ${m.title}. `);
      if (!brief) p.append(m.text);
    }
    if (list.length > 2) element('p', tip, 'more', say('and {0} more here: zoom in, or see “Table”', list.length - 2));
    tip.hidden = false;
    tipOf = list[0].t;
    tip.style.width = '';
    const box = line.getBoundingClientRect(), x = (button ? button.getBoundingClientRect().left + 10 : track.getBoundingClientRect().left) - box.left;
    const width = Math.min(brief ? Math.ceil(tip.getBoundingClientRect().width) : 560, box.width - 16), most = box.width - width - 8;
    tip.style.width = width + 'px';
    stand(x, most, width, brief);
    if (brief) unasked = {t: list[0].t, most, width}; // what comes next may replace it
    tipEnd = ms ? performance.now() + ms : 0;
    if (ms) setTimeout(() => { if (tipEnd && performance.now() >= tipEnd - 20 && !tip.matches(':hover')) hush(); }, ms);
  }

  // stand puts the sentences where their mark is; a title beside it or, as long as the flags leave no room, out of the way.
  function stand(x, most, width, brief) {
    const left = brief ? beside(x, most, width) : null;
    const above = !!brief && left == null, at = Math.min(Math.max(8, left ?? x - width / 2), most);
    tip.classList.toggle('above', above);
    tip.classList.toggle('first', above && at < 360); // before it the summary has no room
    tip.style.left = at + 'px';
    tellStyles();
    if (above) document.documentElement.style.setProperty('--title-left', 16 * Math.floor((line.getBoundingClientRect().left + at) / 16) + 'px'); // as seldom as will do: all of the page inherits it
  }

  // beside is where so wide a title stands by the flag at x and over no other one, or null.
  function beside(x, most, width) {
    const room = 14, at = [...marks.children].map(e => track.offsetLeft + position(+e.dataset.t) * (wide || track.clientWidth));
    if (x - width - 2 * room >= Math.max(8 - room, ...at.filter(a => a < x - 1))) return x - width - room;
    if (x + width + 2 * room <= Math.min(most + width + room, ...at.filter(a => a > x + 1))) return x + room;
    return null;
  }

  // flagOf is the flag that a mark is in.
  const flagOf = t => [...marks.children].reverse().find(e => +e.dataset.t <= t) || null;

  function hush() { tip.hidden = true; tipEnd = 0; tellStyles(); }

  // tellStyles tells the style sheets of what is beyond the charts where a title is. If they asked by :has, of the root, each number that changes anywhere
  // would have the browser style a tenth of the page anew.
  function tellStyles() {
    const {classList} = document.documentElement;
    for (const where of ['above', 'first']) classList.toggle('title-' + where, !tip.hidden && tip.classList.contains(where));
  }

  // leave hides the sentences of a flag once the pointer has had time to come from the flag to them.
  function leave() {
    clearTimeout(going);
    going = setTimeout(() => { if ((!tipEnd || performance.now() >= tipEnd - 20) && !unasked && !tip.matches(':hover')) hush(); }, 1000);
  }

  // flags draws the marks, those that would cover each other as one.
  function flags(list) {
    const {element, micro, state} = chart();
    const width = wide || track.clientWidth || 1, groups = []; // to read it makes the browser lay the page out
    for (const m of list) {
      const x = position(m.t);
      if (x < 0 || x > 1) continue;
      const last = groups[groups.length - 1];
      if (last && (x - last.x) * width < 24) last.list.push(m);
      else groups.push({x, list: [m]});
    }
    const key = JSON.stringify(groups.map(g => g.list.map(m => m.t + m.title)));
    if (key === shown) { // the same ones: they move as the run goes on
      groups.forEach((g, i) => place(marks.children[i], g.x));
      return;
    }
    shown = key;
    const held = document.activeElement && marks.contains(document.activeElement) ? document.activeElement.dataset.t : null;
    marks.replaceChildren();
    for (const g of groups) {
      const b = element('button', marks, 'mark ' + g.list[0].kind, g.list.length > 1 ? String(g.list.length) : '');
      b.type = 'button';
      b.dataset.testid = 'mark';
      b.dataset.kind = g.list.map(m => m.kind).join(' ');
      b.dataset.t = g.list[0].t;
      b.setAttribute('aria-label', (g.list.length > 1 ? `${g.list.length}: ` : '') + g.list.map(m => say('{0} at {1}. {2}', m.title, micro(m.t), m.text)).join(' '));
      place(b, g.x);
      b.addEventListener('pointerenter', () => explain(g.list, b, 0));
      b.addEventListener('pointerleave', leave);
      b.addEventListener('focus', () => { if (b.matches(':focus-visible')) explain(g.list, b, 0); });
      b.addEventListener('blur', hush);
      b.addEventListener('click', () => {
        const next = g.list.find(m => m.t > state.now + 1e-6) || g.list[0];
        state.call.seek(next.t);
        explain(g.list, b, 8000);
      });
      if (held === b.dataset.t) b.focus();
    }
  }

  // value is the cursor's for who listens. Screen readers say each value of what they are at: while it plays, they get one now and
  // then, and at once what a key or a pause leads to.
  function value(now, end) {
    const {micro} = chart(), t = performance.now();
    if (document.documentElement.dataset.state === 'running' && now >= valued.now && !valued.key && t - valued.at < 10000) {
      if (!valued.due) valued.due = setTimeout(() => { valued.due = 0; draw(); }, 500); // it may have come to rest
      return;
    }
    valued = {...valued, at: t, now, key: false};
    thumb.setAttribute('aria-valuemax', String(+end.toFixed(3)));
    thumb.setAttribute('aria-valuenow', String(+now.toFixed(3)));
    thumb.setAttribute('aria-valuetext', say('{0} of {1} simulated', micro(now), micro(end)));
  }

  function draw() {
    if (!track) return;
    const {state, micro} = chart();
    const end = state.data ? state.data.end : 0, list = (state.data && state.data.marks) || [];
    const now = drag && drag.loop == null ? drag.t : state.now;
    place(fill, position(0), position(end));
    const x = position(now);
    place(thumb, x);
    thumb.classList.toggle('outside', x < 0 || x > 1);
    value(now, Math.max(end, now));
    if (!drag || drag.loop == null) {
      loop.hidden = !state.loop;
      if (state.loop) place(loop, position(state.loop[0]), position(state.loop[1]));
    }
    flags(list);
    if (!tip.hidden && !list.some(m => m.t === tipOf)) hush(); // another run
    const flag = unasked && !tip.hidden && flagOf(unasked.t);
    if (flag) stand(track.offsetLeft + position(+flag.dataset.t) * (wide || track.clientWidth), unasked.most, unasked.width, true); // marks move as the run goes on
    // What has just happened while it plays is named, unless a person looks at something else.
    if (list.length < told) told = list.length;
    const since = state.data ? state.data.since : null; // null while it does not play
    const fresh = list.slice(told).filter(m => since != null && m.t > since && state.now - m.t < .1 * Math.max(end, 1) + 5);
    told = list.length;
    if (fresh.length && (tip.hidden || unasked) && !drag && end > 0) {
      const last = fresh.slice(-1);
      explain(last, flagOf(last[0].t), 6000, true);
    }
  }

  // name says what the cursor is, also in another language.
  function name() {
    thumb.setAttribute('aria-label', say('Instant shown, in µs'));
    thumb.title = say('Drag to any instant; with Shift, drag a window to play over and over');
  }
  addEventListener('congestree-language', () => { if (thumb) name(); });

  window.congestreeTimeline = {
    mount(host) {
      const {element} = chart();
      line = element('div', host, 'timeline');
      line.dataset.testid = 'timeline';
      tip = element('div', line, 'tip');
      tip.setAttribute('role', 'status');
      tip.dataset.testid = 'mark-text';
      tip.hidden = true;
      tip.addEventListener('pointerleave', () => { if (!marks.querySelector(':focus-visible')) leave(); });
      addEventListener('keydown', e => {
        if (e.key !== 'Escape') return;
        if (!tip.hidden && !unasked && !document.querySelector('dialog:modal')) e.preventDefault(); // it closes nothing else: a tour would be left
        hush();
      }, true);
      track = element('div', line, 'track');
      fill = element('div', track, 'fill');
      loop = element('div', track, 'window');
      loop.hidden = true;
      thumb = element('div', track, 'thumb');
      thumb.tabIndex = 0;
      thumb.dataset.testid = 'cursor';
      thumb.setAttribute('role', 'slider');
      thumb.setAttribute('aria-valuemin', '0');
      name();
      marks = element('div', track, 'marks');
      listen();
      draw();
      if (window.ResizeObserver) new ResizeObserver(() => {
        wide = track.clientWidth;
        if (unasked) unasked.most = line.clientWidth - unasked.width - 8; // turned, a phone is narrower
        else hush();
        draw();
      }).observe(track);
    },
    draw,
  };
})();
