package tui

import (
	"testing"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/thirdparty/conflict"
)

func TestProbeAsksFirst(t *testing.T) {
	for _, way := range [][]string{{"enter"}, {"n"}, {"esc"}, {"right", "left", "enter"}, {"down", "up", "enter"}, {"space"}, {"Y"}} {
		d := newDriver(t, newFake(t), 80, 24)
		rewriters(d)
		d.keys("5", "p")
		d.sees("~/bin/guard --token s3cr3t", "/bin/sh", "~/.claude/settings.json:7", "12 at most", "5s each", "▸ No")
		d.keys(way...)
		if len(d.f.ran) > 0 {
			t.Fatalf("%v runs the hook", way)
		}
	}
}

func TestProbeRunsTheOneThatWasShown(t *testing.T) {
	d := newDriver(t, newFake(t), 80, 24)
	rewriters(d)
	d.f.probe = denies
	d.keys("5", "down", "p")
	shown := d.m.Current().Layer.(*consent).trial
	d.keys("right", "enter")
	if len(d.f.ran) != 1 || d.f.ran[0] != shown || shown.Command != "~/bin/answer" {
		t.Fatalf("ran %+v", d.f.ran)
	}
	d.sees("probed: made-up questions: denied 12 of 12", "✗ blocks", "answer: denies, blocks")
	d.keys("tab", "5") // another tab and back: it stays known
	d.sees("probed: made-up questions")
	d.keys("r") // until it is looked at anew
	d.seesNot("probed")
}

func TestProbeCanBeStopped(t *testing.T) {
	d := newDriver(t, newFake(t), 80, 24)
	rewriters(d)
	d.f.probe = denies
	d.keys("5", "p")
	d.hold = true
	d.keys("y")
	d.sees("running it… 0 s, at most 60 s", "x stop the probe")
	if d.helps("p") {
		t.Error("a second probe is offered")
	}
	d.keys("x")
	d.sees("stopping…")
	d.release()
	d.sees("the probe was stopped", "p probe…")
	d.seesNot("probed:")
	if len(d.f.ran) > 0 {
		t.Error("it was run")
	}
}

func TestQuitWaitsForTheProbe(t *testing.T) {
	d := newDriver(t, newFake(t), 80, 24)
	rewriters(d)
	d.keys("5", "p")
	d.hold = true
	d.keys("y")
	d.hold = false
	probe := d.m.others.probe
	d.send(tea.QuitMsg{})
	d.sees("will quit when the probe finishes")
	if d.quit || !probe.ended {
		t.Fatalf("quit: %v, told to stop: %v", d.quit, probe.ended)
	}
	d.release()
	if !d.quit {
		t.Error("it did not quit")
	}
}

// What a probe shows while a card is open is shown on the card.
func TestProbeOnACard(t *testing.T) {
	d := atFirstCard(t, 120, 40)
	d.f.probe = func(c *conflict.Conflict) {
		denies(c)
		c.Outcome = conflict.Outcome{Severity: conflict.Info, Sentence: "harmless: it leaves questions alone", Certainty: conflict.Certain}
		c.Suggested, c.Because = conflict.Keep, "it does not conflict"
	}
	d.sees("▸ narrow")
	d.keys("p", "y")
	d.sees("probed:", "· info", "▸ keep", "best: it does not conflict", "1 of 2")
	d.keys("enter")
	d.takeWay()
	d.sees("apply…")
}
