//go:build js

package main

// The share dialog's page half: what is on screen, frozen when the dialog opens, becomes texts and files.

import (
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"
	"syscall/js"
	"time"

	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/scenario/link"
	"github.com/congestree/congestree/engine/traffic"
	"github.com/congestree/congestree/ui"
	"github.com/congestree/congestree/ui/lang"
	"github.com/congestree/congestree/ui/share"
	"github.com/congestree/congestree/wasm/play"
)

// sharing is the dialog's state beside what it shows.
type sharing struct {
	ui.ShareDoc
	view    []scenario.Setting // of the moment it was opened
	ran     arrangement        // what ran then,
	name    string             // what it is called,
	file    string             // and a file of it
	link    string             // with all options
	doneEnd float64
	titled  bool   // a person has typed the title,
	of      string // of the scenario or comparison with this address
	poster  poster
}

// poster is a picture of what was on screen when the dialog was opened, for the preview.
type poster struct{ address, at, theme string }

// Options of the dialog that are sizes of the frame, CSS pixels.
const (
	minFrameW, minFrameH = 320, 240
	maxFrame             = 4000
)

func (p *page) ShowShare(on bool) {
	p.do(func() {
		if !on {
			p.share.Open = false
			p.share.takeDown()
			return
		}
		p.openShare()
	})
}

func (p *page) openShare() {
	s := &p.share
	if s.Form == "" {
		s.Form, s.Controls, s.View, s.Width, s.Height = ui.ShareLink, true, true, "640", "400"
	}
	s.Open, s.Done, s.view = true, "", p.view(false)
	s.ran, s.name, s.file = p.arrangement(), p.title(), p.fileName()
	s.Theme = p.views.theme
	at := p.instant()
	s.At, s.AtMicro = at > 0 && !p.run.Playing(), strings.TrimSuffix(formatMoment(at), "us")
	from, to := p.run.Window()
	s.Loop = to > 0
	if !s.Loop {
		from, to = play.LastFifth(max(at, 10*p.packet))
	}
	s.From, s.To = strings.TrimSuffix(formatMoment(from), "us"), strings.TrimSuffix(formatMoment(to), "us")
	if s.titled = s.titled && s.of == s.ran.query(); !s.titled {
		s.Title = s.name
	}
	s.Native, s.Lone = window.Get("navigator").Get("share").Truthy(), inFile() && metaText("home") == ""
	p.makeShare()
	p.portray()
}

// portray takes the picture for the preview.
func (p *page) portray() {
	s := &p.share
	s.takeDown()
	if !s.At {
		return
	}
	blob, err := p.picture(&ui.Shot{Kind: ui.PNG, Scale: 1})
	if err != nil {
		return
	}
	of := poster{at: s.AtMicro, theme: s.Theme}
	whenSettled(blob, func(b js.Value) {
		p.enter(func() {
			if s.Open {
				s.takeDown()
				of.address = window.Get("URL").Call("createObjectURL", b).String()
				s.poster = of
				p.makeShare()
			}
		})
	}, func(string) {})
}

// takeDown lets go of the picture, once a preview that has begun to load it has done so: it would report a file that is missing.
func (s *sharing) takeDown() {
	if address := s.poster.address; address != "" {
		later(10_000, func() { window.Get("URL").Call("revokeObjectURL", address) })
	}
	s.poster, s.Poster = poster{}, ""
}

func (p *page) SetShare(name, value string) {
	p.do(func() {
		s := &p.share
		on := value == "true"
		for option, text := range map[string]*string{"form": &s.Form, "title": &s.Title, "at-us": &s.AtMicro, "from": &s.From, "to": &s.To, "theme": &s.Theme, "width": &s.Width, "height": &s.Height} {
			if option == name {
				*text = value
			}
		}
		for option, flag := range map[string]*bool{"at": &s.At, "view": &s.View, "loop": &s.Loop, "autoplay": &s.Autoplay, "controls": &s.Controls, "panel": &s.Panel, "charts": &s.Charts, "editable": &s.Editable} {
			if option == name {
				*flag = on
			}
		}
		if name == "title" {
			s.titled, s.of = true, s.ran.query()
		}
		s.Done = ""
		p.makeShare()
	})
}

