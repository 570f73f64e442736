package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"neverask/diffview"
	hook "neverask/hooks/program"
	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/question"
	"neverask/hooks/rule/strictjson"
)

// find returns the rule with an ID.
func (a *app) findRule(id string) (question.Rule, error) {
	p, _, err := a.book().Read()
	if err != nil {
		return question.Rule{}, a.prefsError(err)
	}
	at := slices.IndexFunc(p.Rules, func(r question.Rule) bool { return r.ID == id })
	if at < 0 {
		return question.Rule{}, a.prefsError(fmt.Errorf("%s: %w", id, preferences.ErrNoRule))
	}
	return p.Rules[at], nil
}

func (a *app) prefsShowCommand() *cobra.Command {
	return &cobra.Command{
		Use:               "show ID",
		Short:             "Print a rule as JSON",
		Example:           "  neverask prefs show r-7f3a",
		Args:              cobra.ExactArgs(1),
		ValidArgsFunction: a.completeRules,
		RunE: func(_ *cobra.Command, args []string) error {
			r, err := a.findRule(args[0])
			if err != nil {
				return err
			}
			return a.writeJSON(r)
		},
	}
}

func (a *app) prefsSetCommand() *cobra.Command {
	var (
		f      ruleFlags
		asJSON bool
	)
	cmd := &cobra.Command{
		Use:               "set ID",
		Short:             "Change a rule",
		Long:              "Change a rule. What is not given stays; an empty value removes a match.",
		Example:           "  neverask prefs set r-7f3a --mode always-ask\n  neverask prefs set r-7f3a --answer No --note \"changed my mind\"",
		Args:              cobra.ExactArgs(1),
		ValidArgsFunction: a.completeRules,
		RunE: func(cmd *cobra.Command, args []string) error {
			changed, err := a.book().Change(cmd.Context(), args[0], "prefs set", func(r question.Rule) (question.Rule, error) { return f.apply(cmd, r) })
			return a.printRule(changed, len(a.evidence().Of(changed.EvidenceID())), err, asJSON)
		},
	}
	f.flags(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the rule as JSON")
	return cmd
}

func (a *app) prefsMoveCommand() *cobra.Command {
	return &cobra.Command{
		Use:               "move ID POSITION",
		Short:             "Move a rule to a position in the list",
		Example:           "  neverask prefs move r-7f3a 1",
		Args:              cobra.ExactArgs(2),
		ValidArgsFunction: a.completeRules,
		RunE: func(cmd *cobra.Command, args []string) error {
			to, err := strconv.Atoi(args[1])
			if err != nil {
				return usage("the first position is 1", "%q is not a position", args[1])
			}
			return a.prefsError(a.book().Move(cmd.Context(), args[0], to-1))
		},
	}
}

func (a *app) prefsImportCommand() *cobra.Command {
	var dryRun bool
	cmd := &cobra.Command{
		Use:   "import gstack|FILE",
		Short: "Add the rules of gstack, or of another preferences file",
		Long: `Add the rules of gstack, or of another preferences file.

Rules that are there already are left out. gstack's preferences are read from
GSTACK_STATE_ROOT, GSTACK_HOME or ~/.gstack: the global ones and those of all its
projects. What gstack itself has as one-way is always asked. One undo takes the
whole import back.`,
		Example: "  neverask prefs import gstack --dry-run\n  neverask prefs import team.json",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			rules, err := a.importable(args[0])
			if err != nil {
				return err
			}
			if !dryRun {
				if rules, err = a.book().AddAll(cmd.Context(), rules, "prefs import", "import "+args[0]); err != nil {
					return a.prefsError(err)
				}
			}
			for _, r := range rules {
				fmt.Fprintln(a.stdout, diffview.Visible(ruleText(r)))
			}
			fmt.Fprintf(a.stderr, "neverask: %s %s\n", diffview.Count(len(rules), "rule"), map[bool]string{true: "would be considered", false: "added"}[dryRun])
			return nil
		},
	}
	cmd.Flags().BoolVar(&dryRun, "dry-run", false, "list the rules and change nothing")
	return cmd
}

