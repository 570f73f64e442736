package tui

import (
	"strings"
	"testing"
	"time"

	"neverask/hooks/claude/transcript"
	"neverask/hooks/thirdparty/pin"
)

// The first screen says what of Claude Code is found, whatever of it is missing.
func TestClientOnTheFirstScreen(t *testing.T) {
	asked := []transcript.Question{
		{Text: "Which?", Version: "2.1.300", Time: time.Date(2025, 11, 26, 9, 0, 0, 0, time.Local)},
		{Text: "Why?", Version: "2.1.320", Time: noon},
	}
	for _, c := range []struct {
		name    string
		set     func(*fake)
		want    string
		without string
	}{
		{"nothing", func(f *fake) { f.ClientVersion = "" }, "○ not found      not in PATH, and no settings", "Suggested"},
		{"never run", func(*fake) {}, "● 2.1.329        no questions so far", " hook ·"},
		{"hooks and questions", func(f *fake) { f.Put(userFile, typical); f.asked = asked }, "● 2.1.329        1 hook · 2 questions since Nov 2025", ""},
		{"this year", func(f *fake) { f.asked = asked[1:] }, "● 2.1.329        1 question since 20 Nov", ""},
		{"not in PATH", func(f *fake) { f.ClientVersion, f.asked = "", asked }, "● 2.1.320        2 questions since Nov 2025", ""},
		{"newer", func(f *fake) { f.ClientVersion = "99.1.0" }, "● 99.1.0         no questions so far · neverask was not", ""},
		{"settings alone", func(f *fake) { f.ClientVersion = ""; f.Put(userFile, "{}") }, "● found          no hooks · no questions so far", ""},
		{"hostile", func(f *fake) { f.ClientVersion = "1\x1b[2J" }, "● 1␛[2J", "\x1b"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := newFake(t)
			c.set(f)
			d := newDriver(t, f, 80, 24)
			d.Sees("Claude Code      " + c.want)
			if c.without != "" {
				d.SeesNot(c.without)
			}
		})
	}
}

// Everything that a fresh machine has to be told fits the first screen.
func TestFirstScreenFits(t *testing.T) {
	d := driverWith(t, func(f *fake) {
		f.Put(userFile, contested)
		f.Put(rulesFile, "")
		proposed(f)
		withAdvice(f)
	}, 80, 24)
	d.Sees("Claude Code ", "Conflicts ", "This project ", "Press i to install", "Suggested ", "enter to review")
	if strings.Contains(d.Screen(), "1–") {
		t.Errorf("it scrolls:\n%s", d.Screen())
	}
}

// Hooks that fail, and those that are not what the person has seen, are told of.
func TestFailingAndChangedHooksAreTold(t *testing.T) {
	d := newDriver(t, newFake(t), 120, 40)
	d.f.Put(userFile, typical)
	d.f.failing = map[string]string{"~/.claude/guard.sh": home + "/.claude/guard.sh is not there"}
	d.Keys("r")
	d.Sees("Failing hooks    ✗ 1              ~/.claude/guard.sh is not there · press d to fix")
	d.f.failing, d.f.changed = nil, map[string][]pin.Change{"~/.claude/guard.sh": {{Name: "guard.sh", Text: true, Before: "exit 2\n", After: "exit 0\n"}}}
	d.Keys("r")
	d.SeesNot("Failing")
	d.Sees("Changed hooks    ▲ 1              ~/.claude/guard.sh changed since " + noon.AddDate(0, 0, -7).Local().Format("2 January") + ": guard.sh, 1 line · press 4 to see")
}
