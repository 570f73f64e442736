package diffview

import (
	"strconv"

	"github.com/tidwall/gjson"
)

// group is an element of an event's array. It is read lazily, since most groups are the same
// in both files.
type group struct {
	value
	index    int
	read     bool
	odd      bool // not a matcher group: not an object, or matcher or hooks has another type
	matcher  value
	hooks    value
	handlers []value
}

func newGroups(values []value) []group {
	groups := make([]group, len(values))
	for i, v := range values {
		groups[i].value, groups[i].index = v, i
	}
	return groups
}

// open reads the group's contents.
func (g *group) open() *group {
	if g.read {
		return g
	}
	g.read = true
	g.raw.ForEach(func(key, raw gjson.Result) bool {
		switch key.Str {
		case "matcher":
			g.matcher = g.child(key.Str, raw)
		case "hooks":
			g.hooks = g.child(key.Str, raw)
		}
		return true
	})
	g.odd = !g.raw.IsObject() || !g.hooks.raw.IsArray() ||
		g.matcher.raw.Exists() && g.matcher.raw.Type != gjson.String
	if !g.odd {
		g.handlers = g.hooks.array()
	}
	return g
}

func (g *group) byValue() string { return canonical(g.raw) }

func (g *group) byHandlers() string {
	if g.odd || len(g.handlers) == 0 {
		return ""
	}
	return canonical(g.hooks.raw)
}

func (g *group) byMatcher() string {
	if g.odd {
		return ""
	}
	if !g.matcher.raw.Exists() {
		return "absent"
	}
	return canonical(g.matcher.raw)
}

func (g *group) matcherText() *string {
	if !g.matcher.raw.Exists() {
		return nil
	}
	text := g.matcher.text()
	return &text
}

func (e *event) groupPath(g *group) string { return e.path + "/" + strconv.Itoa(g.index) }

// whole reports a group that comes or goes: one change per handler, or one for a group without
// handlers, and one for each unknown member.
func (e *event) whole(op string, g *group) {
	at := e.groupPath(g)
	old, after := g.value, value{}
	if op == OpAdd {
		old, after = value{}, g.value
	}
	if g.odd {
		e.member(e.name, at, old, after)
		return
	}
	if len(g.handlers) == 0 {
		e.add(Change{Op: op, What: AGroup, Event: e.name, Path: at, Matcher: g.matcherText()})
	}
	for k, v := range g.handlers {
		e.handler(op, g, k, v, "")
	}
	e.members(e.name, at, old, after, "matcher", "hooks")
}

// both reports the differences between two versions of one group.
func (e *event) both(old, after *group, to indexPair, moved bool) {
	equal := same(old.value, after.value)
	if equal && !moved {
		e.unchanged(after)
		return
	}
	at := e.groupPath(after)
	var differ []Field
	old.open()
	if !after.odd && !same(old.matcher, after.matcher) {
		differ = []Field{field("matcher", old.matcher, after.matcher)}
	}
	if moved {
		differ = append(differ, to.field())
	}
	if len(differ) > 0 {
		ch := Change{Op: OpChange, What: AGroup, Event: e.name, Path: at, Matcher: after.matcherText(), Fields: differ}
		for k, v := range after.handlers {
			h, _ := v.handler()
			if k == 0 {
				ch.Handler, ch.Owner = h, Ours
			} else {
				ch.Also = append(ch.Also, h)
			}
			if e.owner(v) == Other {
				ch.Owner = Other
			}
		}
		e.add(ch)
	}
	if equal {
		return
	}
	e.handlers(old, after, len(differ) > 0)
	e.members(e.name, at, old.value, after.value, "matcher", "hooks")
}

// unchanged counts a group that both files have, unless it holds neverask's handlers alone.
func (e *event) unchanged(g *group) {
	others := 0
	for _, v := range g.handlers {
		if e.owner(v) == Other {
			others++
		}
	}
	e.sum.Handlers += others
	if others > 0 || len(g.handlers) == 0 {
		e.sum.Groups++
	}
}
