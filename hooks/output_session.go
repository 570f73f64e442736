package hooks

// SessionStartOutput answers a SessionStart payload.
type SessionStartOutput struct {
	AdditionalContext  string
	InitialUserMessage string
	SessionTitle       string
	WatchPaths         []string // files whose changes fire FileChanged
	ReloadSkills       bool     // look again for skills and commands afterwards
}

// Event returns [EventSessionStart].
func (SessionStartOutput) Event() Event { return EventSessionStart }

func (o SessionStartOutput) write(w *Writer) {
	w.Text("additionalContext", o.AdditionalContext)
	w.Text("initialUserMessage", o.InitialUserMessage)
	w.Text("sessionTitle", o.SessionTitle)
	writePaths(w, o.WatchPaths)
	w.Flag("reloadSkills", o.ReloadSkills)
}

// writePaths writes watchPaths. An empty list that is not nil is written: it
// ends the watching.
func writePaths(w *Writer, paths []string) {
	if paths == nil {
		return
	}
	w.Name("watchPaths").Begin('[')
	for _, p := range paths {
		w.String(p)
	}
	w.End(']')
}

// SetupOutput answers a Setup payload.
type SetupOutput struct {
	AdditionalContext string
}

// Event returns [EventSetup].
func (SetupOutput) Event() Event { return EventSetup }

func (o SetupOutput) write(w *Writer) { w.Text("additionalContext", o.AdditionalContext) }

// UserPromptSubmitOutput answers a UserPromptSubmit payload.
type UserPromptSubmitOutput struct {
	AdditionalContext      string
	SessionTitle           string
	SuppressOriginalPrompt bool // leave the prompt out of the message when it is blocked
}

// Event returns [EventUserPromptSubmit].
func (UserPromptSubmitOutput) Event() Event { return EventUserPromptSubmit }

func (o UserPromptSubmitOutput) write(w *Writer) {
	w.Text("additionalContext", o.AdditionalContext)
	w.Text("sessionTitle", o.SessionTitle)
	w.Flag("suppressOriginalPrompt", o.SuppressOriginalPrompt)
}

// UserPromptExpansionOutput answers a UserPromptExpansion payload.
type UserPromptExpansionOutput struct {
	AdditionalContext      string
	SuppressOriginalPrompt bool // leave the prompt out of the message when it is blocked
}

// Event returns [EventUserPromptExpansion].
func (UserPromptExpansionOutput) Event() Event { return EventUserPromptExpansion }

func (o UserPromptExpansionOutput) write(w *Writer) {
	w.Text("additionalContext", o.AdditionalContext)
	w.Flag("suppressOriginalPrompt", o.SuppressOriginalPrompt)
}

// StopOutput answers a Stop payload. Context alone keeps Claude working, as a
// block does: give it once, or never when StopHookActive is set.
type StopOutput struct {
	AdditionalContext string
}

// Event returns [EventStop].
func (StopOutput) Event() Event { return EventStop }

func (o StopOutput) write(w *Writer) { w.Text("additionalContext", o.AdditionalContext) }

// SubagentStartOutput answers a SubagentStart payload.
type SubagentStartOutput struct {
	AdditionalContext string
}

// Event returns [EventSubagentStart].
func (SubagentStartOutput) Event() Event { return EventSubagentStart }

func (o SubagentStartOutput) write(w *Writer) { w.Text("additionalContext", o.AdditionalContext) }

// SubagentStopOutput answers a SubagentStop payload. Context alone keeps the
// subagent working, as a block does.
type SubagentStopOutput struct {
	AdditionalContext string
}

// Event returns [EventSubagentStop].
func (SubagentStopOutput) Event() Event { return EventSubagentStop }

func (o SubagentStopOutput) write(w *Writer) { w.Text("additionalContext", o.AdditionalContext) }

// PreModelSwitchOutput answers a PreModelSwitch payload; Decision is Allow, Deny
// or Ask.
type PreModelSwitchOutput struct {
	Decision Decision
	Reason   string
}

// Event returns [EventPreModelSwitch].
func (PreModelSwitchOutput) Event() Event { return EventPreModelSwitch }

func (o PreModelSwitchOutput) write(w *Writer) {
	w.Text("permissionDecision", string(o.Decision))
	w.Text("permissionDecisionReason", o.Reason)
}

// PostModelSwitchOutput answers a PostModelSwitch payload. The context reaches
// the new model.
type PostModelSwitchOutput struct {
	AdditionalContext string
}

// Event returns [EventPostModelSwitch].
func (PostModelSwitchOutput) Event() Event { return EventPostModelSwitch }

func (o PostModelSwitchOutput) write(w *Writer) { w.Text("additionalContext", o.AdditionalContext) }
