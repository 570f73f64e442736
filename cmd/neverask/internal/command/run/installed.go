package run

import (
	"os"
	"slices"

	"neverask/hooks/claude/config"
	"neverask/hooks/claude/dispatch"
	"neverask/hooks/control"
	hook "neverask/hooks/program"
)

// installed reports whether the client runs the installed hook for the same event. Then the run must not answer, too:
// Claude would read twice that the answer was automatic, and chained hooks would run twice.
func (r *headless) installed(in control.Input) bool {
	// These change the hooks in ways that neverask does not examine.
	if r.inv.has("--settings", "--setting-sources", "--managed-settings",
		"--project-config-root", "--safe-mode", "--restricted", "--worktree", "--environment") {
		return false
	}
	binary := r.app.Planner.Paths.Hook()
	if info, err := os.Stat(binary); err != nil || !info.Mode().IsRegular() {
		return false
	}
	owner := r.app.Planner.Owner()
	found := dispatch.Find(r.app.Planner.Sources(), dispatch.Call{
		Event: in.Event, Value: in.ToolName, Input: in.ToolInput.Raw(),
	})
	return slices.ContainsFunc(found.Fires, func(f dispatch.Firing) bool {
		return f.Unless == "" && owner.Owns(f.Hook.Handler) && config.InstallableOf(f.Hook.Handler) == config.QuestionHooks
	})
}

// unheard warns that a question arrived although the preferences answer it and the hook is installed: the hook has
// failed, or another one insists on asking. Answering it here would override that.
func (r *headless) unheard(id string) {
	r.mu.Lock()
	in, ok := r.seen[id]
	r.mu.Unlock()
	if !ok || !r.installed(in) {
		return
	}
	if e, err := hook.Explain([]byte(in.Raw.Raw()), "", false, r.app.Planner.Paths, r.env()); err == nil &&
		len(e.Asked) == 0 && len(e.Answers) > 0 {
		r.say("neverask: the preferences answer this question, but the installed hook did not answer, or another hook asks; see: neverask status, neverask hooks conflicts")
	}
}
