package status

import (
	"slices"

	"neverask/hooks"
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/dispatch"
	"neverask/hooks/rule/question"
)

// Unable says why an installed hook of neverask cannot act here: its program cannot run, its entry is gone or fits no
// question, hooks are turned off, or a permission rule overrides it. It returns "" if it can, or if it is in none of
// the sources. states are those of the sources' hooks. Names in it are not yet safe to draw.
func Unable(what config.Installable, sources config.Sources, states []dispatch.HookState,
	ours func(config.Handler) bool) (why string) {
	there, runs := false, false
	for i, h := range sources.Hooks() {
		if !ours(h.Handler) || config.InstallableOf(h.Handler) != what {
			continue
		}
		there = true
		if h.Group.Event != string(hooks.EventPreToolUse) ||
			what == config.QuestionHooks && !config.Fires(h.Group, h.Handler, question.Tool) {
			continue
		}
		if runs = states[i].State == dispatch.Active; runs {
			break
		}
		why = states[i].Why // of a duplicate, the other says more
	}
	switch {
	case !there:
		return ""
	case !runs && why == "":
		return "the PreToolUse entry that neverask installed is gone or was changed"
	case !runs:
		return why
	}
	i := slices.IndexFunc(sources.Switches, func(s config.Switch) bool {
		return s.Blocks && s.Value == question.Tool && what == config.QuestionHooks
	})
	if i < 0 {
		return ""
	}
	return sources.Switches[i].Name + ": " + sources.Switches[i].Effect
}
