package diffview

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"neverask/hooks/redact"
	"neverask/settings"
)

// maxDepth is how deep values are compared member by member; deeper values are compared as a
// whole. Settings are a handful of levels deep, and each level walks the whole value again.
const maxDepth = 32

// value is a JSON value, and whether its position in the file makes it secret.
type value struct {
	raw    gjson.Result
	secret bool
}

// json returns the value as compact JSON without secrets.
func (v value) json() string {
	shown := redact.Value(v.raw.Raw, v.secret)
	var b bytes.Buffer
	if err := json.Compact(&b, []byte(shown)); err != nil {
		return shown
	}
	return b.String()
}

// text returns the value as a person reads it: a string's text, otherwise its JSON.
func (v value) text() string {
	if v.raw.Type == gjson.String {
		return gjson.Parse(redact.Value(v.raw.Raw, v.secret)).Str
	}
	return v.json()
}

// child returns a member of v.
func (v value) child(name string, raw gjson.Result) value {
	s := redact.SecrecyOf(name)
	secret := v.secret
	switch raw.Type {
	case gjson.JSON:
		secret = secret || s.Members
	case gjson.String:
		secret = secret || s.Value
	case gjson.Number:
		secret = secret || s.Value && !s.Plural
	}
	return value{raw, secret}
}

// object returns the members of v by name, and the names in file order. The last of several
// duplicates counts, as in Claude Code 2.1.329.
func (v value) object() (names []string, members map[string]value) {
	members = map[string]value{}
	if !v.raw.IsObject() {
		return nil, members
	}
	v.raw.ForEach(func(key, raw gjson.Result) bool {
		name := key.Str
		if strings.ContainsRune(name, '\ufffd') {
			name = key.Raw // so that names broken in different ways stay apart
		}
		if _, dup := members[name]; !dup {
			names = append(names, name)
		}
		members[name] = v.child(name, raw)
		return true
	})
	return names, members
}

// bothObjects returns the members of two objects, one of which may be absent, and their names:
// first those of the second object, then those only the first has.
func bothObjects(old, after value) (names []string, olds, news map[string]value) {
	oldNames, olds := old.object()
	names, news = after.object()
	for _, name := range oldNames {
		if _, stays := news[name]; !stays {
			names = append(names, name)
		}
	}
	return names, olds, news
}

// array returns the elements of v.
func (v value) array() []value {
	var all []value
	if !v.raw.IsArray() {
		return nil
	}
	before := ""
	v.raw.ForEach(func(_, raw gjson.Result) bool {
		secret := v.secret || redact.TakesSecret(before) && redact.IsArgument(raw.Str)
		all = append(all, value{raw, secret})
		before = raw.Str
		return true
	})
	return all
}

// lastMember returns the last member with that name, the one that counts.
func lastMember(v value, name string) (found value) {
	v.raw.ForEach(func(key, raw gjson.Result) bool {
		if key.Str == name {
			found = v.child(name, raw)
		}
		return true
	})
	return found
}

// same reports whether two values mean the same, or neither exists.
func same(a, b value) bool {
	return a.raw.Raw == b.raw.Raw || a.raw.Exists() && b.raw.Exists() && canonical(a.raw) == canonical(b.raw)
}

// canonical returns equal strings for values that mean the same: white space, member order and
// the spelling of strings do not count; the spelling of numbers does.
func canonical(v gjson.Result) string {
	if v.Type != gjson.JSON && v.Type != gjson.String {
		return v.Raw
	}
	return settings.Canonical(v.Raw)
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

// field returns the position field, counted from 1, of an element that only moved.
func (p indexPair) field() Field {
	old, after := strconv.Itoa(p.old+1), strconv.Itoa(p.new+1)
	return Field{Name: "position", Old: &old, New: &after}
}
