package reproduce

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strings"
)

// Commit names the source of this program: the commit it was built from, with -dirty if files were
// changed, or the version that was installed. go run notes neither, so the working directory's repository is asked then; of
// another program in which nothing was noted it would say what happens to lie where it was started.
func Commit() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		if commit := commitOf(info); commit != "" {
			return commit
		}
	}
	if path, err := os.Executable(); err != nil || !runByGo(path) {
		return "unknown"
	}
	text, err := exec.Command("git", "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*").Output()
	if err != nil {
		return "unknown"
	}
	return strings.TrimSpace(string(text))
}

// runByGo says whether a program lies where go run puts it: in a temporary go-build directory, or in the build cache.
func runByGo(path string) bool { return strings.Contains(filepath.ToSlash(path), "/go-build") }

// commitOf is what was noted when a program was built; "" if nothing was.
func commitOf(info *debug.BuildInfo) string {
	commit, dirty := "", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			commit = s.Value[:min(len(s.Value), 12)]
		case s.Key == "vcs.modified" && s.Value == "true":
			dirty = "-dirty"
		}
	}
	if v := info.Main.Version; commit == "" && v != "(devel)" {
		return v
	}
	return commit + dirty
}
