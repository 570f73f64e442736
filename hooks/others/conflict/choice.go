package conflict

import (
	"fmt"
	"slices"
)

// A Choice is the resolution of a conflict that a person has chosen.
type Choice struct {
	Conflict   Conflict
	Resolution Resolution
}

// Moves reports whether the resolution changes a file.
func (c Choice) Moves() bool {
	return c.Resolution == Narrow || c.Resolution == Park
}

// Check returns an error if the conflict does not offer the resolution.
func (c Choice) Check() error {
	if !slices.Contains(c.Conflict.Resolutions, c.Resolution) {
		h := c.Conflict.Hook
		return fmt.Errorf("%s:%d: %q does not resolve this conflict: choose one of %v",
			h.Source.File, h.Handler.Line, c.Resolution, c.Conflict.Resolutions)
	}
	return nil
}

// SameHook reports whether two choices are about the same hook.
func (c Choice) SameHook(d Choice) bool { return c.Conflict.ID == d.Conflict.ID }
