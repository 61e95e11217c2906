package reproduce

// The papers' claims, in words.

import (
	"fmt"
	"io"

	"github.com/congestree/congestree/engine/paper"
)

// Claims writes the claims of some papers (all, if none is named) and what our numbers say of them.
func Claims(w io.Writer, ours paper.Values, only string) error {
	count := map[paper.State]int{}
	for _, c := range paper.Claims() {
		if only != "" && c.Paper != only {
			continue
		}
		v := c.Decide(ours)
		count[v.State]++
		fmt.Fprintf(w, "%s: %s (%s)\n  [%s] %s: “%s”\n  tested as: %s\n", c.ID, v.State, measured(v), c.Paper, c.Where, c.Text, c.Test)
		if detail := v.Detail(nil); detail != "" {
			fmt.Fprintf(w, "  farthest off: %s\n", detail)
		}
	}
	_, err := fmt.Fprintf(w, "%d hold, %d fail, %d are not yet measured\n", count[paper.Holds], count[paper.Fails], count[paper.Unmeasured])
	return err
}

func measured(v paper.Verdict) string {
	if v.Groups == 0 {
		return "no cells yet"
	}
	text := fmt.Sprintf("%d of %d comparisons hold", v.Held, v.Groups)
	if v.Groups == 1 {
		text = map[int]string{0: "its comparison does not hold", 1: "its comparison holds"}[v.Held]
	}
	if v.Missing > 0 {
		text += fmt.Sprintf(", %d cells without a number", v.Missing)
	}
	return text
}
