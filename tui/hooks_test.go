package tui

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"neverask/hooks/claude/dispatch"
	"neverask/hooks/thirdparty/pin"
	"neverask/tui/change"
)

func TestHooksAreListedWithTheirStates(t *testing.T) {
	d := newDriver(t, newFake(t), 100, 75)
	onHooks(d)
	d.sees("● active    user     Bash", "= duplicate project", "✗ unknown", "● active    managed", "Edit or Write", "29 more events without hooks", "settings.local.json:2:14")
	d.seesNot("Setup")
	d.keys("E")
	for _, about := range dispatch.Events() {
		d.sees(string(about.Event))
	}
}

func TestHooksAreFiltered(t *testing.T) {
	d := newDriver(t, newFake(t), 120, 60)
	onHooks(d)
	d.keys("/")
	d.text("githu")
	d.sees("1 of 9 hooks", "/opt/corp/audit")
	d.seesNot("guard.sh")
	d.keys("enter", "esc")
	d.sees("9 hooks", "guard.sh")
	d.keys("f")
	d.sees("7 of 9 hooks · active")
	d.keys("f", "f")
	d.sees("unknown", "shiny")
	d.keys("f")
	d.sees("1 of 9 hooks · read-only", "/opt/corp/audit")
	d.keys("f", "s", "s")
	d.sees("1 of 9 hooks · project", "duplicate")
	d.keys("esc")
	d.chooseRow("Stop")
	d.keys("n")
	d.sees("1 of 9 hooks · Stop", "notify")
	d.seesNot("guard.sh")
	d.keys("n")
	d.sees("guard.sh")
	d.keys("enter")
	d.sees("1 hook, folded")
	d.seesNot("notify")
}

// A secret in a command cannot be found by searching for it.
func TestHooksAreNotFoundBySecrets(t *testing.T) {
	d := newDriver(t, newFake(t), 120, 40)
	onHooks(d)
	d.keys("/")
	d.text("s3cr")
	d.sees("0 of 9 hooks")
}

func TestParkAndUnpark(t *testing.T) {
	for _, c := range []struct{ row, word string }{{"guard.sh", "guard.sh"}, {"all of these", "format"}, {"└", "hooks.example"}} {
		d := newDriver(t, newFake(t), 120, 40)
		onHooks(d)
		original := d.f.get(userFile)
		d.chooseRow(c.row)
		d.keys("space")
		if d.f.get(userFile) != original {
			t.Fatal("written before the diff was seen")
		}
		d.keys("a", "enter")
		if d.f.get(userFile) != original {
			t.Fatal("written without a yes")
		}
		d.keys("a", "y")
		d.sees("parked")
		if content := d.f.get(userFile); strings.Contains(content, c.word) {
			t.Errorf("%s is still there:\n%s", c.word, content)
		}
		d.keys("enter")
		d.sees("○ parked")
		d.chooseRow("○ parked")
		d.keys("space", "a", "y")
		d.sees("Hook restored")
		if got := d.f.get(userFile); got != original {
			t.Errorf("%s: got:\n%s\nwant:\n%s", c.row, got, original)
		}
		d.keys("enter")
		d.seesNot("○ parked")
	}
}

func TestUndoAndRedoOfAHook(t *testing.T) {
	d := newDriver(t, newFake(t), 120, 40)
	onHooks(d)
	original := d.f.get(userFile)
	d.chooseRow("shiny")
	d.keys("d", "a", "y", "enter")
	removed := d.f.get(userFile)
	d.keys("z", "a", "y", "enter")
	if d.f.get(userFile) != original {
		t.Error("not undone")
	}
	d.keys("Z", "a", "y", "enter")
	if d.f.get(userFile) != removed || removed == original {
		t.Error("not made again")
	}
}

func TestMoveAHook(t *testing.T) {
	d := newDriver(t, newFake(t), 120, 40)
	onHooks(d)
	user, project := d.f.get(userFile), d.f.get(projectFile)
	d.chooseRow("notify")
	d.keys("m", "enter", "a", "y")
	d.sees("Hook moved")
	if strings.Contains(d.f.get(userFile), "notify") || !strings.Contains(d.f.get(projectFile), "notify") {
		t.Error("not moved")
	}
	d.keys("z", "a", "y")
	if d.f.get(userFile) != user || d.f.get(projectFile) != project {
		t.Error("one undo takes both files back")
	}
}

// Files that are not edited, and neverask's own hook, are not offered to be.
func TestWhatIsNotEditedIsNotOffered(t *testing.T) {
	d := newDriver(t, newFake(t), 160, 40)
	zoo(d.f)
	d.install()
	d.openTab("Hooks")
	for _, row := range []string{"audit", "neverask-hook"} {
		d.chooseRow(row)
		for _, key := range []string{"space", "e", "d", "m"} {
			if d.helps(key) {
				t.Errorf("%s: %s is offered", row, key)
			}
			d.keys(key)
		}
		if !d.m.OnPlace() {
			t.Errorf("%s: a key that is not offered does something", row)
		}
	}
}

