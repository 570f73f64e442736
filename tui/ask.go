package tui

import (
	"neverask/hooks/claude/config"
	"neverask/hooks/thirdparty/conflict"
)

// What is asked of other places.
type (
	// reviewMsg asks for the suggestions.
	reviewMsg struct{}
	// installMsg asks for an install of some packs of hooks, with ways out of conflicts
	// that are marked, by ID.
	installMsg struct {
		packs  []config.Pack
		marked map[string]conflict.Way
	}
)
