package hooks

// Event is the name of a hook event, as in "hook_event_name".
type Event string

// The events of Claude Code 2.1.329.
const (
	EventSessionStart        Event = "SessionStart"
	EventSessionEnd          Event = "SessionEnd"
	EventSetup               Event = "Setup"
	EventUserPromptSubmit    Event = "UserPromptSubmit"
	EventUserPromptExpansion Event = "UserPromptExpansion"
	EventPreToolUse          Event = "PreToolUse"
	EventPostToolUse         Event = "PostToolUse"
	EventPostToolUseFailure  Event = "PostToolUseFailure"
	EventPostToolBatch       Event = "PostToolBatch"
	EventPermissionRequest   Event = "PermissionRequest"
	EventPermissionDenied    Event = "PermissionDenied"
	EventNotification        Event = "Notification"
	EventMessageDisplay      Event = "MessageDisplay"
	EventStop                Event = "Stop"
	EventStopFailure         Event = "StopFailure"
	EventSubagentStart       Event = "SubagentStart"
	EventSubagentStop        Event = "SubagentStop"
	EventTeammateIdle        Event = "TeammateIdle"
	EventTaskCreated         Event = "TaskCreated"
	EventTaskCompleted       Event = "TaskCompleted"
	EventPreCompact          Event = "PreCompact"
	EventPostCompact         Event = "PostCompact"
	EventPreModelSwitch      Event = "PreModelSwitch"
	EventPostModelSwitch     Event = "PostModelSwitch"
	EventElicitation         Event = "Elicitation"
	EventElicitationResult   Event = "ElicitationResult"
	EventConfigChange        Event = "ConfigChange"
	EventInstructionsLoaded  Event = "InstructionsLoaded"
	EventCwdChanged          Event = "CwdChanged"
	EventDirectoryAdded      Event = "DirectoryAdded"
	EventFileChanged         Event = "FileChanged"
	EventWorktreeCreate      Event = "WorktreeCreate"
	EventWorktreeRemove      Event = "WorktreeRemove"
)

// Events returns all events of Claude Code 2.1.329.
func Events() []Event {
	return []Event{
		EventSessionStart, EventSessionEnd, EventSetup,
		EventUserPromptSubmit, EventUserPromptExpansion,
		EventPreToolUse, EventPostToolUse, EventPostToolUseFailure, EventPostToolBatch,
		EventPermissionRequest, EventPermissionDenied,
		EventNotification, EventMessageDisplay,
		EventStop, EventStopFailure, EventSubagentStart, EventSubagentStop,
		EventTeammateIdle, EventTaskCreated, EventTaskCompleted,
		EventPreCompact, EventPostCompact, EventPreModelSwitch, EventPostModelSwitch,
		EventElicitation, EventElicitationResult,
		EventConfigChange, EventInstructionsLoaded, EventCwdChanged, EventDirectoryAdded, EventFileChanged,
		EventWorktreeCreate, EventWorktreeRemove,
	}
}

// CanBlock reports whether "decision":"block" at this event refuses what is about
// to happen, or keeps Claude working. PreToolUse and PreModelSwitch have permission
// decisions instead.
func (e Event) CanBlock() bool {
	switch e {
	case EventUserPromptSubmit, EventUserPromptExpansion, EventPostToolUse,
		EventPostToolUseFailure, EventPostToolBatch, EventStop, EventSubagentStop,
		EventTeammateIdle, EventTaskCreated, EventTaskCompleted, EventPreCompact, EventConfigChange:
		return true
	}
	return false
}
