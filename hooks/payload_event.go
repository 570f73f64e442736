package hooks

// ToolCall are the members that the tool events share.
type ToolCall struct {
	Common
	ToolName  string `json:"tool_name"`
	ToolInput Value  `json:"tool_input"`
	ToolUseID string `json:"tool_use_id"` // empty in a PermissionRequest
	MCPServer Value  `json:"mcp_server"`  // for a tool of an MCP server: its name and source
}

// PreToolUse fires before a tool call, before anybody is asked for permission.
type PreToolUse struct{ ToolCall }

// PostToolUse fires after a tool call that succeeded.
type PostToolUse struct {
	ToolCall
	ToolResponse Value `json:"tool_response"`
	DurationMS   Value `json:"duration_ms"` // as written; without permission wait and hooks
}

// PostToolUseFailure fires after a tool call that failed: an error result, a
// protocol error or a crashed server.
type PostToolUseFailure struct {
	ToolCall
	Error       string `json:"error"`
	IsInterrupt bool   `json:"is_interrupt"`
	DurationMS  Value  `json:"duration_ms"`
}

// PermissionRequest fires when the client is about to ask for permission.
type PermissionRequest struct {
	ToolCall
	Suggestions Value `json:"permission_suggestions"` // permission updates the client would offer
}

// PermissionDenied fires when auto mode has refused a tool call.
type PermissionDenied struct {
	ToolCall
	Reason string `json:"reason"`
}

// PostToolBatch fires once all tool calls of one model response have ended, including
// those that were refused or never run.
type PostToolBatch struct {
	Common
	Calls []BatchCall `json:"tool_calls"`
}

// BatchCall is one tool call of a [PostToolBatch].
type BatchCall struct {
	ToolName     string `json:"tool_name"`
	ToolInput    Value  `json:"tool_input"`
	ToolUseID    string `json:"tool_use_id"`
	ToolResponse Value  `json:"tool_response"` // of a refused call, the text of the refusal
}

func batch(list Value) []BatchCall {
	var calls []BatchCall
	for v := range list.Elements() {
		calls = append(calls, BatchCall{
			ToolName:     v.Get("tool_name").String(),
			ToolInput:    v.Get("tool_input"),
			ToolUseID:    v.Get("tool_use_id").String(),
			ToolResponse: v.Get("tool_response"),
		})
	}
	return calls
}

// UserPromptSubmit fires when a prompt is about to reach the model.
type UserPromptSubmit struct {
	Common
	Prompt       string `json:"prompt"`
	Source       string `json:"source"` // user, sdk, system, loop_wakeup, schedule_wakeup or poll_event
	SessionTitle string `json:"session_title"`
}

// UserPromptExpansion fires when a command is about to become a prompt.
type UserPromptExpansion struct {
	Common
	ExpansionType string `json:"expansion_type"` // slash_command or mcp_prompt
	CommandName   string `json:"command_name"`
	CommandArgs   string `json:"command_args"`
	CommandSource string `json:"command_source"`
	Prompt        string `json:"prompt"`
}

// MessageDisplay fires before each piece of the model's text is shown.
type MessageDisplay struct {
	Common
	TurnID    string `json:"turn_id"`
	MessageID string `json:"message_id"`
	Index     int64  `json:"index"` // of this piece in its message, from 0
	Final     bool   `json:"final"` // the last piece, which can be empty
	Delta     string `json:"delta"`
}

// Stopping are the members that Stop and SubagentStop share.
type Stopping struct {
	Common
	StopHookActive       bool   `json:"stop_hook_active"` // Claude is at work because a hook blocked an earlier stop
	LastAssistantMessage string `json:"last_assistant_message"`
	BackgroundTasks      Value  `json:"background_tasks"` // an array: what is still running
	SessionCrons         Value  `json:"session_crons"`    // an array: what will wake the session
}

// Stop fires when Claude is about to end its turn.
type Stop struct{ Stopping }

// SubagentStop fires when a subagent is about to end.
type SubagentStop struct {
	Stopping
	AgentTranscriptPath string `json:"agent_transcript_path"`
}

// SubagentStart fires when a subagent starts: the one of AgentID and AgentType.
type SubagentStart struct{ Common }

// StopFailure fires when a turn ends because the model could not be reached or
// refused.
type StopFailure struct {
	Common
	Error                string `json:"error"` // its kind, such as rate_limit
	ErrorDetails         string `json:"error_details"`
	LastAssistantMessage string `json:"last_assistant_message"`
}

// TeammateIdle fires when a teammate is about to become idle.
type TeammateIdle struct {
	Common
	TeammateName string `json:"teammate_name"`
	TeamName     string `json:"team_name"`
}

// Task are the members that the events of a task share.
type Task struct {
	Common
	TaskID          string `json:"task_id"`
	TaskSubject     string `json:"task_subject"`
	TaskDescription string `json:"task_description"`
	TeammateName    string `json:"teammate_name"`
	TeamName        string `json:"team_name"`
}

// TaskCreated fires when a task is about to be added to the list.
type TaskCreated struct{ Task }

