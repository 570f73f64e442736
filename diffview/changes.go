package diffview

import (
	"bytes"
	"strings"

	"github.com/tidwall/gjson"
)

// The values of [Change.Op].
const (
	OpAdd    = "add"
	OpChange = "change"
	OpRemove = "remove"
)

// The values of [Change.Owner].
const (
	Ours  = "neverask"
	Other = "other"
)

// The values of [Change.What].
const (
	AHandler = "handler" // an element of a group's hooks
	AGroup   = "group"   // a matcher group itself: its matcher, its place, or one without handlers
	ASetting = "setting" // any other value, by its path
)

// Field is one member of a handler, a group or an object. Old and New are its values before
// and after: a string's text, compact JSON for anything else, nil where the member is absent.
type Field struct {
	Name string  `json:"name"`
	Old  *string `json:"old,omitempty"`
	New  *string `json:"new,omitempty"`
}

// Change is one difference in the terms of the settings schema. Its strings
// are redacted, but may hold control characters: draw them with [Visible].
type Change struct {
	Op   string `json:"op"`
	What string `json:"what"`
	// Event is the hook event, empty outside hooks.
	Event string `json:"event,omitempty"`
	// Path is the JSON Pointer of what changed: in the file before for a
	// removal, else in the file after. The empty path is the whole file.
	Path string `json:"path"`
	// Matcher is the group's matcher, nil where absent: after the change, or
	// before it for a removal. A changed matcher is also among Fields.
	Matcher *string `json:"matcher,omitempty"`
	// Group reports that a handler comes or goes with its whole group.
	Group bool `json:"group,omitempty"`
	Handler
	// Also lists the other handlers of a group that changes as a whole.
	Also []Handler `json:"also,omitempty"`
	// Fields are the members that differ; for a handler that comes or goes,
	// those that Handler does not show. A setting has the field "value", and
	// "position" if only its place in an array changes.
	Fields []Field `json:"fields,omitempty"`
	// Owner is [Ours] or [Other].
	Owner string `json:"owner"`
	// Note says what the change means to the user; the caller sets it.
	Note string `json:"note"`

	in string // the group or rule that Semantic draws it under
}

// Summary is the difference between two settings files.
type Summary struct {
	Changes []Change
	// Groups and Handlers count third-party hooks that both files have unchanged.
	Groups, Handlers int
	// LayoutOnly reports that the bytes differ but their meaning does not.
	LayoutOnly bool
}

// Changes compares two settings files by meaning; nil or blank means no file. ours reports
// which handlers belong to neverask and sees them unredacted; nil means none do.
//
// A matcher group is the same group in both files if it is equal, else if it has the same
// handlers under another matcher, else if it has the same matcher. A handler is the same if it
// runs the same thing, else if it runs a program of the same name elsewhere. A change of
// position alone is a change whose only field is "position"; the order of events and object
// members means nothing. Anything that is not a valid JSON object is compared as a whole, and
// hooks of an unexpected shape are compared by path.
//
// moved holds values, as JSON, that are known to have been moved: when two neighbours swap
// places, the bytes do not show which of them moved.
func Changes(before, after []byte, ours func(event string, h Handler) bool, moved ...string) Summary {
	if ours == nil {
		ours = func(string, Handler) bool { return false }
	}
	c := comparison{ours: ours}
	for _, v := range moved {
		c.moved = append(c.moved, canonical(gjson.Parse(v)))
	}
	old, now := parseFile(before), parseFile(after)
	switch {
	case old.IsObject() && now.IsObject():
		c.settings(value{raw: old}, value{raw: now})
	case bytes.Equal(before, after):
	case len(bytes.TrimSpace(before)) == 0:
		c.add(Change{Op: OpAdd, What: ASetting})
	case len(bytes.TrimSpace(after)) == 0:
		c.add(Change{Op: OpRemove, What: ASetting})
	default:
		c.add(Change{Op: OpChange, What: ASetting})
	}
	c.sum.LayoutOnly = len(c.sum.Changes) == 0 && !bytes.Equal(before, after)
	return c.sum
}

// parseFile reads a settings file the way Claude Code 2.1.329 does: a byte order mark is
// allowed, and no file means no settings. For anything but JSON the result is not an object.
func parseFile(text []byte) gjson.Result {
	s := strings.TrimPrefix(string(text), "\ufeff")
	if strings.TrimSpace(s) == "" {
		s = "{}"
	}
	if !gjson.Valid(s) {
		return gjson.Result{}
	}
	return gjson.Parse(s)
}
