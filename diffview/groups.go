package diffview

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/tidwall/gjson"

	"neverask/hooks"
)

// isHooks reports whether v can be the hooks member: absent, or an object.
func (v value) isHooks() bool { return !v.raw.Exists() || v.raw.IsObject() }

// hooks compares the hooks member event by event.
func (c *comparison) hooks(old, after value) {
	names, olds, news := bothObjects(old, after)
	if len(names) == 0 {
		// An empty object that comes or goes has no event to report.
		c.member("", "/hooks", old, after)
		return
	}
	known := hooks.Events()
	order := func(name string) uint { return uint(slices.Index(known, hooks.Event(name))) } // others come last
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(order(a), order(b)) })
	for _, name := range names {
		c.event(name, olds[name], news[name])
	}
}

// event compares the matcher groups of one hook event. Either may be absent.
func (c *comparison) event(name string, old, after value) {
	list := func(v value) bool { return !v.raw.Exists() || v.raw.IsArray() }
	at := "/hooks/" + pointerName(name)
	olds, news := old.array(), after.array()
	if !list(old) || !list(after) || len(olds)+len(news) == 0 {
		c.member(name, at, old, after)
		return
	}
	e := event{comparison: c, name: name, path: at, olds: newGroups(olds), news: newGroups(news)}
	e.compare()
}

// event is the comparison of one hook event.
type event struct {
	*comparison
	name, path string
	olds, news []group
}

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

// compare pairs the groups and reports those that are unpaired or differ.
func (e *event) compare() {
	old := func(key func(*group) string) func(int) string {
		return func(i int) string { return key(e.olds[i].open()) }
	}
	after := func(key func(*group) string) func(int) string {
		return func(j int) string { return key(e.news[j].open()) }
	}
	p := pair(len(e.olds), len(e.news), func(i, j int) bool { return e.olds[i].raw.Raw == e.news[j].raw.Raw })
	for _, key := range []func(*group) string{(*group).byValue, (*group).byHandlers, (*group).byMatcher} {
		p.by(old(key), after(key))
	}
	for i := range e.olds {
		if p.next[i] < 0 {
			e.whole(OpRemove, e.olds[i].open())
		}
	}
	moved := p.moved(func(int) bool { return false })
	for j := range e.news {
		g := e.news[j].open()
		if p.prev[j] < 0 {
			e.whole(OpAdd, g)
			continue
		}
		to, hasMoved := moved[j]
		e.both(&e.olds[p.prev[j]], g, to, hasMoved)
	}
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

func (e *event) owner(v value) string {
	if h, _ := readHandler(v.raw); e.ours(e.name, h) {
		return Ours
	}
	return Other
}
