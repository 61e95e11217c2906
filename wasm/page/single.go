//go:build js

package main

// The page as one file: what such a file brings along (see package single), and how the page makes one of itself.

import (
	"errors"
	"strings"
	"syscall/js"

	"github.com/congestree/congestree/ui"
	"github.com/congestree/congestree/ui/lang"
	"github.com/congestree/congestree/ui/tours"
	"github.com/congestree/congestree/wasm/single"
)

// metaText is what the page's head says under a name, "" if nothing.
func metaText(name string) string { return metaOf(document, name) }

func metaOf(page js.Value, name string) string {
	m := page.Call("querySelector", `meta[name="congestree-`+name+`"]`)
	if !m.Truthy() {
		return ""
	}
	return m.Get("content").String()
}

// opening is the part of the address that says what to open; of a file whose address says nothing, what was put into it.
func opening() (search, hash string) {
	l := window.Get("location")
	search, hash = l.Get("search").String(), l.Get("hash").String()
	if len(search) <= 1 && len(hash) <= 1 {
		if link := metaText("scenario"); link != "" && link[0] == '#' {
			return "", link
		} else if link != "" {
			return link, ""
		}
	}
	return search, hash
}

// base is what the links of this page begin with.
func base() string {
	if home := metaText("home"); home != "" {
		return home
	}
	l := window.Get("location")
	origin := l.Get("origin").String()
	if origin == "null" {
		origin = l.Get("protocol").String() + "//"
	}
	return origin + strings.TrimSuffix(l.Get("pathname").String(), "embed.html")
}

// inFile says whether this page is such a file.
func inFile() bool { return window.Get("congestreeInline").Truthy() }

func init() {
	if inFile() {
		ui.Asset = func(name string) string { return window.Get("congestreeInline").Call("url", name).String() }
	}
}

// await returns what a promise comes to. It must not be called in a callback.
func await(promise js.Value) (v js.Value, err error) {
	done := make(chan struct{})
	yes := js.FuncOf(func(_ js.Value, args []js.Value) any {
		if len(args) > 0 {
			v = args[0]
		}
		close(done)
		return nil
	})
	no := js.FuncOf(func(_ js.Value, args []js.Value) any {
		err = errors.New(window.Call("String", args[0]).String())
		close(done)
		return nil
	})
	defer yes.Release()
	defer no.Release()
	promise.Call("then", yes, no)
	<-done
	return v, err
}

// fetchFile reads a file of the page.
func fetchFile(name string) ([]byte, error) {
	r, err := await(window.Call("fetch", name))
	if err == nil && !r.Get("ok").Bool() {
		err = lang.Error("the server answered {0}", window.Call("String", r.Get("status")).String())
	}
	var buffer js.Value
	if err == nil {
		buffer, err = await(r.Call("arrayBuffer"))
	}
	if err != nil {
		return nil, errors.New(name + ": " + err.Error())
	}
	array := window.Get("Uint8Array").New(buffer)
	out := make([]byte, array.Length())
	js.CopyBytesToGo(out, array)
	return out, nil
}

// SaveFile makes one HTML file of the page and what it shows, and hands it to the person.
func (p *page) SaveFile() {
	p.do(func() {
		if p.rescue.saving || inFile() {
			return
		}
		p.rescue.saving = true
		name, link := p.fileName()+".html", withParams(p.link()[len(base()):], p.view(false))
		go func() {
			text, err := makeFile(link)
			p.enter(func() {
				p.rescue.saving = false
				if err != nil {
					p.announce(func() string { return lang.T("The file could not be made: {0}.", err.Error()) })
					return
				}
				saveAs(name, "text/html", text)
				p.say(savedPage(name, p.sc))
			})
		}()
	})
}

func makeFile(link string) (text []byte, err error) {
	var index []byte
	if index, err = fetchFile("./"); err != nil {
		return nil, err
	}
	if there := window.Get("DOMParser").New().Call("parseFromString", string(index), "text/html"); metaOf(there, "release") != metaText("release") {
		return nil, lang.Error("there is another release by now, whose page does not fit this one’s programs; reload this page first")
	}
	file := func(key string) string { return boot.Get("files").Get(key).String() }
	if e := try(func() {
		text, err = single.Make(single.Page{
			Index: string(index), Read: fetchFile, Link: link, Home: base(),
			Fetch: []string{file("page"), file("engine"), file("manifest")},
			Some:  tours.Pictures(), Late: []string{file("fflate")},
			Worker: []string{file("exec"), file("fzstd"), file("worker")},
		})
	}); e != nil {
		return nil, e
	}
	return text, err
}

// saveAs hands a person a file.
func saveAs(name, kind string, text []byte) {
	array := window.Get("Uint8Array").New(len(text))
	js.CopyBytesToJS(array, text)
	url := window.Get("URL").Call("createObjectURL", window.Get("Blob").New([]any{array}, map[string]any{"type": kind}))
	a := document.Call("createElement", "a")
	a.Set("href", url)
	a.Set("download", name)
	a.Call("click")
	later(60_000, func() { window.Get("URL").Call("revokeObjectURL", url) })
}
