package planner

import (
	"fmt"
	"slices"

	"github.com/tidwall/gjson"

	"neverask/hooks/claude/config"
	"neverask/settings"
)

// A Parked hook is one that was removed from its file and is kept.
type Parked struct {
	Receipt  settings.Receipt
	Event    string
	Matcher  *string
	Handlers []config.Handler // one hook, or those of a group
	// Move is set if the resolution of a conflict parked them, and nil if the person did.
	Move *Move
}

// ID identifies what is parked: the change that parked it, and which part if it moved several.
func (p Parked) ID() string {
	if p.Move != nil {
		return p.Move.ID()
	}
	return p.Receipt.ID
}

// Repaired reports that a repair has removed it, because the client does not accept it.
func (p Parked) Repaired() bool { return p.Receipt.Op == "fix" }

// Back reports whether somebody has already restored it: whether its file has all of it as often as before it was
// removed.
func (p Parked) Back(in *Planner) bool {
	before, kept := in.Store.Before(p.Receipt)
	f, err := in.Store.Load(p.Receipt.Path)
	if err != nil || !kept {
		return false
	}
	was, is := handlersIn(before), handlersIn(f.Document.Bytes())
	return !slices.ContainsFunc(p.Handlers, func(h config.Handler) bool {
		id := identity(p.Event, p.Matcher, h)
		return was[id] == 0 || is[id] < was[id]
	})
}

// CountParked counts the hooks that are parked. An entry that runs nothing is no hook.
func CountParked(all []Parked) (n int) {
	for _, p := range all {
		for _, h := range p.Handlers {
			if h.Summary() != "" {
				n++
			}
		}
	}
	return n
}

// Parked lists what is parked and what repairs have removed, the oldest first.
// conflicts.AllResolved has what resolutions of conflicts have removed.
func (in *Planner) Parked() ([]Parked, error) {
	history, err := in.Store.History()
	return parkedIn(history), err
}

func parkedIn(history []settings.Receipt) (all []Parked) {
	for _, r := range history {
		if r.State != settings.Applied {
			continue
		}
		for _, e := range r.Edits {
			switch r.Op {
			case "park":
				if g := config.RemovedGroup(e); len(g.Handlers) > 0 {
					all = append(all, Parked{r, g.Event, g.Matcher, g.Handlers, nil})
				}
			case "fix":
				if g, ok := takenOut(e); ok {
					all = append(all, Parked{r, g.Event, g.Matcher, g.Handlers, nil})
				}
			}
		}
	}
	return all
}

// takenOut returns what a repair's edit removed from an event: a handler or a group, whatever its form. What cannot
// be read as handlers becomes one handler of raw text.
func takenOut(e settings.Edit) (config.Group, bool) {
	g, ok := config.GroupAt(e.Path, e.Old)
	if !ok || !e.Removed() {
		return config.Group{}, false
	}
	if len(g.Handlers) == 0 {
		g.Event, g.Handlers = e.Path[1], []config.Handler{{Raw: e.Old}}
		if m := gjson.Get(e.Old, "matcher"); m.Type == gjson.String {
			g.Matcher = &m.Str
		}
	}
	return g, true
}

// BackAlready refuses a plan that restores a hook that its file has as often as before a change
// removed it: somebody has already restored it.
func BackAlready(in *Planner, r settings.Receipt, sp settings.Plan) error {
	before, kept := in.Store.Before(r)
	was, is := handlersIn(before), handlersIn(sp.Before)
	for h, n := range handlersIn(sp.After) {
		if kept && was[h] > 0 && is[h] >= was[h] && n > is[h] {
			return fmt.Errorf("%s: the hook is already back: %w", r.Path, settings.ErrInTheWay)
		}
	}
	return nil
}

// handlersIn counts the handlers of a settings file, each with its event and matcher; a file that
// cannot be read has none.
func handlersIn(content []byte) map[[3]string]int {
	count := map[[3]string]int{}
	doc, err := settings.Parse(content)
	if err != nil {
		return count
	}
	groups, _ := config.Read(doc)
	for _, g := range groups {
		for _, h := range g.Handlers {
			count[identity(g.Event, g.Matcher, h)]++
		}
	}
	return count
}

// identity distinguishes a handler from others: its event, its matcher and its members.
func identity(event string, matcher *string, h config.Handler) [3]string {
	quoted := ""
	if matcher != nil {
		quoted = settings.Quote(*matcher)
	}
	return [3]string{event, quoted, settings.Canonical(h.Raw)}
}
