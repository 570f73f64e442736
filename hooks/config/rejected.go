package config

import (
	"fmt"

	"github.com/tidwall/gjson"

	"neverask/settings"
)

// A Rejection is an entry that Claude Code does not accept. Claude Code
// 2.1.329 then applies nothing that the entry sits in, so every hook of the
// file must be assumed off.
type Rejection struct {
	Line, Col int
	Msg, Hint string
}

// required names the member that a handler of each type must have.
var required = []struct{ kind, member string }{
	{"command", "command"}, {"http", "url"}, {"mcp_tool", "server"}, {"mcp_tool", "tool"}, {"prompt", "prompt"}, {"agent", "prompt"},
}

// Rejected finds the entries of a document that the client does not accept: a
// matcher that is not a string, a handler of unknown type or without what its
// type needs, and a time limit that is not a number. Shapes that [Read]
// refuses are not looked for.
func Rejected(doc settings.Document) []Rejection {
	var found []Rejection
	add := func(v gjson.Result, msg, hint string) {
		line, col := doc.Position(v.Index)
		found = append(found, Rejection{line, col, msg, hint})
	}
	root, _ := doc.Get("hooks")
	root.ForEach(func(event, list gjson.Result) bool {
		list.ForEach(func(_, g gjson.Result) bool {
			var handlers gjson.Result
			g.ForEach(func(key, value gjson.Result) bool {
				switch {
				case key.Str == "matcher" && value.Type != gjson.String:
					add(value, fmt.Sprintf("a matcher of hooks.%s is not a string", event.Str), "put it in quotes, or remove it to match everything")
				case key.Str == "hooks":
					handlers = value
				}
				return true
			})
			handlers.ForEach(func(_, h gjson.Result) bool {
				rejected(h, add)
				return true
			})
			return true
		})
		return true
	})
	return found
}

func rejected(h gjson.Result, add func(v gjson.Result, msg, hint string)) {
	members := map[string]gjson.Result{}
	h.ForEach(func(key, value gjson.Result) bool {
		members[key.Str] = value
		return true
	})
	kind, known := members["type"], false
	for _, r := range required {
		if kind.Type != gjson.String || kind.Str != r.kind {
			continue
		}
		known = true
		if v := members[r.member]; v.Type != gjson.String {
			add(h, fmt.Sprintf("a handler of type %s has no %q", r.kind, r.member), fmt.Sprintf("add %q, or remove the handler", r.member))
		}
	}
	if !known {
		add(h, fmt.Sprintf("a handler has the unknown type %q", kind.String()), "use command, http, mcp_tool, prompt or agent")
	}
	if v, ok := members["timeout"]; ok && v.Type != gjson.Number {
		add(v, "a timeout is not a number", "write the seconds without quotes: 5")
	}
}
