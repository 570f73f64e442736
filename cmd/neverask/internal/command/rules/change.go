package rules

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"neverask/cmd/neverask/internal/cli"
	"neverask/diffview"
	"neverask/hooks/app/install"
	"neverask/hooks/app/installer"
	hook "neverask/hooks/program"
	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/question"
	"neverask/hooks/rule/strictjson"
	"neverask/hooks/rule/suggest"
	"neverask/hooks/rule/toolrule"
)

// addFlags say which question rule to add.
type addFlags struct {
	cli.ChangeFlags
	questionFlags
	line     lineFlags
	id, call string
}

func addCommand(a *cli.App) *cobra.Command {
	var f addFlags
	cmd := &cobra.Command{
		Use:   "add",
		Short: "Add a rule",
		Long: `Add a rule for questions, with "tool" one for calls of tools, or with --tell a standing
answer: a line that Claude is told at the start of each session, as yours. It is advice.

A rule has conditions, all of which must hold, and an answer.
--question compares the wording and ignores numbers, paths, quoted names, case and
white space; --exact compares every character. The answer is the label of an option,
"recommended" for the option that the question recommends, or "usual" for the one you
nearly always chose. A new rule has the mode never-ask unless --mode says otherwise.
--call names a file with a question that you have seen, as neverask explain takes it,
or - for standard input: exactly that question need not be asked once more.`,
		Example: `  neverask rules add --question "Run the tests before committing?" --answer Yes
  neverask rules add --header Library --mode prefer --answer recommended
  neverask rules add --header Tests --answer Yes --call question.json
  neverask rules add tool Bash --when 'command~\bterraform apply\b' --act deny --message "use plan"
  neverask rules add --tell "Reviews run in the foreground" --project .`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := checkName(cmd, f.id); err != nil {
				return err
			}
			switch set := cmd.Flags().Changed; {
			case set("tell"):
				return addLine(a, cmd, f)
			case set("about"):
				return cli.Misuse("", "--about goes with --tell")
			}
			return addQuestionRule(a, cmd, f)
		},
	}
	f.ChangeFlags.Flags(cmd)
	f.questionFlags.flags(cmd, map[string][]string{})
	f.line.flags(cmd)
	fs := cmd.Flags()
	fs.StringVar(&f.id, "id", "", "a name for the rule; generated if missing")
	fs.StringVar(&f.call, "call", "", "a file with a question you have seen and answer like this; - for standard input")
	offerAsked(a, cmd)
	_ = cmd.MarkFlagFilename("call")
	cmd.AddCommand(addToolCommand(a))
	return cmd
}

// checkName refuses an --id that no rule can have.
func checkName(cmd *cobra.Command, id string) error {
	if cmd.Flags().Changed("id") && !regexp.MustCompile(`^[A-Za-z0-9._-]{1,64}$`).MatchString(id) {
		return cli.Misuse(`it is made of letters, digits, ".", "_" and "-", at most 64`, "--id: %q is no name", id)
	}
	return nil
}

func addQuestionRule(a *cli.App, cmd *cobra.Command, f addFlags) error {
	ctx := cmd.Context()
	r, err := f.apply(cmd, question.Rule{ID: f.id})
	if err != nil {
		return err
	}
	var about []string
	for _, field := range f.Fields {
		if field.Part == strictjson.Matching && field.In == "match" {
			about = append(about, field.Label)
		}
	}
	if !slices.ContainsFunc(about, cmd.Flags().Changed) {
		return cli.Misuse("say it with one of --"+strings.Join(about, ", --"), "the rule does not say which question it is about")
	}
	var given []question.PastAnswer
	if cmd.Flags().Changed("call") {
		if given, err = answersInCall(ctx, a, r, f.call); err != nil {
			return err
		}
	}
	if err := tellLack(ctx, a, r); err != nil {
		return err
	}
	f.Added = func() []string { return []string{r.ID} }
	f.Then = func() error {
		err := learn(a, r, given...)
		if err == nil {
			tellOutlook(a, r)
		}
		return err
	}
	return changeRules(ctx, a, cli.OpAdd, f.ChangeFlags, a.Book().Adding(&r, "rules add"))
}

