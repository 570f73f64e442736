package rules

import (
	"reflect"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"neverask/cmd/neverask/internal/cli"
	"neverask/hooks/rule/question"
	"neverask/hooks/rule/toolrule"
)

// editFlags are the flags of rules edit.
type editFlags struct {
	cli.ChangeFlags
	ruleFlags
	position int
	confirm  bool
	option   string
}

func editCommand(a *cli.App) *cobra.Command {
	var f editFlags
	cmd := &cobra.Command{
		Use:        "edit [ID]",
		SuggestFor: []string{"set", "change", "update", "move", "option", "options", "confirm"},
		Short:      "Change a rule, or edit the preferences file",
		Long: `Change a rule by flags. Fields that you do not name stay; an empty value removes a field.
For a tool rule, --when replaces all conditions, and --set, --delete and --replace all
changes of the input.

Without flags it opens the preferences file in $VISUAL or $EDITOR, at the rule with the
ID. You edit a copy, which replaces the file only when it is valid; until then you see
where it is not, and may go on editing.

--confirm lets a rule answer again although you last answered differently. --position is
the rule's place among those of its kind: tool rules change the input in this order, and if
several question rules tie, the log names the first. Nothing else depends on it.

--option sets an option of the preferences:

` + optionHelp() + toolRuleHelp,
		Example: `  neverask rules edit r-7f3a --mode always-ask
  neverask rules edit r-7f3a --answer No --note "changed my mind"
  neverask rules edit r-7f3a --confirm
  neverask rules edit confirm-push --act deny --message "no pushing from here"
  neverask rules edit no-secrets --position 1
  neverask rules edit --option mcp.github=answers
  VISUAL=nano neverask rules edit`,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: a.Offer(ruleIDs),
		RunE: func(cmd *cobra.Command, args []string) error {
			return edit(a, cmd, strings.Join(args, ""), &f)
		},
	}
	f.ChangeFlags.Flags(cmd)
	f.flags(cmd)
	fs := cmd.Flags()
	fs.IntVar(&f.position, "position", 0, "the place among the rules of its kind, from 1")
	fs.BoolVar(&f.confirm, "confirm", false, "let the rule answer again although you last answered differently")
	fs.StringVar(&f.option, "option", "", "set an option of the preferences, NAME=VALUE")
	_ = cmd.RegisterFlagCompletionFunc("option", completeOption)
	offerAsked(a, cmd)
	return cmd
}

// alone are the flags of rules edit that exclude every other change.
var alone = []string{"position", "confirm", "option"}

func edit(a *cli.App, cmd *cobra.Command, id string, f *editFlags) error {
	ctx := cmd.Context()
	one, several := changesGiven(cmd)
	switch {
	case several:
		return cli.Misuse("make one change after the other", "--%s excludes other changes", one)
	case one == "option" && id != "":
		return cli.Misuse("neverask rules edit --option "+f.option, "options belong to the preferences, not to a rule")
	case one == "option":
		return setOption(ctx, a, f.option, f.ChangeFlags)
	case id == "" && one != "":
		return cli.Misuse("neverask rules list shows the IDs", "which rule? --%s changes one", one)
	case one == "" && cmd.Flags().NFlag() > 0:
		return cli.Misuse("see: neverask rules edit --help", "no flag says what to change")
	case one == "":
		return editPrefs(ctx, a, id)
	case one == "position":
		return changeRules(ctx, a, kindOp(a, cli.OpMove, id), f.ChangeFlags, a.Book().Moving(id, f.position-1))
	case one == "confirm":
		return confirmRule(ctx, a, id, f.ChangeFlags)
	}
	return setRule(a, cmd, id, f)
}

// changesGiven returns a given flag that changes something, preferably one of alone, and whether that has others
// beside it.
func changesGiven(cmd *cobra.Command) (one string, several bool) {
	var all []string
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		if !slices.Contains([]string{"dry-run", "yes", "json", "diff", "help"}, flag.Name) {
			all = append(all, flag.Name)
		}
	})
	if len(all) == 0 {
		return "", false
	}
	if i := slices.IndexFunc(all, func(name string) bool { return slices.Contains(alone, name) }); i >= 0 {
		return all[i], len(all) > 1
	}
	return all[0], false
}

// setRule changes a rule of any kind.
func setRule(a *cli.App, cmd *cobra.Command, id string, f *editFlags) error {
	r, err := ruleOf(a, id)
	if err == nil && r.told == nil {
		err = f.checkKind(cmd, id, r.called != nil)
	}
	switch {
	case err != nil:
		return err
	case r.told != nil:
		return setLine(a, cmd, id, &f.line, f.ChangeFlags)
	case r.called != nil:
		return changeRules(cmd.Context(), a, cli.OpRules, f.ChangeFlags,
			a.Book().ChangeTool(id, func(r toolrule.Rule) (toolrule.Rule, error) { return f.tool.apply(cmd, r) }))
	}
	asked, lacks := r.asked, false
	if changed, err := f.question.apply(cmd, *asked); err == nil &&
		!(reflect.DeepEqual(changed.Match, asked.Match) && reflect.DeepEqual(changed.Effective(), asked.Effective())) {
		if lacks, err = tellLack(cmd.Context(), a, changed); err != nil {
			return err
		}
	}
	f.Then = func() error {
		if !lacks {
			printOutlook(a, *asked)
		}
		return nil
	}
	return changeRule(cmd.Context(), a, cli.OpSet, f.ChangeFlags,
		asked, a.Book().Changing(id, func(r question.Rule) (question.Rule, error) {
			r, err := f.question.apply(cmd, r)
			*asked = r
			return r, err
		}))
}
