package suggestion

import (
	"context"

	"neverask/hooks/app/installer"
	"neverask/hooks/rule/question"
	"neverask/hooks/rule/suggest"
	"neverask/settings"
)

// Backend is what the review of suggestions asks of the world.
type Backend interface {
	// Learn puts what the person answered on record.
	Learn(all ...question.PastAnswer) error
	// RecordDecision remembers what the person decided about a suggestion.
	RecordDecision(id string, d suggest.Decision) error
	// Last is the change that undo takes back; settings.ErrNoReceipt when there is none.
	Last() (settings.Receipt, error)
	// Undo plans to take a change back, and Apply writes a plan.
	Undo(settings.Receipt) (installer.Plan, error)
	Apply(context.Context, installer.Plan) (settings.Receipt, error)
}
