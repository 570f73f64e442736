package rules

import (
	"github.com/spf13/cobra"

	"neverask/cmd/neverask/internal/cli"
	"neverask/hooks/rule/question"
	"neverask/hooks/rule/suggest"
)

func removeCommand(a *cli.App) *cobra.Command {
	var change cli.ChangeFlags
	cmd := &cobra.Command{
		Use:               "rm ID...",
		SuggestFor:        []string{"remove", "delete", "del"},
		Short:             "Remove rules",
		Example:           "  neverask rules rm r-7f3a\n  neverask rules rm confirm-push no-secrets --yes",
		Args:              cobra.MinimumNArgs(1),
		ValidArgsFunction: a.Offer(ruleIDs),
		RunE: func(cmd *cobra.Command, args []string) error {
			removed := questionRules(a, args)
			change.Then = func() error {
				for _, r := range removed { // do not suggest the removed rules again at once
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

// questionRules returns the question rules with these IDs.
func questionRules(a *cli.App, ids []string) (rules []question.Rule) {
	for _, id := range ids {
		if r, err := ruleOf(a, id); err == nil && r.asked != nil {
			rules = append(rules, *r.asked)
		}
	}
	return rules
}
