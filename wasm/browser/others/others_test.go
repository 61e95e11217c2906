// Package others opens the page in the engines of Firefox and Safari, as Debian has them: firefox-esr, and WebKitGTK with its
// driver (webkit2gtk-driver), on a screen that nobody sees (xvfb). What is not installed is skipped:
//
//	apt-get install xvfb firefox-esr webkit2gtk-driver && go test -v ./wasm/browser/others
package others

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/gobwas/ws"
	"github.com/gobwas/ws/wsutil"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/wasm/browser"
)

// driven is a browser that opens addresses and evaluates expressions; promises are waited for.
type driven interface {
	open(address string) error
	eval(expression string) (json.RawMessage, error)
}

const patience = 3 * time.Minute

func TestOtherBrowsers(t *testing.T) {
	xvfb, err := exec.LookPath("Xvfb")
	if err != nil {
		t.Skip("Xvfb is not installed")
	}
	root, err := filepath.Abs("../../..")
	check(t, err)
	build := exec.Command("go", "run", "./wasm/site", "build")
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("the site cannot be built: %v\n%s", err, out)
	}
	site, stop := browser.Serve(filepath.Join(root, "public"), "/page/")
	defer stop()
	display := screen(t, xvfb)
	for _, b := range []struct {
		name  string
		start func(t *testing.T, display string) driven
	}{{"Firefox", firefox}, {"WebKit", webkit}} {
		t.Run(b.name, func(t *testing.T) { tryPage(t, b.start(t, display), site) })
	}
}

// tryPage goes through what differs between browsers: WebGL, workers, charts, pictures, video, unpacking.
func tryPage(t *testing.T, b driven, site string) {
	const at = 120_000 // ns
	check(t, b.open(site+"?preset=hot-spot&t=120us"))
	until(t, b, "!!window.congestree?.version")
	eval[int](t, b, `(window.complaints = [], addEventListener('error', e => complaints.push(e.message)), addEventListener('unhandledrejection', e => complaints.push(String(e.reason))), 0)`)
	until(t, b, fmt.Sprintf("congestree.measures().checksum_ns === %d", at))
	s, err := scenario.ParseQuery("preset=hot-spot")
	check(t, err)
	sim, err := engine.Open(s)
	check(t, err)
	sim.Advance(at*engine.Nanosecond, engine.NoLimit)
	if got, want := eval[string](t, b, "congestree.measures().checksum"), fmt.Sprintf("%016x", sim.Checksum()); got != want {
		t.Errorf("the page's checksum is %s, native %s", got, want)
	}
	until(t, b, "document.querySelectorAll('#chart canvas').length > 0")
	if size := eval[int](t, b, "congestree.picture({type: 'png', width: 640, height: 400, as: 'blob'}).then(f => f.type === 'image/png' ? f.size : 0)"); size < 10_000 {
		t.Errorf("a picture of %d bytes", size)
	}
	if got := eval[string](t, b, "congestree.video({from: 119000, to: 120000, speed: 1000, fps: 4, width: 320, as: 'blob'}).then(f => f.size > 1000 ? f.type : f.size + ' bytes', e => e.message)"); got != "video/webm" && !strings.Contains(got, "video encoder") && !strings.Contains(got, "cannot encode") {
		t.Errorf("a video: %s", got)
	}
	// A packed trace is unpacked by the browser, one that is cut off is refused, and what runs stays.
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	trace, err := os.ReadFile("../../../engine/traffic/vef/testdata/ptrans-16.vef")
	check(t, err)
	z.Write(trace)
	check(t, z.Close())
	drop := func(name string, data []byte) {
		eval[int](t, b, fmt.Sprintf(`(d => { d.items.add(new File([Uint8Array.from(atob(%q), c => c.charCodeAt(0))], %q)); for (const k of ['dragenter', 'dragover', 'drop']) document.querySelector('canvas').dispatchEvent(new DragEvent(k, {bubbles: true, cancelable: true, dataTransfer: d})); return 0 })(new DataTransfer())`, base64.StdEncoding.EncodeToString(data), name))
	}
	drop("whole.vef.gz", packed.Bytes())
	until(t, b, "congestree.link().includes('traffic=VEF-') && congestree.measures().records_done > 0")
	drop("cut.vef.gz", packed.Bytes()[:200])
	until(t, b, "/cut\\.vef\\.gz cannot be played: (line \\d+: )?the gzip file is .*cut off/.test(document.body.textContent)")
	if !eval[bool](t, b, "congestree.link().includes('traffic=VEF-')") {
		t.Error("a trace that is cut off cost what ran before")
	}
	if list := eval[[]string](t, b, "complaints"); len(list) > 0 {
		t.Errorf("the page complains: %q", list)
	}
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// eval returns an expression's value; a promise's is waited for.
func eval[T any](t *testing.T, b driven, expression string) (v T) {
	t.Helper()
	raw, err := b.eval(expression)
	if err == nil {
		err = json.Unmarshal(raw, &v)
	}
	if err != nil {
		t.Fatalf("%v: %.300s", err, expression)
	}
	return v
}

// until waits for an expression to be true.
func until(t *testing.T, b driven, expression string) {
	t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(200 * time.Millisecond) {
		if raw, err := b.eval(expression); err == nil && string(raw) == "true" {
			return
		}
	}
	t.Fatalf("still not so: %s", expression)
}

// screen starts an X server that nobody sees, and returns its name.
func screen(t *testing.T, xvfb string) string {
	r, w, err := os.Pipe()
	check(t, err)
	c := exec.Command(xvfb, "-displayfd", "3", "-screen", "0", "1600x1000x24", "+extension", "GLX", "-nolisten", "tcp")
	c.ExtraFiles = []*os.File{w}
	run(t, c)
	w.Close()
	number, err := bufio.NewReader(r).ReadString('\n')
	check(t, err)
	return ":" + strings.TrimSpace(number)
}

// run starts a program that ends with the test.
func run(t *testing.T, c *exec.Cmd) {
	check(t, c.Start())
	t.Cleanup(func() {
		c.Process.Kill()
		c.Wait()
	})
}

// onScreen is the environment of a browser: no graphics card, and sentences in English.
func onScreen(display string) []string {
	return append(os.Environ(), "DISPLAY="+display, "LIBGL_ALWAYS_SOFTWARE=1", "WEBKIT_DISABLE_DMABUF_RENDERER=1", "LANG=C.UTF-8", "LC_ALL=", "GIO_USE_VFS=local",
		"DBUS_SESSION_BUS_ADDRESS=disabled:") // else a desktop's portal mounts itself in the HOME of a test
}

// port returns a port that is free.
func port(t *testing.T) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	check(t, err)
	defer l.Close()
	return strconv.Itoa(l.Addr().(*net.TCPAddr).Port)
}

