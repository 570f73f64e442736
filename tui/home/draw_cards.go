package home

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"neverask/tui/kit"
)

// rows draws a card: its title with what enter does, and below that at most most lines of its
// text.
func (c card) rows(chosen bool, most, width int, st *kit.Styles) []string {
	style, left := kit.RowStart(chosen, st)
	verb := ""
	if chosen && c.do != nil && width >= kit.Wide { // otherwise only the help line says what enter does
		verb = st.Key.Render("enter") + " " + st.Muted.Render(c.verb) + " "
	}
	sign := c.badge.Style(st).Render(c.badge.Sign) + " "
	name := c.title
	if most := width - 4 - kit.Width(verb) - 2; kit.Width(name) > most {
		name, _, _ = strings.Cut(name, " · ")
		name = kit.Fit(name, most)
	}
	title := left + sign + kit.LookOf(style.Bold(true)).Render(name)
	all := []string{title + strings.Repeat(" ", max(width-kit.Width(title)-kit.Width(verb), 0)) + verb}
	text := kit.Wrap(c.text, width-5)
	if len(text) > most {
		text = append(text[:most-1], kit.Fit(strings.Join(text[most-1:], " "), width-5))
	}
	c.quieten(text, c.text, st)
	if len(c.each) > 1 {
		text = nil
		for _, e := range c.each {
			rows := kit.Wrap(e.text, width-7)
			c.quieten(rows, e.text, st)
			for i, row := range rows {
				text = append(text, map[bool]string{true: st.Muted.Render(e.sign) + " ", false: "  "}[i == 0]+row)
			}
		}
	}
	for _, t := range text {
		all = append(all, "    "+t)
	}
	if chosen {
		for i := range all {
			all[i] = st.Bar(all[i], width)
		}
	}
	return all
}

// quieten draws the rows of a text quieter than the title, but for the question that they begin with.
func (c card) quieten(rows []string, text string, st *kit.Styles) {
	question, _, _ := strings.Cut(text, " · ")
	letters := len([]rune(strings.Join(strings.Fields(question), "")))
	if !c.read || question == text {
		letters = 0
	}
	for i, row := range rows {
		end := len(row)
		for at, r := range row {
			if letters == 0 {
				end = at
				break
			} else if !unicode.IsSpace(r) {
				letters--
			}
		}
		if rows[i] = row[:end]; end < len(row) {
			rows[i] += st.Muted.Render(row[end:])
		}
	}
}

// cardsWidth is the width of the cards beside the latest questions. In a wide terminal, both fit on their lines.
func cardsWidth(width int) int {
	if width >= wideHome {
		return width * 11 / 20
	}
	return kit.ListWidth(width)
}

// A cardLook says how much of cards to draw.
type cardLook struct {
	most   int  // maximum lines of text of cards that are not chosen
	spaced bool // with blank lines around them
	spare  int  // how many more lines cards may have
	each   int  // how many subjects of a card have a line of their own at most
}

// mostText is the maximum number of lines of a card's text if not all cards fit whole.
const mostText = 3

// mostEach is the maximum number of subjects of a card with a line each, unless there is room for all.
const mostEach = 6

// drawCards adds the cards, and returns the rows of the chosen one; or says that all is good. The
// chosen card has at most chosen lines of text, the others may have fewer.
func (o *Place) drawCards(rows []string, width, height int, look cardLook,
	chosen int, st *kit.Styles) (all []string, focus, end int) {
	cards := report{o}.cards()
	o.pick(cards)
	o.lines = o.lines[:0]
	for i, c := range cards {
		if i > 0 && look.spaced && height >= 2*kit.Low+2 {
			rows = append(rows, "")
		}
		lines := look.most
		if i == o.at {
			lines = max(lines, chosen)
		}
		if look.each > 0 {
			if more := len(c.each) - look.each; more > 1 {
				c.each = append(slices.Clone(c.each[:look.each]), subject{"·", fmt.Sprintf("and %d more", more)})
			}
		} else {
			c.each = nil
		}
		if c.write && o.state.Rules.ReadOnly {
			c.do = nil
		}
		drawn := c.rows(i == o.at, lines, width, st)
		if look.spare > 0 {
			fuller := c.rows(i == o.at, lines+look.spare, width, st)
			look.spare -= len(fuller) - len(drawn)
			drawn = fuller
		}
		if i == o.at {
			focus, end = len(rows), len(rows)+len(drawn)
		}
		rows = append(rows, drawn...)
		for len(o.lines) < len(rows) {
			at := i
			if len(o.lines) < len(rows)-len(drawn) {
				at = noCard
			}
			o.lines = append(o.lines, at)
		}
	}
	if len(cards) == 0 && (report{o}).known() {
		rows = append(rows, "  "+kit.LookOf(st.Ok.Bold(true)).Render("✓ All good")+": nothing needs you.")
	}
	return rows, focus, end
}