// tellLack warns of an answer that the last question which the rule matches does not offer, where
// that is known. It fails where the person ends the search.
func tellLack(ctx context.Context, a *cli.App, r question.Rule) error {
	if r.Check() != nil || r.Answer.Label == "" && r.Answer.Labels == nil {
		return nil
	}
	asked, _, err := a.Asked(ctx)
	if err != nil {
		return ctx.Err()
	}
	if lack := preferences.FindLack(r, asked); lack != nil {
		a.Note("hint", lack.String())
	}
	return nil
}

// tellOutlook says what a rule will do.
func tellOutlook(a *cli.App, r question.Rule) {
	printOutlook(a, r)
	if p, _, err := a.Book().Read(); err == nil {
		if other, how := preferences.Beside(r, p.Rules); how != "" {
			fmt.Fprintf(a.Stderr, "hint: %s: %s\n", how, diffview.Visible(cli.OneLine(cli.RuleText(other))))
		}
	}
}

func printOutlook(a *cli.App, r question.Rule) {
	for _, sentence := range preferences.Outlook(r, r.CountAgreeing(a.Rulebook().Answered())) {
		a.Note("hint", sentence)
	}
}

// answersInCall are the answers that a rule gives to what it is about in a call that the person
// has at hand. It fails where there is none.
func answersInCall(ctx context.Context, a *cli.App, r question.Rule, file string) ([]question.PastAnswer, error) {
	input, err := a.Read(ctx, []string{file})
	if err != nil {
		return nil, err
	}
	call, err := hook.ReadCall(input)
	if err != nil {
		return nil, cli.Exit(cli.Failed, fmt.Errorf("--call: %w", err), "neverask explain --help says what a call looks like")
	}
	if err := r.Check(); err != nil {
		return nil, err
	}
	var given []question.PastAnswer
	var why error
	matches := r.Match.Matcher()
	for _, q := range call.Questions {
		s, err := r.Answering(call, q)
		switch {
		case !matches(call, q, question.Identify(q)):
			why = cmp.Or(why, err)
			continue
		case err != nil:
			return nil, cli.Exit(cli.Failed, fmt.Errorf("--call: %q is not answered by the rule: %w", cli.Shown(q.Text), err), "nothing was added")
		}
		s.At, s.By = time.Now(), question.AnsweredInCall
		if s.Server != "" {
			s.Project = a.Installer.Locations.Dir
		}
		given = append(given, s)
	}
	if len(given) == 0 {
		return nil, cli.Exit(cli.Failed, errors.New("--call: the rule is about no question of the call: "+why.Error()), "nothing was added")
	}
	return given, nil
}

// changeRules shows an edit of the rules with what follows from it, and makes it.
func changeRules(ctx context.Context, a *cli.App, op string, f cli.ChangeFlags, edit preferences.Edit) error {
	plan := func() (installer.Plan, error) {
		p, err := install.Rules(a.Installer, op, edit)
		return p, a.RulesError(err)
	}
	return a.Change(ctx, plan, nil, f)
}

