// Light or dark, whatever the system says: theme=light or theme=dark in the address, or what the page's program asks
// for. The style sheets say their light colours under @media (prefers-color-scheme: light); those rules are switched.
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
  const given = /[?&#](?:ui\.)?theme=(light|dark)\b/.exec(location.search + location.hash);
  if (given) set(given[1]);
})();
