package hooklist

import (
	"strconv"
	"strings"

	"neverask/hooks/claude/config"
)

// hookExtras returns the time limit and the flags of a handler.
func hookExtras(h config.Handler) string {
	var all []string
	if h.Timeout > 0 {
		all = append(all, seconds(h.Timeout))
	}
	for _, f := range hookFlags(h) {
		all = append(all, f.name)
	}
	return strings.Join(all, " · ")
}

func seconds(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) + " s" }

// A hookFlag is a switch of a handler that is on.
type hookFlag struct{ name, about string }

func hookFlags(h config.Handler) (on []hookFlag) {
	for _, f := range []struct {
		on bool
		hookFlag
	}{
		{h.Async, hookFlag{"async", "in the background, so its output is ignored"}},
		{h.AsyncRewake, hookFlag{"asyncRewake", "in the background, and wakes Claude when it fails"}},
		{h.Once, hookFlag{"once", "only the first time"}},
		{h.Exec, hookFlag{"exec", "started directly, without a shell"}},
	} {
		if f.on {
			on = append(on, f.hookFlag)
		}
	}
	return on
}
