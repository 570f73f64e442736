package rules

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"neverask/cmd/neverask/internal/cli"
	hook "neverask/hooks/program"
	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/question"
	"neverask/hooks/rule/strictjson"
)

// addFlags are the flags of rules add.
type addFlags struct {
	cli.ChangeFlags
	questionFlags
	line     lineFlags
	id, call string
}

func addCommand(a *cli.App) *cobra.Command {
	var f addFlags
	cmd := &cobra.Command{
		Use:        "add",
		SuggestFor: []string{"new", "create"},
		Short:      "Add a rule",
		Long: `Add a rule for questions, with "tool" one for tool calls, or with --tell a standing
answer: a line that Claude is told at the start of each session, as advice from you.

A rule has conditions, all of which must hold, and an answer.
--question compares the wording, ignoring numbers, paths, quoted names, case and
white space; --exact compares every character. The answer is the label of an option,
"recommended" for the option that the question recommends, or "usual" for the one you
nearly always chose. The mode is never-ask unless you give --mode.
--call names a file with a question that you have seen, as for neverask explain: Claude
does not ask you exactly that question once more.`,
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
	f.questionFlags.flags(cmd, ofNewRules(), map[string][]string{})
	f.line.flags(cmd)
	fs := cmd.Flags()
	fs.StringVar(&f.id, "id", "", "a name for the rule; generated if missing")
	fs.StringVar(&f.call, "call", "", "a file with a call that you answer like this; - for standard input")
	offerAsked(a, cmd)
	_ = cmd.MarkFlagFilename("call")
	cmd.AddCommand(addToolCommand(a))
	return cmd
}

// ofNewRules returns the fields that rules add has flags for; rules edit has the others.
func ofNewRules() strictjson.Fields[question.Rule] {
	return slices.DeleteFunc(slices.Clone(question.Fields()), func(f strictjson.Field[question.Rule]) bool {
		return slices.Contains([]string{"pattern", "source", "tool", "note", "same"}, f.Label)
	})
}

// checkName refuses an invalid --id.
func checkName(cmd *cobra.Command, id string) error {
	if cmd.Flags().Changed("id") && !regexp.MustCompile(`^[A-Za-z0-9._-]{1,64}$`).MatchString(id) {
		return cli.Misuse(`it is made of letters, digits, ".", "_" and "-", at most 64`, "--id: %q is not a valid name", id)
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
		return cli.Misuse("use one of --"+strings.Join(about, ", --"), "the rule does not say which questions it matches")
	}
	var given []question.PastAnswer
	if cmd.Flags().Changed("call") {
		if given, err = answersInCall(ctx, a, r, f.call); err != nil {
			return err
		}
	}
	lacks, err := tellLack(ctx, a, r)
	if err != nil {
		return err
	}
	f.Added = func() []string { return []string{r.ID} }
	f.Then = func() error {
		if err := learn(a, r, given...); err != nil || lacks {
			return err
		}
		printOutlook(a, r)
		return hintUncounted(ctx, a, r)
	}
	return changeRule(ctx, a, cli.OpAdd, f.ChangeFlags, &r, a.Book().Adding(&r, preferences.ByAdd))
}

// answersInCall returns the rule's answers to the questions it matches in the call from --call. It fails if there are
// none.
func answersInCall(ctx context.Context, a *cli.App, r question.Rule, file string) ([]question.PastAnswer, error) {
	input, err := a.ReadInput(ctx, []string{file})
	if err != nil {
		return nil, err
	}
	call, err := hook.ReadCall(input)
	if err != nil {
		return nil, cli.ExitError(cli.Failed, fmt.Errorf("--call: %w", err),
			"neverask explain --help says what a call looks like")
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
			return nil, cli.ExitError(cli.Failed,
				fmt.Errorf("--call: %q is not answered by the rule: %w", cli.Shown(q.Text), err), "nothing was added")
		}
		s.At, s.By = time.Now(), question.AnsweredInCall
		if s.Server != "" {
			s.Project = a.Planner.Locations.Dir
		}
		given = append(given, s)
	}
	if len(given) == 0 {
		return nil, cli.ExitError(cli.Failed, errors.New("--call: the rule matches no question of the call: "+why.Error()),
			"nothing was added")
	}
	return given, nil
}
