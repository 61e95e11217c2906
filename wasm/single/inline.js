
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
  const kinds = {svg: 'image/svg+xml', png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp'};
  const urls = {};
  let worker;
  return {
    bytes,
    // The address of a picture; of one that is not in the file an empty one.
    url(name) {
      if (!document.querySelector(`script[data-file="${name}"]`)) return urls[name] ||= 'data:,';
      return urls[name] ||= URL.createObjectURL(new Blob([bytes(name)], {type: kinds[name.split('.').pop()]}));
    },
    // Runs a script.
    script(name) {
      const s = document.createElement('script');
      s.textContent = new TextDecoder().decode(bytes(name));
      document.head.append(s);
    },
    worker: () => worker ||= URL.createObjectURL(new Blob([bytes('worker')], {type: 'text/javascript'})),
  };
})();
