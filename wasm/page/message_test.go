package main

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/ui"
	"github.com/congestree/congestree/wasm/play"
)

func TestMessages(t *testing.T) {
	for text, want := range map[string]string{ // "" = accepted
		`{"congestree":1,"id":1,"method":"hello"}`:                                       "",
		`{"congestree":1,"id":"a","method":"seek","params":{"ns":40000}}`:                "",
		`{"congestree":1,"id":1,"method":"loop"}`:                                        "",
		`{"congestree":1,"id":1,"method":"until","params":{"kind":"below","value":50}}`:  "",
		`{"congestree":1,"id":1,"method":"set","params":{"field":"load","value":"0.5"}}`: "",
		`{"congestree":1,"id":1,"method":"picture","params":{"type":"png","width":640}}`: "",
		`{"congestree":1,"id":1,"method":"theme","params":{"theme":""}}`:                 "",
		`{"congestree":1,"id":1,"method":"pause","params":null}`:                         "",
		``:     badMessage,
		`null`: badVersion,
		`[]`:   badMessage,
		`{"congestree":1,"id":1,"method":"hello"}}`:                                                         badMessage,
		`{"congestree":1,"id":1,"method":"hello","x":1}`:                                                    badMessage,
		`{"congestree":1,"id":1,"method":"hello","params":[1]}`:                                             badMessage,
		`{"congestree":1,"method":"hello"}`:                                                                 badMessage,
		`{"congestree":1,"id":{},"method":"hello"}`:                                                         badMessage,
		`{"congestree":1,"id":"` + strings.Repeat("x", 65) + `","method":"hello"}`:                          badMessage,
		`{"congestree":2,"id":1,"method":"hello"}`:                                                          badVersion,
		`{"congestree":"1","id":1,"method":"hello"}`:                                                        badVersion,
		`{"congestree":1,"id":1}`:                                                                           unknownMethod,
		`{"congestree":1,"id":1,"method":"eval","params":{"code":"alert(1)"}}`:                              unknownMethod,
		`{"congestree":1,"id":1,"method":"__proto__"}`:                                                      unknownMethod,
		`{"congestree":1,"id":1,"method":"<img src=x onerror=alert(1)>"}`:                                   unknownMethod,
		`{"congestree":1,"id":1,"method":{"toString":"hello"}}`:                                             unknownMethod,
		`{"congestree":1,"id":1,"method":"seek"}`:                                                           badParams,
		`{"congestree":1,"id":1,"method":"seek","params":{"ns":"40000"}}`:                                   badParams,
		`{"congestree":1,"id":1,"method":"seek","params":{"ns":-1}}`:                                        badParams,
		`{"congestree":1,"id":1,"method":"seek","params":{"ns":1e13}}`:                                      badParams,
		`{"congestree":1,"id":1,"method":"seek","params":{"ns":1,"then":"play"}}`:                           badParams,
		`{"congestree":1,"id":1,"method":"until","params":{"kind":"time"}}`:                                 badParams,
		`{"congestree":1,"id":1,"method":"until","params":{"kind":"below","value":null}}`:                   badParams,
		`{"congestree":1,"id":1,"method":"until","params":{"kind":"below","value":150}}`:                    badParams,
		`{"congestree":1,"id":1,"method":"load","params":{"link":7}}`:                                       badParams,
		`{"congestree":1,"id":1,"method":"load","params":{"link":"` + strings.Repeat("x", 8001) + `"}}`:     badParams,
		`{"congestree":1,"id":1,"method":"theme","params":{"theme":"red"}}`:                                 badParams,
		`{"congestree":1,"id":1,"method":"subscribe","params":{"every_ms":1}}`:                              badParams,
		`{"congestree":1,"id":1,"method":"picture","params":{"width":1e9}}`:                                 badParams,
		`{"congestree":1,"id":1,"method":"hello","params":{"x":"` + strings.Repeat("x", maxMessage) + `"}}`: badMessage,
	} {
		r, refusal := parseMessage(text)
		switch {
		case want == "" && refusal != nil:
			t.Errorf("%.80s is refused: %s", text, refusal.Message)
		case want != "" && (refusal == nil || refusal.Code != want || refusal.Message == "" || len(refusal.Message) > 400):
			t.Errorf("%.80s gives %+v, want %s", text, refusal, want)
		case want == "" && r.ID == nil:
			t.Errorf("%.80s has lost its id", text)
		}
	}
}

