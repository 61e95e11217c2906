// The charts: throughput, latency, HoL blocking, congestion trees and set-aside queues over simulated time, and how latencies are
// distributed at the instant shown. They stand outside the panel's rendering, because uPlot draws itself on canvases of its own. Colours come from the
// style sheet. timeline.js draws what is under them, table.js tells them as tables and files.
'use strict';
(() => {
  const {say} = window.congestreeTexts, name = sentence => sentence; // labels are English until they are shown
  const charts = window.congestreeCharts = [
    {id: 'load', label: name('Throughput'), from: 'bins', unit: '%', least: 100, most: 150, series: [
      {key: 'offered', label: name('offered'), column: 'offered_percent', times: 100, ink: '--offered', width: 1.25, dash: [5, 4]},
      {key: 'accepted', label: name('accepted'), column: 'accepted_percent', times: 100, ink: '--accepted', width: 2.25}]},
    {id: 'latency', label: name('Latency'), from: 'bins', unit: 'µs', least: 1, series: [
      {key: 'latency', label: name('mean from generation'), column: 'latency_us', times: 1e-3, ink: '--accepted', width: 2, hollow: true},
      {key: 'network', label: name('mean from injection'), column: 'latency_from_injection_us', times: 1e-3, ink: '--low', width: 2, dash: [3, 3], hollow: true}]},
    {id: 'distribution', label: name('Latency distribution'), from: 'latencies', over: {label: name('latency, µs'), column: 'latency_below_us'}, unit: '%', least: 100, series: [
      {key: 'generated', label: name('from generation'), column: 'packets_percent', times: 100, ink: '--accepted', width: 2},
      {key: 'injected', label: name('from injection'), column: 'packets_from_injection_percent', times: 100, ink: '--low', width: 2, dash: [3, 3]}]},
    {id: 'blocked', label: name('HoL blocking'), from: 'looks', unit: '%', least: 10, series: [
      {key: 'trapped', label: name('packets in trees'), column: 'in_trees_percent', times: 100, ink: '--trapped', width: 1, fill: true},
      {key: 'high', label: name('high-order HoL'), column: 'hol_high_order_percent', times: 100, ink: '--high', width: 2},
      {key: 'low', label: name('low-order HoL'), column: 'hol_low_order_percent', times: 100, ink: '--low', width: 2, dash: [3, 3]}]},
    {id: 'trees', label: name('Congestion trees'), from: 'looks', unit: '', least: 4, series: [
      {key: 'ports', label: name('branches (input buffers)'), column: 'branches', times: 1, ink: '--trapped', width: 1, fill: true},
      {key: 'hosts', label: name('hosts blocked'), column: 'hosts_blocked', times: 1, ink: '--low', width: 2, dash: [3, 3]},
      {key: 'trees', label: name('trees'), column: 'trees', times: 1, ink: '--accepted', width: 2}]},
    {id: 'aside', label: name('Set-aside queues'), from: 'looks', unit: '', least: 8, needs: 'sets_aside', right: {unit: '', least: 8}, series: [
      {key: 'aside', label: name('in the network'), column: 'set_aside_queues', times: 1, ink: '--accepted', width: 2.25},
      {key: 'aside_most', label: name('most at a port (right)'), column: 'set_aside_most_at_a_port', times: 1, ink: '--trapped', width: 1.5, scale: 'right'},
      {key: 'aside_mean', label: name('mean where any (right)'), column: 'set_aside_mean_of_ports_with_any', times: 1, ink: '--low', width: 2, dash: [3, 3], scale: 'right', digits: 1}]},
  ];
  let present = charts.filter(c => !c.needs); // those that the run, or one of those compared, has
  const state = {data: null, now: 0, loop: null, range: null, chosen: 'load', call: {}};
  let host = null, tools = null, stack = null, plots = [], compared = '';

  const css = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const grouped = (n, digits) => n.toFixed(digits).replace(/^\d{5,}/, whole => whole.replace(/\B(?=(\d{3})+$)/g, '\u202f'));
  const wide = n => grouped(n, n < 10 ? 2 : n < 1000 ? 1 : 0);
  const tick = (n, step) => grouped(n, (String(step).split('.')[1] || '').length); // all ticks with as many digits as the step has
  const micro = v => wide(v) + '\u202fµs';
  const value = (v, unit, digits) => v == null ? '—' : digits ? v.toFixed(digits) : unit === '%' ? v.toFixed(1) + '\u202f%' : unit === 'µs' ? (v < .9995 ? (1000 * v).toFixed(0) + '\u202fns' : micro(v)) : String(Math.round(v));

  function element(tag, parent, name, text) {
    const e = document.createElement(tag);
    if (name) e.className = name;
    if (text) e.textContent = text;
    if (parent) parent.append(e);
    return e;
  }

  function button(parent, name, label, text, act) {
    const b = element('button', parent, name, text);
    b.type = 'button';
    b.title = label;
    b.setAttribute('aria-label', label);
    b.dataset.testid = 'chart-' + name;
    b.addEventListener('click', act);
    return b;
  }

  // columns are a chart's arrays: times (µs), or what else it is over, then its series in its unit, null where nothing is known.
  function columns(chart) {
    let data = state.data;
    if (chart.over) {
      data = state.call.distribution && state.call.distribution();
      const lanes = chart.series.filter(s => s.lane != null).length;
      if (!data || lanes && (!data.lanes || data.lanes.length !== lanes)) return [[0], ...chart.series.map(() => [null])]; // others are compared by now
      chart.p99 = chart.own ? data.lanes.map(l => l.p99.generated) : chart.series.map(s => data.p99[s.key]);
    }
    if (chart.own) return window.congestreeCompare.columns(chart, data);
    const from = data && data[chart.from];
    if (!from) return [[0], ...chart.series.map(() => [null])];
    return [Array.from(from.t), ...chart.series.map(s => Array.from(from[s.key], v => v < 0 || s.hollow && v === 0 ? null : v * s.times))];
  }

  // sort finds out which charts the data has, and says whether they are others than before, or what a link has chosen is none of them. The
  // hosts that trees reach are called as the legend does: where packets have queues of their own, they go on with others.
  function sort(data) {
    const trees = charts.find(c => c.id === 'trees'), hosts = (trees.own || trees.series).find(s => s.key === 'hosts');
    const before = hosts.label;
    hosts.label = data.holds_back ? name('hosts that hold back') : name('hosts blocked');
    const has = charts.filter(c => !c.needs || [data, ...(data.lanes || [])].some(d => d[c.needs]));
    const known = state.chosen === 'all' || has.some(c => c.id === state.chosen);
    const other = !known || hosts.label !== before || has.length !== present.length || has.some((c, i) => c !== present[i]);
    present = has;
    if (!known) state.chosen = 'load';
    return other;
  }

  // pointed is a time that somebody points at, in µs, as round as a picture's points allow: so many µs are one of them.
  function pointed(t, point) {
    const digits = Math.max(0, -Math.floor(Math.log10(point)));
    return Math.max(0, digits > 6 ? t : digits ? +t.toFixed(digits) : Math.round(t));
  }

  function extent() {
    return state.range || [0, Math.max(state.data ? state.data.end : 0, state.now, 1)];
  }

  // veil draws the window that is played over and over, dims what lies after the instant shown, and marks it.
  function veil(u) {
    const {ctx, bbox} = u;
    const at = t => Math.min(Math.max(u.valToPos(t, 'x', true), bbox.left), bbox.left + bbox.width);
    ctx.save();
    if (state.loop) {
      ctx.globalAlpha = .13;
      ctx.fillStyle = css('--accent');
      const a = at(state.loop[0]);
      ctx.fillRect(a, bbox.top, at(state.loop[1]) - a, bbox.height);
    }
    const x = at(state.now);
    ctx.globalAlpha = .6;
    ctx.fillStyle = css('--panel');
    ctx.fillRect(x, bbox.top, bbox.left + bbox.width - x, bbox.height);
    const [lo, hi] = extent();
    if (state.now >= lo && state.now <= hi) {
      ctx.globalAlpha = 1;
      ctx.fillStyle = css('--accent');
      ctx.fillRect(x - .75 * devicePixelRatio, bbox.top, 1.5 * devicePixelRatio, bbox.height);
    }
    ctx.restore();
  }

  // beyond marks where curves leave a chart whose axis ends before them, as bursts of a trace do, with the highest value: an axis for
  // many hundred per cent would press all that links can carry against its bottom.
  function beyond(p, u) {
    if (!p.chart.most) return;
    const {ctx, bbox} = u, px = devicePixelRatio, most = u.scales.y.max, {min, max} = u.scales.x;
    const x = t => Math.min(Math.max(u.valToPos(t, 'x', true), bbox.left + 4 * px), bbox.left + bbox.width - 4 * px);
    let highest = null;
    ctx.save();
    p.series.forEach((s, k) => { // not the chart's, which may have others by now: uPlot draws a plot once more that has been taken away
      let last = -Infinity;
      ctx.fillStyle = css(s.ink);
      p.data[k + 1].forEach((v, i, list) => {
        const t = p.data[0][i];
        if (!(v > most) || t < min || t > max) return;
        if (!highest || v > highest.v) highest = {v, x: x(t), ink: s.ink};
        if (list[i - 1] > v || list[i + 1] >= v || x(t) - last < 9 * px) return; // one for each peak that can be told from the one before
        last = x(t);
        ctx.beginPath();
        ctx.moveTo(last, bbox.top);
        ctx.lineTo(last + 4 * px, bbox.top + 6 * px);
        ctx.lineTo(last - 4 * px, bbox.top + 6 * px);
        ctx.fill();
      });
    });
    if (highest) {
      const right = highest.x < bbox.left + bbox.width - 70 * px, at = [highest.x + (right ? 7 : -7) * px, bbox.top];
      ctx.font = `${11 * px}px system-ui, sans-serif`;
      ctx.textAlign = right ? 'left' : 'right';
      ctx.textBaseline = 'top';
      ctx.lineWidth = 3 * px;
      ctx.lineJoin = 'round';
      ctx.strokeStyle = css('--panel');
      ctx.fillStyle = css(highest.ink);
      ctx.strokeText(wide(highest.v) + '\u202f%', ...at);
      ctx.fillText(wide(highest.v) + '\u202f%', ...at);
    }
    ctx.restore();
  }

  // top is how far the axis of a chart reaches at least. Shares that stay far below 100 % in all of the run, whatever part of it is shown, would
  // be flat lines there: they have an axis to 10, 20 or 40 %, which only grows while the run goes on, and where small noise looks small.
  function top(chart, data) {
    const larger = (a, v) => v > a ? v : a;
    const most = chart.unit === '%' && !chart.over ? data.reduce((a, list, i) => i ? list.reduce(larger, a) : a, 0) : 0;
    return most > 0 ? [10, 20, 40].find(v => 1.04 * most <= v) || 100 : chart.least;
  }

  // single is where the only known value of some stands, which makes no line: a large network takes minutes to the second one.
  function single(values) {
    const at = values.flatMap((v, i) => v == null ? [] : [i]);
    return at.length === 1 ? at : null;
  }

  // along writes a time under a plot, without its unit where that would be cut at the right edge, so many pixels beyond the plot.
  function along(u, x, step, edge, font) {
    const number = tick(x, step), text = number + '\u202fµs', {min, max} = u.scales.x;
    if (x === 0) return '0';
    u.ctx.font = font;
    const room = 2 * (edge + (max - x) / (max - min) * u.over.clientWidth);
    return [text, number].find(t => u.ctx.measureText(t).width <= room) || '';
  }

  function options(p) {
    const {clientWidth: width, clientHeight: height} = p.body;
    const over = p.chart.over;
    const axis = {stroke: css('--muted'), font: '11px system-ui, sans-serif', ticks: {show: false}, gap: 3};
    const unit = p.chart.unit ? '\u202f' + p.chart.unit : '', right = p.chart.series.some(s => s.scale) && p.chart.right;
    let pressed = null;
    return {
      width: Math.max(width, 80), height: Math.max(height, 30), padding: [5, right ? 0 : 24, 0, 0],
      legend: {show: false},
      cursor: {
        y: false, points: {size: 6}, sync: over ? undefined : {key: 'time', scales: ['x', null], setSeries: false},
        drag: {x: !over, y: false, setScale: false},
        bind: over ? {} : {
          mousedown: (u, target, act) => e => { pressed = e.button ? null : e.clientX; act(e); },
          mouseup: (u, target, act) => e => {
            act(e);
            if (pressed != null && Math.abs(e.clientX - pressed) < 4) {
              const x = e.clientX - u.over.getBoundingClientRect().left, t = u.posToVal(x, 'x');
              state.call.seek(pointed(t, u.posToVal(x + 1, 'x') - t));
            }
            pressed = null;
          },
          dblclick: () => () => zoom(null),
        },
      },
      select: {show: true, left: 0, top: 0, width: 0, height: 0},
      scales: {
        x: over ? {time: false, distr: 3, log: 10, range: () => span(p.data[0])} : {time: false, range: () => extent()},
        y: {range: (u, lo, hi) => [0, over ? 103 : Math.min(p.chart.most || Infinity, Math.max(top(p.chart, p.data), (hi || 0) * 1.04))]},
        ...(right ? {right: {range: (u, lo, hi) => [0, Math.max(right.least, (hi || 0) * 1.04)]}} : {}),
      },
      axes: [
        over ? {...axis, size: 18, grid: {stroke: css('--line'), width: 1}, splits: u => decades(u.scales.x.min, u.scales.x.max), filter: (u, v) => v, values: (u, v) => v.map(x => String(x) + '\u202fµs')}
          : {...axis, size: 18, grid: {show: false}, values: (u, v, index, space, step) => v.map(x => along(u, x, step, right ? 28 : 24, axis.font)), space: 90},
        {...axis, size: 48, grid: {stroke: css('--line'), width: 1}, space: (u, i, lo, hi, height) => Math.min(26, height / 2.5), incrs: [.1, .2, .5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5],
          values: (u, v) => v.map(x => tick(x, +x.toFixed(1)) + unit)},
        ...(right ? [{...axis, scale: 'right', side: 1, size: 28, grid: {show: false}, space: 20, incrs: [1, 2, 4, 8, 16, 32]}] : []),
      ],
      series: [{}, ...p.chart.series.map(s => ({label: s.label, scale: s.scale || 'y', stroke: css(s.ink), fill: s.fill ? css(s.ink) + '38' : undefined, width: s.width, dash: s.dash, spanGaps: !!s.spans, paths: over ? uPlot.paths.stepped({align: 1}) : undefined, points: {show: false, size: 5, filter: (u, k) => over ? null : single(u.data[k])}}))],
      hooks: {
        init: over ? [] : [byFinger],
        draw: over ? [] : [veil, u => beyond(p, u)],
        setCursor: [u => tell(p, u.cursor.left < 0 ? null : u.cursor.idx)],
        setSelect: [u => {
          const {left, width} = u.select;
          if (width < 4) return;
          const a = u.posToVal(left, 'x'), b = u.posToVal(left + width, 'x');
          u.setSelect({left: 0, top: 0, width: 0, height: 0}, false);
          zoom([Math.max(0, a), b]);
        }],
      },
    };
  }

  // byFinger lets one finger select the part of the time to see, as a mouse does, for which uPlot listens alone. Up and down are the
  // page's, which may scroll; a tap and a double tap come as clicks.
  function byFinger(u) {
    const x = e => Math.min(Math.max(e.clientX - u.over.getBoundingClientRect().left, 0), u.over.clientWidth);
    let from = null; // the finger and where it came down
    u.over.style.touchAction = 'pan-y pinch-zoom';
    u.over.addEventListener('pointerdown', e => { from = e.pointerType === 'touch' && e.isPrimary ? {id: e.pointerId, x: x(e)} : null; });
    u.over.addEventListener('pointermove', e => {
      if (!from || e.pointerId !== from.id) return;
      const to = x(e), width = Math.abs(to - from.x);
      u.setCursor({left: to, top: 0});
      u.setSelect({left: Math.min(from.x, to), top: 0, width: width < 8 ? 0 : width, height: u.over.clientHeight}, false);
    });
    const end = e => {
      if (!from || e.pointerId !== from.id) return;
      from = null;
      u.setCursor({left: -10, top: -10});
      const select = {...u.select};
      u.setSelect({left: 0, top: 0, width: 0, height: 0}, false);
      if (e.type === 'pointerup' && select.width) u.setSelect(select);
    };
    u.over.addEventListener('pointerup', end);
    u.over.addEventListener('pointercancel', end);
  }

  // span is what a chart that is not over time reaches over, and decades are the numbers on its axis: 1, 2 and 5, or 1 where these are many,
  // or, where they are few, at equal distances.
  const span = t => t.length > 1 ? [Math.max(t[0], .001), Math.max(t[t.length - 1], t[0] * 1.01, .002)] : [.1, 100];

  function decades(lo, hi) {
    for (const digits of hi / lo < 200 ? [[1, 2, 5]] : [[1], [1, 2, 5]]) {
      const all = [];
      for (let ten = Math.floor(Math.log10(lo)); ten <= Math.log10(hi); ten++) for (const k of digits) all.push(+(k + 'e' + ten));
      const seen = all.filter(v => v >= lo && v <= hi);
      if (seen.length > 2) return seen;
    }
    const ten = 10 ** Math.floor(Math.log10((hi - lo) / 3)), step = ten * [1, 2, 5, 10].find(k => (hi - lo) / (k * ten) <= 6);
    return Array.from({length: Math.floor(hi / step) - Math.ceil(lo / step) + 1}, (_, i) => +((Math.ceil(lo / step) + i) * step).toPrecision(6));
  }

  // tellShares is tell of the distribution: the shares at a point, else the latencies that 99 % of the packets stay below.
  function tellShares(p, idx) {
    const any = p.data[0].length > 1, known = any && idx != null && idx < p.data[0].length;
    p.series.forEach((s, k) => {
      p.values[k].textContent = known ? value(p.data[k + 1][idx], '%') : `p99\u202f${value(any && p.chart.p99[k] >= 0 ? p.chart.p99[k] : null, 'µs')}`;
    });
    p.at.textContent = known ? say('below {0}', micro(p.data[0][idx])) : '';
    if (idx == null) p.body.setAttribute('aria-label', say('{0} of the packets that the averages count. {1}', [say(p.chart.label), shown(p.chart)].filter(Boolean).join(', '), p.series.map((s, k) => `${say(s.label)}: ${p.values[k].textContent}`).join('; ')));
  }

  // tell writes the numbers at a point, or those at the instant shown.
  function tell(p, idx) {
    if (p.chart.over) return tellShares(p, idx);
    const t = p.data[0];
    let i = idx;
    if (i == null) {
      i = t.length - 1;
      while (i > 0 && t[i] > state.now) i--;
    }
    const known = state.data && i >= 0 && i < t.length;
    p.series.forEach((s, k) => { p.values[k].textContent = value(known ? p.data[k + 1][i] : null, p.chart.unit, s.digits); });
    const room = !p.line.classList.contains('long') && !p.chart.right, looked = p.chart.from !== 'bins' && known; // trees are looked at now and then: since, the panel's may be others
    const bin = p.chart.from === 'bins' && room ? t[0] : 0; // which is what the numbers count, unlike those of the panel and of the pictures' heads
    p.at.textContent = idx == null && !(looked && room) || !known ? bin > 0 ? say('in bins of {0}', +bin.toPrecision(6) + '\u202fµs') : '' : say('at {0}', micro(t[i]));
    if (idx == null) p.body.setAttribute('aria-label', say('{0} over time. At {1}: {2}', [say(p.chart.label), shown(p.chart)].filter(Boolean).join(', '), micro(looked ? t[i] : state.now), p.series.map((s, k) => `${say(s.label)} ${p.values[k].textContent}`).join(', ')));
  }

  // shown says what is drawn of each run while several are compared.
  const shown = chart => chart.own ? window.congestreeCompare.shown(chart).map(l => say(l)).join(' + ') : '';

  function head(parent, chart, titled) {
    const line = element('div', parent, 'plot-head');
    if (titled) element('strong', line, '', say(chart.label));
    if (chart.own) element('span', line, 'shown', shown(chart));
    line.classList.toggle('long', chart.series.some(s => s.lane != null && s.label.length > 16));
    const values = chart.series.map(s => {
      const item = element('span', line, 'key key-' + s.key);
      element('span', item, 'name', say(s.label) + ' ').title = say(s.label); // it may be long, and gives way to the number
      if (s.dress) s.dress(item);
      return element('b', item, '', '—');
    });
    return {line, values, at: element('span', line, 'at')};
  }

  // shownOf are the charts of a choice: all are those over time.
  const shownOf = which => present.filter(c => which === 'all' ? !c.over : c.id === which);

  // buttons are able to do what the chart shown can.
  function buttons() {
    const timeless = plots.some(p => p.chart.over);
    for (const name of ['nearer', 'farther']) tools.querySelector('.' + name).disabled = timeless;
    tools.querySelector('.whole').disabled = timeless || !state.range;
  }

  // arrange makes the plots that are chosen.
  function arrange() {
    for (const p of plots) {
      if (p.plot) p.plot.destroy();
      p.line.remove();
    }
    stack.replaceChildren();
    const all = state.chosen === 'all';
    document.documentElement.classList.toggle('charts-all', all);
    plots = shownOf(state.chosen).map(chart => {
      const box = element('div', stack, 'plot');
      const h = all ? head(box, chart, true) : head(null, chart, false);
      if (!all) tools.firstChild.after(h.line);
      const body = element('div', box, 'plot-body');
      body.setAttribute('role', 'img');
      return {chart, series: chart.series, box, body, ...h, plot: null, data: columns(chart), size: ''};
    });
    buttons();
    fit();
    window.congestreeTimeline.draw();
  }

  function fit() {
    if (!host || typeof uPlot !== 'function') return;
    for (const p of plots) {
      const {clientWidth: width, clientHeight: height} = p.body;
      if (p.size === width + 'x' + height && p.plot) continue;
      p.size = width + 'x' + height;
      if (!width || height < 24) continue;
      if (p.plot) p.plot.setSize({width, height});
      else p.plot = new uPlot(options(p), p.data, p.body);
      tell(p, null);
    }
    if (stack.scrollHeight > stack.clientHeight + 1) stack.tabIndex = 0; // as all at once in a low window: the keyboard scrolls them, too
    else stack.removeAttribute('tabindex');
    window.congestreeTimeline.draw();
  }

  function redraw(fresh) {
    for (const p of plots) {
      const anew = fresh || p.chart.over;
      if (anew) p.data = columns(p.chart);
      if (p.plot) anew ? p.plot.setData(p.data) : p.plot.redraw(false, true);
      if (!p.plot || !(p.plot.cursor.left >= 0)) tell(p, null);
    }
    window.congestreeTimeline.draw();
  }

  // zoom shows a part of the time, or all of it.
  function zoom(range) {
    const end = Math.max(state.data ? state.data.end : 0, state.now, 1);
    state.range = range && range[1] - range[0] < end && range[1] - range[0] > .001 ? range : null;
    buttons();
    for (const p of plots) if (p.plot) p.plot.setData(p.data);
    window.congestreeTimeline.draw();
  }

  // nearer halves (or doubles) what is shown around the instant shown.
  function nearer(factor) {
    const [lo, hi] = extent(), span = (hi - lo) * factor;
    const mid = state.now >= lo && state.now <= hi ? state.now : (lo + hi) / 2;
    const from = Math.max(0, mid - span * (mid - lo) / (hi - lo));
    zoom([from, from + span]);
  }

  function theme() {
    for (const p of plots) {
      if (p.plot) p.plot.destroy();
      p.plot = null;
    }
    fit();
  }

  // opener is the button that shows the charts where a low window has room for the timeline only.
  function opener() {
    let b = host.querySelector('.chart-open');
    if (!b) {
      b = button(host, 'open', '', '', () => b.setAttribute('aria-expanded', document.documentElement.classList.toggle('charts-open')));
      b.className = 'chart-open';
      b.setAttribute('aria-expanded', 'false');
      const svg = b.appendChild(document.createElementNS('http://www.w3.org/2000/svg', 'svg'));
      svg.setAttribute('viewBox', '0 0 16 16');
      svg.setAttribute('aria-hidden', 'true');
      svg.append(document.createElementNS('http://www.w3.org/2000/svg', 'path'));
      svg.firstChild.setAttribute('d', 'M2 2v12h12M4.500 10.500 7.500 6.500 10 8.500 13.500 4');
      host.prepend(b);
    }
    b.title = say('Charts');
    b.setAttribute('aria-label', b.title);
  }

  function toolbar() {
    const before = tools;
    tools = element('div', null, 'chart-tools');
    if (before) before.replaceWith(tools); // in another language
    else host.prepend(tools);
    opener();
    host.setAttribute('aria-label', say('Charts over simulated time, and the timeline'));
    const select = element('select', tools, 'which');
    select.setAttribute('aria-label', say('Chart'));
    select.dataset.testid = 'chart';
    for (const c of [...present, {id: 'all', label: name('All charts')}]) {
      const o = element('option', select, '', say(c.label));
      o.value = c.id;
      o.selected = c.id === state.chosen;
    }
    select.addEventListener('change', () => { state.chosen = select.value; arrange(); });
    const right = element('div', tools, 'chart-buttons');
    button(right, 'nearer', say('Zoom in around the instant shown'), '+', () => nearer(.5));
    button(right, 'farther', say('Zoom out'), '−', () => nearer(2));
    button(right, 'whole', say('Show the whole run'), say('Whole run'), () => zoom(null)).disabled = !state.range;
    button(right, 'table', say('The chart as a table'), say('Table'), () => window.congestreeTable.open());
    button(right, 'csv', say('Save the chart as CSV'), 'CSV', () => window.congestreeTable.save('csv'));
    button(right, 'json', say('Save the chart as JSON'), 'JSON', () => window.congestreeTable.save('json'));
    button(right, 'svg', say('Save the chart as SVG'), 'SVG', () => window.congestreeFigure.chart('svg'));
    button(right, 'png', say('Save the chart as PNG'), 'PNG', () => window.congestreeFigure.chart('png'));
  }

  window.congestreeChart = {
    state, element, button, css, grouped, tick, micro, value, columns, extent, pointed, zoom, top,
    chosen: (which = state.chosen) => shownOf(which), decades, span,

    // mount puts charts and timeline into an element that keeps them for good. What a person does in them goes
    // to call: seek(µs), loop(from, to), distribution() (which returns latencies), figure('svg' | 'png', what: see figure.js) and say(text).
    mount(el, call) {
      host = el;
      state.call = call || {seek() {}, loop() {}, say() {}};
      host.replaceChildren();
      host.setAttribute('role', 'region');
      toolbar();
      stack = element('div', host, 'plots');
      window.congestreeTimeline.mount(host);
      arrange();
      if (window.ResizeObserver) new ResizeObserver(fit).observe(host);
      matchMedia('(prefers-color-scheme: light)').addEventListener('change', theme);
      addEventListener('congestree-theme', theme);
      addEventListener('congestree-language', () => { toolbar(); arrange(); });
    },

    // update takes what is known of the run: bins (t in µs, accepted and offered as fractions of the hosts' link
    // bandwidth, latency in ns), looks (t, shares, counts), marks ({t, kind, title, text}), end (µs), link and name,
    // while it plays since (µs): what has been before was sought, and is not announced; and runs, the numbers of the selected run and of
    // those beside it.
    update(data) {
      if (!host) return;
      if (!state.data?.runs.some(id => data.runs.includes(id))) state.range = null; // none of them goes on
      state.data = data;
      const other = sort(data), names = (data.lanes || []).map(l => l.name).join('\n');
      if (other) toolbar();
      if (other || names !== compared) { // other schemes are compared, or none any more
        compared = names;
        for (const c of charts) {
          const own = c.own || c.series;
          c.series = names ? window.congestreeCompare.series(c, data.lanes) : own;
          c.own = names ? own : null;
        }
        arrange();
      }
      buttons();
      redraw(true);
    },

    // choose shows a chart, or all, as a link names it; it says whether there is one of that name. One that only some runs have waits for one.
    choose(which) {
      if (which !== 'all' && !charts.some(c => c.id === which)) return false;
      if (which === state.chosen) return true;
      state.chosen = which;
      if (host) {
        toolbar();
        arrange();
      }
      return true;
    },

    // show moves to an instant (µs), with the window that is played over and over (to = 0 for none).
    show(now, from, to) {
      state.now = now;
      state.loop = to > from ? [from, to] : null;
      if (host) redraw(!state.range);
    },
  };
})();
