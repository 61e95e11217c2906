package main

// Releases beside each other: which of them a link of other results is for. ./build.sh dist writes the list.

import (
	"encoding/json"
	"regexp"
)

// keptRelease is a release that can be opened.
type keptRelease struct {
	Version string `json:"version"`
	Results int    `json:"results"` // engine.Results
	Path    string `json:"path"`    // from the top of the site; "" for the top itself
}

type releases struct {
	Latest   keptRelease   `json:"latest"`
	Versions []keptRelease `json:"versions"` // newest first
}

// Bounds of the list.
const (
	maxReleases     = 64 << 10 // bytes
	maxReleaseCount = 1000
)

var (
	releasePath = regexp.MustCompile(`^v/[A-Za-z0-9][A-Za-z0-9._-]{0,60}/$`)
	releaseName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._+-]{0,60}$`)
	inRelease   = regexp.MustCompile(`/v/[^/]+/[^/]*$`) // path of a page that is kept under v/
)

// findRelease returns the newest release of a number of results.
func findRelease(list []byte, results int) (keptRelease, bool) {
	var l releases
	if len(list) > maxReleases || json.Unmarshal(list, &l) != nil || len(l.Versions) > maxReleaseCount {
		return keptRelease{}, false
	}
	l.Latest.Path = ""
	for i, r := range append([]keptRelease{l.Latest}, l.Versions...) {
		if r.Results == results && releaseName.MatchString(r.Version) && (i == 0 || releasePath.MatchString(r.Path)) {
			return r, true
		}
	}
	return keptRelease{}, false
}

// toTop is the way from a page to the top of its site.
func toTop(path string) string {
	if inRelease.MatchString(path) {
		return "../../"
	}
	return ""
}
