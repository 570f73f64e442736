package tui

import "strings"

// pane is a list that scrolls by itself, with the detail of what is chosen
// beside or below it, so that the detail stays where it is.
type pane struct {
	chosen, top int
	room        int // rows of the list when it was last drawn
}

// Sizes from which the detail is shown beside the list, and below it.
const (
	besideWidth = 100
	belowHeight = 15
)

// divide says how much of a size the list and the detail get. No width or height
// means no detail.
func divide(width, height int) (listWidth, listHeight, detailWidth, detailHeight int) {
	switch {
	case width >= besideWidth:
		listWidth = width * 3 / 5
		return listWidth, height, width - listWidth - 3, height
	case height >= belowHeight:
		detailHeight = min(height/2, 12)
		return width, height - detailHeight - 1, width, detailHeight
	}
	return width, height, 0, 0
}

// draw makes rows for exactly the size. row draws a row of the list, detail the
// detail in a width.
func (p *pane) draw(width, height, n int, st *styles, row func(i, width int) string, detail func(width, height int) []string) []string {
	lw, lh, dw, dh := divide(width, height)
	p.room = max(lh, 1)
	p.top = max(min(p.top, p.chosen, n-p.room), p.chosen-p.room+1, 0)
	var all []string
	for i := p.top; i < min(p.top+p.room, n); i++ {
		all = append(all, row(i, lw))
	}
	if dw == 0 {
		return all
	}
	about := detail(dw, dh)
	if len(about) > dh {
		about = append(about[:max(dh-1, 0)], st.muted.Render("… enter shows all"))
	}
	for len(all) < lh {
		all = append(all, "")
	}
	if dw < width {
		edge := st.rule.Render(" │ ")
		for i := range all {
			right := ""
			if i < len(about) {
				right = about[i]
			}
			all[i] = pad(all[i], lw) + edge + fit(right, dw)
		}
		return all
	}
	return append(append(all, st.rule.Render(strings.Repeat("─", width))), about...)
}

func (p *pane) move(by, n int) {
	p.chosen = max(min(max(p.chosen+by, 0), n-1), 0)
}

// at says which row of the list is drawn in a row of the page.
func (p *pane) at(row int) (int, bool) { return p.top + row, row < p.room }
