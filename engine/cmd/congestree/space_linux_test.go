package main

import (
	"bytes"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// TestShortOfSpace runs this test program again under a limit of address space and has it do what a run, a comparison, a sweep, a benchmark and a
// validation do: each is refused in a sentence, with 2. So is one for which there is just enough, and nothing for threads that begin meanwhile.
func TestShortOfSpace(t *testing.T) {
	if args := os.Getenv("CONGESTREE_SHORT"); args != "" {
		// Go begins its heap at a random place in an arena, of which so little may be left that it soon needs another, for which there is no room.
		runtime.KeepAlive(bytes.Repeat([]byte{1}, arena))
		runtime.GC()
		text, err := os.ReadFile("/proc/self/statm")
		if err != nil {
			t.Skip(err)
		}
		pages, _ := strconv.ParseUint(strings.Fields(string(text))[0], 10, 64)
		most := pages*uint64(os.Getpagesize()) + 96<<20 // some threads may begin yet, of 8 MiB of stack, more of them beside other programs
		if os.Getenv("CONGESTREE_JUST") != "" {
			most += 144 << 20
		}
		if err := syscall.Setrlimit(syscall.RLIMIT_AS, &syscall.Rlimit{Cur: most, Max: most}); err != nil {
			t.Skip(err)
		}
		os.Exit(execute(strings.Split(args, " "), os.Stdout, os.Stderr))
	}
	short := func(args string, just bool) (code int, text string) {
		cmd := exec.Command(os.Args[0], "-test.run=^TestShortOfSpace$")
		cmd.Env = append(os.Environ(), "CONGESTREE_SHORT="+args)
		if just {
			cmd.Env = append(cmd.Env, "CONGESTREE_JUST=1")
		}
		var all bytes.Buffer
		cmd.Stdout, cmd.Stderr = &all, &all
		cmd.Run()
		return cmd.ProcessState.ExitCode(), all.String()
	}
	out := t.TempDir() + "/x.jsonl"
	for i, args := range []string{
		"run --set network=rlft-36x3 --until 1us", "run --set network=rlft-36x3 --until 1us", "compare --set network=rlft-36x3 --with voq=true --until 1us",
		"sweep --set network=rlft-36x3 --over seed=1,2 --until 1us --out " + out, "bench --time 1us", "validate --cell voq/2TH-AS-K/3/vFtree/HS10-4",
		"validate --filter voq/2TH-AS-K/3/vFtree/HS10-4 --out " + out,
	} {
		if code, text := short(args, i == 0); code != 2 || !strings.Contains(text, "the limit of address space leaves 0 MiB: raise it (ulimit -v)") || strings.Contains(text, "goroutine ") {
			t.Errorf("%s ends with %d: %.600s", args, code, text)
		}
		if _, err := os.Stat(out); err == nil {
			t.Error("a file of results is left")
		}
	}
	// What is in the file already needs no memory: here the larger one of two. For the other there is room.
	args := "sweep --set network=rlft-8x3 --set queuing=dbbm --set vcs=16 --set packet=256 --over buffer=4096,16 --until 1us --out " + out
	if code, text := short(args, true); code != 2 {
		t.Errorf("%s ends with %d: %.600s", args, code, text)
	}
	swept(t, append(strings.Split(args, " "), "--shard", "0/2")...)
	if code, text := short(args, true); code != 0 || !strings.Contains(text, "2 of 2 points are in") {
		t.Errorf("%s ends with %d: %.600s", args, code, text)
	}
}
