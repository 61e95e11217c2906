package main

// One HTML file of the page, made of public/ after a build.

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/scenario/link"
	"github.com/congestree/congestree/ui/tours"
	"github.com/congestree/congestree/wasm/single"
)

// checkLink refuses a link that the page could not open as a whole.
func checkLink(text string) error {
	if text == "" {
		return nil
	}
	all, err := link.ParseAll(text)
	if err == nil {
		err = engine.Check(all[0]) // a trace that is missing is so for all
	}
	if err != nil {
		return fmt.Errorf("the link cannot be opened: %w", err)
	}
	return nil
}

// page is the address of a page as links begin with it: one that names no file of HTML is a folder, in which embed.html is, too.
func page(home string) (string, error) {
	u, err := url.Parse(home)
	switch {
	case err != nil || home != "" && (u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.RawQuery != "" || u.Fragment != ""):
		return "", fmt.Errorf("-home %q is no address; allowed: one such as https://example.org/congestree/", home)
	case home != "" && !strings.HasSuffix(u.Path, "/") && !strings.HasSuffix(u.Path, ".html"):
		home += "/"
	}
	return home, nil
}

// makeSingle is the command standalone.
func makeSingle(root, file, text, home string) error {
	home, err := page(home)
	if err != nil {
		return err
	}
	read := func(name string) ([]byte, error) {
		return os.ReadFile(filepath.Join(root, "public", filepath.FromSlash(name)))
	}
	index, err := read("index.html")
	if err != nil {
		return err
	}
	out, err := single.Make(single.Page{
		Index: string(index),
		Read:  read,
		Fetch: []string{"build/page.wasm.gz", "build/engine.wasm.gz", "build/manifest.json"},
		Some:  tours.Pictures(), Late: []string{"vendor/fflate/fflate.js"},
		Worker: []string{"build/wasm_exec.js", "vendor/fzstd/fzstd.js", "worker.js"},
		Link:   single.Part(text), Home: home,
	})
	if err != nil {
		return err
	}
	if err := os.WriteFile(file, out, 0o644); err != nil {
		return err
	}
	fmt.Printf("%s: %.2f MB, opens by double click\n", file, float64(len(out))/1e6)
	return nil
}
