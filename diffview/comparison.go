package diffview

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"neverask/hooks/redact"
)

// comparison collects what differs.
type comparison struct {
	ours  func(event string, h Handler) bool
	sum   Summary
	rule  string // the rule being compared
	moved []string
}

func (c *comparison) add(ch Change) {
	if ch.Owner == "" {
		ch.Owner = Other
	}
	if ch.What == ASetting {
		ch.in = c.rule
	}
	c.sum.Changes = append(c.sum.Changes, ch)
}

// settings compares the top-level members, hooks first.
func (c *comparison) settings(old, after value) {
	oldHooks, newHooks := lastMember(old, "hooks"), lastMember(after, "hooks")
	if oldHooks.isHooks() && newHooks.isHooks() {
		c.hooks(oldHooks, newHooks)
	} else {
		c.member("", "/hooks", oldHooks, newHooks)
	}
	c.members("", "", old, after, "hooks")
}

// member reports how one value changed; a value that does not exist is absent. event is the
// hook event that it belongs to, if any.
func (c *comparison) member(event, path string, old, after value) {
	c.compare(event, path, old, after, 0)
}

func (c *comparison) compare(event, path string, old, after value, depth int) {
	switch {
	case !old.raw.Exists() && !after.raw.Exists(), old.raw.Raw == after.raw.Raw:
	case depth < maxDepth && old.raw.IsObject() && after.raw.IsObject():
		c.objects(event, path, old, after, nil, depth+1)
	case depth < maxDepth && old.raw.IsArray() && after.raw.IsArray():
		c.arrays(event, path, old.array(), after.array(), depth+1)
	case !old.raw.Exists():
		c.add(Change{Op: OpAdd, What: ASetting, Event: event, Path: path, Fields: []Field{field("value", old, after)}})
	case !after.raw.Exists():
		c.add(Change{Op: OpRemove, What: ASetting, Event: event, Path: path, Fields: []Field{field("value", old, after)}})
	case !same(old, after):
		c.add(Change{Op: OpChange, What: ASetting, Event: event, Path: path, Fields: []Field{field("value", old, after)}})
	}
}

// members compares two objects name by name, except for the names in skip.
func (c *comparison) members(event, path string, old, after value, skip ...string) {
	c.objects(event, path, old, after, skip, 0)
}

func (c *comparison) objects(event, path string, old, after value, skip []string, depth int) {
	names, olds, news := bothObjects(old, after)
	for _, name := range names {
		if !slices.Contains(skip, name) {
			c.compare(event, path+"/"+pointerName(name), olds[name], news[name], depth)
		}
	}
}

// arrays compares by value first, so that a removed element does not make all later ones
// differ; the objects that remain are compared in order.
func (c *comparison) arrays(event, path string, old, after []value, depth int) {
	p := pair(len(old), len(after), func(i, j int) bool { return old[i].raw.Raw == after[j].raw.Raw })
	p.by(func(i int) string { return canonical(old[i].raw) }, func(j int) string { return canonical(after[j].raw) })
	p.by(func(i int) string { return old[i].raw.Get("id").Str }, func(j int) string { return after[j].raw.Get("id").Str })
	p.by(func(i int) string { return container(old[i].raw) }, func(j int) string { return container(after[j].raw) })
	for i, v := range old {
		if p.next[i] < 0 {
			c.compare(event, path+"/"+strconv.Itoa(i), v, value{}, depth)
		}
	}
	moved := p.moved(func(j int) bool { return len(c.moved) > 0 && slices.Contains(c.moved, canonical(after[j].raw)) })
	for j, v := range after {
		at := path + "/" + strconv.Itoa(j)
		i := p.prev[j]
		if i < 0 {
			c.compare(event, at, value{}, v, depth)
			continue
		}
		if id := v.raw.Get("id").Str; id != "" {
			c.rule = cmp.Or(RuleName(v.raw), RedactCommand(id))
		}
		c.compare(event, at, old[i], v, depth)
		if to, ok := moved[j]; ok {
			text := v.text()
			c.add(Change{
				Op: OpChange, What: ASetting, Event: event, Path: at,
				Fields: []Field{{Name: "value", Old: &text, New: &text}, to.field()},
			})
		}
	}
}

// container returns "{" for an object, "[" for an array, and "" for anything else and for an
// object with an ID.
func container(v gjson.Result) string {
	if v.Type != gjson.JSON || v.Get("id").Str != "" {
		return ""
	}
	return v.Raw[:1]
}

// pointerName returns a member's name as a JSON Pointer spells it, without secrets.
func pointerName(name string) string {
	return strings.NewReplacer("~", "~0", "/", "~1").Replace(RedactCommand(name))
}

// field returns the field in which the two values differ.
func field(name string, old, after value) Field {
	f := Field{Name: name}
	if old.raw.Exists() {
		text := old.text()
		f.Old = &text
	}
	if after.raw.Exists() {
		text := after.text()
		f.New = &text
	}
	if f.Old == nil || f.New == nil || *f.Old != *f.New {
		return f
	}
	if old.raw.Type != after.raw.Type {
		// The text of "5" and 5 is the same, the value is not.
		*f.Old, *f.New = old.json(), after.json()
	}
	if *f.Old == *f.New {
		// Only what was redacted differs.
		*f.New += redact.Changed[len(redact.Hidden):]
	}
	return f
}
