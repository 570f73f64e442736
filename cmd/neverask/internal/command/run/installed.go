package run

import (
	"os"
	"slices"

	"neverask/hooks/claude/config"
	"neverask/hooks/claude/dispatch"
	"neverask/hooks/control"
	hook "neverask/hooks/program"
)

// installed reports whether the client runs the installed hook for the same
// event. Then the run has nothing to add: two answers would be the same, but
// Claude would read twice that it was automatic, and chained hooks would run
// twice.
func (r *headless) installed(in control.Input) bool {
	// These change what hooks there are in ways that are not looked into.
	if r.inv.has("--settings", "--setting-sources", "--managed-settings", "--project-config-root", "--safe-mode", "--restricted", "--worktree", "--environment") {
		return false
	}
	binary := r.app.Planner.Paths.Hook()
	if info, err := os.Stat(binary); err != nil || !info.Mode().IsRegular() {
		return false
	}
	owner := r.app.Planner.Owner()
	found := dispatch.Find(r.app.Planner.Sources(), dispatch.Call{Event: in.Event, Value: in.ToolName, Input: in.ToolInput.Raw()})
	return slices.ContainsFunc(found.Fires, func(f dispatch.Firing) bool {
		return f.Unless == "" && owner.Owns(f.Hook.Handler) && config.InstallableOf(f.Hook.Handler) == config.QuestionHooks
	})
}

// unheard says that the installed hook was left a question that the preferences
// answer, and that the question came nevertheless: the hook has failed, or
// another one wants the person to be asked. Answering it here would pass over
// that.
func (r *headless) unheard(id string) {
	r.mu.Lock()
	in, ok := r.seen[id]
	r.mu.Unlock()
	if !ok || !r.installed(in) {
		return
	}
	if e, err := hook.Explain([]byte(in.Raw.Raw()), "", r.app.Planner.Paths, r.env()); err == nil && len(e.Asked) == 0 && len(e.Answers) > 0 {
		r.say("neverask: the preferences answer this question, but the installed hook was not heard, or another one asks; see: neverask status, neverask hooks conflicts")
	}
}
