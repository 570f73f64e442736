package hooklist

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"neverask/hooks/app/conflicts"
	"neverask/hooks/app/doctor"
	"neverask/hooks/app/planner"
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/dispatch"
	"neverask/hooks/others/conflict"
	"neverask/settings/musttest"
	"neverask/tui/kit"
	"neverask/tui/kit/kittest"
)

func TestHooksAreListedWithTheirStates(t *testing.T) {
	d := zoo(t, 100, 75)
	d.Sees("● active     user     Bash", "= duplicate  project", "✗ cannot run", "● active     managed", "Edit or Write", "29 more events without known hooks", "settings.local.json:2:14")
	d.SeesNot("Setup")
	d.Keys("E")
	for _, about := range dispatch.Events() {
		d.Sees(string(about.Event))
	}
	d = zoo(t, 100, 30)
	d.Keys("E", "g") // no hook is chosen, so the position counts rows
	d.Sees("1–15 of 45")
}

// TestEventsAreListedFromTheTop: without a chosen hook, E shows the first events, not the last row.
func TestEventsAreListedFromTheTop(t *testing.T) {
	d := zoo(t, 80, 24)
	d.Keys("G", "E")
	if d.place.pane.Chosen != 0 {
		t.Errorf("row %d is chosen:\n%s", d.place.pane.Chosen, d.Screen())
	}
}

// TestHeadSaysHowManyCannotRun: in red, and where the repair is.
func TestHeadSaysHowManyCannotRun(t *testing.T) {
	d := zoo(t, 80, 24)
	st := kit.Themes()[0].Styles(true)
	d.Sees("9 hooks · ✗ settings.local.json is broken · ✗ 1 cannot run · press D to see", " D doctor   space park…")
	if head := d.place.head(78, st)[0]; !strings.Contains(head, st.Bad.Render("✗ 1 cannot run")) {
		t.Errorf("%q", head)
	}
	d.Keys("/")
	d.Text("edit")
	d.SeesNot("cannot run")
}

func TestHooksAreFiltered(t *testing.T) {
	d := zoo(t, 120, 60)
	d.Keys("/")
	d.Text("githu")
	d.Sees("1 of 9 hooks", "/opt/corp/audit")
	d.SeesNot("guard.sh")
	d.Keys("enter", "esc")
	d.Sees("9 hooks", "guard.sh")
	d.Keys("f")
	d.Sees("Which hooks?", "▸ 9  all  ✓", "7  active", "1  read-only", "By source")
	d.SeesNot("0  ", "chained")
	d.Keys("down", "enter")
	d.Sees("7 of 9 hooks · active")
	d.Keys("f")
	d.Sees("▸ 7  active  ✓")
	d.Text("cannot")
	d.Keys("enter")
	d.Sees("cannot run", "shiny")
	d.Keys("f")
	d.Text("read-only")
	d.Keys("enter")
	d.Sees("1 of 9 hooks · read-only", "/opt/corp/audit")
	d.Keys("f", "enter", "esc", "f")
	d.Text("project")
	d.Keys("enter")
	d.Sees("1 of 9 hooks · project", "duplicate")
	d.Keys("esc")
	d.Keys("f")
	d.Text("stop")
	d.Keys("enter")
	d.Sees("1 of 9 hooks · Stop", "notify")
	d.SeesNot("guard.sh")
	d.Keys("esc")
	d.Sees("guard.sh")
	d.Choose("Stop")
	d.Keys("enter")
	d.Sees("1 hook, folded")
	d.SeesNot("notify")
	d.Keys("space")
	d.Sees("space parks a hook: choose one below")
}

// A search chooses a hook, not the event above it, so that keys act on the hook.
func TestFilterChoosesAHook(t *testing.T) {
	for _, keys := range []string{"/ n o t i f y", "f down enter", "f down down enter"} {
		d := zoo(t, 120, 40)
		d.Choose("PreToolUse")
		d.Keys(strings.Fields(keys)...)
		if e := d.place.chosen().entry; e == nil {
			t.Errorf("%s: no hook is chosen:\n%s", keys, d.Screen())
		}
	}
}

