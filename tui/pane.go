package tui

import (
	"strings"

	"charm.land/lipgloss/v2"
)

// pane is a list that scrolls by itself, with the detail of what is chosen
// beside or below it, so that the detail stays where it is.
type pane struct {
	chosen, top int
	room        int // rows of the list when it was last drawn
}

// Sizes from which the detail is shown beside the list, and below it.
const (
	besideWidth = 130
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

// lay fills a page. row draws a row of the list, detail the detail in a size;
// neither is called before the page is drawn, because pages are made for their
// measures several times with every key.
func (p *pane) lay(page page, width, height, n int, st *styles, row func(i, width int) string, detail func(width, height int) []string) page {
	page = page.trim(height)
	height = page.room(height)
	lw, lh, dw, dh := divide(width, height)
	p.room = max(lh, 1)
	p.top = max(min(p.top, p.chosen, n-p.room), p.chosen-p.room+1, 0)
	top := p.top
	page.total, page.above, page.at = n, top, p.chosen+1
	listed := func(i int) string {
		switch {
		case i >= lh || top+i >= n:
			return ""
		case top+i == p.chosen:
			return st.chosen(row(top+i, lw), lw)
		}
		return row(top+i, lw)
	}
	bar := newThumb(0, top, p.room, n)
	if dw == 0 || dw == width {
		page.bar = newThumb(len(page.head), top, p.room, n)
	}
	if dw == 0 {
		page.rows, page.row = min(n-top, p.room), listed
		return page
	}
	var about []string
	shown := func(i int) string {
		if about == nil {
			if about = append([]string{}, detail(dw, dh)...); len(about) > dh {
				about = append(about[:max(dh-1, 0)], st.muted.Render("… enter shows all"))
			}
		}
		if i < len(about) {
			return about[i]
		}
		return ""
	}
	page.rows = height
	page.row = func(i int) string {
		switch {
		case dw < width:
			edge := st.rule.Render(" │ ")
			if bar.has(i) {
				edge = st.accent.Render(" ┃ ")
			}
			return pad(listed(i), lw) + edge + fit(shown(i), dw)
		case i < lh:
			return listed(i)
		case i == lh:
			return st.rule.Render(strings.Repeat("─", width))
		}
		return shown(i - lh - 1)
	}
	return page
}

func (p *pane) move(by, n int) {
	p.chosen = max(min(max(p.chosen+by, 0), n-1), 0)
}

// at says which row of the list is drawn in a row of the page.
func (p *pane) at(row int) (int, bool) { return p.top + row, row < p.room }

// rowStart is how a row of a list begins, and the style of what it is about.
func rowStart(chosen bool, st *styles) (style lipgloss.Style, left string) {
	if chosen {
		return st.selected, st.selected.Render("▸ ")
	}
	return plain, "  "
}

// columnNames is the row over a list that names its columns, where the screen is high
// enough for it.
func columnNames(width, height int, st *styles, names func(width int) string) []string {
	if height < low {
		return nil
	}
	lw, _, _, _ := divide(width, belowHeight)
	return []string{st.muted.Render(fit(names(lw), lw))}
}

// listed says what is listed, behind the filter where there is one.
func listed(find *typed, finding bool, about []string, width int, st *styles) string {
	line, text := findLine(find, finding, width/2, st), st.muted.Render(strings.Join(about, " · "))
	if line == "" {
		return fit(" "+text, width)
	}
	return fit(" "+ends(line, text, width-2), width)
}
