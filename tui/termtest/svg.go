//go:build unix

package termtest

import (
	"fmt"
	"html"
	"image/color"
	"strings"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
)

// The size of a cell of a picture, and the colours of its terminal.
const (
	cellWidth, cellHeight = 8.4, 18
	paper, ink            = "#16181d", "#d5d8df"
)

// SVG returns the screen as a picture, for documentation.
func (term *Terminal) SVG() string {
	term.mu.Lock()
	defer term.mu.Unlock()
	width, height := term.emu.Width(), term.emu.Height()
	var out strings.Builder
	fmt.Fprintf(&out,
		`<svg xmlns="http://www.w3.org/2000/svg" width="%.0f" height="%d" font-family="ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14">`+"\n",
		float64(width)*cellWidth+24, height*cellHeight+24)
	fmt.Fprintf(&out, `<rect width="100%%" height="100%%" rx="8" fill="%s"/>`+"\n", paper)
	for y := range height {
		for x := 0; x < width; {
			x += term.drawRun(&out, x, y, width)
		}
	}
	out.WriteString("</svg>\n")
	return out.String()
}

// drawRun draws the cells from x on that share a style, and returns how many
// there are.
func (term *Terminal) drawRun(out *strings.Builder, x, y, width int) int {
	first := term.emu.CellAt(x, y)
	if first == nil {
		return 1
	}
	var text strings.Builder
	n := 0
	for x+n < width {
		cell := term.emu.CellAt(x+n, y)
		if cell == nil || !cell.Style.Equal(&first.Style) {
			break
		}
		if cell.Content == "" && cell.Width > 0 {
			text.WriteByte(' ')
		}
		text.WriteString(cell.Content)
		n += max(cell.Width, 1)
	}
	n = max(n, 1)
	front, back := colours(first.Style)
	left, top := float64(x)*cellWidth+12, y*cellHeight+12
	if back != "" {
		fmt.Fprintf(out, `<rect x="%.1f" y="%d" width="%.1f" height="%d" fill="%s"/>`+"\n",
			left, top, float64(n)*cellWidth, cellHeight, back)
	}
	if strings.TrimSpace(text.String()) == "" {
		return n
	}
	weight := ""
	if first.Style.Attrs&uv.AttrBold != 0 {
		weight = ` font-weight="bold"`
	}
	fmt.Fprintf(out, `<text x="%.1f" y="%d" fill="%s"%s textLength="%.1f" xml:space="preserve">%s</text>`+"\n",
		left, top+13, front, weight, float64(n)*cellWidth, html.EscapeString(text.String()))
	return n
}

// colours returns the colours of a style; back is empty for the paper.
func colours(s uv.Style) (front, back string) {
	front, back = ink, ""
	if s.Fg != nil {
		front = hex(s.Fg)
	}
	if s.Bg != nil {
		back = hex(s.Bg)
	}
	if s.Attrs&uv.AttrFaint != 0 {
		front = "#8a8f99"
	}
	if s.Attrs&uv.AttrReverse != 0 {
		if back == "" {
			back = paper
		}
		front, back = back, front
	}
	return front, back
}

// palette has the sixteen colours that a terminal's theme defines.
var palette = [...]string{
	"#3b4048", "#e06c75", "#98c379", "#e5c07b", "#61afef", "#c678dd", "#56b6c2", "#abb2bf",
	"#5c6370", "#ef7b85", "#a9d48a", "#f0cc87", "#74bdf7", "#d38ae8", "#67c7d3", "#ffffff",
}

func hex(c color.Color) string {
	if basic, ok := c.(ansi.BasicColor); ok && int(basic) < len(palette) {
		return palette[basic]
	}
	r, g, b, _ := c.RGBA()
	return fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, b>>8)
}
