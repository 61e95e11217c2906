// Light or dark, whatever the system says: theme=light or theme=dark in the address, or what the page's program asks
// for; light in print. The style sheets say their light colours under @media (prefers-color-scheme: light); those rules are switched.
'use strict';
(() => {
  const asked = new WeakMap(); // rule → its own condition
  let wanted = '';

  function set(theme) {
    wanted = theme === 'light' || theme === 'dark' ? theme : '';
    for (const sheet of document.styleSheets) {
      let rules;
      try { rules = sheet.cssRules; } catch { continue; }
      for (const rule of rules) {
        if (!(rule instanceof CSSMediaRule)) continue;
        const own = asked.get(rule) || rule.media.mediaText;
        if (!own.includes('prefers-color-scheme')) continue;
        asked.set(rule, own);
        const text = !wanted ? own : own.includes(wanted) ? 'all' : 'not all';
        if (rule.media.mediaText !== text) rule.media.mediaText = text;
      }
    }
    dispatchEvent(new Event('congestree-theme'));
  }

  window.congestreeTheme = {set, get wanted() { return wanted; }};
  // Paper is white: charts are drawn anew, since their colours are not the style sheet's. A sheet is as large as the window, so
  // that nothing is laid out again and cut off; the printer makes it fit.
  let screen = '';
  addEventListener('beforeprint', () => {
    screen = wanted;
    set('light');
    const sheet = new CSSStyleSheet();
    const now = getComputedStyle(document.documentElement);
    const sizes = ['--legend-least', '--legend-h', '--panel-w', '--chart-h', '--summary-h', '--picture-h'].map(name => `${name}: ${now.getPropertyValue(name) || 'initial'};`).join(' '); // not those of a window as wide as a sheet of paper
    sheet.replaceSync(`@page { size: ${innerWidth}px ${innerHeight}px; margin: 0; } :root { ${sizes} }`);
    document.adoptedStyleSheets = [sheet];
  });
  addEventListener('afterprint', () => {
    document.adoptedStyleSheets = [];
    set(screen);
  });
  const given = /[?&#](?:ui\.)?theme=(light|dark)\b/.exec(location.search + location.hash);
  if (given) set(given[1]);
})();
