package outside

import (
	"slices"
	"time"
)

// memory holds what a Watch remembers of one file.
type memory struct {
	// Target is the file, for a person who looks at the memory.
	Target string `json:"target"`
	// Receipt is the last change of neverask's that is taken into account.
	Receipt string `json:"receipt,omitempty"`
	// Hooks is the text of the file's "hooks" member at the last look.
	Hooks string `json:"hooks"`
	// Missing are the hooks that the person knew and that are no longer there as they were.
	Missing []missing `json:"missing,omitempty"`

	present []Item // Hooks, once it is read
	unknown bool   // what the file held last cannot be told
}

// missing is a hook with the time at which a Watch noticed what became of it.
type missing struct {
	Item
	Now  *Item     `json:"now,omitempty"` // what it was changed into; nil where it is gone
	When time.Time `json:"when"`
}

// see takes a content of the file into account that others have written.
func (m *memory) see(items []Item, when time.Time) {
	gone, came := differ(m.present, items)
	m.present = items
	if m.unknown {
		m.unknown = false
		return
	}
	for _, g := range gone {
		g.read() // it is compared with all that is missing
		// What was changed before and is changed again is one change.
		if at := m.changedInto(g); at >= 0 {
			m.Missing[at].Now, m.Missing[at].When = nil, when
			continue
		}
		m.Missing = append(m.Missing, missing{Item: g, When: when})
	}
	for i := range came {
		came[i].read()
	}
	came = slices.DeleteFunc(came, m.forget)
	for _, c := range came {
		at := slices.IndexFunc(m.Missing, func(n missing) bool { return n.Now == nil && n.alike(c) })
		if at >= 0 {
			m.Missing[at].Now, m.Missing[at].When = &c, when
		}
	}
}

// follow takes a content of the file into account that neverask has written: what it
// brought is no longer missing.
func (m *memory) follow(items []Item) {
	gone, came := differ(m.present, items)
	m.present, m.unknown = items, false
	for _, c := range came {
		if c.read(); m.forget(c) {
			continue
		}
		if at := slices.IndexFunc(m.Missing, func(n missing) bool { return n.alike(c) }); at >= 0 {
			m.Missing = slices.Delete(m.Missing, at, at+1)
		}
	}
	for _, g := range gone {
		if at := m.changedInto(g); at >= 0 {
			m.Missing[at].Now = nil
		}
	}
}

// changedInto is the place of what was changed into an item, or -1.
func (m *memory) changedInto(i Item) int {
	id := i.identity()
	return slices.IndexFunc(m.Missing, func(n missing) bool { return n.Now != nil && n.Now.identity() == id })
}

// forget takes an item out of what is missing, and reports whether it was there.
func (m *memory) forget(i Item) bool {
	id := i.identity()
	at := slices.IndexFunc(m.Missing, func(n missing) bool { return n.identity() == id })
	if at >= 0 {
		m.Missing = slices.Delete(m.Missing, at, at+1)
	}
	return at >= 0
}

// changes lists what is missing, for other packages.
func (m *memory) changes() (all []Change) {
	for _, n := range m.Missing {
		c := Change{ID: n.id(), Kind: Lost, Target: m.Target, Item: n.Item, Noticed: n.When}
		if n.Now != nil {
			c.Kind, c.Now = Changed, n.Now
		}
		all = append(all, c)
	}
	return all
}
