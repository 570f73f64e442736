//go:build linux

package dispatch

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"neverask/hooks"
	ct "neverask/hooks/claude/clienttest"
	"neverask/settings/musttest"
)

// around are matchers that a value nearly has, and some that it has.
func around(values ...string) []string {
	all := []string{"", "*", ".*", "^(?!x).*", "x", "("}
	for _, v := range values {
		all = append(all, v, v[:3], v+"|x", "x, "+v, "^"+v+"$", v[:3]+".*", v+"x", strings.ToUpper(v[:1])+v[1:], "^(?!"+v+"$).*", "["+v[:1]+"].*")
	}
	return some(6, all)
}

// TestClientAgreesOnOtherEvents: what can be made to happen beside the use of
// tools and the life of a session. The dialog that asks for permission is told of
// by a Notification six seconds later. Not made to happen are, of the types of
// Notification, idle_prompt, which takes a minute of waiting, auth_success, which
// takes an account, and elicitation_dialog, which takes an MCP server that asks;
// TestClientAgreesOnTypes makes the other events happen.
func TestClientAgreesOnOtherEvents(t *testing.T) {
	ct.Daily(t, 3)
	t.Parallel()
	lab := ct.New(t)
	events := map[hooks.Event][]string{
		hooks.EventNotification: around("permission_prompt", "idle_prompt"), hooks.EventPermissionRequest: around("Write"),
		hooks.EventPostToolUseFailure: around("Read"), hooks.EventSubagentStart: around("Explore"), hooks.EventSubagentStop: around("Explore"),
		hooks.EventSetup: around("init", "maintenance"), hooks.EventPreCompact: around("manual", "auto"), hooks.EventPostCompact: around("manual"),
		hooks.EventUserPromptExpansion: around("greet"), hooks.EventInstructionsLoaded: around("session_start", "nested_traversal"),
		hooks.EventPreModelSwitch: around("claude-haiku-5-5", "haiku"), hooks.EventPostModelSwitch: around("claude-haiku-5-5"),
		hooks.EventConfigChange: around("user_settings", "project_settings"), hooks.EventSessionStart: around("compact"),
		hooks.EventStop: around("Stop"), hooks.EventCwdChanged: around("sub"), hooks.EventPostToolBatch: around("Bash"), hooks.EventMessageDisplay: around("Bash"),
		hooks.EventDirectoryAdded: {"-"},
	}
	names := crowd(lab, lab.Recorder("tool_name"), events)
	happen(t, lab)
	all := whole(lab)
	var values []string
	for what := range all {
		event, value, _ := strings.Cut(what, " ")
		agree(t, lab, all, names, Call{Event: hooks.Event(event), Value: value})
		values = append(values, what)
	}
	for event := range events {
		if !slices.ContainsFunc(values, func(what string) bool { return strings.HasPrefix(what+" ", string(event)+" ") }) {
			t.Errorf("%s did not happen", event)
		}
	}
	slices.Sort(values)
	t.Logf("agreed at %d calls: %s", len(values), strings.Join(values, ", "))
}

// happen makes happen in a lab what can be: its hooks leave marks.
func happen(t *testing.T, lab *ct.Lab, args ...string) {
	t.Helper()
	for path, text := range map[string]string{"CLAUDE.md": "Be nice.\n", "sub/CLAUDE.md": "Be brief.\n", "sub/x.txt": "x\n", ".claude/commands/greet.md": "Say hello to $ARGUMENTS\n"} {
		path = filepath.Join(lab.Project, path)
		musttest.Write(t, path, text)
	}
	lab.ProjectSettings("{}")
	for _, flag := range []string{"--init", "--maintenance"} {
		lab.Turns(ct.Text("set up"))
		if r := lab.Headless(nil, append(args, "-p", "hello", flag)...); r.ExitCode != 0 {
			t.Fatalf("%+v", r)
		}
	}
	read := func(name string) ct.Turn {
		return ct.ToolUse("Read", map[string]string{"file_path": filepath.Join(lab.Project, name)})
	}
	lab.Turns(
		ct.ToolUse("Write", map[string]string{"file_path": filepath.Join(lab.Project, "made"), "content": "x"}), ct.ToolUse("Bash", map[string]string{"command": "cd sub"}), read("sub/x.txt"), read("gone.txt"),
		ct.ToolUse("Agent", map[string]string{"subagent_type": "Explore", "description": "d", "prompt": "p"}),
		ct.Text("finished"), ct.Text("finished"), ct.Text("finished"), ct.Text("finished"), ct.Text("finished"), ct.Text("finished"),
	)
	s := lab.Interactive(append(args, "--permission-mode=default")...)
	after := func(what string) map[string][]string {
		t.Helper()
		return fired(t, lab, func(all map[string][]string) bool { return len(all[what]) > 0 })
	}
	s.Prompt("hello")
	s.WaitText("Do you want")
	after("Notification permission_prompt")
	s.Key("enter")
	after("SubagentStop Explore")
	s.WaitText("finished")
	command := func(text string, what string) {
		t.Helper()
		s.Type(text)
		s.WaitText(text)
		s.Press("enter", what, func() bool { return ran(lab, what) || strings.Contains(s.Screen(), "Yes, add it") })
		if strings.Contains(s.Screen(), "Yes, add it") {
			s.Press("down", "the other choice", func() bool { return strings.Contains(s.Screen(), "❯ Yes, add it") })
			s.Press("enter", what, func() bool { return ran(lab, what) })
		}
		after(what)
	}
	command("/greet world", "UserPromptExpansion greet")
	command("/compact", "PostCompact manual")
	command("/model haiku", "PreModelSwitch claude-haiku-5-5")
	screen := s.WaitFor("the other model", func(screen string) bool {
		return strings.Contains(screen, "Set model to") || strings.Contains(screen, "Yes, switch")
	})
	if strings.Contains(screen, "Yes, switch") { // it asks while a cached prompt would be lost
		s.Press("enter", "the switch", func() bool { return ran(lab, "PostModelSwitch claude-haiku-5-5") })
	}
	after("PostModelSwitch claude-haiku-5-5")
	// What the client writes itself is no such change.
	lab.ProjectSettings(`{"cleanupPeriodDays": 33}`)
	after("ConfigChange project_settings")
	now := musttest.Read(t, lab.SettingsPath())
	lab.Settings(strings.Replace(string(now), "{", `{"cleanupPeriodDays": 34, `, 1))
	after("ConfigChange user_settings")
	musttest.Do(t, os.MkdirAll(filepath.Join(lab.Root, "more"), 0o755))
	command("/add-dir "+filepath.Join(lab.Root, "more"), "DirectoryAdded")
	s.Quit()
}
