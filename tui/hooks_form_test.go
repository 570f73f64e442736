package tui

import (
	"strings"
	"testing"
)

// onEdit opens the form of a hook.
func onEdit(t *testing.T, row string) *driver {
	t.Helper()
	d := newDriver(t, newFake(t), 120, 40)
	onHooks(d)
	d.chooseRow(row)
	d.keys("e")
	return d
}

// toField goes to the field with a label.
func (d *driver) toField(label string) {
	d.t.Helper()
	f := d.m.Current().Layer.(*hookForm)
	for range f.Visible() {
		if f.Current().Label == label {
			return
		}
		d.keys("tab")
		if f.At == len(f.Visible())-1 && f.Current().Label != label {
			f.At = 0
		}
	}
	if f.Current().Label != label {
		d.t.Fatalf("there is no field %s", label)
	}
}

// What the client would refuse is refused while it is typed, with the reason.
func TestWhatClaudeCodeRefusesIsRefusedWhileTyping(t *testing.T) {
	for _, c := range []struct{ row, field, text, sees string }{
		{"guard.sh", "matcher", "Bash(", "the matcher is not a regular expression"},
		{"guard.sh", "matcher", "(?i)bash", "JavaScript has no group"},
		{"guard.sh", "command", "", `"command" is empty`},
		{"guard.sh", "time limit", "5s", "a number of seconds"},
		{"guard.sh", "time limit", `"5"`, "a number of seconds"},
		{"guard.sh", "time limit", "0", "more than 0 seconds"},
		{"guard.sh", "time limit", "-1", "more than 0 seconds"},
		{"guard.sh", "arguments", "-v", "JSON list of texts"},
		{"guard.sh", "arguments", "[1]", "JSON list of texts"},
		{"safe?", "prompt", "", `a handler of type prompt has no "prompt"`},
		{"recall", "server", "", `a handler of type mcp_tool has no "server"`},
		{"recall", "input", "[]", "a JSON object"},
		{"└", "address", "", `a handler of type http has no "url"`},
	} {
		d := onEdit(t, c.row)
		d.toField(c.field)
		d.keys("ctrl+u", "ctrl+k")
		d.text(c.text)
		d.sees("✗ incomplete", c.sees)
		if d.helps("enter") {
			t.Errorf("%s %q: enter is offered", c.field, c.text)
		}
		d.keys("enter")
		if _, still := d.m.Current().Layer.(*hookForm); !still {
			t.Errorf("%s %q: the form was left", c.field, c.text)
		}
	}
}

func TestEditAHook(t *testing.T) {
	for _, c := range []struct{ row, field, text, want string }{
		{"guard.sh", "matcher", "Bash|Read", `"matcher": "Bash|Read"`},
		{"guard.sh", "matcher", "", `"hooks": [{ "type": "command", "command": "~/.claude/guard.sh --token s3cr3t", "timeout": 10 }]`},
		{"guard.sh", "time limit", "2.5", `"timeout": 2.5`},
		{"guard.sh", "arguments", `["-v"]`, `"args": ["-v"]`},
		{"guard.sh", "only if", "Bash(git *)", `"if": "Bash(git *)"`},
		{"guard.sh", "shows", "a \"quoted\" text", `"statusMessage": "a \"quoted\" text"`},
		{"notify", "shows", "", `"command": "~/bin/notify done" }`},
		{"recall", "input", `{"q": 1}`, `"input": {"q": 1}`},
	} {
		d := onEdit(t, c.row)
		d.toField(c.field)
		d.keys("ctrl+u", "ctrl+k")
		d.text(c.text)
		d.sees("✓ valid")
		d.keys("enter", "a", "y")
		d.sees("Hook changed")
		if got := d.f.get(userFile); !strings.Contains(got, c.want) {
			t.Errorf("%s %q: no %s in:\n%s", c.field, c.text, c.want, got)
		}
	}
}

func TestAsyncIsChosen(t *testing.T) {
	d := onEdit(t, "guard.sh")
	d.toField("waiting")
	d.keys("right", "enter", "a", "y")
	if got := d.f.get(userFile); !strings.Contains(got, `"async": true`) {
		t.Error(got)
	}
}

// A slip is named, and may be meant.
func TestSlipsAreNamed(t *testing.T) {
	d := onEdit(t, "guard.sh")
	d.text("h")
	d.sees("▲ check", "Bashh is not Bash")
	if !d.helps("enter") {
		t.Error("it cannot be meant")
	}
}

