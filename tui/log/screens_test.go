package log

import (
	"strings"
	"testing"
	"time"

	"neverask/hooks/claude/transcript"
	"neverask/tui/hookstate"
	"neverask/tui/kit"
	"neverask/tui/kit/kittest"
	"neverask/tui/rulestate"
	"neverask/tui/rulestate/rulestatetest"
)

// TestScreens: each screen that really differs.
func TestScreens(t *testing.T) {
	for _, s := range []rulestatetest.Screen{
		{Name: "log", Whole: true},
		{Name: "timeline", Before: func(w *rulestatetest.World) {
			rulestatetest.RecordAll(w)
			rulestatetest.RecordCalls(w, 12, 150)
		}, Whole: true},
		{Name: "scopes", Before: rulestatetest.RecordAll, Keys: "/ b a s h tab tab", Whole: true},
		{Name: "tools", Before: rulestatetest.RecordAll, Keys: "T"},
		{Name: "overwritten", Keys: "f o v e r w enter"},
		{Name: "denied", Before: func(w *rulestatetest.World) {
			q := rulestatetest.Question(w.Dir(), 1, "Colour", "Which colour should the header have?", "", "Red", "Blue")
			q.Outcome, q.By, q.Command, q.Logged = transcript.Denied, transcript.OtherHook, "~/bin/guard --token "+kittest.Secret, true
			w.Questions = append(w.Questions, q)
		}, Keys: "enter"},
		{Name: "detail", Keys: "/ c o m m i t enter enter"},
		{Name: "empty", Before: func(w *rulestatetest.World) { w.Questions = nil }},
	} {
		s.Test(t, func(w *rulestatetest.World, s *rulestate.State) kittest.Place {
			s.Unhooked = len(w.Questions) == 0
			return New(w, s, hookstate.NewInstalls(nil), w.Home, w.In.Now)
		}, nil)
	}
}

// TestEmptyWithBrokenSettings: where nothing can be installed, the next step is named all
// the same.
func TestEmptyWithBrokenSettings(t *testing.T) {
	state := &rulestate.State{Off: "a settings file is broken", Rules: &rulestate.Rules{}, Questions: &rulestate.Questions{All: &rulestate.Asked{}}}
	place := New(nil, state, hookstate.NewInstalls(nil), "/home/me", time.Now)
	place.Receive(place.relist()())
	p := place.Page(80, 20, kit.Themes()[0].Styles(true))
	var rows []string
	for i := range p.Rows {
		rows = append(rows, p.Row(i))
	}
	if got := strings.Join(rows, "\n"); !strings.Contains(got, "A settings file is broken. Press 1 to see what to do.") {
		t.Error(got)
	}
}