// Firefox, by WebDriver BiDi.

type bidi struct {
	conn    net.Conn
	id      int
	context string
}

func firefox(t *testing.T, display string) driven {
	program, err := exec.LookPath("firefox-esr")
	if err != nil {
		if program, err = exec.LookPath("firefox"); err != nil {
			t.Skip("Firefox is not installed")
		}
	}
	profile, at := t.TempDir(), port(t)
	prefs := "user_pref('webgl.force-enabled', true);\nuser_pref('browser.shell.checkDefaultBrowser', false);\nuser_pref('datareporting.policy.dataSubmissionEnabled', false);\nuser_pref('intl.accept_languages', 'en');\n"
	check(t, os.WriteFile(filepath.Join(profile, "user.js"), []byte(prefs), 0o600))
	c := exec.Command(program, "--no-remote", "--profile", profile, "--remote-debugging-port", at, "--width", "1440", "--height", "900", "about:blank")
	c.Env = append(onScreen(display), "MOZ_CRASHREPORTER_DISABLE=1", "HOME="+profile)
	run(t, c)
	b := &bidi{}
	for end := time.Now().Add(patience); ; time.Sleep(200 * time.Millisecond) {
		if b.conn, _, _, err = ws.Dial(context.Background(), "ws://127.0.0.1:"+at+"/session"); err == nil {
			break
		}
		if time.Now().After(end) {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() { b.conn.Close() })
	_, err = b.call("session.new", map[string]any{"capabilities": map[string]any{}})
	check(t, err)
	raw, err := b.call("browsingContext.getTree", map[string]any{})
	check(t, err)
	var tree struct{ Contexts []struct{ Context string } }
	check(t, json.Unmarshal(raw, &tree))
	b.context = tree.Contexts[0].Context
	return b
}

func (b *bidi) call(method string, params map[string]any) (json.RawMessage, error) {
	b.id++
	text, err := json.Marshal(map[string]any{"id": b.id, "method": method, "params": params})
	if err != nil {
		return nil, err
	}
	b.conn.SetDeadline(time.Now().Add(patience))
	if err := wsutil.WriteClientText(b.conn, text); err != nil {
		return nil, err
	}
	for {
		text, err := wsutil.ReadServerText(b.conn)
		if err != nil {
			return nil, err
		}
		var m struct {
			ID      int
			Type    string
			Result  json.RawMessage
			Message string
		}
		if err := json.Unmarshal(text, &m); err != nil {
			return nil, err
		}
		switch {
		case m.ID != b.id: // an event
		case m.Type != "success":
			return nil, errors.New(m.Message)
		default:
			return m.Result, nil
		}
	}
}

func (b *bidi) open(address string) error {
	_, err := b.call("browsingContext.navigate", map[string]any{"context": b.context, "url": address, "wait": "complete"})
	return err
}

func (b *bidi) eval(expression string) (json.RawMessage, error) {
	raw, err := b.call("script.evaluate", map[string]any{"expression": "(async () => JSON.stringify(await (" + expression + ")))()", "target": map[string]any{"context": b.context}, "awaitPromise": true})
	if err != nil {
		return nil, err
	}
	var r struct {
		Type             string
		Result           struct{ Value string }
		ExceptionDetails struct{ Text string }
	}
	if err := json.Unmarshal(raw, &r); err != nil {
		return nil, err
	}
	if r.Type != "success" {
		return nil, errors.New(r.ExceptionDetails.Text)
	}
	return json.RawMessage(r.Result.Value), nil
}

// WebKitGTK, by WebDriver.

type webDriver struct{ session string }

func webkit(t *testing.T, display string) driven {
	driver, err := exec.LookPath("WebKitWebDriver")
	if err != nil {
		t.Skip("WebKitWebDriver is not installed")
	}
	found, _ := filepath.Glob("/usr/lib/*/webkit2gtk-4.*/MiniBrowser")
	if len(found) == 0 {
		t.Skip("WebKit's MiniBrowser is not installed")
	}
	at := port(t)
	c := exec.Command(driver, "--port="+at, "--host=127.0.0.1")
	c.Env = append(onScreen(display), "HOME="+t.TempDir())
	run(t, c)
	address := "http://127.0.0.1:" + at
	for end := time.Now().Add(patience); ; time.Sleep(200 * time.Millisecond) {
		if _, err = send("GET", address+"/status", nil); err == nil {
			break
		}
		if time.Now().After(end) {
			t.Fatal(err)
		}
	}
	raw, err := send("POST", address+"/session", map[string]any{"capabilities": map[string]any{"alwaysMatch": map[string]any{
		"webkitgtk:browserOptions": map[string]any{"binary": found[len(found)-1], "args": []string{"--automation"}}, "timeouts": map[string]any{"script": patience.Milliseconds()}}}})
	check(t, err)
	var s struct{ SessionID string }
	check(t, json.Unmarshal(raw, &s))
	b := &webDriver{address + "/session/" + s.SessionID}
	t.Cleanup(func() { send("DELETE", b.session, nil) })
	return b
}

// send sends a command, and returns its value.
func send(method, address string, params map[string]any) (json.RawMessage, error) {
	var body io.Reader
	if params != nil {
		text, err := json.Marshal(params)
		if err != nil {
			return nil, err
		}
		body = bytes.NewReader(text)
	}
	ask, err := http.NewRequest(method, address, body)
	if err != nil {
		return nil, err
	}
	reply, err := (&http.Client{Timeout: patience}).Do(ask)
	if err != nil {
		return nil, err
	}
	defer reply.Body.Close()
	var r struct{ Value json.RawMessage }
	if err := json.NewDecoder(reply.Body).Decode(&r); err != nil {
		return nil, err
	}
	if reply.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %.300s", reply.Status, r.Value)
	}
	return r.Value, nil
}

func (b *webDriver) open(address string) error {
	_, err := send("POST", b.session+"/url", map[string]any{"url": address})
	return err
}

func (b *webDriver) eval(expression string) (json.RawMessage, error) {
	raw, err := send("POST", b.session+"/execute/async", map[string]any{"script": "const done = arguments[0]; (async () => JSON.stringify(await (" + expression + ")))().then(v => done({v}), e => done({e: String(e)}))", "args": []any{}})
	if err != nil {
		return nil, err
	}
	var r struct{ V, E string }
	if err := json.Unmarshal(raw, &r); err != nil {
		return nil, err
	}
	if r.E != "" {
		return nil, errors.New(r.E)
	}
	return json.RawMessage(r.V), nil
}
