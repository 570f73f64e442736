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
	before := d.f.get(userFile)
	d.keys("F")
	n := 0
	for ; n < 20; n++ {
		if _, ok := d.m.Current().Layer.(*change.Diff); !ok {
			break
		}
		d.keys("a", "y", "enter")
	}
	if _, ok := d.m.Current().Layer.(*doctor.Examination); !ok || n < 4 {
		t.Fatalf("%d repairs:\n%s", n, d.screen())
	}
	for _, f := range d.m.overview.examination.Found {
		if f.Fixable && !f.ByName {
			t.Errorf("left is %+v", f)
		}
	}
	if strings.Contains(d.f.get(projectFile), "duplicate") || !strings.Contains(d.f.get(userFile), "disableAllHooks") {
		t.Error("what makes a choice was repaired without being asked for")
	}
	d.keys("esc")
	for range n {
		d.keys("z", "a", "y", "enter")
	}
	if got := d.f.get(userFile); got != before {
		t.Errorf("got:\n%s\nwant:\n%s", got, before)
	}
}

// Going back from one of several repairs ends them.
func TestDoctorRepairsOnlyWhatIsWanted(t *testing.T) {
	d := newDriver(t, newFake(t), 80, 24)
	onWard("")(d)
	d.keys("F", "esc", "r")
	if _, ok := d.m.Current().Layer.(*doctor.Examination); !ok {
		t.Fatalf("it goes on:\n%s", d.screen())
	}
	if len(d.f.applied) > 0 {
		t.Error("something was written")
	}
}

// A file that changes while its repair is on the screen is examined anew.
func TestDoctorWhenTheFileChanges(t *testing.T) {
	d := newDriver(t, newFake(t), 80, 24)
	onComments("f", "a")(d)
	d.f.put(userFile, strings.Replace(commented, "opus", "sonnet", 1))
	d.keys("y")
	d.sees("the file changed; this is its current state", "✗ 1 error")
	if !strings.Contains(d.f.get(userFile), "sonnet") || !strings.Contains(d.f.get(userFile), "keep this one") {
		t.Error("what somebody else wrote is gone")
	}
	d.keys("f", "a", "y")
	d.sees("✓ Repaired")
}

// An examination can be ended, and quitting waits until it has.
func TestDoctorIsEnded(t *testing.T) {
	d := newDriver(t, newFake(t), 80, 24)
	d.hold = true
	d.examine()
	d.keys("x")
	d.sees("the check was stopped")
	d.hold = false
	d.keys("q")
	if d.quit || !d.m.Quitting {
		t.Error("it did not wait")
	}
	d.release()
	if !d.quit {
		t.Error("it did not quit")
	}

	d = newDriver(t, newFake(t), 80, 24)
	d.hold = true
	d.examine()
	d.keys("esc", "d")
	d.release()
	d.sees("✓ All clear: nothing is stopping your hooks.")
	if d.m.Busy() {
		t.Error("it is still busy")
	}
}

// What cannot be examined is said.
func TestDoctorCannotExamine(t *testing.T) {
	d := newDriver(t, newFake(t), 80, 24)
	d.keys("1")
	c := d.m.overview.examination
	d.m.Push(c)
	c.Generation = 7
	d.send(doctor.ExaminedMsg{Doctor: c, Generation: 7, Err: errors.New("no memory")})
	d.sees("✗ cannot check: no memory")
}

// With --readonly nothing is offered that writes.
func TestDoctorReadOnly(t *testing.T) {
	for _, show := range []func(*driver){onComments(), onComments("enter"), onSettings(), robbed, func(d *driver) { robbed(d); d.keys("b") }} {
		d := newDriver(t, newFake(t), 120, 40)
		show(d)
		d.m.ReadOnly = true
		for _, b := range d.m.Bindings() {
			if b.Write || strings.HasSuffix(b.Help().Desc, "…") {
				t.Errorf("%s %s is offered:\n%s", b.Help().Key, b.Help().Desc, d.screen())
			}
		}
		before := d.f.get(userFile)
		d.keys("f", "F", "e", "b", "x", "enter", "a", "y")
		if d.f.get(userFile) != before {
			t.Error("written")
		}
	}
}

// What is lost is named, ours and theirs, and comes back byte for byte in its
// own terms.
func TestLostHooksComeBack(t *testing.T) {
	d := newDriver(t, newFake(t), 120, 40)
	robbed(d)
	d.sees("▲ 8 hooks and settings disappeared (not removed by neverask)", "guard.sh", "neverask's own")
	d.keys("b", "b")
	d.sees("Restore what disappeared from ~/.claude/settings.json", "command ~/.claude/guard.sh")
	d.keys("a", "y")
	for _, want := range []string{"sonnet", "guard.sh", "neverask-hook", "PostToolUseFailure"} {
		if !strings.Contains(d.f.get(userFile), want) {
			t.Errorf("%s is missing:\n%s", want, d.f.get(userFile))
		}
	}
	d.keys("enter")
	d.tick()
	d.sees("All hooks and settings are in place.")
	d.keys("esc")
	d.seesNot("Lost   ")
	d.keys("z", "a", "y")
	d.tick()
	d.seesNot("disappeared (not removed by neverask)") // neverask has done it
}

