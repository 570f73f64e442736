package home

import (
	"slices"
	"time"

	"github.com/charmbracelet/x/ansi"

	"neverask/diffview"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/question"
	"neverask/tui/drawing"
	"neverask/tui/kit"
	"neverask/tui/rulestate"
)

// askedLast caches the drawn latest questions, and what they were drawn for.
type askedLast struct {
	shown shownAsked
	rows  []string
	of    []*transcript.Question // the question of each row; nil for none

	over, from int // the rows of the page above them, and the columns before them

	chosen askedID // the question that the person went to
}

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
	rules         int // their version
	minute        time.Time
	width, height int
	st            *kit.Styles
	chosen        askedID
}

// draw draws the latest questions in height rows; nothing if there is no room or no question.
func (a *askedLast) draw(past *rulestate.Asked, rules *rulestate.Rules, now time.Time,
	width, height int, st *kit.Styles) []string {
	if width < 2*askedColumn || past == nil || len(past.List) == 0 {
		return nil
	}
	if shown := (shownAsked{past, rules.Version, now.Truncate(time.Minute), width, height, st, a.chosen}); a.of == nil ||
		a.shown != shown {
		a.shown = shown
		a.rows, a.of = askedRows(past, rules.List, now, width, height, a.chosen, st)
	}
	return a.rows
}

// askedColumn is the column where the text of a question begins.
const askedColumn = 20

func askedRows(past *rulestate.Asked, rules []question.Rule, now time.Time, width, height int,
	chosen askedID, st *kit.Styles) (all []string, of []*transcript.Question) {
	all = append([]string{""}, kit.Heading("Latest questions", width, st)...)
	for i := 0; i < len(past.List) && len(all) < height; i++ {
		q := &past.List[i]
		rows := askedText(q.Question, width)
		if over := len(all) + len(rows) - height; over > 0 {
			rows = rows[:len(rows)-over]
			rows[len(rows)-1] = kit.Fit(rows[len(rows)-1]+" …", width-1)
		}
		rows[0] = st.Muted.Render(kit.Right(diffview.Ago(now, q.Time), 5)) + " " +
			kit.Pad(drawing.Judged(rules, q.Question).Draw(st), askedColumn-6) + rows[0][askedColumn:]
		if chosen.is(q.Question) {
			rows[0] = st.Selected.Render("▸") + ansi.TruncateLeft(rows[0], 1, "")
			for i := range rows {
				rows[i] = st.Bar(rows[i], width)
			}
		}
		all = append(all, rows...)
		of = append(append(of, make([]*transcript.Question, len(all)-len(rows)-len(of))...),
			slices.Repeat([]*transcript.Question{q.Question}, len(rows))...)
	}
	return append(all, make([]string, max(height-len(all), 0))...)[:height], of[:min(len(of), height)]
}

// askedText wraps a question and its answer in about three rows.
func askedText(q *transcript.Question, width int) (rows []string) {
	room, mark, answer := width-1-askedColumn, "", ""
	if drawing.OneWay(q) {
		mark = "⚠ "
	}
	if q.Answer != "" {
		answer = " " + kit.Tied("→ "+kit.Fit(drawing.Given(q), room-2))
	}
	for most := max(3*room-kit.Width(answer), 2*room); ; most = max(most-room/8, 2*room) {
		rows = kit.Indented(mark+kit.Fit(diffview.Visible(q.Text), most)+answer, askedColumn, width-1)
		if len(rows) <= 3 || most == 2*room {
			return rows
		}
	}
}

// An askedID identifies a question, also after a new reading.
type askedID struct {
	call  string
	index int
	at    int64
}

func idOf(q *transcript.Question) askedID { return askedID{q.ToolUseID, q.Index, q.Time.UnixNano()} }

func (id askedID) is(q *transcript.Question) bool { return id == idOf(q) }
