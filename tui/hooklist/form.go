package hooklist

import (
	"errors"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/tidwall/gjson"

	"neverask/hooks"
	"neverask/hooks/app/installer"
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/dispatch"
	"neverask/settings"
	"neverask/tui/change"
	"neverask/tui/kit"
)

// form edits a hook, or makes a new one. Whether Claude Code would take it
// is said while it is typed.
type form struct {
	kit.Form
	known *known
	base  *entry // nil for a new hook
	files []installer.Target

	// What was found of the text below, because it is asked for with every key
	// and drawn several times.
	checked []string
	err     error
	slip    string

	tried []string // what the form said when its program was looked for
	fails string   // why it cannot be run; "" when it can
}

func (f *form) Crumb() string {
	if f.base == nil {
		return "New"
	}
	return "Edit"
}

// handlerTypes are the types of handlers in the order of their choices.
var handlerTypes = []string{"command", "http", "mcp_tool", "prompt", "agent"}

// members are the fields of the form that are members of a handler, in the
// order in which a new one has them, with the types that have them; none means
// all.
var members = []struct{ name, types string }{
	{"command", "command"}, {"args", "command"}, {"url", "http"}, {"server", "mcp_tool"}, {"tool", "mcp_tool"}, {"input", "mcp_tool"},
	{"prompt", "prompt agent"}, {"model", "prompt agent"}, {"if", ""}, {"timeout", ""}, {"async", "command"}, {"statusMessage", ""},
}

func (k *known) editHook(m *kit.Model, e *entry) tea.Cmd {
	f := &form{known: k, base: e}
	matcher := ""
	if e.Group.Matcher != nil {
		matcher = *e.Group.Matcher
	}
	f.fill(e.Group.Event, e.Handler.Type, matcher, e.Handler.Raw)
	return f.open(m)
}

// addHook opens the form of a new hook, for an event if Claude Code has it.
func (k *known) addHook(m *kit.Model, event string) tea.Cmd {
	f := &form{known: k, files: writable(k)}
	if len(f.files) == 0 {
		m.Say("neverask does not write to a broken settings file: correct it first")
		return nil
	}
	if !slices.Contains(hooks.Events(), hooks.Event(event)) {
		event = string(hooks.EventPreToolUse)
	}
	f.fill(event, "command", "", "{}")
	return f.open(m)
}

func (f *form) open(m *kit.Model) tea.Cmd {
	f.Visible, f.About, f.Turned, f.Secret = f.meaningful, f.hint, f.try, true
	f.Begin()
	m.Push(f)
	return f.try()
}

// fill makes the fields from the text of a handler.
func (f *form) fill(event, kind, matcher, raw string) {
	choice := func(name, hint string, chosen int, choices ...string) {
		f.Fields = append(f.Fields, &kit.Field{Name: name, Label: name, Hint: hint, Choices: choices, Chosen: max(chosen, 0)})
	}
	text := func(name, label, hint, value string) {
		f.Fields = append(f.Fields, &kit.Field{Name: name, Label: label, Hint: hint, Line: kit.NewInput(value)})
	}
	value := func(name string) string {
		// What has to be a number shows its quotes, where it has any by mistake.
		if v := gjson.Get(raw, name); v.Type != gjson.String || name == "timeout" {
			return v.Raw
		}
		return gjson.Get(raw, name).Str
	}
	var events, scopes []string
	for _, about := range dispatch.Events() {
		events = append(events, string(about.Event))
	}
	for _, t := range f.files {
		scopes = append(scopes, change.Subject(f.known.home, t))
	}
	if f.base == nil {
		choice("event", "", slices.Index(events, event), events...)
		choice("file", "", 0, scopes...)
	}
	if f.base == nil || !slices.Contains(handlerTypes, kind) {
		choice("type", "", slices.Index(handlerTypes, kind), handlerTypes...)
	}
	text("matcher", "matcher", "", matcher)
	text("if", "only if", "one permission rule, such as Bash(git *); empty means every call", value("if"))
	text("command", "command", "what to run, in a shell unless you give arguments", value("command"))
	text("args", "arguments", `a JSON list, such as ["-v", "."], to run it without a shell; empty means a shell`, value("args"))
	text("url", "address", "the URL that the event is posted to", value("url"))
	text("server", "server", "the name of the MCP server", value("server"))
	text("tool", "tool", "the name of its tool", value("tool"))
	text("input", "input", "the tool's input as a JSON object; empty means none", value("input"))
	text("prompt", "prompt", "what the model is asked; $ARGUMENTS stands for the event", value("prompt"))
	text("model", "model", "empty means the default", value("model"))
	text("timeout", "time limit", "in seconds; empty means Claude Code's default", value("timeout"))
	async := 0
	if gjson.Get(raw, "async").Bool() {
		async = 1
	}
	choice("async", "whether Claude waits for it; otherwise its output is ignored", async, "wait for it", "in the background")
	f.Field("async").Label = "waiting"
	text("statusMessage", "shows", "what Claude Code shows while it runs", value("statusMessage"))
}

