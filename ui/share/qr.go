package share

// The QR code of a link, as a drawing for the page and as files for documents. Both files are exact squares on a grid,
// so they stay sharp at any size.

import (
	"errors"
	"fmt"
	"image/color"
	"strconv"
	"strings"

	"github.com/boombuler/barcode/qr"
)

// quiet is the empty rim that readers need, in modules (ISO/IEC 18004, 6.3.8).
const quiet = 4

// Code is a QR code. Its zero value is none.
type Code struct {
	Size int // modules along an edge, the rim included
	runs []run
}

// run is a row of dark modules.
type run struct{ x, y, n int }

// QR encodes a text; a link of share.Long characters fits. Error correction is that of level M (15 %), or L (7 %) for
// texts of more than 600 bytes, whose modules would be too small to print.
func QR(text string) (Code, error) {
	if text == "" || len(text) > 2900 {
		return Code{}, errors.New("a QR code holds from 1 to 2900 bytes, not " + strconv.Itoa(len(text)))
	}
	level := qr.M
	if len(text) > 600 {
		level = qr.L
	}
	code, err := qr.Encode(text, level, qr.Unicode) // bytes as they are
	if err != nil {
		return Code{}, fmt.Errorf("the QR code cannot be made: %w", err)
	}
	edge := code.Bounds().Dx()
	c := Code{Size: edge + 2*quiet}
	for y := range edge {
		for x := 0; x < edge; x++ {
			n := 0
			for x+n < edge && code.At(x+n, y) == color.Black {
				n++
			}
			if n > 0 {
				c.runs = append(c.runs, run{x + quiet, y + quiet, n})
				x += n
			}
		}
	}
	return c, nil
}

// Path is the code as the data of an SVG path, one unit a module.
func (c Code) Path() string {
	var out strings.Builder
	for _, r := range c.runs {
		fmt.Fprintf(&out, "M%d %dh%dv1h-%dz", r.x, r.y, r.n, r.n)
	}
	return out.String()
}

// SVG is the code as a file, black on white.
func (c Code) SVG() string {
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="30mm" height="30mm" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h%dv%dH0z"/><path d="%s"/></svg>`+"\n", c.Size, c.Size, c.Size, c.Size, c.Path())
}

// PDF is the code as a page of 30 mm, black on white, to be included in documents. It is PDF 1.4, uncompressed.
func (c Code) PDF() string {
	const edge = 30 / 25.4 * 72 // points
	var page strings.Builder
	fmt.Fprintf(&page, "1 g 0 0 %.4f %.4f re f 0 g %.6f 0 0 %.6f 0 0 cm\n", edge, edge, edge/float64(c.Size), edge/float64(c.Size))
	for _, r := range c.runs {
		fmt.Fprintf(&page, "%d %d %d 1 re\n", r.x, c.Size-1-r.y, r.n) // upwards
	}
	page.WriteString("f\n")
	var out strings.Builder
	out.WriteString("%PDF-1.4\n")
	var at []int
	object := func(body string) {
		at = append(at, out.Len())
		fmt.Fprintf(&out, "%d 0 obj\n%s\nendobj\n", len(at), body)
	}
	object("<< /Type /Catalog /Pages 2 0 R >>")
	object("<< /Type /Pages /Kids [3 0 R] /Count 1 >>")
	object(fmt.Sprintf("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %.4f %.4f] /Resources << >> /Contents 4 0 R >>", edge, edge))
	object(fmt.Sprintf("<< /Length %d >>\nstream\n%sendstream", page.Len(), page.String()))
	table := out.Len()
	fmt.Fprintf(&out, "xref\n0 %d\n0000000000 65535 f \n", len(at)+1)
	for _, o := range at {
		fmt.Fprintf(&out, "%010d 00000 n \n", o)
	}
	fmt.Fprintf(&out, "trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(at)+1, table)
	return out.String()
}
