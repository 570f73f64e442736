package doctor

import (
	"fmt"
	"time"

	"neverask/hooks/claude/config"
	"neverask/hooks/others/conflict"
)

// tooSlow is the median from which a hook is noticeable at every call.
const tooSlow = time.Second

// slow finds hooks that were slow in past sessions.
func (o Options) slow(all []config.Hook) (found []Finding) {
	told := map[string]bool{}
	for i, s := range conflict.RunStats(all, o.Stats) {
		h := all[i]
		key := h.Group.Event + "\x00" + h.Handler.Summary()
		median := s.Median()
		if s.Seen < 3 || median < tooSlow || told[key] {
			continue
		}
		told[key] = true // groups that run the same thing have the same figures
		f := at(h)
		f.ID, f.Severity = "hook-slow", Warning
		f.Message = fmt.Sprintf("%s took %s (median of %d runs at %s)",
			h.Handler.Summary(), conflict.Took(median), s.Seen, s.Event)
		f.Why, f.Fix = "Claude waits for all hooks of an event before it goes on",
			"make it faster, narrow its matcher or, if its answer does not count, run it in the background with async"
		found = append(found, f)
	}
	return found
}
