package scenario

import "testing"

// An option that uses another mechanism's field joins the values that this asks for, once in each place, and in no other.
func TestOptionsJoinTheFieldsTheyUse(t *testing.T) {
	for when, want := range map[string]string{
		"routing=a":                            "routing=a|own",
		"routing=a|b or trigger=TH|2TH":        "routing=a|b|own or trigger=TH|2TH",
		"trigger=TH and voq=true or routing=a": "trigger=TH and voq=true or routing=a|own",
		"routing=a and voq=true or routing=b":  "routing=a|own and voq=true or routing=b|own",
		"routing=owner":                        "routing=owner|own",
		"routing=a|own":                        "routing=a|own",
		"":                                     "", "routing!=a": "", "subrouting=a": "", // nothing asks for one
	} {
		f := Field{Name: "x", When: when}
		func() {
			defer func() {
				if refused := recover() != nil; refused != (want == "") {
					t.Errorf("%q: refused: %v", when, refused)
				}
			}()
			f.usedBy("routing", "own")
			if f.When != want {
				t.Errorf("%q becomes %q, want %q", when, f.When, want)
			}
		}()
	}
}
