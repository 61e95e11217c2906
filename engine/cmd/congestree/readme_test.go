package main

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/scenario/link"
)

// The commands and links that the README shows do what it says they do.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile("../../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	commands := 0
	for line := range strings.Lines(string(text)) {
		_, line, ok := strings.Cut(line, "go run ./engine/cmd/congestree ")
		if !ok {
			continue
		}
		commands++
		line, _, _ = strings.Cut(line, "#")
		args := strings.Fields(line)
		if args[0] == "run" || args[0] == "compare" {
			if i := slices.Index(args, "--until"); i > 0 {
				args = slices.Delete(args, i, i+2)
			}
			args = append(args, "--until", "1us") // in a moment
		}
		if code, out, errs := command(args...); code != 0 || out == "" {
			t.Errorf("%s: exit code %d, %s", line, code, errs)
		}
	}
	links := regexp.MustCompile(`\?[a-z]+=[^"`+"`"+`\s]+`).FindAllString(string(text), -1)
	for _, text := range links {
		var own []string // parameters that are not the page's
		for _, p := range strings.Split(text[1:], "&") {
			key, _, _ := strings.Cut(p, "=")
			if _, ok := scenario.PageKey(key); !ok {
				own = append(own, p)
			}
		}
		want := "?preset=" + scenario.DefaultPreset // what opens where no scenario is given
		if len(own) > 0 {
			want = "?" + strings.Join(own, "&")
		}
		if all, err := link.ParseAll(text); err != nil || link.OfAll(all) != want {
			t.Errorf("%s: %v, read as %d scenarios", text, err, len(all))
		}
	}
	if commands < 4 || len(links) < 2 {
		t.Errorf("%d commands and %d links found: %q", commands, len(links), links)
	}
}
