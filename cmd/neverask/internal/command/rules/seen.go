package rules

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
	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/question"
)

func seenCommand(a *cli.App) *cobra.Command {
	var gather, forget, asJSON bool
	cmd := &cobra.Command{
		Use:   "seen [ID]",
		Short: "Show what you have seen and answered yourself under each rule",
		Long: `Show what you have seen and answered yourself under each rule.

A rule answers exactly that, and asks once about what is new. With an ID every
question is listed.

Rules that are older than this record are looked up in your past sessions when
neverask is first installed or upgraded; --gather does it now, and --forget undoes
that. What you have answered since is kept.`,
		Example:           "  neverask rules seen\n  neverask rules seen r-7f3a --json\n  neverask rules seen --gather",
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: a.Offer(questionRuleIDs),
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case gather:
				return gatherNow(cmd.Context(), a)
			case forget:
				if err := a.Rulebook().Evidence().Forget(); err != nil && !errors.Is(err, os.ErrNotExist) {
					return err
				}
				return nil
			}
			return printSeen(a, args, asJSON)
		},
	}
	cmd.Flags().BoolVar(&gather, "gather", false, "look through your past sessions for what you have seen")
	cmd.Flags().BoolVar(&forget, "forget", false, "forget what was gathered from past sessions")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	cmd.MarkFlagsMutuallyExclusive("gather", "forget", "json")
	return cmd
}

// gatherNow looks through the past once more, when it was asked for.
func gatherNow(ctx context.Context, a *cli.App) error {
	if a.InSession() {
		return cli.Misuse(cli.OutsideHint, "nothing was changed: this is a session of Claude Code, and only you can say what you have seen")
	}
	asked, _, err := a.Asked(ctx)
	if err != nil {
		return err
	}
	if err := a.Rulebook().Evidence().Drop(); err != nil {
		return err
	}
	g, err := a.Rulebook().Gather(asked)
	if err == nil {
		fmt.Fprintln(a.Stdout, g)
	}
	return a.RulesError(err)
}

// seenJSON is the documented shape of what was seen under a rule.
type seenJSON struct {
	ID   string          `json:"id"`
	Seen []question.Seen `json:"seen"`
}

func printSeen(a *cli.App, ids []string, asJSON bool) error {
	p, _, err := a.Book().Read()
	if err != nil {
		return a.RulesError(err)
	}
	rules := p.Rules
	if len(ids) > 0 {
		rules = slices.DeleteFunc(rules, func(r question.Rule) bool { return r.ID != ids[0] })
		if len(rules) == 0 {
			return a.RulesError(fmt.Errorf("%s: %w", ids[0], preferences.ErrNoRule))
		}
	}
	list := []seenJSON{}
	for _, r := range rules {
		seen := a.Rulebook().Evidence().Of(r.ID)
		if asJSON {
			list = append(list, seenJSON{r.ID, cli.OrEmpty(seen)})
			continue
		}
		fmt.Fprintf(a.Stdout, "%s: %s\n", diffview.Visible(cli.OneLine(cli.RuleText(r))), seenText(seen))
		for _, s := range seen {
			if len(ids) > 0 {
				answer := s.Text
				if answer == "" {
					answer = strings.Join(s.Labels, ", ")
				}
				fmt.Fprintf(a.Stdout, "  %s  %s → %s  (%s)\n", s.At.Local().Format(time.DateTime), cli.Shown(s.Question.Text), cli.Shown(answer), s.By)
			}
		}
	}
	if asJSON {
		return a.WriteJSON(struct {
			Rules []seenJSON `json:"rules"`
		}{list})
	}
	return nil
}

// seenText says how much was seen: "seen 3 times, last on 2026-11-19".
func seenText(seen []question.Seen) string {
	switch n := len(seen); n {
	case 0:
		return "not seen yet; you are asked once more"
	case 1:
		return "seen on " + seen[0].At.Local().Format(time.DateOnly)
	default:
		return fmt.Sprintf("seen %d times, last on %s", n, seen[n-1].At.Local().Format(time.DateOnly))
	}
}
