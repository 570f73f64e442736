package tui

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"neverask/tui/change"
	"neverask/tui/doctor"
	"neverask/tui/kit"
	"neverask/tui/setting"
)

// One repair follows the other, and each can be taken back.
func TestDoctorRepairsAll(t *testing.T) {
	d := newDriver(t, newFake(t), 80, 24)
	onWard("")(d)
	before := d.f.Get(userFile)
	d.Keys("F")
	n := 0
	for ; n < 20; n++ {
		if _, ok := d.m.Current().Layer.(*change.Diff); !ok {
			break
		}
		d.Keys("a", "y", "enter")
	}
	if _, ok := d.m.Current().Layer.(*doctor.Examination); !ok || n < 4 {
		t.Fatalf("%d repairs:\n%s", n, d.Screen())
	}
	for _, f := range d.m.overview.examination.Found {
		if f.Fixable && !f.ByName {
			t.Errorf("left is %+v", f)
		}
	}
	if strings.Contains(d.f.Get(projectFile), "duplicate") || !strings.Contains(d.f.Get(userFile), "disableAllHooks") {
		t.Error("what makes a choice was repaired without being asked for")
	}
	d.Keys("esc")
	for range n {
		d.Keys("z", "a", "y", "enter")
	}
	if got := d.f.Get(userFile); got != before {
		t.Errorf("got:\n%s\nwant:\n%s", got, before)
	}
}

// Going back from one of several repairs ends them.
func TestDoctorRepairsOnlyWhatIsWanted(t *testing.T) {
	d := newDriver(t, newFake(t), 80, 24)
	onWard("")(d)
	d.Keys("F", "esc", "r")
	if _, ok := d.m.Current().Layer.(*doctor.Examination); !ok {
		t.Fatalf("it goes on:\n%s", d.Screen())
	}
	if len(d.f.Applied) > 0 {
		t.Error("something was written")
	}
}

// A file that changes while its repair is on the screen is examined anew.
func TestDoctorWhenTheFileChanges(t *testing.T) {
	d := newDriver(t, newFake(t), 80, 24)
	onComments("f", "a")(d)
	d.f.Put(userFile, strings.Replace(commented, "opus", "sonnet", 1))
	d.Keys("y")
	d.Sees("the file changed; this is its current state", "✗ 1 error")
	if !strings.Contains(d.f.Get(userFile), "sonnet") || !strings.Contains(d.f.Get(userFile), "keep this one") {
		t.Error("what somebody else wrote is gone")
	}
	d.Keys("f", "a", "y")
	d.Sees("✓ Repaired")
}

// An examination can be ended, and quitting waits until it has.
func TestDoctorIsEnded(t *testing.T) {
	d := newDriver(t, newFake(t), 80, 24)
	d.Hold = true
	d.examine()
	d.Keys("x")
	d.Sees("the check was stopped")
	d.Hold = false
	d.Keys("q")
	if d.Quit || !d.m.Quitting {
		t.Error("it did not wait")
	}
	d.Release()
	if !d.Quit {
		t.Error("it did not quit")
	}

	d = newDriver(t, newFake(t), 80, 24)
	d.Hold = true
	d.examine()
	d.Keys("esc", "d")
	d.Release()
	d.Sees("✓ All clear: nothing is stopping your hooks.")
	if d.m.Busy() {
		t.Error("it is still busy")
	}
}

// What cannot be examined is said.
func TestDoctorCannotExamine(t *testing.T) {
	d := newDriver(t, newFake(t), 80, 24)
	d.Keys("1")
	c := d.m.overview.examination
	d.m.Push(c)
	c.Generation = 7
	d.Send(doctor.ExaminedMsg{Doctor: c, Generation: 7, Err: errors.New("no memory")})
	d.Sees("✗ cannot check: no memory")
}

// With --readonly nothing is offered that writes.
func TestDoctorReadOnly(t *testing.T) {
	for _, show := range []func(*driver){onComments(), onComments("enter"), onSettings(), robbed, func(d *driver) { robbed(d); d.Keys("b") }} {
		d := newDriver(t, newFake(t), 120, 40)
		show(d)
		d.m.ReadOnly = true
		for _, b := range d.m.Bindings() {
			if b.Write || strings.HasSuffix(b.Help().Desc, "…") {
				t.Errorf("%s %s is offered:\n%s", b.Help().Key, b.Help().Desc, d.Screen())
			}
		}
		before := d.f.Get(userFile)
		d.Keys("f", "F", "e", "b", "x", "enter", "a", "y")
		if d.f.Get(userFile) != before {
			t.Error("written")
		}
	}
}