// event is the event that the hook is for.
func (f *form) event() string {
	if x := f.Field("event"); x != nil {
		return x.Choices[x.Chosen]
	}
	return f.base.Group.Event
}

// kind is the type of the handler.
func (f *form) kind() string {
	if x := f.Field("type"); x != nil {
		return x.Choices[x.Chosen]
	}
	return f.base.Handler.Type
}

// meaningful are the fields that mean something now.
func (f *form) meaningful() (all []*kit.Field) {
	about, _ := dispatch.Describe(hooks.Event(f.event()))
	for _, x := range f.Fields {
		switch i := slices.IndexFunc(members, func(m struct{ name, types string }) bool { return m.name == x.Name }); {
		case x.Name == "matcher" && about.Filter == "" && x.Line.Text == "":
			continue
		case x.Name == "if" && about.Filter != "the name of the tool" && x.Line.Text == "":
			continue
		case i >= 0 && members[i].types != "" && !slices.Contains(strings.Fields(members[i].types), f.kind()):
			continue
		}
		all = append(all, x)
	}
	return all
}

// raw is the value of a field as JSON text; "" for a member that is left out.
func rawOf(x *kit.Field) (string, error) {
	text := x.Line.Text
	value := gjson.Parse(text)
	valid := gjson.Valid(text)
	switch {
	case x.Choices != nil && x.Chosen == 1:
		return "true", nil
	case x.Choices != nil, strings.TrimSpace(text) == "" && x.Name != "command":
		return "", nil
	case x.Name == "timeout" && (!valid || value.Type != gjson.Number):
		return "", errors.New("the time limit is a number of seconds, such as 10")
	case x.Name == "args" && (!valid || !value.IsArray() || slices.ContainsFunc(value.Array(), func(v gjson.Result) bool { return v.Type != gjson.String })):
		return "", errors.New(`the arguments are a JSON list of texts, such as ["-v", "."]`)
	case x.Name == "input" && (!valid || !value.IsObject()):
		return "", errors.New(`the input is a JSON object, such as {"path": "."}`)
	case x.Name == "timeout", x.Name == "args", x.Name == "input":
		return strings.TrimSpace(text), nil
	}
	return settings.Quote(text), nil
}

// changed is what the form says of a hook that is there already.
func (f *form) changed() (r config.Revision, err error) {
	r.Members = map[string]string{}
	shown := f.Visible()
	for _, x := range f.Fields {
		if !x.Edited() || !slices.Contains(shown, x) {
			continue
		}
		raw, err := rawOf(x)
		switch {
		case err != nil:
			return r, err
		case x.Name == "type":
			r.Members["type"] = settings.Quote(f.kind())
		case x.Name == "matcher" && raw == "":
			r.Matcher = "null"
		case x.Name == "matcher":
			r.Matcher = raw
		default:
			r.Members[x.Name] = raw
		}
	}
	return r, nil
}

// handler is the text of a new handler, and its matcher.
func (f *form) handler() (matcher, handler string, err error) {
	shown := f.Visible()
	parts := []string{`"type":` + settings.Quote(f.kind())}
	for _, m := range members {
		x := f.Field(m.name)
		if !slices.Contains(shown, x) {
			continue
		}
		raw, err := rawOf(x)
		if err != nil {
			return "", "", err
		}
		if raw != "" {
			parts = append(parts, settings.Quote(m.name)+":"+raw)
		}
	}
	if x := f.Field("matcher"); slices.Contains(shown, x) {
		matcher, _ = rawOf(x)
	}
	return matcher, "{" + strings.Join(parts, ",") + "}", nil
}

// save asks for the plan. The form stays below it, so that going back loses
// nothing.
func (f *form) save(m *kit.Model) tea.Cmd {
	if f.base != nil {
		r, _ := f.changed()
		return change.Begin(m, f.known.revising(f.base, r))
	}
	matcher, handler, _ := f.handler()
	return change.Begin(m, f.known.adding(f.target(), f.event(), matcher, handler))
}
