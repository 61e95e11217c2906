// Command site builds the static folder public/ and serves it on this machine:
//
//	go run ./wasm/site build
//	go run ./wasm/site serve [-addr localhost:8080]
//
// What it builds is in public/build; any static host can serve public/ from any path.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
)

const usage = "usage: site build | site serve [-addr localhost:8080]"

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
	addr := set.String("addr", "", "address to listen on; without it the first free port from 8080 on")
	if err := set.Parse(args[1:]); err != nil {
		return err
	}
	if set.NArg() > 0 {
		return fmt.Errorf("unexpected %q; %s", set.Arg(0), usage)
	}
	switch args[0] {
	case "build", "serve":
	default:
		return fmt.Errorf("unknown command %q; %s", args[0], usage)
	}
	root, err := moduleRoot()
	if err != nil {
		return err
	}
	if err := build(root); err != nil || args[0] == "build" {
		return err
	}
	return serve(root, *addr)
}