// What is lost is named, ours and theirs, and comes back byte for byte in its
// own terms.
func TestLostHooksComeBack(t *testing.T) {
	d := newDriver(t, newFake(t), 120, 40)
	robbed(d)
	d.Sees("▲ 8 hooks and settings disappeared (not removed by neverask)", "guard.sh", "neverask's own")
	d.Keys("b", "b")
	d.Sees("Restore what disappeared from ~/.claude/settings.json", "command ~/.claude/guard.sh")
	d.Keys("a", "y")
	for _, want := range []string{"sonnet", "guard.sh", "neverask-hook", "PostToolUseFailure"} {
		if !strings.Contains(d.f.Get(userFile), want) {
			t.Errorf("%s is missing:\n%s", want, d.f.Get(userFile))
		}
	}
	d.Keys("enter")
	d.Tick()
	d.Sees("All hooks and settings are in place.")
	d.Keys("esc")
	d.SeesNot("Lost   ")
	d.Keys("z", "a", "y")
	d.Tick()
	d.SeesNot("disappeared (not removed by neverask)") // neverask has done it
}

// A loss that is meant is forgotten, and another one is told of.
func TestLostHooksAreAccepted(t *testing.T) {
	d := newDriver(t, newFake(t), 120, 40)
	robbed(d)
	d.Keys("b", "x")
	d.Sees("kept: this counts as your change", "neverask's own")
	d.SeesNot("guard.sh")
	d.Tick()
	d.SeesNot("guard.sh")
	d.Sees("neverask's own")
}

// What is written over while the screens are open is told of, also in the middle
// of something else; and the result says that it did not last.
func TestLossIsToldWhileSomethingIsShown(t *testing.T) {
	d := newDriver(t, newFake(t), 120, 40)
	d.f.Put(userFile, typical)
	d.Keys("i", "enter")
	for range 3 {
		if _, ok := d.m.Current().Layer.(*change.Diff); !ok {
			d.Keys("enter")
		}
	}
	d.Keys("a", "y")
	d.Sees("✓ Question hooks installed")
	d.f.Put(userFile, typical) // from memory
	d.Tick()
	d.Sees("6 hooks and settings disappeared", "neverask's own", "▲ another program rewrote")
	d.Keys("enter")
	d.Sees("Lost   ", "b what disappeared")
	d.f.Put(userFile, d.f.Get(userFile))
	d.Tick()
	d.Sees("b what disappeared")
}

// The content from before several changes comes back as one change.
func TestRewind(t *testing.T) {
	d := newDriver(t, newFake(t), 120, 40)
	zoo(d.f)
	before := d.f.Get(userFile)
	d.openTab("Hooks")
	d.park("notify")
	d.park("format")
	d.Choose("recall")
	d.Keys("d", "a", "y", "enter")
	d.openTab("Changes")
	d.Sees("3 changes")
	d.Keys("G", "R")
	d.Sees("Restore ~/.claude/settings.json", "restores the state before: park ~/bin/notify done")
	d.Keys("a", "y")
	d.Sees("✓ Content restored")
	if got := d.f.Get(userFile); got != before {
		t.Errorf("got:\n%s", got)
	}
	d.Keys("enter")
	d.Sees("4 changes", "restore earlier content", "○ undone")
	d.Keys("g", "z", "a", "y")
	if got := d.f.Get(userFile); strings.Contains(got, "notify") || strings.Contains(got, "recall") {
		t.Errorf("undoing it brings back:\n%s", got)
	}
}

// What a setting is changed to holds where it was asked for.
func TestSettingsAreChanged(t *testing.T) {
	d := newDriver(t, newFake(t), 120, 40)
	onSettings()(d)
	before := d.f.Get(projectFile)
	d.Keys("e")
	d.Sees("What should disableAllHooks be?")
	d.Keys("down", "down", "enter")
	d.Sees("Change a setting in ~/work/shop/.claude/settings.json", "disableAllHooks")
	d.Keys("a", "y", "enter")
	if got, want := d.f.Get(projectFile), strings.Replace(before, "false", "true", 1); got != want {
		t.Errorf("got:\n%s", got)
	}
	d.Sees("▸ disableAllHooks                   ▲ true")
	d.Keys("esc")
	d.openTab("Changes")
	d.Sees("change the setting disableAllHooks")
}