// Back from the diff, the form is as it was left.
func TestTheFormStaysBelowTheDiff(t *testing.T) {
	d := onEdit(t, "guard.sh")
	d.text("|Read")
	d.keys("enter", "esc")
	d.sees("Edit a hook of PreToolUse", "Bash|Read")
	d.keys("esc")
	d.sees("Discard what you typed?")
	d.keys("n")
	d.sees("Bash|Read")
	d.keys("esc", "y")
	if !d.m.OnPlace() || len(d.f.applied) > 0 {
		t.Error("not thrown away")
	}
}

// A hook that a mistake keeps off can be corrected in the form.
func TestCorrectAnInvalidHook(t *testing.T) {
	d := newDriver(t, newFake(t), 120, 40)
	d.f.put(userFile, strings.Replace(typical, `"command": "~/.claude/guard.sh"`, `"command": "~/.claude/guard.sh", "timeout": "5"`, 1))
	d.openTab("Hooks")
	d.sees("✗ invalid")
	d.keys("e")
	d.toField("time limit")
	d.sees(`"5"`)
	d.keys("ctrl+u")
	d.text("5")
	d.keys("enter", "a", "y", "enter")
	d.sees("● active")
	d.seesNot("✗")
}

func TestAddHooksOfAllTypes(t *testing.T) {
	for i, c := range []struct{ field, text, want string }{
		{"command", "make lint", `{"type": "command", "command": "make lint"}`},
		{"address", "https://hooks.example", `{"type": "http", "url": "https://hooks.example"}`},
		{"tool", "recall", `{"type": "mcp_tool", "server": "memory", "tool": "recall"}`},
		{"prompt", "Is it safe?", `{"type": "prompt", "prompt": "Is it safe?"}`},
		{"prompt", "Look.", `{"type": "agent", "prompt": "Look."}`},
	} {
		d := newDriver(t, newFake(t), 120, 40)
		onHooks(d)
		d.chooseRow("PreToolUse")
		d.keys("a")
		d.toField("type")
		for range i {
			d.keys("right")
		}
		if c.field == "tool" {
			d.toField("server")
			d.text("memory")
		}
		d.toField("matcher")
		d.text("Write")
		d.toField(c.field)
		d.text(c.text)
		d.sees("✓ valid: runs for exactly Write")
		d.keys("enter")
		d.sees("Add a hook to ~/.claude/settings.json")
		d.keys("a", "y")
		d.sees("Hook added")
		if got := strings.NewReplacer("{ ", "{", " }", "}").Replace(strings.Join(strings.Fields(d.f.get(userFile)), " ")); !strings.Contains(got, c.want) {
			t.Errorf("no %s in:\n%s", c.want, got)
		}
		d.keys("z", "a", "y", "enter")
		d.sees("9 hooks")
	}
}

// A click goes to the field that it is on, however long what is said of the
// field with the cursor.
func TestClickOnAField(t *testing.T) {
	d := newDriver(t, newFake(t), 80, 24)
	onHooks(d)
	d.chooseRow("format")
	d.keys("e")
	d.sees("▸ matcher", "JavaScript pattern") // on the second row below
	d.clickOn("  command")
	d.sees("▸ command", "what to run, in a shell")
	d.clickOn("  matcher")
	d.sees("▸ matcher")
}

// A program that is not there is told while it is typed, of a new hook and of one
// that is edited; the hook can be saved all the same.
func TestFormWarnsOfMissingPrograms(t *testing.T) {
	for name, keys := range map[string]string{"new": "a", "edited": "e"} {
		f := newFake(t)
		f.failing = map[string]string{"/nonexistent/foo --bar": "/nonexistent/foo is not there"}
		d := newDriver(t, f, 120, 40)
		onHooks(d)
		d.chooseRow("guard.sh")
		d.keys(keys)
		d.toField("command")
		d.keys("ctrl+u", "ctrl+k")
		d.text("/nonexistent/foo --bar")
		d.sees("▲ check", "/nonexistent/foo is not there, so the hook would fail every time")
		d.seesNot("✓ valid")
		if !d.helps("enter") {
			t.Errorf("%s: it cannot be saved", name)
		}
		d.text("x")
		d.sees("✓ valid")
	}
}