// Of several parameters that a method does not take always the same one is named, with those that it takes.
func TestWhatAMethodTakesIsSaid(t *testing.T) {
	for text, want := range map[string]string{
		`{"congestree":1,"id":1,"method":"loop","params":{"to_ns":2,"to":1,"from":0,"at":3}}`: `loop takes no "at"; it takes from_ns, to_ns`,
		`{"congestree":1,"id":1,"method":"play","params":{"speed":2}}`:                        `play takes no "speed"; it takes nothing`,
		`{"congestree":1,"id":1,"method":"seek"}`:                                             `seek needs ns, a number from 0 to 1000000000000`,
		`{"congestree":1,"id":1,"method":"theme"}`:                                            `theme needs theme, one of "", "dark", "light"`,
		`{"congestree":1,"id":1,"method":"until","params":{"kind":"tree","value":5}}`:         `until tree takes no value`,
		`{"congestree":1,"id":1,"method":"load","params":{"link":null}}`:                      `load needs link, a text of at most 8000 characters`,
	} {
		for range 20 {
			if _, refusal := parseMessage(text); refusal == nil || refusal.Message != want {
				t.Fatalf("%s gives %+v, want %s", text, refusal, want)
			}
		}
	}
}

// A window's ends are rounded as other times are: 1.001 ns are 1001 ps, though not quite as a binary number.
func TestWindowsAreRounded(t *testing.T) {
	if from, to, ok := windowPS(1.001, 4.015); from != 1001 || to != 4015 || !ok {
		t.Errorf("from %d to %d ps, %v", from, to, ok)
	}
}

// The panel's menu, a run and a message have the same bounds of the speed.
func TestSpeedsAreTheSame(t *testing.T) {
	if least, most := float64(play.MinSpeed), float64(play.MaxSpeed); least != ui.MinSpeed || most != ui.MaxSpeed {
		t.Errorf("a run's speed is %v to %v, in the menu %v to %v", least, most, ui.MinSpeed, ui.MaxSpeed)
	}
	if refusal := `ns_per_s must be a number from 10 to 10000000`; !strings.Contains(told(`{"congestree":1,"id":1,"method":"speed","params":{"ns_per_s":9}}`), refusal) {
		t.Errorf("a message with another speed is not told: %s", refusal)
	}
}

// told is what the sender of a refused message hears.
func told(text string) string {
	if _, refusal := parseMessage(text); refusal != nil {
		return refusal.Message
	}
	return ""
}

// embed.js knows which methods need the simulator.
func TestMethodsThatStart(t *testing.T) {
	var want []string
	for _, name := range methodNames() {
		switch name {
		case "hello", "pause", "subscribe", "unsubscribe":
		default:
			want = append(want, name)
		}
	}
	same(t, "embed.js", found("'([a-z]+)'", textBetween(t, "../../public/embed.js", "const starting = [", "]")), want)
}

// And which parameters are only for frames, so that the way to the whole page is without them.
func TestParametersOfFrames(t *testing.T) {
	of := scenario.PageKeys[slices.Index(scenario.PageKeys, "embed"):]
	same(t, "embed.js", found("'([a-z]+)'", textBetween(t, "../../public/embed.js", "const own = [", "]")), of)
}

// Whatever a message is, what gets through is within the bounds that methods states.
func FuzzMessages(f *testing.F) {
	f.Add(`{"congestree":1,"id":1,"method":"seek","params":{"ns":40000}}`)
	f.Add(`{"congestree":1,"id":"x","method":"set","params":{"field":"load","value":"0.5"}}`)
	f.Add(`{"congestree":1,"id":1e999,"method":"picture","params":{"type":"svg","width":64,"height":8192}}`)
	f.Add(`{"congestree":1,"id":1,"method":"\u0000"}`)
	f.Fuzz(func(t *testing.T, text string) {
		r, refusal := parseMessage(text)
		if refusal != nil {
			if refusal.Code == "" || refusal.Message == "" || len(refusal.Message) > 1000 {
				t.Errorf("a poor refusal of %d bytes: %.200v", len(refusal.Message), *refusal)
			}
			return
		}
		if _, err := json.Marshal(r.ID); err != nil || r.ID == nil {
			t.Error("an id that cannot be answered:", r.ID)
		}
		for _, p := range methods[r.Method] {
			if n, ok := r.Number[p.name]; ok && !(n >= p.low && n <= p.high) {
				t.Errorf("%s = %v", p.name, n)
			}
			if s, ok := r.Text[p.name]; ok && p.of == nil && len(s) > 4*p.most {
				t.Errorf("%s has %d bytes", p.name, len(s))
			}
		}
	})
}
