package cli

import (
	"context"
	"os"

	"neverask/hooks/app/conflicts"
	"neverask/hooks/app/pastquestions"
	"neverask/hooks/claude/transcript"
)

// ReviewConflicts examines every source of hooks, using past sessions. Missing transcripts are no error.
func ReviewConflicts(ctx context.Context, a *App, o conflicts.Options) (conflicts.Review, error) {
	r, _, err := ReviewPast(ctx, a, o)
	return r, err
}

// ReviewPast also returns the questions of past sessions.
func ReviewPast(ctx context.Context, a *App, o conflicts.Options) (conflicts.Review, []transcript.Question, error) {
	p := pastquestions.Open(a.Planner)
	progress, done := a.Progress()
	asked, _, err := p.Asked(ctx, progress)
	done()
	if err == nil {
		o.Past, o.Timing, _ = p.Hooks(ctx)
	}
	o.Env = os.Environ()
	r, err := conflicts.Find(ctx, a.Planner, o)
	return r, asked, err
}
