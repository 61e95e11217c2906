// Package browser drives Chromium for the tests of the page and for its benchmark.
//
// One browser is started; every tab gets a profile of its own, keeps what the page reports
// (console, exceptions, violations of the Content-Security-Policy) and every address it asked for.
// A tab can be emptied and lent again: another one takes a second longer to show the page.
package browser

import (
	"context"
	"errors"
	stdlog "log"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/storage"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
)

// ErrNone says that there is no Chromium on this machine.
var ErrNone = errors.New("no Chromium found (looked for $CHROMIUM, chromium, chromium-browser, google-chrome, chrome)")

func find() (string, error) {
	for _, name := range []string{os.Getenv("CHROMIUM"), "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"} {
		if name == "" {
			continue
		}
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", ErrNone
}

// Browser is a running Chromium.
type Browser struct {
	ctx    context.Context
	cancel []context.CancelFunc
}

// Brief says to V8 that pages live for seconds: functions are compiled again, for speed, when they have run for long, and scripts never. That takes
// more of so short a life than it gives. Nothing that measures speed may be started so.
const Brief = "js-flags=--wasm-tiering-budget=1000000000 --no-maglev --no-turbofan"

// NoCard has Chromium put pages together in software, as it does on machines without a graphics card.
const NoCard = "disable-gpu-compositing"

// Start starts Chromium, headless, with WebGL in software, and without calls home. It gets these flags, too: names, or name=value.
func Start(more ...string) (*Browser, error) {
	path, err := find()
	if err != nil {
		return nil, err
	}
	flags := []chromedp.ExecAllocatorOption{chromedp.ExecPath(path), chromedp.NoFirstRun, chromedp.NoDefaultBrowserCheck, chromedp.Headless, chromedp.NoSandbox, chromedp.WSURLReadTimeout(60 * time.Second)}
	for _, f := range []string{"enable-unsafe-swiftshader", "ignore-gpu-blocklist", "disable-background-networking", "disable-component-update", "disable-sync", "disable-quic",
		"disable-default-apps", "disable-extensions", "disable-dev-shm-usage", "disable-backgrounding-occluded-windows", "disable-renderer-backgrounding", "disable-background-timer-throttling", "metrics-recording-only"} {
		flags = append(flags, chromedp.Flag(f, true))
	}
	// A window's omnibox would start a renderer of its own, for popups that nobody opens.
	flags = append(flags, chromedp.Flag("disable-features", "WebUIOmniboxPopup,OmniboxPopupWebUI,WebUIOmniboxFullPopup,WebUIOmniboxAimPopup"))
	flags = append(flags, chromedp.Flag("use-angle", "swiftshader"), chromedp.Flag("password-store", "basic"))
	for _, f := range more {
		name, value, ok := strings.Cut(f, "=")
		if ok {
			flags = append(flags, chromedp.Flag(name, value))
		} else {
			flags = append(flags, chromedp.Flag(name, true))
		}
	}
	b := &Browser{}
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), flags...)
	b.cancel = append(b.cancel, cancel)
	b.ctx, cancel = chromedp.NewContext(ctx, chromedp.WithErrorf(func(format string, args ...any) {
		if !strings.HasPrefix(format, "unhandled node event") { // a Chromium newer than the protocol's Go types
			stdlog.Printf(format, args...)
		}
	}))
	b.cancel = append(b.cancel, cancel)
	if err := chromedp.Run(b.ctx); err != nil {
		b.Close()
		return nil, err
	}
	return b, nil
}

// Close ends Chromium.
func (b *Browser) Close() {
	for i := len(b.cancel) - 1; i >= 0; i-- {
		b.cancel[i]()
	}
}

// Options of a tab.
type Options struct {
	Width, Height int64   // 0 = 1440×900
	Scale         float64 // device pixels for each CSS pixel; 0 = as the tab had, at first 1
	Mobile        bool    // touch, and twice as many device pixels
	Features      string  // emulated media, e.g. "prefers-color-scheme=light,prefers-reduced-motion=reduce", "media=print"
	Before        string  // script that runs before any of the page's
}

