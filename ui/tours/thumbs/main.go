// Command thumbs rehearses the guided tours: it runs all their steps natively, says which claims do not hold, draws the
// thumbnails (public/gallery) as the page would draw the step, and keeps what was measured in measured.json:
//
//	go run ./ui/tours/thumbs         # all, which takes some minutes
//	go run ./ui/tours/thumbs hol     # those named, as who writes one needs; the others stay as they are
//
// Run it after any change to a tour. The test of package tours fails while it has not been run.
package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/render"
	"github.com/congestree/congestree/ui/tours"
	"github.com/congestree/congestree/ui/tours/rehearse"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string) error {
	var ids []string
	for _, t := range tours.All() {
		ids = append(ids, t.ID)
	}
	for _, arg := range args {
		if !slices.Contains(ids, arg) {
			return fmt.Errorf("%q is no tour; allowed, at the top of the repository: go run ./ui/tours/thumbs [ID ...], of %s; without one all are run, which takes some minutes", arg, strings.Join(ids, ", "))
		}
	}
	root, err := filepath.Abs(".")
	if err == nil {
		_, err = os.Stat(filepath.Join(root, "ui", "tours"))
	}
	if err == nil {
		err = tours.Check()
	}
	if err == nil {
		err = gallery(root, args)
	}
	return err
}

// gallery makes the thumbnails and measured.json anew, of some tours or, if none is named, of all.
func gallery(root string, only []string) error {
	measured := filepath.Join(root, "ui", "tours", "measured.json")
	kept, sealed := map[string]tours.Sealed{}, map[string]tours.Sealed{}
	if len(only) > 0 {
		text, err := os.ReadFile(measured)
		if err == nil {
			err = json.Unmarshal(text, &kept)
		}
		if err != nil {
			return err
		}
	}
	var wrong []error
	keep := map[string]bool{}
	for _, t := range tours.All() {
		for _, light := range []bool{false, true} {
			keep[t.PictureFile(light)] = true
		}
		if len(only) > 0 && !slices.Contains(only, t.ID) {
			if s, ok := kept[t.ID]; ok {
				sealed[t.ID] = s
			}
			continue
		}
		var pictures [2]image.Image
		stages, err := rehearse.Tour(t, func(i int, g *rehearse.Stage, sim *engine.Sim) {
			if i+1 != t.Picture {
				return
			}
			for theme := range pictures {
				pictures[theme] = rehearse.Picture(&t.Steps[i], g, sim, render.Theme(theme))
			}
		})
		if err != nil {
			return fmt.Errorf("%s: %w", t.ID, err)
		}
		s := tours.Sealed{}
		for i := range stages {
			for _, e := range stages[i].Errs {
				wrong = append(wrong, fmt.Errorf("%s: %w", t.ID, e))
			}
			s.Steps = append(s.Steps, stages[i].Kept)
		}
		sum := sha256.New()
		for theme, img := range pictures {
			text, err := thumbnail(img)
			if err != nil {
				return err
			}
			if len(text) > tours.MaxPicture {
				wrong = append(wrong, fmt.Errorf("%s: its picture takes %d bytes; %d is most", t.ID, len(text), tours.MaxPicture))
			}
			sum.Write(text)
			name := t.PictureFile(theme == int(render.Light))
			if err := os.WriteFile(filepath.Join(root, "public", "gallery", name), text, 0o644); err != nil {
				return err
			}
			fmt.Printf("%-32s %6d bytes\n", name, len(text))
		}
		s.Picture = hex.EncodeToString(sum.Sum(nil))
		sealed[t.ID] = s
	}
	old, err := filepath.Glob(filepath.Join(root, "public", "gallery", "*.jpg"))
	for _, path := range old {
		if !keep[filepath.Base(path)] {
			err = errors.Join(err, os.Remove(path))
		}
	}
	text, err2 := json.MarshalIndent(sealed, "", " ")
	if err = errors.Join(err, err2); err == nil {
		err = os.WriteFile(measured, append(text, '\n'), 0o644)
	}
	return errors.Join(append(wrong, err)...)
}

// thumbnail is a picture as JPEG, as good as fits.
func thumbnail(img image.Image) (text []byte, err error) {
	for quality := 85; quality >= 40; quality -= 5 {
		var buf bytes.Buffer
		if err := jpeg.Encode(&buf, img, &jpeg.Options{Quality: quality}); err != nil {
			return nil, err
		}
		if text = buf.Bytes(); len(text) <= tours.MaxPicture {
			break
		}
	}
	return text, nil
}
