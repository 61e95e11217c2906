package main

import (
	"strings"
	"testing"
)

// Who asks how it is used does not have the thumbnails made anew.
func TestArguments(t *testing.T) {
	if err := run([]string{"hol", "hl"}); err == nil || !strings.Contains(err.Error(), `"hl" is no tour; allowed`) {
		t.Error(err)
	}
	if err := run([]string{"-h"}); err == nil || !strings.Contains(err.Error(), `"-h" is no tour; allowed`) {
		t.Error(err)
	}
}