// shareParams are the view parameters that the options ask for. What is wrong with an option is returned, and left out.
func (p *page) shareParams() (list []scenario.Setting, err error) {
	s := &p.share
	add := func(name, value string) { list = append(list, scenario.Setting{Field: name, Value: value}) }
	micro := func(text string) (int64, error) {
		return parseMoment(ui.Pointed(text) + "us")
	}
	if s.At {
		at, bad := micro(s.AtMicro)
		if err = bad; bad == nil {
			add("t", formatMoment(at))
		}
	}
	if s.Loop {
		from, bad := micro(s.From)
		to, worse := micro(s.To)
		if bad = errors.Join(bad, worse); bad != nil || to <= from {
			err = lang.Error("the loop must end after it begins")
		} else {
			add("loop", formatMoment(from)+"-"+formatMoment(to))
		}
	}
	for _, set := range s.view {
		switch v := findView(set.Field); {
		case set.Field == "t" || set.Field == "loop" || set.Field == "theme" || v == nil && slices.Contains(embedKeys, set.Field):
		case s.View || v != nil && v.stays:
			list = append(list, set)
		}
	}
	switch {
	case s.Theme != "":
		add("theme", s.Theme)
	case s.View && p.look.print:
		add("theme", "print")
	}
	if s.Autoplay {
		add("autoplay", "1")
	}
	return list, err
}

// makeShare makes all texts anew.
func (p *page) makeShare() {
	s := &p.share
	params, err := p.shareParams()
	embed := params
	option := func(name string, on, usual bool) {
		if on != usual {
			value := "0"
			if on {
				value = "1"
			}
			embed = append(embed, scenario.Setting{Field: name, Value: value})
		}
	}
	option("controls", s.Controls, true)
	option("panel", s.Panel, false)
	option("charts", s.Charts, false)
	option("editable", s.Panel && s.Editable, false)
	title := share.Title(s.Title)
	if s.titled && title != "" {
		embed = append(embed, scenario.Setting{Field: "title", Value: title})
	}
	width, bad := frameSize(s.Width, minFrameW)
	height, worse := frameSize(s.Height, minFrameH)
	if err = errors.Join(err, bad, worse); err != nil {
		s.OptionFail = strings.ReplaceAll(err.Error(), "\n", "; ")
	} else {
		s.OptionFail = ""
	}
	address, folder := p.place()
	s.link = address + withParams(s.ran.query(), params)
	item := share.Item{
		Title: title, Link: s.link, Embed: folder + "embed.html" + withParams(s.ran.query(), embed), Picture: folder + "picture.jpg",
		Version: boot.Get("version").String(), Date: time.Now().Format(time.DateOnly), Width: width, Height: height,
	}
	if s.At && s.ran.equal(p.arrangement()) && p.has && p.sumPS == p.frame().TimePS && strings.TrimSuffix(formatMoment(p.sumPS), "us") == s.AtMicro {
		item.Note = "state " + hex16(p.checksum) + " at " + formatMoment(p.sumPS)
	}
	if title == "" {
		item.Title = s.name
	}
	s.Length, s.Embed, s.Poster = item.Length(), item.Embed, ""
	if inFile() { // whose policy forbids it
		s.Embed = ""
	}
	if leads := s.At && s.View && !s.Autoplay && s.AtMicro == s.poster.at && s.Theme == s.poster.theme; leads && s.Form != ui.ShareFrame && s.Form != ui.ShareMarkdown { // which have the picture of all frames
		s.Poster = s.poster.address
	}
	switch s.Form {
	case ui.ShareFrame:
		s.Text = item.HTML()
	case ui.ShareMarkdown:
		s.Text = item.Markdown()
	case ui.ShareLaTeX:
		s.Text = item.LaTeX()
	case ui.ShareBibTeX:
		s.Text = item.BibTeX()
	default:
		s.Text = item.Link
	}
	s.FileName = item.QRName()
	s.QR, s.QREdge = "", 0
	if s.Form == ui.ShareQR || s.Form == ui.ShareLaTeX {
		if code, err := share.QR(item.Link); err == nil && s.Length <= share.Long {
			s.QR, s.QREdge = code.Path(), code.Size
		}
	}
}

// frameSize reads a number of CSS pixels, or returns the least with an error.
func frameSize(text string, least int) (int, error) {
	n, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil || n < least || n > maxFrame {
		return least, lang.Error("the frame is {0} to {1} pixels wide and {2} to {1} high", strconv.Itoa(minFrameW), strconv.Itoa(maxFrame), strconv.Itoa(minFrameH))
	}
	return n, nil
}

// place is the page's address without a scenario, and its folder.
func (p *page) place() (address, folder string) {
	address = base()
	folder = address[:strings.LastIndexByte(address, '/')+1]
	return address, folder
}

