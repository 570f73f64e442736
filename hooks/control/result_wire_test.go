package control

import (
	"cmp"
	"strings"
	"testing"

	"neverask/hooks"
	"neverask/settings/musttest"
)

func value(t testing.TB, s string) hooks.Value {
	t.Helper()
	v, err := hooks.Parse(s)
	if err != nil {
		t.Fatalf("%s: %v", s, err)
	}
	return v
}

func built(t testing.TB) func(PermissionUpdate, error) PermissionUpdate {
	return func(u PermissionUpdate, err error) PermissionUpdate {
		t.Helper()
		musttest.Do(t, err)
		return u
	}
}

func TestWire(t *testing.T) {
	const input = `{"command":"ls","timeout":30}`
	rule := built(t)(AddRules(ToSession, BehaviorAllow, Rule{"Bash", "ls"}))
	const ruleJSON = `{"type":"addRules","rules":[{"toolName":"Bash","ruleContent":"ls"}],"behavior":"allow","destination":"session"}`
	patch := value(t, `{"command":"pwd"}`)
	specific := func(event, rest string) string {
		return `{"hookSpecificOutput":{"hookEventName":"` + event + `",` + rest + `}}`
	}
	for _, tt := range []struct {
		name   string
		event  hooks.Event
		result Result
		want   string // "" for an error that holds err
		err    string
	}{
		{"permission", CanUseTool, Allow(), `{"behavior":"allow","updatedInput":` + input + `}`, ""},
		{"permission, part of the input", CanUseTool, AllowInput(patch), `{"behavior":"allow","updatedInput":{"command":"pwd","timeout":30}}`, ""},
		{"permission for ever", CanUseTool, AllowPermanently(rule), `{"behavior":"allow","updatedInput":` + input + `,"updatedPermissions":[` + ruleJSON + `]}`, ""},
		{"permission for ever with input", CanUseTool, AllowPermanently(rule).WithInput(patch), `{"behavior":"allow","updatedInput":{"command":"pwd","timeout":30},"updatedPermissions":[` + ruleJSON + `]}`, ""},
		{"no permission", CanUseTool, Deny("no"), `{"behavior":"deny","message":"no"}`, ""},
		{"no permission, no reason", CanUseTool, Deny(""), `{"behavior":"deny","message":"Denied."}`, ""},
		{"no permission, no run", CanUseTool, DenyInterrupt("no"), `{"behavior":"deny","message":"no","interrupt":true}`, ""},
		{"permission, OK", CanUseTool, OK(), "", "OK is not a result for this event; use Allow, AllowPermanently, Deny, DenyInterrupt"},
		{"permission, ask", CanUseTool, Ask(""), "", "Ask is not a result"},
		{"permission, defer", CanUseTool, Defer(""), "", "Defer is not a result"},
		{"permission, halt", CanUseTool, Halt(""), "", "Halt is not a result"},
		{"permission, block", CanUseTool, Block(""), "", "Block is not a result"},
		{"permission, output", CanUseTool, Output(hooks.Output{}), "", "Output is not a result"},
		{"permission, context", CanUseTool, Allow().WithContext("x"), "", "no place for context"},
		{"permission, message", CanUseTool, Deny("no").WithMessage("x"), "", "no place for context or a message"},
		{"permission, denied input", CanUseTool, Deny("no").WithInput(patch), "", "Deny with an input"},
		{"permission, no update", CanUseTool, AllowPermanently(), `{"behavior":"allow","updatedInput":` + input + `}`, ""},
		{"permission, empty update", CanUseTool, AllowPermanently(rule, PermissionUpdate{}), "", "permission update 2 is empty"},
		{"permission, bad input", CanUseTool, AllowInput(value(t, `[]`)), "", "not a JSON object"},
		{"permission, raw", CanUseTool, Raw(value(t, `{"behavior":"deny","message":""}`)), `{"behavior":"deny","message":""}`, ""},

		{"before a tool", hooks.EventPreToolUse, OK(), `{}`, ""},
		{"before a tool, allow", hooks.EventPreToolUse, Allow(), specific("PreToolUse", `"permissionDecision":"allow"`), ""},
		{"before a tool, allow input", hooks.EventPreToolUse, AllowInput(patch), specific("PreToolUse", `"permissionDecision":"allow","updatedInput":{"command":"pwd","timeout":30}`), ""},
		{"before a tool, input alone", hooks.EventPreToolUse, OK().WithInput(patch), specific("PreToolUse", `"updatedInput":{"command":"pwd","timeout":30}`), ""},
		{"before a tool, deny", hooks.EventPreToolUse, Deny("no"), specific("PreToolUse", `"permissionDecision":"deny","permissionDecisionReason":"no"`), ""},
		{"before a tool, ask", hooks.EventPreToolUse, Ask("sure?"), specific("PreToolUse", `"permissionDecision":"ask","permissionDecisionReason":"sure?"`), ""},
		{"before a tool, ask about another input", hooks.EventPreToolUse, Ask("").WithInput(patch), specific("PreToolUse", `"permissionDecision":"ask","updatedInput":{"command":"pwd","timeout":30}`), ""},
		{"before a tool, defer", hooks.EventPreToolUse, Defer("later"), specific("PreToolUse", `"permissionDecision":"defer","permissionDecisionReason":"later"`), ""},
		{"before a tool, context", hooks.EventPreToolUse, Context("read"), specific("PreToolUse", `"additionalContext":"read"`), ""},
		{"before a tool, all words", hooks.EventPreToolUse, Allow().WithContext("read").WithMessage("see"), `{"systemMessage":"see","hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow","additionalContext":"read"}}`, ""},
		{"before a tool, halt", hooks.EventPreToolUse, Halt("enough"), `{"continue":false,"stopReason":"enough","hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"enough"}}`, ""},
		{"before a tool, interrupt", hooks.EventPreToolUse, DenyInterrupt("no"), "", "DenyInterrupt is not a result for this event; use OK, Allow, Deny, Ask, Defer, Halt"},
		{"before a tool, for ever", hooks.EventPreToolUse, AllowPermanently(rule), "", "AllowPermanently is not a result"},
		{"before a tool, block", hooks.EventPreToolUse, Block("no"), "", "Block is not a result"},
		{"before a tool, denied input", hooks.EventPreToolUse, Deny("no").WithInput(patch), "", "Deny with an input"},
		{"before a tool, deferred input", hooks.EventPreToolUse, Defer("").WithInput(patch), "", "Defer with an input"},
		{"before a tool, bad input", hooks.EventPreToolUse, AllowInput(value(t, `3`)), "", "not a JSON object"},

		{"permission request", hooks.EventPermissionRequest, OK(), `{}`, ""},
		{"permission request, allow", hooks.EventPermissionRequest, AllowInput(patch), specific("PermissionRequest", `"decision":{"behavior":"allow","updatedInput":{"command":"pwd","timeout":30}}`), ""},
		{"permission request, for ever", hooks.EventPermissionRequest, AllowPermanently(rule), specific("PermissionRequest", `"decision":{"behavior":"allow","updatedPermissions":[`+ruleJSON+`]}`), ""},
		{"permission request, deny", hooks.EventPermissionRequest, Deny("no"), specific("PermissionRequest", `"decision":{"behavior":"deny","message":"no"}`), ""},
		{"permission request, interrupt", hooks.EventPermissionRequest, DenyInterrupt(""), specific("PermissionRequest", `"decision":{"behavior":"deny","message":"Denied.","interrupt":true}`), ""},
		{"permission request, halt", hooks.EventPermissionRequest, Halt("enough"), "", "Halt is not a result for this event; use OK, Allow, AllowPermanently, Deny, DenyInterrupt"},
		{"permission request, ask", hooks.EventPermissionRequest, Ask(""), "", "Ask is not a result"},
		{"permission request, context", hooks.EventPermissionRequest, Allow().WithContext("x"), "", "no place for context"},
		{"permission request, denied input", hooks.EventPermissionRequest, Deny("").WithInput(patch), "", "Deny with an input"},
		{"permission request, bad input", hooks.EventPermissionRequest, AllowInput(value(t, `[]`)), "", "not a JSON object"},
		{"permission request, empty update", hooks.EventPermissionRequest, AllowPermanently(rule, PermissionUpdate{}), "", "permission update 2 is empty"},
		{"permission request, no update", hooks.EventPermissionRequest, AllowPermanently(), specific("PermissionRequest", `"decision":{"behavior":"allow"}`), ""},

		{"after a tool", hooks.EventPostToolUse, Context("read"), specific("PostToolUse", `"additionalContext":"read"`), ""},
		{"after a tool, block", hooks.EventPostToolUse, Block("look again").WithContext("read"), `{"decision":"block","reason":"look again","hookSpecificOutput":{"hookEventName":"PostToolUse","additionalContext":"read"}}`, ""},
		{"after a tool, output", hooks.EventPostToolUse, Output(hooks.Output{Specific: hooks.PostToolUseOutput{UpdatedToolOutput: value(t, `"new"`)}}), specific("PostToolUse", `"updatedToolOutput":"new"`), ""},
		{"after a tool, another's output", hooks.EventPostToolUse, Output(hooks.Output{Specific: hooks.StopOutput{}}), "", "the output is for Stop"},
		{"after a tool, allow", hooks.EventPostToolUse, Allow(), "", "Allow is not a result for this event; use OK, Block, Halt"},
		{"after a tool, input", hooks.EventPostToolUse, OK().WithInput(patch), "", "no tool input to update"},

		{"prompt", hooks.EventUserPromptSubmit, Reject("no secrets"), `{"decision":"block","reason":"no secrets"}`, ""},
		{"prompt, block", hooks.EventUserPromptSubmit, Block(""), `{"decision":"block","reason":"Blocked."}`, ""},
		{"prompt, keep working", hooks.EventUserPromptSubmit, KeepWorking("x"), "", "KeepWorking is not a result"},
		{"stop", hooks.EventStop, KeepWorking("tests fail"), `{"decision":"block","reason":"tests fail"}`, ""},
		{"stop, halt", hooks.EventStop, Halt("enough"), `{"continue":false,"stopReason":"enough"}`, ""},
		{"stop, reject", hooks.EventStop, Reject("x"), "", "Reject is not a result"},
		{"subagent stop", hooks.EventSubagentStop, KeepWorking("go on"), `{"decision":"block","reason":"go on"}`, ""},
		{"teammate idle", hooks.EventTeammateIdle, KeepWorking("go on"), `{"decision":"block","reason":"go on"}`, ""},
		{"compact", hooks.EventPreCompact, Instructions("keep the names"), `{"systemMessage":"keep the names"}`, ""},
		{"compact, block", hooks.EventPreCompact, Block("not now"), `{"decision":"block","reason":"not now"}`, ""},
		{"prompt, halt", hooks.EventUserPromptSubmit, Halt("enough"), `{"continue":false,"stopReason":"enough"}`, ""},
		{"after a failure, halt", hooks.EventPostToolUseFailure, Halt("enough"), "", "Halt is not a result for this event; use OK, Block"},
		{"compact, halt", hooks.EventPreCompact, Halt("enough"), "", "Halt is not a result for this event; use OK, Block, Instructions"},
		{"compact, two messages", hooks.EventPreCompact, Instructions("a").WithMessage("b"), "", "Instructions take the place"},
		{"stop, instructions", hooks.EventStop, Instructions("x"), "", "Instructions is not a result"},
		{"task", hooks.EventTaskCompleted, Block("not done"), `{"decision":"block","reason":"not done"}`, ""},
		{"settings", hooks.EventConfigChange, Block("locked"), `{"decision":"block","reason":"locked"}`, ""},
		{"model switch", hooks.EventPreModelSwitch, Deny("no"), specific("PreModelSwitch", `"permissionDecision":"deny","permissionDecisionReason":"no"`), ""},
		{"model switch, context", hooks.EventPreModelSwitch, Deny("no").WithContext("x"), "", "no place for context"},
		{"start, context", hooks.EventSessionStart, Context("read").WithMessage("see"), `{"systemMessage":"see","hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":"read"}}`, ""},
		{"end, context", hooks.EventSessionEnd, Context("read"), "", "no place for context"},
		{"end, block", hooks.EventSessionEnd, Block("no"), "", "Block is not a result for this event; use OK"},
		{"raw", hooks.EventSessionEnd, Raw(value(t, `{"x":null}`)), `{"x":null}`, ""},
		{"output, an unknown decision", hooks.EventPreToolUse, Output(hooks.Output{Specific: hooks.PreToolUseOutput{Decision: "block"}}), "", `unknown decision "block"`},
		{"output, an input that is none", hooks.EventPreToolUse, Output(hooks.Output{Specific: hooks.PreToolUseOutput{UpdatedInput: value(t, `[]`)}}), "", "updatedInput"},
		{"output, behind a pointer", hooks.EventPreToolUse, Output(hooks.Output{Specific: &hooks.PreToolUseOutput{Decision: "block"}}), "", "is not an output type"},
		{"output, ask where nobody is asked", hooks.EventPermissionRequest, Output(hooks.Output{Specific: hooks.PermissionRequestOutput{Decision: hooks.Ask}}), "", "want allow or deny"},
		{"output, a block where there is none", hooks.EventPreToolUse, Output(hooks.Output{Block: true, Reason: "no"}), "", "cannot be blocked"},
		{"output, a wrong action", hooks.EventElicitation, Output(hooks.Output{Specific: hooks.ElicitationOutput{Action: "no"}}), "", "want accept, decline or cancel"},
		{"output, with context", hooks.EventPreToolUse, Output(hooks.Output{}).WithContext("x"), "", "nothing can be added to Output"},
		{"from, an unknown decision", hooks.EventPreToolUse, From(hooks.Result{Decision: "block", Message: "no"}), "", `unknown decision "block"`},
		{"from, an unknown decision on permission", CanUseTool, From(hooks.Result{Decision: "block", Message: "no"}), "", `unknown decision "block"`},
		{"from, ask on permission", CanUseTool, From(hooks.Result{Decision: hooks.Ask}), "", "Ask is not a result"},
		{"from, defer on permission", CanUseTool, From(hooks.Result{Decision: hooks.Defer}), "", "Defer is not a result"},
		{"from, with more", hooks.EventPreToolUse, From(hooks.Result{Decision: hooks.Ask, Message: "sure?"}).WithInput(patch).WithContext("read").WithMessage("see"),
			`{"systemMessage":"see","hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask","permissionDecisionReason":"sure?","updatedInput":{"command":"pwd","timeout":30},"additionalContext":"read"}}`, ""},
		{"from, two messages", hooks.EventPreToolUse, From(hooks.Result{Message: "a"}).WithMessage("b"), "", "two messages"},
		{"raw, with context", hooks.EventSessionEnd, Raw(value(t, `{}`)).WithContext("x"), "", "accepts no additions"},
		{"raw, no object", hooks.EventSessionEnd, Raw(value(t, `[]`)), "", "Raw takes an object"},
		{"raw, nothing", hooks.EventSessionEnd, Raw(hooks.Value{}), "", "Raw takes an object"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Wire(Input{Event: tt.event, ToolName: "Bash", ToolInput: value(t, input)}, tt.result)
			switch {
			case tt.want != "" && err != nil:
				t.Fatal(err)
			case tt.want == "" && (err == nil || !strings.Contains(err.Error(), tt.err)):
				t.Errorf("got %s, %v; want the error %q", got.Raw(), err, tt.err)
			case got.Raw() != tt.want:
				t.Errorf("got  %s\nwant %s", got.Raw(), tt.want)
			}
		})
	}
}

