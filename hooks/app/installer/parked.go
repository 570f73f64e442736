package installer

import (
	"neverask/hooks/app/inforce"
	"neverask/hooks/claude/config"
	"neverask/settings"
)

// A Parked hook is one that was taken out of its file and is kept.
type Parked struct {
	Receipt  settings.Receipt
	Event    string
	Matcher  *string
	Handlers []config.Handler // one, or those of a group
	// Move is what a way out of a conflict did to them; nil where the person parked them.
	Move *inforce.Move
}

// ID names what is parked: the change that did it, and which part of one that moved more.
func (p Parked) ID() string {
	if p.Move != nil {
		return p.Move.ID()
	}
	return p.Receipt.ID
}

// Repaired reports that a repair has taken it out, because the client does not
// accept it as it is.
func (p Parked) Repaired() bool { return p.Receipt.Op == "fix" }

// Parked lists what is parked and what repairs have taken out, the oldest first.
// What ways out of conflicts have taken away is in conflicts.AllResolved.
func (in *Installer) Parked() ([]Parked, error) {
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
				if g := config.Lost(e); len(g.Handlers) > 0 {
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

// takenOut reads what the edit of a repair took out of an event: a handler or a
// group, which may be anything. What cannot be read as handlers is one, as raw text.
func takenOut(e settings.Edit) (config.Group, bool) {
	g, ok := config.GroupAt(e.Path, e.Old)
	if !ok || !e.Removed() {
		return config.Group{}, false
	}
	if len(g.Handlers) == 0 {
		g.Event, g.Handlers = e.Path[1], []config.Handler{{Raw: e.Old}}
	}
	return g, true
}
