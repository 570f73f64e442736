package config

import (
	"maps"
	"reflect"
	"slices"
	"strconv"

	"neverask/settings"
)

// PutBack restores the handlers and matchers that [ParkOrNarrow] removed or changed; past are its
// edits, oldest first. A group that was edited since keeps its edits and gets its matcher back,
// and handlers that were removed from it return as a group of their own. A narrowed hook that was
// edited or removed since stays so.
func PutBack(doc settings.Document, past []settings.Edit) (settings.Document, error) {
	for _, d := range slices.Backward(displacementsOf(past)) {
		var err error
		if doc, err = d.restore(doc); err != nil {
			return doc, err
		}
	}
	return doc, nil
}

// displacement holds the edits of [ParkOrNarrow] to one group.
type displacement struct {
	group settings.Edit
	// apart is the edit that moved the group's narrowed handlers to a group of their own; it
	// adds nothing if there are none.
	apart settings.Edit
}

func displacementsOf(past []settings.Edit) (all []displacement) {
	for _, e := range past {
		if n := len(all); n > 0 && all[n-1].isApartOf(e) {
			all[n-1].apart = e
			continue
		}
		all = append(all, displacement{group: e})
	}
	return all
}

// Displacements returns the edits of [ParkOrNarrow] by group: one edit for each, or two if
// handlers were moved apart.
func Displacements(past []settings.Edit) (all [][]settings.Edit) {
	for _, d := range displacementsOf(past) {
		edits := []settings.Edit{d.group}
		if d.apart.New != "" {
			edits = append(edits, d.apart)
		}
		all = append(all, edits)
	}
	return all
}

// isApartOf reports whether an edit adds a group of handlers that came from this one.
func (d displacement) isApartOf(e settings.Edit) bool {
	if d.apart.New != "" || d.group.Old == "" || d.group.New == "" || !e.Added() || len(e.Path) != 2 ||
		!slices.Equal(e.Path, d.group.Path) {
		return false
	}
	was, apart := ParseGroup(e.Path[1], d.group.Old), ParseGroup(e.Path[1], e.New)
	return len(apart.Handlers) > 0 &&
		!slices.ContainsFunc(apart.Handlers, func(h Handler) bool { return position(was, h) < 0 })
}

// position finds a handler in a group by its value.
func position(g Group, h Handler) int {
	return slices.IndexFunc(g.Handlers, func(k Handler) bool { return settings.SameValue(k.Raw, h.Raw) })
}

// restore undoes one displacement.
func (d displacement) restore(doc settings.Document) (settings.Document, error) {
	if back, err := d.invert(doc); err == nil {
		return back, nil
	}
	if d.apart.New != "" {
		return d.reunite(doc)
	}
	doc, err := restoreMatcher(doc, d.group, d.group.New)
	if err != nil {
		return doc, err
	}
	return appendGroup(doc, d.group, removedPart(d.group))
}

// invert undoes the edits, if nobody has changed the groups that they wrote.
func (d displacement) invert(doc settings.Document) (settings.Document, error) {
	if d.apart.New != "" {
		next, err := doc.Do(asItStands(doc, d.apart).Inverse())
		if err != nil {
			return doc, err
		}
		doc = next
	}
	return doc.Do(asItStands(doc, d.group).Inverse())
}

// appendGroup adds a group of the handlers that an edit removed, if there are any.
func appendGroup(doc settings.Document, e settings.Edit, raw string) (settings.Document, error) {
	if raw == "" {
		return doc, nil
	}
	return doc.Append(e.Path, raw)
}

// reunite moves narrowed handlers back from a group of their own, although that group or the
// original was edited since.
func (d displacement) reunite(doc settings.Document) (settings.Document, error) {
	event := d.group.Path[1]
	was, apart := ParseGroup(event, d.group.Old), ParseGroup(event, d.apart.New)
	whole, err := doc.Do(asItStands(doc, d.group).Inverse())
	if err != nil {
		return d.reuniteApart(doc, was, apart)
	}
	groups, err := Read(doc)
	if err != nil {
		return doc, err
	}
	back := map[int]narrowedHandler{} // by the index in the original group
	for _, n := range narrowedHandlers(groups, apart) {
		back[position(was, apart.Handlers[n.of])] = n
	}
	if len(back) == 0 && parkedPart(was, d.group, apart) == "" {
		return doc, nil // others have removed them
	}
	return d.join(whole, was, apart, back)
}

