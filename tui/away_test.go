package tui

import (
	"testing"
	"time"

	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/question"
	"neverask/tui/rulestate/rulestatetest"
)

// On return, the Log lists the questions answered since the person left, and none from before.
func TestBackShowsTheLog(t *testing.T) {
	t.Parallel()
	f := newFake(t)
	away := func(hours int, text string) {
		q := rulestatetest.Question(f.Dir(), hours, "Away", text, "Yes", "Yes", "No")
		q.By, q.Away, q.Logged = transcript.Neverask, question.AwayRecommended, true
		f.Questions = append(f.Questions, q)
	}
	away(30, "Before that?")
	f.News = true
	d := newDriver(t, f, 120, 40)
	d.install()
	f.In.Now = func() time.Time { return noon.Add(-time.Hour) } // when they leave
	d.Keys("W", "y")
	f.In.Now = func() time.Time { return noon }
	away(0, "Meanwhile?")
	f.News = true
	d.Keys("r")
	d.Sees("enter I am back")
	d.Keys("enter")
	d.Sees("you are back: 1 question answered meanwhile", "▸3 Log", "Meanwhile?", "1 of 2 questions", "! was wrong")
	d.SeesNot("Before that?")
	d.Keys("!")
	d.Sees("Claude asks you from now on")
	d.Keys("1")
	d.SeesNot("I am back")
}
