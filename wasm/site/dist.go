package main

// A release: the static folder with every file named by its contents, so that caches may keep it for ever; the pages,
// which are small, name them. The release is kept under v/ too, beside those before it.

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/klauspost/compress/gzip"

	"github.com/congestree/congestree/engine"
)

// stable are files that others name in their pages, or that browsers look for by name: they keep it. Pages do, too.
var stable = []string{"sw.js", "manifest.webmanifest", "congestree.js", "congestree.d.ts", "picture.jpg"}

// versionsFile lists what is kept under v/. The page looks there when a link is of an engine with other results.
const versionsFile = "versions.json"

// kept is a release under v/.
type kept struct {
	Version string `json:"version"`
	Results int    `json:"results"` // engine.Results
	Path    string `json:"path"`    // from the top of the site
}

type versions struct {
	Latest   kept   `json:"latest"`
	Versions []kept `json:"versions"` // newest first
}

// release is a folder's files by their new names.
type release struct {
	name  string            // version and digest, as pages and service worker bear it
	files map[string][]byte // to be written
	was   map[string]string // old name by new
}

func keepsName(name string) bool {
	return path.Ext(name) == ".html" || slices.Contains(stable, name)
}

// readFolder reads all files but hidden ones.
func readFolder(dir string) (map[string][]byte, error) {
	files := map[string][]byte{}
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if p != dir && strings.HasPrefix(d.Name(), ".") {
			if d.IsDir() {
				return filepath.SkipDir
			}
			return nil
		}
		if d.IsDir() {
			return nil
		}
		rel, err := filepath.Rel(dir, p)
		if err != nil {
			return err
		}
		files[filepath.ToSlash(rel)], err = os.ReadFile(p)
		return err
	})
	return files, err
}

// hashed is a name with the digest of the contents before its endings.
func hashed(name string, text []byte) string {
	sum := sha256.Sum256(text)
	dir, base := path.Split(name)
	stem, ends, _ := strings.Cut(base, ".")
	return dir + stem + "." + hex.EncodeToString(sum[:5]) + "." + ends
}

// newRelease renames the files of a folder by their contents, those that name others after them.
func newRelease(version string, files map[string][]byte) (*release, error) {
	there := func(name string) bool { _, ok := files[name]; return ok }
	mentioned := map[string][]ref{}
	used := map[string]bool{}
	for name, text := range files {
		if !speaks(name) || name == "sw.js" {
			continue
		}
		mentioned[name] = refs(name, text, there)
		for _, r := range mentioned[name] {
			used[r.file] = true
		}
	}
	r := &release{files: map[string][]byte{}, was: map[string]string{}}
	now := map[string]string{}
	const underWay = "?"
	var settle func(name string, from []string) error
	settle = func(name string, from []string) error {
		switch now[name] {
		case "":
		case underWay:
			return fmt.Errorf("these files name each other in a circle, so that none can be named by its contents: %s", strings.Join(append(from, name), " → "))
		default:
			return nil
		}
		plain := keepsName(name) || !used[name]
		now[name] = underWay
		if plain { // whatever it holds
			now[name] = name
		}
		for _, m := range mentioned[name] {
			if err := settle(m.file, append(from, name)); err != nil {
				return err
			}
		}
		text := rewrite(files[name], mentioned[name], func(file string) string { return now[file] })
		if !plain {
			now[name] = hashed(name, text)
		}
		r.files[now[name]], r.was[now[name]] = text, name
		return nil
	}
	for _, name := range sorted(files) {
		if err := settle(name, nil); err != nil {
			return nil, err
		}
	}
	all := sha256.New()
	for _, name := range sorted(r.files) {
		fmt.Fprintf(all, "%s %x\n", name, sha256.Sum256(r.files[name]))
	}
	r.name = version + " " + hex.EncodeToString(all.Sum(nil)[:6])
	return r, r.stamp()
}

// What a release fills in.
var (
	releaseMeta = regexp.MustCompile(`(<meta name="congestree-release" content=")"`)
	releaseLine = []byte("const release = {name: '', files: {}};\n")
)

// stamp writes the release's name into its pages, and name and digests into the service worker.
func (r *release) stamp() error {
	for name, text := range r.files {
		if path.Ext(name) == ".html" {
			meta := "${1}" + strings.ReplaceAll(html.EscapeString(r.name), "$", "$$") + `"`
			r.files[name] = releaseMeta.ReplaceAll(text, []byte(meta))
		}
	}
	worker := r.files["sw.js"]
	if bytes.Count(worker, releaseLine) != 1 {
		return fmt.Errorf("sw.js does not hold the line %q, once", releaseLine)
	}
	list := map[string][]string{}
	for name, text := range r.files {
		if !offline(name) {
			continue
		}
		sum := sha256.Sum256(text)
		list[name] = []string{hex.EncodeToString(sum[:])}
		if strings.HasSuffix(name, ".gz") {
			z, err := gzip.NewReader(bytes.NewReader(text))
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			raw, err := io.ReadAll(z)
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			sum = sha256.Sum256(raw)
			list[name] = append(list[name], hex.EncodeToString(sum[:]))
		}
	}
	text, err := json.MarshalIndent(map[string]any{"name": r.name, "files": list}, "", " ")
	if err != nil {
		return err
	}
	r.files["sw.js"] = bytes.Replace(worker, releaseLine, []byte("const release = "+string(text)+";\n"), 1)
	return nil
}

