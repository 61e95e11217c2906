// Which language the page speaks, and what the scripts beside its program say in each. English is in the scripts
// where it is said, say('…'); the other languages are here. The address decides (lang=es), else what a person chose
// in an earlier visit, else the browser. The program (wasm/page/language.go) takes over from there.
'use strict';
(() => {
  const sentences = {es: {
    // loader.js, index.html
    'Loading the simulator…': 'Cargando el simulador…',
    'Loading the simulator: {0} of {1} MB': 'Cargando el simulador: {0} de {1} MB',
    'Starting the simulator…': 'Iniciando el simulador…',
    'Nothing has come for {0} s. Is the network there? The download may go on by itself; “Retry” begins it anew.': 'No ha llegado nada desde hace {0} s. ¿Hay red? La descarga quizá siga sola; «Reintentar» la empieza de nuevo.',
    'Download': 'Descarga',
    'Retry': 'Reintentar',
    'This browser has no WebAssembly, which the simulator is made of. Please try a current Firefox, Chrome, Edge or Safari.': 'Este navegador no tiene WebAssembly, de lo que está hecho el simulador. Pruebe una versión actual de Firefox, Chrome, Edge o Safari.',
    'This browser cannot unpack the simulator (DecompressionStream is missing). Please try a current Firefox, Chrome, Edge or Safari.': 'Este navegador no puede descomprimir el simulador (falta DecompressionStream). Pruebe una versión actual de Firefox, Chrome, Edge o Safari.',
    'This browser has no Web Workers, in which the simulation runs.': 'Este navegador no tiene Web Workers, en los que corre la simulación.',
    'WebGL 2, with which the network is drawn, is not available. It may be switched off in the settings of this browser, or blocked for this graphics driver.': 'WebGL 2, con lo que se dibuja la red, no está disponible. Puede que esté desactivado en la configuración de este navegador o bloqueado para este controlador gráfico.',
    '{0} could not be fetched ({1}). Is the network there?': 'No se pudo obtener {0} ({1}). ¿Hay red?',
    '{0} could not be fetched: the server answered {1}.': 'No se pudo obtener {0}: el servidor respondió {1}.',
    '{0} could not be fetched whole ({1}). Is the network there?': 'No se pudo obtener {0} completo ({1}). ¿Hay red?',
    '{0} is empty.': '{0} está vacío.',
    '{0} is damaged ({1}).': '{0} está dañado ({1}).',
    '{0} is missing. Was the page copied whole?': 'Falta {0}. ¿Se copió la página completa?',
    'The page’s program has ended unexpectedly.': 'El programa de la página ha terminado de forma inesperada.',
    // embed.js
    'Play': 'Reproducir',
    'Open in Congestree': 'Abrir en Congestree',
    'This browser has no WebAssembly, which the simulator is made of.': 'Este navegador no tiene WebAssembly, de lo que está hecho el simulador.',
    'WebGL 2, with which the network is drawn, is not available here.': 'WebGL 2, con lo que se dibuja la red, no está disponible aquí.',
    'This frame is a file, from which the simulator cannot be loaded; put the folder on a web server.': 'Este marco es un archivo, desde el que no se puede cargar el simulador; ponga la carpeta en un servidor web.',
    'This frame is sandboxed without allow-same-origin, so that the simulator cannot be loaded.': 'Este marco está aislado (sandbox) sin allow-same-origin, así que no se puede cargar el simulador.',
    'The simulator could not be loaded: {0}': 'No se pudo cargar el simulador: {0}',
    'A congestion tree in a fat tree of 128 hosts: from its root at a switch’s output port down to the hosts it blocks': 'Un árbol de congestión en un fat tree de 128 hosts: desde su raíz, en un puerto de salida de un conmutador, hasta los hosts que bloquea',
    // chart.js
    'Throughput': 'Rendimiento',
    'offered': 'ofrecida',
    'accepted': 'aceptada',
    'Latency': 'Latencia',
    'Latency distribution': 'Distribución de latencias',
    'latency, µs': 'latencia, µs',
    'from generation': 'desde generación',
    'from injection': 'desde inyección',
    'below {0}': 'por debajo de {0}',
    '{0} of the packets that the averages count. {1}': '{0} de los paquetes que cuentan para los promedios. {1}',
    'mean from generation': 'media desde generación',
    'mean from injection': 'media desde inyección',
    'HoL blocking': 'Bloqueo HoL',
    'packets in trees': 'paquetes en árboles',
    'high-order HoL': 'HoL de orden alto',
    'low-order HoL': 'HoL de orden bajo',
    'Congestion trees': 'Árboles de congestión',
    'branches (input buffers)': 'ramas (búferes de entrada)',
    'hosts blocked': 'hosts bloqueados',
    'hosts that hold back': 'hosts que retienen',
    'trees': 'árboles',
    'Set-aside queues': 'Colas apartadas',
    'in the network': 'en la red',
    'most at a port (right)': 'máx. por puerto (derecha)',
    'mean where any (right)': 'media donde hay (derecha)',
    'at {0}': 'a los {0}',
    'in bins of {0}': 'en intervalos de {0}',
    '{0} over time. At {1}: {2}': '{0} en el tiempo. En {1}: {2}',
    'Chart': 'Gráfica',
    'Zoom in around the instant shown': 'Ampliar en torno al instante mostrado',
    'Zoom out': 'Reducir',
    'Show the whole run': 'Mostrar todo lo simulado',
    'Whole run': 'Todo',
    'The chart as a table': 'La gráfica como tabla',
    'Table': 'Tabla',
    'Save the chart as CSV': 'Guardar la gráfica en CSV',
    'Save the chart as JSON': 'Guardar la gráfica en JSON',
    'Save the chart as SVG': 'Guardar la gráfica en SVG',
    'Save the chart as PNG': 'Guardar la gráfica en PNG',
    'Charts over simulated time, and the timeline': 'Gráficas en el tiempo simulado, y la línea de tiempo',
    // timeline.js
    'and {0} more here: zoom in, or see “Table”': 'y {0} más aquí: amplíe o vea «Tabla»',
    '{0} at {1}. {2}': '{0} a los {1}. {2}',
    '{0} of {1} simulated': '{0} de {1} simulados',
    'Instant shown, in µs': 'Instante mostrado, en µs',
    'Drag to any instant; with Shift, drag a window to play over and over': 'Arrastre hasta cualquier instante; con Mayús, arrastre una ventana que repetir',
    // table.js
    'Saved {0}': 'Guardado {0}',
    'Save as CSV': 'Guardar en CSV',
    'Save as JSON': 'Guardar en JSON',
    'Save as SVG': 'Guardar en SVG',
    'Save as PNG': 'Guardar en PNG',
    'Close the table': 'Cerrar la tabla',
    'Close': 'Cerrar',
    'Events': 'Sucesos',
    'All charts': 'Todas las gráficas',
    'Charts': 'Gráficas',
    '{0}: one row in {1} of {2}; files have all': '{0}: una fila de cada {1} de {2}; los archivos las tienen todas',
    '{0}: 1 row': '{0}: 1 fila',
    '{0}: {1} rows': '{0}: {1} filas',
    'time, µs': 'tiempo, µs',
  }};
  const root = document.documentElement;
  const known = tag => { // 'es-MX' is taken for 'es'
    const own = String(tag || '').toLowerCase().split('-')[0];
    return own === 'en' || Object.hasOwn(sentences, own) ? own : '';
  };

  // The key of localStorage is the program's (wasm/page/keepsake.go); other people's frames and files have none.
  function remembered() {
    if (window.congestreeInline || self !== top) return '';
    try { return known(JSON.parse(localStorage.getItem('congestree')).lang); } catch { return ''; }
  }

  // Where Linux has no locale but C, WebKit calls that its language; Intl refuses it, and uPlot asks Intl when it loads.
  try { Intl.getCanonicalLocales(navigator.language); } catch { Object.defineProperty(navigator, 'language', {value: 'en'}); }

  const given = new URLSearchParams(location.search.slice(1) + '&' + location.hash.slice(1));
  let tag = known(given.get('lang') || given.get('ui.lang')) || remembered() || known((navigator.languages || [navigator.language])[0]) || 'en';

  // say is a sentence in the present language; {0}, {1} … stand for args.
  const say = (sentence, ...args) => ((sentences[tag] || {})[sentence] || sentence).replace(/\{(\d)\}/g, (_, i) => args[i]);

  // dress puts the present language into elements that hold English, which they keep for the next change.
  function dress(within) {
    for (const e of within.querySelectorAll('[data-say]')) {
      e.dataset.say ||= e.getAttribute('aria-label') || e.getAttribute('alt') || e.textContent;
      const said = say(e.dataset.say);
      if (e.hasAttribute('aria-label')) e.setAttribute('aria-label', said);
      else if (e.hasAttribute('alt')) e.setAttribute('alt', said);
      else e.textContent = said;
    }
  }

  function set(want) {
    const next = known(want);
    if (!next) return;
    root.lang = next;
    if (next === tag) return;
    tag = next;
    dress(document);
    dispatchEvent(new Event('congestree-language'));
  }

  root.lang = tag;
  dress(document);
  window.congestreeTexts = {say, dress, set, get tag() { return tag; }};
})();
