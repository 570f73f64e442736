package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"neverask/cmd/neverask/internal/cli"
	"neverask/diffview"
	"neverask/hooks/app/conflicts"
	"neverask/hooks/app/installer"
	"neverask/hooks/app/status"
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/suggest"
	"neverask/hooks/thirdparty/conflict"
	"neverask/settings"
)

// changeFlags are the flags of every command that changes a file.
type changeFlags struct {
	dryRun, yes, json bool
	view              string

	added []string     // the IDs of the rules that the plan adds
	then  func() error // what follows once the plan is applied, if anything does
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
	partJSON
	Applied   bool                `json:"applied"`
	Receipt   string              `json:"receipt,omitempty"`
	Added     []string            `json:"added,omitempty"` // IDs of rules
	Also      []partJSON          `json:"also"`
	Foreign   []foreignJSON       `json:"foreign"`
	Conflicts []conflictJSON      `json:"conflicts"`
	Problems  []installer.Problem `json:"problems"`
}

// partJSON is the change of one file.
type partJSON struct {
	Path      string            `json:"path"`
	Target    string            `json:"target"`
	Scope     string            `json:"scope"`
	Op        string            `json:"op"`
	Changed   bool              `json:"changed"`
	Diff      string            `json:"diff"`
	Changes   []diffview.Change `json:"changes"`
	Unchanged int               `json:"unchanged"`
}

func jsonOfPart(p installer.Plan) partJSON {
	summary := p.Summary()
	return partJSON{
		Path: p.Path, Target: p.Plan.Target, Scope: string(p.Target.Scope), Op: p.Op, Changed: !p.Empty(),
		Diff: diffview.Text(diffview.Unified(p.Before, p.After, 3)), Changes: cli.OrEmpty(summary.Changes), Unchanged: summary.Handlers,
	}
}

func jsonOfPlan(p installer.Plan, found []conflict.Conflict) planJSON {
	out := planJSON{
		partJSON: jsonOfPart(p), Also: []partJSON{},
		Foreign: foreignList(found), Conflicts: jsonOfConflicts(found), Problems: cli.OrEmpty(p.Problems),
	}
	for _, also := range p.Also {
		out.Also = append(out.Also, jsonOfPart(also))
	}
	return out
}

// change shows a plan, gets a yes, and applies exactly that plan.
func (a *app) change(ctx context.Context, p installer.Plan, found []conflict.Conflict, f changeFlags) error {
	if f.view != "semantic" && f.view != "unified" {
		return cli.Misuse("", "unknown view %q: it is semantic or unified", f.view)
	}
	p.Problems = append(p.Problems, status.Warnings(a.Installer, p)...)
	var out planJSON
	if f.json {
		out = jsonOfPlan(p, found)
		out.Added = f.added
	} else {
		a.printPlan(p, found, f.view)
	}
	apply, err := a.mayApply(ctx, p, f)
	if apply {
		began := a.Installer.Now()
		receipt, applyErr := a.Installer.Apply(ctx, p)
		if applyErr != nil && receipt.ID == "" {
			return applyErr
		}
		// With a receipt the files were changed, and something is left beside them.
		err = applyErr
		out.Applied, out.Receipt = p.Changes(), receipt.ID
		if !f.json && p.Changes() {
			a.printDone(p, receipt)
			for _, id := range f.added {
				a.Line("", "Rule %s added.", id)
			}
			a.hintNext(ctx, p)
		} else if !f.json {
			a.gatherPast(ctx)
		}
		a.warnOfOutside(ctx, p, began)
		if f.then != nil {
			err = errors.Join(err, f.then())
		}
	}
	if f.json {
		if jsonErr := a.WriteJSON(out); jsonErr != nil {
			return jsonErr
		}
	}
	return err
}

// warnOfOutside looks at the changed files again: another program may have written
// them by now.
func (a *app) warnOfOutside(ctx context.Context, p installer.Plan, since time.Time) {
	for _, part := range p.Parts() {
		if part.Empty() || part.Service() || part.Path == a.Installer.Paths.Preferences() {
			continue
		}
		found, _ := a.drifts(ctx, []installer.Target{part.Target})
		for _, problem := range a.driftProblems(slices.DeleteFunc(found, func(d installer.OutsideChange) bool { return !d.Serious() || d.Noticed.Before(since) })) {
			fmt.Fprintf(a.Stderr, "neverask: %s\nhint: %s\n", diffview.Visible(problem.Message), problem.Fix)
		}
	}
}

func (a *app) printDone(p installer.Plan, r settings.Receipt) {
	for _, part := range p.Parts() {
		switch {
		case part.Empty():
		case part.Removed:
			a.Line("", "%s removed.", a.Short(part.Path))
		default:
			a.Line("", "%s written.", a.Short(part.Path))
		}
	}
	fmt.Fprintln(a.Stdout, "To undo it: neverask undo", r.ID)
}

