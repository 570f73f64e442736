package hooks

// PreToolUseOutput answers a PreToolUse payload. UpdatedInput replaces the tool's
// whole input, so start from the original one.
type PreToolUseOutput struct {
	Decision          Decision `json:"permissionDecision" is:"allow deny ask defer"`
	Reason            string   `json:"permissionDecisionReason"`
	UpdatedInput      Value    `json:"updatedInput" is:"object"`
	AdditionalContext string   `json:"additionalContext"` // read by the model after the tool's result
}

// Event returns [EventPreToolUse].
func (PreToolUseOutput) Event() Event { return EventPreToolUse }

// PostToolUseOutput answers a PostToolUse payload. UpdatedToolOutput replaces the
// tool's result for the model. The older updatedMCPToolOutput is read into it, and
// never written.
type PostToolUseOutput struct {
	AdditionalContext string `json:"additionalContext"`
	UpdatedToolOutput Value  `json:"updatedToolOutput"`
	// ClassifierContext is read by the classifier of auto mode beside the result, and trusted
	// like the host: it must not hold anybody else's text.
	ClassifierContext string `json:"classifierContext"`
}

// Event returns [EventPostToolUse].
func (PostToolUseOutput) Event() Event { return EventPostToolUse }

// PostToolUseFailureOutput answers a PostToolUseFailure payload.
type PostToolUseFailureOutput struct {
	AdditionalContext string `json:"additionalContext"`
}

// Event returns [EventPostToolUseFailure].
func (PostToolUseFailureOutput) Event() Event { return EventPostToolUseFailure }

// PostToolBatchOutput answers a PostToolBatch payload.
type PostToolBatchOutput struct {
	AdditionalContext string `json:"additionalContext"`
}

// Event returns [EventPostToolBatch].
func (PostToolBatchOutput) Event() Event { return EventPostToolBatch }

// PermissionRequestOutput answers a PermissionRequest payload; Decision is Allow
// or Deny.
type PermissionRequestOutput struct {
	Decision           Decision `json:"behavior" is:"allow deny"`
	UpdatedInput       Value    `json:"updatedInput" is:"object"`      // with Allow
	UpdatedPermissions Value    `json:"updatedPermissions" is:"array"` // with Allow: permission updates
	Message            string   `json:"message"`                       // with Deny
	Interrupt          bool     `json:"interrupt"`                     // with Deny: end the run
}

// Event returns [EventPermissionRequest].
func (PermissionRequestOutput) Event() Event { return EventPermissionRequest }

// PermissionDeniedOutput answers a PermissionDenied payload.
type PermissionDeniedOutput struct {
	Retry bool `json:"retry"` // tell the model that it may try again
}

// Event returns [EventPermissionDenied].
func (PermissionDeniedOutput) Event() Event { return EventPermissionDenied }

// SessionStartOutput answers a SessionStart payload.
type SessionStartOutput struct {
	AdditionalContext  string   `json:"additionalContext"`
	InitialUserMessage string   `json:"initialUserMessage"`
	SessionTitle       string   `json:"sessionTitle"`
	WatchPaths         []string `json:"watchPaths"`   // files whose changes fire FileChanged
	ReloadSkills       bool     `json:"reloadSkills"` // afterwards, look for new skills and commands
}

// Event returns [EventSessionStart].
func (SessionStartOutput) Event() Event { return EventSessionStart }

// SetupOutput answers a Setup payload.
type SetupOutput struct {
	AdditionalContext string `json:"additionalContext"`
}

// Event returns [EventSetup].
func (SetupOutput) Event() Event { return EventSetup }

// UserPromptSubmitOutput answers a UserPromptSubmit payload.
type UserPromptSubmitOutput struct {
	AdditionalContext      string `json:"additionalContext"`
	SessionTitle           string `json:"sessionTitle"`
	SuppressOriginalPrompt bool   `json:"suppressOriginalPrompt"` // leave the prompt out of the message when it is blocked
}

// Event returns [EventUserPromptSubmit].
func (UserPromptSubmitOutput) Event() Event { return EventUserPromptSubmit }

