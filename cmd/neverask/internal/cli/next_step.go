package cli

import (
	"context"
	"fmt"
	"os"
	"slices"

	"neverask/diffview"
	"neverask/hooks/app/conflicts"
	"neverask/hooks/app/planner"
	"neverask/hooks/app/status"
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/suggest"
)

// hintNext prints the consequences of a change, and what to do next. It reads past sessions only for changes about
// questions.
func hintNext(ctx context.Context, a *App, p planner.Plan) {
	var now conflicts.Review
	waiting := 0
	var err error
	if slices.Contains(p.Affected(), config.QuestionHooks) {
		var asked []transcript.Question
		if now, asked, err = ReviewPast(ctx, a, conflicts.Options{}); err == nil {
			found, _ := Suggestions(a, asked, nil)
			waiting = suggest.Waiting(found)
		}
	} else {
		now, err = conflicts.Find(ctx, a.Planner, conflicts.Options{Env: os.Environ()})
	}
	if err != nil {
		return
	}
	for _, c := range status.Consequences(a.Planner, p, now, waiting) {
		if c.ID != status.Seen {
			fmt.Fprintf(a.Stderr, "hint: %s%s\n", diffview.Visible(a.Short(c.Text)), NextStep(c.ID, waiting))
		}
	}
}

// NextStep returns the command that a consequence suggests.
func NextStep(id status.ConsequenceID, waiting int) string {
	switch {
	case id == status.NotInForce:
		return ": neverask install"
	case id == status.Unreadable:
		return ": neverask doctor"
	case id == status.Contested:
		return ": neverask hooks conflicts"
	case waiting > 0 && (id == status.NoRules || id == status.Suggested):
		return ": neverask rules suggest shows " + diffview.Count(waiting, "suggestion")
	case id == status.NoRules:
		return ": neverask rules add makes one"
	}
	return ""
}
