package program

import (
	"errors"
	"fmt"
	"io"

	"neverask/hooks"
	"neverask/hooks/off"
	"neverask/hooks/rule/question"
)

// maxInput is the size of the longest payload that is read.
const maxInput = 16 << 20

// handle does the work for one payload. It calls emit at most once, and writes records after
// that.
func (h *hook) handle(stdin io.Reader, emit func(line []byte)) {
	defer func() { _ = recover() }() // even in the handling of a panic
	var err error
	if h.paths, err = directories(h.env); err != nil {
		return // nowhere to complain to
	}
	defer h.finish()
	defer func() {
		if r := recover(); r != nil {
			h.complain(fmt.Errorf("panic: %v", r))
		}
	}()
	input, err := io.ReadAll(io.LimitReader(stdin, maxInput+1))
	if err == nil && len(input) > maxInput {
		err = errors.New("longer than 16 MB")
	}
	if err != nil {
		h.complain(fmt.Errorf("hook input: %w", err))
		return
	}
	payload, err := hooks.ParsePayload(input)
	if err != nil {
		h.complain(err)
		return
	}
	switch h.purpose {
	case ActivityArgument:
		h.recordActivity(payload)
		return
	case RulesArgument:
		h.applyToolRules(payload, emit)
		return
	}
	out, err := h.answer(payload)
	if err != nil {
		h.complain(err)
		return
	}
	emit(out.JSON())
}

// answer returns the hook's reply to a payload.
func (h *hook) answer(payload hooks.Payload) (hooks.Output, error) {
	switch p := payload.(type) {
	case hooks.PreToolUse:
		if _, ok := question.IsTool(p.ToolName); ok {
			return h.preToolUse(p)
		}
	case hooks.PostToolUse:
		if _, ok := question.IsTool(p.ToolName); ok {
			return h.postToolUse(p)
		}
	case hooks.PostToolUseFailure:
		if _, ok := question.IsTool(p.ToolName); ok {
			return h.postToolUseFailure(p)
		}
	case hooks.SessionStart:
		return h.sessionStart(p)
	}
	return hooks.Output{}, nil
}

// hook is the work on one payload.
type hook struct {
	records
	purpose string // the argument that says what the hook is for
	inputs  bool   // activity recording includes the inputs of tools
	out     output
	off     func() ([]off.Period, error) // the result of reading them; nil before
}
