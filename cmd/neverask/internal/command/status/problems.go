package status

import (
	"context"
	"fmt"
	"slices"

	"neverask/cmd/neverask/internal/cli"
	"neverask/hooks/app/installer"
	"neverask/hooks/app/recovery"
	"neverask/hooks/rule/preferences"
)

// maxOutside is how many changes status tells one by one.
const maxOutside = 5

// outside lists the changes that were not made through neverask, with what the
// person should know about them.
func outside(ctx context.Context, a *cli.App) (found []preferences.Outside, problems []installer.Problem) {
	found, err := a.Rulebook().Watcher().Outside(ctx)
	if err != nil {
		return nil, []installer.Problem{{ID: "preferences-unwatched", Severity: "info",
			Message: "cannot tell whether the preferences were changed outside neverask: " + err.Error(), Fix: "neverask rules list shows all rules"}}
	}
	for i, o := range found {
		if i == maxOutside {
			problems = append(problems, installer.Problem{ID: "rules-outside", Severity: "warning",
				Message: fmt.Sprintf("and %d more were changed outside neverask", len(found)-i), Fix: "neverask rules confirm lists them all"})
			break
		}
		problems = append(problems, installer.Problem{ID: "rules-outside", Severity: "warning",
			Message: "changed outside neverask: " + cli.OutsideText(o), Fix: "if it was you: neverask rules confirm " + o.ID})
	}
	return found, problems
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
