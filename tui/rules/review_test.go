package rules

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/rule/suggest"
	"neverask/tui/follow"
	"neverask/tui/follow/followtest"
)

// Suggestions that differ in one word are one row, which is accepted, refused and taken back as
// one; another answer, or another word more, is a row of its own.
func TestAlike(t *testing.T) {
	w := followtest.New(t)
	w.Live()
	w.Advise()
	one := w.Advised[1]
	w.Advised = w.Advised[:0]
	for _, text := range []string{"Open a pull request for docs?", "Open a pull request for web?", "Open the pull request for the web?", "Open a pull request for api?"} {
		s := one
		s.ID, s.Latest.Text, s.Rule.Match.Text = text, text, text
		w.Advised = append(w.Advised, s)
	}
	before := w.Get(followtest.RulesFile)
	state := follow.New(w, false, false)
	place := New(w, state, w.Home, w.In.Now)
	d := w.Show(place, state, 120, 40)
	place.pane.Chosen = 0
	d.Keys("g")
	d.Sees("4 suggestions, 5 rules", "▸ ◆ suggested  “Open a pull request for …” ×3", "suggestions 1 to 3 of 4", "and alike  Open a pull request for web?", "enter accept 3")
	d.SeesNot("e edit")
	d.Keys("enter")
	d.Sees("● added 3 rules", "suggestion 4 of 4", "1 suggestion, 8 rules")
	d.Keys("z")
	if d.Sees("4 suggestions, 5 rules", "×3"); w.Get(followtest.RulesFile) != before {
		t.Errorf("not as it was:\n%s", w.Get(followtest.RulesFile))
	}
	d.Keys("n")
	d.Sees("1 suggestion, 5 rules", "not for 30 days: “Open a pull request for …” ×3")
	n := 0
	for id, decision := range w.Decisions {
		if decision == suggest.Later && strings.HasPrefix(id, "Open a ") {
			n++
		}
	}
	if n != 3 {
		t.Errorf("decided: %v", w.Decisions)
	}
}

// The chosen row wraps where its question is cut and the list has room for all; a click finds the
// rows below it.
func TestChosenRowWraps(t *testing.T) {
	w := followtest.New(t)
	w.Put(followtest.RulesFile, `{"version":1,"rules":[{"id":"a","match":{"exact":"Which of the package managers should the new service use from now on?"},"mode":"always-ask"},{"id":"b","match":{"header":"B"},"mode":"always-ask"},{"id":"c","match":{"header":"C"},"mode":"always-ask"}]}`)
	state := follow.New(w, false, false)
	place := New(w, state, w.Home, w.In.Now)
	d := w.Show(place, state, 60, 20)
	d.Sees("▸ ○ always ask exactly “Which of the package managers", "                 service use from now on?”")
	d.ClickOn("service use from")
	if r, _ := place.Chosen(); r.ID != "a" {
		t.Errorf("a click on its second line chooses %s", r.ID)
	}
	d.Send(tea.MouseClickMsg{}) // no second click of one
	d.ClickOn("header C")
	if r, _ := place.Chosen(); r.ID != "c" {
		t.Errorf("a click chooses %s", r.ID)
	}
	d.SeesNot("service use from now on?”")
}
