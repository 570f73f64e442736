package hooklist

import (
	"strings"
	"testing"

	"neverask/hooks/claude/dispatch"
)

// onEdit opens the form of a hook.
func onEdit(t *testing.T, row string) *driver {
	t.Helper()
	d := zoo(t, 120, 40)
	d.start(row, "e")
	return d
}

// toField goes to the field with a label.
func (d *driver) toField(label string) {
	d.T.Helper()
	f := d.M.Current().Layer.(*form)
	for range f.Visible() {
		d.Keys("shift+tab")
	}
	for range f.Visible() {
		if f.Current().Label == label {
			return
		}
		d.Keys("tab")
	}
	if f.Current().Label != label {
		d.T.Fatalf("there is no field %s", label)
	}
}

// What the client would refuse is refused while it is typed, with the reason.
func TestWhatClaudeCodeRefusesIsRefusedWhileTyping(t *testing.T) {
	for _, c := range []struct{ row, field, text, sees string }{
		{"guard.sh", "matcher", "Bash(", "the matcher is not a regular expression"},
		{"guard.sh", "matcher", "(?i)bash", "JavaScript has no group"},
		{"guard.sh", "command", "", "fill in command"},
		{"guard.sh", "time limit", "5s", "a number of seconds"},
		{"guard.sh", "time limit", `"5"`, "a number of seconds"},
		{"guard.sh", "time limit", "0", "more than 0 seconds"},
		{"guard.sh", "time limit", "-1", "more than 0 seconds"},
		{"guard.sh", "arguments", "-v", "JSON list of texts"},
		{"guard.sh", "arguments", "[1]", "JSON list of texts"},
		{"safe?", "prompt", "", "fill in prompt"},
		{"recall", "server", "", "fill in server"},
		{"recall", "input", "[]", "a JSON object"},
		{"└", "address", "", "fill in address"},
	} {
		d := onEdit(t, c.row)
		d.toField(c.field)
		d.Keys("ctrl+u", "ctrl+k")
		d.Text(c.text)
		d.Sees(map[bool]string{true: "· to do: ", false: "✗ invalid: "}[strings.HasPrefix(c.sees, "fill in")], c.sees)
		if d.Helps("enter") {
			t.Errorf("%s %q: enter is offered", c.field, c.text)
		}
		d.Keys("enter")
		if _, still := d.M.Current().Layer.(*form); !still {
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
		d.Keys("ctrl+u", "ctrl+k")
		d.Text(c.text)
		d.Sees("✓ valid")
		d.Keys("enter", "enter", "y")
		d.Sees("Hook changed")
		if got := d.w.Get(userFile); !strings.Contains(got, c.want) {
			t.Errorf("%s %q: no %s in:\n%s", c.field, c.text, c.want, got)
		}
	}
}

func TestAsyncIsChosen(t *testing.T) {
	d := onEdit(t, "guard.sh")
	d.toField("waiting")
	d.Keys("right", "enter", "enter", "y")
	if got := d.w.Get(userFile); !strings.Contains(got, `"async": true`) {
		t.Error(got)
	}
}

// A slip is named, and may be meant.
func TestSlipsAreNamed(t *testing.T) {
	d := onEdit(t, "guard.sh")
	d.Text("h")
	d.Sees("▲ check", "did you mean Bash?")
	if !d.Helps("enter") {
		t.Error("it cannot be meant")
	}
}

// Back from the diff, the form is as it was left.
func TestTheFormStaysBelowTheDiff(t *testing.T) {
	d := onEdit(t, "guard.sh")
	d.Text("|Read")
	d.Keys("enter", "esc")
	d.Sees("Edit a hook of PreToolUse", "Bash|Read")
	d.Keys("esc")
	d.Sees("Discard what you typed?")
	d.Keys("n")
	d.Sees("Bash|Read")
	d.Keys("esc", "y")
	if !d.M.OnPlace() || len(d.w.Applied) > 0 {
		t.Error("not thrown away")
	}
}

// A hook that a mistake keeps off can be corrected in the form.
func TestCorrectAnInvalidHook(t *testing.T) {
	w := newWorld(t)
	w.Put(userFile, guarded(`"model": "opus"`, `, "timeout": "5"`))
	d := show(w, 120, 40)
	d.Sees("✗ invalid")
	d.Keys("e")
	d.toField("time limit")
	d.Sees(`"5"`)
	d.Keys("ctrl+u")
	d.Text("5")
	d.Keys("enter", "enter", "y", "enter")
	d.Sees("● active")
	d.SeesNot("✗")
}

func TestAddHooksOfAllTypes(t *testing.T) {
	for i, c := range []struct{ field, text, want string }{
		{"command", "make lint", `{"type": "command", "command": "make lint"}`},
		{"address", "https://hooks.example", `{"type": "http", "url": "https://hooks.example"}`},
		{"tool", "recall", `{"type": "mcp_tool", "server": "memory", "tool": "recall"}`},
		{"prompt", "Is it safe?", `{"type": "prompt", "prompt": "Is it safe?"}`},
		{"prompt", "Look.", `{"type": "agent", "prompt": "Look."}`},
	} {
		d := zoo(t, 120, 40)
		d.Choose("PreToolUse")
		d.Keys("a")
		d.toField("type")
		for range i {
			d.Keys("right")
		}
		if c.field == "tool" {
			d.toField("server")
			d.Text("memory")
		}
		d.toField("matcher")
		d.Text("Write")
		d.toField(c.field)
		d.Text(c.text)
		d.Sees("✓ valid: runs for exactly Write")
		d.Keys("enter")
		d.Sees("Add a hook to ~/.claude/settings.json")
		d.Keys("enter", "y")
		d.Sees("Hook added")
		if got := strings.NewReplacer("{ ", "{", " }", "}").Replace(strings.Join(strings.Fields(d.w.Get(userFile)), " ")); !strings.Contains(got, c.want) {
			t.Errorf("no %s in:\n%s", c.want, got)
		}
		d.Keys("z", "enter", "y", "enter")
		d.Sees("9 hooks")
	}
}

// A click goes to the field that it is on, however long what is said of the
// field with the cursor.
func TestClickOnAField(t *testing.T) {
	d := zoo(t, 80, 24)
	d.Choose("format")
	d.Keys("e")
	d.Sees("▸ matcher", "JavaScript pattern") // on the second row below
	d.ClickOn("  command")
	d.Sees("▸ command", "what to run, in a shell")
	d.ClickOn("  matcher")
	d.Sees("▸ matcher")
}

// A program that is not there is told while it is typed, of a new hook and of one
// that is edited; the hook can be saved all the same.
func TestFormWarnsOfMissingPrograms(t *testing.T) {
	for name, keys := range map[string]string{"new": "a", "edited": "e"} {
		w := newWorld(t)
		w.Zoo()
		w.states = map[string]dispatch.HookState{"/nonexistent/foo --bar": {State: dispatch.Fails, Why: "/nonexistent/foo is not there"}}
		d := show(w, 120, 40)
		d.Choose("guard.sh")
		d.Keys(keys)
		d.toField("command")
		d.Keys("ctrl+u", "ctrl+k")
		d.Text("/nonexistent/foo --bar")
		d.Sees("▲ check", "/nonexistent/foo is not there, so the hook would fail every time")
		d.SeesNot("✓ valid")
		if !d.Helps("enter") {
			t.Errorf("%s: it cannot be saved", name)
		}
		d.Text("x")
		d.Sees("✓ valid")
	}
}

// The event of a new hook is found among all that Claude Code has.
func TestFindTheEvent(t *testing.T) {
	d := zoo(t, 120, 60)
	d.start("guard.sh", "a", "/")
	for _, about := range dispatch.Events() {
		d.Sees(string(about.Event), about.What)
	}
	d.Text("subagent finished")
	d.SeesNot("SubagentStart", "[SubagentStop]")
	d.Keys("enter")
	d.Sees("▸ event        [SubagentStop]")
	d.SeesNot("Which event?")
	d.Keys("enter", "esc")
	d.Sees("▸ event        [SubagentStop]")
	d.toField("command")
	d.Text("true")
	d.toField("event")
	d.Keys("enter") // which shows the change, once there is one
	d.Sees("Add a hook to ~/.claude/settings.json", "SubagentStop")
}
