// The charts of a comparison: one curve per scheme, in its colour and dash, in place of the several of one run.
'use strict';
(() => {
  // Also in compare.css, for swatches and heads.
  const dashes = [undefined, [7, 4], [1.5, 3.5], [9, 3, 2, 3]], inks = ['--accepted', '--low', '--trapped', '--good'];

  // What is drawn of each run, by chart, which of the chart's own curves that is (or their sum), and what is the same for all,
  // drawn once.
  const measures = {
    load: {shown: ['accepted'], column: 'accepted_percent', times: 100, of: c => c.bins.accepted, common: 'offered'},
    latency: {shown: ['latency'], column: 'latency_us', times: 1e-3, of: c => c.bins.latency, hollow: true},
    distribution: {shown: ['generated'], column: 'packets_percent', times: 100, of: c => c.latencies.generated, steps: true},
    blocked: {shown: ['high', 'low'], column: 'hol_percent', times: 100, of: c => Array.from(c.looks.low, (v, i) => v < 0 ? v : v + c.looks.high[i])},
    trees: {shown: ['ports'], column: 'branches', times: 1, of: c => c.looks.ports},
    aside: {shown: ['aside'], column: 'set_aside_queues', times: 1, of: c => c.looks.aside},
  };

  function swatch(item) {
    const ns = 'http://www.w3.org/2000/svg', svg = document.createElementNS(ns, 'svg'), path = document.createElementNS(ns, 'path');
    svg.setAttribute('viewBox', '0 0 26 8');
    svg.setAttribute('class', 'dash');
    svg.setAttribute('aria-hidden', 'true');
    path.setAttribute('d', 'M1 4h24');
    svg.append(path);
    item.prepend(svg);
  }

  // series replaces a chart's own while runs are compared.
  function series(chart, lanes) {
    const m = measures[chart.id], own = chart.own || chart.series;
    const mine = lanes.map((lane, i) => ({
      key: `lane lane-${i + 1}`, label: lane.name, column: `${m.column} ${lane.column}`, times: m.times, hollow: m.hollow,
      ink: inks[i % 4], width: 2.25, dash: dashes[i % 4], spans: true, lane: i, dress: swatch,
    }));
    return [...own.filter(s => s.key === m.common), ...mine];
  }

  // columns aligns the runs: a row per time, or latency, that any of them has. Shares of packets stay until they rise.
  function columns(chart, data) {
    const m = measures[chart.id], lanes = data.lanes;
    const times = new Float64Array(lanes.reduce((n, l) => n + l[chart.from].t.length, 0));
    let at = 0;
    for (const l of lanes) { times.set(l[chart.from].t, at); at += l[chart.from].t.length; }
    const t = [...new Set(times.sort())];
    const aligned = (own, values, s) => {
      const out = new Array(t.length).fill(null), steps = m.steps && own.length;
      for (let i = 0, j = 0; i < t.length; i++) {
        if (t[i] === own[j]) {
          const v = values[j++];
          out[i] = v < 0 || s.hollow && v === 0 ? null : v * s.times;
        } else if (steps) out[i] = i ? out[i - 1] : 0;
      }
      return out;
    };
    return [t, ...chart.series.map(s => s.lane == null ? aligned(data[chart.from].t, data[chart.from][s.key], s) : aligned(lanes[s.lane][chart.from].t, m.of(lanes[s.lane]), s))];
  }

  // shown returns the labels of what is drawn of each run.
  const shown = chart => chart.own.filter(s => measures[chart.id].shown.includes(s.key)).map(s => s.label);

  window.congestreeCompare = {series, columns, shown};
})();