// offline says whether a file is kept for use without a network: all that the pages at the top may want.
func offline(name string) bool {
	switch {
	case name == "sw.js", name == "picture.jpg", path.Base(name) == "LICENSE", strings.HasSuffix(name, ".d.ts"):
		return false
	case path.Ext(name) == ".html", path.Ext(name) == ".md":
		return !strings.Contains(name, "/")
	}
	return !strings.HasPrefix(name, "docs/")
}

// write puts the release into a folder, and a copy under v/ if it is one to keep, beside the copies from before.
func (r *release) write(out string, keep kept) error {
	var list versions
	old, err := os.ReadDir(out)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return err
	case slices.ContainsFunc(old, func(e fs.DirEntry) bool { return e.Name() != ".git" && e.Name() != "CNAME" }): // which stay
		text, err := os.ReadFile(filepath.Join(out, versionsFile))
		if err != nil {
			return fmt.Errorf("%s holds something, but no %s: it is no release of before, and is left alone; empty it or choose another folder", out, versionsFile)
		}
		if err := json.Unmarshal(text, &list); err != nil {
			return fmt.Errorf("%s: %w", versionsFile, err)
		}
	}
	for _, e := range old {
		if name := e.Name(); name == "v" || name == ".git" || name == "CNAME" {
			continue
		}
		if err := os.RemoveAll(filepath.Join(out, e.Name())); err != nil {
			return err
		}
	}
	if err := r.copyTo(out, func(string) bool { return true }); err != nil {
		return err
	}
	list.Latest = kept{keep.Version, keep.Results, ""}
	if keep.Path != "" {
		dir := filepath.Join(out, filepath.FromSlash(keep.Path))
		if err := os.RemoveAll(dir); err != nil {
			return err
		}
		if err := r.copyTo(dir, func(name string) bool { return name != "sw.js" }); err != nil {
			return err
		}
		list.Versions = slices.DeleteFunc(list.Versions, func(k kept) bool { return k.Path == keep.Path })
		list.Versions = append([]kept{keep}, list.Versions...)
	}
	text, err := json.MarshalIndent(list, "", "  ")
	if err != nil {
		return err
	}
	// Pages of GitHub would leave out some folders without the other file.
	return errors.Join(os.WriteFile(filepath.Join(out, versionsFile), append(text, '\n'), 0o644), os.WriteFile(filepath.Join(out, ".nojekyll"), nil, 0o644))
}

// copyTo writes files, the pages last, and beside each text a packed one for servers that look for it.
func (r *release) copyTo(dir string, want func(string) bool) error {
	names := sorted(r.files)
	for _, last := range []bool{false, true} {
		for _, name := range names {
			if (path.Ext(name) == ".html" || name == "sw.js") != last || !want(name) {
				continue
			}
			target := filepath.Join(dir, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
				return err
			}
			if err := os.WriteFile(target, r.files[name], 0o644); err != nil {
				return err
			}
			if !packable(name) || len(r.files[name]) < 1024 {
				continue
			}
			packed, err := gzipped(r.files[name])
			if err != nil {
				return err
			}
			if err := os.WriteFile(target+".gz", packed, 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}

func packable(name string) bool {
	switch path.Ext(name) {
	case ".html", ".css", ".js", ".mjs", ".json", ".svg", ".webmanifest", ".ts":
		return true
	}
	return false
}

func gzipped(text []byte) ([]byte, error) {
	var buf bytes.Buffer
	z, err := gzip.NewWriterLevel(&buf, gzip.BestCompression)
	if err == nil {
		_, err = z.Write(text)
		err = errors.Join(err, z.Close())
	}
	return buf.Bytes(), err
}

func sorted[V any](m map[string]V) []string {
	names := make([]string, 0, len(m))
	for n := range m {
		names = append(names, n)
	}
	slices.Sort(names)
	return names
}

// tag is what a version must look like to be kept under v/.
var tag = regexp.MustCompile(`^v\d+(\.\d+){0,2}(-[0-9A-Za-z.]+)?$`)

// makeRelease is the command dist.
func makeRelease(root, out, version string) error {
	files, err := readFolder(filepath.Join(root, "public"))
	if err != nil {
		return err
	}
	keep := kept{Version: version, Results: engine.Results}
	if tag.MatchString(version) {
		keep.Path = "v/" + version + "/"
	}
	r, err := newRelease(version, files)
	if err != nil {
		return err
	}
	if err := r.write(out, keep); err != nil {
		return err
	}
	fmt.Printf("%s: release %s, results %d, %d files\n", out, r.name, keep.Results, len(r.files))
	if keep.Path == "" {
		fmt.Println("not kept under v/: the version is no tag such as v1.2.0")
	}
	return nil
}
