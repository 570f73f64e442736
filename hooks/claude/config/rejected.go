package config

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"neverask/hooks"
	"neverask/settings"
)

// A Rejection is something in a settings file that Claude Code does not accept.
type Rejection struct {
	Off       Extent
	Line, Col int
	Msg, Hint string
	// Path leads to Part, which is not used: a handler, a group, an event, or a setting.
	Path settings.Path
	Part gjson.Result
	// Member is the wrong member of Part, if there is just one.
	Member string
}

// guards reports whether hooks of an event may guard permissions. A mistake in such a hook makes
// the client ignore the whole file; at other events, only the part with the mistake.
func guards(event string) bool { return event == "PreToolUse" || event == "PermissionRequest" }

// Rejected finds what the client (2.1.329) does not accept in a document of the user's or a
// project's settings: first the mistakes in hooks, in file order, then those in settings whose
// types are known here. An unknown event is not a mistake to the client.
func Rejected(doc settings.Document) []Rejection {
	return slices.Clone(doc.Derived(rejections{}, func() any { return rejected(doc) }).([]Rejection))
}

// RejectedIn is [Rejected] for a document of any kind. In managed settings the client ignores
// only the hooks, or only the one setting; a plugin and a front matter have only hooks, and the
// client does not load a subagent with rejected hooks.
func RejectedIn(kind Kind, doc settings.Document) (found []Rejection) {
	for _, r := range Rejected(doc) {
		ofHooks := r.Path[0] == "hooks"
		switch kind {
		case User, Project, Local:
		case Extra, Managed:
			switch {
			case r.Path[0] == "sandbox" && r.Part.Type != gjson.Null:
				r.Off = OffClient
			case kind == Managed && ofHooks && r.Off == OffFile:
				r.Off = OffHooks
			case kind == Managed && !ofHooks:
				r.Off = OffSetting
			}
		default:
			if !ofHooks && !Known(r.Path[len(r.Path)-1]) {
				continue
			}
			if r.Off == OffFile {
				r.Off = OffHooks
			}
			if isNull := len(r.Path) == 1 && r.Part.Type == gjson.Null; kind == Agent && r.Off == OffHooks && !isNull {
				r.Off = OffFile
			}
		}
		found = append(found, r)
	}
	return found
}

// rejections is the cache key for the results of [Rejected].
type rejections struct{}

func rejected(doc settings.Document) []Rejection {
	r := rejecter{doc: doc}
	if v, ok := doc.Get("hooks"); ok {
		r.hooks(v)
	}
	root, _ := doc.Get()
	r.outside(doc.Tree(), root, nil)
	r.settings(root)
	return r.found
}

type rejecter struct {
	doc   settings.Document
	found []Rejection
}

// add adds a mistake at a value that makes the client ignore a part of the file.
func (r *rejecter) add(v gjson.Result, off Extent, path settings.Path, part gjson.Result, member, msg, hint string) {
	line, col := r.doc.Position(v.Index)
	r.found = append(r.found, Rejection{off, line, col, msg, hint, path, part, member})
}

func (r *rejecter) hooks(v gjson.Result) {
	path := settings.Path{"hooks"}
	if !v.IsObject() {
		off := OffHooks
		if v.IsArray() && filled(v) {
			off = OffFile
		}
		r.add(v, off, path, v, "", `"hooks" is not an object`, `write "hooks": {"PreToolUse": [ … ]}`)
		return
	}
	v.ForEach(func(event, list gjson.Result) bool {
		r.event(event, list, append(path[:1:1], event.Str))
		return true
	})
}

func (r *rejecter) event(event, list gjson.Result, path settings.Path) {
	if !Known(event.Str) {
		return // ignored, whatever is in it
	}
	if !list.IsArray() {
		off := OffEvent
		if guards(event.Str) && list.Type != gjson.Null {
			off = OffFile
		}
		r.add(list, off, path, list, "", "hooks."+event.Str+" is not an array",
			`write a list of groups: [{"matcher": …, "hooks": [ … ]}]`)
		return
	}
	i := 0
	list.ForEach(func(_, g gjson.Result) bool {
		r.group(event.Str, g, append(path[:2:2], strconv.Itoa(i)))
		i++
		return true
	})
}

func (r *rejecter) group(event string, g gjson.Result, path settings.Path) {
	off := OffGroup
	if guards(event) {
		off = OffFile
	}
	if !g.IsObject() {
		r.add(g, off, path, g, "", "a group of hooks."+event+" is not an object", `write {"matcher": …, "hooks": [ … ]}`)
		return
	}
	if m := g.Get("matcher"); m.Exists() && m.Type != gjson.String {
		r.add(m, off, path, g, "matcher", fmt.Sprintf("a matcher of hooks.%s is not a string", event),
			"put it in quotes, or remove it to match everything")
		return
	}
	handlers := g.Get("hooks")
	if !handlers.Exists() {
		r.add(g, off, path, g, "hooks", "a group of hooks."+event+` has no "hooks"`,
			`write {"matcher": …, "hooks": [{"type": "command", "command": …}]}`)
		return
	}
	if !handlers.IsArray() {
		r.add(handlers, off, path, g, "hooks", "the \"hooks\" of a group of hooks."+event+" is not an array",
			`write "hooks": [{"type": "command", "command": …}]`)
		return
	}
	i := 0
	handlers.ForEach(func(_, h gjson.Result) bool {
		off := OffHook
		if guards(event) {
			off = OffFile
		}
		at, member, msg, hint := wrongHandler(h)
		if msg != "" {
			r.add(at, off, append(path[:3:3], "hooks", strconv.Itoa(i)), h, member, msg, hint)
		}
		i++
		return true
	})
}

