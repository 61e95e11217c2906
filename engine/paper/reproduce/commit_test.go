package reproduce

import (
	"runtime/debug"
	"testing"
)

// A program that was installed by its version does not take the repository it happens to run in for its source.
func TestCommit(t *testing.T) {
	built := func(version string, settings ...debug.BuildSetting) string {
		return commitOf(&debug.BuildInfo{Main: debug.Module{Version: version}, Settings: settings})
	}
	revision := debug.BuildSetting{Key: "vcs.revision", Value: "0123456789abcdef0123"}
	for _, c := range []struct{ got, want string }{
		{built("v1.2.3"), "v1.2.3"}, {built("(devel)"), ""}, {built(""), ""},
		{built("v0.0.0-2026", revision), "0123456789ab"}, {built("(devel)", revision, debug.BuildSetting{Key: "vcs.modified", Value: "true"}), "0123456789ab-dirty"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}

// The repository one stands in is asked for a program of go run alone.
func TestRunByGo(t *testing.T) {
	for path, want := range map[string]bool{
		"/scratch/go-build2718281828/b001/exe/congestree": true,
		"/home/a/.cache/go-build/3f/3f0e-d/congestree":    true,
		"/usr/local/bin/congestree":                       false,
		"/home/a/congestree/congestree":                   false,
	} {
		if got := runByGo(path); got != want {
			t.Errorf("%s: %v", path, got)
		}
	}
}
