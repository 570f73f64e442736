package hooks

import "fmt"

// A Reply is an answer to any payload: a [Result], which is translated, or an
// [Output], which is checked.
type Reply interface {
	// Native returns the answer in the client's form; input is the tool's
	// input for the events that are about one tool call. It fails when the
	// event has no place for the answer.
	Native(event Event, input Value) (Output, error)
}

// Native returns o itself when the event accepts it, see [Output.Check].
func (o Output) Native(event Event, _ Value) (Output, error) { return o, o.Check(event) }

// Check returns an error when the client would void the output for this event,
// or pass over something in it: a part of another event, a block of what cannot
// be blocked, a value that is none of the allowed ones, a word beside "async".
// The client says so in its debug log alone, and goes on as if nothing had been
// printed.
func (o Output) Check(event Event) error {
	if err := o.check(event); err != nil {
		return fmt.Errorf("answer to %s: %w", event, err)
	}
	return nil
}

func (o Output) check(event Event) error {
	if o.Async {
		return o.checkAsync()
	}
	if o.Block && !event.CanBlock() {
		return fmt.Errorf("it cannot be blocked")
	}
	if o.Reason != "" && !o.Block {
		return fmt.Errorf("a reason without a block")
	}
	if o.StopReason != "" && !o.Stop {
		return fmt.Errorf("a reason to stop without stopping")
	}
	if o.Specific == nil {
		return nil
	}
	return checkSpecific(o.Specific, event)
}

// checkAsync fails for an output that would lose a word, such as a refusal, to
// going on without it.
func (o Output) checkAsync() error {
	o.Async, o.AsyncTimeout = false, 0
	if o != (Output{}) {
		return fmt.Errorf("an asynchronous output says nothing else")
	}
	return nil
}

func checkSpecific(s Specific, event Event) error {
	var err error
	switch s := s.(type) {
	case PreToolUseOutput:
		if s.Decision.rank() < 0 {
			err = fmt.Errorf("unknown decision %q", s.Decision)
		} else {
			err = wantKind("updatedInput", s.UpdatedInput, Object)
		}
	case PreModelSwitchOutput:
		if s.Decision.rank() < 0 || s.Decision == Defer {
			err = fmt.Errorf("unknown decision %q", s.Decision)
		}
	case PermissionRequestOutput:
		err = s.check()
	case ElicitationOutput:
		err = checkAction(s.Action, s.Content)
	case ElicitationResultOutput:
		err = checkAction(s.Action, s.Content)
	case SessionStartOutput, SetupOutput, UserPromptSubmitOutput, UserPromptExpansionOutput, PostToolUseOutput, PostToolUseFailureOutput,
		PostToolBatchOutput, PermissionDeniedOutput, NotificationOutput, MessageDisplayOutput, StopOutput, SubagentStartOutput, SubagentStopOutput,
		PostModelSwitchOutput, CwdChangedOutput, FileChangedOutput, WorktreeCreateOutput:
	default:
		// A pointer, or a type around one of ours: what it says would pass unseen.
		return fmt.Errorf("%T is none of the output types", s)
	}
	if of := s.Event(); of != event {
		return fmt.Errorf("the output is for %s", of)
	}
	return err
}

func (o PermissionRequestOutput) check() error {
	if o == (PermissionRequestOutput{}) {
		return nil
	}
	switch o.Decision {
	case Allow:
		if o.Message != "" || o.Interrupt {
			return fmt.Errorf("a message or an interrupt with allow")
		}
	case Deny:
		if o.UpdatedInput.Kind() != Absent || o.UpdatedPermissions.Kind() != Absent {
			return fmt.Errorf("an updated input or permissions with deny")
		}
	default:
		return fmt.Errorf("want allow or deny, got %q", o.Decision)
	}
	if err := wantKind("updatedInput", o.UpdatedInput, Object); err != nil {
		return err
	}
	return wantKind("updatedPermissions", o.UpdatedPermissions, Array)
}

func checkAction(action string, content Value) error {
	switch action {
	case "", "accept", "decline", "cancel":
		return wantKind("content", content, Object)
	}
	return fmt.Errorf("want accept, decline or cancel, got %q", action)
}

func wantKind(name string, v Value, kind Kind) error {
	if v.Kind() != Absent && v.Kind() != kind {
		return fmt.Errorf("%s: the client does not accept %.40s", name, v.Raw())
	}
	return nil
}
