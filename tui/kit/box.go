package kit

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// boxed reports whether a layer is drawn in a box. On a small screen, a list of actions has all of it.
func (f *frame) boxed(l Layer) bool {
	_, is := l.(dialog)
	_, lists := l.(*Menu)
	_, height := f.body()
	return is && (!lists || f.inner() >= leastBoxed && height >= Low)
}

// leastBoxed is the width of a body from which a list of actions is in a box.
const leastBoxed = 64

// boxWidth is the width of a dialog with its border. A list needs more of it than prose.
func boxWidth(l Layer, width int) int {
	widest := 72
	if _, lists := l.(*Menu); lists {
		widest = 104
	}
	return min(width-4, widest)
}

// cover draws a dialog over the lines of a body, which lose their colours.
func (m *Model) cover(body []string, s *Shown) {
	p, _ := m.lay(s.Layer)
	x, y, width, height := m.box(s.Layer, p)
	edge := m.Styles.Accent.Render
	title := Fit(" "+s.Layer.(dialog).Title()+" ", width-4)
	drawn := []string{edge("╭─") + m.Styles.Strong.Render(title) + edge(strings.Repeat("─", width-3-Width(title))+"╮")}
	for _, l := range p.draw(s.top, width-4, height-2) {
		drawn = append(drawn, edge("│")+" "+l+" "+edge("│"))
	}
	drawn = append(drawn, edge("╰"+strings.Repeat("─", width-2)+"╯"))
	for i, l := range body {
		l = ansi.Strip(l)
		if i < y || i >= y+height {
			body[i] = m.Styles.Muted.Render(l)
			continue
		}
		left := strings.Replace(ansi.Truncate(l, x-1, ""), "▸", " ", 1) // what it marks is covered
		right := ansi.TruncateLeft(l, x+width+1, "")
		middle := Pad("", x-Width(left)) + drawn[i-y] + Pad("", m.inner()-x-width-Width(right))
		body[i] = m.Styles.Muted.Render(left) + middle + m.Styles.Muted.Render(right)
	}
}

// box returns the place of a dialog in the body. Its upper edge stays when it gets lower.
func (f *frame) box(l Layer, p Page) (x, y, width, height int) {
	_, body := f.body()
	width = boxWidth(l, f.inner())
	height = min(len(p.Head)+p.Rows+len(p.Foot)+2, body)
	return (f.inner() - width) / 2, (body - min(height+max(p.least-p.Rows, 0), body)) / 2, width, height
}
