package conflict

import (
	"fmt"
	"slices"
)

// A Choice is the resolution of a conflict that a person has chosen.
type Choice struct {
	Conflict Conflict
	Way      Way
}

// Moves reports whether the way changes a file.
func (c Choice) Moves() bool {
	return c.Way == Narrow || c.Way == Park
}

// Check reports a way that the conflict does not offer.
func (c Choice) Check() error {
	if !slices.Contains(c.Conflict.Ways, c.Way) {
		h := c.Conflict.Hook
		return fmt.Errorf("%s:%d: this hook cannot be settled by %q: possible are %v", h.Source.File, h.Handler.Line, c.Way, c.Conflict.Ways)
	}
	return nil
}

// SameHook reports whether two choices are about the same hook.
func (c Choice) SameHook(d Choice) bool { return c.Conflict.ID == d.Conflict.ID }
