package dispatch

import (
	"sync"

	"neverask/hooks"
)

// About describes an event: when it happens, what its matcher is compared with, and what its
// hooks may return. Filter is empty for an event that ignores its matcher.
type About struct {
	Event   hooks.Event
	What    string
	Filter  string
	Values  []string // possible values for the matcher, if they are few
	Returns string
}

// notifications are the kinds of notification in Claude Code 2.1.329.
var notifications = []string{
	"permission_prompt", "idle_prompt", "auth_success", "elicitation_dialog",
	"elicitation_url_dialog", "elicitation_complete", "elicitation_response",
	"agent_needs_input", "agent_completed", "worker_permission_prompt",
	"push_notification", "plugin_notification", "computer_use_enter",
	"computer_use_exit", "quota_auto_resume_fired", "quota_auto_resume_stale",
	"quota_auto_resume_disabled", "model_refusal_fallback", "auth_storage_failure",
}

const (
	decides  = "allow, deny, ask, defer; changed input; context for Claude"
	blocks   = "block with a reason; context for Claude"
	watches  = "nothing (its output is ignored)"
	contexts = "context for Claude"
)

// Events describes all events, in the order of [hooks.Events].
func Events() []About {
	tool := "the name of the tool"
	return []About{
		{hooks.EventSessionStart, "a session starts or resumes", "how it started",
			[]string{"startup", "resume", "clear", "compact", "fork"}, contexts},
		{hooks.EventSessionEnd, "a session ends", "why it ended",
			[]string{"clear", "resume", "logout", "prompt_input_exit", "other"}, watches},
		{hooks.EventSetup, "Claude Code sets itself up", "why it is set up", []string{"init", "maintenance"}, contexts},
		{hooks.EventUserPromptSubmit, "you send a prompt", "", nil, blocks},
		{hooks.EventUserPromptExpansion, "a command becomes a prompt", "the name of the command", nil, blocks},
		{hooks.EventPreToolUse, "a tool is about to be used", tool, tools, decides},
		{hooks.EventPostToolUse, "a tool was used", tool, tools,
			"block with a reason; a different result; context for Claude"},
		{hooks.EventPostToolUseFailure, "a tool has failed", tool, tools, blocks},
		{hooks.EventPostToolBatch, "all tool calls of a reply have finished", "", nil, blocks},
		{hooks.EventPermissionRequest, "Claude Code is about to ask for permission",
			tool, tools, "allow or deny; changed input; permission rules"},
		{hooks.EventPermissionDenied, "permission was denied", tool, tools, "whether Claude may try again"},
		{hooks.EventNotification, "Claude Code sends a notification", "the kind of notification", notifications, contexts},
		{hooks.EventMessageDisplay, "a message is displayed", "", nil, "other text to show"},
		{hooks.EventStop, "Claude has finished its turn", "", nil, "block: Claude continues, with a reason"},
		{hooks.EventStopFailure, "a turn has ended with an error", "the kind of error", nil, watches},
		{hooks.EventSubagentStart, "a subagent starts", "the type of agent", nil, contexts},
		{hooks.EventSubagentStop, "a subagent has finished", "the type of agent", nil, "block: it continues, with a reason"},
		{hooks.EventTeammateIdle, "a teammate is about to go idle", "", nil, "block: it continues"},
		{hooks.EventTaskCreated, "a task is about to be created", "", nil, "block with a reason"},
		{hooks.EventTaskCompleted, "a task is about to be completed", "", nil, "block with a reason"},
		{hooks.EventPreCompact, "the conversation is about to be summarised",
			"what caused it", []string{"manual", "auto"}, "block; instructions for the summary"},
		{hooks.EventPostCompact, "the conversation was summarised", "what caused it", []string{"manual", "auto"}, watches},
		{hooks.EventPreModelSwitch, "the model is about to change", "the model", nil, "allow or deny"},
		{hooks.EventPostModelSwitch, "the model changed", "the model", nil, watches},
		{hooks.EventElicitation, "an MCP server asks you something",
			"the name of the MCP server", nil, "accept, decline or cancel, with content"},
		{hooks.EventElicitationResult, "you answered an MCP server", "the name of the MCP server", nil, "a different answer"},
		{hooks.EventConfigChange, "settings have changed", "which settings",
			[]string{"user_settings", "project_settings", "local_settings", "policy_settings", "skills"}, "block"},
		{hooks.EventInstructionsLoaded, "a file of instructions was loaded", "why it was loaded",
			[]string{"session_start", "nested_traversal", "path_glob_match", "include", "compact"}, watches},
		{hooks.EventCwdChanged, "the working directory has changed", "", nil, "files to watch"},
		{hooks.EventDirectoryAdded, "a directory was added to the session", "", nil, watches},
		{hooks.EventFileChanged, "a watched file has changed", "the name of the file", nil, "files to watch"},
		{hooks.EventWorktreeCreate, "a worktree is about to be created", "", nil, "the path of the worktree"},
		{hooks.EventWorktreeRemove, "a worktree is about to be removed", "", nil, watches},
	}
}

var events = sync.OnceValue(Events)

// Describe returns what is known about an event. ok is false for a name that Claude Code
// 2.1.329 does not know.
func Describe(e hooks.Event) (About, bool) {
	for _, a := range events() {
		if a.Event == e {
			return a, true
		}
	}
	return About{Event: e}, false
}

// Member returns the payload member that matchers are compared with at an event; empty for an
// event that ignores them.
func Member(e hooks.Event) string {
	switch e {
	case hooks.EventSessionStart, hooks.EventConfigChange:
		return "source"
	case hooks.EventSessionEnd:
		return "reason"
	case hooks.EventSetup, hooks.EventPreCompact, hooks.EventPostCompact:
		return "trigger"
	case hooks.EventUserPromptExpansion:
		return "command_name"
	case hooks.EventNotification:
		return "notification_type"
	case hooks.EventStopFailure:
		return "error"
	case hooks.EventSubagentStart, hooks.EventSubagentStop:
		return "agent_type"
	case hooks.EventPreModelSwitch, hooks.EventPostModelSwitch:
		return "to_model"
	case hooks.EventElicitation, hooks.EventElicitationResult:
		return "mcp_server_name"
	case hooks.EventInstructionsLoaded:
		return "load_reason"
	case hooks.EventFileChanged:
		return "file_path" // its last element counts
	}
	if OfTool(e) {
		return "tool_name"
	}
	return ""
}

// filters reports whether an event uses matchers.
func filters(e hooks.Event) bool {
	a, _ := Describe(e)
	return a.Filter != ""
}

// OfTool reports whether an event is about one tool use, which an "if" can examine.
func OfTool(e hooks.Event) bool {
	switch e {
	case hooks.EventPreToolUse, hooks.EventPostToolUse, hooks.EventPostToolUseFailure,
		hooks.EventPermissionRequest, hooks.EventPermissionDenied:
		return true
	}
	return false
}
