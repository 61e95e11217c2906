package slurm

// A Slurm cluster of one node with daemons, keys, ports and folders of its own, which needs
// neither root nor systemd nor cgroups.

import (
	"bytes"
	"context"
	"crypto/rand"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// cluster is a running Slurm.
type cluster struct {
	dir string // its files, and the folder in which commands run
	env []string
}

// newCluster starts Slurm. It skips the test where Slurm is not installed, and says what is missing; CONGESTREE_SLURM=required
// makes that a failure, as it is anyhow if one that is installed does not start.
func newCluster(t *testing.T) *cluster {
	t.Helper()
	unable := t.Skipf
	if os.Getenv("CONGESTREE_SLURM") == "required" {
		unable = t.Fatalf
	}
	os.Setenv("PATH", os.Getenv("PATH")+":/usr/sbin:/usr/local/sbin") // daemons are there, which not everybody's PATH names
	for _, name := range []string{"munged", "slurmctld", "slurmd", "sbatch", "squeue", "scontrol", "sinfo", "scancel"} {
		if _, err := exec.LookPath(name); err != nil {
			unable("Slurm is not tested: %s is not installed (Debian: apt-get install slurm-wlm)", name)
		}
	}
	host, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	host, _, _ = strings.Cut(host, ".")
	me, err := user.Current()
	if err != nil {
		t.Fatal(err)
	}
	c := &cluster{dir: t.TempDir()}
	c.env = append(os.Environ(), "SLURM_CONF="+c.path("slurm.conf"))
	for _, name := range []string{"state", "spool"} {
		if err := os.Mkdir(c.path(name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	ports := freePorts(t)
	key := make([]byte, 1024)
	rand.Read(key)
	for name, text := range map[string]string{
		"munge.key": string(key),
		"slurm.conf": strings.NewReplacer("HOST", host, "USER", me.Username, "DIR", c.dir, "PORT1", ports[0], "PORT2", ports[1]).Replace(`
ClusterName=test
SlurmctldHost=HOST(127.0.0.1)
SlurmctldPort=PORT1
SlurmdPort=PORT2
SlurmUser=USER
SlurmdUser=USER
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket=DIR/munge.sock
StateSaveLocation=DIR/state
SlurmdSpoolDir=DIR/spool
SlurmctldPidFile=DIR/slurmctld.pid
SlurmdPidFile=DIR/slurmd.pid
SlurmctldLogFile=DIR/slurmctld.log
SlurmdLogFile=DIR/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
MailProg=/bin/true
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
KillWait=1
NodeName=HOST NodeAddr=127.0.0.1 CPUs=3 State=UNKNOWN
PartitionName=main Nodes=HOST Default=YES State=UP MaxTime=5
`)} {
		if err := os.WriteFile(c.path(name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	munged := c.daemon(t, "munged", "--foreground", "--force", "--socket="+c.path("munge.sock"), "--key-file="+c.path("munge.key"),
		"--pid-file="+c.path("munged.pid"), "--log-file="+c.path("munged.log"), "--seed-file="+c.path("munged.seed"))
	c.until(t, "munged", munged, func() bool { _, err := os.Stat(c.path("munge.sock")); return err == nil })
	c.daemon(t, "slurmctld", "-D")
	slurmd := c.daemon(t, "slurmd", "-D")
	t.Cleanup(func() { // before the daemons end: no job stays behind
		c.command("scancel", "--user="+me.Username).Run()
		c.wait(10*time.Second, func() bool { out, err := c.command("squeue", "-h").Output(); return err != nil || len(out) == 0 })
	})
	c.until(t, "slurmd", slurmd, func() bool {
		out, _ := c.command("sinfo", "-h", "-o", "%T").Output()
		return strings.TrimSpace(string(out)) == "idle"
	})
	return c
}

func (c *cluster) path(name string) string { return filepath.Join(c.dir, name) }

// freePorts are two that nobody listens on.
func freePorts(t *testing.T) (ports [2]string) {
	for i := range ports {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		_, ports[i], _ = net.SplitHostPort(l.Addr().String())
	}
	return ports
}

// daemon runs a program until the test ends, and says when it has ended.
func (c *cluster) daemon(t *testing.T, name string, args ...string) (ended <-chan struct{}) {
	t.Helper()
	cmd := c.command(name, args...)
	log, err := os.Create(c.path(name + ".out"))
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	cmd.Stdout, cmd.Stderr = log, log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	end := make(chan struct{})
	go func() {
		defer close(end)
		cmd.Wait()
	}()
	t.Cleanup(func() {
		hard := time.AfterFunc(5*time.Second, func() { cmd.Process.Kill() })
		defer hard.Stop()
		cmd.Process.Signal(syscall.SIGTERM)
		<-end
	})
	return end
}

func (c *cluster) command(name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(context.Background(), name, args...)
	cmd.Dir, cmd.Env = c.dir, c.env
	return cmd
}

// run gives what a command prints, or fails the test.
func (c *cluster) run(t *testing.T, name string, args ...string) string {
	t.Helper()
	cmd := c.command(name, args...)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s %q: %v, %s%s", name, args, err, out, &errs)
	}
	return strings.TrimSpace(string(out))
}

func (c *cluster) wait(limit time.Duration, done func() bool) bool {
	for end := time.Now().Add(limit); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		if done() {
			return true
		}
	}
	return false
}

// until waits for a daemon to be there. One that ends never will be.
func (c *cluster) until(t *testing.T, name string, ended <-chan struct{}, done func() bool) {
	t.Helper()
	gone, there := false, false
	c.wait(time.Minute, func() bool {
		select {
		case <-ended:
			gone = true
		default:
		}
		there = done()
		return there || gone
	})
	if !there {
		t.Fatalf("%s does not start here: %s", name, c.logs())
	}
}

// logs are the last words of the daemons.
func (c *cluster) logs() string {
	var words []string
	for _, name := range []string{"munged.out", "slurmctld.out", "slurmctld.log", "slurmd.out", "slurmd.log"} {
		text, _ := os.ReadFile(c.path(name))
		lines := strings.Split(strings.TrimSpace(string(text)), "\n")
		words = append(words, fmt.Sprintf("%s: %s", name, strings.Join(lines[max(0, len(lines)-3):], " | ")))
	}
	return strings.Join(words, "; ")
}
