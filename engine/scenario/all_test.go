package scenario_test

// The tests of this package see the whole schema: every mechanism registers itself.
import (
	"flag"

	_ "github.com/congestree/congestree/engine"
)

var update = flag.Bool("update", false, "rewrite the golden files from what the code does now")
