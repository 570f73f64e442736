package config

import (
	"slices"

	"neverask/settings"
)

// RestoreMatchers restores the matcher of narrowed groups that doc has and before does not.
func RestoreMatchers(doc, before settings.Document, past []settings.Edit) (settings.Document, error) {
	there, err := Read(before)
	if err != nil {
		return doc, err
	}
	for _, d := range displacementsOf(past) {
		was, is, ok := d.narrowing()
		if !ok {
			continue
		}
		groups, err := Read(doc)
		if err != nil {
			return doc, err
		}
		groups = slices.DeleteFunc(groups, func(g Group) bool {
			return slices.ContainsFunc(there, func(h Group) bool {
				return h.Event == g.Event && settings.SameValue(h.Raw, g.Raw)
			})
		})
		if doc, err = setMatchers(doc, narrowedHandlers(groups, is), was.Matcher); err != nil {
			return doc, err
		}
	}
	return doc, nil
}

// restoreMatcher restores the matcher, as it was before an edit, of a narrowed group that was edited
// since; raw is the group's narrowed text.
func restoreMatcher(doc settings.Document, e settings.Edit, raw string) (settings.Document, error) {
	if len(e.Path) != 2 || e.Old == "" || raw == "" {
		return doc, nil
	}
	was, is := ParseGroup(e.Path[1], e.Old), ParseGroup(e.Path[1], raw)
	if sameMatcher(was, is) {
		return doc, nil
	}
	groups, err := Read(doc)
	if err != nil {
		return doc, err
	}
	return setMatchers(doc, narrowedHandlers(groups, is), was.Matcher)
}

// setMatchers sets the matcher of handlers' groups.
func setMatchers(doc settings.Document, handlers []narrowedHandler, matcher *string) (settings.Document, error) {
	done := map[int]bool{}
	for _, n := range handlers {
		if done[n.group.Index] {
			continue
		}
		done[n.group.Index] = true
		var err error
		if doc, err = setMatcher(doc, n.group, matcher); err != nil {
			return doc, err
		}
	}
	return doc, nil
}

// setMatcher sets a group's matcher.
func setMatcher(doc settings.Document, g Group, matcher *string) (settings.Document, error) {
	return regroup(doc, g, func(d settings.Document) (settings.Document, error) {
		path := append(g.Path(), "matcher")
		if matcher == nil {
			return d.Delete(path)
		}
		return d.Set(path, settings.Quote(*matcher))
	})
}

// A Narrowing is what an edit of [ParkOrNarrow] did to the matcher of a handler.
type Narrowing struct {
	Event   string
	Handler Handler
	Was, Is *string
}

// Narrowings lists the handlers that edits of [ParkOrNarrow] narrowed.
func Narrowings(past []settings.Edit) (all []Narrowing) {
	for _, d := range displacementsOf(past) {
		if was, is, ok := d.narrowing(); ok {
			for _, h := range is.Handlers {
				all = append(all, Narrowing{is.Event, h, was.Matcher, is.Matcher})
			}
		}
	}
	return all
}

// narrowing returns the group of narrowed handlers before and after a displacement.
func (d displacement) narrowing() (was, is Group, ok bool) {
	raw := d.group.New
	if d.apart.New != "" {
		raw = d.apart.New
	}
	if len(d.group.Path) != 2 || d.group.Old == "" || raw == "" {
		return was, is, false
	}
	was, is = ParseGroup(d.group.Path[1], d.group.Old), ParseGroup(d.group.Path[1], raw)
	return was, is, !sameMatcher(was, is)
}

// narrowedHandler is a handler of a narrowed group, as it is now: it still has the narrowed
// matcher and runs the same thing.
type narrowedHandler struct {
	group   Group
	handler Handler
	of      int // its index in the narrowed group
}

// narrowedHandlers finds the handlers of a narrowed group, each once.
func narrowedHandlers(groups []Group, narrowed Group) (found []narrowedHandler) {
	taken := map[Place]bool{}
	for of, k := range narrowed.Handlers {
		n, ok := narrowedLike(groups, narrowed, k, taken)
		if !ok {
			continue
		}
		n.of = of
		taken[Place{n.group.Event, n.group.Index, n.handler.Index}] = true
		found = append(found, n)
	}
	return found
}

func narrowedLike(groups []Group, narrowed Group, k Handler, taken map[Place]bool) (n narrowedHandler, ok bool) {
	for _, g := range groups {
		if g.Event != narrowed.Event || !sameMatcher(g, narrowed) {
			continue
		}
		for _, h := range g.Handlers {
			if alike(h, k) && !taken[Place{g.Event, g.Index, h.Index}] {
				return narrowedHandler{group: g, handler: h}, true
			}
		}
	}
	return n, false
}
