// Who goes by keyboard keeps the place. Where what has the focus is hidden, disabled or taken away (a message is dismissed,
// a field is reset, a scheme is removed), browsers give the focus to the whole page; here it goes to what stands nearest.
// And nobody's view is taken: by a phone that enlarges the page or covers a field with its keyboard, or by what pointing shows.
'use strict';
(() => {
  const kinds = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';
  const usable = e => !e.disabled && (e.checkVisibility ? e.checkVisibility({visibilityProperty: true, checkVisibilityCSS: true}) : e.getClientRects().length > 0);
  // An iPhone enlarges the page to the letters of the field that gets the focus, and leaves it so. This keeps it from that; fingers
  // can enlarge it nevertheless, unlike on other systems, which are not told.
  if (CSS.supports('-webkit-touch-callout', 'none')) document.querySelector('meta[name="viewport"]').content += ', maximum-scale=1';

  let around = [], place = 0; // of what has the focus: the elements around it, from the nearest on, and how many controls stand before it

  addEventListener('focusin', e => {
    around = [];
    if (!e.target.matches(':focus-visible')) return; // a finger's or mouse's focus may fall, and must not open a keyboard
    for (let a = e.target.parentElement; a; a = a.parentElement) around.push(a);
    place = [...document.querySelectorAll(kinds)].indexOf(e.target);
  });

  addEventListener('focusout', e => {
    if (e.relatedTarget || !around.length) return;
    const was = e.target, [within, at] = [around, place];
    setTimeout(() => {
      if (document.activeElement && document.activeElement !== document.body || was.isConnected && usable(was)) return; // as after a click beside it
      if (within.some(a => a.localName === 'dialog' && !a.open)) return; // the browser gives it to what had it before the dialog, or to the page and its keys
      const all = [...document.querySelectorAll(kinds)];
      for (const a of within) {
        const near = a.isConnected ? all.map((e, i) => [e, Math.abs(i - at + .25)]).filter(([e]) => a.contains(e) && usable(e)) : [];
        if (near.length) return near.reduce((x, y) => y[1] < x[1] ? y : x)[0].focus({preventScroll: true});
      }
    });
  });

  // The box that tells of what is pointed at stands below, on the left. Where the pointer comes to it, it goes above, and back again:
  // else it would hide what it tells of.
  let last = null; // where the pointer was
  const box = document.getElementsByClassName('hover');
  const hides = () => {
    const r = last && box[0]?.getBoundingClientRect(), near = 24;
    return r?.width && last[0] > r.left - near && last[0] < r.right + near && last[1] > r.top - near && last[1] < r.bottom + near;
  };
  const aside = () => {
    const above = () => document.documentElement.classList.toggle('hover-above');
    if (hides() && (above(), hides())) above(); // no place in so low a window
  };
  const grows = new ResizeObserver(aside); // it may come to the pointer, too
  new MutationObserver((_, o) => {
    if (!box[0]) return;
    o.disconnect();
    grows.observe(box[0]);
  }).observe(document.body, {childList: true, subtree: true});

  // Where a keyboard comes up on the screen, or a phone is turned, the field in use stays in view.
  addEventListener('resize', () => requestAnimationFrame(() => {
    const e = document.activeElement;
    if (e?.closest('#panel,dialog') && e.matches('input,select,textarea')) e.scrollIntoView({block: 'nearest'});
  }));

  // What a control has added above it, as the first scheme compared adds a table, pushes it down; it stays in view.
  let group = null, stood = 0; // how far down in its group what has the focus stood
  const stands = e => e.getBoundingClientRect().bottom - group.getBoundingClientRect().top;
  const longer = new ResizeObserver(() => {
    const e = document.activeElement, panel = group.closest('#panel'); // none where the group has been taken away
    if (!panel || !group.contains(e)) return;
    const by = stands(e) - stood, foot = panel.getBoundingClientRect().bottom, low = e.getBoundingClientRect().bottom;
    stood += by;
    if (low > foot && low - by <= foot) e.scrollIntoView({block: 'nearest'});
  });
  addEventListener('focusin', e => {
    const next = e.target.closest('#panel .group');
    if (!next) return;
    if (next !== group) {
      longer.disconnect();
      longer.observe(group = next);
    }
    stood = stands(e.target);
  });

  // The summary has two lines. A finger cannot point at it for the others, so that a tap shows all of it, until the next one.
  addEventListener('pointerdown', e => {
    document.documentElement.classList.toggle('summary-whole', !!e.target.closest?.('.summary p') && !document.documentElement.classList.contains('summary-whole'));
  }, true);

  // Escape puts away what pointing at something shows, until the pointer or the focus comes to something else, or another key is
  // pressed. Of a field's help and in a dialog it does no more than that, once: it would end a tour, too.
  let from = null;
  const again = () => { from = null; document.documentElement.classList.remove('put-away'); };
  addEventListener('keydown', e => {
    if (e.key !== 'Escape') return again();
    const shown = [...document.querySelectorAll('.hover, .field .doc, .sweep-tip')].filter(usable);
    if (!shown.length) return;
    from = last;
    document.documentElement.classList.add('put-away');
    if (shown.some(e => e.matches('.doc') || e.closest('dialog'))) e.preventDefault();
  }, true);
  addEventListener('pointermove', e => {
    last = [e.clientX, e.clientY];
    if (from && Math.hypot(last[0] - from[0], last[1] - from[1]) > 24) again();
    aside();
  }, true);
  addEventListener('focusin', again);

  // A row of the list of trees that has the focus keeps it where its tree goes, when others come before it.
  const moved = new MutationObserver(([{target, oldValue}]) => {
    if (document.activeElement === target) document.querySelector(`.trees [data-tree="${oldValue}"]`)?.focus({preventScroll: true});
  });
  addEventListener('focusin', e => {
    moved.disconnect();
    if (e.target.matches('.trees [data-tree]')) moved.observe(e.target, {attributeFilter: ['data-tree'], attributeOldValue: true});
  });
})();
