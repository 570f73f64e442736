package kit

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

// Pane is a list that scrolls by itself, with the detail of the chosen row beside or below it, so
// that the detail stays where it is.
type Pane struct {
	Chosen, Top int
	Room        int // rows of the list when it was last drawn
	down, about int // rows of the detail that are scrolled away, and the row that it is about
	width       int // of the list and the detail together, when last drawn
	share       int // the list's share of width, as an index of shares

	// Wrap, which may be nil, draws the chosen row on as many lines as it takes, or returns nil
	// if one is enough. The lines are drawn as far as the list has room for them.
	Wrap func(i, width int) []string
	// Repeats says that the detail repeats the whole row, which is then wrapped only without a detail.
	Repeats bool
	more    int // lines of the chosen row after its first

	taken int // rows of the list that the detail below it took when last drawn

	Rest     string // how the rest of a detail is reached; "" for →, which shows it on a page of its own
	detailed bool   // whether there was room for the detail when last laid out
	detail   func(width, height int) []string
	cut      bool // whether the detail was longer than its room when last drawn
	Read     bool // whether the detail matters most: below the list, it gets half of the room
}

// Sizes from which the detail is shown beside the list, and below it.
const (
	besideWidth = 128 // in the frame of a terminal of 130
	belowHeight = 11
	leastDetail = 4

	enoughListed = 10 // rows of a list that its detail must leave
)

// ShortDetail is the maximum height of a detail below a list that has no room to spare.
const ShortDetail = 12

// shares are the tenths of a width that a list beside its detail can have.
var shares = [...]int{4, 5, 6, 7}

// mostShare returns the greatest index of shares that leaves the detail enough.
func mostShare(width int) int {
	if width*3/10 < 56 {
		return len(shares) - 2
	}
	return len(shares) - 1
}

// ListWidth returns the maximum width of the left part.
func ListWidth(width int) int {
	if width >= besideWidth {
		return width * shares[mostShare(width)] / 10
	}
	return width
}

// divide splits a height between a list of n rows and the detail below it. The detail gets the rows
// that the list leaves, and at least a third, up to ShortDetail, if that leaves the list enough. The
// result does not change while the person scrolls. If detailHeight is 0, there is no detail.
func (p *Pane) divide(height, n int) (listHeight, detailHeight int) {
	detailHeight = height - max(n, 1) - 1
	switch {
	case height >= belowHeight && p.Read:
		detailHeight = max(detailHeight, min((height-1)/2, ShortDetail))
	case height >= belowHeight:
		detailHeight = max(detailHeight, min(height/3, ShortDetail, max(height-enoughListed-1, leastDetail)))
	}
	if detailHeight < leastDetail {
		return height, 0
	}
	return height - detailHeight - 1, detailHeight
}

// wraps returns the maximum number of additional lines of a chosen row in a list of n, or 0 if the
// list has no room for all its rows.
func (p *Pane) wraps(n, width, height int) (more int) {
	if p.Wrap == nil || n > height {
		return 0
	}
	for i := range n {
		more = max(more, len(p.Wrap(i, width))-1)
	}
	return more
}

// beside returns the width of a list with its detail beside it: as narrow as possible with every column,
// and with nothing more cut or omitted in the visible rows. It may grow while the person scrolls,
// but not shrink.
func (p *Pane) beside(width, rows int, names func(width int) string, row func(i, width int) string) int {
	last := mostShare(width)
	if p.width != width {
		p.width, p.share = width, 0
	}
	at := func(share int) int { return width * shares[share] / 10 }
	columns := func(share int) int { return len(strings.Fields(names(at(share)))) }
	for names != nil && p.share < last && columns(p.share) < columns(last) {
		p.share++
	}
	cuts := func(row string) int { return strings.Count(row, "…") }
	for i := p.Top; i < rows && p.share < last; i++ {
		whole := row(i, at(last))
		own := cuts(row(i, 4*width)) // omissions that the text itself has
		for p.share < last {
			now := row(i, at(p.share))
			if cuts(now) <= cuts(whole) && (cuts(whole) > own || len(strings.Fields(now)) == len(strings.Fields(whole))) {
				break
			}
			p.share++
		}
	}
	return at(p.share)
}

