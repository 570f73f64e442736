package status

import (
	"slices"

	"neverask/hooks"
	"neverask/hooks/app/install"
	"neverask/hooks/app/planner"
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/dispatch"
	"neverask/hooks/rule/question"
	"neverask/settings"
)

// entryGone says that a hook is installed and nothing runs it.
const entryGone = "the PreToolUse entry that neverask installed is gone or was changed"

// Unable says of each of neverask's hooks why it cannot act here though it is installed: its program cannot run, its
// entry is gone or fits no question, hooks are turned off, or a permission rule overrides it. It has nothing of those
// that can, and of those that are not installed here. states are those of the sources' hooks, as [dispatch.Standings]
// or, with their programs, the doctor returns them. Names in it are not yet safe to draw.
func Unable(in *planner.Planner, sources config.Sources, states []dispatch.HookState) map[config.Installable]string {
	all, ours := map[config.Installable]string{}, in.Owner().Owns
	for _, what := range config.Installables() {
		why, there := unable(what, sources, states, ours)
		if !there && slices.ContainsFunc(settings.Scopes, func(s settings.Scope) bool {
			return slices.Contains(install.WantedIn(in, in.Target(s, "")), what)
		}) {
			why = entryGone
		}
		if why != "" {
			all[what] = why
		}
	}
	return all
}

// unable is Unable of one hook; there reports whether it is in any of the sources.
func unable(what config.Installable, sources config.Sources, states []dispatch.HookState,
	ours func(config.Handler) bool) (why string, there bool) {
	runs := false
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
		return "", false
	case !runs && why == "":
		return entryGone, true
	case !runs:
		return why, true
	}
	i := slices.IndexFunc(sources.Switches, func(s config.Switch) bool {
		return s.Blocks && s.Value == question.Tool && what == config.QuestionHooks
	})
	if i < 0 {
		return "", true
	}
	return sources.Switches[i].Name + ": " + sources.Switches[i].Effect, true
}
