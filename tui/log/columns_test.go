package log

import (
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"neverask/tui/hookstate"
	"neverask/tui/kit"
	"neverask/tui/kit/kittest"
	"neverask/tui/rulestate"
	"neverask/tui/rulestate/rulestatetest"
)

// TestDurationIsAColumn: a log sorted by duration shows it, also on a narrow screen.
func TestDurationIsAColumn(t *testing.T) {
	for _, width := range []int{58, 78, 118} {
		if head := (columns{how: 11, what: 60, answer: 6, project: 12, order: slowestFirst}).within(width).head(); !strings.Contains(head, "took ▾") {
			t.Errorf("%d wide: %q", width, head)
		}
	}
}

// TestColumnsFitTheirTexts: no width cuts a text that a smaller one shows whole, except where it has room
// for one more column, no column is wider than what it holds, and no room is left beside a text that is cut.
func TestColumnsFitTheirTexts(t *testing.T) {
	place := New(nil, &rulestate.State{Rules: &rulestate.Rules{}}, hookstate.NewInstalls(nil), "/home/me", func() time.Time { return kittest.Noon })
	place.all = &timeline{}
	for i, text := range []string{"Tests?", "Run the tests before committing?", "Which date library should the parser use for timezone-aware formatting?"} {
		q := rulestatetest.Question([]string{"/home/me/site", "/srv/a", "/home/me/work/customers/shop"}[i], i, "", text, []string{"Yes", "luxon", "Only the changes"}[i])
		place.lines = append(place.lines, line{question: &rulestate.Question{Question: &q}, project: q.Project})
	}
	place.pane.Room = 10
	place.widest.grow(place)
	st, whole := kit.Themes()[0].Styles(true), map[string]int{}
	shown := 0 // how many columns
	for width := 20; width < 220; width++ {
		if n := len(strings.Fields(place.widest.within(width).head())); n > shown {
			shown = n
			clear(whole)
		}
		for i := range place.lines {
			row, l := ansi.Strip(place.row(i, width, &kit.Needle{}, st)), &place.lines[i]
			if kit.Width(row) > width {
				t.Fatalf("%d wide:\n%s", width, row)
			}
			if strings.Contains(row, "…") && kit.Width(strings.TrimRight(row, " ")) < width-1 && place.widest.within(width).answer == 0 {
				t.Errorf("%d wide, with room to spare:\n%s", width, row)
			}
			for _, text := range []string{l.text(), l.answer(), kit.Short(place.home, l.project)} {
				if strings.Contains(row, text+" ") || strings.HasSuffix(row, text) {
					whole[text] = width
				} else if whole[text] > 0 {
					t.Errorf("%q is whole in %d, but not in %d:\n%s", text, whole[text], width, row)
				}
			}
		}
	}
	if len(whole) != 9 {
		t.Errorf("whole at last: %v", whole)
	}
	if c := place.widest.within(118); c.answer != len("Only the changes ") || c.project != len("~/work/customers/shop ") {
		t.Errorf("%+v", c)
	}
	for i := range place.lines {
		place.lines[i].question.Answer = ""
	}
	place.widest = columns{}
	place.widest.grow(place)
	if c := place.widest.within(118); c.answer != 0 || c.project == 0 {
		t.Errorf("without answers: %+v", c)
	}
}
