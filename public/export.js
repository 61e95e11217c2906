// What leaves the page: pictures of any size, and videos frame by frame. The page's program composes a plate (render's
// Sketch: shapes from below to above, in CSS pixels); here it is drawn and packed. Encoder and zip writer are fetched
// when they are first needed.
'use strict';
(() => {
  const font = "Helvetica, Arial, 'Liberation Sans', sans-serif";
  const turn = 2 * Math.PI;

  // What goes wrong is told by a code and numbers; wasm/page/export.go has the words.
  const wrong = (code, ...args) => Object.assign(new Error([code, ...args].join(' ')), {congestree: code, args: args.map(String)});

  // draw draws a plate: width and height, numbers (ten per shape: kind, colour, eight more, as render/sketch.go lists
  // them), colours, words, curves (points of each), and cuts (six for each run of shapes: left, top, right, bottom, the first, the first one after).
  function draw(ctx, plate) {
    const {numbers: n, colours, words, cuts} = plate, {width, height} = ctx.canvas;
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.clearRect(0, 0, width, height);
    ctx.setTransform(width / plate.width, 0, 0, height / plate.height, 0, 0);
    ctx.lineCap = 'butt';
    ctx.textBaseline = 'alphabetic';
    let colour = -1, at = 0, open = false;
    for (let i = 0, k = 0; i < n.length; i += 10, k++) {
      while (at < cuts.length && (open ? k === cuts[at + 5] : cuts[at + 4] === cuts[at + 5])) { // the end of one, or one of none
        if (open) ctx.restore();
        open = false;
        colour = -1;
        at += 6;
      }
      if (at < cuts.length && !open && k === cuts[at + 4]) {
        ctx.save();
        ctx.beginPath();
        ctx.rect(cuts[at], cuts[at + 1], cuts[at + 2] - cuts[at], cuts[at + 3] - cuts[at + 1]);
        ctx.clip();
        open = true;
        colour = -1;
      }
      if (n[i + 1] !== colour) {
        colour = n[i + 1];
        ctx.fillStyle = ctx.strokeStyle = colours[colour];
      }
      const a = n[i + 2], b = n[i + 3], c = n[i + 4], d = n[i + 5], e = n[i + 6];
      switch (n[i]) {
        case 0: // line
          ctx.lineWidth = e;
          ctx.beginPath();
          ctx.moveTo(a, b);
          ctx.lineTo(c, d);
          ctx.stroke();
          break;
        case 1: // box
          if (!(e > 0)) {
            ctx.fillRect(a, b, c - a, d - b);
            break;
          }
          ctx.beginPath();
          ctx.roundRect(a, b, c - a, d - b, e);
          ctx.fill();
          break;
        case 2: // disc
          ctx.beginPath();
          ctx.arc(a, b, c, 0, turn);
          ctx.fill();
          break;
        case 3: // ring
          ctx.lineWidth = d;
          ctx.beginPath();
          ctx.arc(a, b, c, 0, turn);
          ctx.stroke();
          break;
        case 4: // three or four corners
          ctx.beginPath();
          ctx.moveTo(a, b);
          ctx.lineTo(c, d);
          ctx.lineTo(e, n[i + 7]);
          ctx.lineTo(n[i + 8], n[i + 9]);
          ctx.fill();
          break;
        case 5: { // words
          const text = words[n[i + 7]];
          ctx.font = `${n[i + 8] ? 'bold ' : ''}${d}px ${font}`;
          ctx.textAlign = c > .75 ? 'right' : c > .25 ? 'center' : 'left';
          const fit = e > 0 ? e / (ctx.measureText(text).width || e) : 1;
          ctx.save();
          ctx.translate(a, b);
          ctx.scale(fit, 1);
          ctx.fillText(text, 0, 0);
          ctx.restore();
          break;
        }
        case 6: { // a curve
          const points = plate.curves[a];
          ctx.beginPath();
          for (let j = 0; j < points.length; j += 2) j ? ctx.lineTo(points[j], points[j + 1]) : ctx.moveTo(points[j], points[j + 1]);
          if (c) {
            ctx.fill();
            break;
          }
          ctx.lineWidth = b;
          ctx.lineJoin = 'round';
          ctx.setLineDash([d, e, n[i + 7], n[i + 8]].filter(v => v > 0));
          ctx.stroke();
          ctx.setLineDash([]);
        }
      }
    }
    if (open) ctx.restore();
  }

  function canvas(width, height) {
    const c = document.createElement('canvas');
    c.width = width;
    c.height = height;
    // On the processor: the picture is read back, and may be larger than a graphics card's largest texture.
    const ctx = c.getContext('2d', {willReadFrequently: true});
    if (!ctx) throw wrong('canvas', width, height);
    return ctx;
  }

  const blobOf = c => new Promise((done, fail) => {
    c.toBlob(b => b ? done(b) : fail(wrong('canvas', c.width, c.height)), 'image/png');
  });

  // png draws a plate; the chunks (bytes) are put where texts belong, after so many bytes of the head.
  async function png(plate, width, height, chunks, head) {
    const ctx = canvas(width, height);
    draw(ctx, plate);
    const file = await blobOf(ctx.canvas);
    ctx.canvas.width = ctx.canvas.height = 1; // frees the memory now
    return new Blob([file.slice(0, head), chunks, file.slice(head)], {type: 'image/png'});
  }

  let encoder = null, zipper = null;
  const address = name => new URL(name, document.baseURI).href;

  // bunny brings the encoder's library, once.
  const bunny = () => {
    encoder ||= import(address('vendor/mediabunny/mediabunny.min.mjs')).catch(e => {
      encoder = null;
      throw wrong(window.congestreeInline ? 'single' : 'writer', e.message);
    });
    return encoder;
  };

  const zip = () => {
    zipper ||= new Promise((done, fail) => {
      if (window.congestreeInline) { // the page is one file
        window.congestreeInline.script('vendor/fflate/fflate.js');
        return done(window.fflate);
      }
      const s = document.createElement('script');
      s.src = address('vendor/fflate/fflate.js');
      s.onload = () => done(window.fflate);
      s.onerror = () => { zipper = null; fail(wrong('writer', 'fflate.js')); };
      document.head.append(s);
    });
    return zipper;
  };

  // A video takes plates one by one: await add(plate), and in the end await finish() for the file, or cancel().
  async function video({width, height, fps, title, comment}) {
    if (typeof VideoEncoder !== 'function') throw wrong('encoder');
    document.createElement('video').canPlayType('video/webm'); // WebKitGTK makes its codecs ready by this; asked for an encoder before, it dies, and the page with it
    const m = await bunny();
    const quality = m.QUALITY_HIGH;
    const codec = await m.getFirstEncodableVideoCodec(['vp9', 'vp8'], {width, height, quality});
    if (!codec) throw wrong('codec', width, height);
    const ctx = canvas(width, height);
    const target = new m.BufferTarget();
    const output = new m.Output({format: new m.WebMOutputFormat(), target});
    output.setMetadataTags({title, comment, raw: {ENCODER_SETTINGS: codec}});
    const source = new m.CanvasSource(ctx.canvas, {codec, quality, keyFrameInterval: 2, latencyMode: 'quality'});
    output.addVideoTrack(source, {frameRate: fps});
    await output.start();
    let count = 0;
    return {
      async add(plate) {
        draw(ctx, plate);
        await source.add(count / fps, 1 / fps);
        count++;
      },
      async finish() {
        await output.finalize();
        return new Blob([target.buffer], {type: 'video/webm'});
      },
      async cancel() { await output.cancel(); },
    };
  }

  // The same as a zip file with a PNG per frame, for browsers that encode no video, and for other programs.
  async function frames({width, height, name, about, chunks, head}) {
    const {Zip, ZipPassThrough} = await zip();
    const ctx = canvas(width, height), parts = [];
    let failed = null, count = 0;
    const z = new Zip((error, data) => { error ? failed = error : parts.push(data); });
    const put = (path, bytes) => {
      const f = new ZipPassThrough(path);
      z.add(f);
      f.push(bytes, true);
      if (failed) throw failed;
    };
    put(name + '/about.txt', new TextEncoder().encode(about));
    return {
      async add(plate) {
        draw(ctx, plate);
        const file = await blobOf(ctx.canvas);
        const whole = await new Blob([file.slice(0, head), chunks, file.slice(head)]).arrayBuffer();
        put(`${name}/frame-${String(count++).padStart(5, '0')}.png`, new Uint8Array(whole));
      },
      async finish() {
        z.end();
        if (failed) throw failed;
        return new Blob(parts, {type: 'application/zip'});
      },
      async cancel() { z.terminate(); },
    };
  }

  function save(blob, name) {
    const url = URL.createObjectURL(blob), a = document.createElement('a');
    a.href = url;
    a.download = name;
    a.click();
    setTimeout(() => URL.revokeObjectURL(url), 60000);
  }

  const dataURL = blob => new Promise((done, fail) => {
    const r = new FileReader();
    r.onload = () => done(r.result);
    r.onerror = () => fail(r.error);
    r.readAsDataURL(blob);
  });

  window.congestreeExport = {png, video, frames, save, dataURL};
})();
