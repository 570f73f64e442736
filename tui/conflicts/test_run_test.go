package conflicts

import (
	"testing"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/others/conflict"
	"neverask/tui/kit"
)

func TestAsksBeforeATest(t *testing.T) {
	for _, way := range [][]string{{"enter"}, {"n"}, {"esc"}, {"right", "left", "enter"}, {"down", "up", "enter"}, {"space"}, {"Y"}} {
		d := contested(t, 80, 24)
		d.Keys("t")
		d.Sees("~/bin/guard --token s3cr3t", "/bin/sh", "~/.claude/settings.json:7", "input", "a made-up question", "10 s", "▸ No")
		d.Keys(way...)
		if len(d.w.ran) > 0 {
			t.Fatalf("%v runs the hook", way)
		}
	}
}

// Read-only, no hook is run, because it may change something.
func TestReadOnlyTestsNoHook(t *testing.T) {
	d := contested(t, 80, 24)
	d.M.ReadOnly = true
	for _, keys := range [][]string{{"t"}, {"enter", "t"}} {
		d.Keys(keys...)
		d.Sees(kit.ReadOnlyText)
		d.SeesNot("Run this hook")
		if d.Helps("t") {
			t.Error("t is offered")
		}
	}
}

func TestRunsTheHookThatWasShown(t *testing.T) {
	d := contested(t, 80, 24)
	d.w.shows = denies
	d.Keys("down", "t")
	shown := d.M.Current().Layer.(*kit.Confirm).Of.(string)
	d.Keys("right", "enter")
	if len(d.w.ran) != 1 || d.w.ran[0] != shown || shown != "~/bin/answer" {
		t.Fatalf("ran %+v", d.w.ran)
	}
	d.Sees("ran once: denied", "✗ blocks", "answer: denies, blocks")
	d.Keys("r") // it stays known
	d.Sees("ran once")
}

// All of what is agreed to is in sight wherever the screen is high enough for it.
func TestIsShownWhole(t *testing.T) {
	d := contested(t, 60, 20)
	d.Keys("t")
	d.Sees("~/bin/guard", "shell      /bin/sh", "time limit", "be undone.", "▸ No, do not run it", "  Yes, run it")
}

func TestCanBeStopped(t *testing.T) {
	d := contested(t, 80, 24)
	d.w.shows = denies
	d.Keys("t")
	d.Hold = true
	d.Keys("y")
	d.Sees("running it… 0 s, at most ", "t stop the test")
	d.SeesNot("t test the hook")
	d.Keys("t")
	d.Sees("stopping…")
	d.Release()
	d.Sees("the test was stopped", "t test the hook…")
	d.SeesNot("ran once:")
	if len(d.w.ran) > 0 {
		t.Error("it was run")
	}
}

func TestQuitWaitsForATest(t *testing.T) {
	d := contested(t, 80, 24)
	d.Keys("t")
	d.Hold = true
	d.Keys("y")
	d.Hold = false
	running := d.place.test
	d.Send(tea.QuitMsg{})
	d.Sees("will quit when the test finishes")
	if d.Quit || !running.ended {
		t.Fatalf("quit: %v, told to stop: %v", d.Quit, running.ended)
	}
	d.Release()
	if !d.Quit {
		t.Error("it did not quit")
	}
}

// What a test shows while a card is open is shown on the card.
func TestOfACard(t *testing.T) {
	d := atFirstCard(t, 120, 40)
	d.w.shows = func(c *conflict.Conflict) {
		denies(c)
		c.Outcome = conflict.Outcome{Severity: conflict.Info, Sentence: "harmless: it leaves questions alone", Certainty: conflict.Certain}
		c.Suggested, c.Because = conflict.Leave, "it does not conflict"
	}
	d.Sees("▸ narrow")
	d.Keys("t", "y")
	d.Sees("ran once", "· info", "▸ leave", "best: it does not conflict", "Hook   ")
	d.Keys("enter")
	d.takeResolution()
	d.Sees("y apply")
}
