// Package reproduce runs the cells of package paper and keeps what they gave.
//
// A [Runner] runs cells on several cores; a [File] holds one [Record] per finished cell as JSON
// lines, so that a killed run goes on where it was; [Summary], [Claims] and [Data.Docs] turn the numbers
// into words, and [Data.Pictures] into the papers' diagrams.
//
// It stands beside the engine, not in it: goroutines, files and clocks begin here.
package reproduce
