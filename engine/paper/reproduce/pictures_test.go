package reproduce

import (
	"bytes"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/congestree/congestree/engine/paper"
)

// repo makes a directory that looks like the repository.
func repo(t *testing.T) string {
	t.Helper()
	top := t.TempDir()
	for _, f := range files {
		name := filepath.Join(top, PaperDir, f.path)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(f.text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return top
}

// some is data of a few curves.
func some() *Data {
	d := &Data{Results: map[string]paper.Result{}, Curves: map[string]Curve{}, Links: map[string][]float64{}}
	for _, c := range paper.All() {
		switch {
		case c.Series && c.Traffic == "HS10-1":
			curve := Curve{BinUS: 10}
			for i := range 300 {
				curve.Percent = append(curve.Percent, 60+40*math.Exp(-float64(i)/float64(20+len(c.Routing)*5)))
			}
			d.Curves[c.ID()] = curve
		case c.IsTrace():
			d.Results[c.ID()] = paper.Result{ID: c.ID(), ExecutionUS: 2000 + float64(len(c.Routing))*100}
		case c.Paper == paper.AFI && c.VOQ:
			d.Results[c.ID()] = paper.Result{ID: c.ID(), Percent: math.Min(float64(c.Load), 70)}
		}
	}
	return d
}

func TestPictures(t *testing.T) {
	top := repo(t)
	old := filepath.Join(top, PictureDir, "rar-fig-12.png")
	if err := os.MkdirAll(filepath.Dir(old), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(old, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, format := range PictureFormats {
		written, err := some().Pictures(top, format)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, name := range written {
			names = append(names, filepath.Base(name))
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if len(text) > 400<<10 {
				t.Errorf("%s has %d bytes", name, len(text))
			}
			if format == "svg" {
				if !bytes.Contains(text, []byte("<svg")) || !bytes.Contains(text, []byte("2TH-AS-K/3")) == strings.Contains(name, "rar") {
					t.Errorf("%s: %.200s", name, text)
				}
				continue
			}
			m, err := png.Decode(bytes.NewReader(text))
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			blue := 0
			for y := range m.Bounds().Dy() {
				for x := range m.Bounds().Dx() {
					if r, _, b, _ := m.At(x, y).RGBA(); b > r+0x6000 {
						blue++
					}
				}
			}
			if blue < 500 {
				t.Errorf("%s has no curves: %d blue dots", name, blue)
			}
		}
		if got := strings.Join(names, " "); got != "rar-fig-8."+format+" afi-fig-6."+format+" afi-fig-7."+format {
			t.Errorf("drawn: %s", got)
		}
	}
	if _, err := os.Stat(old); !os.IsNotExist(err) {
		t.Errorf("an outdated picture is left: %v", err)
	}
	if _, err := some().Pictures(t.TempDir(), "png"); err == nil || !strings.Contains(err.Error(), "repository's top") {
		t.Errorf("outside the repository: %v", err)
	}
	if out := os.Getenv("PICTURES"); out != "" {
		os.CopyFS(out, os.DirFS(filepath.Join(top, PictureDir)))
	}
}

// A diagram of a figure of which nothing is run says so.
func TestEmptyDiagramsSaySo(t *testing.T) {
	d := &Data{Results: map[string]paper.Result{}, Curves: map[string]Curve{"iq/D-mod-K/1Q/HS10-1@time": {BinUS: 24, Percent: []float64{50, 40, 30, 20}}}, Links: map[string][]float64{}}
	all := paper.Experiments()
	e := all[slices.IndexFunc(all, func(e paper.Experiment) bool { return e.ID() == "rar-fig-8" })]
	f, any := d.figure(e)
	text, err := f.draw("svg")
	if n := strings.Count(string(text), "not run yet"); err != nil || !any || len(f.diagrams) != 8 || n != 7 {
		t.Errorf("%v, %v: %d of %d diagrams say that they are not run", any, err, n, len(f.diagrams))
	}
}
