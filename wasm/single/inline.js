
// What the page would fetch stands in this file.
'use strict';
window.congestreeInline = (() => {
  const bytes = name => {
    const block = document.querySelector(`script[data-file="${name}"]`);
    if (!block) throw new Error(`${name} is not in this file`);
    const text = atob(block.textContent), out = new Uint8Array(text.length);
    for (let i = 0; i < text.length; i++) out[i] = text.charCodeAt(i);
    return out;
  };
  let worker;
  return {
    bytes,
    worker: () => worker ||= URL.createObjectURL(new Blob([bytes('worker')], {type: 'text/javascript'})),
  };
})();
