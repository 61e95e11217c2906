package ui

// Event handlers. They run with the event environment's lock held, inside a JavaScript
// callback: they must not block, and a panic in one would end the program.

import (
	"time"

	"github.com/vugu/vugu"
)

// guard runs a handler and turns a panic into a banner.
func guard(m *Model, f func()) {
	defer func() {
		if r := recover(); r != nil {
			m.Banner = T("The panel failed: {0}", reason(r))
			m.BannerAction = ""
		}
	}()
	f()
}

func reason(r any) string {
	switch v := r.(type) {
	case error:
		return v.Error()
	case string:
		return v
	}
	return "unknown reason"
}

// later is a task that waits for a person to stop typing.
type later struct{ timer *time.Timer }

// start replaces the waiting task. It will run under the event environment's lock and be
// followed by a render, as if it were a handler.
func (l *later) start(ee vugu.EventEnv, wait time.Duration, task func()) {
	l.stop()
	var mine *time.Timer
	mine = time.AfterFunc(wait, func() {
		ee.Lock()
		defer ee.UnlockRender()
		if l.timer == mine { // not stopped while it waited for the lock
			l.timer = nil
			task()
		}
	})
	l.timer = mine
}

func (l *later) stop() {
	if l.timer != nil {
		l.timer.Stop()
		l.timer = nil
	}
}

func value(e vugu.DOMEvent) string { return e.PropString("target", "value") }

// id names an element after a field.
func id(prefix, name string) string { return prefix + "-" + name }
