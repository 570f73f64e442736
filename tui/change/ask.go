package change

import (
	"neverask/hooks/claude/config"
	"neverask/hooks/thirdparty/conflict"
)

// What is asked of other places.
type (
	// ReviewMsg asks for the suggestions.
	ReviewMsg struct{}
	// InstallMsg asks for an install of some packs of hooks, with ways out of conflicts
	// that are marked, by ID.
	InstallMsg struct {
		Packs  []config.Pack
		Marked map[string]conflict.Way
	}
)
