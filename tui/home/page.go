package home

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"

	"neverask/diffview"
	"neverask/hooks/app/planner"
	"neverask/hooks/app/status"
	"neverask/hooks/claude/transcript"
	"neverask/tui/change"
	"neverask/tui/drawing"
	"neverask/tui/hookstate"
	"neverask/tui/kit"
	"neverask/tui/rulestate"
)

// Page draws the figures of the last weeks, the cards, and the latest questions. A low screen
// loses blank lines first and then lines of cards; a wide one has the figures over its whole width,
// and lists the subjects of cards one by one.
func (o *Place) Page(width, height int, st *kit.Styles) kit.Page {
	if o.installs.Statuses == nil {
		return kit.Page{}
	}
	left, top := width, []string(nil)
	if width >= wideHome && height >= 2*kit.Low {
		top = o.summary(width, height, st)
	}
	over := len(top) // rows with the whole width
	recent := o.asked.draw(o.state.Questions.All, o.now(), width-cardsWidth(width)-3, height-over, st)
	if len(recent) > 0 {
		left = cardsWidth(width)
	}
	if over == 0 {
		top = o.summary(left, height, st)
	}
	facts := o.facts(left, st)
	rows, focus, end := o.fit(top, left, height-len(facts), len(facts) > 0, st)
	if n := height - len(rows); 0 < n && n < len(facts) {
		facts = append(facts[:n-1], kit.Fit(facts[n-1]+st.Muted.Render(" …"), width))
	}
	rows = append(rows, facts...)
	o.asked.over, o.asked.from = over, left+1
	for i, text := range recent {
		i += over
		rows = append(rows, make([]string, max(i+1-len(rows), 0))...)
		rows[i] = kit.Pad(rows[i], left) + st.Rule.Render(" │ ") + text
	}
	if room := height - len(rows); len(recent) == 0 && room >= kit.Low/2 {
		o.asked.over, o.asked.from = len(rows), 0
		recent = o.asked.draw(o.state.Questions.All, o.now(), width, room, st)
		rows = append(rows, recent...)
	}
	if len(recent) == 0 {
		o.asked.of = nil
	}
	p := kit.Lines(rows)
	if end > 0 {
		p.Focus, p.FocusEnd = focus, end
		if o.at == len(report{o}.cards())-1 && len(rows)-focus <= height {
			p.FocusEnd = len(rows) // show what follows the last card, too
		}
		if o.at == 0 && end <= height {
			p.Focus = 0 // show the rows above the first card, too
		}
	}
	return p
}

// wideHome is the width of the body in a terminal of 160 columns.
const wideHome = 158

// cardsWidth is the width of the cards beside the latest questions. In a wide terminal, both fit on their lines.
func cardsWidth(width int) int {
	if width >= wideHome {
		return width * 11 / 20
	}
	return kit.ListWidth(width)
}

// fit draws the cards below top, as fully as a height allows. followed says that something follows
// them.
func (o *Place) fit(top []string, width, height int, followed bool, st *kit.Styles) (rows []string, focus, end int) {
	looks := []cardLook{{most: kit.Far, spaced: true, each: true}, {most: kit.Far, spaced: true}, {most: kit.Far}, {most: mostText}, {most: 1}}
	for i, look := range looks {
		if look.each && width < wideHome*6/10 || look.spaced && height < kit.Low {
			continue
		}
		draw := func(chosen int) {
			above := top
			if !look.spaced && len(above) > 1 && above[0] == "" {
				above = above[1:]
			}
			rows, focus, end = o.drawCards(slices.Clone(above), width, height, look, chosen, st)
			if look.spaced && followed {
				rows = append(rows, "")
			}
		}
		if draw(mostText); look.most != kit.Far && len(rows) < height { // the chosen card gets the remaining rows
			draw(mostText + height - len(rows))
		}
		if i == len(looks)-1 { // the chosen card is whole, even if other rows do not fit
			draw(kit.Far)
		}
		if len(rows) <= height {
			break
		}
	}
	return rows, focus, end
}

