package outsidechanges

import (
	"fmt"
	"slices"
	"strconv"

	"neverask/hooks/claude/config"
	"neverask/settings"
)

// PutBack puts lost hooks back into a document, and restores changed ones. A hook returns to
// its group if that still exists, otherwise to a group of its own after the one that it
// followed. New hooks stay.
func PutBack(doc settings.Document, changes []Change) (settings.Document, error) {
	out := doc
	var lost []Item
	for _, c := range changes {
		var err error
		switch c.Kind {
		case Lost:
			lost = append(lost, c.Item)
		case Changed:
			var inPlace bool
			if out, inPlace, err = reset(out, c); err != nil {
				return doc, err
			}
			if !inPlace {
				lost = append(lost, c.Item)
			}
		}
	}
	known := spellings{}
	for len(lost) > 0 {
		together := slices.DeleteFunc(slices.Clone(lost), func(h Item) bool { return !lost[0].together(h) })
		lost = slices.DeleteFunc(lost, lost[0].together)
		var err error
		if out, err = insert(out, together, known); err != nil {
			return doc, err
		}
	}
	return out, nil
}

// together reports whether two hooks stood in one group.
func (h Item) together(other Item) bool {
	return h.Event == other.Event && h.Index == other.Index && h.Group == other.Group
}

// reset gives a changed handler its old text. If its matcher was changed, reset removes it
// instead, to be put into its old group.
func reset(doc settings.Document, c Change) (out settings.Document, inPlace bool, err error) {
	groups, err := config.Read(doc)
	if err != nil {
		return doc, false, err
	}
	was, old := c.Item.Parts()
	for _, g := range groups {
		for _, h := range g.Handlers {
			if identify(g, h) != c.Now.identity() {
				continue
			}
			path := append(g.Path(), "hooks", strconv.Itoa(h.Index))
			if matcherOf(was) == matcherOf(g) {
				out, err = doc.Set(path, old.Raw)
				return out, true, err
			}
			if len(g.Handlers) == 1 {
				path = g.Path()
			}
			out, err = doc.Delete(path)
			return out, false, err
		}
	}
	return doc, false, fmt.Errorf("hooks.%s: a changed hook no longer exists: %w", c.Item.Event, settings.ErrChanged)
}

// spellings caches JSON texts as [settings.Canonical] spells them: the same groups are
// compared with every lost hook.
type spellings map[string]string

func (s spellings) of(raw string) string {
	if _, known := s[raw]; !known {
		s[raw] = settings.Canonical(raw)
	}
	return s[raw]
}

// insert puts hooks of one group back.
func insert(doc settings.Document, lost []Item, known spellings) (settings.Document, error) {
	groups, err := config.Read(doc)
	if err != nil {
		return doc, err
	}
	was, _ := lost[0].Parts()
	var at []int
	for _, h := range lost {
		at = append(at, h.At)
	}
	slices.Sort(at)
	at = slices.Compact(at)
	for _, g := range groups {
		if stays(was, g, at) {
			return join(doc, was, g, at)
		}
	}
	path := settings.Path{"hooks", was.Event}
	if _, there := doc.Get(path...); !there {
		return doc.Append(path, was.Part(at))
	}
	place := was.Index
	for _, g := range groups {
		if g.Event == was.Event && lost[0].After != "" && known.of(g.Raw) == known.of(lost[0].After) {
			place = g.Index + 1
		}
	}
	return doc.Insert(path, place, was.Part(at))
}

// stays reports whether a group is what remains of one that lost handlers.
func stays(was, g config.Group, lost []int) bool {
	return g.Event == was.Event && matcherOf(g) == matcherOf(was) &&
		slices.ContainsFunc(was.Handlers, func(h config.Handler) bool {
			return !slices.Contains(lost, h.Index) && position(g, h) >= 0
		})
}

func position(g config.Group, h config.Handler) int {
	return slices.IndexFunc(g.Handlers, func(k config.Handler) bool { return normal(k.Raw) == normal(h.Raw) })
}

// join puts handlers into what remains of their group, each after the nearest remaining one
// before it.
func join(doc settings.Document, was, g config.Group, lost []int) (settings.Document, error) {
	for _, i := range lost {
		place := 0
		for before := i - 1; before >= 0 && place == 0; before-- {
			place = position(g, was.Handlers[before]) + 1
		}
		var err error
		if doc, err = doc.Insert(append(g.Path(), "hooks"), place, was.Handlers[i].Raw); err != nil {
			return doc, err
		}
		g.Handlers = slices.Insert(slices.Clone(g.Handlers), place, was.Handlers[i])
	}
	return doc, nil
}