func setCommand(a *cli.App) *cobra.Command {
	var (
		change cli.ChangeFlags
		f      ruleFlags
	)
	cmd := &cobra.Command{
		Use:   "set ID",
		Short: "Change a rule",
		Long: `Change a rule. What is not given stays; an empty value removes what it names.
Conditions of a rule for tools that are given take the place of all that were there,
and so do changes of the input.

` + toolRuleHelp,
		Example: `  neverask rules set r-7f3a --mode always-ask
  neverask rules set r-7f3a --answer No --note "changed my mind"
  neverask rules set confirm-push --act deny --message "no pushing from here"
  neverask rules set confirm-push --project .`,
		Args:              cobra.ExactArgs(1),
		ValidArgsFunction: a.Offer(ruleIDs),
		RunE: func(cmd *cobra.Command, args []string) error {
			r, err := ruleOf(a, args[0])
			if err == nil && r.told == nil {
				err = f.checkKind(cmd, args[0], r.called != nil)
			}
			asked := r.asked
			switch {
			case err != nil:
				return err
			case r.told != nil:
				return setLine(a, cmd, args[0], &f.line, change)
			case r.called != nil:
				return changeRules(cmd.Context(), a, cli.OpRules, change, a.Book().ChangeTool(args[0], func(r toolrule.Rule) (toolrule.Rule, error) { return f.tool.apply(cmd, r) }))
			}
			if changed, err := f.question.apply(cmd, *asked); err == nil && !(reflect.DeepEqual(changed.Match, asked.Match) && reflect.DeepEqual(changed.Effective(), asked.Effective())) {
				if err := tellLack(cmd.Context(), a, changed); err != nil {
					return err
				}
			}
			change.Then = func() error {
				tellOutlook(a, *asked)
				return nil
			}
			return changeRules(cmd.Context(), a, cli.OpSet, change, a.Book().Changing(args[0], func(r question.Rule) (question.Rule, error) {
				r, err := f.question.apply(cmd, r)
				*asked = r
				return r, err
			}))
		},
	}
	change.Flags(cmd)
	f.flags(cmd)
	offerAsked(a, cmd)
	return cmd
}

func removeCommand(a *cli.App) *cobra.Command {
	var change cli.ChangeFlags
	cmd := &cobra.Command{
		Use:               "rm ID...",
		Short:             "Remove rules",
		Example:           "  neverask rules rm r-7f3a\n  neverask rules rm confirm-push no-secrets --yes",
		Args:              cobra.MinimumNArgs(1),
		ValidArgsFunction: a.Offer(ruleIDs),
		RunE: func(cmd *cobra.Command, args []string) error {
			removed := questionRules(a, args)
			change.Then = func() error {
				for _, r := range removed { // what was not wanted is not suggested at once
					if err := a.Rulebook().RecordDecision(suggest.ID(r), suggest.Later); err != nil {
						return err
					}
				}
				return nil
			}
			return changeRules(cmd.Context(), a, kindOp(a, cli.OpRemove, args...), change, a.Book().Removing(args...))
		},
	}
	change.Flags(cmd)
	return cmd
}

// questionRules are the rules for questions of some IDs.
func questionRules(a *cli.App, ids []string) (rules []question.Rule) {
	for _, id := range ids {
		if r, err := ruleOf(a, id); err == nil && r.asked != nil {
			rules = append(rules, *r.asked)
		}
	}
	return rules
}

// kindOp is the name of a change of rules for questions, or of one of rules for tools.
func kindOp(a *cli.App, op string, ids ...string) string {
	for _, id := range ids {
		if r, _ := ruleOf(a, id); r.called != nil {
			return cli.OpRules
		}
	}
	return op
}

func moveCommand(a *cli.App) *cobra.Command {
	var change cli.ChangeFlags
	cmd := &cobra.Command{
		Use:   "move ID POSITION",
		Short: "Move a rule to another position, counted from 1",
		Long: `Move a rule to another position, counted from 1. Changes of
the input are made in the order of the rules for tools. Of rules for questions that
are equally strong and give one answer, the first is named. Nothing else depends on it.`,
		Example:           "  neverask rules move no-secrets 1",
		Args:              cobra.ExactArgs(2),
		ValidArgsFunction: a.Offer(ruleIDs),
		RunE: func(cmd *cobra.Command, args []string) error {
			to, err := strconv.Atoi(args[1])
			if err != nil {
				return cli.Misuse("the first position is 1", "%q is not a position", args[1])
			}
			return changeRules(cmd.Context(), a, kindOp(a, cli.OpMove, args[0]), change, a.Book().Moving(args[0], to-1))
		},
	}
	change.Flags(cmd)
	return cmd
}
