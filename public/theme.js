// Light or dark, whatever the system says: theme=light or theme=dark in the address, or what the page's program asks
// for; light in print. The style sheets say their light colours under @media (prefers-color-scheme: light); those rules are switched.
'use strict';
(() => {
  const asked = new WeakMap(); // rule → its own condition
  let wanted = '', paper = false;

  // What a rule is to hold under: its own condition, but for colours that somebody wants, and on paper, whose size and kind are
  // none of the window's, but for what holds in the window now.
  function condition(own) {
    if (wanted && own.includes('prefers-color-scheme')) return own.includes(wanted) ? 'all' : 'not all';
    if (paper && /width|height/.test(own)) return matchMedia(own).matches ? 'all' : 'not all';
    return own;
  }

  function write(rules) {
    for (const rule of rules) {
      if (!(rule instanceof CSSMediaRule)) continue;
      const own = asked.get(rule) || rule.media.mediaText;
      asked.set(rule, own);
      const text = condition(own);
      if (rule.media.mediaText !== text) rule.media.mediaText = text;
      write(rule.cssRules);
    }
  }

  function set(theme) {
    wanted = theme === 'light' || theme === 'dark' ? theme : '';
    for (const sheet of document.styleSheets) {
      let rules;
      try { rules = sheet.cssRules; } catch { continue; }
      write(rules);
    }
    dispatchEvent(new Event('congestree-theme'));
  }

  window.congestreeTheme = {set, get wanted() { return wanted; }};
  // Paper is white: charts are drawn anew, since their colours are not the style sheet's. A sheet is as large as the window, and laid out
  // as it is, so that nothing is cut off; the printer makes it fit.
  let screen = '';
  addEventListener('beforeprint', () => {
    if (!paper) screen = wanted;
    paper = true;
    set('light');
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`@page { size: ${innerWidth}px ${innerHeight}px; margin: 0; }`);
    document.adoptedStyleSheets = [sheet];
  });
  addEventListener('afterprint', () => {
    document.adoptedStyleSheets = [];
    paper = false;
    set(screen);
  });
  const given = /[?&#](?:ui\.)?theme=(light|dark)\b/.exec(location.search + location.hash);
  if (given) set(given[1]);
})();