// A loss that is meant is forgotten, and another one is told of.
func TestLostHooksAreAccepted(t *testing.T) {
	d := newDriver(t, newFake(t), 120, 40)
	robbed(d)
	d.keys("b", "x")
	d.sees("kept: this counts as your change", "neverask's own")
	d.seesNot("guard.sh")
	d.tick()
	d.seesNot("guard.sh")
	d.sees("neverask's own")
}

// What is written over while the screens are open is told of, also in the middle
// of something else; and the result says that it did not last.
func TestLossIsToldWhileSomethingIsShown(t *testing.T) {
	d := newDriver(t, newFake(t), 120, 40)
	d.f.put(userFile, typical)
	d.keys("i", "enter")
	for range 3 {
		if _, ok := d.m.Current().Layer.(*change.Diff); !ok {
			d.keys("enter")
		}
	}
	d.keys("a", "y")
	d.sees("✓ Question hooks installed")
	d.f.put(userFile, typical) // from memory
	d.tick()
	d.sees("6 hooks and settings disappeared", "neverask's own", "▲ another program rewrote")
	d.keys("enter")
	d.sees("Lost   ", "b what disappeared")
	d.f.put(userFile, d.f.get(userFile))
	d.tick()
	d.sees("b what disappeared")
}

// The content from before several changes comes back as one change.
func TestRewind(t *testing.T) {
	d := newDriver(t, newFake(t), 120, 40)
	zoo(d.f)
	before := d.f.get(userFile)
	d.openTab("Hooks")
	d.park("notify")
	d.park("format")
	d.chooseRow("recall")
	d.keys("d", "a", "y", "enter")
	d.openTab("Changes")
	d.sees("3 changes")
	d.keys("G", "R")
	d.sees("Restore ~/.claude/settings.json", "restores the state before: park ~/bin/notify done")
	d.keys("a", "y")
	d.sees("✓ Content restored")
	if got := d.f.get(userFile); got != before {
		t.Errorf("got:\n%s", got)
	}
	d.keys("enter")
	d.sees("4 changes", "restore earlier content", "○ undone")
	d.keys("g", "z", "a", "y")
	if got := d.f.get(userFile); strings.Contains(got, "notify") || strings.Contains(got, "recall") {
		t.Errorf("undoing it brings back:\n%s", got)
	}
}

// What a setting is changed to holds where it was asked for.
func TestSettingsAreChanged(t *testing.T) {
	d := newDriver(t, newFake(t), 120, 40)
	onSettings()(d)
	before := d.f.get(projectFile)
	d.keys("e")
	d.sees("What should disableAllHooks be?")
	d.keys("down", "down", "enter")
	d.sees("Change a setting in ~/work/shop/.claude/settings.json", "disableAllHooks")
	d.keys("a", "y", "enter")
	if got, want := d.f.get(projectFile), strings.Replace(before, "false", "true", 1); got != want {
		t.Errorf("got:\n%s", got)
	}
	d.sees("▸ disableAllHooks                   ▲ true")
	d.keys("esc")
	d.openTab("Changes")
	d.sees("change the setting disableAllHooks")
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
					all += f.get(file) + "\x00"
				}
				return all
			}
			if r.IntN(25) == 0 {
				f.put(userFile, []string{typical, commented, "{", "{}\n", f.get(userFile)}[r.IntN(5)])
			}
			before, applied := contents(), len(f.applied)
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
				d.send(tea.WindowSizeMsg{Width: 35 + r.IntN(150), Height: 8 + r.IntN(60)})
			case n < 3:
				d.tick()
			case n == 3:
				allowed = asked && c.Yes
				d.send(tea.MouseClickMsg{X: r.IntN(d.m.Width), Y: r.IntN(d.m.Height), Button: tea.MouseLeft})
			default:
				allowed = asked && !d.m.TooSmall() && (key == "y" || key == "enter" && c.Yes)
				d.keys(key)
			}
			screen := d.screen()
			if n := len(f.applied) - applied; n > 1 || n == 1 && !allowed {
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
				if f.get(part.Path) != string(part.After) {
					t.Fatalf("seed %d: %s is not what was shown:\n%s", seed, part.Path, f.get(part.Path))
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
		f.put(userFile, typical)
		d := newDriver(t, f, 160, 60)
		d.install()
		d.tick()
		f.put(userFile, `{"env": {"`+evil+`": "s3cr3t"}, "enabledPlugins": {"`+evil+`": true}, "permissions": {"ask": ["AskUserQuestion(`+evil+`)"]}, "hooks": {"`+evil+`": [{"hooks": [{"type": "command", "command": "x"}]}], "PreToolUse": [{"matcher": "(`+evil+`", "hooks": [{"type": "command", "command": "/no/`+evil+`"}, {"type": "`+evil+`", "command": "`+evil+`"}]}]}}`)
		d.tick()
		d.keys(strings.Fields("1 " + keys)...)
		content := d.m.View().Content
		for _, bad := range []string{"\u202e", "\u200b", "\u009b", "\a", "\t", "\r", "\x1b[31mred"} {
			if strings.Contains(content, bad) {
				t.Errorf("%q: %q is drawn", keys, bad)
			}
		}
		if strings.Contains(content, "s3cr3t") {
			t.Errorf("%q: a secret is drawn:\n%s", keys, d.screen())
		}
	}
}
