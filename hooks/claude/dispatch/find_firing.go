package dispatch

import (
	"slices"

	"neverask/hooks"
	"neverask/hooks/claude/config"
)

// A Call is something that happens in a session.
type Call struct {
	Event hooks.Event
	// Value is what matchers are compared with: the name of the tool at tool events; for
	// others see [About].
	Value string
	// Input is the tool's input as JSON, for handlers with an "if"; empty if unknown.
	Input string
}

// A Firing is a hook that runs.
type Firing struct {
	Hook config.Hook
	// Unless says what could still keep it from running; empty if it certainly runs.
	Unless string
}

// Found lists the hooks that run for a call and those that just miss it.
type Found struct {
	Fires  []Firing
	Misses []Miss
}

// Find lists the hooks that run for a call, in the order of their sources, and those that just
// miss it. The client starts them all at once.
func Find(sources config.Sources, c Call) (found Found) {
	runs := map[string]config.Hook{}
	for _, h := range sources.Hooks() {
		if h.Group.Event != string(c.Event) {
			continue
		}
		fires, why := matches(h, c)
		if !fires {
			if why != "" {
				found.Misses = append(found.Misses, Miss{h, why})
			}
			continue
		}
		if h.Source.Off != "" {
			found.Misses = append(found.Misses, Miss{h, h.Source.Off})
			continue
		}
		if why, never := Uncalled(h, sources.Requests); never {
			found.Misses = append(found.Misses, Miss{h, why})
			continue
		}
		unsure := why
		fires, unless := ifHolds(h.Handler, c)
		if !fires {
			found.Misses = append(found.Misses, Miss{h, unless})
			continue
		}
		key := identity(h)
		if first, twice := runs[key]; twice {
			found.Misses = append(found.Misses, Miss{h, "the same command runs already, for " + matcherOf(first)})
			continue
		}
		if unsure == "" {
			runs[key] = h
		} else {
			unless = unsure
		}
		if unless == "" {
			unless = h.Source.When
		}
		found.Fires = append(found.Fires, Firing{h, unless})
	}
	return found
}

// EventsOf returns the events at which hooks run for a tool; none if it has no name.
func EventsOf(sources config.Sources, tool string) (at []string) {
	for _, about := range Events() {
		if tool != "" && OfTool(about.Event) && len(Find(sources, Call{Event: about.Event, Value: tool}).Fires) > 0 {
			at = append(at, string(about.Event))
		}
	}
	return at
}

// Alone says whether a handler fires for a call, regardless of what turns hooks off and of
// other hooks.
func Alone(h config.Hook, c Call) Found {
	source, group := h.Source, h.Group
	group.Handlers = []config.Handler{h.Handler}
	source.Off, source.When, source.Groups = "", "", []config.Group{group}
	return Find(config.Sources{List: []config.Source{source}}, c)
}

// matches reports whether the group's matcher fires. If it only may, why says why that is
// unknown; if it does not, why it is a near miss.
func matches(h config.Hook, c Call) (ok bool, why string) {
	if !filters(c.Event) {
		return true, ""
	}
	m := config.ParseMatcher(h.Group.Matcher)
	if matchesName(m, c.Value) {
		return true, ""
	}
	if m.May(c.Value) {
		return true, config.SlowText
	}
	return false, near(m, h.Group.Matcher, c)
}

// matchesName reports whether a matcher fires for a value. A pattern also fires for a tool's former
// name; in a list, a former name stands for the tool's present name and nothing else. This
// holds at events that are not about tools, too (Claude Code 2.1.329).
func matchesName(m config.Matcher, value string) bool {
	if _, former := formerly[value]; former && len(m.Names()) > 0 {
		return false
	}
	return m.Match(value) || slices.ContainsFunc(namesOf(value), m.Match)
}
