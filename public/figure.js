// Charts and the curves of sweeps as figures: what render/figure.go draws, described by the data that is on the screen.
// The part of the time that is shown is the part that is drawn.
'use strict';
(() => {
  const {say} = window.congestreeTexts;
  const known = list => Float64Array.from(list, v => v == null ? NaN : v);
  const titled = (label, unit) => label + (unit ? ', ' + unit : '');

  // shares is a panel over the logarithm of latencies, in steps.
  function shares(c, data) {
    const {span, decades} = window.congestreeChart, [lo, hi] = span(data[0]), ticks = decades(lo, hi), log = v => Math.log10(Math.max(v, lo));
    const twice = (list, of) => Float64Array.from(list.flatMap((v, i) => i ? [of(i, 0), of(i, 1)] : [of(i, 1)]));
    const x = twice(data[0], i => log(data[0][i]));
    return {
      title: titled(say(c.label), c.unit), x: {label: say(c.over.label), min: log(lo), max: log(hi), places: Float64Array.from(ticks, log), names: ticks.map(String)}, y: {least: c.least},
      curves: c.series.map((s, k) => ({name: say(s.label), ink: s.ink, width: s.width, dash: s.dash, x, y: twice(data[0], (i, after) => data[k + 1][after ? i : i - 1] ?? NaN)})),
    };
  }

  // chart saves the charts chosen, or others, as 'svg' or 'png'.
  function chart(kind, which) {
    const {state, chosen, columns, extent, top} = window.congestreeChart, [min, max] = extent();
    const list = chosen(which), panels = list.map(c => {
      const data = columns(c);
      if (c.over) return shares(c, data);
      const x = known(data[0]);
      return {
        title: titled(say(c.label), c.unit), x: {label: say('time, µs'), min, max}, y: {least: top(c, data), most: c.most}, right: c.series.some(s => s.scale) ? c.right : null,
        curves: c.series.map((s, i) => ({name: say(s.label), ink: s.ink, width: s.width, dash: s.dash, fill: s.fill, right: !!s.scale, span: s.spans, x, y: known(data[i + 1])})),
      };
    });
    state.call.figure(kind, {file: `${(state.data && state.data.name) || 'congestree'}-${which || state.chosen}`, still: !!list[0].over, panels});
  }

  // sweep saves the curves of a sweep: kinds are its plots, as public/sweep.js has them.
  function sweep(kind, {data, kinds, word, shown, log, statistic, dashes, sign, inkName, offered, call}) {
    const lo = Math.min(...data.x), hi = Math.max(...data.x), pad = data.numbers ? (hi - lo || Math.abs(hi) || 1) * .04 : .5;
    const x = known(data.x);
    const panels = kinds.map(k => {
      const latency = k.id === 'latency', at = i => c => { const p = c.points[i], v = p && k.of(p); return v || null; };
      const part = (c, j) => known(data.x.map((_, i) => { const v = at(i)(c); return v && (j === 0 || c.points[i].runs > 1) ? v[j] : null; }));
      const curves = data.curves.map((c, n) => ({
        name: data.by ? data.Named[n] : latency ? word(statistic) : word(k.id), ink: inkName(n), width: 1.75, dash: dashes[sign(n)],
        signs: true, sign: sign(n), bare: !data.numbers, span: true, x, y: part(c, 0), low: part(c, 1), high: part(c, 2),
      }));
      const dead = data.curves.flatMap(c => data.x.map((v, i) => at(i)(c) && c.points[i].deadlocks ? [v, at(i)(c)[0]] : null)).filter(Boolean);
      if (dead.length) curves.push({name: word('deadlock'), ink: '--accepted', signs: true, sign: 4, bare: true, x: dead.map(p => p[0]), y: dead.map(p => p[1])});
      if (k.id === 'throughput') offered().forEach((o, n) => curves.push({name: word('offered') + (data.apart ? ': ' + data.Named[n] : ''), ink: o.ink, width: 1, dash: [1, 3], span: true, x, y: known(o.y)}));
      return {
        title: titled(latency ? `${word(k.id)} (${word(statistic)})` : word(k.id), k.unit),
        x: {label: titled(data.Label, data.Unit), min: lo - pad, max: hi + pad, ...(data.numbers ? {} : {places: x, names: data.values.map(shown)})},
        y: {least: latency ? .1 : 1, log: latency && log}, curves,
      };
    });
    call.figure(kind, {file: data.Name, of: data.Of, across: 2, panels});
  }

  window.congestreeFigure = {chart, sweep};
})();