// importable reads the rules to import, and reports what could not be.
func (a *app) importable(from string) ([]question.Rule, error) {
	if from != "gstack" {
		return a.readRules(from)
	}
	dir := cmp.Or(a.getenv("GSTACK_STATE_ROOT"), a.getenv("GSTACK_HOME"), filepath.Join(a.in.Locations.Home, ".gstack"))
	rules, skipped, err := preferences.FromGstack(dir, filepath.Join(a.in.Locations.Config(), "skills", "gstack", "scripts", "question-registry.ts"))
	for _, s := range skipped {
		fmt.Fprintf(a.stderr, "neverask: skipped: %s: %s: %s\n", diffview.Visible(s.File), diffview.Visible(s.Entry), diffview.Visible(s.Why))
	}
	return rules, err
}

// readRules reads another preferences file. Its rules may not answer what
// cannot be undone, nor what was not seen: that takes this person's own word.
func (a *app) readRules(path string) ([]question.Rule, error) {
	p, problems, err := preferences.Open(path, a.in.Store, nil).Read()
	if err != nil {
		return nil, &exit{exitInvalid, err, "nothing was imported"}
	}
	for _, problem := range problems {
		fmt.Fprintf(a.stderr, "neverask: skipped: %s:%d:%d: %s\n", diffview.Visible(path), problem.Line, problem.Column, diffview.Visible(problem.Message))
	}
	for i := range p.Rules {
		for _, f := range question.Fields() {
			if f.Part == strictjson.Acting && !f.Public {
				f.Of(&p.Rules[i]).Take(f.Of(new(question.Rule)))
			}
		}
	}
	if len(p.Rules) == 0 {
		return nil, fmt.Errorf("%s: no rules in it", path)
	}
	return p.Rules, nil
}

func (a *app) prefsExportCommand() *cobra.Command {
	var project string
	cmd := &cobra.Command{
		Use:     "export",
		Short:   "Print the rules in the shape of the preferences file",
		Example: "  neverask prefs export > team.json\n  neverask prefs export --project .",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			p, _, err := a.book().Read()
			if err != nil {
				return a.prefsError(err)
			}
			p.Trusted = nil // what one person has accepted is not for others
			if cmd.Flags().Changed("project") {
				dir, err := absolute(project)
				if err != nil {
					return err
				}
				p.Rules = slices.DeleteFunc(p.Rules, func(r question.Rule) bool { return r.Project != dir })
			}
			return a.writeJSON(p)
		},
	}
	cmd.Flags().StringVar(&project, "project", "", "only the rules of this directory")
	return cmd
}

// seenInCall is what a rule is about in a call that the person has at hand, with the
// answers that the rule gives. It fails where there is none.
func (a *app) seenInCall(ctx context.Context, r question.Rule, file string) ([]question.Seen, error) {
	input, err := a.read(ctx, []string{file})
	if err != nil {
		return nil, err
	}
	call, err := hook.ReadCall(input)
	if err != nil {
		return nil, &exit{exitFailed, fmt.Errorf("--call: %w", err), "neverask explain --help says what a call looks like"}
	}
	if err := r.Check(); err != nil {
		return nil, err
	}
	var seen []question.Seen
	var why error
	matches := r.Match.Matcher()
	for _, q := range call.Questions {
		s, err := r.Answering(call, q)
		switch {
		case !matches(call, q, question.Identify(q)):
			why = cmp.Or(why, err)
			continue
		case err != nil:
			return nil, &exit{exitFailed, fmt.Errorf("--call: %q is not answered by the rule: %w", shown(q.Text), err), "nothing was added"}
		}
		s.At, s.By = time.Now(), question.SeenInCall
		seen = append(seen, s)
	}
	if len(seen) == 0 {
		return nil, &exit{exitFailed, errors.New("--call: the rule is about no question of the call: " + why.Error()), "nothing was added"}
	}
	return seen, nil
}
