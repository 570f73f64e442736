package diffview

import (
	"cmp"
	"slices"

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

func (e *event) owner(v value) string {
	if h, _ := readHandler(v.raw); e.ours(e.name, h) {
		return Ours
	}
	return Other
}