// Lay fills a page. row draws a row of the list, detail the detail at a size. Rows are drawn only with
// the page, because every key makes pages several times only to measure them.
func (p *Pane) Lay(page Page, width, height, n int, st *Styles,
	row func(i, width int) string, detail func(width, height int) []string) Page {
	named := page.Names != nil && height >= Low
	if named {
		page.Head = append(slices.Clip(page.Head), "")
	}
	page = page.trim(height)
	height = page.Room(height)
	lh, dh, whole := height, height, []string(nil)
	if width < besideWidth {
		whole = p.wrapped(n, width)
		lh, dh = p.divide(height, n+p.wraps(n, width, height))
		if list, below := p.divide(height, n); p.Repeats && below > 0 {
			lh, dh, whole = list, below, nil
		}
	}
	if p.Room, p.detailed, p.detail = max(lh, 1), dh > 0, detail; !p.detailed {
		p.taken = 0
	}
	p.Top = max(min(p.Top, p.Chosen, n-p.Room), p.Chosen-p.Room+1, 0)
	top := p.Top
	page.Total, page.Above, page.at = n, top, p.Chosen+1
	page.listHeight, page.pane = lh, p
	page.text = func(i int) string {
		return strings.TrimPrefix(strings.Join(strings.Fields(ansi.Strip(row(i, 1000))), " "), "▸ ")
	}
	page.listWidth = sync.OnceValue(func() int {
		if width < besideWidth {
			return width
		}
		return p.beside(width, min(top+lh, n), page.Names, row)
	})
	if named {
		page.names = func() string { return st.Muted.Render(Fit(page.Names(page.listWidth()), page.listWidth())) }
	}
	if p.about != p.Chosen {
		p.about, p.down = p.Chosen, 0
	}
	listed := p.listed(page.listWidth, n, whole, width >= besideWidth, st, row)
	if width < besideWidth {
		page.bar = newThumb(len(page.Head), top, p.Room, n)
	}
	if page.Rows, page.Row = min(n-top+max(len(whole)-1, 0), p.Room), listed; dh > 0 {
		page.Row = p.with(page, width, dh, detail, st)
		page.Rows = height
	}
	return page
}

// listed draws the rows of a list of n, the chosen one on the lines that have room. These are computed
// late if the list is as wide as its rows need.
func (p *Pane) listed(listWidth func() int, n int, whole []string,
	late bool, st *Styles, row func(i, width int) string) func(i int) string {
	lh, top := p.Room, p.Top
	lines := sync.OnceValue(func() []string {
		if late && !p.Repeats {
			whole = p.wrapped(n, listWidth())
		}
		if most := p.Room - n + 1; most < 2 {
			whole = nil
		} else if most < len(whole) {
			whole = slices.Clone(whole[:most])
			whole[most-1] = Fit(whole[most-1]+" …", listWidth())
		}
		p.more = max(len(whole)-1, 0)
		return whole
	})
	return func(i int) string {
		all, at := lines(), i-(p.Chosen-top)
		if at > 0 && at <= p.more {
			return st.Bar(all[at], listWidth())
		} else if at > p.more {
			i -= p.more
		}
		switch {
		case i >= lh || top+i >= n:
			return ""
		case top+i == p.Chosen && len(all) > 0:
			return st.Bar(all[0], listWidth())
		case top+i == p.Chosen:
			return st.Bar(row(top+i, listWidth()), listWidth())
		}
		return row(top+i, listWidth())
	}
}

