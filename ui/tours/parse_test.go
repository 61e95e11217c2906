package tours

import "fmt"

// Parse reads a file of tours, for the tests, with a look at all scenarios. An error says which tour and step, what is wrong and what is
// allowed.
func Parse(text []byte) ([]*Tour, error) {
	list, err := read(text)
	for _, t := range list {
		for i := range t.Steps {
			if _, err := t.Steps[i].opens(); err != nil {
				return nil, fmt.Errorf("tour %q: step %d: %w", t.ID, i+1, err)
			}
		}
	}
	return list, err
}
