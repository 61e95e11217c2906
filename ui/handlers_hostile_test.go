package ui

// What a control has as its value may come from a script, or from a browser that fills fields in again: none of it is trusted.

import (
	"reflect"
	"strings"
	"testing"

	"github.com/vugu/vugu"
)

func TestNoValueIsTrusted(t *testing.T) {
	p := newPage(t)
	open := func() {
		p.Papers, p.Tour.Hall, p.Model.Export.Open, p.Model.Share.Open, p.Model.Sweep.Open = true, true, true, true, true
	}
	open()
	var all []any
	for _, s := range []*still{p.root.transport, p.root.time, p.root.compare, p.root.trees, p.root.finder, p.root.picture, p.root.gallery, p.root.beyond,
		p.root.offer, p.root.share, p.root.embed, p.root.sweeps, p.root.exporter, p.root.papers, p.root.tour, p.root.tourHall, p.root.cures} {
		all = append(all, s.b)
		if around, ok := s.b.(parent); ok {
			for _, c := range around.children() {
				all = append(all, c.b)
			}
		}
	}
	for _, name := range []string{"load", "network", "routing", "voq", "seed"} {
		all = append(all, p.field(t, name))
	}
	p.html(t)
	event := reflect.TypeOf((*vugu.DOMEvent)(nil)).Elem()
	tried := 0
	for _, c := range all {
		v := reflect.ValueOf(c)
		for i := range v.NumMethod() {
			m, name := v.Method(i), v.Type().Method(i).Name
			kind := m.Type()
			if !strings.HasPrefix(name, "On") || kind.NumIn() == 0 || kind.In(kind.NumIn()-1) != event || kind.NumIn() == 2 && kind.In(0).Kind() != reflect.String || kind.NumIn() > 2 {
				continue
			}
			for _, value := range []string{"", "nothing", "-1", "99999999999999999999", "NaN", "\x00é", claimsOf, claimsOf + "?", "kind"} {
				func() {
					defer func() {
						if why := recover(); why != nil {
							t.Errorf("%T.%s(%q): %v", c, name, value, why)
						}
					}()
					args := []reflect.Value{reflect.ValueOf(p.on("value", value, "key", "Enter", "checked", true))}
					names := []string{""}
					if kind.NumIn() == 2 {
						names = []string{"", "kind", "scale", "theme", "fps", "form", "speed"}
					}
					for _, n := range names {
						if kind.NumIn() == 2 {
							args = []reflect.Value{reflect.ValueOf(n), args[len(args)-1]}
						}
						m.Call(args)
						if tried++; p.Banner != "" {
							t.Errorf("%T.%s(%q): %s", c, name, value, p.Banner)
							p.Banner = ""
						}
					}
					open() // unless it was closed
					if b, ok := c.(vugu.Builder); ok {
						p.env.RunBuild(b)
					}
				}()
			}
		}
	}
	if tried < 500 {
		t.Errorf("%d values were tried", tried)
	}
}
