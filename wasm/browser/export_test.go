package browser

// What a person takes along: pictures, drawings, videos and numbers, saved from the dialog and read back by programs
// that know nothing of the page. All of it in one page, since a page takes seconds to start.

import (
	"archive/zip"
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/xml"
	"image"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/at-wat/ebml-go"
	"github.com/chromedp/chromedp/kb"
)

// taken is a file that the page has saved.
type taken struct {
	Name, Type, Data string
}

func (f *taken) bytes(t *testing.T) []byte {
	t.Helper()
	_, text, _ := strings.Cut(f.Data, ",")
	b, err := base64.StdEncoding.DecodeString(text)
	check(t, err)
	return b
}

// keepFiles has files kept in the page instead of being saved.
const keepFiles = `(() => {
	window.files = [];
	congestreeExport.save = (blob, name) => { congestreeExport.dataURL(blob).then(data => files.push({name, type: blob.type, data})); };
	return true;
})()`

func TestExport(t *testing.T) {
	t.Parallel()
	b := open(t, "?preset=hot-spot&network=rlft-4x3")
	eval[bool](t, b, keepFiles)
	m := seek(t, b, "60000")
	link := eval[string](t, b, "congestree.link()")
	click := func(id string) {
		t.Helper()
		eval[bool](t, b, "("+control(id)+".click(), true)")
	}
	set := func(id, value string) {
		t.Helper()
		event := "change"
		if eval[string](t, b, control(id)+".tagName") == "INPUT" {
			event = "input"
		}
		choose(t, b, id, value, event)
		until(t, b, control(id)+".value === '"+value+"'")
	}
	// save presses the button and returns the file that comes of it.
	save := func() taken {
		t.Helper()
		n := eval[int](t, b, "files.length")
		click("export-save")
		if err := b.Until("files.length > "+strconv.Itoa(n), 60*time.Second); err != nil { // the last refusal may be seen a moment longer
			t.Fatal(eval[string](t, b, control("export-error")+".textContent"), err)
		}
		f := eval[taken](t, b, "files.at(-1)")
		if dir := os.Getenv("CONGESTREE_PICTURES"); dir != "" {
			check(t, os.WriteFile(filepath.Join(dir, f.Name), f.bytes(t), 0o644))
		}
		return f
	}
	// same says whether a link is the one of the scenario at the instant shown.
	same := func(got string) bool { return strings.HasPrefix(got, link) && strings.Contains(got, "t=60us") }
	refused := func(words string) {
		t.Helper()
		n := eval[int](t, b, "files.length")
		click("export-save")
		until(t, b, "!"+control("export-error")+".hidden && "+control("export-error")+".textContent.includes('"+words+"')")
		if eval[int](t, b, "files.length") != n {
			t.Error("a file was saved all the same")
		}
	}
	click("open-export")
	until(t, b, control("export-dialog")+".open")
	for _, v := range axe(t, b) {
		if strings.Contains(v, "export") {
			t.Error(v)
		}
	}
	var drawn image.Image
	t.Run("png", func(t *testing.T) {
		set("export-scale", "")
		set("export-width", "1200")
		set("export-height", "800")
		f := save()
		raw := f.bytes(t)
		img, err := png.Decode(bytes.NewReader(raw))
		check(t, err)
		drawn = img
		if r := img.Bounds(); r.Dx() != 1200 || r.Dy() != 800 || f.Type != "image/png" {
			t.Errorf("%s is %v", f.Type, r)
		}
		if n := colours(img); n < 40 {
			t.Errorf("the picture has %d colours", n)
		}
		if !strings.Contains(f.Name, "rlft-4x3") || !strings.HasSuffix(f.Name, "-60us.png") {
			t.Error(f.Name)
		}
		says := pngTexts(t, raw)
		if !same(says["Source"]) || says["Simulated time"] != "60000 ns" || says["State checksum"] != m.Checksum || says["Title"] == "" || !strings.Contains(says["Software"], "Congestree") {
			t.Errorf("the file says %q; the link is %s", says, link)
		}
		set("export-width", "99999")
		refused("from 64 to 16384")
		set("export-width", "16384")
		set("export-height", "16384")
		refused("100 million")
		until(t, b, control("export-height")+".getAttribute('aria-invalid') === 'true'")
		set("export-width", "600")
		set("export-height", "400")
		click("export-transparent")
		f = save()
		img, err = png.Decode(bytes.NewReader(f.bytes(t)))
		check(t, err)
		if _, _, _, a := img.At(3, 3).RGBA(); a != 0 {
			t.Error("the ground is not transparent")
		}
		click("export-transparent")
	})
	t.Run("svg", func(t *testing.T) {
		set("export-kind", "svg")
		set("export-width", "1200")
		set("export-height", "800")
		f := save()
		count, text := map[string]int{}, ""
		for d := xml.NewDecoder(bytes.NewReader(f.bytes(t))); ; {
			token, err := d.Token()
			if err == io.EOF {
				break
			}
			check(t, err)
			switch e := token.(type) {
			case xml.StartElement:
				count[e.Name.Local]++
			case xml.CharData:
				text += string(e) + "\n"
			}
		}
		source := ""
		for line := range strings.Lines(text) {
			if same(strings.TrimSpace(line)) {
				source = line
			}
		}
		if source == "" || count["desc"] != 1 || count["text"] < 20 || count["circle"] < 20 || !strings.HasSuffix(f.Name, "-60us.svg") {
			t.Errorf("%s: %v; link %q", f.Name, count, source)
		}
		// The browser's own rendering of the drawing is the picture saved before.
		raster := eval[string](t, b, `(async () => {
			const img = new Image();
			img.src = URL.createObjectURL(new Blob([Uint8Array.from(atob(files.at(-1).data.split(',')[1]), c => c.charCodeAt(0))], {type: 'image/svg+xml'}));
			await img.decode();
			const c = document.createElement('canvas');
			c.width = 1200; c.height = 800;
			c.getContext('2d').drawImage(img, 0, 0, 1200, 800);
			return c.toDataURL('image/png');
		})()`)
		img, err := png.Decode(bytes.NewReader((&taken{Data: raster}).bytes(t)))
		check(t, err)
		if drawn != nil {
			if d := differing(drawn, img); d > 0.03 {
				t.Errorf("drawing and picture differ in %.1f %% of the pixels", 100*d)
			}
		}
	})
	film := func(kind, from, to, speed, fps string) {
		t.Helper()
		set("export-kind", kind)
		set("export-width", "320")
		set("export-height", "240")
		set("export-from", from)
		set("export-to", to)
		set("export-speed", speed)
		set("export-fps", fps)
	}
	t.Run("webm", func(t *testing.T) {
		film("webm", "20", "22", "2", "10")
		until(t, b, control("export-size")+".textContent.includes('11 frames, 1.1')")
		f := save()
		raw := f.bytes(t)
		v := readWebM(t, raw)
		if !bytes.HasPrefix(raw, []byte{0x1a, 0x45, 0xdf, 0xa3}) || v.docType != "webm" || f.Type != "video/webm" || !strings.HasSuffix(f.Name, "-20-22us.webm") {
			t.Errorf("%s, %s, %s", f.Name, f.Type, v.docType)
		}
		if v.frames != 11 || v.seconds < 1.09 || v.seconds > 1.11 || v.width != 320 || v.height != 240 {
			t.Errorf("%+v", v)
		}
		if !strings.Contains(v.tags, "Source: "+link) || v.codec != "V_VP9" && v.codec != "V_VP8" {
			t.Errorf("%s; tags %q", v.codec, v.tags)
		}
		if now(t, b).Now != 60000 {
			t.Error("the page has gone to another time")
		}
		set("export-to", "10")
		refused("after 20 µs")
	})
	t.Run("frames", func(t *testing.T) {
		var first map[string][]byte
		for range 2 { // every time the same to the bit
			film("frames", "30", "31", "10", "20")
			f := save()
			files := unzip(t, f.bytes(t))
			var about string
			for name, text := range files {
				switch {
				case strings.HasSuffix(name, "/about.txt"):
					about = string(text)
				default:
					img, err := png.Decode(bytes.NewReader(text))
					check(t, err)
					if r := img.Bounds(); r.Dx() != 320 || r.Dy() != 240 || !strings.HasPrefix(pngTexts(t, text)["Source"], link) {
						t.Errorf("%s: %v", name, r)
					}
					if first != nil && !bytes.Equal(first[name], text) {
						t.Errorf("%s is another picture the second time", name)
					}
				}
			}
			if len(files) != 4 || !strings.Contains(about, link) {
				t.Errorf("%d files; about: %s", len(files), about)
			}
			first = files
		}
	})
	t.Run("cancel", func(t *testing.T) {
		film("frames", "0", "1000", "10", "30")
		n := eval[int](t, b, "files.length")
		click("export-save")
		until(t, b, "/Frame \\d+ of 3001/.test("+control("export-busy")+".textContent)")
		click("export-close") // it goes on
		until(t, b, "!"+control("export-dialog")+".open")
		click("open-export")
		until(t, b, control("export-dialog")+".open && !"+control("export-stop")+".closest('[hidden]')")
		click("export-stop")
		until(t, b, control("export-stop")+".closest('[hidden]') && "+control("export-error")+".hidden && !"+control("export-save")+".disabled")
		// Nor is anything left of one that is cancelled before it has its encoder.
		eval[any](t, b, `{ const {frames} = congestreeExport;
			congestreeExport.frames = () => { congestreeExport.frames = frames; return new Promise(r => { window.encoder = () => r({cancel() { window.encoder = 'cancelled'; }}); }); }; }
			null`)
		click("export-save")
		until(t, b, "window.encoder && !"+control("export-stop")+".closest('[hidden]')")
		click("export-stop")
		until(t, b, control("export-stop")+".closest('[hidden]')")
		eval[any](t, b, "encoder()")
		until(t, b, "encoder === 'cancelled'")
		if eval[int](t, b, "files.length") != n {
			t.Error("a video that was cancelled was saved")
		}
	})
	t.Run("figures", func(t *testing.T) { // the charts for papers
		choose(t, b, "chart", "all", "change")
		figure := func(kind string) []byte {
			t.Helper()
			n := eval[int](t, b, "files.length")
			click("chart-" + kind)
			check(t, b.Until("files.length > "+strconv.Itoa(n), 60*time.Second))
			f := eval[taken](t, b, "files.at(-1)")
			if !strings.HasSuffix(f.Name, "-all."+kind) || !strings.Contains(f.Type, kind) {
				t.Errorf("%s is %s", f.Name, f.Type)
			}
			if dir := os.Getenv("CONGESTREE_PICTURES"); dir != "" {
				check(t, os.WriteFile(filepath.Join(dir, f.Name), f.bytes(t), 0o644))
			}
			return f.bytes(t)
		}
		drawing := string(figure("svg"))
		check(t, xml.Unmarshal([]byte(drawing), new(struct{})))
		for _, want := range []string{">Throughput, %</text>", ">Latency, µs</text>", ">high-order HoL</text>", ">time, µs</text>", "<dc:source>" + strings.ReplaceAll(link, "&", "&amp;"), `stroke-dasharray="5 4"`} {
			if !strings.Contains(drawing, want) {
				t.Errorf("the drawing has no %s", want)
			}
		}
		// The curve of the accepted load has a corner for each of its numbers.
		points := eval[int](t, b, "Array.from(congestree.course().bins.accepted).filter(v => v >= 0).length")
		curve := ""
		for line := range strings.Lines(drawing) {
			if strings.Contains(line, `stroke-linejoin="round"`) && strings.Contains(line, `stroke-width="2.25"`) && len(line) > len(curve) {
				curve = line
			}
		}
		if n := 1 + strings.Count(curve, "L"); n != points || strings.Contains(drawing, "<image") {
			t.Errorf("the curve has %d points of %d: %s", n, points, curve)
		}
		raw := figure("png")
		img, err := png.Decode(bytes.NewReader(raw))
		check(t, err)
		if says := pngTexts(t, raw); img.Bounds().Dx() != 2160 || !same(says["Source"]) || colours(img) < 6 {
			t.Errorf("%v in %d colours says %q", img.Bounds(), colours(img), says)
		}
	})
	t.Run("charts", func(t *testing.T) {
		eval[bool](t, b, `(URL.createObjectURL = (make => blob => { congestreeExport.save(blob, 'numbers'); return make.call(URL, blob); })(URL.createObjectURL), HTMLAnchorElement.prototype.click = () => {}, true)`)
		for kind, words := range map[string]string{"csv": "hol_low_order_percent", "json": `"events"`} {
			set("export-kind", kind)
			f := save()
			if text := string(f.bytes(t)); !strings.Contains(text, words) || !strings.Contains(text, "accepted_percent") {
				t.Errorf("%s: %.200s", kind, text)
			}
			until(t, b, control("export-saved")+".textContent.includes('-all."+kind+"')")
		}
		// A run of which nothing is shown yet has no numbers: those of the run before are none of its.
		n := eval[int](t, b, "files.length")
		eval[bool](t, b, "(congestree.load(congestree.link() + '&seed=2').catch(() => {}), "+control("export-save")+".click(), true)")
		until(t, b, "!"+control("export-error")+".hidden && "+control("export-error")+".textContent.includes('nothing is shown yet')")
		load(t, b, link+"&t=60us")
		set("export-kind", "csv")
		if save(); eval[int](t, b, "files.length") != n+1 {
			t.Error("a file of the run before was saved")
		}
	})
	t.Run("without an encoder", func(t *testing.T) {
		eval[bool](t, b, "(VideoEncoder = undefined, true)")
		set("export-kind", "webm")
		until(t, b, control("export-save")+".disabled && document.getElementById('x-doc').textContent.includes('WebCodecs')")
		if why := eval[string](t, b, "congestree.video({from: 0, to: 1000, speed: 1000}).then(() => 'made', e => e.message)"); !strings.Contains(why, "Video as frames") {
			t.Error(why)
		}
		check(t, b.Press(kb.Escape))
		until(t, b, "!"+control("export-dialog")+".open")
	})
	t.Run("programs", func(t *testing.T) {
		for _, c := range []struct{ ask, want string }{
			{"{width: 300}", "300"},
			{"{width: 300, height: 200, theme: 'print', legend: false, title: false, trees: false}", "300×200"},
			{"{type: 'gif'}", "png or svg"},
			{"{scale: 9}", "scale: "},
			{"{theme: 'pink'}", "theme: "},
		} {
			got := eval[string](t, b, `congestree.picture(Object.assign({as: 'dataurl'}, `+c.ask+`)).then(async url => { const i = new Image(); i.src = url; await i.decode(); return i.width + '×' + i.height; }, e => e.message)`)
			if !strings.Contains(got, c.want) {
				t.Errorf("picture(%s): %s", c.ask, got)
			}
		}
	})
	t.Run("sides and units", func(t *testing.T) {
		// A side that is not given follows from the picture's shape, also where it is refused; what a field of a form says is ns, as a number is.
		if why := eval[string](t, b, "congestree.picture({width: 16384}).then(() => 'made', e => e.message)"); !strings.Contains(why, "16384 × ") || strings.Contains(why, "16384 × 16384") {
			t.Error(why)
		}
		film := eval[string](t, b, "congestree.video({type: 'frames', from: 40000, to: '40500', speed: '1000', fps: 4, width: 400, as: 'dataurl'}).catch(e => e.message)")
		if files := unzip(t, (&taken{Data: film}).bytes(t)); len(files) != 4 {
			t.Errorf("a video of %d files", len(files))
		}
	})
	t.Run("comparison", func(t *testing.T) {
		eval[any](t, b, "congestree.compare('queuing', 'dbbm')")
		seek(t, b, "61000")
		drawing := eval[string](t, b, "congestree.picture({type: 'svg'}).then(b => b.text())")
		titles := eval[[]string](t, b, "congestree.lanes().map(l => l.title)")
		if len(titles) != 2 || strings.Count(drawing, "<clipPath") != 2 {
			t.Errorf("%d lanes, %d pictures", len(titles), strings.Count(drawing, "<clipPath"))
		}
		if seen := eval[string](t, b, control("summary")+".textContent"); !strings.Contains(drawing, ">"+seen+"</desc>") || !strings.Contains(seen, ": At 61.0 µs") { // and whose it is
			t.Errorf("the drawing does not say %q", seen)
		}
		for _, title := range titles {
			if !strings.Contains(drawing, ">"+title+"</text>") {
				t.Errorf("%q is not in the drawing", title)
			}
		}
		if sums := eval[string](t, b, "congestree.lanes().map(l => l.checksum).join(', ')"); len(sums) != 34 || strings.Count(drawing, sums) != 2 { // below the picture, and in the metadata
			t.Errorf("the checksums %s are in the drawing %d times", sums, strings.Count(drawing, sums))
		}
		until(t, b, "congestreeChart.state.data.name.endsWith('-1q-vs-dbbm') && congestreeChart.state.data.link.startsWith(congestree.link() + '&v=') && congestree.link().includes('compare=')") // what charts' files are called, and name
		film := eval[string](t, b, "congestree.video({type: 'frames', from: 40000, to: 40500, speed: 1000, fps: 4, width: 400, as: 'dataurl'})")
		if files := unzip(t, (&taken{Data: film}).bytes(t)); len(files) != 4 {
			t.Errorf("a video of %d files", len(files))
		}
	})
	t.Run("right after a change", func(t *testing.T) {
		made := eval[string](t, b, "(congestree.load('?preset=uniform'), congestree.picture({type: 'svg'})).then(b => b.text(), e => e.message)")
		if !strings.Contains(made, "preset=uniform") {
			t.Errorf("the picture is not of what was opened before it: %.300s", made)
		}
	})
}

