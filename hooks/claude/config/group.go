package config

import (
	"slices"
	"strconv"

	"neverask/settings"
)

// A Group is a matcher group: a matcher and the handlers it runs.
type Group struct {
	Event    string
	Index    int     // position in the event's array
	Matcher  *string // nil when absent
	Handlers []Handler
	Raw      string // JSON text of the whole group
	Line     int    // in the file, from 1
}

// Path returns the path of the group in its document.
func (g Group) Path() settings.Path {
	return settings.Path{"hooks", g.Event, strconv.Itoa(g.Index)}
}

// ParseGroup reads the JSON text of a matcher group; if it is not one, the result has no
// handlers.
func ParseGroup(event, raw string) Group {
	doc, err := settings.Parse([]byte(`{"hooks":{` + settings.Quote(event) + ":[" + raw + "]}}"))
	if err != nil {
		return Group{}
	}
	groups, err := Read(doc)
	if err != nil || len(groups) != 1 {
		return Group{}
	}
	return groups[0]
}

// GroupAt reads an element of the container at a path in settings: a group, or a handler, which
// becomes a group of its own. ok is false if the container holds neither.
func GroupAt(container settings.Path, raw string) (g Group, ok bool) {
	switch {
	case len(container) < 2 || container[0] != "hooks":
		return Group{}, false
	case len(container) == 2:
		return ParseGroup(container[1], raw), true
	case len(container) == 4 && container[3] == "hooks":
		return ParseGroup(container[1], `{"hooks":[`+raw+`]}`), true
	}
	return Group{}, false
}

// Part returns the text of a group with g's matcher and some of its handlers. With all handlers,
// it is g's own text.
func (g Group) Part(handlers []int) string {
	if len(handlers) == len(g.Handlers) {
		return g.Raw
	}
	matcher := ""
	if g.Matcher != nil {
		matcher = settings.Quote(*g.Matcher)
	}
	return group(matcher, g, handlers)
}

// Has reports whether a handler with the value of h is in the group.
func (g Group) Has(h Handler) bool {
	return slices.ContainsFunc(g.Handlers, func(k Handler) bool { return settings.SameValue(k.Raw, h.Raw) })
}
