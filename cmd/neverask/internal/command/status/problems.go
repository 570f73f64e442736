package status

import (
	"context"
	"slices"
	"strings"

	"neverask/cmd/neverask/internal/cli"
	"neverask/diffview"
	"neverask/hooks/app/installer"
	"neverask/hooks/app/recovery"
)

// appeared lists the rules that came into the preferences outside neverask, and tells of them
// on one line.
func appeared(ctx context.Context, a *cli.App) (ids []string, problems []installer.Problem) {
	ids, err := a.Rulebook().Appeared(ctx)
	switch {
	case err != nil:
		problems = append(problems, installer.Problem{ID: "preferences-unwatched", Severity: "info",
			Message: "cannot tell whether rules appeared outside neverask: " + err.Error(), Fix: "neverask rules list shows all rules"})
	case len(ids) > 0:
		problems = append(problems, installer.Problem{ID: "rules-outside", Severity: "warning",
			Message: diffview.Count(len(ids), "rule") + " appeared outside neverask: " + cli.Shown(strings.Join(ids, ", ")),
			Fix:     "neverask rules list shows them; they count as yours once you have looked at Rules on the screens"})
	}
	return ids, problems
}

// outsideChanges looks at all watched files and at the one that the status is of. What
// cannot be read, the status says itself.
func outsideChanges(ctx context.Context, a *cli.App, where installer.Target) (found []installer.OutsideChange, problems []installer.Problem) {
	targets := a.Installer.Watched()
	if !slices.ContainsFunc(targets, func(t installer.Target) bool { return t.Path == where.Path }) {
		targets = append(targets, where)
	}
	found, problems = recovery.OutsideChanges(ctx, a.Installer, targets)
	return found, slices.DeleteFunc(problems, func(p installer.Problem) bool { return p.ID != recovery.LockedID })
}
