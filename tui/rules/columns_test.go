package rules

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"neverask/hooks/rule/question"
	"neverask/tui/drawing"
	"neverask/tui/kit"
	"neverask/tui/rulestate"
	"neverask/tui/rulestate/rulestatetest"
)

// TestColumnsFitTheirTexts: no width cuts a text that a smaller one shows whole, and "where" is no
// wider than what it holds.
func TestColumnsFitTheirTexts(t *testing.T) {
	w := rulestatetest.New(t)
	w.Live()
	w.Put(rulestatetest.RulesFile, `{"version": 1, "rules": [
  {"id": "a", "match": {"text": "Run the tests before committing?"}, "mode": "never-ask", "answer": "Yes"},
  {"id": "b", "match": {"text": "Which date library should the parser use for timezone-aware formatting?"}, "mode": "never-ask", "answer": "Whatever is there already"},
  {"id": "c", "match": {"header": "Library"}, "mode": "never-ask", "answer": "luxon", "project": "/srv/shop"},
  {"id": "d", "match": {"header": "Store"}, "mode": "never-ask", "answer": "luxon", "project": "/srv/shop"},
  {"id": "e", "match": {"text": "Should the parser take dates without a year?"}, "mode": "never-ask", "answer": "Credit balance"}
]}`)
	state := rulestate.New(w, false, false)
	place := New(w, state, w.Home, w.In.Now)
	w.Show(place, state, 80, 24)
	place.used = true
	st, whole := kit.Themes()[0].Styles(true), map[string]int{}
	for width := 20; width < 220; width++ {
		for i := range place.Count() {
			row, r := ansi.Strip(place.row(i, width, "", &kit.Needle{}, st)), state.Rules.List[i]
			for _, text := range []string{drawing.MatchText(r.Match), drawing.AnswerText(r.Answer), drawing.ScopeText(w.Home, r)} {
				if strings.Contains(row, text+" ") || strings.HasSuffix(row, text) {
					whole[text] = width
				} else if whole[text] > 0 {
					t.Errorf("%q is whole in %d, but not in %d:\n%s", text, whole[text], width, row)
				}
			}
		}
	}
	if len(whole) != 11 {
		t.Errorf("whole at last: %v", whole)
	}
	if whole := strings.Join(strings.Fields(ansi.Strip(place.row(4, 78, "", &kit.Needle{}, st))), " "); !strings.Contains(whole, "Credit balance") {
		t.Errorf("in 80 columns an answer is cut, although the question could give room: %s", whole)
	}
	if c := place.columnsOf(198); c.scope != len("everywhere ") || c.used == 0 {
		t.Errorf("%+v", c)
	}
}

// TestOnePlaceTakesNoColumn: where one rule of a project is, its place stands behind its question, and nothing says of all
// others that they apply everywhere. Sorted by project, and for several, there is a column.
func TestOnePlaceTakesNoColumn(t *testing.T) {
	for _, c := range []struct {
		keys   string
		more   string // a rule
		column bool
	}{
		{"", "", false},
		{"s s s s s", "", true},
		{"", `, {"id": "c", "match": {"header": "Store"}, "mode": "always-ask", "project": "/srv/other"}`, true},
		{"f / s r v enter", `, {"id": "c", "match": {"header": "Store"}, "mode": "always-ask", "project": "/srv/other"}`, false},
	} {
		for _, size := range [][2]int{{80, 24}, {120, 40}} {
			w := rulestatetest.New(t)
			w.Put(rulestatetest.RulesFile, `{"version": 1, "rules": [
  {"id": "a", "match": {"header": "Library"}, "mode": "always-ask"},
  {"id": "b", "match": {"header": "Format"}, "mode": "always-ask", "project": "/srv/shop"}`+c.more+`]}`)
			state := rulestate.New(w, false, false)
			d := w.Show(New(w, state, w.Home, w.In.Now), state, size[0], size[1])
			d.Keys(strings.Fields(c.keys)...)
			list, _, _ := strings.Cut(d.Screen(), "│───")
			if got := strings.Contains(list, " where"); got != c.column || !strings.Contains(list, "/srv/") || got != strings.Contains(list, "everywhere") {
				t.Errorf("%s %s:\n%s", c.keys, c.more, d.Screen())
			}
		}
	}
}

