package sweep

// Results that a page has kept for itself, as the lines of a file. Between the two stands a browser's storage, in which anybody may have
// written: unlike a file of a person's, it is gone through field by field.

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/congestree/congestree/engine/scenario"
)

// ErrOther says that results are sound, as far as can be seen, but of another sweep.
var ErrOther = errors.New("results of another sweep")

// Kept reads what Lines has written of a plan's results, and returns them by point, nil where there is none. Each has the
// fingerprint of its engine, as those that were brought may be of others; which are of the present one is for the caller to see.
func (p *Plan) Kept(text []byte) ([]*Record, error) {
	if id, ok := bytes.CutPrefix(text, []byte(Head)); ok && !bytes.HasPrefix(id, []byte(p.id+`"`)) {
		return nil, ErrOther
	}
	records, torn, err := parse("what was kept", text)
	switch {
	case err != nil:
		return nil, err
	case torn > 0 || len(records) == 0:
		return nil, errors.New("what was kept has no end, or nothing")
	}
	out := make([]*Record, p.Len())
	for _, r := range records {
		if err := p.owns(r); err != nil {
			return nil, fmt.Errorf("what was kept, line %d: %w", r.at, err)
		}
		if out[r.Point] != nil {
			return nil, fmt.Errorf("what was kept, line %d: the point is there twice", r.at)
		}
		out[r.Point] = r
	}
	return out, nil
}

// owns refuses a record that no run of the plan's can have given, and has it call its scheme as the plan does.
func (p *Plan) owns(r *Record) error {
	if r.Sweep != p.id || r.Of != p.Len() {
		return errors.New("sweep or of: it is of another sweep")
	}
	runs, fields := p.Point(r.Point)
	same := r.Fields.are(fields)
	if r.Fields = fields; !same {
		return errors.New("fields: they are not those of the point")
	}
	if s, err := scenarioOf(r.Link); err != nil || !s.Equal(runs) || r.Link != "" && !strings.ContainsRune("?#", rune(r.Link[0])) {
		return errors.New("link: it is not that of the point")
	}
	return r.sound()
}

// are says whether fields are those of a point, whatever a scheme is called.
func (f Fields) are(point Fields) bool {
	return slices.EqualFunc(f, point, func(a, b scenario.Setting) bool {
		return a.Field == b.Field && (a.Value == b.Value || a.Field == Scheme)
	})
}
