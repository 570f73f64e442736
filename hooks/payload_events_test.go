package hooks

import (
	"reflect"
	"testing"
)

// wholePayloads are the members of every event beside the common ones, and what
// is made of them.
var wholePayloads = map[Event]struct {
	members string
	want    func(c Common, d Value) Payload
}{
	EventSessionStart: {
		`"source":"resume","model":"m","session_title":"t","seconds_since_last_response":1.5,"context_tokens":12,"prompt_cache_likely_expired":true,"estimated_cache_write_usd":0.25`,
		func(c Common, d Value) Payload {
			return SessionStart{c, "resume", "m", "t", d.Get("seconds_since_last_response"), 12, true, d.Get("estimated_cache_write_usd")}
		},
	},
	EventSessionEnd: {`"reason":"logout"`, func(c Common, _ Value) Payload { return SessionEnd{c, "logout"} }},
	EventSetup:      {`"trigger":"init"`, func(c Common, _ Value) Payload { return Setup{c, "init"} }},
	EventUserPromptSubmit: {
		`"prompt":"p","source":"sdk","session_title":"t"`,
		func(c Common, _ Value) Payload { return UserPromptSubmit{c, "p", "sdk", "t"} },
	},
	EventUserPromptExpansion: {
		`"expansion_type":"slash_command","command_name":"n","command_args":"a","command_source":"s","prompt":"p"`,
		func(c Common, _ Value) Payload { return UserPromptExpansion{c, "slash_command", "n", "a", "s", "p"} },
	},
	EventPreToolUse: {wholeCall, func(c Common, d Value) Payload { return PreToolUse{calling(c, d)} }},
	EventPostToolUse: {
		wholeCall + `,"tool_response":[1],"duration_ms":12`,
		func(c Common, d Value) Payload {
			return PostToolUse{calling(c, d), d.Get("tool_response"), d.Get("duration_ms")}
		},
	},
	EventPostToolUseFailure: {
		wholeCall + `,"error":"e","is_interrupt":true,"duration_ms":12`,
		func(c Common, d Value) Payload {
			return PostToolUseFailure{calling(c, d), "e", true, d.Get("duration_ms")}
		},
	},
	EventPermissionRequest: {
		wholeCall + `,"permission_suggestions":[{}]`,
		func(c Common, d Value) Payload {
			return PermissionRequest{calling(c, d), d.Get("permission_suggestions")}
		},
	},
	EventPermissionDenied: {
		wholeCall + `,"reason":"r"`,
		func(c Common, d Value) Payload { return PermissionDenied{calling(c, d), "r"} },
	},
	EventPostToolBatch: {
		`"tool_calls":[{"tool_name":"Bash","tool_input":{"a":1},"tool_use_id":"u","tool_response":"r"}]`,
		func(c Common, d Value) Payload {
			v := last(d.Get("tool_calls"))
			return PostToolBatch{c, []BatchCall{{"Bash", v.Get("tool_input"), "u", v.Get("tool_response")}}}
		},
	},
	EventNotification: {
		`"message":"m","title":"t","notification_type":"n"`,
		func(c Common, _ Value) Payload { return Notification{c, "m", "t", "n"} },
	},
	EventMessageDisplay: {
		`"turn_id":"t","message_id":"m","index":3,"final":true,"delta":"d"`,
		func(c Common, _ Value) Payload { return MessageDisplay{c, "t", "m", 3, true, "d"} },
	},
	EventStop: {wholeStop, func(c Common, d Value) Payload { return Stop{stopping(c, d)} }},
	EventSubagentStop: {
		wholeStop + `,"agent_transcript_path":"/a"`,
		func(c Common, d Value) Payload { return SubagentStop{stopping(c, d), "/a"} },
	},
	EventSubagentStart: {`"x":1`, func(c Common, _ Value) Payload { return SubagentStart{c} }},
	EventStopFailure: {
		`"error":"rate_limit","error_details":"d","last_assistant_message":"l"`,
		func(c Common, _ Value) Payload { return StopFailure{c, "rate_limit", "d", "l"} },
	},
	EventTeammateIdle: {
		`"teammate_name":"mate","team_name":"team"`,
		func(c Common, _ Value) Payload { return TeammateIdle{c, "mate", "team"} },
	},
	EventTaskCreated:   {wholeTask, func(c Common, _ Value) Payload { return TaskCreated{Task{c, "1", "s", "d", "mate", "team"}} }},
	EventTaskCompleted: {wholeTask, func(c Common, _ Value) Payload { return TaskCompleted{Task{c, "1", "s", "d", "mate", "team"}} }},
	EventPreCompact: {
		`"trigger":"auto","custom_instructions":"i"`,
		func(c Common, _ Value) Payload { return PreCompact{c, "auto", "i"} },
	},
	EventPostCompact: {
		`"trigger":"manual","compact_summary":"s"`,
		func(c Common, _ Value) Payload { return PostCompact{c, "manual", "s"} },
	},
	EventPreModelSwitch:  {wholeSwitch, func(c Common, d Value) Payload { return PreModelSwitch{switching(c, d)} }},
	EventPostModelSwitch: {wholeSwitch, func(c Common, d Value) Payload { return PostModelSwitch{switching(c, d)} }},
	EventElicitation: {
		`"mcp_server_name":"s","message":"m","mode":"url","url":"u","elicitation_id":"e","requested_schema":{}`,
		func(c Common, d Value) Payload {
			return Elicitation{c, "s", "m", "url", "u", "e", d.Get("requested_schema")}
		},
	},
	EventElicitationResult: {
		`"mcp_server_name":"s","elicitation_id":"e","mode":"form","action":"accept","content":{}`,
		func(c Common, d Value) Payload {
			return ElicitationResult{c, "s", "e", "form", "accept", d.Get("content")}
		},
	},
	EventConfigChange: {
		`"source":"skills","file_path":"/f"`,
		func(c Common, _ Value) Payload { return ConfigChange{c, "skills", "/f"} },
	},
	EventInstructionsLoaded: {
		`"file_path":"/f","memory_type":"User","load_reason":"include","globs":["*.go",1],"trigger_file_path":"/t","parent_file_path":"/p"`,
		func(c Common, _ Value) Payload {
			return InstructionsLoaded{c, "/f", "User", "include", []string{"*.go"}, "/t", "/p"}
		},
	},
	EventCwdChanged: {`"old_cwd":"/o","new_cwd":"/n"`, func(c Common, _ Value) Payload { return CwdChanged{c, "/o", "/n"} }},
	EventDirectoryAdded: {
		`"directory":"/d","source":"slash_command"`,
		func(c Common, _ Value) Payload { return DirectoryAdded{c, "/d", "slash_command"} },
	},
	EventFileChanged:    {`"file_path":"/f","event":"unlink"`, func(c Common, _ Value) Payload { return FileChanged{c, "/f", "unlink"} }},
	EventWorktreeCreate: {`"name":"w"`, func(c Common, _ Value) Payload { return WorktreeCreate{c, "w"} }},
	EventWorktreeRemove: {`"worktree_path":"/w"`, func(c Common, _ Value) Payload { return WorktreeRemove{c, "/w"} }},
}

