// The charts as tables, and as files: CSV and JSON.
'use strict';
(() => {
  const most = 240; // rows of a table on the page; files have all
  let dialog = null;
  const chart = () => window.congestreeChart, {say} = window.congestreeTexts;

  // rows joins charts: a row per time that any of them has, in the order of time. What is not over time comes alone.
  function rows(list) {
    const {columns, state} = chart();
    const names = [list[0].over ? list[0].over.column : 'time_us', ...list.flatMap(c => c.series.map(s => s.column))];
    const at = new Map();
    let k = 1;
    for (const c of list) {
      const data = state.data ? columns(c) : [[]];
      data[0].forEach((t, i) => {
        let row = at.get(t);
        if (!row) at.set(t, row = new Array(names.length).fill(null)), row[0] = t;
        c.series.forEach((s, j) => { const v = data[j + 1][i]; row[k + j] = v == null || Number.isNaN(v) ? null : +v.toPrecision(7); });
      });
      k += c.series.length;
    }
    return {names, rows: [...at.values()].sort((a, b) => a[0] - b[0])};
  }

  const csv = which => {
    const {names, rows: all} = rows(chart().chosen(which));
    return [names.join(','), ...all.map(r => r.map(v => v == null ? '' : v).join(','))].join('\r\n') + '\r\n';
  };

  function json(which) {
    const {state, chosen} = chart(), {names, rows: all} = rows(chosen(which)), d = state.data || {};
    return JSON.stringify({
      program: 'Congestree', version: window.congestree?.version, scenario: d.link, simulated_us: d.end, charts: chosen(which).map(c => c.label), columns: names, rows: all,
      events: (d.marks || []).map(m => ({time_us: m.t, kind: m.kind, title: m.title, text: m.text})),
    }, null, 1) + '\n';
  }

  // save saves the charts chosen, or others, and returns the file's name.
  function save(kind, which) {
    const {state} = chart(), name = `${(state.data && state.data.name) || 'congestree'}-${which || state.chosen}.${kind}`;
    const url = URL.createObjectURL(new Blob([kind === 'csv' ? csv(which) : json(which)], {type: kind === 'csv' ? 'text/csv' : 'application/json'}));
    const a = document.createElement('a');
    a.href = url;
    a.download = name;
    a.click();
    setTimeout(() => URL.revokeObjectURL(url), 10000);
    state.call.say(say('Saved {0}', name));
    return name;
  }

  function build() {
    const {element, button} = chart();
    dialog = element('dialog', document.getElementById('chart'), 'help data');
    dialog.dataset.testid = 'data';
    dialog.setAttribute('aria-labelledby', 'data-title');
    const top = element('div', dialog, 'head');
    element('h2', top).id = 'data-title';
    const right = element('div', top, 'chart-buttons');
    button(right, 'data-csv', say('Save as CSV'), 'CSV', () => save('csv'));
    button(right, 'data-json', say('Save as JSON'), 'JSON', () => save('json'));
    button(right, 'data-svg', say('Save as SVG'), 'SVG', () => window.congestreeFigure.chart('svg'));
    button(right, 'data-png', say('Save as PNG'), 'PNG', () => window.congestreeFigure.chart('png'));
    button(right, 'data-close', say('Close the table'), say('Close'), () => dialog.close());
    // Nobody sees or hears the page's notes behind the dialog: those that come while it is open stand in it.
    const said = element('p', dialog, 'said'), note = document.querySelector('[data-testid="note"]');
    said.setAttribute('role', 'status');
    said.dataset.testid = 'data-said';
    if (note) new MutationObserver(() => { said.textContent = dialog.open ? note.textContent : ''; }).observe(note, {childList: true, characterData: true, subtree: true});
    const scroll = element('div', dialog, 'scroll');
    scroll.tabIndex = 0;
    scroll.setAttribute('role', 'region');
    scroll.setAttribute('aria-labelledby', 'data-title');
    const events = element('div', dialog, 'events');
    events.tabIndex = 0;
    events.setAttribute('role', 'region');
    events.setAttribute('aria-label', say('Events'));
    element('h3', events, '', say('Events'));
    element('ul', events);
  }

  function open() {
    const {element, chosen, state, micro} = chart();
    if (!dialog) build();
    const list = chosen(), scroll = dialog.querySelector('.scroll');
    dialog.querySelector('h2').textContent = list.length > 1 ? say('All charts') : say(list[0].label);
    scroll.replaceChildren();
    for (const c of list) {
      const {names, rows: all} = rows([c]), step = Math.ceil(all.length / most), table = element('table', scroll);
      const short = v => String(+v.toFixed(3)), digits = names.map((_, k) => all.reduce((n, r) => r[k] == null ? n : Math.max(n, (short(r[k]).split('.')[1] || '').length), 0)); // points stand below points
      element('caption', table, '', step > 1 ? say('{0}: one row in {1} of {2}; files have all', say(c.label), step, all.length) : all.length === 1 ? say('{0}: 1 row', say(c.label)) : say('{0}: {1} rows', say(c.label), all.length));
      const tr = element('tr', element('thead', table));
      for (const name of [say(c.over ? c.over.label : 'time, µs'), ...c.series.map(s => say(s.label) + (c.unit ? ', ' + c.unit : ''))]) element('th', tr, '', name).scope = 'col';
      const body = element('tbody', table);
      for (let i = 0; i < all.length; i += step) {
        const r = element('tr', body);
        all[i].forEach((v, k) => {
          const x = element(k ? 'td' : 'th', r, '', v == null ? '—' : chart().grouped(v, digits[k]));
          if (!k) x.scope = 'row';
        });
      }
    }
    const marks = (state.data && state.data.marks) || [], ul = dialog.querySelector('ul');
    dialog.querySelector('.events').hidden = !marks.length;
    ul.replaceChildren();
    for (const m of marks) {
      const li = element('li', ul);
      element('b', li, '', `${micro(m.t)}: ${m.title}. `);
      li.append(m.text);
    }
    dialog.showModal();
  }

  addEventListener('congestree-language', () => { dialog?.remove(); dialog = null; });

  window.congestreeTable = {open, save, csv, json};
})();
