package tui

import (
	"neverask/diffview"
	"neverask/hooks/app/installer"
	"neverask/hooks/claude/config"
	"neverask/settings"
	"neverask/tui/kit"
)

// A hookChange is what the person wants of one hook.
type hookChange struct {
	hook     config.Hook      // not of add
	group    bool             // of park: with its whole group
	parked   installer.Parked // of unpark
	revision config.Revision  // of edit

	event, matcher, handler string // of add
}

// plan asks for the plan of a change of a hook; the target of the change is that
// of add and move.
func (c change) planHook(b Backend) (installer.Plan, error) {
	k := c.hook
	switch c.op {
	case "park":
		return b.Park(k.hook, k.group)
	case "unpark":
		return b.Unpark(k.parked)
	case "remove":
		return b.Remove(k.hook)
	case "edit":
		return b.Revise(k.hook, k.revision)
	case "move":
		return b.Move(k.hook, c.target)
	default:
		return b.Add(c.target, k.event, k.matcher, k.handler)
	}
}

// opWords are the words for what is done to a hook, and for what other pages ask for.
var opWords = map[string]struct{ cannot, title, done string }{
	"park":   {"park the hook", "Park a hook of ", "Hook parked"},
	"unpark": {"put the hook back", "Put a parked hook back into ", "Hook put back"},
	"remove": {"remove the hook", "Remove a hook from ", "Hook removed"},
	"edit":   {"change the hook", "Change a hook in ", "Hook changed"},
	"move":   {"move the hook", "Move a hook to ", "Hook moved"},
	"add":    {"add the hook", "Add a hook to ", "Hook added"},

	"fix":     {"repair it", "Repair ", "Repaired"},
	"rules":   {"change the rules", "Change the rules for tools in ", "Rules changed"},
	"set":     {"change the setting", "Change a setting in ", "Setting changed"},
	"recover": {"put back what was lost", "Put back what was lost from ", "Put back"},
	"rewind":  {"restore the file", "Give back what was in ", "Content restored"},
}

// titleOf is what is done, and where; file is the one that changes.
func (c change) titleOf(home, file string) (what, where string) {
	what, where = opWords[c.op].title, file
	switch {
	case c.op == "move":
		where = kit.Short(home, c.target.Path)
	case c.op == "park" && c.hook.group:
		what = "Park a group of hooks of "
	}
	return what, where
}

// remarksOfHook say what the diff does not show.
func (c change) remarksOfHook() (all []string) {
	switch c.op {
	case "park":
		all = append(all, "= neverask keeps it, and space on it in the list puts it back where it was")
		if c.hook.group {
			all[0] = "= neverask keeps them, and space on one of them in the list puts all back"
		}
	case "unpark":
		if n := len(c.hook.parked.Handlers); n > 1 {
			all = append(all, "= "+diffview.Count(n, "hook")+" were parked together, and come back together")
		}
	case "move":
		all = append(all, "= it is in the new file before it leaves the old one")
	}
	if (c.op == "move" || c.op == "add") && c.target.Scope == settings.Project {
		all = append(all, "▲ the file is shared: the hook runs for everyone who works on the project")
	}
	return all
}
