// Package paper holds the experiments of the papers that the engine is to reproduce: what was
// run, what was published, where, and what we get.
//
// A [Cell] is one run: it has an ID ("voq/2TH-AS-K/3/vFtree/HS10-4"), a scenario and, where the
// paper prints a number, that number. An [Experiment] is a table or figure: a set of cells. A
// [Claim] is a sentence of a paper and the comparison of cells that decides it. Published and
// measured numbers are data (data/*.tsv), embedded.
//
// The package goes into the page, so it uses neither fmt nor encoding/json and does not run
// anything; package reproduce does.
package paper
