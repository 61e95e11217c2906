// Package jsonio reads and writes a scenario as a JSON object: one member per field (text,
// number or bool), and optionally "preset". It stands apart from package scenario because the
// worker shall not link encoding/json.
package jsonio

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math/big"
	"strconv"
	"strings"

	"github.com/congestree/congestree/engine/scenario"
)

// bom is what some editors of Windows begin a text with.
var bom = []byte("\ufeff")

// WithoutBOM is a text without the mark of its encoding before it.
func WithoutBOM(text []byte) []byte { return bytes.TrimPrefix(text, bom) }

// MaxBytes bounds a scenario's JSON text.
const MaxBytes = 64 << 10

// Read reads one scenario. A refusal is a *scenario.Error, other errors are the reader's.
func Read(r io.Reader) (scenario.Scenario, error) {
	text, err := io.ReadAll(io.LimitReader(r, MaxBytes+1))
	if err != nil {
		return scenario.Default(), err
	}
	if len(text) > MaxBytes {
		return scenario.Default(), &scenario.Error{Reason: "the JSON text is longer than " + strconv.Itoa(MaxBytes) + " bytes"}
	}
	settings, err := settingsOf(WithoutBOM(text))
	if err != nil {
		return scenario.Default(), err
	}
	return scenario.FromSettings(settings)
}

func settingsOf(text []byte) ([]scenario.Setting, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	bad := func(err error) error {
		if err == nil || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return &scenario.Error{Reason: "the text is not one whole JSON object"}
		}
		return &scenario.Error{Reason: "the text is not JSON: " + err.Error()}
	}
	if open, err := d.Token(); err != nil || open != json.Delim('{') {
		return nil, bad(err)
	}
	var out []scenario.Setting
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return nil, bad(err)
		}
		name := key.(string) // the decoder accepts nothing else as a key
		value, err := d.Token()
		if err != nil {
			return nil, bad(err)
		}
		text := ""
		switch v := value.(type) {
		case string:
			text = v
		case bool:
			text = strconv.FormatBool(v)
		case json.Number:
			text = plain(v.String())
		default:
			return nil, &scenario.Error{Field: name, Reason: "must be a text, a number, true or false"}
		}
		out = append(out, scenario.Setting{Field: name, Value: text})
	}
	if _, err := d.Token(); err != nil {
		return nil, bad(err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, bad(err)
	}
	return out, nil
}

// plain writes out the exponent some programs put into numbers (1e-05), within the range of any field, and leaves out the zeros that others put behind whole
// ones (4.0).
func plain(number string) string {
	mantissa, exponent, found := strings.Cut(strings.ToLower(number), "e")
	if !found && strings.Contains(number, ".") {
		return strings.TrimRight(strings.TrimRight(number, "0"), ".")
	}
	if e, err := strconv.Atoi(exponent); !found || err != nil || e < -20 || e > 20 || len(mantissa) > 40 {
		return number
	}
	r, ok := new(big.Rat).SetString(number)
	if !ok {
		return number
	}
	out := r.FloatString(60)
	return strings.TrimRight(strings.TrimRight(out, "0"), ".")
}

// Append writes the shortest object for a scenario: its preset and the fields that differ, in schema order.
func Append(buf []byte, s scenario.Scenario) []byte {
	buf = append(buf, '{')
	for i, set := range s.Settings() {
		if i > 0 {
			buf = append(buf, ',')
		}
		buf = append(buf, "\n  "...)
		buf = appendText(buf, set.Field)
		buf = append(buf, ": "...)
		switch f := scenario.Lookup(set.Field); {
		case f.IsNumber() || f != nil && f.Kind == scenario.Bool:
			buf = append(buf, set.Value...) // canonical numbers and bools are JSON
		default:
			buf = appendText(buf, set.Value)
		}
	}
	return append(buf, "\n}\n"...)
}

func appendText(buf []byte, s string) []byte {
	text, err := json.Marshal(s)
	if err != nil {
		panic("jsonio: " + err.Error()) // a string is always marshalled
	}
	return append(buf, text...)
}