// A secret in a command cannot be found by searching for it.
func TestHooksAreNotFoundBySecrets(t *testing.T) {
	d := zoo(t, 120, 40)
	for _, e := range d.place.found.entries {
		if strings.Contains(e.text.Lower, kittest.Secret) {
			t.Errorf("%s is found by its secret", e.ID)
		}
	}
	d.Keys("/")
	d.Text("token")
	d.Sees("2 of 9 hooks") // the rest of the command is searched
}

func TestParkAndUnpark(t *testing.T) {
	for _, c := range []struct{ row, word string }{{"guard.sh", "guard.sh"}, {"all of these", "format"}, {"└", "hooks.example"}} {
		d := zoo(t, 120, 40)
		original := d.w.Get(userFile)
		d.Choose(c.row)
		d.Keys("space")
		if d.w.Get(userFile) != original {
			t.Fatal("written before the diff was seen")
		}
		d.Keys("enter", "enter")
		if d.w.Get(userFile) != original {
			t.Fatal("written without a yes")
		}
		d.Keys("y")
		d.Sees("parked")
		if content := d.w.Get(userFile); strings.Contains(content, c.word) {
			t.Errorf("%s is still there:\n%s", c.word, content)
		}
		d.Sees("○ parked")
		d.Choose("○ parked")
		d.Keys("enter", "G")
		d.Sees("As it was in its file")
		d.Keys("esc", "space", "y")
		d.Sees("restored the hook")
		if got := d.w.Get(userFile); got != original {
			t.Errorf("%s: got:\n%s\nwant:\n%s", c.row, got, original)
		}
		d.SeesNot("○ parked")
	}
}

// TestResolvedConflictsAreListed: a hook parked by a resolution is listed, but no key of the list
// restores it.
func TestResolvedConflictsAreListed(t *testing.T) {
	w := newWorld(t)
	w.Put(userFile, `{"hooks":{"PreToolUse":[{"matcher":"AskUserQuestion|Bash","hooks":[{"type":"command","command":"~/bin/both"}]}]}}`)
	w.resolve(conflict.Park)
	d := show(w, 120, 40)
	d.Sees("1 parked")
	d.Choose("~/bin/both")
	d.Sees("○ parked", "because of a conflict", "was in", "AskUserQuestion|Bash")
	before := w.Get(userFile)
	d.Keys("space", "o", "d")
	d.Sees("~/bin/both")
	if w.Get(userFile) != before {
		t.Errorf("a key has done something:\n%s", d.Screen())
	}
}

// TestRemovedByTheDoctor: what a repair removed has its matcher and can be restored, and is no hook if it runs nothing.
func TestRemovedByTheDoctor(t *testing.T) {
	w := newWorld(t)
	const broken = `{"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"true"}]},{"matcher":"Edit","hooks":"oops"}]}}`
	w.Put(userFile, broken)
	for _, f := range doctor.Hooks(doctor.Options{Planner: w.In}) {
		if f.ID == "entry-rejected" {
			w.Do(f.Plan())
		}
	}
	parked, err := w.Parked()
	if n := planner.CountParked(parked); err != nil || len(parked) != 1 || n != 0 {
		t.Errorf("%d of %+v are hooks, %v", n, parked, err)
	}
	d := show(w, 80, 24)
	d.Sees("│ 1 hook (1 removed)", "1 hook (1 removed) │", "    ○ removed   user     Edit              runs nothing")
	d.Choose("○ removed")
	d.Sees("○ removed: the doctor removed it, because Claude Code does not accept it;", "fires for  exactly Edit")
	d.Keys("f")
	d.SeesNot("1  parked")
	d.Text("removed")
	d.Keys("enter")
	d.Sees("○ removed", "1 of ", "· removed")
	d.Keys("esc", "space", "y")
	if d.Sees("restored the hook"); w.Get(userFile) != broken {
		t.Error(w.Get(userFile))
	}
}

