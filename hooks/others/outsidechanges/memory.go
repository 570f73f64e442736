package outsidechanges

import (
	"slices"
	"time"
)

// memory holds what a Watch remembers of one file.
type memory struct {
	// Target is the file, for people who read the memory.
	Target string `json:"target"`
	// Receipt is the ID of neverask's last change that the memory includes.
	Receipt string `json:"receipt,omitempty"`
	// Hooks is the text of the file's "hooks" member at the last look.
	Hooks string `json:"hooks"`
	// Missing are the hooks that the user knew and that are gone or changed.
	Missing []missing `json:"missing,omitempty"`

	present []Item // Hooks, once it is read
	unknown bool   // the file's previous hooks cannot be determined
}

// missing is a lost or changed hook, and when a Watch noticed.
type missing struct {
	Item
	Now  *Item     `json:"now,omitempty"` // what it was changed into; nil where it is gone
	When time.Time `json:"when"`
}

// see updates the memory by content that another program has written to the file.
func (m *memory) see(items []Item, when time.Time) {
	gone, came := differ(m.present, items)
	m.present = items
	if m.unknown {
		m.unknown = false
		return
	}
	for _, g := range gone {
		g.read() // it is compared with every missing hook
		// Two successive changes of a hook are one change.
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

// follow updates the memory by content that neverask has written to the file: its hooks are no
// longer missing.
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

// changedInto returns the index of the hook that was changed into an item, or -1.
func (m *memory) changedInto(i Item) int {
	id := i.identity()
	return slices.IndexFunc(m.Missing, func(n missing) bool { return n.Now != nil && n.Now.identity() == id })
}

// forget removes an item from Missing, and reports whether it was there.
func (m *memory) forget(i Item) bool {
	id := i.identity()
	at := slices.IndexFunc(m.Missing, func(n missing) bool { return n.identity() == id })
	if at >= 0 {
		m.Missing = slices.Delete(m.Missing, at, at+1)
	}
	return at >= 0
}

// changes returns what is missing as the exported type.
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
