package conflict

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"neverask/hooks"
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/transcript"
)

func TestObserve(t *testing.T) {
	const before, asking, after = hooks.EventPreToolUse, hooks.EventPermissionRequest, hooks.EventPostToolUse
	answers := []transcript.Answer{{Question: "Q?", Answer: "a"}}
	for _, c := range []struct {
		name   string
		record transcript.Hook
		want   Verdict // empty when it tells nothing
	}{
		{"silent", transcript.Hook{Kind: "success", Command: "x", Event: before}, Silent},
		{"allows", transcript.Hook{Kind: "success", Command: "x", Event: before, Decision: "allow"}, Allows},
		{"asks", transcript.Hook{Kind: "success", Command: "x", Event: before, Decision: "ask"}, Asks},
		{"defers", transcript.Hook{Kind: "success", Command: "x", Event: before, Decision: "defer"}, Defers},
		{"stops", transcript.Hook{Kind: "success", Command: "x", Event: before, Stops: true}, Denies},
		{"answers", transcript.Hook{Kind: "success", Command: "x", Event: before, Decision: "allow", UpdatesInput: true, Questions: []string{"P?", "Q?"}, Answers: answers}, Answers},
		{"answers something else", transcript.Hook{Kind: "success", Command: "x", Event: before, Decision: "allow", UpdatesInput: true, Questions: []string{"P?"}, Answers: answers}, Rewrites},
		{"answers nothing", transcript.Hook{Kind: "success", Command: "x", Event: before, Decision: "allow", UpdatesInput: true, Answers: answers}, Denies},
		{"rewrites", transcript.Hook{Kind: "success", Command: "x", Event: before, UpdatesInput: true, Questions: []string{"Q?"}}, Rewrites},
		{"replaces", transcript.Hook{Kind: "success", Command: "x", Event: after, UpdatesOutput: true}, Rewrites},
		{"from a server", transcript.Hook{Kind: "success", Command: "http://h/", Event: before, ExitCode: 200}, Silent},
		{"refuses in JSON", transcript.Hook{Kind: "denied", Event: before, Decision: "deny"}, Denies},
		{"refuses by its status", transcript.Hook{Kind: "denied", Command: "x", Event: before, Decision: "deny", ExitCode: 2}, Denies},
		{"refuses when asking", transcript.Hook{Kind: "permission_decision", Event: asking, Decision: "deny"}, Denies},
		{"refuses when asking, in the result", transcript.Hook{Kind: "denied", Event: asking, Decision: "deny"}, ""},
		{"allows when asking", transcript.Hook{Kind: "permission_decision", Event: asking, Decision: "allow"}, ""},
		{"blocks afterwards", transcript.Hook{Kind: "blocking_error", Command: "x", Event: after, Stderr: "no"}, Denies},
		{"tells the model", transcript.Hook{Kind: "blocking_error", Command: "x", Event: after, Stderr: "[x]: no"}, Silent},
		{"fails", transcript.Hook{Kind: "non_blocking_error", Command: "x", Event: before, ExitCode: 1}, Fails},
		{"prints nonsense", transcript.Hook{Kind: "non_blocking_error", Command: "x", Event: before}, Fails},
		{"cannot be reached", transcript.Hook{Kind: "non_blocking_error", Event: before}, ""},
		{"takes too long", transcript.Hook{Kind: "cancelled", Command: "x", Event: before, TimedOut: true}, Fails},
		{"is interrupted", transcript.Hook{Kind: "cancelled", Command: "x", Event: before}, ""},
		{"something new", transcript.Hook{Kind: "applauded", Command: "x", Event: before}, ""},
	} {
		c.record.Tool, c.record.Duration = ask, 3*time.Millisecond
		o, ok := Observe(c.record)
		if got := o.Effect.Verdict(); ok != (c.want != "") || ok && got != c.want {
			t.Errorf("%s: %s, %v", c.name, got, ok)
		}
		if o.Command != c.record.Command || o.Event != c.record.Event || o.Tool != ask || o.Took != 3*time.Millisecond {
			t.Errorf("%s: %+v", c.name, o)
		}
	}
}

