package status

import (
	"context"
	"slices"
	"strings"

	"neverask/cmd/neverask/internal/cli"
	"neverask/diffview"
	"neverask/hooks/app/installer"
	"neverask/hooks/app/recovery"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/preferences"
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

// neverAnswering tells of rules to which each question was new so far. Where the rules cannot be
// read, the status says that itself.
func neverAnswering(a *cli.App, asked []transcript.Question) (problems []installer.Problem) {
	found, _ := a.Rulebook().Lint(asked)
	for _, f := range found {
		if f.Kind == preferences.AlwaysNew {
			problems = append(problems, installer.Problem{ID: "rule-" + preferences.AlwaysNew, Severity: "info",
				Message: "the rule " + f.Rule + " never answered: " + f.Message, Fix: "neverask rules evidence " + f.Rule + " lists what you answered of it"})
		}
	}
	return problems
}