// TestNoMarkIsASeparator: where only the sign of a mark has room, it is no dot, which looks like a separator.
func TestNoMarkIsASeparator(t *testing.T) {
	w := rulestatetest.New(t)
	w.Live()
	w.Put(rulestatetest.RulesFile, `{"version": 1, "rules": [{"id": "a", "match": {"text": "Has nobody ever asked this?"}, "mode": "never-ask", "answer": "Yes"}]}`)
	state := rulestate.New(w, false, false)
	place := New(w, state, w.Home, w.In.Now)
	w.Show(place, state, 80, 24).Sees("this?  · unmatched")
	st := kit.Themes()[0].Styles(true)
	for width := 30; width < 90; width++ {
		if row := ansi.Strip(place.row(0, width, "", &kit.Needle{}, st)); strings.Contains(row, "·") && !strings.Contains(row, "· unmatched") {
			t.Errorf("%d wide: %s", width, row)
		}
	}
}

// TestTheSortedColumnHasASign: the head has the sign at the column that the rules are sorted by, in every width that has
// the column.
func TestTheSortedColumnHasASign(t *testing.T) {
	w := rulestatetest.New(t)
	w.Live()
	state := rulestate.New(w, false, false)
	place := New(w, state, w.Home, w.In.Now)
	d := w.Show(place, state, 100, 30)
	d.SeesNot("▴", "▾")
	place.used = true
	for _, want := range []string{"question ▴", "now ▴", " ▾used ", "used ▾last", "where ▴"} {
		d.Keys("s")
		place.used, place.scopes = true, len("everywhere")
		for width := 80; width < 160; width++ {
			if c := place.columnsOf(width); !strings.Contains(c.head(), want) && (c.used > 0 || !strings.Contains(want, "▾")) {
				t.Errorf("%d wide, no %q: %s", width, want, c.head())
			}
		}
	}
}

// TestSortingGoesToTheTop: after a sort, the first rule is chosen. A single rule has no order, and no key for one.
func TestSortingGoesToTheTop(t *testing.T) {
	w := rulestatetest.New(t)
	w.Live()
	state := rulestate.New(w, false, false)
	place := New(w, state, w.Home, w.In.Now)
	d := w.Show(place, state, 100, 30)
	d.Keys("down", "down", "s")
	if d.Sees("by question", "▴"); place.pane.Chosen != 0 {
		t.Errorf("row %d is chosen", place.pane.Chosen)
	}
	w.Put(rulestatetest.RulesFile, `{"version": 1, "rules": [{"id": "a", "match": {"header": "A"}, "mode": "always-ask"}]}`)
	d.Tick()
	d.Sees("1 rule")
	if d.SeesNot("by question", "▴"); d.Helps("s") {
		t.Error("one rule can be sorted")
	}
}

// TestTheAnswerIsSeen: beside a list of many rules, the detail of one shows its question, and below that its answer and
// whether it answers, however long the question is.
func TestTheAnswerIsSeen(t *testing.T) {
	w := rulestatetest.New(t)
	text := "Which " + strings.Repeat("very ", 30) + "long question is this?"
	w.Questions = append(w.Questions, rulestatetest.Question(w.Dir(), 1, "Length", text, "Last", "One", "Two", "Three", "Last"))
	rules := fmt.Sprintf(`{"id": "long", "match": {"text": %q}, "mode": "never-ask", "answer": "Last"}`, text)
	for i := range 20 {
		rules += fmt.Sprintf(`, {"id": "r%d", "match": {"header": "H%d"}, "mode": "always-ask"}`, i, i)
	}
	w.Put(rulestatetest.RulesFile, `{"version": 1, "rules": [`+rules+`]}`)
	for height := 24; height <= 40; height++ {
		state := rulestate.New(w, false, false)
		d := w.Show(New(w, state, w.Home, w.In.Now), state, 80, height)
		d.Sees("▸ 4. Last", "● answered for you: the rule answers")
		question, answer := strings.Index(d.Screen(), "│ Which very"), strings.Index(d.Screen(), "▸ 4. Last")
		if question < 0 || question > answer {
			t.Errorf("no question above the answer:\n%s", d.Screen())
		}
	}
}

// TestAnswersAreWhole: from 100 columns on, an answer of usual length is whole, also that of a suggestion.
func TestAnswersAreWhole(t *testing.T) {
	w := rulestatetest.New(t)
	w.Live()
	w.Advise()
	w.Advised[0].Rule.Answer = question.ParseAnswer("Ring buffer, 8 MB each")
	w.Advised[0].Latest.Text = "Which " + strings.Repeat("very ", 30) + "long question is this?"
	state := rulestate.New(w, false, false)
	place := New(w, state, w.Home, w.In.Now)
	for _, width := range []int{100, 120, 200} {
		w.Show(place, state, width, 40).Sees(" Ring buffer, 8 MB each ")
	}
}
