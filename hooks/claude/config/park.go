package config

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"neverask/settings"
)

// ParkOrNarrow removes the handlers in park from a document, and keeps those in narrow from
// firing on questions. Every change is one edit that replaces or removes a whole group, so that
// it can be found by its value and undone after other changes of the file: see [Replace].
func ParkOrNarrow(doc settings.Document, park, narrow []Place) (settings.Document, error) {
	groups, err := Read(doc)
	if err != nil {
		return doc, err
	}
	for _, g := range slices.Backward(groups) {
		out, in := handlersAt(g, park), handlersAt(g, narrow)
		if len(out)+len(in) == 0 {
			continue
		}
		if doc, err = displace(doc, g, out, in); err != nil {
			return doc, fmt.Errorf("%s: %w", g.Path(), err)
		}
	}
	return doc, nil
}

func handlersAt(g Group, moved []Place) []int {
	var at []int
	for _, p := range moved {
		if p.Event == g.Event && p.Group == g.Index && p.Handler < len(g.Handlers) {
			at = append(at, p.Handler)
		}
	}
	slices.Sort(at)
	return slices.Compact(at)
}

// displace parks and narrows handlers of one group. Narrowed handlers that share the group with
// others move to a group of their own after it.
func displace(doc settings.Document, g Group, out, in []int) (settings.Document, error) {
	narrowed, ok := Narrow(g.Matcher)
	if len(in) > 0 && !ok {
		return doc, fmt.Errorf("the matcher fires only for questions")
	}
	if len(in) == len(g.Handlers) {
		return regroup(doc, g, func(d settings.Document) (settings.Document, error) {
			return d.Set(append(g.Path(), "matcher"), settings.Quote(narrowed))
		})
	}
	gone := append(slices.Clone(out), in...)
	slices.Sort(gone)
	moved := ""
	if len(in) > 0 {
		moved = group(settings.Quote(narrowed), g, in)
	}
	if len(gone) == len(g.Handlers) {
		if moved != "" {
			return doc.Set(g.Path(), moved)
		}
		return doc.Delete(g.Path())
	}
	doc, err := regroup(doc, g, func(d settings.Document) (settings.Document, error) {
		for _, h := range slices.Backward(gone) {
			var err error
			if d, err = d.Delete(append(g.Path(), "hooks", strconv.Itoa(h))); err != nil {
				return d, err
			}
		}
		return d, nil
	})
	if err != nil || moved == "" {
		return doc, err
	}
	return doc.Insert(g.Path()[:2], g.Index+1, moved)
}

// regroup lets edit change a group in a copy of the document, and replaces the old group with
// the result.
func regroup(doc settings.Document, g Group,
	edit func(settings.Document) (settings.Document, error)) (settings.Document, error) {
	changed, err := edit(doc)
	if err != nil {
		return doc, err
	}
	v, ok := changed.Get(g.Path()...)
	if !ok {
		return doc, fmt.Errorf("the group is gone")
	}
	return doc.Set(g.Path(), v.Raw)
}

// group returns the text of a group with some of another group's handlers.
func group(matcher string, g Group, handlers []int) string {
	var raw []string
	for _, h := range handlers {
		raw = append(raw, g.Handlers[h].Raw)
	}
	text := `"hooks":[` + strings.Join(raw, ",") + `]}`
	if matcher == "" {
		return "{" + text
	}
	return `{"matcher":` + matcher + "," + text
}

// removedPart returns the handlers that an edit removed as a group, or "" if there are none.
func removedPart(e settings.Edit) string {
	if e.Removed() {
		return e.Old
	}
	if e.Added() {
		return ""
	}
	kept := map[string]bool{}
	for _, h := range gjson.Get(e.New, "hooks").Array() {
		kept[h.Raw] = true
	}
	g := Group{}
	var gone []int
	for i, h := range gjson.Get(e.Old, "hooks").Array() {
		g.Handlers = append(g.Handlers, Handler{Raw: h.Raw})
		if !kept[h.Raw] {
			gone = append(gone, i)
		}
	}
	if len(gone) == 0 {
		return ""
	}
	return group(gjson.Get(e.Old, "matcher").Raw, g, gone)
}

// Displaces reports whether an edit is one of [ParkOrNarrow]: it moves, removes or narrows
// third-party handlers.
func Displaces(e settings.Edit, owner Owner) bool {
	return len(e.Path) == 2 && TouchesOthers(e, owner)
}

// TouchesOthers reports whether an edit adds, changes or removes third-party handlers, singly or
// as a group.
func TouchesOthers(e settings.Edit, owner Owner) bool {
	was, _ := GroupAt(e.Path, e.Old)
	is, _ := GroupAt(e.Path, e.New)
	return slices.ContainsFunc(append(was.Handlers, is.Handlers...), func(h Handler) bool { return !owner.Owns(h) })
}

// ParkedOrNarrowed lists the handlers that edits of [ParkOrNarrow] keep from questions, each in its
// original group. tool is a question tool.
func ParkedOrNarrowed(past []settings.Edit, tool string) (groups []Group) {
	for _, e := range past {
		if len(e.Path) != 2 || e.Path[0] != "hooks" || e.Old == "" {
			continue
		}
		was, is := ParseGroup(e.Path[1], e.Old), ParseGroup(e.Path[1], e.New)
		was.Handlers = slices.DeleteFunc(was.Handlers, func(h Handler) bool {
			return !Fires(was, h, tool) || slices.ContainsFunc(is.Handlers, func(k Handler) bool {
				return settings.SameValue(k.Raw, h.Raw) && Fires(is, k, tool)
			})
		})
		if len(was.Handlers) > 0 {
			groups = append(groups, was)
		}
	}
	return groups
}

// RemovedGroup returns the group, or the part of it, that an edit of [ParkOrNarrow] removed; without
// handlers if it removed none.
func RemovedGroup(e settings.Edit) Group {
	if len(e.Path) != 2 || e.Path[0] != "hooks" {
		return Group{}
	}
	return ParseGroup(e.Path[1], removedPart(e))
}
