package rules

import (
	"context"

	"neverask/hooks/app/planner"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/question"
	"neverask/hooks/rule/standinganswer"
	"neverask/hooks/rule/suggest"
	"neverask/settings"
)

// Backend is what the place Rules asks of the world.
type Backend interface {
	// SeeRules marks the rules as looked at: none of them has appeared any more.
	SeeRules(context.Context) error
	// Decide says what the hook would do with a question of the past if it came again, by the
	// rules as they are now.
	Decide(*transcript.Question) (question.Decision, []question.Step, error)
	// Learn puts what the person answered on record.
	Learn(all ...question.PastAnswer) error
	// RecordDecision remembers what the person decided about a suggestion: a rule that they
	// delete is not suggested at once.
	RecordDecision(id string, d suggest.Decision) error
	// Last is the change that undo takes back; settings.ErrNoReceipt when there is none.
	Last() (settings.Receipt, error)
	// Undo plans to take a change back, and Apply writes a plan.
	Undo(settings.Receipt) (planner.Plan, error)
	Apply(context.Context, planner.Plan) (settings.Receipt, error)
	// RemoveTool plans to delete a tool rule, with the entries of settings files that follow from it.
	RemoveTool(id string) (planner.Plan, error)
	// AddLine and ChangeLine plan to add a standing answer and to word it anew; RemoveTool
	// deletes one, too.
	AddLine(standinganswer.Line) (planner.Plan, error)
	ChangeLine(id, text string) (planner.Plan, error)
}