// A cardLook says how much of cards to draw.
type cardLook struct {
	most   int  // maximum lines of text of cards that are not chosen
	spaced bool // with blank lines around them
	each   bool // with their subjects one by one
}

// roomyHome is the height of the body, as in a terminal of 30 rows, from which the bars and the cards
// have a blank line between them although the days are below the bars.
const roomyHome = 25

// summary draws the figures of the last weeks. It keeps its height while the questions are read.
func (o *Place) summary(width, height int, st *kit.Styles) []string {
	all := kit.Spaced(height, "")
	past := o.state.Questions
	switch {
	case past.Err != nil:
		return append(append(all, kit.Noted(kit.Mark("✗", "past questions", kit.Bad), kit.Clean(o.home, past.Err.Error()), width, st)...), "")
	case past.All == nil:
		all = append(all, "  "+st.Muted.Render(past.Loading()+" …"))
		if height >= tallFigures && width >= 60 {
			all = append(all, "", "", "", "")
			if height >= roomyHome {
				all = append(all, "")
			}
		}
	case len(past.All.List) == 0 && o.first():
		return all
	default:
		o.figures.in(past.All, o.now())
		all = append(all, o.figures.draw(width, height, st)...)
		if scale := o.figures.scale(width, height, o.now(), st); scale != "" && height >= roomyHome {
			return append(all, scale, "")
		} else if scale != "" {
			return append(all, scale) // which parts the bars from the cards, too
		}
	}
	return append(all, kit.Spaced(height, "")...)
}

// mostText is the maximum number of lines of a card's text if not all cards fit whole.
const mostText = 3

// mostEach is the maximum number of subjects of a card with a line each.
const mostEach = 6

