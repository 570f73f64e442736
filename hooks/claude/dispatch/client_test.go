//go:build linux

package dispatch

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"neverask/hooks"
	ct "neverask/hooks/claude/clienttest"
	"neverask/hooks/claude/config"
	"neverask/settings"
	"neverask/settings/musttest"
)

// some are no matcher at all, and those of a list whose turn it is.
func some(n int, all []string) []string {
	part := []string{"-"}
	for i, s := range all {
		if s != "-" && ct.Part(i, n) {
			part = append(part, s)
		}
	}
	return part
}

// everyMatcher are what people write into matchers, some that only nearly work, and those
// that were measured before. "-" stands for none at all.
func everyMatcher(t *testing.T) (all []string) {
	t.Helper()
	b, err := os.ReadFile("testdata/matchers.json")
	musttest.Do(t, err)
	musttest.Do(t, json.Unmarshal(b, &all))
	written := len(all)
	if b, err = os.ReadFile("../config/testdata/matchers.tsv"); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(b)) {
		m, _, _ := strings.Cut(line, "\t")
		if !strings.HasPrefix(line, "#") && m != "(absent)" && !slices.Contains(all, m) {
			all = append(all, m)
		}
	}
	if written < 80 || len(all) < written+10 {
		t.Fatalf("only %d matchers", len(all))
	}
	return all
}

// crowd makes settings with a group for every matcher of every event.
func crowd(lab *ct.Lab, script string, events map[hooks.Event][]string) map[int]string {
	type object = map[string]any
	all, names := object{}, map[int]string{}
	for event, matchers := range events {
		var groups []object
		for _, m := range matchers {
			n := len(names)
			names[n] = m
			g := object{"hooks": []object{{"type": "command", "command": fmt.Sprintf("%s %d", script, n)}}}
			if m != "-" {
				g["matcher"] = m
			}
			groups = append(groups, g)
		}
		all[string(event)] = groups
	}
	b, _ := json.Marshal(object{"hooks": all, "permissions": object{"allow": []string{"Bash", "Agent"}}})
	lab.Settings(string(b))
	return names
}

// fired waits until the hooks have stopped to leave marks, and returns them by
// what they ran for: "PreToolUse Bash".
func fired(t *testing.T, lab *ct.Lab, enough func(map[string][]string) bool) map[string][]string {
	t.Helper()
	last := ""
	for deadline := time.Now().Add(5 * time.Minute); ; time.Sleep(300 * time.Millisecond) {
		all, text := marks(lab)
		if text == last && enough(all) {
			return all
		}
		if last = text; time.Now().After(deadline) {
			t.Fatalf("the hooks did not run: %v", all)
		}
	}
}

// ran reports whether a hook has left a mark for something.
func ran(lab *ct.Lab, what string) bool {
	all, _ := marks(lab)
	return len(all[what]) > 0
}

// marks reads what the hooks have left.
func marks(lab *ct.Lab) (all map[string][]string, text string) {
	all = map[string][]string{}
	runs := lab.Runs()
	for _, r := range runs {
		what := strings.TrimSpace(r.Event + " " + r.Value)
		all[what] = append(all[what], r.Name)
	}
	return all, fmt.Sprint(runs)
}

// whole returns the marks when every hook that is predicted has left one: on a
// busy machine the last ones take their time.
func whole(lab *ct.Lab) (all map[string][]string) {
	for deadline := time.Now().Add(2 * time.Minute); ; time.Sleep(300 * time.Millisecond) {
		all, _ = marks(lab)
		missing := false
		for what, got := range all {
			event, value, _ := strings.Cut(what, " ")
			for _, n := range predicted(lab, Call{Event: hooks.Event(event), Value: value}) {
				missing = missing || !slices.Contains(got, n)
			}
		}
		if !missing || time.Now().After(deadline) {
			return all
		}
	}
}

// predicted lists the numbers of the hooks that fire for a call.
func predicted(lab *ct.Lab, c Call) (numbers []string) {
	sources := config.Find(config.Site{Locations: settings.Locations{Home: lab.Home, Dir: lab.Project}, GOOS: "linux", ManagedDir: filepath.Join(lab.Home, "none")})
	for _, f := range Find(sources, c).Fires {
		words := strings.Fields(f.Hook.Handler.Command)
		numbers = append(numbers, append(words, f.Hook.Handler.Args...)[1])
	}
	return numbers
}

// agree compares what fired with what is predicted.
func agree(t *testing.T, lab *ct.Lab, all map[string][]string, names map[int]string, c Call) {
	t.Helper()
	got, want := slices.Clone(all[strings.TrimSpace(string(c.Event)+" "+c.Value)]), predicted(lab, c)
	got = slices.Compact(slices.Sorted(slices.Values(got))) // it may have happened several times
	slices.Sort(want)
	if slices.Equal(got, want) {
		return
	}
	say := func(a, b []string) (missing []string) {
		for _, n := range a {
			if !slices.Contains(b, n) {
				i := 0
				fmt.Sscan(n, &i)
				missing = append(missing, fmt.Sprintf("%q", names[i]))
			}
		}
		return missing
	}
	t.Errorf("%s %s: the client runs %v, which is not predicted, and does not run %v", c.Event, c.Value, say(got, want), say(want, got))
}

