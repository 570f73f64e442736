package rules

import (
	"fmt"
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
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "seen [ID]",
		Short: "Show what you have seen and answered yourself under each rule",
		Long: `Show what you have seen and answered yourself under each rule.

A rule answers exactly that, and asks once about what is new. With an ID every
question is listed.`,
		Example:           "  neverask rules seen\n  neverask rules seen r-7f3a --json",
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: a.Offer(questionRuleIDs),
		RunE:              func(_ *cobra.Command, args []string) error { return printSeen(a, args, asJSON) },
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
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
