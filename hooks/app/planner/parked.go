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
	Handlers []config.Handler // one hook, or those of a group; without those that somebody has restored since
	// Move is set if the resolution of a conflict parked them, and nil if the person did.
	Move *Move
	// Narrowed reports that they are still in their file, and leave questions out.
	Narrowed bool
	// Edit is the index of the edit that removed them, among those of the change.
	Edit int
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

// Parked lists what is parked and what repairs have removed, the oldest first, without what somebody has restored
// since. conflicts.AllResolved has what resolutions of conflicts have removed.
func (in *Planner) Parked() ([]Parked, error) {
	history, err := in.Store.History()
	return stillParked(in, parkedIn(history), history), err
}

// StillParked lists what one change of the history parked or removed, without what somebody has restored since.
func (in *Planner) StillParked(r settings.Receipt, history []settings.Receipt) []Parked {
	return slices.DeleteFunc(stillParked(in, parkedIn(history), history),
		func(p Parked) bool { return p.Receipt.ID != r.ID })
}

// stillParked returns those that their file has less often than before they were removed. One that was put back and
// removed again is kept once, by the last change that removed it.
func stillParked(in *Planner, all []Parked, history []settings.Receipt) (still []Parked) {
	files := map[string]presence{}
	for _, p := range slices.Backward(all) {
		now, ok := files[p.Receipt.Target]
		if !ok {
			now = presenceIn(in, p.Receipt, history)
			files[p.Receipt.Target] = now
		}
		if p.Handlers = now.missing(in.Store, p); len(p.Handlers) > 0 {
			still = append(still, p)
		}
	}
	slices.Reverse(still)
	return still
}

// A presence counts the handlers that a file has now.
type presence struct {
	widener
	is map[identity]int
	// missed counts those that are missing of the changes looked at, the last first.
	missed map[identity]int
}

func presenceIn(in *Planner, r settings.Receipt, history []settings.Receipt) presence {
	p := presence{widenerOf(in, history, r.Target), nil, map[identity]int{}}
	if f, err := in.Store.Load(r.Path); err == nil {
		p.is = p.handlersIn(f.Document.Bytes())
	}
	return p
}

// missing returns the parked handlers that the file has less often than before it lost them, apart from those that
// later changes have removed. Only if there is one of them at all is that counted.
func (n presence) missing(store *settings.Store, p Parked) (missing []config.Handler) {
	var was map[identity]int
	for _, h := range p.Handlers {
		id := n.identity(p.Event, p.Matcher, h)
		there := n.is[id] + n.missed[id]
		if there > 0 && was == nil {
			before, _ := store.Before(p.Receipt)
			was = n.handlersIn(before)
		}
		if there > 0 && was[id] > 0 && there >= was[id] {
			continue
		}
		n.missed[id]++
		missing = append(missing, h)
	}
	return missing
}

func parkedIn(history []settings.Receipt) (all []Parked) {
	for _, r := range history {
		if r.State == settings.Applied {
			all = append(all, ParkedBy(r)...)
		}
	}
	return all
}

// ParkedBy lists what a change parked or removed.
func ParkedBy(r settings.Receipt) (all []Parked) {
	for i, e := range r.Edits {
		switch r.Op {
		case "park":
			if g := config.RemovedGroup(e); len(g.Handlers) > 0 {
				all = append(all, Parked{Receipt: r, Event: g.Event, Matcher: g.Matcher, Handlers: g.Handlers, Edit: i})
			}
		case "fix":
			if g, ok := takenOut(e); ok {
				all = append(all, Parked{Receipt: r, Event: g.Event, Matcher: g.Matcher, Handlers: g.Handlers, Edit: i})
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

// ErrPartlyBack says that somebody has restored some of the hooks that a change parked: unparking restores the others.
var ErrPartlyBack = fmt.Errorf("some of its hooks are back, and others are parked: %w", settings.ErrInTheWay)

// BackAlready refuses a plan that restores a hook that its file has as often as before a change
// removed it: somebody has already restored it.
func BackAlready(in *Planner, r settings.Receipt, sp settings.Plan, history []settings.Receipt) error {
	w := widenerOf(in, history, r.Target)
	before, kept := in.Store.Before(r)
	was, is := w.handlersIn(before), w.handlersIn(sp.Before)
	for h, n := range w.handlersIn(sp.After) {
		if !kept || was[h] == 0 || is[h] < was[h] || n <= is[h] {
			continue
		}
		if r.Op == "park" && len(in.StillParked(r, history)) > 0 {
			return fmt.Errorf("%s: %w", r.Path, ErrPartlyBack)
		}
		return AlreadyBack(r)
	}
	return nil
}

// AlreadyBack is the error for a change whose hooks somebody has restored.
func AlreadyBack(r settings.Receipt) error {
	return fmt.Errorf("%s: the hook is already back: %w", r.Path, settings.ErrInTheWay)
}

// An identity distinguishes a handler from others: its event, its matcher and its members.
type identity [3]string

func identityOf(event string, matcher *string, h config.Handler) identity {
	quoted := ""
	if matcher != nil {
		quoted = settings.Quote(*matcher)
	}
	return identity{event, quoted, settings.Canonical(h.Raw)}
}

// A widener identifies handlers by the matcher from before neverask narrowed them: a handler is the same while it is
// narrowed and after an uninstall has widened it again. It has the identity before each narrowing.
type widener map[identity]identity

func widenerOf(in *Planner, history []settings.Receipt, target string) widener {
	w := widener{}
	for _, n := range config.Narrowings(in.AccountIn(history, target).everMoved()) {
		if is, was := identityOf(n.Event, n.Is, n.Handler), identityOf(n.Event, n.Was, n.Handler); w.of(was) != is {
			w[is] = was
		}
	}
	return w
}

// of follows narrowings back to the first.
func (w widener) of(id identity) identity {
	for range w {
		was, ok := w[id]
		if !ok {
			break
		}
		id = was
	}
	return id
}

func (w widener) identity(event string, matcher *string, h config.Handler) identity {
	return w.of(identityOf(event, matcher, h))
}

// handlersIn counts the handlers of a settings file; a file that cannot be read has none.
func (w widener) handlersIn(content []byte) map[identity]int {
	count := map[identity]int{}
	doc, err := settings.Parse(content)
	if err != nil {
		return count
	}
	groups, _ := config.Read(doc)
	for _, g := range groups {
		for _, h := range g.Handlers {
			count[w.identity(g.Event, g.Matcher, h)]++
		}
	}
	return count
}
