package control_test

import (
	"context"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"neverask/hooks"
	"neverask/hooks/control"
	"neverask/settings/musttest"
)

// A piece of docs/library.md, which a test of package serve looks for here.

func guideSession(ctx context.Context, answers func(input hooks.Value) hooks.Value, untilTestsPass control.HookFunc) (int, error) {
	gate := control.HookFunc(func(_ context.Context, in control.Input, toolUseID string) (control.Result, error) {
		if in.ToolName == "AskUserQuestion" {
			return control.AllowInput(answers(in.ToolInput)), nil
		}
		return control.Deny("nobody is here"), nil
	})
	registry, err := control.NewRegistry(gate, control.Entry{Event: hooks.EventStop, Hooks: []control.Hook{untilTestsPass}})
	if err != nil {
		return 0, err
	}
	session, err := control.Start(ctx, control.Options{Registry: registry, Stderr: os.Stderr})
	if err != nil {
		return 0, err
	}
	defer session.Close()
	if err := session.Prompt("fix the parser"); err != nil {
		return 0, err
	}
	for {
		message, err := session.Receive(ctx)
		if err != nil {
			return 0, err
		}
		if message.Type == "result" {
			fmt.Println(message.Value.Get("result"))
			return session.Wait(), nil
		}
	}
}

var _ = guideSession

// TestGuideReturns holds the table of results against what is sent.
func TestGuideReturns(t *testing.T) {
	guide, err := os.ReadFile("../../docs/library.md")
	musttest.Do(t, err)
	_, table, found := strings.Cut(string(guide), "### What to return\n")
	table, _, _ = strings.Cut(table, "\n`WithInput`")
	if !found {
		t.Fatal("the guide has no table of results")
	}
	told := map[string][]string{}
	name := ""
	for line := range strings.Lines(table) {
		cells := strings.Split(line, "|")
		if len(cells) < 4 {
			continue
		}
		if m := regexp.MustCompile("^ `([A-Z][A-Za-z]*)\\(").FindStringSubmatch(cells[1]); m != nil {
			name = m[1]
		}
		for event := range strings.SplitSeq(cells[2], ",") {
			told[name] = append(told[name], strings.TrimSpace(event))
		}
	}
	update, err := control.SetMode(control.ToSession, "plan")
	musttest.Do(t, err)
	// What has a place for context or a block stands in the table of events.
	var block, context []string
	for line := range strings.Lines(string(guide)) {
		cells := strings.Split(line, "|")
		if len(cells) != 5 || !slices.Contains(hooks.Events(), hooks.Event(strings.TrimSpace(cells[1]))) {
			continue
		}
		if strings.Contains(cells[2], "`additionalContext`") {
			context = append(context, strings.TrimSpace(cells[1]))
		}
		how := cells[3]
		if how != " – " && !strings.Contains(how, "older form") && !strings.Contains(how, "status 2 only") {
			block = append(block, strings.TrimSpace(cells[1]))
		}
	}
	for name, result := range map[string]control.Result{
		"OK": control.OK(), "Allow": control.Allow(), "AllowInput": control.AllowInput(parse(t, "{}")), "AllowPermanently": control.AllowPermanently(update),
		"Deny": control.Deny("x"), "DenyInterrupt": control.DenyInterrupt("x"), "Ask": control.Ask("x"), "Defer": control.Defer("x"),
		"Context": control.Context("x"), "Block": control.Block("x"), "Reject": control.Reject("x"), "KeepWorking": control.KeepWorking("x"),
		"Halt": control.Halt("x"), "Instructions": control.Instructions("x"), "Output": control.Output(hooks.Output{}),
	} {
		var want []string
		for _, event := range told[name] {
			switch event {
			case "every event":
				for _, e := range hooks.Events() {
					want = append(want, string(e))
				}
			case "permission":
				want = append(want, string(control.CanUseTool))
			case "where there is a block":
				want = append(want, block...)
			case "where there is `additionalContext`":
				want = append(want, context...)
			default:
				want = append(want, event)
			}
		}
		got := sent(t, result)
		slices.Sort(want)
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%s is an answer to %q, and the guide says %q", name, got, want)
		}
	}
}

// sent are the events that a result is an answer to.
func sent(t *testing.T, r control.Result) (events []string) {
	t.Helper()
	for _, event := range append(hooks.Events(), control.CanUseTool) {
		if _, err := control.Wire(control.Input{Event: event, ToolInput: parse(t, "{}")}, r); err == nil {
			events = append(events, string(event))
		}
	}
	return events
}
