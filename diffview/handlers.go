package diffview

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"neverask/hooks/redact"
)

// Handler is what a hook runs, in terms that fit every type of handler.
type Handler struct {
	Type    string   `json:"type,omitempty"`    // command, http, mcp_tool, prompt, agent
	Command string   `json:"command,omitempty"` // command line, or URL, server/tool, prompt
	Args    []string `json:"args,omitzero"`     // exec form only; [] differs from absent
	Timeout string   `json:"timeout,omitempty"` // a number as written, in seconds
}

// handler returns the handler without its secrets, and the names of the members that it shows.
func (v value) handler() (h Handler, shown []string) {
	return readHandler(gjson.Parse(redact.Value(v.raw.Raw, v.secret)))
}

// readHandler reads what a handler runs. A member of an unexpected type is left out; a value
// that is not an object stands for itself.
func readHandler(v gjson.Result) (h Handler, shown []string) {
	if !v.IsObject() {
		return Handler{Command: v.String()}, nil
	}
	members := map[string]gjson.Result{}
	v.ForEach(func(key, m gjson.Result) bool {
		members[key.Str] = m
		return true
	})
	text := func(name string) string {
		m := members[name]
		if m.Type == gjson.String {
			shown = append(shown, name)
		}
		return m.Str
	}
	h.Type = text("type")
	switch h.Type {
	case "http":
		h.Command = text("url")
	case "mcp_tool":
		h.Command = text("server") + "/" + text("tool")
	case "prompt", "agent":
		h.Command = text("prompt")
	default:
		h.Command = text("command")
	}
	if timeout := members["timeout"]; timeout.Type == gjson.Number {
		h.Timeout = timeout.Raw
		shown = append(shown, "timeout")
	}
	if args := members["args"]; isTextArray(args) {
		h.Args = []string{}
		for _, arg := range args.Array() {
			h.Args = append(h.Args, arg.Str)
		}
		shown = append(shown, "args")
	}
	return h, shown
}

func isTextArray(v gjson.Result) bool {
	if !v.IsArray() {
		return false
	}
	for _, e := range v.Array() {
		if e.Type != gjson.String {
			return false
		}
	}
	return true
}

// differing returns the fields in which two objects differ.
func differing(old, after value) []Field {
	names, olds, news := bothObjects(old, after)
	var found []Field
	for _, name := range names {
		if a, b := olds[name], news[name]; !same(a, b) {
			found = append(found, field(RedactCommand(name), a, b))
		}
	}
	return found
}

// handlers compares the handlers of a group that both files have. Those that
// stay count as unchanged, unless the group itself changed.
func (e *event) handlers(old, after *group, changed bool) {
	p := pair(len(old.handlers), len(after.handlers), func(i, j int) bool {
		return old.handlers[i].raw.Raw == after.handlers[j].raw.Raw
	})
	for _, key := range []func(value) string{
		func(v value) string { return canonical(v.raw) }, runs, runsProgram,
	} {
		p.by(func(i int) string { return key(old.handlers[i]) }, func(j int) string { return key(after.handlers[j]) })
	}
	for i, v := range old.handlers {
		if p.next[i] < 0 {
			e.handler(OpRemove, old, i, v, e.groupPath(after))
		}
	}
	moved := p.moved(func(int) bool { return false })
	for j, v := range after.handlers {
		i := p.prev[j]
		if i < 0 {
			e.handler(OpAdd, after, j, v, e.groupPath(after))
			continue
		}
		differ := differing(old.handlers[i], v)
		if to, ok := moved[j]; ok {
			differ = append(differ, to.field())
		}
		if len(differ) > 0 {
			ch, _ := e.handlerChange(OpChange, after, j, v)
			ch.in, ch.Fields = e.groupPath(after), differ
			e.add(ch)
		} else if !changed && e.owner(v) == Other {
			e.sum.Handlers++
		}
	}
}

// handler reports a handler that comes or goes. in is the group that it is drawn under, empty
// if it has its own.
func (e *event) handler(op string, g *group, index int, v value, in string) {
	ch, shown := e.handlerChange(op, g, index, v)
	ch.in, ch.Group = in, in == ""
	if ch.Group {
		ch.in = op + e.groupPath(g)
	}
	old, after := v, value{}
	if op == OpAdd {
		old, after = value{}, v
	}
	for _, f := range differing(old, after) {
		if !slices.Contains(shown, f.Name) {
			ch.Fields = append(ch.Fields, f)
		}
	}
	e.add(ch)
}

func (e *event) handlerChange(op string, g *group, index int, v value) (ch Change, shown []string) {
	h, shown := v.handler()
	return Change{
		Op: op, What: AHandler, Event: e.name, Path: e.groupPath(g) + "/hooks/" + strconv.Itoa(index),
		Matcher: g.matcherText(), Handler: h, Owner: e.owner(v),
	}, shown
}

// runs is a key for what a handler runs: two handlers that run the same thing are the same
// handler with other settings.
func runs(v value) string {
	if !v.raw.IsObject() {
		return ""
	}
	h, _ := readHandler(v.raw)
	return strings.Join(append([]string{h.Type, h.Command}, h.Args...), "\x00")
}

// runsProgram is the key for a command whose program may have moved.
func runsProgram(v value) string {
	h, _ := readHandler(v.raw)
	words := strings.Fields(strings.ReplaceAll(h.Command, `\`, "/"))
	if h.Type != "command" || len(words) == 0 {
		return ""
	}
	return path.Base(words[0])
}
