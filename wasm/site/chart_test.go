package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// How far the axes of public/chart.js reach: shares far below 100 % have nearer ones, in a few steps, one for all curves; nearly nothing
// looks like nearly nothing; what is over 100 %, no share or not known yet does not change them.
const axes = `
global.window = {congestreeTexts: {say: s => s}};
require(require('path').resolve(process.argv[1]));
const {top} = window.congestreeChart, load = {unit: '%', least: 100};
console.log([
  [], [[null, 0]], [[null, .01]], [[8.7, 4], [1.5, 1.6]], [[9.6]], [[9.7]], [[1], [19]], [[1], [39, 2], [3]], [[48]], [[100]], [[3000]],
].map(c => top(load, [[1, 2e9], ...c])).join(' '));
console.log(top({unit: '%', least: 10}, [[1], [null]]), top({unit: 'µs', least: 1}, [[1], [5]]), top({unit: '%', least: 100, over: {}}, [[1], [5]]));
`

// A latency is in ns below a µs: 999.6 ns are 1.00 µs, as the panel has it, and no 1000 ns.
const latencies = `
global.window = {congestreeTexts: {say: s => s}};
require(require('path').resolve(process.argv[1]));
const {value} = window.congestreeChart;
console.log([.0004, .42, .9994, .9996, 1, 9.996, 999.94].map(v => value(v, 'µs')).join(', ').replaceAll('\u202f', ' '));
`

func TestChartsTellLatenciesAsThePanelDoes(t *testing.T) {
	out, err := inNode(t, latencies, filepath.Join("..", "..", "public", "chart.js"))
	want := "0 ns, 420 ns, 999 ns, 1.00 µs, 1.00 µs, 10.00 µs, 999.9 µs"
	if got := strings.TrimSpace(string(out)); err != nil || got != want {
		t.Errorf("%v\n got %s\nwant %s", err, got, want)
	}
}

// Of several runs of a sweep's point one that a deadlock has ended is told as one: in Spanish it was "1 terminadas".
const deadlocks = `
const words = {deadlock: 'terminada', deadlocks: '{0} terminadas', early: 'terminada antes', earlys: '{0} terminadas antes'};
const word = (key, ...args) => words[key].replace('{0}', args[0]);
const deadlocked = eval(require('fs').readFileSync(process.argv[1], 'utf8').match(/const deadlocked = (.*);/)[1]);
console.log([[1, 1, 0], [1, 1, 1], [3, 1, 0], [3, 3, 1], [3, 2, 2]].map(([runs, deadlocks, unmeasured]) => deadlocked({runs, deadlocks, unmeasured})).join('; '));
`

func TestSweepsTellOfOneDeadlock(t *testing.T) {
	out, err := inNode(t, deadlocks, filepath.Join("..", "..", "public", "sweep.js"))
	want := "terminada; terminada antes; 1 terminada; 2 terminadas, 1 terminada antes; 2 terminadas antes"
	if got := strings.TrimSpace(string(out)); err != nil || got != want {
		t.Errorf("%v\n got %s\nwant %s", err, got, want)
	}
}

// A chart of one point, as of a large network for its first minutes, is a table of one row.
const captions = `
const said = [], element = (tag, parent, name, text) => {
  const e = {dataset: {}, setAttribute() {}, append() {}, replaceChildren() {}, showModal() {}, querySelector: () => element('')};
  if (tag === 'caption') said.push(text);
  return e;
};
global.document = {querySelector: () => null, getElementById: () => element('')};
global.addEventListener = () => {};
let rows = 0;
global.window = {congestreeTexts: {say: (s, ...a) => s.replace(/\{(\d)\}/g, (_, i) => a[i])}, congestreeChart: {
  element, grouped: String, button: () => element(''), micro: String, state: {data: {marks: []}, chosen: 'load'}, chosen: () => [{id: 'load', label: 'Throughput', series: [{label: 'accepted', column: 'a'}]}],
  columns: () => [Array.from({length: rows}, (_, i) => i + 1), Array.from({length: rows}, () => 50)],
}};
require(require('path').resolve(process.argv[1]));
for (rows of [1, 2, 500]) window.congestreeTable.open();
console.log(said.join(', '));
`

func TestTablesOfChartsTellOfOneRow(t *testing.T) {
	out, err := inNode(t, captions, filepath.Join("..", "..", "public", "table.js"))
	want := "Throughput: 1 row, Throughput: 2 rows, Throughput: one row in 3 of 500; files have all"
	if got := strings.TrimSpace(string(out)); err != nil || got != want {
		t.Errorf("%v\n got %s\nwant %s", err, got, want)
	}
}

func TestAxesOfCharts(t *testing.T) {
	out, err := inNode(t, axes, filepath.Join("..", "..", "public", "chart.js"))
	want := "100 100 10 10 10 20 20 100 100 100 100\n10 1 100"
	if got := strings.TrimSpace(string(out)); err != nil || got != want {
		t.Errorf("%v\n got %s\nwant %s", err, got, want)
	}
}