func TestClientAgreesOnWhatFires(t *testing.T) {
	t.Parallel()
	lab := ct.New(t)
	script := lab.Recorder("tool_name")
	events := map[hooks.Event][]string{}
	for _, e := range []hooks.Event{
		hooks.EventPreToolUse, hooks.EventPostToolUse, hooks.EventSessionStart, hooks.EventSessionEnd, hooks.EventSubagentStart, hooks.EventSubagentStop,
		hooks.EventUserPromptSubmit,
	} {
		events[e] = some(12, everyMatcher(t))
	}
	names := crowd(lab, script, events)
	args := append(lab.MCPServer("shop", ct.OK), "--permission-mode=default")
	lab.Turns(
		ct.ToolUse("Bash", map[string]string{"command": "true"}),
		ct.AskMCP("shop", ct.Choice("Which one?", "this", "that")),
		ct.Ask(ct.Choice("What now?", "this", "that")),
		ct.ToolUse("Agent", map[string]string{"subagent_type": "general-purpose", "description": "d", "prompt": "p"}),
		ct.Text("finished"), ct.Text("finished"), ct.Text("finished"),
	)
	s := lab.Interactive(args...)
	s.Prompt("hello")
	s.WaitDialog("What now?")
	s.Key("enter")
	fired(t, lab, func(all map[string][]string) bool { return len(all["SubagentStop general-purpose"]) > 0 })
	s.WaitText("finished")
	s.Type("/clear")
	s.WaitText("/clear")
	s.Press("enter", "a clear start", func() bool { return ran(lab, "SessionStart clear") })
	fired(t, lab, func(all map[string][]string) bool { return len(all["SessionStart clear"]) > 0 })
	s.Quit()
	lab.Turns(ct.Text("again"))
	if r := lab.Headless(nil, append(args, "-p", "more", "--continue")...); r.ExitCode != 0 {
		t.Fatalf("%+v", r)
	}
	fired(t, lab, func(all map[string][]string) bool { return len(all["SessionStart resume"]) > 0 })
	all := whole(lab)
	for _, what := range []string{
		"PreToolUse Bash", "PreToolUse mcp__shop__AskUserQuestion", "PreToolUse AskUserQuestion", "PreToolUse Agent", "PostToolUse Bash",
		"SessionStart startup", "SessionStart clear", "SessionStart resume", "SessionEnd clear", "SubagentStart general-purpose", "SubagentStop general-purpose",
		"UserPromptSubmit",
	} {
		if len(all[what]) == 0 {
			t.Errorf("nothing ran at %s", what)
		}
	}
	for what := range all {
		event, value, _ := strings.Cut(what, " ")
		agree(t, lab, all, names, Call{Event: hooks.Event(event), Value: value})
	}
	t.Logf("agreed on %d matchers at %d calls", len(some(12, everyMatcher(t))), len(all))
}

// TestClientRunsTheSameOnce: which hooks the client takes for one.
func TestClientRunsTheSameOnce(t *testing.T) {
	t.Parallel()
	lab := ct.New(t)
	script := lab.Recorder("tool_name")
	plain := `"command": "SCRIPT N"`
	pairs := [][2]string{
		{plain, plain},
		{plain, plain + `, "timeout": 9`},
		{plain, plain + `, "statusMessage": "x"`},
		{plain, plain + `, "if": "Bash"`},
		{plain + `, "if": "Bash"`, plain + `, "if": "Bash(*)"`},
		{plain, plain + `, "shell": "bash"`},
		{plain, `"command": "SCRIPT", "args": ["N"]`},
		{`"command": "SCRIPT", "args": ["N"]`, `"command": "SCRIPT", "args": ["N"]`},
		{`"command": "SCRIPT", "args": ["N"]`, `"command": "SCRIPT", "args": ["N", "more"]`},
		{plain, `"command": "SCRIPT N "`},
		{plain, plain + `, "once": true`},
		{plain, plain + `, "unknown": 1`},
	}
	var user, project []string
	group := func(n int, members string) string {
		members = strings.ReplaceAll(members, "SCRIPT", script)
		return `{"matcher": "Bash", "hooks": [{"type": "command", ` + strings.ReplaceAll(members, "N", fmt.Sprint(n)) + `}]}`
	}
	for n, pair := range pairs {
		user = append(user, group(n, pair[0]), group(n, pair[1]))
		project = append(project, group(n+len(pairs), plain))
	}
	user = append(user, project...) // the same in two files
	lab.Settings(`{"permissions": {"allow": ["Bash"]}, "hooks": {"PreToolUse": [` + strings.Join(user, ",") + `]}}`)
	lab.ProjectSettings(`{"hooks": {"PreToolUse": [` + strings.Join(project, ",") + `]}}`)
	lab.Turns(ct.ToolUse("Bash", map[string]string{"command": "true"}), ct.Text("finished"))
	if r := lab.Headless(strings.NewReader(""), "-p", "hello", "--permission-mode=default"); r.ExitCode != 0 {
		t.Fatalf("%+v", r)
	}
	all := fired(t, lab, func(map[string][]string) bool { return true })
	names := map[int]string{}
	for n, pair := range pairs {
		names[n] = pair[0] + " and " + pair[1]
		got, want := 0, 0
		count := func(total *int, numbers []string) {
			for _, k := range numbers {
				if k == fmt.Sprint(n) {
					*total++
				}
			}
		}
		count(&got, all["PreToolUse Bash"])
		count(&want, predicted(lab, Call{Event: hooks.EventPreToolUse, Value: "Bash", Input: `{"command":"true"}`}))
		if got != want {
			t.Errorf("%s: the client runs %d, predicted were %d", names[n], got, want)
		}
	}
	if got := len(all["PreToolUse Bash"]); got != len(predicted(lab, Call{Event: hooks.EventPreToolUse, Value: "Bash", Input: `{"command":"true"}`})) {
		t.Errorf("the client runs %d in all", got)
	}
}
