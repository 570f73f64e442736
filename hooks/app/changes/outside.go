package changes

import (
	"context"
	"errors"

	"neverask/hooks/app/installer"
	"neverask/settings"
)

// LockedID is the problem that another process is changing files.
const LockedID = "lost-locked"

// OutsideChanges examines settings files. A file that cannot be examined is a problem, unless
// the status already reports it.
func OutsideChanges(ctx context.Context, in *installer.Installer, targets []installer.Target) (found []installer.OutsideChange, problems []installer.Problem) {
	for _, t := range targets {
		of, err := in.OutsideChanges(ctx, t)
		if errors.Is(err, settings.ErrLocked) {
			// The others cannot be examined either, and each would be waited for.
			return found, append(problems, installer.Problem{ID: LockedID, Severity: "info",
				Message: "cannot tell whether anything was lost: " + err.Error(), Fix: "try again when the other process is done"})
		}
		if err != nil {
			problems = append(problems, installer.Problem{ID: "lost-unknown", Severity: "info",
				Message: "cannot tell whether anything was lost: " + err.Error(), Fix: "correct the file"})
		}
		found = append(found, of...)
	}
	return found, problems
}
