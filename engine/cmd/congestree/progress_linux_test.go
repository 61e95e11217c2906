package main

// What run, compare and bench show on a terminal: Linux gives one without a window.

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// terminal calls the command with a terminal for its messages, and returns what came to it.
func terminal(t *testing.T, args ...string) (code int, stdout, drawn string) {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skip(err)
	}
	defer master.Close()
	n, err := unix.IoctlGetInt(int(master.Fd()), unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(int(master.Fd()), unix.TIOCSPTLCK, 0)
	}
	if err != nil {
		t.Skip(err)
	}
	slave, err := os.OpenFile(filepath.Join("/dev/pts", strconv.Itoa(n)), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skip(err)
	}
	var got bytes.Buffer
	done := make(chan struct{})
	go func() {
		io.Copy(&got, master) // ends with an error when the other end is closed
		close(done)
	}()
	var out bytes.Buffer
	code = execute(args, &out, slave)
	slave.Close()
	<-done
	return code, out.String(), got.String()
}

// A run that takes a while draws on a terminal how far it is, and wipes it; nothing of it is elsewhere.
func TestRunsShowProgress(t *testing.T) {
	defer func(was time.Duration) { barEvery = was }(barEvery)
	barEvery = time.Millisecond
	for _, c := range []struct{ args, says string }{
		{"run --preset hs10-1 --until 100us --format json", "simulating"},
		{"run --set network=rlft-12x3 --set traffic=PTRANS-18x24-9216-16 --format json", "simulating"},
		{"compare --preset hs10-1 --with queuing=vftree --until 100us --format json", " of 2 schemes"},
		{"bench --time 5us --format json", " of 2 networks"},
	} {
		code, out, drawn := terminal(t, strings.Fields(c.args)...)
		if code != 0 || strings.Contains(out, c.says) || out == "" || !strings.Contains(drawn, c.says) || !strings.Contains(drawn, "%") {
			t.Errorf("%s: exit code %d, draws %q", c.args, code, drawn)
		}
		if blank := strings.Split(strings.TrimRight(drawn, "\r"), "\r"); !strings.HasSuffix(drawn, "\r") || strings.TrimSpace(blank[len(blank)-1]) != "" {
			t.Errorf("%s: leaves %q", c.args, drawn)
		}
		if code, _, errs := command(strings.Fields(c.args)...); code != 0 || strings.Contains(errs, c.says) {
			t.Errorf("%s: off a terminal exit code %d, %q", c.args, code, errs)
		}
	}
}