// TestPastSilence: a hook that has left records before was silent where it left
// none, unless somebody who is not named has refused.
func TestPastSilence(t *testing.T) {
	at := func(minute int) time.Time { return time.Unix(int64(60*minute), 0) }
	record := func(minute int, id, kind, command string) transcript.Hook {
		return transcript.Hook{Time: at(minute), Project: "/p", ToolUseID: id, Tool: ask, Event: hooks.EventPreToolUse, Kind: kind, Command: command, Decision: "deny"}
	}
	question := func(minute int, id, project string, index int) transcript.Question {
		return transcript.Question{Time: at(minute), Project: project, ToolUseID: id, Index: index, Tool: ask, Outcome: transcript.Declined}
	}
	after := record(6, "answered", "success", "after")
	after.Event, after.Decision = hooks.EventPostToolUse, ""
	open := question(8, "open", "/p", 0)
	open.Outcome = transcript.Unanswered
	answered := question(7, "answered too", "/p", 0)
	answered.Outcome = transcript.Picked
	past := Past(
		[]transcript.Hook{
			record(2, "named", "denied", "x"), record(3, "interrupted", "cancelled", "x"), record(4, "unnamed", "denied", ""), after,
		},
		[]transcript.Question{
			question(1, "before", "/p", 0), question(2, "named", "/p", 0), question(3, "interrupted", "/p", 0), question(4, "unnamed", "/p", 0),
			question(5, "silent", "/p", 0), question(5, "silent", "/p", 1), question(5, "elsewhere", "/other", 0),
			question(6, "answered", "/p", 0), answered, open,
		},
	)
	var got []string
	for _, o := range past {
		got = append(got, fmt.Sprintf("%d %s %q %s", o.Time.Unix()/60, o.Event, o.Command, o.Effect.Verdict()))
	}
	want := []string{
		`2 PreToolUse "x" denies`, `4 PreToolUse "" denies`, `5 PreToolUse "" silent`, `5 PreToolUse "x" silent`,
		`6 PostToolUse "after" silent`, `6 PreToolUse "" silent`, `6 PreToolUse "x" silent`,
		`7 PostToolUse "after" silent`, `7 PreToolUse "" silent`, `7 PreToolUse "x" silent`,
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestWhoseRecord: a record counts for the one hook that can have left it.
func TestWhoseRecord(t *testing.T) {
	matcher := func(m string) *string { return &m }
	hook := func(matched *string, h config.Handler) config.Hook {
		h.Type = "command"
		return config.Hook{Group: config.Group{Event: "PreToolUse", Matcher: matched}, Handler: h}
	}
	plain := hook(nil, config.Handler{Command: "x"})
	exec := hook(nil, config.Handler{Command: "x", Exec: true, Args: []string{"-a", "b c"}})
	lines := hook(nil, config.Handler{Command: "x\ty\r\nz\x1b\x7f\u202e"})
	status := hook(nil, config.Handler{Command: "y", StatusMessage: "Checking"})
	other := hook(nil, config.Handler{Command: "z", StatusMessage: "Checking"})
	plugin := hook(nil, config.Handler{Command: `"${CLAUDE_PLUGIN_ROOT}"/x`})
	plugin.Source.Root = "/plug"
	twin := plugin
	twin.Source.Root = "/other"
	shell := hook(matcher("Bash"), config.Handler{Command: "shell"})
	server := hook(matcher("mcp__s__AskUserQuestion"), config.Handler{Command: "x"})
	off := status
	off.Source.Off = "disableAllHooks"
	async := hook(nil, config.Handler{Command: "w", Async: true})
	for _, c := range []struct {
		name    string
		command string
		hook    config.Hook
		beside  []config.Hook
		want    bool
	}{
		{"as it stands", "x", plain, nil, true},
		{"twice in the settings", "x", plain, []config.Hook{plain, exec}, true},
		{"another command", "x y", plain, nil, false},
		{"exec form", "x -a b c", exec, []config.Hook{plain}, true},
		{"control characters", "x␉y␍␤z␛␡\\u{202E}", lines, nil, true},
		{"a status message", "Checking", status, []config.Hook{plain}, true},
		{"of two hooks", "Checking", status, []config.Hook{other}, false},
		{"of a hook that is off", "Checking", other, []config.Hook{off}, true},
		{"of a plugin", `"${CLAUDE_PLUGIN_ROOT}"/x`, plugin, nil, true},
		{"of a plugin, filled in", `"/plug"/x`, plugin, []config.Hook{twin}, true},
		{"of two plugins", `"${CLAUDE_PLUGIN_ROOT}"/x`, plugin, []config.Hook{twin}, false},
		{"no name, and nobody else", "", plain, []config.Hook{shell, async}, true},
		{"no name, and others", "", plain, []config.Hook{status}, false},
		{"for another tool", "x", server, nil, false},
	} {
		past := []Observation{{Command: c.command, Event: hooks.EventPreToolUse, Tool: ask, Effect: Effect{Decision: hooks.Deny}}}
		f := remember(past, append(c.beside, c.hook), []string{ask}).observed(c.hook)
		if got := len(f.effects) > 0; got != c.want || f.unnamed != (c.command == "" && c.want) {
			t.Errorf("%s: %+v", c.name, f)
		}
	}
}
