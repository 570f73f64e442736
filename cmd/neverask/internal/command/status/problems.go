package status

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"neverask/cmd/neverask/internal/cli"
	"neverask/diffview"
	"neverask/hooks/app/installer"
	"neverask/hooks/app/recovery"
	"neverask/hooks/app/seen"
	"neverask/hooks/rule/preferences"
)

// pinProblems tells of the hooks that are something else than the person has seen.
func pinProblems(a *cli.App) (problems []installer.Problem) {
	found, err := seen.Open(a.Installer, os.Environ()).Unlike(a.Installer.Sources(nil, nil).Hooks())
	if err != nil {
		problems = append(problems, installer.Problem{ID: "pins-unknown", Severity: "info", Message: "cannot tell for all hooks whether they changed since you saw them: " + err.Error(), Fix: "remove the file"})
	}
	if len(found) == 0 {
		return problems
	}
	const most = 3
	var names []string
	for i, r := range found {
		if i == most {
			names = append(names, fmt.Sprintf("and %d more", len(found)-most))
			break
		}
		names = append(names, fmt.Sprintf("%s %s (%s) %s", r.Hook.Group.Event, cli.Clip(diffview.RedactCommand(r.Hook.Handler.Summary()), 80), a.Short(r.Hook.Source.File), r))
	}
	verb := "are"
	if len(found) == 1 {
		verb = "is"
	}
	return append(problems, installer.Problem{ID: "hooks-unlike-seen", Severity: "warning",
		Message: fmt.Sprintf("%s %s not what you have seen: %s", diffview.Count(len(found), "hook"), verb, strings.Join(names, ", ")), Fix: "neverask hooks review shows what changed, and asks whether that is seen"})
}

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