func (t *Tab) view(o Options) chromedp.Action {
	if o.Width == 0 {
		o.Width, o.Height = 1440, 900
	}
	if o.Scale != 0 {
		t.scale = o.Scale
	}
	view := []chromedp.EmulateViewportOption{chromedp.EmulateScale(t.scale)}
	if o.Mobile {
		view = append(view, chromedp.EmulateScale(2*t.scale), chromedp.EmulateMobile, chromedp.EmulateTouch)
	}
	return chromedp.EmulateViewport(o.Width, o.Height, view...)
}

// Tab is one page in a profile of its own.
type Tab struct {
	ctx     context.Context
	cancel  context.CancelFunc
	scripts []page.ScriptIdentifier // that run before those of a page
	scale   float64

	mu       sync.Mutex
	reports  []string
	requests []string
}

// Tab opens an empty tab.
func (b *Browser) Tab(o Options) (*Tab, error) {
	t := &Tab{scale: 1}
	root := cdp.WithExecutor(b.ctx, chromedp.FromContext(b.ctx).Browser)
	profile, err := target.CreateBrowserContext().WithDisposeOnDetach(true).Do(root)
	if err != nil {
		return nil, err
	}
	id, err := target.CreateTarget("about:blank").WithBrowserContextID(profile).WithNewWindow(true).Do(root)
	if err != nil {
		return nil, err
	}
	t.ctx, t.cancel = chromedp.NewContext(b.ctx, chromedp.WithTargetID(id))
	chromedp.ListenTarget(t.ctx, t.listen)
	steps := []chromedp.Action{log.Enable(), network.Enable(), runtime.Enable(),
		// A service worker that is being looked at is never taken for idle, so that its successor waits for ever.
		target.SetAutoAttach(false, false).WithFlatten(true),
		emulation.SetFocusEmulationEnabled(true), // as if it were the window in front, whatever others there are
		t.view(o), media(o.Features), t.before(o.Before)}
	if err := chromedp.Run(t.ctx, steps...); err != nil {
		t.Close()
		return nil, err
	}
	return t, nil
}

// before has a script run before any of a page's, from the next one on.
func (t *Tab) before(script string) chromedp.Action {
	return chromedp.ActionFunc(func(ctx context.Context) error {
		if script == "" {
			return nil
		}
		id, err := page.AddScriptToEvaluateOnNewDocument(script).Do(ctx)
		t.scripts = append(t.scripts, id)
		return err
	})
}

// Empty makes of a tab one that has nothing stored of an origin, to be lent again. It goes to an address of that origin, at which there should be no
// scripts: a tab that shows nothing loses its process.
func (t *Tab) Empty(address string) error {
	forget := chromedp.ActionFunc(func(ctx context.Context) error {
		for _, id := range t.scripts {
			if err := page.RemoveScriptToEvaluateOnNewDocument(id).Do(ctx); err != nil {
				return err
			}
		}
		t.scripts = nil
		return nil
	})
	return t.within(30*time.Second, forget, chromedp.Navigate(address), chromedp.Evaluate("sessionStorage.clear()", nil), storage.ClearDataForOrigin(address, "all"),
		page.ResetNavigationHistory(), input.DispatchMouseEvent(input.MouseMoved, 0, 0))
}

// Lend makes an emptied tab as good as a new one.
func (t *Tab) Lend(o Options) error {
	t.mu.Lock()
	t.reports, t.requests = nil, nil
	t.mu.Unlock()
	return t.within(30*time.Second, t.view(o), media(o.Features), t.before(o.Before))
}

func (t *Tab) listen(event any) {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.APITypeError || e.Type == runtime.APITypeWarning || e.Type == runtime.APITypeAssert {
			var words []string
			for _, a := range e.Args {
				words = append(words, string(a.Value)+a.Description)
			}
			t.reports = append(t.reports, "console."+string(e.Type)+": "+strings.Join(words, " "))
		}
	case *runtime.EventExceptionThrown:
		t.reports = append(t.reports, "exception: "+e.ExceptionDetails.Error())
	case *log.EventEntryAdded:
		if e.Entry.Level == log.LevelError || e.Entry.Source == log.SourceSecurity || e.Entry.Source == log.SourceViolation {
			t.reports = append(t.reports, string(e.Entry.Source)+": "+e.Entry.Text+" "+e.Entry.URL)
		}
	case *network.EventRequestWillBeSent:
		t.requests = append(t.requests, e.Request.URL)
	}
}