// with draws the rows of a page with a list, and its detail beside or below them. A detail below
// takes the rows that the list keeps for wrapping another row, if it needs them.
func (p *Pane) with(page Page, width, height int, detail func(width, height int) []string,
	st *Styles) func(i int) string {
	bar, lh, free := newThumb(0, p.Top, p.Room, page.Total), page.listHeight, 0
	if width < besideWidth {
		free = max(lh-page.Rows, 0)
	}
	var about []string
	lay := func(width int) {
		if about == nil {
			about = append([]string{}, detail(width-1, height+free)...)
			p.taken = min(max(len(about)-height, 0), free)
			about = p.scrolled(about, height+p.taken, st)
			lh -= p.taken
		}
	}
	shown := func(i, width int) string {
		if lay(width); i < len(about) {
			return about[i]
		}
		return ""
	}
	return func(i int) string {
		if width < besideWidth {
			lay(width)
		}
		switch {
		case width >= besideWidth:
			edge := st.Rule.Render(" │ ")
			if bar.has(i) {
				edge = st.Accent.Render(" ┃ ")
			}
			dw := width - page.listWidth() - 3
			return Pad(page.Row(i), page.listWidth()) + edge + Fit(shown(i, dw), dw)
		case i < lh:
			return page.Row(i)
		case i == lh:
			return st.Rule.Render(strings.Repeat("─", width))
		}
		return shown(i-lh-1, width)
	}
}

// Without omits rows, such as headings, from the displayed position and count. If the chosen row is
// one of them, no position is displayed.
func (p Page) Without(is func(i int) bool) Page {
	at := p.at
	for i := range p.Total {
		if !is(i) {
			p.count++
		} else if i < at {
			p.at--
		}
	}
	if p.at = max(p.at, 1); at > 0 && at <= p.Total && is(at-1) {
		p.at = 0
	}
	return p
}

// scrolled returns the visible part of a detail.
func (p *Pane) scrolled(about []string, height int, st *Styles) []string {
	p.down = max(min(p.down, len(about)-height), 0)
	p.cut = len(about) > height
	if about = about[p.down:]; len(about) > height {
		about = append(about[:max(height-1, 0)], st.Muted.Render("… "+cmp.Or(p.Rest, "press → for all")))
	}
	return about
}

// ShowsAll reports whether all of the detail is on the screen, so that a page of its own would show nothing new.
func (p *Pane) ShowsAll() bool { return p.detailed && !p.cut }

// scroll moves the detail.
func (p *Pane) scroll(by int) func(*Model) tea.Cmd {
	return func(*Model) tea.Cmd { p.down += by; return nil }
}

// More returns rows with others after them, if there is room for all.
func More(rows []string, height int, others []string) []string {
	if len(rows)+len(others) > height {
		return rows
	}
	return append(rows, others...)
}

// Move chooses another of n rows.
func (p *Pane) Move(by, n int) {
	p.Chosen = max(min(max(p.Chosen+by, 0), n-1), 0)
}

// Keep keeps the choice on its row in a new list of n: on the first row that the first successful
// test finds, or else on the row in its place. found reports whether a test was successful.
func (p *Pane) Keep(n int, is ...func(i int) bool) (found bool) {
	for _, is := range is {
		for i := range n {
			if is(i) {
				p.Chosen = i
				return true
			}
		}
	}
	p.Move(0, n)
	return false
}

// KeepHit is Keep for a list that may be the hits of a search, of which it otherwise chooses the first.
func (p *Pane) KeepHit(f *Find, n int, is ...func(i int) bool) {
	if !p.Keep(n, is...) && f.Line.Text != "" {
		p.Chosen, p.Top = 0, 0
	}
}

// Click chooses one of n rows by its row of the page, and calls follow; a click on the chosen row
// calls open. Both may be nil.
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

// wrapped returns the chosen one of n rows on its lines, or nil if one is enough.
func (p *Pane) wrapped(n, width int) []string {
	if p.Wrap == nil || p.Chosen >= n {
		return nil
	}
	return p.Wrap(p.Chosen, width)
}

// At returns the row of the list that is drawn in a row of the page.
func (p *Pane) At(row int) (int, bool) {
	at := p.Top + row
	if at > p.Chosen {
		at = max(at-p.more, p.Chosen)
	}
	return at, row < p.Room
}

// RowStart returns the beginning of a list's row, and the style of its subject.
func RowStart(chosen bool, st *Styles) (style Look, left string) {
	if chosen {
		return st.Selected, st.Selected.Render("▸ ")
	}
	return Plain, "  "
}
