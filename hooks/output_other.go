package hooks

// NotificationOutput answers a Notification payload.
type NotificationOutput struct {
	AdditionalContext string
}

// Event returns [EventNotification].
func (NotificationOutput) Event() Event { return EventNotification }

func (o NotificationOutput) write(w *Writer) { w.Text("additionalContext", o.AdditionalContext) }

// MessageDisplayOutput answers a MessageDisplay payload. DisplayContent is shown
// in place of the delta; nil leaves the delta as it is.
type MessageDisplayOutput struct {
	DisplayContent *string
}

// Event returns [EventMessageDisplay].
func (MessageDisplayOutput) Event() Event { return EventMessageDisplay }

func (o MessageDisplayOutput) write(w *Writer) {
	if o.DisplayContent != nil {
		w.Name("displayContent").String(*o.DisplayContent)
	}
}

// ElicitationOutput answers an Elicitation payload, in place of the person.
type ElicitationOutput struct {
	Action  string // accept, decline or cancel
	Content Value  // with accept: an object
}

// Event returns [EventElicitation].
func (ElicitationOutput) Event() Event { return EventElicitation }

func (o ElicitationOutput) write(w *Writer) {
	w.Text("action", o.Action)
	w.Member("content", o.Content)
}

// ElicitationResultOutput answers an ElicitationResult payload: it replaces what
// the person has answered.
type ElicitationResultOutput struct {
	Action  string // accept, decline or cancel
	Content Value  // with accept: an object
}

// Event returns [EventElicitationResult].
func (ElicitationResultOutput) Event() Event { return EventElicitationResult }

func (o ElicitationResultOutput) write(w *Writer) {
	w.Text("action", o.Action)
	w.Member("content", o.Content)
}

// CwdChangedOutput answers a CwdChanged payload.
type CwdChangedOutput struct {
	WatchPaths []string // files whose changes fire FileChanged
}

// Event returns [EventCwdChanged].
func (CwdChangedOutput) Event() Event { return EventCwdChanged }

func (o CwdChangedOutput) write(w *Writer) { writePaths(w, o.WatchPaths) }

// FileChangedOutput answers a FileChanged payload.
type FileChangedOutput struct {
	WatchPaths []string // files whose changes fire FileChanged
}

// Event returns [EventFileChanged].
func (FileChangedOutput) Event() Event { return EventFileChanged }

func (o FileChangedOutput) write(w *Writer) { writePaths(w, o.WatchPaths) }

// WorktreeCreateOutput answers a WorktreeCreate payload.
type WorktreeCreateOutput struct {
	WorktreePath string // where the hook has made the worktree
}

// Event returns [EventWorktreeCreate].
func (WorktreeCreateOutput) Event() Event { return EventWorktreeCreate }

func (o WorktreeCreateOutput) write(w *Writer) { w.Text("worktreePath", o.WorktreePath) }

// contextFor returns the part that gives the model context at an event, or nil
// where there is none.
func contextFor(event Event, text string) Specific {
	switch event {
	case EventPreToolUse:
		return PreToolUseOutput{AdditionalContext: text}
	case EventPostToolUse:
		return PostToolUseOutput{AdditionalContext: text}
	case EventPostToolUseFailure:
		return PostToolUseFailureOutput{AdditionalContext: text}
	case EventPostToolBatch:
		return PostToolBatchOutput{AdditionalContext: text}
	case EventSessionStart:
		return SessionStartOutput{AdditionalContext: text}
	case EventSetup:
		return SetupOutput{AdditionalContext: text}
	case EventUserPromptSubmit:
		return UserPromptSubmitOutput{AdditionalContext: text}
	case EventUserPromptExpansion:
		return UserPromptExpansionOutput{AdditionalContext: text}
	case EventStop:
		return StopOutput{AdditionalContext: text}
	case EventSubagentStart:
		return SubagentStartOutput{AdditionalContext: text}
	case EventSubagentStop:
		return SubagentStopOutput{AdditionalContext: text}
	case EventPostModelSwitch:
		return PostModelSwitchOutput{AdditionalContext: text}
	case EventNotification:
		return NotificationOutput{AdditionalContext: text}
	}
	return nil
}
