package log

import (
	"testing"

	"neverask/hooks/claude/transcript"
	"neverask/tui/follow"
	"neverask/tui/follow/followtest"
	"neverask/tui/kit/kittest"
)

// TestScreens: each screen that really differs.
func TestScreens(t *testing.T) {
	for _, s := range []followtest.Screen{
		{Name: "log", Whole: true},
		{Name: "overwritten", Keys: "f down down enter"},
		{Name: "denied", Before: func(w *followtest.World) {
			q := followtest.Question(w.Dir(), 1, "Colour", "Which colour should the header have?", "", "Red", "Blue")
			q.Outcome, q.By, q.Command, q.Logged = transcript.Denied, transcript.OtherHook, "~/bin/guard --token "+kittest.Secret, true
			w.Questions = append(w.Questions, q)
		}, Keys: "enter"},
		{Name: "detail", Keys: "/ c o m m i t enter enter"},
		{Name: "empty", Before: func(w *followtest.World) { w.Questions = nil }},
	} {
		s.Test(t, func(w *followtest.World, s *follow.State) kittest.Place {
			s.Unhooked = len(w.Questions) == 0
			return New(w, s, w.Home, w.In.Now)
		}, nil)
	}
}
