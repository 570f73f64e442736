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
	d.Sees("● active    user     Bash", "= duplicate project", "✗ unknown", "● active    managed", "Edit or Write", "29 more events without hooks", "settings.local.json:2:14")
	d.SeesNot("Setup")
	d.Keys("E")
	for _, about := range dispatch.Events() {
		d.Sees(string(about.Event))
	}
}

func TestHooksAreFiltered(t *testing.T) {
	d := newDriver(t, newFake(t), 120, 60)
	onHooks(d)
	d.Keys("/")
	d.Text("githu")
	d.Sees("1 of 9 hooks", "/opt/corp/audit")
	d.SeesNot("guard.sh")
	d.Keys("enter", "esc")
	d.Sees("9 hooks", "guard.sh")
	d.Keys("f")
	d.Sees("7 of 9 hooks · active")
	d.Keys("f", "f")
	d.Sees("unknown", "shiny")
	d.Keys("f")
	d.Sees("1 of 9 hooks · read-only", "/opt/corp/audit")
	d.Keys("f", "s", "s")
	d.Sees("1 of 9 hooks · project", "duplicate")
	d.Keys("esc")
	d.chooseRow("Stop")
	d.Keys("n")
	d.Sees("1 of 9 hooks · Stop", "notify")
	d.SeesNot("guard.sh")
	d.Keys("n")
	d.Sees("guard.sh")
	d.Keys("enter")
	d.Sees("1 hook, folded")
	d.SeesNot("notify")
}

// A secret in a command cannot be found by searching for it.
func TestHooksAreNotFoundBySecrets(t *testing.T) {
	d := newDriver(t, newFake(t), 120, 40)
	onHooks(d)
	d.Keys("/")
	d.Text("s3cr")
	d.Sees("0 of 9 hooks")
}

func TestParkAndUnpark(t *testing.T) {
	for _, c := range []struct{ row, word string }{{"guard.sh", "guard.sh"}, {"all of these", "format"}, {"└", "hooks.example"}} {
		d := newDriver(t, newFake(t), 120, 40)
		onHooks(d)
		original := d.f.Get(userFile)
		d.chooseRow(c.row)
		d.Keys("space")
		if d.f.Get(userFile) != original {
			t.Fatal("written before the diff was seen")
		}
		d.Keys("a", "enter")
		if d.f.Get(userFile) != original {
			t.Fatal("written without a yes")
		}
		d.Keys("a", "y")
		d.Sees("parked")
		if content := d.f.Get(userFile); strings.Contains(content, c.word) {
			t.Errorf("%s is still there:\n%s", c.word, content)
		}
		d.Keys("enter")
		d.Sees("○ parked")
		d.chooseRow("○ parked")
		d.Keys("space", "a", "y")
		d.Sees("Hook restored")
		if got := d.f.Get(userFile); got != original {
			t.Errorf("%s: got:\n%s\nwant:\n%s", c.row, got, original)
		}
		d.Keys("enter")
		d.SeesNot("○ parked")
	}
}

func TestUndoAndRedoOfAHook(t *testing.T) {
	d := newDriver(t, newFake(t), 120, 40)
	onHooks(d)
	original := d.f.Get(userFile)
	d.chooseRow("shiny")
	d.Keys("d", "a", "y", "enter")
	removed := d.f.Get(userFile)
	d.Keys("z", "a", "y", "enter")
	if d.f.Get(userFile) != original {
		t.Error("not undone")
	}
	d.Keys("Z", "a", "y", "enter")
	if d.f.Get(userFile) != removed || removed == original {
		t.Error("not made again")
	}
}

