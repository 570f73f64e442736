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

// Backend is what the Rules place needs from outside.
type Backend interface {
	// SeeRules marks all rules as seen, so that Appeared no longer lists them.
	SeeRules(context.Context) error
	// Decide returns what the hook would do with a past question under the current rules.
	Decide(*transcript.Question) (question.Decision, []question.Step, error)
	// Learn adds the person's answers to the answer record.
	Learn(all ...question.PastAnswer) error
	// RecordDecision records what the person decided about a suggestion, so that a rule they
	// delete is not suggested again at once.
	RecordDecision(id string, d suggest.Decision) error
	// Last returns the change that undo takes back, or settings.ErrNoReceipt.
	Last() (settings.Receipt, error)
	// Undo plans to take back a change; Apply writes a plan.
	Undo(settings.Receipt) (planner.Plan, error)
	Apply(context.Context, planner.Plan) (settings.Receipt, error)
	// RemoveTool plans to delete a tool rule, and the settings entries that only it needs.
	RemoveTool(id string) (planner.Plan, error)
	// AddLine and ChangeLine plan to add and to reword a standing answer; RemoveTool also
	// deletes one.
	AddLine(standinganswer.Line) (planner.Plan, error)
	ChangeLine(id, text string) (planner.Plan, error)
}
