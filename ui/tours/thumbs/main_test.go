package main

import (
	"strings"
	"testing"
)

// Who asks how it is used does not have the thumbnails made anew.
func TestArguments(t *testing.T) {
	if err := run([]string{"-h"}); err == nil || !strings.Contains(err.Error(), "it takes no arguments") {
		t.Error(err)
	}
}
