package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"neverask/hooks/app/changes"
	"neverask/hooks/app/planner"
	"neverask/hooks/app/status"
	"neverask/hooks/others/conflict"
	"neverask/settings"
)

// ChangeFlags are the flags of every command that changes a file.
type ChangeFlags struct {
	DryRun, Yes, JSON bool
	View              string

	Added func() []string // the IDs of the rules that the plan adds, once it is made
	Then  func() error    // runs after the plan is applied; may be nil
}

// A Planner makes a plan for the current files.
type Planner func() (planner.Plan, error)

// Planned returns a planner that has already made its first plan.
func Planned(p planner.Plan, again Planner) Planner {
	first := true
	return func() (planner.Plan, error) {
		if first {
			first = false
			return p, nil
		}
		return again()
	}
}

// Flags declares the flags.
func (f *ChangeFlags) Flags(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&f.DryRun, "dry-run", false, "show the plan and change nothing")
	cmd.Flags().BoolVarP(&f.Yes, "yes", "y", false, "apply the plan without asking")
	cmd.Flags().BoolVar(&f.JSON, "json", false, "print JSON")
	cmd.Flags().StringVar(&f.View, "diff", "semantic", "how to show the plan: semantic or unified")
	Words(cmd, "diff", "semantic", "unified")
}

// Change makes a plan, shows it, gets a yes, and applies exactly that plan.
func (a *App) Change(ctx context.Context, plan Planner, found []conflict.Conflict, f ChangeFlags) error {
	if f.View != "semantic" && f.View != "unified" {
		return Misuse("", "unknown view %q: it is semantic or unified", f.View)
	}
	p, err := f.make(plan)
	if err != nil {
		return err
	}
	var added []string
	if f.Added != nil {
		added = f.Added()
	}
	p.Problems = append(p.Problems, status.Warnings(a.Planner, p)...)
	var out PlanJSON
	if f.JSON {
		out = JSONOfPlan(p, found)
		out.Added = added
	} else {
		a.PrintPlan(p, found, f.View)
	}
	apply, err := mayApply(ctx, a, p, f)
	if apply {
		began := a.Planner.Now()
		receipt, made, applyErr := a.apply(ctx, p, plan, f)
		if applyErr != nil && receipt.ID == "" {
			return applyErr
		}
		// With a receipt, the files were changed, and only a later step failed.
		err = applyErr
		if p = made; f.Added != nil {
			added = f.Added()
		}
		if f.JSON {
			out = JSONOfPlan(p, found)
			out.Added, out.Applied, out.Receipt = added, p.Changes(), receipt.ID
		}
		if !f.JSON && p.Changes() {
			printDone(a, p, receipt)
			for _, id := range added {
				a.Line("", "Rule %s added.", id)
			}
			hintNext(ctx, a, p)
		}
		warnOfOutside(ctx, a, p, began)
		if f.Then != nil {
			err = errors.Join(err, f.Then())
		}
	}
	return a.Finish(f.JSON, out, err)
}

// stalePlans is how often a plan is remade because other neverask processes have changed the
// files since. Each time, one of them succeeds.
const stalePlans = 100

// patience is how long another neverask process may take from its first changed file to its last.
const (
	patience = time.Second
	pause    = 50 * time.Millisecond
)

// make makes a plan. With --yes, it makes it again if the files changed meanwhile.
func (f ChangeFlags) make(plan Planner) (p planner.Plan, err error) {
	for range stalePlans {
		if p, err = plan(); !f.Yes || !errors.Is(err, settings.ErrChanged) {
			break
		}
	}
	return p, err
}

// apply applies a plan. With --yes, it remakes a stale one, and refuses it only if it would do
// anything that was not shown.
func (a *App) apply(ctx context.Context, shown planner.Plan,
	plan Planner, f ChangeFlags) (settings.Receipt, planner.Plan, error) {
	p := shown
	for tries := 1; ; tries++ {
		r, err := a.Planner.Apply(ctx, p)
		if !f.Yes || r.ID != "" || tries == stalePlans || !errors.Is(err, settings.ErrChanged) {
			return r, p, err
		}
		anew, planErr := f.make(plan)
		// Whatever else the new plan would do, another neverask process may be doing right now.
		for waited := time.Duration(0); planErr == nil && !anew.Within(shown); waited += pause {
			if waited == patience {
				return r, p, err
			}
			time.Sleep(pause)
			anew, planErr = f.make(plan)
		}
		if planErr != nil {
			return r, p, planErr
		}
		anew.Problems = p.Problems
		p = anew
	}
}

// warnOfOutside reads the changed files again, because another program may have written them
// meanwhile.
func warnOfOutside(ctx context.Context, a *App, p planner.Plan, since time.Time) {
	for _, part := range p.Parts() {
		if part.Empty() || part.Path == a.Planner.Paths.Preferences() {
			continue
		}
		found, _ := changes.OutsideChanges(ctx, a.Planner, []planner.Target{part.Target})
		for _, problem := range OutsideProblems(a,
			slices.DeleteFunc(found, func(d planner.OutsideChange) bool { return !d.Serious() || d.Noticed.Before(since) })) {
			a.Note("neverask", problem.Message)
			a.Note("hint", problem.Fix)
		}
	}
}

func printDone(a *App, p planner.Plan, r settings.Receipt) {
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
	if p.Op == "park" {
		fmt.Fprintln(a.Stdout, "To restore it later: neverask hooks unpark", r.ID)
	}
}

// mayApply decides whether the plan that was shown is applied.
func mayApply(ctx context.Context, a *App, p planner.Plan, f ChangeFlags) (bool, error) {
	for _, part := range p.Parts() {
		if err := part.Writable(); err != nil {
			return false, err
		}
	}
	if f.DryRun {
		return false, nil
	}
	if err := a.Planner.Permits(p); err != nil {
		return false, err
	}
	return a.Agreed(ctx, Consent{
		Yes:  f.Yes || !p.Changes() && !a.placesHook(p),
		JSON: f.JSON, Ask: "Apply?", Hint: "look at the plan above and pass --yes to apply it",
	})
}
