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
	} else if flag := good(t, "--version"); flag != want {
		t.Errorf("--version prints %q, want %q", flag, want)
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
	const swept = "?network=rlft-4x3&sweep=load%3D0.1..1:0.1"
	for _, args := range [][]string{{"run", "--link", swept}, {"compare", "--link", swept, "--with", "queuing=dbbm"}, {"compare", swept + "&compare=queuing:dbbm"}} {
		if code, _, errs := command(append(args, "--until", "1us")...); code != 0 || strings.Count(errs, "sweep=load=0.1..1:0.1 of the link is left out; congestree sweep --link runs it") != 1 {
			t.Errorf("%q: %d, %q", args, code, errs)
		}
	}
	if code, _, _ := command("version", "now"); code != 2 {
		t.Errorf("an argument gives %d", code)
	}
}
