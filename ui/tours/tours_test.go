package tours_test

import (
	"testing"

	"github.com/congestree/congestree/ui/tours"
	"github.com/congestree/congestree/ui/tours/rehearse"
)

func TestX(t *testing.T) {
	for _, x := range tours.All() {
		st, err := rehearse.Tour(x, nil)
		if err != nil {
			t.Error(x.ID, err)
			continue
		}
		for i, s := range st {
			t.Log(x.ID, i+1, s.Facts.Fill(x.Steps[i].Say.EN, "en"))
			for _, e := range s.Errs {
				t.Error(x.ID, e)
			}
		}
	}
}