func TestMoveAHook(t *testing.T) {
	d := newDriver(t, newFake(t), 120, 40)
	onHooks(d)
	user, project := d.f.Get(userFile), d.f.Get(projectFile)
	d.chooseRow("notify")
	d.Keys("m", "enter", "a", "y")
	d.Sees("Hook moved")
	if strings.Contains(d.f.Get(userFile), "notify") || !strings.Contains(d.f.Get(projectFile), "notify") {
		t.Error("not moved")
	}
	d.Keys("z", "a", "y")
	if d.f.Get(userFile) != user || d.f.Get(projectFile) != project {
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
			if d.Helps(key) {
				t.Errorf("%s: %s is offered", row, key)
			}
			d.Keys(key)
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
	d.m.state.Rules.ReadOnly = true
	for _, p := range d.m.tabs {
		d.openTab(p.tab.Name())
		for range 8 {
			for _, b := range d.m.Bindings() {
				if b.Write {
					t.Errorf("%s: %s is offered", p.tab.Name(), b.Help().Key)
				}
			}
			d.Keys("down")
		}
	}
	d.openTab("Hooks")
	d.Sees("read-only: nothing can be changed here")
	for key := range strings.FieldsSeq("space e d m a z Z") {
		d.Keys(key)
		if !d.m.OnPlace() {
			t.Errorf("%s opens something", key)
		}
	}
	change.Begin(d.m.Model, d.m.others.operation(wish{effect: removes}))
	d.Sees("read-only")
	if len(f.Applied) > 0 {
		t.Error("something was written")
	}
}

func TestCopyAHook(t *testing.T) {
	d := newDriver(t, newFake(t), 120, 40)
	onHooks(d)
	d.chooseRow("guard.sh")
	d.Hold = true
	d.Keys("y")
	got := fmt.Sprint(d.Held[0]())
	if want := `{ "type": "command", "command": "~/.claude/guard.sh --token s3cr3t", "timeout": 10 }`; got != want {
		t.Errorf("copied %s", got)
	}
	d.Sees("copied as JSON, including its secrets")
}

// Somebody else's edit of the hook while its plan is shown is noticed, and
// nothing is written over it.
func TestHookChangesUnderThePlan(t *testing.T) {
	d := newDriver(t, newFake(t), 120, 40)
	onHooks(d)
	d.chooseRow("notify")
	d.Keys("space")
	theirs := strings.Replace(d.f.Get(userFile), "notify done", "notify all", 1)
	d.f.Put(userFile, theirs)
	d.Tick()
	d.Tick()
	d.Sees("Cannot park the hook", "has changed since", "Nothing was written.")
	if d.f.Get(userFile) != theirs {
		t.Error("written")
	}
}

func TestWhatFires(t *testing.T) {
	d := newDriver(t, newFake(t), 140, 40)
	onHooks(d)
	d.Keys("t")
	d.Sees("Type a tool")
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
		d.Keys("ctrl+u")
		d.Text(c.text)
		d.Sees(c.sees)
	}
	d.Keys("ctrl+u")
	d.Text("Bash")
	d.Keys("down")
	d.Sees("matchers are case-sensitive")
	d.Keys("enter")
	d.Sees("Is this command safe?", "In its file")
	d.Keys("esc", "esc")
	if !d.m.OnPlace() {
		t.Error("escape does not lead back")
	}
}

// An answer to what was typed before is dropped.
func TestWhatFiresDropsLateAnswers(t *testing.T) {
	d := newDriver(t, newFake(t), 120, 40)
	onHooks(d)
	d.Keys("t")
	d.Hold = true
	d.Text("Edit")
	d.Keys("ctrl+u")
	d.Text("Stop")
	held := d.Held
	d.Held, d.Hold = nil, false
	for _, h := range slices.Backward(held) {
		d.Run(h)
	}
	d.Sees("Stop: 1 hook runs")
	d.SeesNot("2 hooks run")
}

// A hook whose program cannot be run is not active, wherever it is listed.
func TestFailingHooksAreNotActive(t *testing.T) {
	d := newDriver(t, newFake(t), 100, 40)
	d.f.Put(userFile, typical)
	d.f.failing = map[string]string{"~/.claude/guard.sh": home + "/.claude/guard.sh is not there"}
	d.Keys("r")
	d.Sees("Failing hooks    ✗ 1              ~/.claude/guard.sh is not there · press d to fix")
	d.Keys("4")
	d.Sees("✗ fails     user     Bash", "✗ fails: ~/.claude/guard.sh is not there")
	d.SeesNot("active")
	d.Keys("t", "B", "a", "s", "h")
	d.Sees("✗ fails   ~/.claude/guard.sh")
	d.SeesNot("● runs")
}

// A hook that is not what the person has seen says so, shows how, and is taken for seen.
func TestChangedHooksAreTold(t *testing.T) {
	d := newDriver(t, newFake(t), 120, 40)
	d.f.Put(userFile, typical)
	d.f.changed = map[string][]pin.Change{"~/.claude/guard.sh": {{Name: "guard.sh", Text: true, Before: "exit 2\nsecret=abcdefgh12345\n", After: "exit 0\nsecret=abcdefgh12345\n"}}}
	since := "since " + noon.AddDate(0, 0, -7).Local().Format("2 January")
	d.Keys("r")
	d.Sees("Changed hooks    ▲ 1              ~/.claude/guard.sh changed " + since + ": guard.sh, 1 line · press 4 to see")
	d.Keys("4")
	d.Sees("▲ changed   user", "▲ changed: "+since+": guard.sh, 1")
	d.Keys("enter")
	d.Sees("guard.sh, "+since, "-exit 2", "+exit 0", "x seen")
	d.SeesNot("abcdefgh12345")
	d.Keys("x")
	d.Sees("marked as seen", "● active")
	d.SeesNot("▲ changed")
	d.Keys("enter")
	d.SeesNot("x seen")
}
