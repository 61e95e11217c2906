package engine

// Results numbers what the engine makes of scenarios. Engines of the same number give the same results, to the bit,
// for every scenario that both of them know; a link names the number of the engine it was made with, so that a page with
// another can say that it would show something else. It goes up by one when testdata/results.txt has to
// change, and only then: new fields, mechanisms and measures leave it alone.
const Results = 17
