package sweep

// One finished point, as a line of JSON. Names and units are an interface: other programs read them.

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/congestree/congestree/engine/scenario"
)

// Measures are what a run gave, under the names that congestree run and sweeps write; other programs read them.
type Measures struct {
	Throughput    *float64 `json:"throughput"` // accepted load over the window, 0–1; null if a deadlock came before the window
	Offered       *float64 `json:"offered"`
	LatencyMean   *float64 `json:"latency_ns_mean"` // null if nothing was delivered in the window
	LatencyP50    *float64 `json:"latency_ns_p50"`
	LatencyP99    *float64 `json:"latency_ns_p99"`
	NetworkMean   *float64 `json:"network_latency_ns_mean"` // of the same packets, from injection on instead of generation
	NetworkP50    *float64 `json:"network_latency_ns_p50"`
	NetworkP99    *float64 `json:"network_latency_ns_p99"`
	Fairness      *float64 `json:"fairness_jain"` // of what hosts have sent in the window, 0–1; null if nothing
	LeastHost     *float64 `json:"least_host"`    // of them, what the one that has sent least has, 0–1 of its link's bandwidth
	Generated     uint64   `json:"generated"`
	Refused       uint64   `json:"refused"`
	Injected      uint64   `json:"injected"`
	Delivered     uint64   `json:"delivered"`
	Hops          uint64   `json:"hops"`
	SimulatedNS   float64  `json:"simulated_ns"`
	WindowStartNS *float64 `json:"window_start_ns"` // null if there was no window
	WindowEndNS   *float64 `json:"window_end_ns"`
	WallS         float64  `json:"wall_s"`
	HopsPerS      float64  `json:"hops_per_s"`
	ExecutionNS   *float64 `json:"execution_ns"` // of a trace; null if there is none, or it has not ended
}

// Record is what a point gave.
type Record struct {
	Sweep  string `json:"sweep"` // the plan's ID; first, so that a torn line can be told
	Point  int    `json:"point"` // in product order, from 0
	Of     int    `json:"of"`    // points of the sweep
	Link   string `json:"link"`  // opens the very scenario
	Fields Fields `json:"fields"`
	Measures
	DeadlockNS  *float64 `json:"deadlock_ns"` // when one was found (deadlock=watch), which ended the run; null if none was
	Checksum    string   `json:"checksum"`
	Engine      string   `json:"engine"`      // the program's version
	Fingerprint string   `json:"fingerprint"` // how the engine behaves: see Fingerprint
	brought     bool
	at          int // the line of its file, from 1
}

// Brought says whether it is from a file that a person has brought: see Reading.
func (r *Record) Brought() bool { return r.brought }

// Fields are the swept fields in the order of the axes; in JSON an object of numbers, bools and texts.
type Fields []scenario.Setting

func (f Fields) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, s := range f {
		if i > 0 {
			b.WriteByte(',')
		}
		value := []byte(s.Value)
		if field := scenario.Lookup(s.Field); field == nil || field.Kind == scenario.Choice || field.Kind == scenario.Text {
			value = quoted(s.Value)
		} // else canonical numbers and bools are JSON
		b.Write(quoted(s.Field))
		b.WriteByte(':')
		b.Write(value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

func quoted(s string) []byte {
	text, err := json.Marshal(s)
	if err != nil {
		panic("sweep: " + err.Error()) // a string is always marshalled
	}
	return text
}

func (f *Fields) UnmarshalJSON(text []byte) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return fmt.Errorf("fields is not an object")
	}
	*f = nil
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return err
		}
		value, err := d.Token()
		if err != nil {
			return err
		}
		if _, nested := value.(json.Delim); nested {
			return fmt.Errorf("the field %v is neither text nor number nor bool", name)
		}
		if field := scenario.Lookup(name.(string)); field != nil { // else of another version
			ok := true
			switch field.Kind {
			case scenario.Int, scenario.Decimal:
				_, ok = value.(json.Number)
			case scenario.Bool:
				_, ok = value.(bool)
			}
			if !ok {
				return fmt.Errorf("the value of the field %v is no number, or no bool", name)
			}
		}
		*f = append(*f, scenario.Setting{Field: name.(string), Value: fmt.Sprint(value)})
	}
	return nil
}

