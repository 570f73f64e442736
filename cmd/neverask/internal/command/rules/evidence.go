package rules

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"neverask/cmd/neverask/internal/cli"
	"neverask/diffview"
	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/question"
)

func evidenceCommand(a *cli.App) *cobra.Command {
	var f evidenceFlags
	cmd := &cobra.Command{
		Use:   "evidence [ID]",
		Short: "Show your own answers that each rule relies on",
		Long: `Show your own answers that each rule relies on.

A rule answers only what you have answered so. With an ID every answer is listed.
Once you have answered otherwise, the rule leaves that to you; --confirm says that
its own answer is right all the same, and it answers again.`,
		Example:           "  neverask rules evidence\n  neverask rules evidence r-7f3a\n  neverask rules evidence r-7f3a --confirm",
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: a.Offer(questionRuleIDs),
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.confirm && len(args) == 0 {
				return cli.Misuse("neverask rules evidence ID --confirm", "--confirm needs the ID of a rule")
			}
			return showEvidence(cmd.Context(), a, args, f)
		},
	}
	cmd.Flags().BoolVar(&f.json, "json", false, "print JSON")
	cmd.Flags().BoolVar(&f.confirm, "confirm", false, "let the rule answer again although you last answered differently")
	cmd.Flags().BoolVarP(&f.yes, "yes", "y", false, "with --confirm: do not ask")
	return cmd
}

type evidenceFlags struct{ json, confirm, yes bool }

// evidenceJSON is the documented shape of the evidence of a rule.
type evidenceJSON struct {
	ID      string                `json:"id"`
	Answers []question.PastAnswer `json:"answers"`
}

func showEvidence(ctx context.Context, a *cli.App, ids []string, f evidenceFlags) error {
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
	answered := a.Rulebook().Answered()
	if f.confirm {
		return confirmAnswers(ctx, a, rules[0], answered, f)
	}
	list := []evidenceJSON{}
	for _, r := range rules {
		about := r.About(answered)
		if f.json {
			list = append(list, evidenceJSON{r.ID, cli.OrEmpty(about)})
			continue
		}
		fmt.Fprintf(a.Stdout, "%s: %s\n", diffview.Visible(cli.OneLine(cli.RuleText(r))), countAnswers(about))
		if len(ids) == 0 {
			continue
		}
		for _, past := range about {
			note := string(past.By)
			if past.Unconfirmed {
				note += ", not yet confirmed by a transcript"
			}
			fmt.Fprintf(a.Stdout, "  %s  %s → %s  (%s)\n", past.At.Local().Format(time.DateTime), cli.Shown(past.Question.Text), cli.Shown(past.Answer()), note)
		}
	}
	if f.json {
		return a.WriteJSON(struct {
			Rules []evidenceJSON `json:"rules"`
		}{list})
	}
	return nil
}

// countAnswers says how much of what a rule is about was answered.
func countAnswers(about []question.PastAnswer) string {
	switch n := len(about); n {
	case 0:
		return "not answered yet; Claude asks you once more"
	case 1:
		return "answered on " + about[0].At.Local().Format(time.DateOnly)
	default:
		return fmt.Sprintf("answered %d times, last on %s", n, about[n-1].At.Local().Format(time.DateOnly))
	}
}

// confirmAnswers keeps that a rule's answer is right to the questions to which the person last
// gave another one.
func confirmAnswers(ctx context.Context, a *cli.App, r question.Rule, answered []question.PastAnswer, f evidenceFlags) error {
	if a.InSession() {
		return cli.Misuse(cli.OutsideHint, "nothing was confirmed: this is a session of Claude Code, and what is asked would be answered")
	}
	paused := r.Paused(answered)
	if len(paused) == 0 {
		a.Note("hint", "nothing to confirm: you last gave no other answer to what "+r.ID+" is about")
		return nil
	}
	for _, past := range paused {
		fmt.Fprintf(a.Stdout, "  %s → you answered %s on %s\n", cli.Shown(past.Question.Text), cli.Shown(past.Answer()), past.At.Local().Format(time.DateOnly))
	}
	ok, err := a.Agreed(ctx, cli.Consent{
		Ask: "Is the rule's answer right all the same?", Yes: f.yes, Done: "confirmed",
		Hint: "neverask rules evidence " + r.ID + " --confirm --yes",
	})
	if err != nil || !ok {
		return err
	}
	for _, past := range paused {
		given, err := r.Answering(past.Asked(), past.Question)
		if err != nil {
			continue
		}
		given.At, given.By, given.Project = a.Installer.Now(), question.AnsweredOnScreen, past.Project
		if err := a.Rulebook().Learn(given); err != nil {
			return err
		}
	}
	a.Note("confirmed", r.ID+" answers this again")
	return nil
}
