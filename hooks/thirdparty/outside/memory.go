package outside

import (
	"slices"
	"time"
)

// memory is what a Watch remembers of one file.
type memory struct {
	// Target is the file, for a person who looks at the memory.
	Target string `json:"target"`
	// Receipt is the last change of neverask's that is taken into account.
	Receipt string `json:"receipt,omitempty"`
	// Hooks is the text of the file's "hooks" member at the last look.
	Hooks string `json:"hooks"`
	// Rest is the text of its other members, as an object. It is empty in a memory that
	// was made when nothing but hooks was watched.
	Rest string `json:"rest,omitempty"`
	// Version is the content that was kept last.
	Version string `json:"version,omitempty"`
	// Missing went away and Fresh came since the person knew the file; a hook
	// that was changed is in both.
	Missing []noted `json:"missing,omitempty"`
	Fresh   []noted `json:"fresh,omitempty"`

	present []Item // Hooks and Rest, once they are read
	unknown bool   // what the file held last cannot be told
}

// noted is a hook with the time at which a Watch noticed what became of it.
type noted struct {
	Item
	When time.Time `json:"when"`
}

// content is what the file held at the last look.
func (m *memory) content() (content, error) {
	text := m.Rest
	if m.Rest == "" {
		text = "{}"
	}
	if m.Hooks != "" {
		more := ","
		if text == "{}" {
			more = ""
		}
		text = `{"` + hooksMember + `":` + m.Hooks + more + text[1:]
	}
	return parse([]byte(text))
}

// knowSettings takes all settings for known.
func (m *memory) knowSettings() {
	isSetting := func(n noted) bool { return n.IsSetting() }
	m.Missing = slices.DeleteFunc(m.Missing, isSetting)
	m.Fresh = slices.DeleteFunc(m.Fresh, isSetting)
}

// see takes a content of the file into account that others have written.
func (m *memory) see(items []Item, when time.Time) {
	gone, came := without(m.present, items), without(items, m.present)
	m.present = items
	if m.unknown {
		m.unknown = false
		return
	}
	for _, g := range gone {
		at := find(m.Fresh, g)
		// What was changed before and is changed again is one change.
		if at >= 0 {
			if i := slices.IndexFunc(came, g.alike); i >= 0 {
				m.Fresh[at] = noted{came[i], when}
				came = slices.Delete(came, i, i+1)
				m.forgetReturned()
				continue
			}
			m.Fresh = slices.Delete(m.Fresh, at, at+1)
		}
		m.Missing = append(m.Missing, noted{g, when})
	}
	for _, c := range came {
		m.Fresh = append(m.Fresh, noted{c, when})
	}
	m.forgetReturned()
}

// forgetReturned forgets what went and came back.
func (m *memory) forgetReturned() {
	m.Missing = slices.DeleteFunc(m.Missing, func(n noted) bool {
		at := find(m.Fresh, n.Item)
		if at >= 0 {
			m.Fresh = slices.Delete(m.Fresh, at, at+1)
		}
		return at >= 0
	})
}

// follow takes a content of the file into account that neverask has written.
// What it brought is no longer missing, what it took away no news.
func (m *memory) follow(items []Item) {
	gone, came := without(m.present, items), without(items, m.present)
	m.present, m.unknown = items, false
	for _, c := range came {
		at := find(m.Missing, c)
		if at < 0 {
			at = slices.IndexFunc(m.Missing, func(n noted) bool { return n.alike(c) })
		}
		if at >= 0 {
			m.Missing = slices.Delete(m.Missing, at, at+1)
		}
	}
	for _, g := range gone {
		if at := find(m.Fresh, g); at >= 0 {
			m.Fresh = slices.Delete(m.Fresh, at, at+1)
		}
	}
}

func find(list []noted, h Item) int {
	id := h.identity()
	return slices.IndexFunc(list, func(n noted) bool { return n.identity() == id })
}

// changes pairs what is missing with what is fresh.
func (m *memory) changes() (all []Change) {
	fresh := slices.Clone(m.Fresh)
	for _, n := range m.Missing {
		c := Change{ID: n.id(), Kind: Lost, Target: m.Target, Item: n.Item, Noticed: n.When}
		if i := slices.IndexFunc(fresh, func(f noted) bool { return n.alike(f.Item) }); i >= 0 {
			c.Kind, c.Noticed = Changed, fresh[i].When
			now := fresh[i].Item
			c.Now = &now
			fresh = slices.Delete(fresh, i, i+1)
		}
		all = append(all, c)
	}
	for _, n := range fresh {
		all = append(all, Change{ID: n.id(), Kind: Appeared, Target: m.Target, Item: n.Item, Noticed: n.When})
	}
	return all
}

// forget takes changes out of the memory, as seen.
func (m *memory) forget(c Change) {
	if at := find(m.Missing, c.Item); at >= 0 && c.Kind != Appeared {
		m.Missing = slices.Delete(m.Missing, at, at+1)
	}
	news := &c.Item
	if c.Kind != Appeared {
		news = c.Now
	}
	if news == nil {
		return
	}
	if at := find(m.Fresh, *news); at >= 0 {
		m.Fresh = slices.Delete(m.Fresh, at, at+1)
	}
}
