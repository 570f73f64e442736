package home

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"neverask/hooks/claude/client"
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/preferences"
	"neverask/tui/kit/kittest"
)

// The first screen says what of Claude Code is found, whatever of it is missing.
func TestClientOnTheFirstScreen(t *testing.T) {
	asked := []transcript.Question{
		{Text: "Which?", Time: time.Date(2025, 11, 26, 9, 0, 0, 0, time.Local)},
		{Text: "Why?", Time: kittest.Noon},
	}
	for _, c := range []struct {
		name    string
		set     func(*world)
		want    string
		without string
	}{
		{"nothing", func(w *world) { w.Claude = client.Found{} }, "○ not found      not in PATH or the usual", "Suggested"},
		{"never run", func(*world) {}, "● 2.1.329        no hooks · no questions so far", " hook ·"},
		{"hooks and questions", func(w *world) { w.Put(userFile, guarded); w.asked = asked }, "● 2.1.329        1 hook · 2 questions since Nov 2025", ""},
		{"this year", func(w *world) { w.asked = asked[1:] }, "● 2.1.329        no hooks · 1 question since 20 Nov", ""},
		{"not in PATH", func(w *world) {
			w.Claude, w.asked = client.Found{}, asked
			w.Put("~/.claude/projects/p/s.jsonl", `{"type":"user","version":"2.1.320"}`)
		}, "● 2.1.320        from transcripts · no hooks · 2 questions", ""},
		{"newer", func(w *world) { w.Claude.Version = "99.1.0" }, "● 99.1.0         no hooks · no questions so far · neverask", ""},
		{"settings alone", func(w *world) { w.Claude = client.Found{}; w.Put(userFile, "{}") }, "○ not found", "● found"},
		{"a program that does not tell its version", func(w *world) { w.Claude.Version = "" }, "● found          no hooks · no questions so far", ""},
		{"hostile", func(w *world) { w.Claude.Version = "1\x1b[2J" }, "● 1␛[2J", "\x1b"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			c.set(w)
			d := show(w, 80, 24)
			d.Sees("Claude Code      " + c.want)
			if c.without != "" {
				d.SeesNot(c.without)
			}
		})
	}
}

// On the first screen O switches everything off for two hours, and on again.
func TestSwitchedOff(t *testing.T) {
	w := newWorld(t)
	w.install()
	d := show(w, 120, 40)
	d.Keys("O")
	d.Sees("off until", "Claude asks you everything", "○ off      neverask is off everywhere until")
	d.SeesNot("▲ warning") // the person asked for it
	d.Keys("O")
	d.Sees("on: your rules answer again")
	d.SeesNot("neverask is off")
}

// What was asked last stands below the rest where there is room, and from 130 columns
// beside it, down to the foot of the screen.
func TestAskedLast(t *testing.T) {
	w := newWorld(t)
	w.install()
	for i := range 40 {
		w.asked = append(w.asked, transcript.Question{Text: fmt.Sprintf("Which of the %d runners should all tests of this repository use from now on?", i), Answer: "vitest", Outcome: transcript.Picked, By: transcript.Person, Time: kittest.Noon.Add(time.Duration(i-40) * time.Hour)})
	}
	w.asked[39].By, w.asked[39].Text, w.asked[38].OneWay = transcript.Neverask, "Format it?", true
	d := show(w, 129, 40)
	d.Sees(" Asked last", "1h ● neverask    Format it? → vitest", "2h ◆ you         ⚠ Which of the 38")
	d.SeesNot(" │ ")
	show(w, 129, 16).SeesNot("Asked last")
	d = show(w, 130, 20)
	kittest.Golden(t, "wide", d.Screen())
	for _, size := range [][2]int{{130, 40}, {160, 45}, {200, 60}} {
		d = show(w, size[0], size[1])
		d.Sees("Asked last", "1h ● neverask    Format it? → vitest")
		rows := strings.Split(d.Screen(), "\n")
		for i, row := range rows[2 : size[1]-4] {
			if !strings.Contains(row, " │ ") || strings.HasSuffix(row, "…│") {
				t.Errorf("%v: row %d is %q", size, i, row)
			}
		}
	}
}

// Under what is there, beside the questions, the rules have the room, and a rule that waits
// for an answer says why none was given.
func TestRulesBesideTheQuestions(t *testing.T) {
	w := newWorld(t)
	w.Put(preferFile, `{"version":1,"rules":[{"id":"b","match":{"header":"Other"},"mode":"never-ask","answer":"B"},{"id":"a","match":{"header":"Tests"},"mode":"never-ask","answer":"A"}]}`)
	w.install()
	w.asked = []transcript.Question{{Text: "Format it?", Answer: "vitest", Time: kittest.Noon.Add(-time.Hour)}}
	w.week = transcript.Counts{Asked: 31}
	w.idle = []preferences.Finding{{Kind: "unanswered", Rule: "a"}, {Kind: "shadowed", Rule: "b"}}
	d := show(w, 160, 45)
	d.Sees("  ◔ asks once      header Tests → A ", "  · idle           header Other → B ", "31 asked · 0 answered for you", "your earlier answers don't count: answer once more")
	if s := d.Screen(); strings.Index(s, "header Other") < strings.Index(s, "header Tests") {
		t.Error("a rule that does nothing comes first")
	}
	show(w, 160, 20).SeesNot("header Tests")
}

// Without Claude Code nothing is good, however well neverask is installed.
func TestInstalledWithoutTheClient(t *testing.T) {
	w := newWorld(t)
	w.install(config.Questions)
	w.Claude = client.Found{}
	d := show(w, 80, 24)
	d.Sees("Claude Code      ○ not found")
	d.SeesNot("All good")
	w = newWorld(t)
	w.Claude = client.Found{}
	show(w, 80, 24).Sees("Install Claude Code first: neverask works only with it.", "Then press i to install neverask's hooks.")
}