// media emulates a medium and the features of a media query, given as "name=value,name=value".
func media(features string) chromedp.Action {
	e := emulation.SetEmulatedMedia()
	var list []*emulation.MediaFeature
	for _, f := range strings.Split(features, ",") {
		if name, value, ok := strings.Cut(f, "="); name == "media" {
			e = e.WithMedia(value)
		} else if ok {
			list = append(list, &emulation.MediaFeature{Name: name, Value: value})
		}
	}
	return e.WithFeatures(list)
}

// Reports returns what the page complained about so far.
func (t *Tab) Reports() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return append([]string(nil), t.reports...)
}

// Requests returns every address asked for so far.
func (t *Tab) Requests() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return append([]string(nil), t.requests...)
}

// Close closes the tab and forgets its profile.
func (t *Tab) Close() {
	_ = chromedp.Run(t.ctx, page.Close())
	t.cancel()
}

// within runs steps with a limit.
func (t *Tab) within(limit time.Duration, steps ...chromedp.Action) error {
	ctx, cancel := context.WithTimeout(t.ctx, limit)
	defer cancel()
	return chromedp.Run(ctx, steps...)
}

// Go loads an address.
func (t *Tab) Go(address string) error { return t.within(30*time.Second, chromedp.Navigate(address)) }

// Eval evaluates an expression, waits for it if it is a promise, and reads its value into out.
func (t *Tab) Eval(expression string, out any) error {
	return t.within(60*time.Second, chromedp.Evaluate(expression, out, func(p *runtime.EvaluateParams) *runtime.EvaluateParams {
		return p.WithAwaitPromise(true).WithUserGesture(true)
	}))
}

// Until waits for an expression to become true.
func (t *Tab) Until(expression string, limit time.Duration) error {
	end := time.Now().Add(limit)
	for {
		var ok bool
		err := t.Eval("!!("+expression+")", &ok)
		if ok {
			return nil
		}
		if time.Now().After(end) {
			return errors.Join(errors.New("still not so after "+limit.String()+": "+expression), err)
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// Running waits until the page shows a running simulation.
func (t *Tab) Running() error {
	return t.Until("document.documentElement.dataset.state === 'running' && window.congestree && document.getElementById('loading').hidden", 60*time.Second)
}

// Picture returns a screenshot as PNG.
func (t *Tab) Picture() ([]byte, error) {
	var png []byte
	err := t.within(60*time.Second, chromedp.CaptureScreenshot(&png))
	return png, err
}

// Look gives the tab another size and other media features, and waits until the page has answered.
func (t *Tab) Look(o Options) error {
	return t.within(20*time.Second, t.view(o), media(o.Features), chromedp.Sleep(500*time.Millisecond))
}

// Features emulates other media features from now on.
func (t *Tab) Features(features string) error { return t.within(10*time.Second, media(features)) }

// Press sends a key to what has the focus, e.g. " " or kb.Tab.
func (t *Tab) Press(keys string, with ...chromedp.KeyOption) error {
	return t.within(10*time.Second, chromedp.KeyEvent(keys, with...))
}

// Serve serves a folder at a path of a plain static server that adds nothing to what Go does
// for files, and returns the address. Around it is an empty page.
func Serve(dir, path string) (address string, stop func()) {
	mux := http.NewServeMux()
	if path != "/" { // what has no icon of its own is asked for one, any time later
		mux.HandleFunc("/{$}", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			_, _ = w.Write([]byte(`<!doctype html><link rel="icon" href="data:,">`))
		})
	}
	mux.Handle(path, http.StripPrefix(path, http.FileServer(http.Dir(dir))))
	s := httptest.NewServer(mux)
	return s.URL + path, s.Close
}
