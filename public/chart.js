// The live chart: accepted and offered load, and the share of packets that sit in congestion
// trees, over simulated time. It stands outside the panel's rendering, because it draws itself
// on a canvas of its own. Colours come from the style sheet.
'use strict';
(() => {
  let plot = null, host = null, head = {}, size = '', now = 0, last = null;
  const data = [[0], [null], [null], [null]];
  let latency = new Float32Array(0);

  const css = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const wide = n => n.toFixed(n < 10 ? 2 : n < 1000 ? 1 : 0).replace(/\B(?=(\d{3})+(?!\d))/g, '\u202f');
  const percent = v => v == null || Number.isNaN(v) ? '—' : v.toFixed(1) + '\u202f%';
  const micro = v => wide(v) + '\u202fµs';
  const nano = v => !(v > 0) ? '—' : v < 1000 ? v.toFixed(0) + '\u202fns' : wide(v / 1000) + '\u202fµs';

  function element(tag, parent, name, text) {
    const e = document.createElement(tag);
    if (name) e.className = name;
    if (text) e.textContent = text;
    parent.append(e);
    return e;
  }

  function options() {
    const {clientWidth: width, clientHeight: height} = host.lastChild;
    const axis = {stroke: css('--muted'), font: '11px system-ui, sans-serif', ticks: {show: false}, gap: 3};
    const grid = {stroke: css('--line'), width: 1};
    return {
      width: Math.max(width, 80), height: Math.max(height, 40), padding: [4, 10, 0, 0],
      legend: {show: false},
      cursor: {y: false, drag: {x: false, y: false, setScale: false}, points: {size: 6}},
      scales: {
        x: {time: false, range: (u, lo, hi) => [0, Math.max(hi || 0, now, 1)]},
        y: {range: (u, lo, hi) => [0, Math.max(100, hi || 0)]},
      },
      axes: [
        {...axis, size: 20, grid: {show: false}, values: (u, v) => v.map(x => x === 0 ? '0' : wide(x).replace(/\.0+$/, '') + '\u202fµs'), space: 90},
        {...axis, size: 44, grid, splits: () => [0, 50, 100], values: (u, v) => v.map(x => x + '\u202f%')},
      ],
      series: [
        {},
        {label: 'in congestion trees', stroke: css('--trapped'), fill: css('--trapped') + '38', width: 1, points: {show: false}},
        {label: 'offered', stroke: css('--offered'), width: 1.25, dash: [5, 4], points: {show: false}},
        {label: 'accepted', stroke: css('--accepted'), width: 2.25, points: {show: false}},
      ],
      hooks: {setCursor: [u => values(u.cursor.idx)]},
    };
  }

  // values writes the numbers at a bin, or of the last one.
  function values(idx) {
    const n = last ? last.t.length : 0;
    const i = idx == null ? n - 1 : idx;
    const show = i >= 0 && i < n;
    head.accepted.textContent = percent(show ? data[3][i] : null);
    head.offered.textContent = percent(show ? data[2][i] : null);
    head.trapped.textContent = percent(show ? data[1][i] : null);
    head.latency.textContent = nano(show ? latency[i] : 0);
    head.at.textContent = idx == null || !show ? '' : 'at ' + micro(data[0][i]);
  }

  function build() {
    if (!host || typeof uPlot !== 'function') return;
    const place = host.lastChild;
    if (plot) plot.destroy();
    plot = null;
    if (!place.clientWidth || !place.clientHeight) { size = ''; return; }
    size = place.clientWidth + 'x' + place.clientHeight;
    plot = new uPlot(options(), data, place);
  }

  function fit() {
    const {clientWidth: width, clientHeight: height} = host.lastChild;
    if (size === width + 'x' + height) return;
    if (!plot || !width || !height) return build();
    size = width + 'x' + height;
    plot.setSize({width, height});
  }

  window.congestreeChart = {
    // mount puts the chart into an element that keeps it for good.
    mount(el) {
      host = el;
      host.replaceChildren();
      host.setAttribute('role', 'region');
      host.setAttribute('aria-label', 'Accepted and offered load, and the share of packets in congestion trees, over simulated time');
      const line = element('div', host, 'chart-head');
      for (const [name, label] of [['accepted', 'accepted'], ['offered', 'offered'], ['trapped', 'in trees'], ['latency', 'latency']]) {
        const item = element('span', line, name === 'latency' ? 'plain' : 'key ' + name, label + ' ');
        if (name === 'trapped') item.title = 'Share of the packets in the network that sit in buffers of congestion trees';
        head[name] = element('b', item, '', '—');
      }
      head.at = element('span', line, 'at');
      element('div', host, 'chart-plot');
      build();
      if (window.ResizeObserver) new ResizeObserver(fit).observe(host);
      matchMedia('(prefers-color-scheme: light)').addEventListener('change', build);
    },

    // update shows a series: t in µs (the bins' starts or ends, ascending), accepted and offered as
    // fractions of the hosts' link bandwidth, trapped as a share of the packets, latency in ns.
    update(s, nowMicroseconds) {
      if (!host) return;
      last = s;
      now = nowMicroseconds || 0;
      latency = s.latency || latency;
      const scale = a => Array.from(a, v => 100 * v);
      data[0] = Array.from(s.t);
      data[1] = scale(s.trapped);
      data[2] = scale(s.offered);
      data[3] = scale(s.accepted);
      if (!plot) build();
      if (plot) plot.setData(data);
      values(plot ? plot.cursor.idx : null);
    },

    // setTheme draws again in the colours that the style sheet has now.
    setTheme() { build(); },
  };
})();