// drawCards adds the cards, and returns the rows of the chosen one; or says that all is good. The
// chosen card has at most chosen lines of text, the others may have fewer.
func (o *Place) drawCards(rows []string, width, height int, look cardLook, chosen int, st *kit.Styles) (all []string, focus, end int) {
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
		if look.each {
			if more := len(c.each) - mostEach; more > 1 {
				c.each = append(slices.Clone(c.each[:mostEach]), fmt.Sprintf("and %d more", more))
			}
		} else {
			c.each = nil
		}
		if c.write && o.state.Rules.ReadOnly {
			c.do = nil
		}
		drawn := c.rows(i == o.at, lines, width, st)
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

// known reports whether everything that could need the person was read, and there is a rule.
func (o report) known() bool {
	return o.client != nil && o.thirdParty.Found != nil && o.state.Rules.Read && o.state.Questions.All != nil && !o.fresh() &&
		len(o.state.Rules.List)+len(o.state.Rules.Tools.List) > 0
}

// facts says what is installed, on a line or two.
func (o *Place) facts(width int, st *kit.Styles) []string {
	var all []string
	for _, s := range o.installs.Statuses {
		if hookstate.Installed(s) {
			all = append(all, "installed in "+kit.Short(o.home, s.Target.Path))
		}
	}
	if rules := o.state.Rules.Counted(); rules != "" {
		all = append(all, rules)
		if idle := o.state.Rules.Idle(); idle != "" {
			all = append(all, idle)
		}
	}
	if o.client != nil && !o.client.Missing() {
		all = append(all, o.client.facts()...)
	}
	if theirs := o.thirdParty.Theirs(o.home, !o.fresh()); theirs != "" && !o.fresh() {
		all = append(all, theirs)
	}
	if n := o.figures.overwritten; n > 0 {
		all = append(all, diffview.Count(n, "answer")+" overwritten by another hook")
	}
	if len(all) == 0 {
		return nil
	}
	all[0] = kit.Capital(all[0])
	for i := range all {
		all[i] = kit.Tied(all[i])
	}
	return kit.Styled(kit.Indented(strings.Join(all, " · "), 2, width-1), st.Muted)
}

// askedLast caches the drawn latest questions, and what they were drawn for.
type askedLast struct {
	shown shownAsked
	rows  []string
	of    []*transcript.Question // the question of each row; nil for none

	over, from int // the rows of the page above them, and the columns before them

	chosen askedID // the question that the person went to
}

// An askedID identifies a question, also after a new reading.
type askedID struct {
	call  string
	index int
	at    int64
}

func idOf(q *transcript.Question) askedID { return askedID{q.ToolUseID, q.Index, q.Time.UnixNano()} }

func (id askedID) is(q *transcript.Question) bool { return id == idOf(q) }

// listed returns the questions that were last drawn.
func (a *askedLast) listed() []*transcript.Question {
	return slices.Compact(slices.DeleteFunc(slices.Clone(a.of), func(q *transcript.Question) bool { return q == nil }))
}

// at returns the question at a position of the page.
func (a *askedLast) at(x, row int) *transcript.Question {
	if row -= a.over; x < a.from || row < 0 || row >= len(a.of) {
		return nil
	}
	return a.of[row]
}

type shownAsked struct {
	past          *rulestate.Asked
	minute        time.Time
	width, height int
	st            *kit.Styles
	chosen        askedID
}

// draw draws the latest questions in height rows; nothing if there is no room or no question.
func (a *askedLast) draw(past *rulestate.Asked, now time.Time, width, height int, st *kit.Styles) []string {
	if width < 2*askedColumn || past == nil || len(past.List) == 0 {
		return nil
	}
	if shown := (shownAsked{past, now.Truncate(time.Minute), width, height, st, a.chosen}); a.of == nil || a.shown != shown {
		a.shown = shown
		a.rows, a.of = askedRows(past, now, width, height, a.chosen, st)
	}
	return a.rows
}

// askedColumn is the column where the text of a question begins.
const askedColumn = 20

func askedRows(past *rulestate.Asked, now time.Time, width, height int, chosen askedID, st *kit.Styles) (all []string, of []*transcript.Question) {
	all = append([]string{""}, kit.Heading("Latest questions", width, st)...)
	for i := 0; i < len(past.List) && len(all) < height; i++ {
		q := &past.List[i]
		room := width - 1 - askedColumn
		text := kit.Fit(diffview.Visible(q.Text), 2*room)
		if drawing.OneWay(q.Question) {
			text = "⚠ " + text
		}
		if q.Answer != "" {
			text += " " + kit.Tied("→ "+kit.Fit(diffview.Visible(q.Answer), room-2))
		}
		rows := kit.Indented(text, askedColumn, width-1)
		rows[0] = st.Muted.Render(kit.Right(diffview.Ago(now, q.Time), 5)) + " " + kit.Pad(drawing.Answered(q.Question).Draw(st), askedColumn-6) + rows[0][askedColumn:]
		if chosen.is(q.Question) {
			rows[0] = st.Selected.Render("▸") + ansi.TruncateLeft(rows[0], 1, "")
			for i := range rows {
				rows[i] = st.Bar(rows[i], width)
			}
		}
		all = append(all, rows...)
		of = append(append(of, make([]*transcript.Question, len(all)-len(rows)-len(of))...), slices.Repeat([]*transcript.Question{q.Question}, len(rows))...)
	}
	return append(all, make([]string, max(height-len(all), 0))...)[:height], of[:min(len(of), height)]
}

// problems returns the problems of a file that no other card is about, with the key that helps, if any.
func (a *outside) problems(s status.Status) (all []planner.Problem) {
	for _, p := range s.Problems {
		if p.ID == "entry-missing" && a.has(s.Target.Path) {
			continue
		}
		if !a.place.state.Rules.ReadOnly {
			p.Fix = change.Fix(p)
		}
		all = append(all, p)
	}
	return all
}