// TestWireNeverNull: the client takes a null for an answer it cannot read.
func TestWireNeverNull(t *testing.T) {
	results := []Result{OK(), Allow(), Deny(""), DenyInterrupt(""), Ask(""), Defer(""), Block(""), Reject(""), KeepWorking(""), Halt(""), Instructions("")}
	for _, event := range append(hooks.Events(), CanUseTool) {
		n := 0
		for _, r := range results {
			v, err := Wire(Input{Event: event, ToolInput: value(t, `{}`)}, r)
			if err != nil {
				continue
			}
			n++
			if v.Kind() != hooks.Object || strings.Contains(v.Raw(), "null") {
				t.Errorf("%s, %s: %s", event, r.kind, v.Raw())
			}
		}
		if n != len(accepted(event))-count(accepted(event), kindPermanently) {
			t.Errorf("%s takes %d results, and names %v", event, n, accepted(event))
		}
	}
}

func count(kinds []kind, k kind) (n int) {
	for _, other := range kinds {
		if other == k {
			n++
		}
	}
	return n
}

func TestFrom(t *testing.T) {
	patch := value(t, `{"command":"pwd"}`)
	for _, tt := range []struct {
		name   string
		event  hooks.Event
		result hooks.Result
		want   string
	}{
		{"allow", CanUseTool, hooks.Result{Decision: hooks.Allow, UpdatedInput: patch}, `{"behavior":"allow","updatedInput":{"command":"pwd","timeout":30}}`},
		{"blocked", CanUseTool, hooks.Result{Blocked: new(true), Message: "no", UpdatedInput: patch}, `{"behavior":"deny","message":"no"}`},
		{"not blocked", CanUseTool, hooks.Result{Blocked: new(false)}, `{"behavior":"allow","updatedInput":{"command":"ls","timeout":30}}`},
		{"allow with a message", hooks.EventPreToolUse, hooks.Result{Decision: hooks.Allow, Message: "see"}, `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow","permissionDecisionReason":"see"}}`},
		{"deny of a prompt", hooks.EventUserPromptSubmit, hooks.Result{Decision: hooks.Deny, Message: "no secrets"}, `{"decision":"block","reason":"no secrets"}`},
		{"context of a summary", hooks.EventPreCompact, hooks.Result{SystemPrompt: "keep the names"}, `{"systemMessage":"keep the names"}`},
		{"deny of a form", hooks.EventElicitation, hooks.Result{Decision: hooks.Deny}, `{"hookSpecificOutput":{"hookEventName":"Elicitation","action":"decline"}}`},
		{"ask when the person is asked", hooks.EventPermissionRequest, hooks.Result{Decision: hooks.Ask}, `{}`},
		{"ask", hooks.EventPreToolUse, hooks.Result{Decision: hooks.Ask, Message: "sure?", UpdatedInput: patch, SystemPrompt: "read"},
			`{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask","permissionDecisionReason":"sure?","updatedInput":{"command":"pwd","timeout":30},"additionalContext":"read"}}`},
		{"defer", hooks.EventPreToolUse, hooks.Result{Decision: hooks.Defer, UpdatedInput: patch}, `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"defer"}}`},
		{"nothing", hooks.EventPreToolUse, hooks.Result{}, `{}`},
		{"nothing but words", hooks.EventPreToolUse, hooks.Result{Message: "see", SystemPrompt: "read"}, `{"systemMessage":"see","hookSpecificOutput":{"hookEventName":"PreToolUse","additionalContext":"read"}}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Wire(Input{Event: tt.event, ToolInput: value(t, `{"command":"ls","timeout":30}`)}, From(tt.result))
			if err != nil || got.Raw() != tt.want {
				t.Errorf("got  %s, %v\nwant %s", got.Raw(), err, tt.want)
			}
		})
	}
}

// TestFromIsPortable: a result says the same here as in a program.
func TestFromIsPortable(t *testing.T) {
	input := value(t, `{"command":"ls"}`)
	for _, event := range hooks.Events() {
		for _, d := range []hooks.Decision{hooks.NoDecision, hooks.Allow, hooks.Ask, hooks.Deny, hooks.Defer, "block"} {
			for _, r := range []hooks.Result{{Decision: d}, {Decision: d, Message: "m"}, {Decision: d, SystemPrompt: "c"}, {Decision: d, UpdatedInput: value(t, `{"a":1}`)}} {
				want := ""
				if out, err := r.Native(event, input); err == nil {
					want = cmp.Or(strings.TrimSpace(string(out.JSON())), "{}")
				}
				got, err := Wire(Input{Event: event, ToolInput: input}, From(r))
				if got.Raw() != want || (err == nil) != (want != "") {
					t.Errorf("%s, %+v: got %s, %v; a program says %s", event, r, got.Raw(), err, want)
				}
			}
		}
	}
}

// TestQuestionsAreNotSwallowed: the model takes a question that is allowed and
// not answered for one that the person has left open.
func TestQuestionsAreNotSwallowed(t *testing.T) {
	input := value(t, `{"questions":[{"question":"Which?"}]}`)
	for _, tt := range []struct {
		event  hooks.Event
		result Result
		ok     bool
	}{
		{CanUseTool, Allow(), false},
		{CanUseTool, AllowPermanently(), false},
		{CanUseTool, From(hooks.Result{Decision: hooks.Allow}), false},
		{CanUseTool, AllowInput(value(t, `{"answers":{}}`)), false},
		{CanUseTool, AllowInput(value(t, `{"answers":"x"}`)), false},
		{CanUseTool, AllowInput(value(t, `{"answers":{"Which?":"x"}}`)), true},
		{CanUseTool, Deny("nobody is here"), true},
		// The permission callback is asked nevertheless.
		{hooks.EventPreToolUse, Allow(), true},
		{hooks.EventPermissionRequest, Allow(), true},
	} {
		v, err := Wire(Input{Event: tt.event, ToolName: "AskUserQuestion", ToolInput: input}, tt.result)
		if (err == nil) != tt.ok || err != nil && !strings.Contains(err.Error(), "without answers") {
			t.Errorf("%s, %s: got %s, %v", tt.event, tt.result.kind, v.Raw(), err)
		}
	}
}

func TestLegacyWire(t *testing.T) {
	updates := []PermissionUpdate{
		built(t)(AddRules(ToUserSettings, BehaviorAllow, Rule{"Bash", "ls"}, Rule{Tool: "Read"})),
		built(t)(SetMode(ToSession, "acceptEdits")),
		built(t)(RemoveDirectories(ToLocalSettings, "/tmp")),
	}
	for _, tt := range []struct {
		name   string
		event  hooks.Event
		result Result
		want   string
	}{
		{"continue", hooks.EventStop, KeepWorking("go on"), `{"continue":false,"stopReason":"go on"}`},
		{"instructions", hooks.EventPreCompact, Instructions("keep"), `{"hookSpecificOutput":{"hookEventName":"PreCompact","customInstructions":"keep"}}`},
		{"updates", CanUseTool, AllowPermanently(updates...), `{"behavior":"allow","updatedInput":{},"updated_permissions":[` +
			`{"type":"add_rules","rules":[{"tool_name":"Bash","rule_content":"ls"},{"tool_name":"Read"}],"behavior":"allow","destination":"user_settings"},` +
			`{"type":"set_mode","mode":"acceptEdits","destination":"session"},` +
			`{"type":"remove_directories","directories":["/tmp"],"destination":"local_settings"}]}`},
		{"the same as ever", CanUseTool, Deny("no"), `{"behavior":"deny","message":"no"}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := WriteLegacy(Input{Event: tt.event, ToolInput: value(t, `{}`)}, tt.result)
			if err != nil || got.Raw() != tt.want {
				t.Errorf("got  %s, %v\nwant %s", got.Raw(), err, tt.want)
			}
		})
	}
	if _, err := WriteLegacy(Input{Event: hooks.EventStop}, Allow()); err == nil {
		t.Error("a misplaced result is taken")
	}
}
