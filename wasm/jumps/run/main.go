// Command run is what the engine's tests run as WebAssembly with, so that they are held to the code the page gets: it rewrites a
// program as the page's build does and gives it to Go's own go_js_wasm_exec.
//
//	go build -o run ./wasm/jumps/run
//	GOOS=js GOARCH=wasm go test -exec="$PWD/run $(go env GOROOT)/lib/wasm/go_js_wasm_exec" ./engine
package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"

	"github.com/congestree/congestree/wasm/jumps"
)

func main() {
	if len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "usage: run <go_js_wasm_exec> <program.wasm> [arguments]")
		os.Exit(2)
	}
	code, err := run(os.Args[1], os.Args[2], os.Args[3:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "run:", err)
		os.Exit(2)
	}
	os.Exit(code)
}

// run returns the program's exit code.
func run(with, program string, args []string) (int, error) {
	module, err := os.ReadFile(program)
	if err != nil {
		return 0, err
	}
	if module, _, err = jumps.Direct(module); err != nil {
		return 0, fmt.Errorf("%s: %w", program, err)
	}
	dir, err := os.MkdirTemp("", "jumps-")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	made := dir + "/program.wasm"
	if err := os.WriteFile(made, module, 0o600); err != nil {
		return 0, err
	}
	cmd := exec.Command(with, append([]string{made}, args...)...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	err = cmd.Run()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return max(exit.ExitCode(), 1), nil // killed by a signal: -1
	}
	return 0, err
}
