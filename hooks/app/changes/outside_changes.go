package changes

import (
	"context"
	"errors"

	"neverask/hooks/app/planner"
	"neverask/settings"
)

// LockedID is the problem that another process is changing files.
const LockedID = "lost-locked"

// OutsideChanges examines settings files. A file that cannot be examined is a problem, unless
// the status already reports it.
func OutsideChanges(ctx context.Context, in *planner.Planner,
	targets []planner.Target) (found []planner.OutsideChange, problems []planner.Problem) {
	for _, t := range targets {
		of, err := in.OutsideChanges(ctx, t)
		if errors.Is(err, settings.ErrLocked) {
			// The others cannot be examined either, and each would be waited for.
			return found, append(problems, planner.Problem{ID: LockedID, Severity: "info",
				Message: "cannot tell whether anything was lost: " + err.Error(), Fix: "try again when the other process is done"})
		}
		if err != nil {
			problems = append(problems, planner.Problem{ID: "lost-unknown", Severity: "info",
				Message: "cannot tell whether anything was lost: " + err.Error(), Fix: "correct the file"})
		}
		found = append(found, of...)
	}
	return found, problems
}