// Random keys about findings, settings and losses: a file changes by a yes to the
// very plan on the screen alone, and never loses what others have written.
func TestRandomKeysOnDoctor(t *testing.T) {
	names := strings.Fields("1 d d o b f F x r j k up down pgup pgdown g G enter enter esc e a y n z Z R 7 s tab space left right / q ? ctrl+c")
	written := 0
	for seed := range uint64(10) {
		r := rand.New(rand.NewPCG(seed, 6))
		f := newFake(t)
		ward(f)
		d := newDriver(t, f, 40+r.IntN(120), 10+r.IntN(50))
		for range 200 {
			files := []string{userFile, projectFile}
			contents := func() (all string) {
				for _, file := range files {
					all += f.Get(file) + "\x00"
				}
				return all
			}
			if r.IntN(25) == 0 {
				f.Put(userFile, []string{typical, commented, "{", "{}\n", f.Get(userFile)}[r.IntN(5)])
			}
			before, applied := contents(), len(f.Applied)
			c, asked := d.m.Current().Layer.(*kit.Confirm)
			key, allowed := names[r.IntN(len(names))], false
			if r.IntN(2) == 0 { // what leads on
				switch d.m.Current().Layer.(type) {
				case *change.Diff:
					key = "a"
				case *kit.Confirm:
					key = "y"
				case *setting.Choices, *change.Result:
					key = "enter"
				case *kit.Menu:
					key = "esc"
				}
			}
			switch n := r.IntN(40); {
			case n == 0:
				d.Send(tea.WindowSizeMsg{Width: 35 + r.IntN(150), Height: 8 + r.IntN(60)})
			case n < 3:
				d.Tick()
			case n == 3:
				allowed = asked && c.Yes
				d.Send(tea.MouseClickMsg{X: r.IntN(d.m.Width), Y: r.IntN(d.m.Height), Button: tea.MouseLeft})
			default:
				allowed = asked && !d.m.TooSmall() && (key == "y" || key == "enter" && c.Yes)
				d.Keys(key)
			}
			screen := d.Screen()
			if n := len(f.Applied) - applied; n > 1 || n == 1 && !allowed {
				t.Fatalf("seed %d: %q wrote without a yes:\n%s", seed, key, screen)
			}
			if contents() == before {
				continue
			}
			written++
			if !allowed {
				t.Fatalf("seed %d: %q changed a file:\n%s", seed, key, screen)
			}
			for _, part := range c.Of.(*change.Proposal).Plan.Parts() {
				if f.Get(part.Path) != string(part.After) {
					t.Fatalf("seed %d: %s is not what was shown:\n%s", seed, part.Path, f.Get(part.Path))
				}
			}
		}
	}
	if written < 6 {
		t.Errorf("only %d changes were made", written)
	}
}

// What is drawn of findings, settings and losses holds no control character and
// no secret.
func TestNothingFromTheDoctorReachesTheTerminal(t *testing.T) {
	evil := "\\u001b[31mred \\u202e evil \\u009b31m \\u200b tab\\t nl\\n --token s3cr3t"
	for _, keys := range []string{"d", "d enter", "d f", "d f a", "d f a y", "d F", "o", "o enter", "o e", "o G", "o G e", "b", "b b"} {
		f := newFake(t)
		f.Put(userFile, typical)
		d := newDriver(t, f, 160, 60)
		d.install()
		d.Tick()
		f.Put(userFile, `{"env": {"`+evil+`": "s3cr3t"}, "enabledPlugins": {"`+evil+`": true}, "permissions": {"ask": ["AskUserQuestion(`+evil+`)"]}, "hooks": {"`+evil+`": [{"hooks": [{"type": "command", "command": "x"}]}], "PreToolUse": [{"matcher": "(`+evil+`", "hooks": [{"type": "command", "command": "/no/`+evil+`"}, {"type": "`+evil+`", "command": "`+evil+`"}]}]}}`)
		d.Tick()
		d.Keys(strings.Fields("1 " + keys)...)
		content := d.m.View().Content
		for _, bad := range []string{"\u202e", "\u200b", "\u009b", "\a", "\t", "\r", "\x1b[31mred"} {
			if strings.Contains(content, bad) {
				t.Errorf("%q: %q is drawn", keys, bad)
			}
		}
		if strings.Contains(content, "s3cr3t") {
			t.Errorf("%q: a secret is drawn:\n%s", keys, d.Screen())
		}
	}
}