func TestReadOnlyChangesNothing(t *testing.T) {
	f := life(t)
	withAdvice(f)
	zoo(f)
	d := newDriver(t, f, 160, 40)
	d.m.ReadOnly = true
	d.m.tabs[1].tab.(*preferencesTab).book.readOnly = true
	for _, p := range d.m.tabs {
		d.openTab(p.tab.Name())
		for range 8 {
			for _, b := range d.m.Bindings() {
				if b.Write {
					t.Errorf("%s: %s is offered", p.tab.Name(), b.Help().Key)
				}
			}
			d.keys("down")
		}
	}
	d.openTab("Hooks")
	d.sees("read-only: nothing can be changed here")
	for key := range strings.FieldsSeq("space e d m a z Z") {
		d.keys(key)
		if !d.m.OnPlace() {
			t.Errorf("%s opens something", key)
		}
	}
	change.Begin(d.m.Model, d.m.others.operation(wish{effect: removes}))
	d.sees("read-only")
	if len(f.applied) > 0 {
		t.Error("something was written")
	}
}

func TestCopyAHook(t *testing.T) {
	d := newDriver(t, newFake(t), 120, 40)
	onHooks(d)
	d.chooseRow("guard.sh")
	d.hold = true
	d.keys("y")
	got := fmt.Sprint(d.held[0]())
	if want := `{ "type": "command", "command": "~/.claude/guard.sh --token s3cr3t", "timeout": 10 }`; got != want {
		t.Errorf("copied %s", got)
	}
	d.sees("copied as JSON, including its secrets")
}

// Somebody else's edit of the hook while its plan is shown is noticed, and
// nothing is written over it.
func TestHookChangesUnderThePlan(t *testing.T) {
	d := newDriver(t, newFake(t), 120, 40)
	onHooks(d)
	d.chooseRow("notify")
	d.keys("space")
	theirs := strings.Replace(d.f.get(userFile), "notify done", "notify all", 1)
	d.f.put(userFile, theirs)
	d.tick()
	d.tick()
	d.sees("Cannot park the hook", "has changed since", "Nothing was written.")
	if d.f.get(userFile) != theirs {
		t.Error("written")
	}
}

func TestWhatFires(t *testing.T) {
	d := newDriver(t, newFake(t), 140, 40)
	onHooks(d)
	d.keys("t")
	d.sees("Type a tool")
	for _, c := range []struct{ text, sees string }{
		{"Edit", "PreToolUse Edit: 2 hooks run, all at once"},
		{"Bash", "1 hook runs · 2 just miss"},
		{"PostToolUse mcp__github__search", "PostToolUse mcp__github__search: 1 hook runs"},
		{"posttooluse Edit", "PostToolUse Edit: no hook runs"},
		{"Stop", "Stop: 1 hook runs"},
		{"Stop now", "Stop ignores matchers"},
		{"SessionStart", "depends on how it started"},
		{"SessionStart resume", "SessionStart resume: 1 hook runs"},
		{"Nonsense here", "has no event Nonsense"},
		{`Edit {"file_path"`, "not JSON yet"},
		{`Edit {"file_path": "a.go"}`, "2 hooks run"},
	} {
		d.keys("ctrl+u")
		d.text(c.text)
		d.sees(c.sees)
	}
	d.keys("ctrl+u")
	d.text("Bash")
	d.keys("down")
	d.sees("matchers are case-sensitive")
	d.keys("enter")
	d.sees("Is this command safe?", "In its file")
	d.keys("esc", "esc")
	if !d.m.OnPlace() {
		t.Error("escape does not lead back")
	}
}

// An answer to what was typed before is dropped.
func TestWhatFiresDropsLateAnswers(t *testing.T) {
	d := newDriver(t, newFake(t), 120, 40)
	onHooks(d)
	d.keys("t")
	d.hold = true
	d.text("Edit")
	d.keys("ctrl+u")
	d.text("Stop")
	held := d.held
	d.held, d.hold = nil, false
	for _, h := range slices.Backward(held) {
		d.run(h)
	}
	d.sees("Stop: 1 hook runs")
	d.seesNot("2 hooks run")
}

// A hook whose program cannot be run is not active, wherever it is listed.
func TestFailingHooksAreNotActive(t *testing.T) {
	d := newDriver(t, newFake(t), 100, 40)
	d.f.put(userFile, typical)
	d.f.failing = map[string]string{"~/.claude/guard.sh": home + "/.claude/guard.sh is not there"}
	d.keys("r")
	d.sees("Failing hooks    ✗ 1              ~/.claude/guard.sh is not there · press d to fix")
	d.keys("4")
	d.sees("✗ fails     user     Bash", "✗ fails: ~/.claude/guard.sh is not there")
	d.seesNot("active")
	d.keys("t", "B", "a", "s", "h")
	d.sees("✗ fails   ~/.claude/guard.sh")
	d.seesNot("● runs")
}

// A hook that is not what the person has seen says so, shows how, and is taken for seen.
func TestChangedHooksAreTold(t *testing.T) {
	d := newDriver(t, newFake(t), 120, 40)
	d.f.put(userFile, typical)
	d.f.changed = map[string][]pin.Change{"~/.claude/guard.sh": {{Name: "guard.sh", Text: true, Before: "exit 2\nsecret=abcdefgh12345\n", After: "exit 0\nsecret=abcdefgh12345\n"}}}
	since := "since " + noon.AddDate(0, 0, -7).Local().Format("2 January")
	d.keys("r")
	d.sees("Changed hooks    ▲ 1              ~/.claude/guard.sh changed " + since + ": guard.sh, 1 line · press 4 to see")
	d.keys("4")
	d.sees("▲ changed   user", "▲ changed: "+since+": guard.sh, 1")
	d.keys("enter")
	d.sees("guard.sh, "+since, "-exit 2", "+exit 0", "x seen")
	d.seesNot("abcdefgh12345")
	d.keys("x")
	d.sees("marked as seen", "● active")
	d.seesNot("▲ changed")
	d.keys("enter")
	d.seesNot("x seen")
}