func membersOf(object gjson.Result) map[string]gjson.Result {
	members := map[string]gjson.Result{}
	if !object.IsObject() {
		return members
	}
	object.ForEach(func(key, value gjson.Result) bool {
		members[key.Str] = value
		return true
	})
	return members
}

// A field is a member that handlers of one type, or of all types, may have.
type field struct {
	kind, name string
	required   bool
	ok         func(gjson.Result) bool
	want       string
}

var fields = []field{
	{"command", "command", true, isString, "a string"},
	{"command", "args", false, areStrings, "a list of strings"},
	{"command", "shell", false, oneOf("bash", "powershell"), `"bash" or "powershell"`},
	{"command", "async", false, gjson.Result.IsBool, "true or false"},
	{"command", "asyncRewake", false, gjson.Result.IsBool, "true or false"},
	{"command", "onFailure", false, oneOf("continue", "block"), `"continue" or "block"`},
	{"http", "url", true, isURL, "a complete URL"},
	{"http", "headers", false, haveStrings, "an object of strings"},
	{"http", "allowedEnvVars", false, areStrings, "a list of strings"},
	{"http", "onFailure", false, oneOf("continue", "block"), `"continue" or "block"`},
	{"mcp_tool", "server", true, isString, "a string"},
	{"mcp_tool", "tool", true, isString, "a string"},
	{"mcp_tool", "input", false, gjson.Result.IsObject, "an object"},
	{"mcp_tool", "onFailure", false, oneOf("continue", "block"), `"continue" or "block"`},
	{"prompt", "prompt", true, isString, "a string"},
	{"prompt", "model", false, isString, "a string"},
	{"prompt", "continueOnBlock", false, gjson.Result.IsBool, "true or false"},
	{"agent", "prompt", true, isString, "a string"},
	{"agent", "model", false, isString, "a string"},
	{"", "if", false, isString, "a string"},
	{"", "timeout", false, isSeconds, "a number of seconds above 0"},
	{"", "statusMessage", false, isString, "a string"},
	{"", "once", false, gjson.Result.IsBool, "true or false"},
}

func isString(v gjson.Result) bool { return v.Type == gjson.String }

func isSeconds(v gjson.Result) bool {
	n, err := strconv.ParseFloat(v.Raw, 64)
	return v.Type == gjson.Number && err == nil && n > 0
}

func isURL(v gjson.Result) bool {
	u, err := url.Parse(v.Str)
	return v.Type == gjson.String && err == nil && u.Scheme != "" && !strings.ContainsAny(u.Host, " <>")
}

func oneOf(words ...string) func(gjson.Result) bool {
	return func(v gjson.Result) bool { return v.Type == gjson.String && slices.Contains(words, v.Str) }
}

func areStrings(v gjson.Result) bool { return v.IsArray() && haveOnlyStrings(v) }

func haveStrings(v gjson.Result) bool { return v.IsObject() && haveOnlyStrings(v) }

func haveOnlyStrings(v gjson.Result) bool {
	ok := true
	v.ForEach(func(_, e gjson.Result) bool {
		ok = ok && e.Type == gjson.String
		return ok
	})
	return ok
}

// wrongHandler finds the first mistake in a handler.
func wrongHandler(h gjson.Result) (at gjson.Result, member, msg, hint string) {
	if !h.IsObject() {
		return h, "", "a handler is not an object", `write {"type": "command", "command": …}`
	}
	kind := h.Get("type")
	if !oneOf("command", "http", "mcp_tool", "prompt", "agent")(kind) {
		text := fmt.Sprintf("a handler has the unknown type %q", kind.String())
		if !kind.Exists() {
			text = "a handler has no type"
		}
		return h, "type", text, "use command, http, mcp_tool, prompt or agent"
	}
	for _, f := range fields {
		if f.kind != "" && f.kind != kind.Str {
			continue
		}
		v := h.Get(f.name)
		there := v.Exists()
		switch {
		case !there && f.required:
			return h, f.name, fmt.Sprintf("a handler of type %s has no %q", kind.Str, f.name),
				fmt.Sprintf("add %q, or remove the handler", f.name)
		case f.name == "timeout" && there && v.Type == gjson.String:
			return v, f.name, "a timeout is not a number", "write the seconds without quotes: 5"
		case there && !f.ok(v):
			return v, f.name, fmt.Sprintf("%q of a handler is not %s", f.name, f.want), "correct it, or remove the handler"
		}
	}
	return h, "", "", ""
}

// Known reports whether Claude Code 2.1.329 knows an event.
func Known(event string) bool { return slices.Contains(hooks.Events(), hooks.Event(event)) }

// filled reports whether an array or object is not empty.
func filled(v gjson.Result) (some bool) {
	v.ForEach(func(_, _ gjson.Result) bool {
		some = true
		return false
	})
	return some
}