// pngTexts reads the iTXt chunks of a PNG file.
func pngTexts(t *testing.T, file []byte) map[string]string {
	t.Helper()
	out := map[string]string{}
	for at := 8; at+12 <= len(file); {
		n := int(binary.BigEndian.Uint32(file[at:]))
		if at+12+n > len(file) {
			t.Fatal("a chunk ends after the file")
		}
		if body := file[at+8 : at+8+n]; string(file[at+4:at+8]) == "iTXt" {
			name, rest, _ := strings.Cut(string(body), "\x00")
			out[name] = rest[4:]
		}
		at += 12 + n
	}
	return out
}

func unzip(t *testing.T, file []byte) map[string][]byte {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	check(t, err)
	out := map[string][]byte{}
	for _, f := range z.File {
		r, err := f.Open()
		check(t, err)
		out[f.Name], err = io.ReadAll(r)
		check(t, err)
	}
	return out
}

// webm is what a video file says of itself.
type webm struct {
	docType, codec, tags string
	frames               int
	seconds              float64
	width, height        uint64
}

func readWebM(t *testing.T, raw []byte) (v webm) {
	t.Helper()
	var file struct {
		Header struct {
			DocType string `ebml:"EBMLDocType"`
		} `ebml:"EBML"`
		Segment struct {
			Info struct {
				Scale    uint64  `ebml:"TimecodeScale"`
				Duration float64 `ebml:"Duration"`
			} `ebml:"Info"`
			Tracks struct {
				Entry []struct {
					Codec string `ebml:"CodecID"`
					Video struct {
						Width  uint64 `ebml:"PixelWidth"`
						Height uint64 `ebml:"PixelHeight"`
					} `ebml:"Video"`
				} `ebml:"TrackEntry"`
			} `ebml:"Tracks"`
			Cluster []struct {
				Simple []ebml.Block `ebml:"SimpleBlock"`
				Group  []struct {
					Block ebml.Block `ebml:"Block"`
				} `ebml:"BlockGroup"`
			} `ebml:"Cluster"`
			Tags struct {
				Tag []struct {
					Simple []struct {
						Name string `ebml:"TagName"`
						Text string `ebml:"TagString"`
					} `ebml:"SimpleTag"`
				} `ebml:"Tag"`
			} `ebml:"Tags"`
		} `ebml:"Segment"`
	}
	check(t, ebml.Unmarshal(bytes.NewReader(raw), &file, ebml.WithIgnoreUnknown(true)))
	s := &file.Segment
	v.docType = file.Header.DocType
	v.seconds = s.Info.Duration * float64(s.Info.Scale) / 1e9
	for _, e := range s.Tracks.Entry {
		v.codec, v.width, v.height = e.Codec, e.Video.Width, e.Video.Height
	}
	for _, c := range s.Cluster {
		v.frames += len(c.Simple) + len(c.Group)
	}
	for _, tag := range s.Tags.Tag {
		for _, x := range tag.Simple {
			v.tags += x.Name + "=" + x.Text + "\n"
		}
	}
	return v
}
