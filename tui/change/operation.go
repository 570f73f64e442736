package change

import (
	tea "charm.land/bubbletea/v2"

	"neverask/hooks/app/planner"
	"neverask/settings"
	"neverask/tui/kit"
)

// An Operation is what the person wants done to files: what it is called, its plan, and
// what belongs to it.
type Operation struct {
	Target planner.Target // the file that it is about
	// Plan makes the plan, of the files as they are then.
	Plan func() (planner.Plan, error)

	// Cannot is what could not be done, when it fails. Title is what is done, up to the
	// name of a file: of Into, or where that is empty of the one that changes. Done is
	// what was done. "%s" stands in them for the hooks that the plan is about, or for the
	// change that is undone.
	Cannot, Title, Into, Done string
	// Nothing says why there is nothing to do; empty when the file is as it would be.
	Nothing string
	// Remarks are what the lines that change do not say, safe to draw.
	Remarks []string

	Receipt settings.Receipt // of the change that it takes back, if it does
	Variant *Variant

	// Before is what comes before its plan, where there is something. Outdated is what
	// follows when something that was decided for it is no longer so, and Made when it
	// is done.
	Before, Outdated func(*kit.Model) tea.Cmd
	Made             func()
}

// A Variant is another operation to the same end.
type Variant struct {
	// Counts reports whether it makes a difference to a plan.
	Counts      func(planner.Plan) bool
	Name, About string // of the key that plans it
	Turn        func() Operation
}

// sameVariant reports whether two operations are the same one of two variants.
func (o Operation) sameVariant(other Operation) bool {
	return o.Variant == nil || other.Variant == nil || o.Variant.Name == other.Variant.Name
}

// TakingBack undoes a change. What is taken back need not be in a scope.
func TakingBack(b Backend, home string, r settings.Receipt) Operation {
	return Operation{
		Cannot: "undo", Title: "Undo: %s", Done: "Change undone",
		Target: planner.Target{Path: r.Path}, Receipt: r,
		Plan: func() (planner.Plan, error) {
			p, err := b.Undo(r)
			return p, obstructed(b, r, err, home)
		},
	}
}