// TestFiltersAreTheWordsOfRows: a filter by state lists the hooks whose rows say that word, and counts no others.
func TestFiltersAreTheWordsOfRows(t *testing.T) {
	w := newWorld(t)
	w.Put(userFile, `{"hooks":{"PreToolUse":[{"matcher":"AskUserQuestion","hooks":[{"type":"command","command":"~/.claude/deny.sh"}]},
  {"matcher":"Bash","hooks":[{"type":"command","command":"true"}]}]}}`)
	w.Put("~/.claude/deny.sh", "#!/bin/sh\necho '{\"hookSpecificOutput\":{\"hookEventName\":\"PreToolUse\",\"permissionDecision\":\"deny\"}}'\n")
	d := show(w, 80, 24)
	for word, row := range map[string]string{"active": "● active    user     Bash", "blocks": "✗ blocks    user     AskUserQuestion"} {
		d.Keys("f")
		d.Text(word)
		d.Sees("1  " + word)
		d.Keys("enter")
		d.Sees("1 of 2 hooks · "+word, row)
		d.Keys("esc")
	}
}

// TestOpenAHook: o opens the file at the line of the hook, even if read-only, and then reads it
// again; a broken file opens at the error.
func TestOpenAHook(t *testing.T) {
	d := zoo(t, 120, 40)
	d.M.Getenv = func(name string) string { return map[string]string{"EDITOR": "vim"}[name] }
	d.Editor = func(args []string) error {
		d.w.Put(userFile, strings.Replace(d.w.Get(userFile), "notify done", "notify all", 1))
		return nil
	}
	d.start("notify", "o")
	d.Sees("~/bin/notify all")
	d.start("audit", "o")
	d.start("broken", "o", "enter", "o")
	user, managed, local := d.w.Path(userFile), d.w.Path(managedFile), d.w.Path(localFile)
	want := fmt.Sprint([][]string{{"vim", "+22", user}, {"vim", "+3", managed}, {"vim", "+call cursor(2,14)", local}, {"vim", "+call cursor(2,14)", local}})
	if got := fmt.Sprint(d.Edited); got != want {
		t.Errorf("opened %s, want %s", got, want)
	}
	d.Editor = func([]string) error { return errors.New("exit status 1") }
	d.Keys("esc", "o")
	d.Sees("the editor: exit status 1")
	d.M.Getenv = func(string) string { return "" }
	d.Keys("o")
	d.Sees("neither VISUAL nor EDITOR is set")
	d.M.InSession = true
	d.Keys("o")
	d.Sees("this is a Claude Code session, and only you can edit")
	if len(d.Edited) != 5 {
		t.Errorf("opened %q", d.Edited)
	}
}

// Keys that edit are not offered for read-only files and neverask's own hooks.
func TestWhatIsNotEditedIsNotOffered(t *testing.T) {
	w := newWorld(t)
	w.Zoo()
	w.install()
	d := show(w, 160, 40)
	d.Choose("neverask hooks")
	d.Keys("enter")
	for _, row := range []string{"audit", "neverask-hook"} {
		d.Choose(row)
		for _, key := range []string{"space", "d"} {
			if d.Helps(key) {
				t.Errorf("%s: %s is offered", row, key)
			}
			d.Keys(key)
		}
		if !d.M.OnPlace() {
			t.Errorf("%s: a key that is not offered does something", row)
		}
	}
}

// TestMistakeInAFileComesFirst: no hook of a file is edited before its structure is repaired.
func TestMistakeInAFileComesFirst(t *testing.T) {
	w := newWorld(t)
	w.Put(userFile, `{"hooks": {"Stop": [{"hooks": {}}], "PreToolUse": [{"hooks": [{"type": "command", "command": "exit 2"}]}]}}`)
	d := show(w, 160, 40)
	d.Choose("exit 2")
	if d.Helps("space") || d.Helps("d") || !d.Helps("o") {
		t.Errorf("offers otherwise:\n%s", d.Screen())
	}
	for _, key := range []string{"space", "d"} {
		d.Keys(key)
		d.Sees("~/.claude/settings.json is not edited here: it has a mistake, which must be corrected first")
		d.Keys("?")
		d.SeesNot("park", "delete")
		d.Keys("esc")
	}
	r, err := w.Review(context.Background(), conflicts.Options{})
	musttest.Do(t, err)
	if c := r.Conflicts[0]; len(c.Resolutions) != 1 || !strings.Contains(c.Because, "free of mistakes") {
		t.Errorf("%v, %s", c.Resolutions, c.Because)
	}
}

