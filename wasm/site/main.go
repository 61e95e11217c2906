// Command site builds the static folder public/ and serves it on this machine:
//
//	go run ./wasm/site build
//	go run ./wasm/site serve [-addr localhost:8080]
//	go run ./wasm/site dist [-version v1.2.0] [folder]
//	go run ./wasm/site standalone [-o congestree.html] [-home address] [link]
//
// What build makes is in public/build; any static host can serve public/ from any path. dist makes a release of it
// (dist.go), standalone one file that needs no server (package single).
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

const usage = "usage: site build | serve [-addr localhost:8080] | dist [-version v1.2.0] [folder] | standalone [-o congestree.html] [-home address] [link]"

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "site:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) == 0 {
		return errors.New(usage)
	}
	set := flag.NewFlagSet(args[0], flag.ContinueOnError)
	var addr, name, file, home string
	most := 0 // arguments
	switch args[0] {
	case "build":
	case "serve":
		set.StringVar(&addr, "addr", "", "address to listen on; without it the first free port from 8080 on")
	case "dist":
		set.StringVar(&name, "version", "", "version of the release; without it what git describe says")
		most = 1
	case "standalone":
		set.StringVar(&file, "o", "congestree.html", "file to write")
		set.StringVar(&home, "home", "", "address of the page that links copied from the file shall lead to; without it to the file")
		most = 1
	default:
		return fmt.Errorf("unknown command %q; %s", args[0], usage)
	}
	if err := set.Parse(args[1:]); err != nil {
		return err
	}
	if set.NArg() > most {
		return fmt.Errorf("unexpected %q; %s", set.Arg(most), usage)
	}
	root, err := moduleRoot()
	if err != nil {
		return err
	}
	if args[0] == "standalone" {
		if err := checkLink(set.Arg(0)); err != nil {
			return err
		}
	}
	if err := build(root); err != nil {
		return err
	}
	switch args[0] {
	case "serve":
		return serve(root, addr)
	case "dist":
		if name == "" {
			name = version(root)
		}
		out := set.Arg(0)
		if out == "" {
			out = filepath.Join(root, "dist")
		}
		return makeRelease(root, out, name)
	case "standalone":
		return makeSingle(root, file, set.Arg(0), home)
	}
	return nil
}
