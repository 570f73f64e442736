package sample

import (
	"path/filepath"
	"strings"

	"neverask/hooks"
	"neverask/hooks/claude/dispatch"
)

// A Call is something that happens in a session.
type Call struct {
	Event hooks.Event
	// Value is what matchers are compared with; if empty, one that the event can have.
	Value string
	// Input and Response are JSON, for events about a tool.
	Input, Response string

	Session, Transcript, Cwd string
	Mode                     string // "default" if empty
}

// madeUpID is the ID of everything made up.
const madeUpID = "neverask-sample"

// Payload returns what the client writes to the standard input of a hook.
func (c Call) Payload() []byte {
	if c.Value == "" {
		c.Value, _ = Value(c.Event, func(string) bool { return true })
	}
	w := hooks.NewWriter(1 << 10)
	w.Begin('{')
	w.Text("session_id", or(c.Session, madeUpID))
	w.Text("transcript_path", c.Transcript)
	w.Text("cwd", c.Cwd)
	if !early(c.Event) {
		w.Text("prompt_id", madeUpID)
	}
	if hasMode(c.Event) {
		w.Text("permission_mode", or(c.Mode, "default"))
	}
	if agents(c.Event) {
		w.Text("agent_id", madeUpID)
		w.Text("agent_type", c.Value)
	}
	if hasMode(c.Event) && c.Event != hooks.EventUserPromptSubmit {
		w.Name("effort").Begin('{')
		w.Text("level", "medium")
		w.End('}')
	}
	w.Text("hook_event_name", string(c.Event))
	if dispatch.OfTool(c.Event) {
		c.tool(w)
	} else if v, err := hooks.Parse("{" + c.fill(others[c.Event]) + "}"); err == nil {
		for m := range v.Members() {
			w.Name(m.Name).Value(m.Value)
		}
	}
	w.End('}')
	return w.Bytes()
}

func or(s, otherwise string) string {
	if s == "" {
		return otherwise
	}
	return s
}

// early reports whether an event comes before the first prompt.
func early(e hooks.Event) bool {
	return e == hooks.EventSetup || e == hooks.EventSessionStart || e == hooks.EventInstructionsLoaded
}

// hasMode reports whether an event's payload includes the permission mode.
func hasMode(e hooks.Event) bool {
	switch e {
	case hooks.EventUserPromptSubmit, hooks.EventPostToolBatch, hooks.EventStop, hooks.EventSubagentStop:
		return true
	}
	return dispatch.OfTool(e)
}

func agents(e hooks.Event) bool {
	return e == hooks.EventSubagentStart || e == hooks.EventSubagentStop
}

// tool writes the members of events about one tool use.
func (c Call) tool(w *hooks.Writer) {
	value := func(name, text string) {
		if v, err := hooks.Parse(text); err == nil {
			w.Name(name).Value(v)
		}
	}
	w.Text("tool_name", c.Value)
	value("tool_input", or(c.Input, Input(c.Value, c.Cwd)))
	if c.Event == hooks.EventPostToolUse {
		value("tool_response", or(c.Response, response(c.Value)))
	}
	if c.Event != hooks.EventPermissionRequest {
		w.Text("tool_use_id", "toolu_neverask_sample")
	}
	switch c.Event {
	case hooks.EventPostToolUse:
		w.Name("duration_ms").Int(12)
	case hooks.EventPostToolUseFailure:
		w.Text("error", "Exit code 1")
		value("is_interrupt", "false")
		w.Name("duration_ms").Int(12)
	case hooks.EventPermissionRequest:
		value("permission_suggestions", "[]")
	case hooks.EventPermissionDenied:
		w.Text("reason", "it was refused")
	}
}

const (
	stopped = `"stop_hook_active":false,"last_assistant_message":"Done.","background_tasks":[],"session_crons":[]`
	task    = `"task_id":"1","task_subject":"Say hello","task_description":"Say hello to the world"`
	models  = `"from_model":"claude-opus-5-5","to_model":VALUE,"requested_model":VALUE,"source":"model_command","context_tokens":1000`
)

