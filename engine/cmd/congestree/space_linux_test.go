package main

import (
	"bytes"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// TestShortOfSpace runs this test program again under a limit of address space and has it do what a run, a comparison, a sweep and a
// validation do: each is refused in a sentence, with 2. So is one for which there is just enough, and nothing for threads that begin meanwhile.
func TestShortOfSpace(t *testing.T) {
	if args := os.Getenv("CONGESTREE_SHORT"); args != "" {
		text, err := os.ReadFile("/proc/self/statm")
		if err != nil {
			t.Skip(err)
		}
		pages, _ := strconv.ParseUint(strings.Fields(string(text))[0], 10, 64)
		most := pages*uint64(os.Getpagesize()) + 48<<20 // some threads may begin yet
		if os.Getenv("CONGESTREE_JUST") != "" {
			most += 192 << 20
		}
		if err := syscall.Setrlimit(syscall.RLIMIT_AS, &syscall.Rlimit{Cur: most, Max: most}); err != nil {
			t.Skip(err)
		}
		os.Exit(execute(strings.Split(args, " "), os.Stdout, os.Stderr))
	}
	out := t.TempDir() + "/x.jsonl"
	for i, args := range []string{
		"run --set network=rlft-36x3 --until 1us", "run --set network=rlft-36x3 --until 1us", "compare --set network=rlft-36x3 --with voq=true --until 1us",
		"sweep --set network=rlft-36x3 --over seed=1,2 --until 1us --out " + out, "validate --cell voq/2TH-AS-K/3/vFtree/HS10-4",
	} {
		cmd := exec.Command(os.Args[0], "-test.run=^TestShortOfSpace$")
		cmd.Env = append(os.Environ(), "CONGESTREE_SHORT="+args)
		if i == 0 {
			cmd.Env = append(cmd.Env, "CONGESTREE_JUST=1")
		}
		var text bytes.Buffer
		cmd.Stdout, cmd.Stderr = &text, &text
		cmd.Run()
		if code := cmd.ProcessState.ExitCode(); code != 2 || !strings.Contains(text.String(), "the limit of address space leaves 0 MiB: raise it (ulimit -v)") || strings.Contains(text.String(), "goroutine ") {
			t.Errorf("%s ends with %d: %.600s", args, code, text.String())
		}
		if _, err := os.Stat(out); err == nil {
			t.Error("a file of results is left")
		}
	}
}
