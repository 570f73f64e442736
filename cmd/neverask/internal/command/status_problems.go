package command

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"neverask/cmd/neverask/internal/cli"
	"neverask/diffview"
	"neverask/hooks/app/changes"
	"neverask/hooks/app/conflicts"
	"neverask/hooks/app/planner"
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/preferences"
	"neverask/settings/worktree"
)

// appeared lists the rules that appeared outside neverask, and a problem that names them.
func appeared(ctx context.Context, a *cli.App) (ids []string, problems []planner.Problem) {
	ids, err := a.Rulebook().Appeared(ctx)
	switch {
	case err != nil:
		problems = append(problems, planner.Problem{ID: "preferences-unwatched", Severity: "info",
			Message: "cannot tell whether rules appeared outside neverask: " + err.Error(),
			Fix:     "neverask rules list shows all rules"})
	case len(ids) > 0:
		problems = append(problems, planner.Problem{ID: "rules-outside", Severity: "warning",
			Message: diffview.Count(len(ids), "rule") + " appeared outside neverask: " + cli.Shown(strings.Join(ids, ", ")),
			Fix:     "neverask rules list shows them; they count as yours once you have looked at Rules on the screens"})
	}
	return ids, problems
}

// outsideChanges finds lost and changed hooks in all watched files and in the status's own. The status reports
// unreadable files itself.
func outsideChanges(ctx context.Context, a *cli.App, where planner.Target) (found []planner.OutsideChange,
	problems []planner.Problem) {
	targets := a.Planner.Watched()
	if !slices.ContainsFunc(targets, func(t planner.Target) bool { return t.Path == where.Path }) {
		targets = append(targets, where)
	}
	found, problems = changes.OutsideChanges(ctx, a.Planner, targets)
	return found, slices.DeleteFunc(problems, func(p planner.Problem) bool { return p.ID != changes.LockedID })
}

// mistaken returns the problems of the other files with hooks; the status reports those of its own file.
func mistaken(sources config.Sources, where planner.Target) (problems []planner.Problem) {
	for _, found := range sources.Mistakes() {
		f := found[0]
		if planner.LeadsTo(f.File, worktree.Real(where.Path)) {
			continue
		}
		p := planner.Problem{ID: "source-broken", Severity: "warning", Message: f.Where() + ": " + f.Msg, Fix: f.Hint}
		if f.Off.Whole() {
			p.Severity = "error"
		}
		if f.Off != config.OffNothing {
			p.Message += ": " + f.Off.In(f.File)
		}
		if n := len(found) - 1; n > 0 {
			p.Message += fmt.Sprintf("; and %d more", n)
			p.Fix += "; neverask doctor lists all"
		}
		problems = append(problems, p)
	}
	return problems
}

// blocking returns the settings that keep neverask's hooks from answering, except those in the status's own file,
// which it reports itself.
func blocking(r conflicts.Review, where planner.Target) (problems []planner.Problem) {
	for _, sw := range r.Switches {
		own := planner.LeadsTo(sw.File, worktree.Real(where.Path)) &&
			slices.Contains([]string{"disableAllHooks", "permissions.ask", "permissions.deny"}, sw.Name)
		if sw.Blocks && !own {
			problems = append(problems, planner.Problem{ID: "hooks-switched-off", Severity: "error",
				Message: fmt.Sprintf("%s:%d: %s: %s", sw.File, sw.Line, sw.Name, sw.Effect),
				Fix:     "remove it if it is not intended; an administrator's setting only they can remove"})
		}
	}
	return problems
}

// neverAnswering returns the rules for which each question was new so far. The status reports unreadable rules
// itself.
func neverAnswering(a *cli.App, asked []transcript.Question) (problems []planner.Problem) {
	found, _ := a.Rulebook().Lint(asked)
	for _, f := range found {
		if f.Kind == preferences.AlwaysNew {
			problems = append(problems, planner.Problem{ID: "rule-" + preferences.AlwaysNew, Severity: "info",
				Message: "the rule " + f.Rule + " never answered: " + f.Message,
				Fix:     "neverask rules list " + f.Rule + " shows your answers"})
		}
	}
	return problems
}
