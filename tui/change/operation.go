package change

import (
	tea "charm.land/bubbletea/v2"

	"neverask/hooks/app/planner"
	"neverask/settings"
	"neverask/tui/kit"
)

// An Operation is a change that the person wants: its texts, its plan, and the steps around it.
type Operation struct {
	Target planner.Target // the file to change
	// Plan makes the plan for the current files.
	Plan func() (planner.Plan, error)

	// Cannot names the action in an error, "park the hook". Title is the plan's title, up to the name of the file: of
	// Into or, if that is empty, of the one that changes. Done is the message afterwards, "parked the hook". "%s" in them stands for the
	// plan's hooks, or for the change that is undone.
	Cannot, Title, Into, Done string
	// Resolved is the message instead of Done if the plan of an install only resolves conflicts.
	Resolved string
	// Nothing says why there is nothing to do; if empty, the file already looks like that.
	Nothing string
	// Remarks say what the changed lines do not show, safe to draw.
	Remarks []string

	Receipt settings.Receipt // the receipt of the change to undo, if any
	Variant *Variant

	// Before is the step before the plan, if any. Outdated is called if an earlier decision no longer holds, and Made
	// after the change.
	Before, Outdated func(*kit.Model) tea.Cmd
	Made             func()
}

// A Variant is an alternative operation for the same purpose.
type Variant struct {
	// Counts reports whether it makes a difference to a plan.
	Counts      func(planner.Plan) bool
	Name, About string // of its key
	Turn        func() Operation
}

// sameVariant reports whether two operations are the same of two variants.
func (o Operation) sameVariant(other Operation) bool {
	return o.Variant == nil || other.Variant == nil || o.Variant.Name == other.Variant.Name
}

// TakingBack returns the operation that undoes a change, in any file.
func TakingBack(b Backend, home string, r settings.Receipt) Operation {
	return Operation{
		Cannot: "undo", Title: "Undo: %s", Done: "undone",
		Target: planner.Target{Path: r.Path}, Receipt: r,
		Plan: func() (planner.Plan, error) {
			p, err := b.Undo(r)
			return p, obstructed(b, r, err, home)
		},
	}
}
