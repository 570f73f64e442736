package config

import (
	"fmt"
	"slices"

	"github.com/tidwall/gjson"

	"neverask/settings"
)

// Read returns the matcher groups of a document, event by event in file order. A "hooks"
// member, an event, a group or a handler of the wrong type is a *settings.SyntaxError with its
// position. Unknown event names are accepted, whatever they hold: Claude Code tolerates them,
// and people keep notes there.
//
// All readers of the document share the groups' handlers: copy a handler before changing it.
func Read(doc settings.Document) ([]Group, error) {
	r := doc.Derived(readings{}, func() any {
		groups, err := reader{doc: doc}.groups()
		return reading{groups, err}
	}).(reading)
	return slices.Clone(r.groups), r.err
}

// readings is the cache key for the results of [Read].
type readings struct{}

// reading is the cached result of [Read], as one change needs it a dozen times.
type reading struct {
	groups []Group
	err    error
}

// reader reads the groups of a document.
type reader struct {
	doc settings.Document
	// lenient skips values that are not groups or handlers; note is lenient for members
	// that are not events, where nothing counts as wrong.
	lenient, note bool
	err           error
}

func (r reader) groups() (groups []Group, err error) {
	root, ok := r.doc.Get("hooks")
	if !ok || r.lenient && !root.IsObject() {
		return nil, nil
	}
	if !root.IsObject() {
		return nil, r.fault(root, `"hooks" is not an object`, `write "hooks": {"PreToolUse": [ … ]}`)
	}
	root.ForEach(func(event, list gjson.Result) bool {
		r.note = r.lenient || !Known(event.Str)
		if !list.IsArray() {
			r.fault(list, fmt.Sprintf("hooks.%s is not an array", event.Str),
				`write a list of groups: [{"matcher": …, "hooks": [ … ]}]`)
			return r.err == nil
		}
		index := 0
		list.ForEach(func(_, g gjson.Result) bool {
			index++
			if g.IsObject() || !r.note {
				groups = append(groups, r.group(event.Str, g))
				groups[len(groups)-1].Index = index - 1
			}
			return r.err == nil
		})
		return r.err == nil
	})
	if r.err != nil {
		return nil, r.err
	}
	return groups, nil
}

func (r *reader) fault(v gjson.Result, msg, hint string) error {
	if r.err == nil && !r.note {
		line, col := r.doc.Position(v.Index)
		r.err = &settings.SyntaxError{Line: line, Col: col, Msg: msg, Hint: hint}
	}
	return r.err
}

func (r *reader) line(v gjson.Result) int {
	line, _ := r.doc.Position(v.Index)
	return line
}

func (r *reader) group(event string, v gjson.Result) Group {
	g := Group{Event: event, Raw: v.Raw, Line: r.line(v)}
	if !v.IsObject() {
		r.fault(v, "a group of hooks."+event+" is not an object", `write {"matcher": …, "hooks": [ … ]}`)
		return g
	}
	v.ForEach(func(key, value gjson.Result) bool {
		switch key.Str {
		case "matcher":
			if value.Type == gjson.String {
				g.Matcher = &value.Str
			}
		case "hooks":
			r.handlers(&g, value)
		}
		return r.err == nil
	})
	return g
}

func (r *reader) handlers(g *Group, list gjson.Result) {
	if !list.IsArray() {
		r.fault(list, "the \"hooks\" of a group of hooks."+g.Event+" is not an array",
			`write "hooks": [{"type": "command", "command": …}]`)
		return
	}
	index := -1
	list.ForEach(func(_, v gjson.Result) bool {
		if index++; !v.IsObject() {
			r.fault(v, "a handler of hooks."+g.Event+" is not an object", `write {"type": "command", "command": …}`)
			return r.note
		}
		h := readHandler(v)
		h.Index, h.Line = index, r.line(v)
		g.Handlers = append(g.Handlers, h)
		return true
	})
	g.Handlers = slices.Clip(g.Handlers) // they are shared: append makes a copy
}
