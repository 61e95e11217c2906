package main

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// A function that JavaScript got lives until it is released, which what is handed straight to a timer never is: see later.
func TestTimersLetGo(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	held := regexp.MustCompile(`"setTimeout", *(js\.FuncOf|callback)\(`)
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if where := held.FindIndex(text); where != nil && name != "dom_test.go" {
			t.Errorf("%s holds on to the function of a timer for ever", name)
		}
	}
}
