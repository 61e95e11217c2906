// The results of a sweep: throughput, fairness or the execution time of traces, and latency over the swept field, a curve for each value of another,
// and a table. They stand in an element of the dialog that the panel leaves alone. wasm/page/sweep_show.go
// says what is drawn, and in which words.
'use strict';
(() => {
  const dashes = [[], [9, 4], [2, 3], [10, 3, 2, 3]];
  const most = 4;
  const state = {data: null, quantity: '', statistic: 'mean', log: false, call: null};
  let host = null, parts = null, plots = [], shape = '', unseen = false;
  const tools = () => window.congestreeChart;
  const word = (key, ...args) => (state.data.Words[key] || key).replace(/\{(\d)\}/g, (_, i) => args[i]);
  const shown = name => state.data.Shown[name] || name;

  // What each plot draws of a point: a value, or the least and the most of several seeds.
  const quantities = {
    throughput: {id: 'throughput', unit: '%', of: p => p.throughput && p.throughput.map(v => 100 * v)},
    fairness: {id: 'fairness', unit: '', of: p => p.fairness},
    execution: {id: 'execution', unit: 'µs', of: p => p.execution && p.execution.map(v => v / 1000)},
  };
  const offers = () => state.data.traced ? ['execution', 'throughput', 'fairness'] : ['throughput', 'fairness']; // the first is the measure
  const quantity = () => offers().includes(state.quantity) ? state.quantity : offers()[0];
  const latency = {id: 'latency', unit: 'µs', of: p => p[state.statistic] && p[state.statistic].map(v => v / 1000)};
  const kinds = () => [quantities[quantity()], latency];

  // marker traces the sign of the k-th curve around a point.
  function marker(path, k, x, y, r) {
    switch (sign(k)) {
      case 0: path.moveTo(x + r, y); path.arc(x, y, r, 0, 2 * Math.PI); break;
      case 1: path.rect(x - .9 * r, y - .9 * r, 1.8 * r, 1.8 * r); break;
      case 2: path.moveTo(x, y - 1.15 * r); path.lineTo(x + 1.1 * r, y + .85 * r); path.lineTo(x - 1.1 * r, y + .85 * r); path.closePath(); break;
      case 3: path.moveTo(x, y - 1.3 * r); path.lineTo(x + 1.3 * r, y); path.lineTo(x, y + 1.3 * r); path.lineTo(x - 1.3 * r, y); path.closePath(); break;
    }
  }

  // The k-th curve has a sign, a dash and a colour; that of a scheme compared is as its lane's in the charts (compare.css).
  const sign = k => state.data.Signs[k] % most;
  const lanes = ['--accepted', '--low', '--trapped', '--good'];
  const inkName = k => state.data.by === 'scheme' ? lanes[sign(k)] : '--sweep-' + (sign(k) + 1);
  const ink = k => tools().css(inkName(k));

  // key draws a curve's line and sign for the legend.
  function key(parent, k) {
    const ns = 'http://www.w3.org/2000/svg', svg = document.createElementNS(ns, 'svg');
    svg.setAttribute('viewBox', '0 0 34 14');
    svg.setAttribute('class', 'sweep-key');
    svg.style.color = `var(${inkName(k)})`;
    svg.setAttribute('aria-hidden', 'true');
    const line = document.createElementNS(ns, 'path');
    line.setAttribute('d', 'M1 7h32');
    if (dashes[sign(k)].length) line.setAttribute('stroke-dasharray', dashes[sign(k)].join(' '));
    const mark = document.createElementNS(ns, 'path');
    mark.setAttribute('d', ['M12.5 7a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0z', 'M13 3h8v8h-8z', 'M17 1.8l5 9h-10z', 'M17 1l6 6-6 6-6-6z'][sign(k)]);
    mark.setAttribute('class', 'sweep-sign');
    svg.append(line, mark);
    parent.append(svg);
  }

  // offered are the loads that the throughput falls short of: one line or, where the curves are offered different loads, one for each, as its curve is.
  const offered = () => {
    const {x, curves, apart} = state.data, of = list => x.map((_, i) => {
      const known = list.map(c => c.points[i]).filter(p => p && p.offered).map(p => 100 * p.offered[0]);
      return known.length ? known.reduce((a, b) => a + b) / known.length : null;
    });
    return apart ? curves.map((c, k) => ({name: c.name, ink: inkName(k), y: of([c])})) : [{name: '', ink: '--offered', y: of(curves)}];
  };

  const columns = kind => [state.data.x, ...state.data.curves.map(c => c.points.map(p => { const v = p && kind.of(p); return v ? v[0] : null; })),
    ...(kind.id === 'throughput' ? offered().map(o => o.y) : [])];

  // signs draws the points themselves and, where they are averages, from the least to the most.
  function signs(kind, u) {
    const {ctx} = u, {x, curves} = state.data, d = devicePixelRatio;
    ctx.save();
    curves.forEach((c, k) => {
      ctx.strokeStyle = ctx.fillStyle = ink(k);
      ctx.lineWidth = 1.25 * d;
      ctx.setLineDash([]);
      const path = new Path2D(), bars = new Path2D();
      c.points.forEach((p, i) => {
        const v = p && kind.of(p);
        if (!v || state.log && kind.id === 'latency' && !(v[0] > 0)) return;
        const px = u.valToPos(x[i], 'x', true);
        marker(path, k, px, u.valToPos(v[0], 'y', true), 3.6 * d);
        if (p.runs > 1 && v[2] > v[1]) {
          const a = u.valToPos(v[1], 'y', true), b = u.valToPos(v[2], 'y', true);
          bars.moveTo(px, a); bars.lineTo(px, b);
          for (const y of [a, b]) { bars.moveTo(px - 3 * d, y); bars.lineTo(px + 3 * d, y); }
        }
      });
      ctx.stroke(bars);
      ctx.fill(path);
    });
    const crosses = new Path2D(), r = 5.5 * d; // over the signs of runs that a deadlock has ended
    curves.forEach(c => c.points.forEach((p, i) => {
      const v = p && p.deadlocks && kind.of(p);
      if (!v || state.log && kind.id === 'latency' && !(v[0] > 0)) return;
      const px = u.valToPos(x[i], 'x', true), py = u.valToPos(v[0], 'y', true);
      for (const s of [1, -1]) { crosses.moveTo(px - r, py - s * r); crosses.lineTo(px + r, py + s * r); }
    }));
    ctx.strokeStyle = tools().css('--text');
    ctx.lineWidth = 1.5 * d;
    ctx.stroke(crosses);
    ctx.restore();
  }

  // nearest is the drawn point next to a place of the plot, within reach of a finger.
  function nearest(plot, left, top) {
    let best = null, least = 24;
    const u = plot.u;
    state.data.curves.forEach((c, k) => c.points.forEach((p, i) => {
      const v = p && plot.kind.of(p);
      if (!v) return;
      const d = Math.hypot(u.valToPos(state.data.x[i], 'x') - left, u.valToPos(v[0], 'y') - top);
      if (d < least) best = {p, k, i}, least = d;
    }));
    return best;
  }

  const deadlocked = p => [['deadlock', p.deadlocks - p.unmeasured], ['early', p.unmeasured]].filter(([, n]) => n).map(([key, n]) => p.runs === 1 ? word(key) : n === 1 ? '1 ' + word(key) : word(key + 's', n)).join(', ');
  const show = (kind, v) => kind.unit === '%' ? v.toFixed(1) + '\u202f%' : kind.unit ? tools().value(v, kind.unit) : v.toFixed(3);

  // tell shows the numbers under the pointer.
  function tell(plot) {
    const {u, tip, kind} = plot, {left, top, idx} = u.cursor, {element} = tools(), data = state.data;
    tip.replaceChildren();
    const at = left >= 0 && idx != null;
    const near = at ? nearest(plot, left, top) : null;
    const i = near ? near.i : idx;
    const known = at && data.curves.some(c => c.points[i]);
    tip.hidden = !known;
    plot.body.classList.toggle('sweep-near', !!near);
    if (!known) return;
    element('strong', tip, '', `${data.Label} ${shown(data.values[i])}${data.Unit ? '\u202f' + data.Unit : ''}`);
    data.curves.forEach((c, k) => {
      const p = c.points[i];
      if (!p) return;
      const row = element('span', tip, near && near.k === k ? 'sweep-row near' : 'sweep-row'), v = kind.of(p);
      key(row, k);
      if (c.name) row.append(c.name + ' ');
      element('b', row, '', v ? show(kind, v[0]) : p.throughput ? word('none') : '—');
      if (v && p.runs > 1) row.append(` (${show(kind, v[1])}–${show(kind, v[2])})`);
      if (p.deadlocks) row.append(' × ' + deadlocked(p));
    });
    if (near) element('small', tip, '', word('click'));
    const right = left > u.over.clientWidth / 2;
    tip.classList.toggle('sweep-left', right);
    const edge = u.over.offsetLeft;
    tip.style.setProperty('--at', (right ? plot.body.clientWidth - edge - left + 14 : edge + left + 14) + 'px');
  }

  // names are what stands along an axis that has no numbers, so wide and in a plot so high: the values' names side by side or, where these do not
  // fit, aslant down to a size, without what explains them in brackets, and cut where they are too long all the same.
  function names(texts, width, height, font) {
    const ctx = names.ctx ||= document.createElement('canvas').getContext('2d'), each = width / texts.length;
    ctx.font = font;
    const wide = t => ctx.measureText(t).width;
    if (texts.every(t => wide(t) <= each - 6)) return {texts, size: 0};
    const most = Math.min((56 + each / 2 - 4) / Math.cos(Math.PI * 40 / 180), height * .3 / Math.sin(Math.PI * 40 / 180)); // the first ends at the plot's edge
    const short = texts.map(t => {
      t = t.split(' (')[0];
      if (wide(t) <= most) return t;
      while (t && wide(t + '…') > most) t = t.slice(0, -1);
      return t.trimEnd() + '…';
    });
    return {texts: short, size: Math.ceil(Math.max(...short.map(wide)) * Math.sin(Math.PI * 40 / 180)) + 16};
  }

  const whole = Array.from({length: 14}, (_, k) => [1, 2, 5].map(n => n * 10 ** k)).flat();

  // spaced is how far the numbers along an axis stand from each other at least, so wide and from lo to hi: the longest of them do not touch.
  function spaced(lo, hi, width, font) {
    const ctx = names.ctx ||= document.createElement('canvas').getContext('2d'), places = Math.ceil(-Math.log10((hi - lo) * 44 / width));
    ctx.font = font;
    return Math.max(44, 8 + ctx.measureText(Math.trunc(Math.max(-lo, hi)) + (places > 0 ? '.' + '0'.repeat(places) : '')).width);
  }

  function options(plot) {
    const {kind, body} = plot, {css} = tools(), data = state.data, n = data.x.length;
    const axis = {stroke: css('--muted'), font: '11px system-ui, sans-serif', ticks: {show: false}, gap: 4};
    const lo = Math.min(...data.x), hi = Math.max(...data.x), pad = data.numbers ? (hi - lo || Math.abs(hi) || 1) * .04 : .5;
    const log = state.log && kind.id === 'latency';
    const along = u => names(data.values.map(shown), u.width - 66, u.height, axis.font);
    const upmost = () => Math.max(0, ...state.data.curves.flatMap(c => c.points.map(p => { const v = p && kind.of(p); return v ? v[2] : 0; }))); // of several seeds
    let pressed = null;
    return {
      width: Math.max(body.clientWidth, 120), height: Math.max(body.clientHeight, 120), padding: [8, 10, 0, 0],
      legend: {show: false},
      cursor: {
        y: false, points: {show: false}, drag: {x: false, y: false, setScale: false},
        bind: {
          mousedown: (u, target, act) => e => { pressed = e.button ? null : [e.clientX, e.clientY]; act(e); },
          mouseup: (u, target, act) => e => {
            act(e);
            const r = u.over.getBoundingClientRect();
            const hit = pressed && Math.hypot(e.clientX - pressed[0], e.clientY - pressed[1]) < 5 && nearest(plot, e.clientX - r.left, e.clientY - r.top);
            pressed = null;
            if (hit) state.call.open(hit.p.link);
          },
          dblclick: () => () => {},
        },
      },
      scales: {
        x: {time: false, range: () => [lo - pad, hi + pad]},
        y: log ? {distr: 3} : {range: (u, a, b) => [0, Math.max((b || 0) * 1.06, upmost() * 1.03, kind.id === 'latency' ? .1 : 1)]},
      },
      axes: [
        {...axis, size: 20, label: data.Label + (data.Unit ? ', ' + data.Unit : ''), labelSize: 18, labelFont: '11px system-ui, sans-serif', labelGap: 0, grid: {stroke: css('--line'), width: 1},
          ...(data.numbers && data.x.every(Number.isInteger) && {incrs: whole}), // no tick stands between two seeds
          ...(data.numbers ? {space: (u, i, from, to, wide) => spaced(from, to, wide, axis.font), values: (u, v) => v.map(t => String(Number.isInteger(t) ? t : +t.toPrecision(12)))} : {splits: () => data.x, values: u => along(u).texts, space: 10, rotate: u => along(u).size && 40, size: u => along(u).size || 20})},
        {...axis, size: 56, grid: {stroke: css('--line'), width: 1}, space: 28, values: (u, v) => v.map(t => t == null ? '' : tools().tick(t, +t.toPrecision(6)) + (kind.unit && '\u202f' + kind.unit))},
      ],
      series: [{}, ...data.curves.map((c, k) => ({label: c.name, stroke: ink(k), width: 1.75, dash: dashes[sign(k)], points: {show: false}, ...(data.numbers ? {} : {paths: () => null})})),
        ...(kind.id === 'throughput' ? offered().map(o => ({label: word('offered'), stroke: css(o.ink), width: 1, dash: [1, 3], points: {show: false}})) : [])],
      hooks: {draw: [u => signs(kind, u)], setCursor: [() => tell(plot)]},
    };
  }

  function build() {
    const {element, button} = tools(), data = state.data;
    for (const p of plots) if (p.u) p.u.destroy();
    host.replaceChildren();
    const top = element('div', host, 'sweep-top');
    const legend = element('div', top, 'sweep-legend');
    element('span', legend, 'sweep-of', data.Of);
    if (data.by) {
      element('span', legend, 'sweep-by', data.ByLabel);
      data.curves.forEach((c, k) => { const item = element('span', legend, 'sweep-item'); key(item, k); item.append(c.name); });
    }
    const dead = element('span', legend, 'sweep-item', '× ' + word('deadlock'));
    dead.dataset.testid = 'sweep-deadlock';
    const files = element('div', top, 'chart-buttons');
    button(files, 'sweep-csv', word('csv'), 'CSV', () => save('csv'));
    button(files, 'sweep-json', word('json'), 'JSON', () => save('jsonl'));
    for (const kind of ['svg', 'png']) {
      button(files, 'sweep-' + kind, word(kind), kind.toUpperCase(), () => window.congestreeFigure.sweep(kind, {data: state.data, kinds: kinds(), word, shown, log: state.log, statistic: state.statistic, dashes, sign, inkName, offered, call: state.call}));
    }
    const area = element('div', host, 'sweep-plots');
    plots = kinds().map(kind => {
      const box = element('figure', area, 'sweep-plot');
      const head = element('figcaption', box);
      if (kind === latency) {
        head.append(word(kind.id));
        statistics(head);
      } else {
        choice(head, 'quantity', offers(), kind.id).addEventListener('change', e => {
          state.quantity = e.target.value;
          build();
          fill(true);
          host.querySelector('.sweep-quantity').focus();
        });
        if (kind.id === 'throughput') element('span', head, 'sweep-offered', word('offered')).dataset.testid = 'sweep-offered';
      }
      const body = element('div', box, 'sweep-plot-body');
      body.setAttribute('role', 'img');
      body.setAttribute('aria-label', data.by ? word('charts', word(kind.id), data.Label, data.Named.join(', ')) : word('chart', word(kind.id), data.Label));
      return {kind, box, body, u: null, size: '', tip: null};
    });
    for (const p of plots) (p.tip = element('div', p.box, 'sweep-tip')).hidden = true;
    const scroll = element('div', host, 'sweep-table');
    scroll.tabIndex = 0;
    scroll.setAttribute('role', 'region');
    scroll.setAttribute('aria-label', word('table'));
    parts = {scroll, dead};
  }

  // choice is a menu of what is drawn, by the name of its state.
  function choice(head, name, values, chosen) {
    const {element} = tools(), select = element('select', head, 'sweep-' + name);
    select.setAttribute('aria-label', word(name));
    select.dataset.testid = 'sweep-' + name;
    for (const v of values) {
      const o = element('option', select, '', word(v));
      o.value = v;
      o.selected = v === chosen;
    }
    return select;
  }

  function statistics(head) {
    const {element} = tools();
    choice(head, 'statistic', ['mean', 'p50', 'p99'], state.statistic).addEventListener('change', e => { state.statistic = e.target.value; redraw(true); });
    const label = element('label', head, 'sweep-log'), box = element('input', label);
    box.type = 'checkbox';
    box.checked = state.log;
    box.dataset.testid = 'sweep-log';
    label.append(word('log'));
    box.addEventListener('change', () => { state.log = box.checked; redraw(true); });
  }

  // redraw follows sizes and data; anew makes the plots again.
  function redraw(anew) {
    if (!host || !state.data || typeof uPlot !== 'function') return;
    if (unseen && host.clientHeight) { // on a phone it is below the form
      unseen = false;
      if (matchMedia('(max-width: 860px)').matches) host.parentElement.scrollIntoView({block: 'start'});
    }
    for (const p of plots) {
      const {clientWidth: width, clientHeight: height} = p.body, size = width + 'x' + height;
      if (anew && p.u) { // also while the dialog is closed
        p.u.destroy();
        p.u = null;
      }
      if (!width || height < 40) continue;
      const data = columns(p.kind);
      if (!p.u) p.u = new uPlot(options(p), data, p.body);
      else {
        if (p.size !== size) p.u.setSize({width, height});
        p.u.setData(data);
      }
      p.size = size;
    }
  }

  // table brings the rows up to date, each where it stands: its link may have the focus while runs end.
  function table() {
    const {element} = tools(), data = state.data, old = parts.scroll.querySelector('table'), t = old || element('table', parts.scroll);
    if (!old) {
      const head = element('tr', element('thead', t));
      const names = [data.Label + (data.Unit ? ', ' + data.Unit : '')];
      if (data.by) names.push(data.ByLabel);
      if (data.traced) names.push(word('execution') + ', µs'); // and what is offered is what is accepted
      names.push(word('throughput') + ', %', ...(data.traced ? [] : [word('offered') + ', %']), ...['mean', 'p50', 'p99'].map(s => `${word('latency')}, ${word(s)}, µs`), word('fair'), word('runs'), '');
      names.forEach((n, i) => { element('th', head, data.by && i === 1 ? 'text' : '', n).scope = 'col'; });
      head.lastChild.append(Object.assign(document.createElement('span'), {className: 'sr-only', textContent: word('open')}));
      element('tbody', t);
    }
    const body = t.tBodies[0];
    let at = 0; // the row that is due
    data.values.forEach((value, i) => data.curves.forEach((c, k) => {
      const p = c.points[i], id = `${i}.${k}`;
      let row = body.rows[at];
      if (!p) {
        if (row && row.dataset.point === id) row.remove();
        return;
      }
      at++;
      const cells = data.by ? [c.name] : [];
      if (data.traced) cells.push(p.execution ? tools().grouped(p.execution[0] / 1000, 3) : '—');
      for (const v of data.traced ? [p.throughput] : [p.throughput, p.offered]) cells.push(v ? (100 * v[0]).toFixed(2) : '—');
      for (const s of ['mean', 'p50', 'p99']) cells.push(p[s] ? tools().grouped(p[s][0] / 1000, 3) : '—');
      cells.push(p.fairness ? p.fairness[0].toFixed(3) : '—');
      cells.push(p.runs + (p.deadlocks ? ', ' + deadlocked(p) : ''));
      if (!row || row.dataset.point !== id) {
        row = body.insertBefore(element('tr'), row || null);
        row.dataset.point = id;
        element('th', row, '', shown(value)).scope = 'row';
        cells.forEach((_, n) => element('td', row, data.by && n === 0 ? 'text' : ''));
        const a = element('a', element('td', row), '', word('open'));
        a.setAttribute('aria-label', `${word('open')}: ${data.Label} ${shown(value)}${c.name ? ', ' + data.Named[k] : ''}`);
        a.addEventListener('click', e => {
          if (e.ctrlKey || e.metaKey || e.shiftKey || e.button) return; // in a tab of its own
          e.preventDefault();
          state.call.open(a.getAttribute('href'));
        });
      }
      cells.forEach((text, n) => { if (row.cells[n + 1].textContent !== text) row.cells[n + 1].textContent = text; });
      row.lastChild.firstChild.href = p.link;
    }));
  }

  // fill brings all that has been built up to date.
  function fill(anew) {
    parts.dead.hidden = !state.data.curves.some(c => c.points.some(p => p && p.deadlocks > p.unmeasured));
    redraw(anew);
    table();
  }

  function save(kind) {
    const name = `${state.data.Name}.${kind}`;
    const url = URL.createObjectURL(new Blob([state.call.file(kind)], {type: kind === 'csv' ? 'text/csv' : 'application/x-ndjson'}));
    const a = document.createElement('a');
    a.href = url;
    a.download = name;
    a.click();
    setTimeout(() => URL.revokeObjectURL(url), 10000);
    state.call.say(word('saved', name));
  }

  window.congestreeSweep = {
    // mount takes an element for good. What a person does goes to call: open(link), file('csv' | 'jsonl'), figure('svg' | 'png', what: see
    // figure.js) and say(text).
    mount(el, call) {
      host = el;
      state.call = call;
      if (window.ResizeObserver) new ResizeObserver(() => redraw(false)).observe(host);
      matchMedia('(prefers-color-scheme: light)').addEventListener('change', () => redraw(true));
      addEventListener('congestree-theme', () => redraw(true));
    },

    // update draws what is known now.
    update(data) {
      if (!host) return;
      state.data = data;
      const form = JSON.stringify([data.field, data.values, data.by, data.Signs, data.traced, data.apart, data.curves.map(c => c.name), data.Of, data.Words]);
      const anew = form !== shape;
      if (anew) {
        shape = form;
        unseen = true;
        build();
      }
      fill(anew);
    },

    get data() { return state.data; },
    // at is where a point is on the screen: of plot 0 (throughput, fairness or execution time) or 1 (latency), the curve's k-th and the axis' i-th.
    at(plot, k, i) {
      const p = plots[plot], v = p.kind.of(state.data.curves[k].points[i]), r = p.u.over.getBoundingClientRect();
      return {x: r.left + p.u.valToPos(state.data.x[i], 'x'), y: r.top + p.u.valToPos(v[0], 'y')};
    },
  };
})();
