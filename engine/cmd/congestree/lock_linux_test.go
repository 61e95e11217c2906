package main

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/congestree/congestree/engine/sweep/nolocks"
)

// Where a file system has no locks, a validation and a merge say so, as a sweep does: two that write to one file would write over each other.
func TestNoLocksAreSaid(t *testing.T) {
	for _, args := range [][]string{
		{"validate", "--miniature", "--cell", aCell},
		{"validate", "--miniature", "--filter", "voq/2TH-AS-K/3/vFtree/HS10-?"},
		sweepArgs(),
	} {
		out := filepath.Join(t.TempDir(), "out")
		if !nolocks.Run(syscall.ENOLCK, func() {
			code, _, errs := command(append(args, "--out", out)...)
			if code != 0 || !strings.Contains(errs, "the file system of "+out+" has no locks: see to it that no other ") {
				t.Errorf("%q: exit code %d, %s", args, code, errs)
			}
		}) {
			t.Skip("the system lets nobody refuse locks")
		}
	}
	shard := filepath.Join(t.TempDir(), "shard")
	swept(t, sweepArgs("--out", shard)...)
	nolocks.Run(syscall.ENOLCK, func() {
		if errs := swept(t, "merge", shard+"-all", shard); !strings.Contains(errs, "the file system of "+shard+"-all has no locks: see to it that no other ") || !strings.Contains(errs, "12 of 12 points are in") {
			t.Errorf("merge: %s", errs)
		}
	})
}
