package hooks

// PreToolUseOutput answers a PreToolUse payload. UpdatedInput replaces the whole
// input of the tool, it is not merged: start from the input that came.
type PreToolUseOutput struct {
	Decision          Decision
	Reason            string
	UpdatedInput      Value
	AdditionalContext string // read by the model after the tool's result
}

// Event returns [EventPreToolUse].
func (PreToolUseOutput) Event() Event { return EventPreToolUse }

func (o PreToolUseOutput) write(w *Writer) {
	w.Text("permissionDecision", string(o.Decision))
	w.Text("permissionDecisionReason", o.Reason)
	w.Member("updatedInput", o.UpdatedInput)
	w.Text("additionalContext", o.AdditionalContext)
}

// PostToolUseOutput answers a PostToolUse payload. UpdatedToolOutput replaces
// what the model reads as the tool's result. The older updatedMCPToolOutput is
// read into it, and never written.
type PostToolUseOutput struct {
	AdditionalContext string
	UpdatedToolOutput Value
	// ClassifierContext is read by the classifier of auto mode beside the
	// result, as a word of the host: it must not hold text of others.
	ClassifierContext string
}

// Event returns [EventPostToolUse].
func (PostToolUseOutput) Event() Event { return EventPostToolUse }

func (o PostToolUseOutput) write(w *Writer) {
	w.Text("additionalContext", o.AdditionalContext)
	w.Member("updatedToolOutput", o.UpdatedToolOutput)
	w.Text("classifierContext", o.ClassifierContext)
}

// PostToolUseFailureOutput answers a PostToolUseFailure payload.
type PostToolUseFailureOutput struct {
	AdditionalContext string
}

// Event returns [EventPostToolUseFailure].
func (PostToolUseFailureOutput) Event() Event { return EventPostToolUseFailure }

func (o PostToolUseFailureOutput) write(w *Writer) { w.Text("additionalContext", o.AdditionalContext) }

// PostToolBatchOutput answers a PostToolBatch payload.
type PostToolBatchOutput struct {
	AdditionalContext string
}

// Event returns [EventPostToolBatch].
func (PostToolBatchOutput) Event() Event { return EventPostToolBatch }

func (o PostToolBatchOutput) write(w *Writer) { w.Text("additionalContext", o.AdditionalContext) }

// PermissionRequestOutput answers a PermissionRequest payload; Decision is Allow
// or Deny.
type PermissionRequestOutput struct {
	Decision           Decision
	UpdatedInput       Value  // with Allow
	UpdatedPermissions Value  // with Allow: an array of permission updates
	Message            string // with Deny
	Interrupt          bool   // with Deny: end the run
}

// Event returns [EventPermissionRequest].
func (PermissionRequestOutput) Event() Event { return EventPermissionRequest }

func (o PermissionRequestOutput) write(w *Writer) {
	if o == (PermissionRequestOutput{}) {
		return
	}
	w.Name("decision").Begin('{')
	w.Text("behavior", string(o.Decision))
	w.Member("updatedInput", o.UpdatedInput)
	w.Member("updatedPermissions", o.UpdatedPermissions)
	w.Text("message", o.Message)
	w.Flag("interrupt", o.Interrupt)
	w.End('}')
}

// PermissionDeniedOutput answers a PermissionDenied payload.
type PermissionDeniedOutput struct {
	Retry bool // tell the model that it may try again
}

// Event returns [EventPermissionDenied].
func (PermissionDeniedOutput) Event() Event { return EventPermissionDenied }

func (o PermissionDeniedOutput) write(w *Writer) { w.Flag("retry", o.Retry) }
