package conflict

import (
	"fmt"
	"path/filepath"
	"slices"

	"neverask/hooks"
	"neverask/hooks/claude/config"
	"neverask/hooks/thirdparty/chain"
)

// A Choice is the way out of a conflict that a person has chosen.
type Choice struct {
	Conflict Conflict
	Way      Way
}

// Moves reports whether the way changes a file.
func (c Choice) Moves() bool {
	return c.Way == Narrow || c.Way == Park || c.Way.Chains()
}

// Entry is what the hook binary needs to run a chained hook.
func (c Choice) Entry() chain.Entry {
	h := c.Conflict.Hook
	project := ""
	if h.Source.Kind == config.Project || h.Source.Kind == config.Local {
		project = filepath.Dir(filepath.Dir(h.Source.File)) // above .claude
	}
	return chain.Entry{
		ID: c.Conflict.ID, Active: true, File: h.Source.File, Project: project, Event: hooks.Event(h.Group.Event), Tools: c.Conflict.ChainTools(),
		Mode: c.Conflict.ChainMode(), OneWay: c.Way == ChainAll, Command: Command(h),
	}
}

// Narrows reports whether the hook stays in the file for other tools.
func (c Choice) Narrows() bool {
	if c.Way == Park {
		return false
	}
	_, more := config.Narrow(c.Conflict.Hook.Group.Matcher)
	return more && c.Conflict.Hook.Handler.If == ""
}

// Check reports a way that the conflict does not offer.
func (c Choice) Check() error {
	if c.Way == Stop || !slices.Contains(c.Conflict.Ways, c.Way) {
		h := c.Conflict.Hook
		return fmt.Errorf("%s:%d: this hook cannot be settled by %q: possible are %v", h.Source.File, h.Handler.Line, c.Way, c.Conflict.Ways)
	}
	return nil
}

// SameHook reports whether two choices are about the same hook.
func (c Choice) SameHook(d Choice) bool { return c.Conflict.ID == d.Conflict.ID }
