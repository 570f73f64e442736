package conflicts

import (
	"context"
	"errors"
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

// TestOfAnotherPlace: another place asks for the test of a hook, and nothing happens where there is none.
func TestOfAnotherPlace(t *testing.T) {
	d := contested(t, 80, 24)
	id := d.place.Found.Conflicts[0].ID
	d.Run(d.place.Test(d.M, "gone"))
	d.SeesNot("Run this hook")
	d.Run(d.place.Test(d.M, id))
	d.Sees("Run this hook to see what it does?", "a made-up question")
	d.Keys("esc")
	d.Hold = true
	d.Run(d.place.Test(d.M, id))
	asked := d.M.Current().Layer
	d.Hold = false
	d.M.Generation++ // something else is on the screen meanwhile
	d.Release()
	if d.M.Current().Layer != asked {
		t.Errorf("a late plan is asked about:\n%s", d.Screen())
	}
}

// TestEndsOfATest: each way in which a test ends is said.
func TestEndsOfATest(t *testing.T) {
	for want, end := range map[string]func(*world, *testedMsg){
		"✗ the test failed: no such program": func(_ *world, msg *testedMsg) { msg.err = errors.New("no such program\x1b[2J") },
		"the test was stopped":               func(_ *world, msg *testedMsg) { msg.err = context.Canceled },
		"▲ the hook has changed or is gone":  func(_ *world, msg *testedMsg) { msg.review.Conflicts = nil },
		"✓ tested guard: ":                   func(*world, *testedMsg) {},
	} {
		d := contested(t, 80, 24)
		c := d.place.Found.Conflicts[0]
		running := &test{id: c.ID, began: d.w.In.Now(), stop: func() {}, work: &kit.Work{}}
		d.place.test = running
		if other := (testDueMsg{&d.place.known, &test{}}); other.Take(d.M) != nil {
			t.Error("the time of an earlier test is drawn")
		}
		if (testDueMsg{&d.place.known, running}).Take(d.M) == nil {
			t.Error("the time of the test stands still")
		}
		review, err := d.place.Look(context.Background())
		msg := testedMsg{known: &d.place.known, test: running, review: review, err: err}
		end(d.w, &msg)
		d.Run(msg.Take(d.M))
		d.Sees(want)
		if d.place.test != nil {
			t.Errorf("%s: it runs on", want)
		}
	}
}

// TestUnpreparedIsSaid: a hook that cannot be tested says why.
func TestUnpreparedIsSaid(t *testing.T) {
	d := contested(t, 80, 24)
	d.Run(preparedMsg{known: &d.place.known, generation: d.M.Generation, err: errors.New("no shell")}.Take(d.M))
	d.Sees("✗ the hook cannot be tested: no shell")
}
