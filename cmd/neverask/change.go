package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"neverask/diffview"
	"neverask/hooks/installer"
)

// changeFlags are the flags of every command that changes a file.
type changeFlags struct {
	dryRun, yes, json bool
	view              string
}

func (f *changeFlags) flags(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&f.dryRun, "dry-run", false, "show the plan and change nothing")
	cmd.Flags().BoolVarP(&f.yes, "yes", "y", false, "apply the plan without asking")
	cmd.Flags().BoolVar(&f.json, "json", false, "print the plan as JSON")
	cmd.Flags().StringVar(&f.view, "diff", "semantic", "how to show the plan: semantic or unified")
	_ = cmd.RegisterFlagCompletionFunc("diff", cobra.FixedCompletions([]string{"semantic", "unified"}, cobra.ShellCompDirectiveNoFileComp))
}

// planJSON is the documented shape of --json for a plan.
type planJSON struct {
	Path      string              `json:"path"`
	Target    string              `json:"target"`
	Scope     string              `json:"scope"`
	Op        string              `json:"op"`
	Changed   bool                `json:"changed"`
	Applied   bool                `json:"applied"`
	Receipt   string              `json:"receipt,omitempty"`
	Diff      string              `json:"diff"`
	Changes   []diffview.Change   `json:"changes"`
	Unchanged int                 `json:"unchanged"`
	Foreign   []foreignJSON       `json:"foreign"`
	Problems  []installer.Problem `json:"problems"`
}

// change shows a plan, gets a yes, and applies exactly that plan.
func (a *app) change(ctx context.Context, p installer.Plan, f changeFlags) error {
	if f.view != "semantic" && f.view != "unified" {
		return usage("", "unknown view %q: it is semantic or unified", f.view)
	}
	summary := p.Summary()
	out := planJSON{
		Path: p.Path, Target: p.Plan.Target, Scope: string(p.Target.Scope), Op: p.Op, Changed: !p.Empty(),
		Diff: diffview.Text(diffview.Unified(p.Before, p.After, 3)), Changes: orEmpty(summary.Changes),
		Unchanged: summary.Handlers, Foreign: foreignList(p.Foreign), Problems: orEmpty(p.Problems),
	}
	if !f.json {
		a.printPlan(p, summary, f.view)
	}
	apply, err := a.mayApply(ctx, p, f)
	if apply {
		receipt, applyErr := a.in.Apply(ctx, p)
		if applyErr != nil {
			return applyErr
		}
		out.Applied, out.Receipt = !p.Empty(), receipt.ID
		if !f.json && !p.Empty() {
			done := "written"
			if p.Removed {
				done = "removed"
			}
			fmt.Fprintf(a.stdout, "%s %s. To take it back: neverask undo %s\n", a.short(p.Path), done, receipt.ID)
		}
	}
	if f.json {
		if jsonErr := a.writeJSON(out); jsonErr != nil {
			return jsonErr
		}
	}
	return err
}

// mayApply decides whether the plan that was shown is applied.
func (a *app) mayApply(ctx context.Context, p installer.Plan, f changeFlags) (bool, error) {
	switch {
	case f.dryRun:
		return false, nil
	case f.yes || p.Empty():
		// An empty plan still brings the hook binary up to date.
		return true, nil
	case !a.terminal || f.json:
		return false, usage("look at the plan above and pass --yes to apply it", "nothing was changed: there is no terminal to ask on")
	}
	ok, err := a.confirm(ctx, "Apply?")
	if err == nil && !ok {
		fmt.Fprintln(a.stderr, "neverask: nothing was changed")
	}
	return ok, err
}

var titles = map[string]string{
	"install": "Install question hooks into", "uninstall": "Uninstall question hooks from", "undo": "Undo in", "redo": "Redo in",
}

func (a *app) printPlan(p installer.Plan, s diffview.Summary, view string) {
	fmt.Fprintln(a.stdout, titles[p.Op], diffview.Visible(a.short(p.Path)))
	for _, f := range p.Foreign {
		fmt.Fprintf(a.stdout, "! %s:%d: this %s hook can fire on questions too: %s\n",
			diffview.Visible(a.short(f.Target.Path)), f.Line, f.Event, f.Redacted())
	}
	for _, problem := range p.Problems {
		fmt.Fprintf(a.stdout, "! %s: %s\n  → %s\n", problem.Severity, diffview.Visible(problem.Message), diffview.Visible(problem.Fix))
	}
	switch {
	case p.Empty():
		fmt.Fprintln(a.stdout, "Nothing to change.")
		return
	case p.Removed:
		fmt.Fprintln(a.stdout, "The file is removed: neverask made it, and nothing else is in it.")
	case p.Created:
		fmt.Fprintln(a.stdout, "The file does not exist yet and is created.")
	}
	rows := diffview.Semantic(s)
	if view == "unified" {
		rows = diffview.Unified(p.Before, p.After, 3)
	}
	fmt.Fprint(a.stdout, diffview.Text(rows))
	fmt.Fprintf(a.stdout, "%d to add, %d to change, %d to remove\n", s.Added, s.Changed, s.Removed)
}