// DoShare copies, hands over, or saves.
func (p *page) DoShare(what string) {
	p.do(func() {
		s := &p.share
		switch what {
		case ui.ShareCopy:
			p.copyShared(s.Text)
		case ui.ShareNative:
			p.native(s.Title, s.link)
		case ui.SharePDF, ui.ShareSVG:
			code, err := share.QR(s.link)
			if err != nil {
				p.shared(err.Error())
				return
			}
			if what == ui.SharePDF {
				p.save(s.FileName+".pdf", "application/pdf", code.PDF())
			} else {
				p.save(s.FileName+".svg", "image/svg+xml", code.SVG())
			}
		case ui.ShareSave:
			params, _ := p.shareParams()
			link := ""
			if len(s.ran.all) > 1 {
				link = withParams(s.ran.query(), params)
			}
			p.save(s.file+fileEnding, "application/json", string(writeRun(s.ran.all[s.ran.at], link, boot.Get("version").String(), share.Title(s.Title), params)))
		}
	})
}

// shared confirms in the dialog.
func (p *page) shared(text string) { p.share.Done, p.share.doneEnd = text, now()+4000 }

// copyShared puts a text into the clipboard, the old way where there is no other.
func (p *page) copyShared(text string) {
	copied := lang.T("Copied")
	old := func() {
		ok := false
		if area := document.Call("querySelector", ".share textarea"); area.Truthy() {
			area.Call("select")
			try(func() { ok = document.Call("execCommand", "copy").Bool() })
		}
		if ok {
			p.shared(copied)
		} else {
			p.shared(lang.T("This browser does not let the page copy; the text is marked, please copy it by hand"))
		}
	}
	clipboard := window.Get("navigator").Get("clipboard")
	if !clipboard.Truthy() {
		old()
		return
	}
	settled(clipboard.Call("writeText", text), func(js.Value) { p.enter(func() { p.shared(copied) }) }, func(js.Value) { p.enter(old) })
}

// native hands a link to the system. A person who changes their mind is no error.
func (p *page) native(title, link string) {
	settled(window.Get("navigator").Call("share", map[string]any{"title": share.Title(title), "url": link}), func(js.Value) {}, func(why js.Value) {
		if why.Get("name").String() != "AbortError" {
			p.enter(func() { p.shared(lang.T("The system refused the link")) })
		}
	})
}

// settled calls one of two functions when a promise is settled, and lets go of both.
func settled(promise js.Value, kept, broken func(js.Value)) {
	var yes, no js.Func
	end := func(f func(js.Value)) js.Func {
		return callback(func(_ js.Value, args []js.Value) any {
			yes.Release()
			no.Release()
			var v js.Value
			if len(args) > 0 {
				v = args[0]
			}
			f(v)
			return nil
		})
	}
	yes, no = end(kept), end(broken)
	promise.Call("then", yes, no)
}

// save offers a file, and says so.
func (p *page) save(name, kind, text string) {
	saveAs(name, kind, []byte(text))
	p.shared(lang.T("Saved as {0}", name))
}

// takeRun opens the file of a run, or says what is wrong with it and leaves everything as it is.
func (p *page) takeRun(file js.Value) {
	name := scenario.Clip(file.Get("name").String())
	refuse := func(reason string) {
		p.decline(func() string {
			return sentence(lang.T("{0} cannot be opened: {1}.", name, lang.Refusal(reason)))
		})
	}
	if size := file.Get("size").Float(); size > math.MaxUint16+1 {
		refuse(lang.T("it is larger than 64 KiB"))
		return
	}
	settled(file.Call("text"), func(text js.Value) {
		p.enter(func() {
			s, address, view, err := readRun([]byte(text.String()))
			switch {
			case err != nil:
				refuse(err.Error())
			case address != "":
				_ = p.openLink(address) // the banner says what is wrong
			case traffic.Missing(s) != nil: // as a link it is remembered until the trace comes
				if err := p.openLink(link.Of(s) + strings.Replace(view, "?", "&", 1)); err != nil {
					refuse(err.Error())
				}
			default:
				p.views.opening = false
				address := withParams(link.Of(s), scenario.PageSettings(view))
				if err := p.openView(address, func() error { return p.begin([]scenario.Scenario{s}) }); err != nil { // alone, as a link
					refuse(err.Error())
				}
			}
		})
	}, func(js.Value) { p.enter(func() { refuse(lang.T("it cannot be read")) }) })
}
