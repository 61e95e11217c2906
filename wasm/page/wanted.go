package main

// What the page comes to only once it can: its scenario is still opening, or what it waits for has not happened yet. It is one value, so that
// what opens next takes its place as a whole (set, readView), and nothing of one link, tour or seek is left to act on what came after it.

// wanted is that.
type wanted struct {
	at   int64    // instant to go to, ps, -1 = none; a run that plays goes on from there
	loop [2]int64 // window to play over and over, ps; 0, 0 = none
	tree int      // root port of the tree to see alone, -1 = none
	tour string   // to begin with, "" = none
	step int      // of it
}

// nowhere is where a page stays.
var nowhere = wanted{at: -1, tree: -1}
