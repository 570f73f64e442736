package rules

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"neverask/cmd/neverask/internal/cli"
	"neverask/diffview"
	"neverask/hooks/app/install"
	"neverask/hooks/app/planner"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/question"
	"neverask/hooks/rule/standinganswer"
	"neverask/hooks/rule/toolrule"
	"neverask/settings"
)

func importCommand(a *cli.App) *cobra.Command {
	var change cli.ChangeFlags
	cmd := &cobra.Command{
		Use:   "import gstack|FILE",
		Short: "Add the rules of gstack, or of another preferences file",
		Long: `Add the rules of gstack, or of another preferences file.

Rules you already have are skipped. Each of the others for questions is shown with what
it would have answered in your past sessions, before anything is written. An imported rule never
answers about irreversible actions.

gstack's preferences are read from GSTACK_STATE_ROOT, GSTACK_HOME or ~/.gstack: the
global ones, and those of its projects, which hold in the project's directory. Questions
gstack marks as one-way are always asked. What you have answered counts, where your
transcripts show it. One undo reverts the whole import.`,
		Example: "  neverask rules import gstack --dry-run\n  neverask rules import team.json",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			from, err := importable(a, args[0])
			if err != nil {
				return err
			}
			var added portable
			edit := func(doc settings.Document) (settings.Document, error) {
				return added.add(a, doc, from, preferences.ByImport(args[0]))
			}
			plan := func() (planner.Plan, error) {
				p, err := install.Rules(a.Planner, cli.OpImport, edit)
				return p, a.RulesError(err)
			}
			p, err := plan()
			if err != nil {
				return err
			}
			change.Then = func() error { return learnPast(cmd.Context(), a, added.Rules) }
			change.Added = added.names
			if !change.JSON {
				if err := added.print(cmd.Context(), a); err != nil {
					return err
				}
			}
			return a.Change(cmd.Context(), cli.Planned(p, plan), nil, change)
		},
	}
	change.Flags(cmd)
	return cmd
}

// add adds a file's new rules to the preferences, and to p.
func (p *portable) add(a *cli.App, doc settings.Document, from portable, by preferences.Maker) (settings.Document, error) {
	doc, err := a.Book().AddingNew(from.Rules, by, &p.Rules)(doc)
	if err != nil {
		return doc, err
	}
	if doc, err = a.Book().AddingNewTools(from.ToolRules, by, &p.ToolRules)(doc); err != nil {
		return doc, err
	}
	return a.Book().AddingNewLines(from.Tell, by, &p.Tell)(doc)
}

func (p *portable) names() []string {
	return slices.Concat(cli.NamesOf(p.Rules, func(r question.Rule) string { return r.ID }),
		cli.NamesOf(p.ToolRules, func(r toolrule.Rule) string { return r.ID }),
		cli.NamesOf(p.Tell, func(l standinganswer.Line) string { return l.ID }))
}

func (p *portable) print(ctx context.Context, a *cli.App) error {
	if err := printImported(ctx, a, p.Rules); err != nil {
		return err
	}
	for _, r := range p.ToolRules {
		fmt.Fprintln(a.Stdout, diffview.Visible(toolRuleText(r, 0)))
	}
	for _, l := range p.Tell {
		fmt.Fprintln(a.Stdout, diffview.Visible(lineText(l)))
	}
	return nil
}

// learnPast records the person's answers in transcripts to questions that some rules match.
func learnPast(ctx context.Context, a *cli.App, rules []question.Rule) error {
	asked, _, err := a.PastQuestions(ctx)
	if err != nil {
		return err
	}
	known := 0
	for _, r := range rules {
		past := transcript.AnswersTo(r, asked)
		if err := learn(a, r, past...); err != nil {
			return err
		}
		if r.CountAgreeing(past) > 0 {
			known++
		}
	}
	if known > 0 {
		a.Note("hint", "your transcripts show your answers for "+diffview.Count(known, "rule")+
			"; the others are asked once more")
	}
	return nil
}

// printImported prints rules, and what they would have done in past sessions.
func printImported(ctx context.Context, a *cli.App, rules []question.Rule) error {
	if len(rules) == 0 {
		return nil
	}
	asked, _, err := a.PastQuestions(ctx)
	if err != nil {
		return err
	}
	replays, err := a.Rulebook().Replay(rules, asked)
	if err != nil {
		return a.RulesError(err)
	}
	for i, r := range rules {
		fmt.Fprintln(a.Stdout, diffview.Visible(cli.RuleText(r)))
		say := func(label, text string) { a.Line("    ", "%s: %s", label, text) }
		if text, _ := besideText(a, r); text != "" {
			say("beside", text)
		}
		switch past := replays[i]; {
		case past.Matched == 0:
			say("past", "no question matches it")
		case r.Mode == question.AlwaysAsk || r.Mode == question.PreferMode:
			say("past", "it matches "+diffview.Count(past.Matched, "question"))
		default:
			say("past", "it "+past.Summary())
			if d := past.Differences(); d != "" {
				say("careful", d)
			}
		}
	}
	return nil
}

// portable is the part of preferences that another person can import, in the shape of the file.
type portable struct {
	question.Preferences
	ToolRules []toolrule.Rule       `json:"toolRules,omitempty"`
	Tell      []standinganswer.Line `json:"tell,omitempty"`
}

// importable reads the rules to import, and reports those that cannot be imported.
func importable(a *cli.App, from string) (portable, error) {
	if from != "gstack" {
		return readRules(a, from)
	}
	dir := cmp.Or(a.Getenv("GSTACK_STATE_ROOT"), a.Getenv("GSTACK_HOME"),
		filepath.Join(a.Planner.Locations.Home, ".gstack"))
	rules, skipped, err := preferences.FromGstack(dir, preferences.GstackRegistry(a.Planner.Locations.Config()))
	for _, s := range skipped {
		a.Note("neverask", fmt.Sprintf("skipped: %s: %s: %s", s.File, s.Entry, s.Why))
	}
	return portable{Preferences: question.Preferences{Rules: rules}}, err
}

// readRules reads another preferences file. Its rules lose the permission to answer irreversible or unseen questions:
// only this person can give that.
func readRules(a *cli.App, path string) (from portable, err error) {
	book := preferences.Open(path, a.Planner.Store, nil)
	p, problems, err := book.Read()
	var untold, broken []question.Problem
	if err == nil {
		from.Tell, untold, err = book.ReadLines()
	}
	if err == nil {
		from.ToolRules, broken, err = book.ReadTools()
	}
	if err != nil {
		return from, cli.ExitError(cli.Invalid, err, "nothing was imported")
	}
	for _, problem := range slices.Concat(problems, broken, untold) {
		a.Note("neverask", fmt.Sprintf("skipped: %s:%d:%d: %s", path, problem.Line, problem.Column, problem.Message))
	}
	for i := range p.Rules {
		p.Rules[i].OneWay = ""
	}
	if from.Preferences = p; len(p.Rules)+len(from.ToolRules)+len(from.Tell) == 0 {
		return from, fmt.Errorf("%s: no rules in it", path)
	}
	return from, nil
}