// others are the members of the events that are not about a tool. VALUE is what
// matchers are compared with, DIR the working directory.
var others = map[hooks.Event]string{
	hooks.EventSessionStart:        `"source":VALUE`,
	hooks.EventSessionEnd:          `"reason":VALUE`,
	hooks.EventSetup:               `"trigger":VALUE`,
	hooks.EventUserPromptSubmit:    `"prompt":"Say hello."`,
	hooks.EventUserPromptExpansion: `"expansion_type":"slash_command","command_name":VALUE,"command_args":"","command_source":"project","prompt":"Say hello."`,
	hooks.EventPostToolBatch:       `"tool_calls":[{"tool_name":"Bash","tool_input":{"command":"true"},"tool_use_id":"toolu_neverask_sample","tool_response":""}]`,
	hooks.EventNotification:        `"message":"Claude is waiting for your input","notification_type":VALUE`,
	hooks.EventMessageDisplay: `"turn_id":"` + madeUpID + `","message_id":"` + madeUpID +
		`","index":0,"final":true,"delta":"Hello."`,
	hooks.EventStop:               stopped,
	hooks.EventSubagentStop:       `"agent_transcript_path":"",` + stopped,
	hooks.EventStopFailure:        `"error":VALUE`,
	hooks.EventTeammateIdle:       `"teammate_name":"mate","team_name":"team"`,
	hooks.EventTaskCreated:        task,
	hooks.EventTaskCompleted:      task,
	hooks.EventPreCompact:         `"trigger":VALUE,"custom_instructions":null`,
	hooks.EventPostCompact:        `"trigger":VALUE,"compact_summary":"Nothing was done."`,
	hooks.EventPreModelSwitch:     models,
	hooks.EventPostModelSwitch:    models,
	hooks.EventElicitation:        `"mcp_server_name":VALUE,"message":"Who are you?","mode":"form","requested_schema":{"type":"object","properties":{}}`,
	hooks.EventElicitationResult:  `"mcp_server_name":VALUE,"mode":"form","action":"accept","content":{}`,
	hooks.EventConfigChange:       `"source":VALUE,"file_path":"DIR/.claude/settings.json"`,
	hooks.EventInstructionsLoaded: `"file_path":"DIR/CLAUDE.md","memory_type":"Project","load_reason":VALUE`,
	hooks.EventCwdChanged:         `"old_cwd":"DIR","new_cwd":"DIR/docs"`,
	hooks.EventDirectoryAdded:     `"directory":"DIR/docs","source":"slash_command"`,
	hooks.EventFileChanged:        `"file_path":"DIR/VALUE_NAME","event":"change"`,
	hooks.EventWorktreeCreate:     `"name":"` + madeUpID + `"`,
	hooks.EventWorktreeRemove:     `"worktree_path":"DIR/.claude/worktrees/` + madeUpID + `"`,
}

// inside returns a text escaped as inside a JSON string.
func inside(s string) string { return strings.Trim(hooks.StringOf(s).Raw(), `"`) }

func (c Call) fill(members string) string {
	return strings.NewReplacer("VALUE_NAME", inside(c.Value), "VALUE",
		hooks.StringOf(c.Value).Raw(), "DIR", inside(c.Cwd)).Replace(members)
}

// values are possible values for the events for which [dispatch.About] lists none.
var values = map[hooks.Event]string{
	hooks.EventUserPromptExpansion: "hello", hooks.EventStopFailure: "rate_limit",
	hooks.EventSubagentStart: "general-purpose", hooks.EventSubagentStop: "general-purpose",
	hooks.EventPreModelSwitch: "claude-haiku-5-5", hooks.EventPostModelSwitch: "claude-haiku-5-5",
	hooks.EventElicitation: "server", hooks.EventElicitationResult: "server",
	hooks.EventInstructionsLoaded: "session_start", hooks.EventFileChanged: ".env",
}

// Value returns the first value that an event can have and ok, such as a matcher, accepts. It
// is empty for an event without values.
func Value(e hooks.Event, ok func(value string) bool) (value string, found bool) {
	about, known := dispatch.Describe(e)
	if !known || about.Filter == "" {
		return "", known
	}
	all := about.Values
	if len(all) == 0 {
		all = []string{values[e]}
	}
	if dispatch.OfTool(e) {
		all = append([]string{"Bash", "Read", "Edit", "Write"}, all...) // the most common ones
	}
	for _, v := range all {
		if ok(v) {
			return v, true
		}
	}
	return "", false
}

// Input returns a harmless input for a tool, as JSON; for an unknown tool, an empty object.
func Input(tool, dir string) string {
	file := hooks.StringOf(filepath.Join(dir, "README.md")).Raw()
	switch tool {
	case "Bash":
		return `{"command":"true","description":"Do nothing"}`
	case "Read":
		return `{"file_path":` + file + `}`
	case "Write":
		return `{"file_path":` + file + `,"content":"Hello.\n"}`
	case "Edit":
		return `{"file_path":` + file + `,"old_string":"Hello","new_string":"Hi"}`
	case "MultiEdit":
		return `{"file_path":` + file + `,"edits":[{"old_string":"Hello","new_string":"Hi"}]}`
	case "NotebookEdit":
		return `{"notebook_path":` + file + `,"new_source":"print(1)"}`
	case "Glob":
		return `{"pattern":"*.md"}`
	case "Grep":
		return `{"pattern":"Hello"}`
	case "WebFetch":
		return `{"url":"https://example.com/","prompt":"What is it about?"}`
	case "WebSearch":
		return `{"query":"hello world"}`
	case "Agent", "Task":
		return `{"description":"Say hello","prompt":"Say hello.","subagent_type":"general-purpose"}`
	case "Skill":
		return `{"skill":"hello"}`
	case "AskUserQuestion":
		return `{"questions":[` + Question + `]}`
	}
	return "{}"
}

// Question is a harmless question.
const Question = `{"question":"Which color should the button have?","header":"Color","multiSelect":false,"options":[{"label":"Blue (Recommended)","description":"Like the others"},{"label":"Green","description":"Like the logo"}]}`

// response is the result of a successful tool call.
func response(tool string) string {
	switch tool {
	case "Bash":
		return `{"stdout":"","stderr":"","interrupted":false,"isImage":false,"noOutputExpected":false}`
	case "AskUserQuestion":
		return `{"questions":[` + Question + `],"answers":{"Which color should the button have?":"Green"}}`
	}
	return "{}"
}
