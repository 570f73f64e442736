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

// Moves reports whether the resolution changes a file.
func (c Choice) Moves() bool {
	return c.Way == Narrow || c.Way == Park
}

// Check returns an error if the conflict does not offer the resolution.
func (c Choice) Check() error {
	if !slices.Contains(c.Conflict.Ways, c.Way) {
		h := c.Conflict.Hook
		return fmt.Errorf("%s:%d: %q does not resolve this conflict: choose one of %v", h.Source.File, h.Handler.Line, c.Way, c.Conflict.Ways)
	}
	return nil
}

// SameHook reports whether two choices are about the same hook.
func (c Choice) SameHook(d Choice) bool { return c.Conflict.ID == d.Conflict.ID }
