package rules

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"neverask/cmd/neverask/internal/cli"
	"neverask/diffview"
	"neverask/hooks/app/install"
	"neverask/hooks/claude/config"
	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/question"
	"neverask/hooks/rule/standinganswer"
	"neverask/hooks/rule/strictjson"
)

// lineFlags are the flags that describe a standing answer, besides those it shares with rules.
type lineFlags struct{ tell, about string }

// ofLines are the flags that go with a standing answer.
var ofLines = []string{"tell", "about", "project", "answer", "note", "id", "dry-run", "yes", "json", "diff", "help"}

func (f *lineFlags) flags(cmd *cobra.Command) {
	for _, field := range standinganswer.Fields() {
		switch field.Label {
		case "tell":
			cmd.Flags().StringVar(&f.tell, field.Label, "", field.Usage())
		case "about":
			cmd.Flags().StringVar(&f.about, field.Label, "", "with --tell: "+field.Usage())
		}
	}
}

// given returns a flag from the command line that only standing answers have, and one that they do not have.
func (f *lineFlags) given(cmd *cobra.Command) (own, other string) {
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		switch {
		case flag.Name == "tell" || flag.Name == "about":
			own = flag.Name
		case !slices.Contains(ofLines, flag.Name):
			other = flag.Name
		}
	})
	return own, other
}

// apply sets the fields of a standing answer from the command line.
func (f *lineFlags) apply(cmd *cobra.Command, l standinganswer.Line) (standinganswer.Line, error) {
	for _, field := range standinganswer.Fields() {
		v := field.Of(&l)
		if !v.Given() || !cmd.Flags().Changed(field.Label) {
			continue
		}
		text := cmd.Flags().Lookup(field.Label).Value.String()
		if v.Kind() == strictjson.Directory && text != "" {
			dir, err := filepath.Abs(text)
			if err != nil {
				return l, err
			}
			text = dir
		}
		v.Set(text)
	}
	return l, nil
}

// addLine adds a standing answer.
func addLine(a *cli.App, cmd *cobra.Command, f addFlags) error {
	if _, other := f.line.given(cmd); other != "" {
		return cli.Misuse("", "--%s does not go with --tell: a standing answer is not for a single question", other)
	}
	l, err := f.line.apply(cmd, standinganswer.Line{ID: f.id})
	if err == nil {
		err = lineError(l.Check())
	}
	if err != nil {
		return err
	}
	f.Added = func() []string { return []string{l.ID} }
	f.Then = func() error {
		tellReach(a, l)
		return nil
	}
	return changeRules(cmd.Context(), a, cli.OpAdd, f.ChangeFlags, a.Book().AddLine(&l, preferences.ByAdd))
}

// lineError adds a hint to the error of an invalid line.
func lineError(err error) error {
	if err == nil {
		return nil
	}
	return cli.ExitError(cli.Failed, err, "nothing was changed")
}

// setLine changes a standing answer.
func setLine(a *cli.App, cmd *cobra.Command, id string, f *lineFlags, change cli.ChangeFlags) error {
	if _, other := f.given(cmd); other != "" {
		return cli.Misuse("", "%s is a standing answer, which has no --%s", id, other)
	}
	return changeRules(cmd.Context(), a, cli.OpSet, change,
		a.Book().ChangeLine(id, func(l standinganswer.Line) (standinganswer.Line, error) {
			l, err := f.apply(cmd, l)
			if err == nil {
				err = lineError(l.Check())
			}
			return l, err
		}))
}

// tellReach says why Claude may not be told a standing answer.
func tellReach(a *cli.App, l standinganswer.Line) {
	if there := install.Anywhere(a.Planner, config.QuestionHooks); !there && install.Unreadable(a.Planner) != nil {
		fmt.Fprintf(a.Stderr, "hint: cannot tell whether neverask's hooks are installed: %s\n",
			a.Short(install.Unreadable(a.Planner).Error()))
	} else if !there {
		fmt.Fprintln(a.Stderr, "hint: Claude is told it once neverask's hooks are installed: neverask install")
	}
	if lines, _, err := a.Book().ReadLines(); err == nil {
		if _, left := standinganswer.Told(lines, question.NewLocation(a.Planner.Locations.Dir).Within); len(left) > 0 {
			fmt.Fprintf(a.Stderr, "hint: Claude is told at most %d; here without %s\n", standinganswer.MaxTold,
				strings.Join(cli.NamesOf(left, func(l standinganswer.Line) string { return l.ID }), ", "))
		}
	}
	if missing(l.Project) {
		fmt.Fprintln(a.Stderr, "hint: there is no directory "+diffview.Visible(a.Short(l.Project)))
	}
}

// missing reports whether a project's directory does not exist.
func missing(project string) bool {
	_, err := os.Stat(project)
	return project != "" && errors.Is(err, os.ErrNotExist)
}

// printLines lists the standing answers, with the effect of each, or why Claude is not told it here.
func printLines(ctx context.Context, a *cli.App, lines []standinganswer.Line) error {
	if len(lines) == 0 {
		return nil
	}
	asked, _, err := a.PastQuestions(ctx)
	if err != nil {
		return err
	}
	effects, err := a.Rulebook().Effects(asked)
	if err != nil {
		return a.RulesError(err)
	}
	within := question.NewLocation(a.Planner.Locations.Dir).Within
	_, left := standinganswer.Told(lines, within)
	for i, l := range lines {
		text := lineText(l)
		if e := effects[i]; e.Before+len(e.Asked) > 0 {
			text += "  (" + e.String() + ")"
		}
		switch {
		case slices.ContainsFunc(left, func(o standinganswer.Line) bool { return o.ID == l.ID }):
			text += fmt.Sprintf("  (not told here: Claude is told at most %d)", standinganswer.MaxTold)
		case missing(l.Project):
			text += "  (the directory is gone)"
		}
		a.Row(ruleMargin, text)
	}
	return nil
}

// lineText returns a standing answer on one line.
func lineText(l standinganswer.Line) string {
	s := fmt.Sprintf("%-18s %-10s %s", l.ID, "tell", l.Text)
	if l.Project != "" {
		s += "; project " + l.Project
	}
	return s
}

// lineOf returns the standing answer with an ID.
func lineOf(a *cli.App, id string) (standinganswer.Line, error) {
	lines, _, err := a.Book().ReadLines()
	return named(a, id, lines, err, func(l standinganswer.Line) string { return l.ID })
}

func lineIDs(_ context.Context, a *cli.App) (found []string) {
	lines, _, _ := a.Book().ReadLines()
	for _, l := range lines {
		found = append(found, l.ID+"\ttell "+l.Text)
	}
	return found
}