func TestCopyAHook(t *testing.T) {
	d := zoo(t, 120, 40)
	d.Choose("guard.sh")
	got := fmt.Sprint(d.Press("c")())
	if want := `{ "type": "command", "command": "~/.claude/guard.sh --token s3cr3t", "timeout": 10 }`; got != want {
		t.Errorf("copied %s", got)
	}
	d.Sees("copied the hook as JSON, including its secrets (if your")
}

// An edit of the hook while its plan is shown is noticed, and nothing is written
// over it.
func TestHookChangesUnderThePlan(t *testing.T) {
	d := zoo(t, 120, 40)
	d.Choose("notify")
	d.Keys("space")
	theirs := strings.Replace(d.w.Get(userFile), "notify done", "notify all", 1)
	d.w.Put(userFile, theirs)
	d.Tick()
	d.Tick()
	d.Sees("Cannot park the hook", "has changed since", "Nothing was written.")
	if d.w.Get(userFile) != theirs {
		t.Error("written")
	}
}

func TestWhatFires(t *testing.T) {
	d := zoo(t, 140, 40)
	d.Keys("x") // the chosen row comes first
	d.Sees("When this happens: SessionStart resume  (type another tool or event)", "SessionStart resume: 1 hook runs")
	d.Text("   ")
	d.Sees("Type a tool")
	d.Keys("backspace", "backspace", "backspace")
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
	if !d.M.OnPlace() {
		t.Error("escape does not lead back")
	}
}

// A late result for an earlier text is dropped.
func TestWhatFiresDropsLateAnswers(t *testing.T) {
	d := zoo(t, 120, 40)
	d.Keys("x")
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

// A hook whose program cannot be run, or that never fires, is not shown as active.
func TestFailingHooksAreNotActive(t *testing.T) {
	w := newWorld(t)
	w.Put(userFile, guarded(`"model": "opus"`, ""))
	w.states = map[string]dispatch.HookState{"~/.claude/guard.sh": {State: dispatch.Fails, Why: w.Home + "/.claude/guard.sh is not there"}}
	d := show(w, 100, 40)
	d.Sees("✗ cannot run user     Bash", "✗ cannot run: ~/.claude/guard.sh is not there · press D to see")
	d.SeesNot("active")
	d.Keys("x", "B", "a", "s", "h")
	d.Sees("✗ cannot run ~/.claude/guard.sh")
	d.SeesNot("● runs")
	w.states["~/.claude/guard.sh"] = dispatch.HookState{State: dispatch.Never, Why: "the name alone counts"}
	d = show(w, 100, 40)
	d.Sees("✗ cannot run user     Bash", "✗ cannot run: the name alone counts")
	d.SeesNot("active")
}

// Nothing drawn about hooks has control characters or secrets.
func TestNothingFromHooksReachesTheTerminal(t *testing.T) {
	evil := "\\u001b[31mred \\u202e evil \\u009b31m \\u200b tab\\t nl\\n --token s3cr3t"
	for _, keys := range []string{"", "enter", "d", "space", "space enter", "space y", "space y", "t B a s h", "up", "up up", "g", "y"} {
		w := newWorld(t)
		w.Put(userFile, `{"hooks": {"`+evil+`": [{"hooks": [{"type": "command", "command": "x"}]}], "PreToolUse": [{"matcher": "Bash|`+evil+`", "hooks": [{"type": "command", "command": "`+evil+`", "if": "Bash(`+evil+`)", "statusMessage": "`+evil+`"}, {"type": "`+evil+`", "command": "`+evil+`"}]}]}}`)
		d := show(w, 160, 60)
		d.Keys("down")
		d.Keys(strings.Fields(keys)...)
		content := d.Harmless(keys)
		if strings.Contains(content, kittest.Secret) {
			t.Errorf("%q: a secret is drawn:\n%s", keys, d.Screen())
		}
	}
}

// TestKept: neverask's own handlers say which key removes them.
func TestKept(t *testing.T) {
	t.Parallel()
	for _, what := range config.Installables() {
		want := "; u uninstalls neverask's hooks"
		if what == config.ActivityRecording {
			want = "; R in the Log stops it"
		}
		for _, e := range what.Entries("/bin/neverask-hook", config.Needs{Matcher: "Bash"}) {
			if got := kept(config.ParseGroup(e.Event, e.JSON()).Handlers[0]); got != want {
				t.Errorf("%s at %s: %q", what, e.Event, got)
			}
		}
	}
}
