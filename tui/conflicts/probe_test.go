package conflicts

import (
	"testing"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/thirdparty/conflict"
	"neverask/tui/kit"
)

func TestProbeAsksFirst(t *testing.T) {
	for _, way := range [][]string{{"enter"}, {"n"}, {"esc"}, {"right", "left", "enter"}, {"down", "up", "enter"}, {"space"}, {"Y"}} {
		d := contested(t, 80, 24)
		d.Keys("t")
		d.Sees("~/bin/guard --token s3cr3t", "/bin/sh", "~/.claude/settings.json:7", "12 at most", "5s each", "▸ No")
		d.Keys(way...)
		if len(d.w.ran) > 0 {
			t.Fatalf("%v runs the hook", way)
		}
	}
}

func TestProbeRunsTheOneThatWasShown(t *testing.T) {
	d := contested(t, 80, 24)
	d.w.probe = denies
	d.Keys("down", "t")
	shown := d.M.Current().Layer.(*kit.Confirm).Of.(conflict.Trial)
	d.Keys("right", "enter")
	if len(d.w.ran) != 1 || d.w.ran[0] != shown || shown.Command != "~/bin/answer" {
		t.Fatalf("ran %+v", d.w.ran)
	}
	d.Sees("with made-up questions: denied 12 of 12", "✗ blocks", "answer: denies, blocks")
	d.Run(d.M.Reload()) // it stays known
	d.Sees("with made-up questions")
	d.Keys("r") // until it is looked at anew
	d.SeesNot("probed")
}

// All of what is agreed to is in sight wherever the screen is high enough for it.
func TestProbeIsShownWhole(t *testing.T) {
	d := contested(t, 60, 20)
	d.Keys("t")
	d.Sees("~/bin/guard", "shell      /bin/sh", "time limit", "be undone.", "▸ No, do not run it", "  Yes, run it")
}

func TestProbeCanBeStopped(t *testing.T) {
	d := contested(t, 80, 24)
	d.w.probe = denies
	d.Keys("t")
	d.Hold = true
	d.Keys("y")
	d.Sees("running it… 0 s, at most 60 s", "space stop the probe")
	if d.Helps("t") {
		t.Error("a second probe is offered")
	}
	d.Keys("space")
	d.Sees("stopping…")
	d.Release()
	d.Sees("the probe was stopped", "t try the hook…")
	d.SeesNot("probed:")
	if len(d.w.ran) > 0 {
		t.Error("it was run")
	}
}

func TestQuitWaitsForTheProbe(t *testing.T) {
	d := contested(t, 80, 24)
	d.Keys("t")
	d.Hold = true
	d.Keys("y")
	d.Hold = false
	probe := d.place.probe
	d.Send(tea.QuitMsg{})
	d.Sees("will quit when the probe finishes")
	if d.Quit || !probe.ended {
		t.Fatalf("quit: %v, told to stop: %v", d.Quit, probe.ended)
	}
	d.Release()
	if !d.Quit {
		t.Error("it did not quit")
	}
}

// What a probe shows while a card is open is shown on the card.
func TestProbeOnACard(t *testing.T) {
	d := atFirstCard(t, 120, 40)
	d.w.probe = func(c *conflict.Conflict) {
		denies(c)
		c.Outcome = conflict.Outcome{Severity: conflict.Info, Sentence: "harmless: it leaves questions alone", Certainty: conflict.Certain}
		c.Suggested, c.Because = conflict.Leave, "it does not conflict"
	}
	d.Sees("▸ narrow")
	d.Keys("t", "y")
	d.Sees("with made-up questions", "· info", "▸ leave", "best: it does not conflict", "Hook   ")
	d.Keys("enter")
	d.takeWay()
	d.Sees("apply…")
}
