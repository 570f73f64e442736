package hooks

// UserPromptSubmit fires when a prompt is about to reach the model.
type UserPromptSubmit struct {
	Common
	Prompt       string
	Source       string // user, sdk, system, loop_wakeup, schedule_wakeup or poll_event
	SessionTitle string
}

// UserPromptExpansion fires when a command is about to become a prompt.
type UserPromptExpansion struct {
	Common
	ExpansionType string // slash_command or mcp_prompt
	CommandName   string
	CommandArgs   string
	CommandSource string
	Prompt        string
}

// MessageDisplay fires for every piece of text of the model that is about to be
// shown.
type MessageDisplay struct {
	Common
	TurnID    string
	MessageID string
	Index     int64 // of this piece in its message, from 0
	Final     bool  // the last piece, which can be empty
	Delta     string
}

// Stopping are the members that the end of a turn has in the main thread and in
// a subagent.
type Stopping struct {
	Common
	StopHookActive       bool // Claude is at work because a hook blocked an earlier stop
	LastAssistantMessage string
	BackgroundTasks      Value // an array: what is still running
	SessionCrons         Value // an array: what will wake the session
}

// Stop fires when Claude is about to end its turn.
type Stop struct{ Stopping }

// SubagentStop fires when a subagent is about to end.
type SubagentStop struct {
	Stopping
	AgentTranscriptPath string
}

// SubagentStart fires when a subagent begins; AgentID and AgentType say which.
type SubagentStart struct{ Common }

// StopFailure fires when a turn ends because the model could not be reached or
// refused.
type StopFailure struct {
	Common
	Error                string // its kind, such as rate_limit
	ErrorDetails         string
	LastAssistantMessage string
}

// TeammateIdle fires when a teammate is about to have nothing to do.
type TeammateIdle struct {
	Common
	TeammateName string
	TeamName     string
}

// Task are the members that the events of a task share.
type Task struct {
	Common
	TaskID          string
	TaskSubject     string
	TaskDescription string
	TeammateName    string
	TeamName        string
}

// TaskCreated fires when a task is about to be added to the list.
type TaskCreated struct{ Task }

// TaskCompleted fires when a task is about to be marked as done.
type TaskCompleted struct{ Task }

// turnEvent returns nil for an event of another kind.
func (c *Common) turnEvent() Payload {
	switch c.Event {
	case EventUserPromptSubmit:
		return UserPromptSubmit{*c, c.text("prompt"), c.text("source"), c.text("session_title")}
	case EventUserPromptExpansion:
		return UserPromptExpansion{
			Common: *c, ExpansionType: c.text("expansion_type"), CommandName: c.text("command_name"),
			CommandArgs: c.text("command_args"), CommandSource: c.text("command_source"), Prompt: c.text("prompt"),
		}
	case EventMessageDisplay:
		return MessageDisplay{
			Common: *c, TurnID: c.text("turn_id"), MessageID: c.text("message_id"),
			Index: c.whole("index"), Final: c.flag("final"), Delta: c.text("delta"),
		}
	case EventStop:
		return Stop{c.stopping()}
	case EventSubagentStop:
		return SubagentStop{c.stopping(), c.text("agent_transcript_path")}
	case EventSubagentStart:
		return SubagentStart{*c}
	case EventStopFailure:
		return StopFailure{*c, c.text("error"), c.text("error_details"), c.text("last_assistant_message")}
	case EventTeammateIdle:
		return TeammateIdle{*c, c.text("teammate_name"), c.text("team_name")}
	case EventTaskCreated:
		return TaskCreated{c.task()}
	case EventTaskCompleted:
		return TaskCompleted{c.task()}
	}
	return nil
}

func (c *Common) stopping() Stopping {
	return Stopping{
		Common: *c, StopHookActive: c.flag("stop_hook_active"), LastAssistantMessage: c.text("last_assistant_message"),
		BackgroundTasks: c.Document.Get("background_tasks"), SessionCrons: c.Document.Get("session_crons"),
	}
}

func (c *Common) task() Task {
	return Task{
		Common: *c, TaskID: c.text("task_id"), TaskSubject: c.text("task_subject"), TaskDescription: c.text("task_description"),
		TeammateName: c.text("teammate_name"), TeamName: c.text("team_name"),
	}
}