// TaskCompleted fires when a task is about to be marked as done.
type TaskCompleted struct{ Task }

// SessionStart fires when a session starts or resumes. The last four members are
// there if it continues from a transcript.
type SessionStart struct {
	Common
	Source                   string `json:"source"` // startup, resume, clear, compact or fork
	Model                    string `json:"model"`
	SessionTitle             string `json:"session_title"`
	SecondsSinceLastResponse Value  `json:"seconds_since_last_response"` // a number as written, see [Value.Float]
	ContextTokens            int64  `json:"context_tokens"`
	PromptCacheLikelyExpired bool   `json:"prompt_cache_likely_expired"`
	EstimatedCacheWriteUSD   Value  `json:"estimated_cache_write_usd"` // a number as written
}

// SessionEnd fires when a session is over. The client waits 1.5 seconds.
type SessionEnd struct {
	Common
	Reason string `json:"reason"` // clear, resume, logout, prompt_input_exit or other
}

// Setup fires when the client was started to prepare a project.
type Setup struct {
	Common
	Trigger string `json:"trigger"` // init or maintenance
}

// Notification fires when Claude Code sends a notification.
type Notification struct {
	Common
	Message string `json:"message"`
	Title   string `json:"title"`
	Type    string `json:"notification_type"`
}

// PreCompact fires when the conversation is about to be summarised.
type PreCompact struct {
	Common
	Trigger            string `json:"trigger"` // manual or auto
	CustomInstructions string `json:"custom_instructions"`
}

// PostCompact fires when the conversation has been summarised.
type PostCompact struct {
	Common
	Trigger        string `json:"trigger"` // manual or auto
	CompactSummary string `json:"compact_summary"`
}

// ModelSwitch are the members that PreModelSwitch and PostModelSwitch share.
type ModelSwitch struct {
	Common
	FromModel              string `json:"from_model"`
	ToModel                string `json:"to_model"`
	RequestedModel         string `json:"requested_model"` // as requested; empty for the default
	Source                 string `json:"source"`          // command, picker or sdk; afterwards also auto or resume
	ContextTokens          int64  `json:"context_tokens"`
	PromptCacheWarm        bool   `json:"prompt_cache_warm"`
	CacheTTL               string `json:"cache_ttl"`                 // 5m or 1h
	EstimatedCacheWriteUSD Value  `json:"estimated_cache_write_usd"` // a number as written, see [Value.Float]
	Pricing                string `json:"pricing"`                   // configured, catalog or default
}

// PreModelSwitch fires before the session changes to another model.
type PreModelSwitch struct{ ModelSwitch }

// PostModelSwitch fires after the session has changed to another model.
type PostModelSwitch struct{ ModelSwitch }

// Elicitation fires when an MCP server asks you for input.
type Elicitation struct {
	Common
	MCPServerName   string `json:"mcp_server_name"`
	Message         string `json:"message"`
	Mode            string `json:"mode"` // form or url
	URL             string `json:"url"`
	ElicitationID   string `json:"elicitation_id"`
	RequestedSchema Value  `json:"requested_schema"`
}

// ElicitationResult fires when you have answered an MCP server.
type ElicitationResult struct {
	Common
	MCPServerName string `json:"mcp_server_name"`
	ElicitationID string `json:"elicitation_id"`
	Mode          string `json:"mode"`   // form or url
	Action        string `json:"action"` // accept, decline or cancel
	Content       Value  `json:"content"`
}

// ConfigChange fires when a settings file has changed during the session.
type ConfigChange struct {
	Common
	Source   string `json:"source"` // user_settings, project_settings, local_settings, policy_settings or skills
	FilePath string `json:"file_path"`
}

// InstructionsLoaded fires when a file of instructions, such as CLAUDE.md, has been
// read.
type InstructionsLoaded struct {
	Common
	FilePath        string   `json:"file_path"`
	MemoryType      string   `json:"memory_type"` // User, Project, Local or Managed
	LoadReason      string   `json:"load_reason"` // session_start, nested_traversal, path_glob_match, include or compact
	Globs           []string `json:"globs"`
	TriggerFilePath string   `json:"trigger_file_path"`
	ParentFilePath  string   `json:"parent_file_path"`
}

// CwdChanged fires when the working directory has changed.
type CwdChanged struct {
	Common
	OldCwd string `json:"old_cwd"`
	NewCwd string `json:"new_cwd"`
}

// DirectoryAdded fires when the session has gained a working directory.
type DirectoryAdded struct {
	Common
	Directory string `json:"directory"`
	Source    string `json:"source"` // slash_command or register_repo_root
}

// FileChanged fires when a watched file has changed.
type FileChanged struct {
	Common
	FilePath string `json:"file_path"`
	Change   string `json:"event"` // change, add or unlink
}

// WorktreeCreate fires when a worktree is to be created, which is the hook's task.
type WorktreeCreate struct {
	Common
	Name string `json:"name"`
}

// WorktreeRemove fires when a worktree is to be removed.
type WorktreeRemove struct {
	Common
	WorktreePath string `json:"worktree_path"`
}
