package hooks

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
