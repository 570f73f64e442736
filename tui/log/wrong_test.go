package log

import (
	"strings"
	"testing"
	"time"

	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/question"
	"neverask/tui/kit/kittest"
	"neverask/tui/rulestate/rulestatetest"
)

// awayAnswer adds a question that was answered while the person was away.
func (d *driver) awayAnswer(hours int, text string) {
	q := rulestatetest.Question(d.Dir(), hours, "Away", text, "Yes", "Yes", "No")
	q.By, q.Away, q.Logged = transcript.Neverask, question.AwayRecommended, true
	d.Questions = append(d.Questions, q)
	d.News = true
	for range 12 {
		d.Tick()
	}
}

func (d *driver) asking() int {
	return strings.Count(d.Get(rulestatetest.RulesFile), `"always-ask"`)
}

// Questions answered while the person was away are listed from the time when they left.
func TestMeanwhile(t *testing.T) {
	d := show(t)
	d.awayAnswer(5, "Before that?")
	d.awayAnswer(1, "Meanwhile?")
	d.Run(d.place.ShowMeanwhile(kittest.Noon.Add(-2 * time.Hour)))
	d.Sees("1 of 13 questions · answered while you were away · since 20 Nov 2026 10:00:00", "Meanwhile?")
	d.SeesNot("Before that?")
	d.Keys("f")
	d.Sees("  1  answered while you were away  ✓")
	d.Keys("esc", "esc")
	d.Sees(" 13 questions")
}

// TestOthersAreNotMarked: an answer that is equal to one marked as wrong is not marked itself.
func TestOthersAreNotMarked(t *testing.T) {
	d := show(t)
	d.awayAnswer(0, "Is that right?")
	d.awayAnswer(1, "Is that right?")
	d.Keys("g", "!")
	d.Sees("marked     as wrong", "▸   1h ! wrong       Is that right?", "   now ● neverask    Is that right?")
	d.Keys("down")
	if q := d.place.Chosen(); q.Text != "Is that right?" {
		t.Fatal(q.Text)
	}
	d.SeesNot("marked     as wrong")
	d.Keys("!")
	d.Sees("Claude asks you this already")
}

// Marking an answer as wrong several times makes one rule that always asks, with one note.
func TestWrongOnce(t *testing.T) {
	for name, c := range map[string]struct {
		keys []string // that lead to the question
		more int      // additional rules that always ask
	}{
		"no rule": {nil, 1},
		"a rule":  {[]string{"f", "f", "o", "r", "space", "y", "o", "u", "enter"}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			d := show(t)
			before := d.asking()
			if c.keys == nil {
				d.awayAnswer(0, "Is that right?")
			}
			d.Keys(c.keys...)
			d.Keys("g")
			text := d.place.Chosen().Text
			d.Hold = true
			d.Keys("!", "!") // the second before the first is written
			d.Hold = false
			d.Release()
			d.Sees("marked already: Claude asks you from now on, by “"+text+"”", "marked     as wrong: Claude asks you from now on")
			d.SeesNot("! was wrong")
			d.Keys("!")
			d.Sees("marked already: Claude asks you from now on, by “" + text + "”")
			if got := d.asking() - before; got != c.more {
				t.Errorf("%d more rules ask, want %d:\n%s", got, c.more, d.Get(rulestatetest.RulesFile))
			}
			if n := strings.Count(d.Get(rulestatetest.RulesFile), "was wrong for"); n != 1 {
				t.Errorf("%d notes:\n%s", n, d.Get(rulestatetest.RulesFile))
			}
		})
	}
}
