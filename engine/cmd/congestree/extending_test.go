package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// What engine/EXTENDING.md says of a scheme in one file holds: its four files, laid over the source, build, run by the commands
// shown, and pass what tests ask of every scheme.
func TestASchemeIsOneFile(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the program anew")
	}
	text, err := os.ReadFile("../../EXTENDING.md")
	if err != nil {
		t.Fatal(err)
	}
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	replace := map[string]string{}
	for _, block := range regexp.MustCompile("(?s)```go\n// (engine/[a-z/]+\\.go)\n(.*?)```").FindAllStringSubmatch(string(text), -1) {
		file := filepath.Join(dir, filepath.Base(block[1]))
		if err := os.WriteFile(file, []byte(block[2]), 0o644); err != nil {
			t.Fatal(err)
		}
		replace[filepath.Join(root, block[1])] = file
	}
	if len(replace) != 4 {
		t.Fatalf("%d files are shown, want one each of queuing, routing, traffic and topology", len(replace))
	}
	overlay := filepath.Join(dir, "overlay.json")
	list, _ := json.Marshal(map[string]any{"Replace": replace})
	if err := os.WriteFile(overlay, list, 0o644); err != nil {
		t.Fatal(err)
	}
	try := func(name string, args ...string) string {
		t.Helper()
		c := exec.Command(name, args...)
		c.Dir = root
		out, err := c.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", strings.Join(args, " "), err, out)
		}
		return string(out)
	}
	program := filepath.Join(dir, "congestree")
	try("go", "build", "-overlay", overlay, "-o", program, "./engine/cmd/congestree")
	commands := 0
	for line := range strings.Lines(string(text)) {
		_, line, ok := strings.Cut(strings.TrimSpace(line), "go run ./engine/cmd/congestree ")
		if !ok {
			continue
		}
		commands++
		args := strings.Fields(line)
		if args[0] == "sweep" {
			args = append(args, "--list") // writes no file
		}
		if out := try(program, args...); !strings.Contains(out, map[string]string{"run": "throughput", "sweep": "routing=smodk", "compare": "S-mod-K from 2 µs"}[args[0]]) {
			t.Errorf("%s: %s", line, out)
		}
	}
	if commands != 3 {
		t.Errorf("%d commands are shown, want 3", commands)
	}
	fields := try(program, "fields")
	for _, want := range []string{"queuing=place  VC = ⌊(D mod hosts", "place-near\n    Hosts next to each other", "routing=smodk  One way up per source", "traffic=tornado  Tornado: every host",
		"network=leafspine-<leaves>x<hosts>x<spines>  Leaf and spine: leaf"} {
		if !strings.Contains(fields, want) {
			t.Errorf("fields does not name %s", want)
		}
	}
	try("go", "test", "-vet=off", "-overlay", overlay, "-run", "Every|Explan|Fits|Registry|Options", "./engine/queuing", "./engine/routing", "./engine/traffic", "./engine/topology", "./engine/scenario", "./engine/sweep")
	for network, want := range map[string]string{"leafspine-6x4x2": "hosts                   24\nswitches                8\nlinks                   36\n", "leafspine-6x4": "write leafspine-", "leafspine-6x4x02": "write leafspine-", "leafspine-0x4x4": "m, w and p must be positive"} {
		out, _ := exec.Command(program, "run", "--set", "network="+network, "--set", "traffic=UT", "--until", "2us", "--check").CombinedOutput()
		if !strings.Contains(string(out), want) {
			t.Errorf("%s: %s", network, out)
		}
	}
}
