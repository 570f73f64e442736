package command

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"neverask/cmd/neverask/internal/cli"
	"neverask/diffview"
	"neverask/hooks/app/conflicts"
	"neverask/hooks/app/doctor"
	"neverask/hooks/app/pastquestions"
)

// Doctor returns the command neverask doctor.
func Doctor(a *cli.App) *cobra.Command {
	var (
		site cli.SiteFlags
		fix  bool
		f    cli.ChangeFlags
	)
	cmd := &cobra.Command{
		Use:        "doctor [--fix [ID...]]",
		SuggestFor: []string{"check", "lint", "fix", "diagnose", "verify"},
		Short:      "Find and fix what stops hooks from running",
		Long: `Check settings files, the programs that hooks run, neverask's own hook and records,
and Claude Code. --fix shows and applies every safe repair, or the repairs
with the given IDs. The exit code is 1 if there are errors.`,
		Example: "  neverask doctor\n  neverask doctor --json\n  neverask doctor --fix\n  neverask doctor --fix file-comments --yes",
		Args:    func(cmd *cobra.Command, args []string) error { return checkArgs(cmd, args, fix) },
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := site.Enter(a); err != nil {
				return err
			}
			if fix {
				return repair(cmd.Context(), a, args, f)
			}
			found := redacted(doctor.Examine(cmd.Context(), examination(cmd.Context(), a, true)))
			inTheWay := conflictsInTheWay(cmd.Context(), a)
			idle := cli.Idle(a, cli.KindsOf(a), a.Planner.Sources())
			if !f.JSON {
				a.PrintAtOnce(func() { printExamined(a, found, inTheWay, idle.Texts()) })
				hintOfRepairs(a, found)
				cli.HintOff(a)
				idle.Hint(a)
				if inTheWay > 0 {
					a.Note("hint", "neverask hooks conflicts shows "+diffview.Count(inTheWay, "hook")+" in the way of your questions")
				}
			}
			return a.Finish(f.JSON, findingsJSON{found, inTheWay, idle}, findingsExit(found))
		},
		ValidArgsFunction: a.Offer(func(context.Context, *cli.App) (ids []string) {
			for _, k := range doctor.Kinds() {
				ids = append(ids, k.ID+"\t"+k.What)
			}
			return ids
		}),
	}
	site.Flags(cmd)
	f.Flags(cmd)
	cmd.Flags().Lookup("json").Usage = "print JSON"
	cmd.Flags().BoolVar(&fix, "fix", false, "show and apply every safe repair, or those with the given IDs")
	return cmd
}

// checkArgs checks that flags and IDs go together.
func checkArgs(cmd *cobra.Command, args []string, fix bool) error {
	for _, flag := range []string{"yes", "dry-run", "diff"} {
		if cmd.Flags().Changed(flag) && !fix {
			return cli.Misuse("neverask doctor --fix --"+flag, "--%s belongs to --fix", flag)
		}
	}
	if len(args) > 0 && !fix {
		return cli.Misuse("neverask doctor --fix "+args[0], "IDs belong to --fix")
	}
	for _, id := range args {
		if !slices.ContainsFunc(doctor.Kinds(), func(k doctor.Kind) bool { return k.ID == id }) {
			ids := cli.NamesOf(doctor.Kinds(), func(k doctor.Kind) string { return k.ID })
			return cli.Misuse(cli.Meant(id, ids, "neverask doctor lists what it finds, with the IDs"),
				"there is no finding %q", id)
		}
	}
	return nil
}

type findingsJSON struct {
	Findings  []doctor.Finding `json:"findings"`
	Conflicts int              `json:"conflicts"`
	Inactive  *cli.IdleRules   `json:"inactive,omitempty"`
}

// findingsExit returns exit code 1, without a message, if there are errors among the findings.
func findingsExit(found []doctor.Finding) error {
	if slices.ContainsFunc(found, func(f doctor.Finding) bool { return f.Severity == doctor.Error }) {
		return cli.ExitError(cli.Failed, errors.New(""), "")
	}
	return nil
}

