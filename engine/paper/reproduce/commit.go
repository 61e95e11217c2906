package reproduce

import (
	"os/exec"
	"runtime/debug"
	"strings"
)

// Commit names the source of this program: the commit it was built from, with -dirty if files were
// changed. go run does not note it, so the working directory's repository is asked then.
func Commit() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		commit, dirty := "", ""
		for _, s := range info.Settings {
			switch {
			case s.Key == "vcs.revision":
				commit = s.Value[:min(len(s.Value), 12)]
			case s.Key == "vcs.modified" && s.Value == "true":
				dirty = "-dirty"
			}
		}
		if commit != "" {
			return commit + dirty
		}
	}
	text, err := exec.Command("git", "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*").Output()
	if err != nil {
		return "unknown"
	}
	return strings.TrimSpace(string(text))
}
