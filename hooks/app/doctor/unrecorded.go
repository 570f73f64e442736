package doctor

import (
	"fmt"
	"slices"
	"time"

	"neverask/diffview"
	"neverask/hooks/app/planner"
	"neverask/hooks/app/status"
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/question"
	"neverask/settings"
)

// Unrecorded reports questions that were answered in the last week without a trace of
// neverask's hook, though it was installed in a settings file: their sessions ran without it.
// ok is false if there are none.
func Unrecorded(in *planner.Planner, s status.Status, asked []transcript.Question) (p planner.Problem, ok bool) {
	since, known := installedSince(in, s.Target)
	if s.Of(config.QuestionHooks).State != status.Whole || !known {
		return p, false
	}
	if week := in.Now().AddDate(0, 0, -7); since.Before(week) {
		since = week
	}
	var sessions []string
	var last transcript.Question
	n := 0
	for _, q := range asked {
		answered := q.Outcome == transcript.Picked || q.Outcome == transcript.Typed
		here := s.Target.Scope != settings.Project && s.Target.Scope != settings.Local || q.Project == in.Locations.Dir
		// A session takes a change of its settings a moment later.
		if q.Logged || q.Tool != question.Tool || !answered || !here || q.Time.Before(since.Add(time.Minute)) {
			continue
		}
		n, last = n+1, q
		if !slices.Contains(sessions, q.Session) {
			sessions = append(sessions, q.Session)
		}
	}
	if n == 0 {
		return p, false
	}
	return planner.Problem{ID: "questions-unrecorded", Severity: "warning",
		Message: fmt.Sprintf(
			"%s in the last week did not reach neverask's hook, although it is installed (%s); the last was asked on %s in %s",
			diffview.Count(n, "question"), diffview.Count(len(sessions), "session"),
			last.Time.Local().Format("2 January 15:04"), last.Project),
		Fix: "neverask hooks runs AskUserQuestion --cwd " + quoted(last.Project) +
			" shows what turns hooks off there; a session may also have run without settings or hooks"}, true
}

// installedSince returns when the hooks now in a settings file were installed.
func installedSince(in *planner.Planner, t planner.Target) (since time.Time, ok bool) {
	all, err := in.Store.History()
	if err != nil {
		return since, false
	}
	for _, r := range slices.Backward(all) {
		if r.Path == t.Path && r.State == settings.Applied &&
			slices.Contains([]string{"install", "record off", "recover"}, r.Op) {
			return r.Time, true
		}
	}
	return since, false
}

// unrecorded finds questions that did not reach the hook in a settings file.
func (o Options) unrecorded(s status.Status) []Finding {
	p, ok := Unrecorded(o.Planner, s, o.Asked)
	if !ok {
		return nil
	}
	return []Finding{{
		ID: p.ID, Severity: Severity(p.Severity), File: s.Target.Path,
		Message: p.Message, Why: "no rule was applied to them, and they are not in the log", Fix: p.Fix,
	}}
}