// Line is a record, of a sweep or of a validation, as a line of a file of results, with its newline.
func Line(record any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false) // the & of links stays readable
	if err := e.Encode(record); err != nil {
		panic("sweep: " + err.Error()) // measures are finite
	}
	return b.Bytes()
}

// ReadLine reads what Line has written into a record, and nothing else.
func ReadLine(text []byte, record any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(record); err != nil {
		return err
	}
	if d.InputOffset() != int64(len(bytes.TrimRight(text, " \t\r\n"))) {
		return fmt.Errorf("something follows the object")
	}
	return nil
}

func (r *Record) line() []byte { return Line(r) }

// parseLine reads what line has written, and nothing else.
func parseLine(text []byte) (*Record, error) {
	r := &Record{}
	if err := ReadLine(text, r); err != nil {
		return nil, err
	}
	if r.Sweep == "" || r.Of < 1 || r.Of > MaxPoints || r.Point < 0 || r.Point >= r.Of || r.Checksum == "" {
		return nil, fmt.Errorf("sweep, point, of or checksum is missing, or out of range")
	}
	if r.WindowStartNS != nil && r.WindowEndNS != nil && *r.WindowEndNS <= *r.WindowStartNS { // of before this was told
		r.Throughput, r.Offered, r.WindowStartNS, r.WindowEndNS = nil, nil, nil, nil
	}
	return r, nil
}

// sameResult compares what two runs of a point have measured: not how long they took, nor how different versions of
// the program name themselves, the scenario and its scheme, or comparisons the scheme: the sweep's ID pins what these are.
func sameResult(a, b *Record) bool {
	x, y := *a, *b
	for _, r := range []*Record{&x, &y} {
		r.WallS, r.HopsPerS, r.Engine, r.Link = 0, 0, "", ""
		r.Fields = slices.Clone(r.Fields)
		for i := range r.Fields {
			if r.Fields[i].Field == Scheme {
				r.Fields[i].Value = ""
			}
		}
	}
	if x.NetworkMean == nil || y.NetworkMean == nil { // one of them is of before they were measured
		for _, r := range []*Record{&x, &y} {
			r.NetworkMean, r.NetworkP50, r.NetworkP99 = nil, nil, nil
		}
	}
	if x.Fairness == nil || y.Fairness == nil {
		for _, r := range []*Record{&x, &y} {
			r.Fairness, r.LeastHost = nil, nil
		}
	}
	return bytes.Equal(x.line(), y.line())
}

// CSV returns a table with a column per swept field and measure. The records are of one sweep.
func CSV(records []*Record) ([]byte, error) {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	for i, r := range records {
		names, values, err := columns(r)
		if err != nil {
			return nil, err
		}
		if i == 0 {
			w.Write(names)
		}
		w.Write(values)
	}
	w.Flush()
	return b.Bytes(), w.Error()
}

// columns takes names and order from the JSON form; the fields are columns of their own.
func columns(r *Record) (names, values []string, err error) {
	d := json.NewDecoder(bytes.NewReader(r.line()))
	d.UseNumber()
	depth := 0
	for {
		t, err := d.Token()
		if err != nil {
			return nil, nil, err
		}
		if mark, ok := t.(json.Delim); ok {
			if mark == '{' {
				depth++
			} else if depth--; depth == 0 {
				return names, values, nil
			}
			continue
		}
		name := t.(string)
		if depth == 1 && name == "fields" {
			continue
		}
		if t, err = d.Token(); err != nil {
			return nil, nil, err
		}
		value := ""
		if t != nil {
			value = fmt.Sprint(t)
		}
		names, values = append(names, name), append(values, value)
	}
}
