// Package sweep runs the cartesian product of some fields' values, and keeps what it measured.
//
// A [Plan] says what is to be run: a base scenario, the [Axis] of each swept field, and the time at
// which every run ends. Its points are numbered in product order, the last axis changing fastest.
// A [File] holds one [Record] per finished point as JSON lines; it survives being killed at any
// instant, so that the next [Runner.Run] goes on from there. A plan splits into shards for several machines, and
// [Merge] puts their files together again. A [Form] is a sweep as the page fills it in and draws it: curves over one field,
// one for each value of another or, by a [SchemeAxis], for each scheme of a comparison.
// What runs and measures a point is package point, which the page's workers have as well.
//
// It stands beside the engine, not in it: goroutines, files and clocks begin here.
package sweep
