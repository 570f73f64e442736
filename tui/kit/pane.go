package kit

import (
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
)

// Pane is a list that scrolls by itself, with the detail of what is chosen
// beside or below it, so that the detail stays where it is.
type Pane struct {
	Chosen, Top int
	Room        int // rows of the list when it was last drawn
	down, about int // rows of the detail that are scrolled away, and which row it is about
}

// Sizes from which the detail is shown beside the list, and below it.
const (
	besideWidth = 128 // in the frame of a terminal of 130
	belowHeight = 15
	leastDetail = 4
)

// ListWidth is how wide the list is.
func ListWidth(width int) int {
	if width >= besideWidth {
		return width * 3 / 5
	}
	return width
}

// divide says how much of a size a list of n rows and the detail get: below the list, the
// detail has what the list leaves. No width or height means no detail.
func divide(width, height, n int) (listWidth, listHeight, detailWidth, detailHeight int) {
	if listWidth = ListWidth(width); listWidth < width {
		return listWidth, height, width - listWidth - 3, height
	}
	detailHeight = height - max(n, 1) - 1
	if height >= belowHeight {
		detailHeight = max(detailHeight, min(height/2, 12))
	}
	if detailHeight < leastDetail {
		return width, height, 0, 0
	}
	return width, height - detailHeight - 1, width, detailHeight
}

// Lay fills a page. row draws a row of the list, detail the detail in a size;
// neither is called before the page is drawn, because pages are made for their
// measures several times with every key.
func (p *Pane) Lay(page Page, width, height, n int, st *Styles, row func(i, width int) string, detail func(width, height int) []string) Page {
	page = page.trim(height)
	height = page.Room(height)
	lw, lh, dw, dh := divide(width, height, n)
	p.Room = max(lh, 1)
	p.Top = max(min(p.Top, p.Chosen, n-p.Room), p.Chosen-p.Room+1, 0)
	top := p.Top
	page.Total, page.Above, page.at = n, top, p.Chosen+1
	page.listWidth, page.listHeight, page.pane = lw, lh, p
	if p.about != p.Chosen {
		p.about, p.down = p.Chosen, 0
	}
	listed := func(i int) string {
		switch {
		case i >= lh || top+i >= n:
			return ""
		case top+i == p.Chosen:
			return st.chosen(row(top+i, lw), lw)
		}
		return row(top+i, lw)
	}
	bar := newThumb(0, top, p.Room, n)
	if dw == 0 || dw == width {
		page.bar = newThumb(len(page.Head), top, p.Room, n)
	}
	if dw == 0 {
		page.Rows, page.Row = min(n-top, p.Room), listed
		return page
	}
	var about []string
	shown := func(i int) string {
		if about == nil {
			about = p.scrolled(append([]string{}, detail(dw-1, dh)...), dh, st)
		}
		if i < len(about) {
			return about[i]
		}
		return ""
	}
	page.Rows = height
	page.Row = func(i int) string {
		switch {
		case dw < width:
			edge := st.Rule.Render(" │ ")
			if bar.has(i) {
				edge = st.Accent.Render(" ┃ ")
			}
			return Pad(listed(i), lw) + edge + Fit(shown(i), dw)
		case i < lh:
			return listed(i)
		case i == lh:
			return st.Rule.Render(strings.Repeat("─", width))
		}
		return shown(i - lh - 1)
	}
	return page
}

// Without does not count rows, such as headings, when it says which one is chosen.
func (p Page) Without(is func(i int) bool) Page {
	at := p.at
	for i := range p.Total {
		if !is(i) {
			p.count++
		} else if i < at {
			p.at--
		}
	}
	p.at = max(p.at, 1)
	return p
}

// scrolled is what is visible of a detail.
func (p *Pane) scrolled(about []string, height int, st *Styles) []string {
	p.down = max(min(p.down, len(about)-height), 0)
	if about = about[p.down:]; len(about) > height {
		about = append(about[:max(height-1, 0)], st.Muted.Render("… press enter for all"))
	}
	return about
}

// Move chooses another of n rows.
func (p *Pane) Move(by, n int) {
	p.Chosen = max(min(max(p.Chosen+by, 0), n-1), 0)
}

// Again keeps the choice on its row in a list of n that was made anew: the first row that
// any of the tests finds, each tried after the other, or else the one in its place.
func (p *Pane) Again(n int, is ...func(i int) bool) {
	for _, is := range is {
		for i := range n {
			if is(i) {
				p.Chosen = i
				return
			}
		}
	}
	p.Move(0, n)
}

// Click chooses one of n rows by the row of the page that it is drawn in, and does what
// follows; on the chosen one it opens. Neither has to be.
func (p *Pane) Click(row, n int, open, follow func(*Model) tea.Cmd) func(*Model) tea.Cmd {
	switch i, ok := p.At(row); {
	case !ok || i >= n:
		return nil
	case i == p.Chosen:
		return open
	default:
		p.Chosen = i
		return follow
	}
}

// At says which row of the list is drawn in a row of the page.
func (p *Pane) At(row int) (int, bool) { return p.Top + row, row < p.Room }

// RowStart is how a row of a list begins, and the style of what it is about.
func RowStart(chosen bool, st *Styles) (style lipgloss.Style, left string) {
	if chosen {
		return st.Selected, st.Selected.Render("▸ ")
	}
	return Plain, "  "
}

// ColumnNames is the row over a list that names its columns, where the screen is high
// enough for it.
func ColumnNames(width, height int, st *Styles, names func(width int) string) []string {
	if height < Low {
		return nil
	}
	lw := ListWidth(width)
	return []string{st.Muted.Render(Fit(names(lw), lw))}
}