// join gives the restored group's handlers their present form in the separate group, and removes
// those that are no longer in it.
func (d displacement) join(doc settings.Document, was, apart Group,
	back map[int]narrowedHandler) (settings.Document, error) {
	groups, err := Read(doc)
	if err != nil {
		return doc, err
	}
	at := slices.IndexFunc(groups, func(g Group) bool {
		return g.Event == was.Event && settings.SameValue(g.Raw, d.group.Old)
	})
	if at < 0 {
		return doc, settings.ErrChanged
	}
	path := groups[at].Path()
	doc, err = regroup(doc, groups[at], func(doc settings.Document) (settings.Document, error) {
		for i, h := range slices.Backward(was.Handlers) {
			place := append(slices.Clone(path), "hooks", strconv.Itoa(i))
			n, there := back[i]
			switch {
			case there && !known(n.handler, h):
				doc, err = doc.Set(place, n.handler.Raw)
			case !there && position(apart, h) >= 0:
				doc, err = doc.Delete(place)
			}
			if err != nil {
				return doc, err
			}
		}
		return doc, nil
	})
	if err != nil {
		return doc, err
	}
	return removeHandlers(doc, slices.Collect(maps.Values(back)))
}

// removeHandlers removes handlers, and the groups that become empty.
func removeHandlers(doc settings.Document, handlers []narrowedHandler) (settings.Document, error) {
	var places []Place
	for _, n := range handlers {
		places = append(places, Place{n.group.Event, n.group.Index, n.handler.Index})
	}
	return ParkOrNarrow(doc, places, nil)
}

// reuniteApart leaves the group as it was edited. Narrowed handlers get their old matcher
// where they are, and parked ones a group of their own.
func (d displacement) reuniteApart(doc settings.Document, was, apart Group) (settings.Document, error) {
	next, err := doc.Do(asItStands(doc, d.apart).Inverse())
	if err == nil {
		return appendGroup(next, d.group, removedPart(d.group))
	}
	if doc, err = restoreMatcher(doc, d.group, d.apart.New); err != nil {
		return doc, err
	}
	return appendGroup(doc, d.group, parkedPart(was, d.group, apart))
}

// parkedPart returns the handlers that a displacement removed as a group, without those that
// it moved apart.
func parkedPart(was Group, e settings.Edit, apart Group) string {
	gone := ParseGroup(was.Event, removedPart(e))
	var parked []int
	for i, h := range gone.Handlers {
		if position(apart, h) < 0 {
			parked = append(parked, i)
		}
	}
	if len(parked) == 0 {
		return ""
	}
	return gone.Part(parked)
}

// asItStands returns an edit with its group as it is in the file now: the client may have
// rewritten it without the members that it does not know.
func asItStands(doc settings.Document, e settings.Edit) settings.Edit {
	if e.New == "" || len(e.Path) != 2 {
		return e
	}
	put := ParseGroup(e.Path[1], e.New)
	var alike []string
	groups, _ := Read(doc)
	for _, g := range groups {
		switch {
		case g.Event != e.Path[1]:
		case settings.SameValue(g.Raw, e.New):
			return e
		case sameMatcher(g, put) && slices.EqualFunc(g.Handlers, put.Handlers, known):
			alike = append(alike, g.Raw)
		}
	}
	if len(alike) > 0 {
		e.New = alike[0]
	}
	return e
}

func sameMatcher(g, other Group) bool {
	return (g.Matcher == nil) == (other.Matcher == nil) && (g.Matcher == nil || *g.Matcher == *other.Matcher)
}

// known reports whether two handlers agree in everything that the client knows.
func known(h, other Handler) bool {
	h.Raw, h.Line, h.Index = "", 0, 0
	other.Raw, other.Line, other.Index = "", 0, 0
	return reflect.DeepEqual(h, other)
}

// alike reports whether two handlers run the same thing.
func alike(h, k Handler) bool {
	return h.Type == k.Type && h.Command == k.Command && h.URL == k.URL && h.Server == k.Server &&
		h.Tool == k.Tool && h.Prompt == k.Prompt
}

// CountRemoved counts the handlers that edits of [ParkOrNarrow] removed from their file.
func CountRemoved(past []settings.Edit) (n int) {
	for _, d := range displacementsOf(past) {
		if len(d.group.Path) == 2 && d.group.Old != "" {
			event := d.group.Path[1]
			n += len(ParseGroup(event, d.group.Old).Handlers) - len(ParseGroup(event, d.group.New).Handlers) -
				len(ParseGroup(event, d.apart.New).Handlers)
		}
	}
	return n
}
