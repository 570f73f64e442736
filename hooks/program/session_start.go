package program

import (
	"fmt"

	"neverask/hooks"
	"neverask/hooks/rule/question"
	"neverask/hooks/rule/standinganswer"
)

// sessionStart tells Claude the person's standing answers at every start: after /clear and a
// compaction it has lost them, and when a session is resumed, others may apply.
func (h *hook) sessionStart(p hooks.SessionStart) (hooks.Output, error) {
	within := question.NewLocation(h.project(p.Common)).Within
	content, err := h.preferences(within)
	if err != nil || content == "" {
		return hooks.Output{}, err
	}
	told, err := standinganswer.ParseTold(content, within) // status and doctor report faulty lines
	if err != nil {
		return hooks.Output{}, fmt.Errorf("%s: %w", h.paths.Preferences(), err)
	}
	if len(told) == 0 {
		return hooks.Output{}, nil
	}
	return hooks.Output{Specific: hooks.SessionStartOutput{AdditionalContext: standinganswer.Context(told)}}, nil
}