// examination returns the doctor's input, with data from past sessions.
func examination(ctx context.Context, a *cli.App, try bool) doctor.Options {
	o := doctor.Options{Planner: a.Planner, Env: os.Environ(), Try: try}
	p := pastquestions.Open(a.Planner)
	progress, done := a.Progress()
	if asked, _, err := p.Asked(ctx, progress); err == nil {
		o.Asked, o.Stats = asked, p.HookStats(ctx)
	}
	done()
	o.Rules, _ = a.Rulebook().Findings(o.Asked) // the doctor reports unreadable rules itself
	return o
}

// redacted returns findings without the secrets from their files.
func redacted(found []doctor.Finding) []doctor.Finding {
	out := []doctor.Finding{}
	for _, f := range found {
		f.Message, f.Fix = diffview.RedactCommand(f.Message), diffview.RedactCommand(f.Fix)
		f.Loses, f.Each = slices.Clone(f.Loses), slices.Clone(f.Each)
		for i, lost := range f.Loses {
			f.Loses[i] = diffview.RedactCommand(diffview.Redact(lost))
		}
		for i, each := range f.Each {
			f.Each[i] = diffview.RedactCommand(each)
		}
		out = append(out, f)
	}
	return out
}

// printExamined prints findings, and what else keeps rules from acting.
func printExamined(a *cli.App, found []doctor.Finding, inTheWay int, idle []string) {
	titles := map[doctor.Severity]string{doctor.Error: "Errors", doctor.Warning: "Warnings", doctor.Info: "Notes"}
	severity := doctor.Severity("")
	for _, f := range found {
		if f.Severity != severity {
			if severity != "" {
				fmt.Fprintln(a.Stdout)
			}
			severity = f.Severity
			fmt.Fprintln(a.Stdout, titles[severity])
		}
		printExaminedFinding(a, f)
	}
	if inTheWay > 0 {
		idle = append(idle, diffview.Count(inTheWay, "conflict"))
	}
	beside := strings.Join(idle, "; ")
	switch {
	case beside != "" && len(found) > 0:
		fmt.Fprintf(a.Stdout, "\nApart from these: %s.\n", beside)
	case beside != "":
		fmt.Fprintf(a.Stdout, "Nothing found apart from this: %s.\n", beside)
	case len(found) == 0:
		fmt.Fprintln(a.Stdout, "Nothing found.")
	}
}

// hintOfRepairs says how much --fix repairs, and what it leaves out because the repair makes a choice.
func hintOfRepairs(a *cli.App, found []doctor.Finding) {
	fixable := 0
	var byName []string
	for _, f := range found {
		switch {
		case f.Fixable && !f.ByName:
			fixable++
		case f.Fixable && !slices.Contains(byName, f.ID):
			byName = append(byName, f.ID)
		}
	}
	if fixable > 0 {
		fmt.Fprintf(a.Stderr, "hint: neverask doctor --fix plans the repairs marked with +: %s\n",
			diffview.Count(fixable, "finding"))
	}
	for _, id := range byName {
		hintByName(a, id)
	}
}

// hintByName says how to ask for a repair that makes a choice.
func hintByName(a *cli.App, id string) {
	fmt.Fprintf(a.Stderr, "hint: %s chooses for you, so name it to apply it: neverask doctor --fix %s\n", id, id)
}

// conflictsInTheWay counts the third-party hooks that are in the way.
func conflictsInTheWay(ctx context.Context, a *cli.App) int {
	r, err := cli.ReviewConflicts(ctx, a, conflicts.Options{})
	if err != nil {
		return 0
	}
	return len(r.Open())
}

func printExaminedFinding(a *cli.App, f doctor.Finding) {
	a.Line("  ", "%s", f.Message)
	where := f.ID
	if f.File != "" {
		where += "   " + a.Short(f.File)
		if f.Line > 0 {
			where += fmt.Sprintf(":%d", f.Line)
		}
	}
	a.Line("      ", "%s", where)
	for _, each := range f.Each {
		a.Line("        ", "%s", each)
	}
	if f.Why != "" {
		a.Line("      ", "%s", f.Why)
	}
	sign := "→"
	if f.Fixable {
		sign = "+"
	}
	if f.Fix != "" {
		a.Line("      ", "%s %s", sign, f.Fix)
	}
	for _, lost := range f.Loses {
		a.Line("        ", "removes: %s", lost)
	}
}