// UserPromptExpansionOutput answers a UserPromptExpansion payload.
type UserPromptExpansionOutput struct {
	AdditionalContext      string `json:"additionalContext"`
	SuppressOriginalPrompt bool   `json:"suppressOriginalPrompt"` // leave the prompt out of the message when it is blocked
}

// Event returns [EventUserPromptExpansion].
func (UserPromptExpansionOutput) Event() Event { return EventUserPromptExpansion }

// StopOutput answers a Stop payload. Context alone keeps Claude working, as a
// block does: give it once, and never while StopHookActive is set.
type StopOutput struct {
	AdditionalContext string `json:"additionalContext"`
}

// Event returns [EventStop].
func (StopOutput) Event() Event { return EventStop }

// SubagentStartOutput answers a SubagentStart payload.
type SubagentStartOutput struct {
	AdditionalContext string `json:"additionalContext"`
}

// Event returns [EventSubagentStart].
func (SubagentStartOutput) Event() Event { return EventSubagentStart }

// SubagentStopOutput answers a SubagentStop payload. Context alone keeps the
// subagent working, as a block does.
type SubagentStopOutput struct {
	AdditionalContext string `json:"additionalContext"`
}

// Event returns [EventSubagentStop].
func (SubagentStopOutput) Event() Event { return EventSubagentStop }

// PreModelSwitchOutput answers a PreModelSwitch payload; Decision is Allow, Deny
// or Ask.
type PreModelSwitchOutput struct {
	Decision Decision `json:"permissionDecision" is:"allow deny ask"`
	Reason   string   `json:"permissionDecisionReason"`
}

// Event returns [EventPreModelSwitch].
func (PreModelSwitchOutput) Event() Event { return EventPreModelSwitch }

// PostModelSwitchOutput answers a PostModelSwitch payload. The context reaches
// the new model.
type PostModelSwitchOutput struct {
	AdditionalContext string `json:"additionalContext"`
}

// Event returns [EventPostModelSwitch].
func (PostModelSwitchOutput) Event() Event { return EventPostModelSwitch }

// NotificationOutput answers a Notification payload.
type NotificationOutput struct {
	AdditionalContext string `json:"additionalContext"`
}

// Event returns [EventNotification].
func (NotificationOutput) Event() Event { return EventNotification }

// MessageDisplayOutput answers a MessageDisplay payload. DisplayContent is shown
// in place of the delta; nil leaves the delta as it is.
type MessageDisplayOutput struct {
	DisplayContent *string `json:"displayContent"`
}

// Event returns [EventMessageDisplay].
func (MessageDisplayOutput) Event() Event { return EventMessageDisplay }

// ElicitationOutput answers an Elicitation payload, in place of the person.
type ElicitationOutput struct {
	Action  string `json:"action" is:"accept decline cancel"`
	Content Value  `json:"content" is:"object"` // with accept
}

// Event returns [EventElicitation].
func (ElicitationOutput) Event() Event { return EventElicitation }

// ElicitationResultOutput answers an ElicitationResult payload: it replaces the
// person's answer.
type ElicitationResultOutput struct {
	Action  string `json:"action" is:"accept decline cancel"`
	Content Value  `json:"content" is:"object"` // with accept
}

// Event returns [EventElicitationResult].
func (ElicitationResultOutput) Event() Event { return EventElicitationResult }

// CwdChangedOutput answers a CwdChanged payload.
type CwdChangedOutput struct {
	WatchPaths []string `json:"watchPaths"` // files whose changes fire FileChanged
}

// Event returns [EventCwdChanged].
func (CwdChangedOutput) Event() Event { return EventCwdChanged }

// FileChangedOutput answers a FileChanged payload.
type FileChangedOutput struct {
	WatchPaths []string `json:"watchPaths"` // files whose changes fire FileChanged
}

// Event returns [EventFileChanged].
func (FileChangedOutput) Event() Event { return EventFileChanged }

// WorktreeCreateOutput answers a WorktreeCreate payload.
type WorktreeCreateOutput struct {
	WorktreePath string `json:"worktreePath"` // where the hook has made the worktree
}

// Event returns [EventWorktreeCreate].
func (WorktreeCreateOutput) Event() Event { return EventWorktreeCreate }
