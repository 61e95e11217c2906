package main

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/sweep"
)

func TestVersion(t *testing.T) {
	if got, want := good(t, "version"), fmt.Sprintf("congestree %s, results %d\n", sweep.Version(), engine.Results); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	var v struct {
		Version string
		Results int
	}
	if err := json.Unmarshal([]byte(good(t, "version", "--format", "json")), &v); err != nil || v.Version != sweep.Version() || v.Results != engine.Results {
		t.Errorf("%+v, %v", v, err)
	}
	for link, want := range map[string]bool{"?network=rlft-4x3&v=99": true, "?network=rlft-4x3&v=" + strconv.Itoa(engine.Results): false, "?network=rlft-4x3": false} {
		if code, _, errs := command("run", "--link", link, "--until", "1us"); code != 0 || strings.Contains(errs, "results 99") != want {
			t.Errorf("%s: %d, %q", link, code, errs)
		}
	}
	if code, _, _ := command("version", "now"); code != 2 {
		t.Errorf("an argument gives %d", code)
	}
}
