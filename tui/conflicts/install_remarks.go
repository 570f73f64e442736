package conflicts

import (
	"fmt"
	"strings"

	"neverask/hooks/others/conflict"
	"neverask/tui/hookstate"
)

// asides returns third-party hooks that need no decision.
func (o *known) asides(home string) (all []string) {
	const most = 3
	var harmless, missing, unknown []string
	for _, c := range o.Found.Conflicts {
		switch {
		case c.Missing != "":
			missing = append(missing, hookstate.ScriptName(home, c))
		case c.Severity == conflict.Slows:
			all = append(all, "· "+hookstate.ScriptName(home, c)+" "+outcome(home, c))
		case c.Unclear():
			unknown = append(unknown, hookstate.ScriptName(home, c))
		case c.Severity == conflict.Info:
			harmless = append(harmless, hookstate.ScriptName(home, c))
		}
	}
	add := func(names []string, before, after string) {
		if n := len(names); n > most {
			names = append(names[:most], fmt.Sprintf("%d more", n-most))
		}
		if len(names) > 0 {
			all = append(all, "· "+before+strings.Join(names, ", ")+after)
		}
	}
	add(harmless, "harmless on questions: ", "")
	add(unknown, "unknown on questions: ", "")
	add(missing, "cannot run: ", " (its program is not there)")
	return all
}

// kept returns the third-party hooks that stay unchanged, which the diff does not show.
func kept(home string, choices []conflict.Choice) (all []string) {
	for _, choice := range choices {
		if choice.Resolution == conflict.Leave {
			all = append(all, "· "+hookstate.ScriptName(home, choice.Conflict)+" stays: "+outcome(home, choice.Conflict))
		}
	}
	return all
}
