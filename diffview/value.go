package diffview

import (
	"bytes"
	"encoding/json"
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
