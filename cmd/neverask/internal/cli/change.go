package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"neverask/diffview"
	"neverask/hooks/app/conflicts"
	"neverask/hooks/app/installer"
	"neverask/hooks/app/recovery"
	"neverask/hooks/app/status"
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/suggest"
	"neverask/hooks/thirdparty/conflict"
	"neverask/settings"
)

// ChangeFlags are the flags of every command that changes a file.
type ChangeFlags struct {
	DryRun, Yes, JSON bool
	View              string

	Added []string     // the IDs of the rules that the plan adds
	Then  func() error // what follows once the plan is applied, if anything does
}

// Flags declares the flags.
func (f *ChangeFlags) Flags(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&f.DryRun, "dry-run", false, "show the plan and change nothing")
	cmd.Flags().BoolVarP(&f.Yes, "yes", "y", false, "apply the plan without asking")
	cmd.Flags().BoolVar(&f.JSON, "json", false, "print the plan as JSON")
	cmd.Flags().StringVar(&f.View, "diff", "semantic", "how to show the plan: semantic or unified")
	Words(cmd, "diff", "semantic", "unified")
}

// Change shows a plan, gets a yes, and applies exactly that plan.
func (a *App) Change(ctx context.Context, p installer.Plan, found []conflict.Conflict, f ChangeFlags) error {
	if f.View != "semantic" && f.View != "unified" {
		return Misuse("", "unknown view %q: it is semantic or unified", f.View)
	}
	p.Problems = append(p.Problems, status.Warnings(a.Installer, p)...)
	var out PlanJSON
	if f.JSON {
		out = JSONOfPlan(p, found)
		out.Added = f.Added
	} else {
		a.PrintPlan(p, found, f.View)
	}
	apply, err := mayApply(ctx, a, p, f)
	if apply {
		began := a.Installer.Now()
		receipt, applyErr := a.Installer.Apply(ctx, p)
		if applyErr != nil && receipt.ID == "" {
			return applyErr
		}
		// With a receipt the files were changed, and something is left beside them.
		err = applyErr
		out.Applied, out.Receipt = p.Changes(), receipt.ID
		if !f.JSON && p.Changes() {
			printDone(a, p, receipt)
			for _, id := range f.Added {
				a.Line("", "Rule %s added.", id)
			}
			hintNext(ctx, a, p)
		} else if !f.JSON {
			GatherPast(ctx, a)
		}
		warnOfOutside(ctx, a, p, began)
		if f.Then != nil {
			err = errors.Join(err, f.Then())
		}
	}
	return a.Finish(f.JSON, out, err)
}

// warnOfOutside looks at the changed files again: another program may have written
// them by now.
func warnOfOutside(ctx context.Context, a *App, p installer.Plan, since time.Time) {
	for _, part := range p.Parts() {
		if part.Empty() || part.Path == a.Installer.Paths.Preferences() {
			continue
		}
		found, _ := recovery.OutsideChanges(ctx, a.Installer, []installer.Target{part.Target})
		for _, problem := range OutsideProblems(a, slices.DeleteFunc(found, func(d installer.OutsideChange) bool { return !d.Serious() || d.Noticed.Before(since) })) {
			a.Note("neverask", problem.Message)
			a.Note("hint", problem.Fix)
		}
	}
}

func printDone(a *App, p installer.Plan, r settings.Receipt) {
	for _, part := range p.Parts() {
		switch {
		case part.Empty():
		case part.Removed:
			a.Line("", "%s removed.", a.Short(part.Path))
		default:
			a.Line("", "%s written.", a.Short(part.Path))
		}
	}
	if p.Op != settings.Undoing {
		fmt.Fprintln(a.Stdout, "To undo it: neverask undo", r.ID)
	}
}

// hintNext says what is so now that a change was made, and what to do next. Past
// sessions tell of questions alone.
func hintNext(ctx context.Context, a *App, p installer.Plan) {
	var now conflicts.Review
	var waiting []suggest.Suggestion
	var err error
	if slices.Contains(p.Packs(), config.Questions) {
		var asked []transcript.Question
		if now, asked, err = ReviewPast(ctx, a, conflicts.Options{}); err == nil {
			waiting, _ = Suggestions(a, asked, nil)
			gatherOnce(a, asked)
		}
	} else {
		now, err = conflicts.Find(ctx, a.Installer, conflicts.Options{Env: os.Environ()})
	}
	if err != nil {
		return
	}
	for _, c := range status.Consequences(a.Installer, p, now, len(waiting)) {
		if c.ID != status.Seen {
			fmt.Fprintf(a.Stderr, "hint: %s%s\n", diffview.Visible(a.Short(c.Text)), NextStep(c.ID, len(waiting)))
		}
	}
}

// NextStep is the command that follows from a consequence.
func NextStep(id status.ConsequenceID, waiting int) string {
	switch {
	case id == status.NotInForce:
		return ": neverask install --pack rules"
	case waiting > 0 && (id == status.NoRules || id == status.Suggested):
		return ": neverask rules suggest shows " + diffview.Count(waiting, "suggestion")
	case id == status.NoRules:
		return ": neverask rules add makes one"
	}
	return ""
}

// mayApply decides whether the plan that was shown is applied.
func mayApply(ctx context.Context, a *App, p installer.Plan, f ChangeFlags) (bool, error) {
	if f.DryRun {
		return false, nil
	}
	if err := a.Installer.Permits(p); err != nil {
		return false, err
	}
	return a.Agreed(ctx, Consent{
		Yes:  f.Yes || !p.Changes(), // an empty plan still brings the hook binary up to date
		JSON: f.JSON, Ask: "Apply?", Hint: "look at the plan above and pass --yes to apply it",
	})
}