// hintNext says what is so now that a change was made, and what to do next. Past
// sessions tell of questions alone.
func (a *app) hintNext(ctx context.Context, p installer.Plan) {
	var now conflicts.Review
	var waiting []suggest.Suggestion
	var err error
	if slices.Contains(p.Packs(), config.Questions) {
		var asked []transcript.Question
		if now, asked, err = a.reviewPast(ctx, conflicts.Options{}); err == nil {
			waiting, _ = a.suggestions(asked, nil)
			a.gatherOnce(asked)
		}
	} else {
		now, err = conflicts.Find(ctx, a.Installer, conflicts.Options{Env: os.Environ()})
	}
	if err != nil {
		return
	}
	for _, c := range status.Consequences(a.Installer, p, now, len(waiting)) {
		if c.ID != status.Seen {
			fmt.Fprintf(a.Stderr, "hint: %s%s\n", diffview.Visible(a.Short(c.Text)), nextStep(c.ID, len(waiting)))
		}
	}
}

// nextStep is the command that follows from a consequence.
func nextStep(id status.ConsequenceID, waiting int) string {
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
func (a *app) mayApply(ctx context.Context, p installer.Plan, f changeFlags) (bool, error) {
	switch {
	case f.dryRun:
		return false, nil
	case a.Installer.Permits(p) != nil:
		return false, a.Installer.Permits(p)
	case f.yes || !p.Changes():
		// An empty plan still brings the hook binary up to date.
		return true, nil
	case !a.Terminal || f.json:
		return false, cli.Misuse("look at the plan above and pass --yes to apply it", "nothing was changed: there is no terminal to ask on")
	}
	ok, err := a.Prompts().Confirm(ctx, "Apply?")
	if err == nil && !ok {
		fmt.Fprintln(a.Stderr, "neverask: nothing was changed")
	}
	return ok, err
}

var titles = map[string]string{
	"install": "Install %s into", "uninstall": "Uninstall %s from", "uninstall-pack": "Uninstall %s from", "undo": "Undo in", "redo": "Redo in",
	"resolve": "Settle conflicts in", "restore": "Restore what was moved in",
	"park": "Park a hook of", "unpark": "Restore a parked hook to", "remove": "Remove a hook from", "edit": "Change a hook in",
	"fix": "Repair", "add": "Add a hook to", "move": "Move a hook in",
	"recover": "Restore what others removed from", "rewind": "Restore earlier content of",
	"watch-install": "Run neverask hooks watch in the background by", "watch-uninstall": "End neverask hooks watch in the background by",
	"set": "Change a setting in", opRules: "Change the tool rules in", opWiden: "Change the values a rule accepts in",
	opAdd: "Add a rule to", opSet: "Change a rule in", opRemove: "Remove rules from", opMove: "Move a rule in", opImport: "Import rules into",
	opOption: "Change an option in", opAccept: "Add suggested rules to",
}

// titleOf is a title up to the name of the file.
func titleOf(p installer.Plan) string {
	title := titles[p.Op]
	if !strings.Contains(title, "%s") {
		return title
	}
	return fmt.Sprintf(title, p.About())
}

func (a *app) printPlan(p installer.Plan, found []conflict.Conflict, view string) {
	fmt.Fprintln(a.Stdout, titleOf(p), diffview.Visible(a.Short(p.Path)))
	for _, c := range found {
		if c.Severity.Decide() && !p.Resolves(c.ID) {
			h := c.Hook
			fmt.Fprintf(a.Stdout, "! %s:%d: %s (%s)\n", diffview.Visible(a.Short(h.Source.File)), h.Handler.Line,
				diffview.Visible(c.Sentence), diffview.Visible(diffview.RedactCommand(h.Handler.Summary())))
		}
	}
	for _, problem := range p.Problems {
		fmt.Fprintf(a.Stdout, "! %s: %s\n  → %s\n", problem.Severity, diffview.Visible(problem.Message), diffview.Visible(problem.Fix))
	}
	if !p.Changes() {
		fmt.Fprintln(a.Stdout, "Nothing to change.")
		return
	}
	shown := false
	for _, part := range append([]installer.Plan{p}, p.Also...) {
		if part.Empty() {
			continue
		}
		if shown {
			fmt.Fprintln(a.Stdout)
		}
		if shown || part.Path != p.Path {
			fmt.Fprintln(a.Stdout, titleOf(part), diffview.Visible(a.Short(part.Path)))
		}
		a.printPart(part, view)
		shown = true
	}
}

func (a *app) printPart(p installer.Plan, view string) {
	switch {
	case p.Removed && p.Rewinds != "":
		fmt.Fprintln(a.Stdout, "The file is deleted: it did not exist before.")
	case p.Removed && p.Service():
		fmt.Fprintln(a.Stdout, "The file is deleted.")
	case p.Removed:
		fmt.Fprintln(a.Stdout, "The file is deleted: neverask created it, and nothing else is in it.")
	case p.Created:
		fmt.Fprintln(a.Stdout, "Creates the file.")
	}
	if p.Service() {
		fmt.Fprint(a.Stdout, diffview.Text(diffview.Unified(p.Before, p.After, -1)))
		return
	}
	s := p.Summary()
	rows := diffview.Semantic(s)
	if view == "unified" {
		rows = diffview.Unified(p.Before, p.After, 3)
	}
	fmt.Fprint(a.Stdout, diffview.Text(rows))
	fmt.Fprintf(a.Stdout, "%d to add, %d to change, %d to remove\n", s.Added, s.Changed, s.Removed)
}
