package rules

import (
	"context"
	"fmt"

	"neverask/cmd/neverask/internal/cli"
	"neverask/hooks/rule/question"
)

// confirmRule records that a rule's answer is right for the questions to which the person last gave another.
func confirmRule(ctx context.Context, a *cli.App, id string, f cli.ChangeFlags) error {
	r, err := findRule(a, id)
	if err != nil {
		return err
	}
	if a.InSession() {
		return cli.Misuse(cli.OutsideHint,
			"nothing was confirmed: this is a Claude Code session, and the rule would answer its questions")
	}
	paused := r.Paused(a.Rulebook().Answered())
	if len(paused) == 0 {
		a.Note("hint", "nothing to confirm: you last gave no other answer to what "+r.ID+" is about")
		return nil
	}
	for _, past := range paused {
		fmt.Fprintf(a.Stdout, "  %s → %s\n", cli.Shown(past.Question.Text),
			past.Given("answered", cli.Shown(past.Answer())))
	}
	if f.DryRun {
		return nil
	}
	ok, err := a.Agreed(ctx, cli.Consent{
		Ask: "Is the rule's answer right nevertheless?", Yes: f.Yes, Done: "confirmed",
		Hint: "neverask rules edit " + r.ID + " --confirm --yes",
	})
	if err != nil || !ok {
		return err
	}
	for _, past := range paused {
		given, err := r.Answering(past.Asked(), past.Question)
		if err != nil {
			continue
		}
		given.At, given.By, given.Project = a.Planner.Now(), question.AnsweredOnScreen, past.Project
		if err := a.Rulebook().Learn(given); err != nil {
			return err
		}
	}
	a.Note("confirmed", r.ID+" answers this again")
	return nil
}