const (
	wholeCall   = `"tool_name":"Bash","tool_input":{"a":1.50},"tool_use_id":"u","mcp_server":{"name":"s","source":"user"}`
	wholeStop   = `"stop_hook_active":true,"last_assistant_message":"l","background_tasks":[],"session_crons":[{}]`
	wholeTask   = `"task_id":"1","task_subject":"s","task_description":"d","teammate_name":"mate","team_name":"team"`
	wholeSwitch = `"from_model":"f","to_model":"t","requested_model":"opus","source":"sdk","context_tokens":12,"prompt_cache_warm":true,"cache_ttl":"5m","estimated_cache_write_usd":0.25,"pricing":"catalog"`
)

func calling(c Common, d Value) ToolCall {
	return ToolCall{c, "Bash", d.Get("tool_input"), "u", d.Get("mcp_server")}
}

func stopping(c Common, d Value) Stopping {
	return Stopping{c, true, "l", d.Get("background_tasks"), d.Get("session_crons")}
}

func switching(c Common, d Value) ModelSwitch {
	return ModelSwitch{c, "f", "t", "opus", "sdk", 12, true, "5m", d.Get("estimated_cache_write_usd"), "catalog"}
}

func TestEveryPayload(t *testing.T) {
	if len(wholePayloads) != len(Events()) || len(Events()) != 33 {
		t.Fatalf("%d payloads for %d events", len(wholePayloads), len(Events()))
	}
	for _, event := range Events() {
		tt, ok := wholePayloads[event]
		if !ok {
			t.Errorf("%s has no payload", event)
			continue
		}
		text := `{` + common + `,"hook_event_name":"` + string(event) + `",` + tt.members + `,"agent_id":"a","agent_type":"x","new":[1.50]}`
		got, err := ParsePayload([]byte(text))
		if err != nil {
			t.Errorf("%s: %v", event, err)
			continue
		}
		base := Common{event, "s", "/t", "/c", "p", "plan", "a", "x", "high", object(t, text)}
		if want := tt.want(base, base.Document); !reflect.DeepEqual(got, want) {
			t.Errorf("%s:\ngot  %+v\nwant %+v", event, got, want)
		}
		if got.Base().Document.Get("new").Raw() != "[1.50]" {
			t.Errorf("%s: an unknown member is lost", event)
		}
	}
}

func FuzzPayload(f *testing.F) {
	for event, tt := range wholePayloads {
		f.Add([]byte(`{` + common + `,"hook_event_name":"` + string(event) + `",` + tt.members + `}`))
	}
	f.Add([]byte(`{"hook_event_name":"Stop","background_tasks":null,"stop_hook_active":"yes"}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		p, err := ParsePayload(b)
		if err != nil {
			return
		}
		c := p.Base()
		if c.Event == "" || string(c.Event) != c.Document.Get("hook_event_name").String() {
			t.Fatalf("event %q of %s", c.Event, c.Document.Raw())
		}
		if again, err := ParsePayload([]byte(c.Document.Raw())); err != nil || reflect.TypeOf(again) != reflect.TypeOf(p) {
			t.Fatalf("%T became %T, %v", p, again, err)
		}
	})
}
