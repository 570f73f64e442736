package kit

import (
	"cmp"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
)

// help lists the keys of the screen below, what its fields are for, and its signs; then all other keys
// that do something there.
func (m *Model) help() tea.Cmd {
	all, heading := m.KeyEntries(), "Keys"
	f, fields := m.Current().Layer.(interface{ explained() []MenuEntry })
	if fields {
		all, heading = append(f.explained(), all...), "Fields and keys"
	}
	all = append(all, MenuEntry{
		Group: everywhere, Key: "mouse", Name: "mouse", Text: "click a tab, a row or a key; the wheel scrolls",
	})
	n := max(slices.IndexFunc(all, func(e MenuEntry) bool { return e.Group == moving || e.Group == everywhere }), 0)
	signs := legend(m.draw(), fields)
	v := &Menu{heading: heading, reading: true}
	if n == 0 { // keys come first
		v.Add(append(all, signs...))
	} else {
		all = slices.Insert(all, n, signs...)
		n += len(signs)
		v.Add(all[:n])
		v.rest = all[n:]
	}
	v.sift()
	m.Push(v)
	return nil
}

// KeyEntries returns the keys that do something now. Those of a question are only listed: a yes is
// never chosen before the person chooses it.
func (m *Model) KeyEntries() (all []MenuEntry) {
	_, asking := m.Current().Layer.(dialog)
	for _, b := range m.Bindings() {
		if b.Vain {
			continue
		}
		text := b.Help().Desc
		if b.About != "" {
			text = b.About
		}
		one, _, _ := strings.Cut(b.Help().Key, "/") // of two keys, each has its own entry
		if n := len(all); n > 0 && all[n-1].Key == one {
			continue // it switches the other way
		}
		e := MenuEntry{
			Group: b.group, Key: cmp.Or(one, "/"), Text: text, Name: b.Help().Desc, Also: strings.Join(b.Keys(), " "),
		}
		if !asking {
			e.Do = b.Do
		}
		all = append(all, e)
	}
	slices.SortStableFunc(all, func(a, b MenuEntry) int { return groupOrder(a.Group) - groupOrder(b.Group) })
	return all
}

// Groups of keys, in the order of the help.
const (
	OnScreen   = "This screen"
	moving     = "Moving"
	everywhere = "Everywhere"
)

func groupOrder(group string) int { return slices.Index([]string{OnScreen, moving, everywhere}, group) }
