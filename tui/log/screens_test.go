package log

import (
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"neverask/hooks/claude/transcript"
	"neverask/tui/hookstate"
	"neverask/tui/kit"
	"neverask/tui/kit/kittest"
	"neverask/tui/rulestate"
	"neverask/tui/rulestate/rulestatetest"
)

// TestScreens: every kind of screen.
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

// TestShortDetail: the facts that every question has share one line, without the session if it does not fit.
func TestShortDetail(t *testing.T) {
	state := &rulestate.State{Rules: &rulestate.Rules{}, Questions: &rulestate.Questions{}}
	place := New(nil, state, hookstate.NewInstalls(nil), "/home/me", func() time.Time { return kittest.Noon })
	q := rulestatetest.Question("/home/me/site", 1, "Library", "Which library should parse dates?", "luxon", "moment", "luxon")
	q.Wait, q.Session, q.Time = 16*time.Second, "5e550000-0000-4000-8000-000000000000", time.Date(2026, 11, 19, 21, 48, 0, 0, time.Local)
	for _, test := range []struct {
		options bool
		width   int
		want    string
	}{
		{true, 100, " Which library should parse dates?\n   1. moment\n ▸ 2. luxon  ✓ chosen\n 19 Nov 21:48 · 16 s · ~/site · " + q.Session + "\n ◆ you: chose “luxon”"},
		{false, 60, " Which library should parse dates?\n 19 Nov 21:48 · 16 s · ~/site\n ◆ you: chose “luxon”"},
	} {
		if got := ansi.Strip(strings.Join(briefly(place, &q, test.options, test.width, kit.Themes()[0].Styles(true)), "\n")); got != test.want {
			t.Errorf("got:\n%s\nwant:\n%s", got, test.want)
		}
	}
}

// TestEmptyWithBrokenSettings: even if nothing can be installed, the next step is named.
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
