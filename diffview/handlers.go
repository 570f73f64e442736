package diffview

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"
)

// handler is the handler without its secrets, and the names of the members
// that it does not show.
func (v value) handler() (h Handler, rest []string) {
	return readHandler(gjson.Parse(redact(v.raw.Raw, v.secret)))
}

// readHandler reads what a handler runs. Members of an unexpected type are
// left in rest; what is no object at all runs itself.
func readHandler(v gjson.Result) (h Handler, rest []string) {
	if !v.IsObject() {
		return Handler{Command: v.String()}, nil
	}
	rest, members := value{raw: v}.object()
	take := func(name string, ok func(gjson.Result) bool) gjson.Result {
		m := members[name].raw
		if !m.Exists() || !ok(m) {
			return gjson.Result{}
		}
		rest = slices.DeleteFunc(rest, func(n string) bool { return n == name })
		return m
	}
	text := func(m gjson.Result) bool { return m.Type == gjson.String }

	h.Type = take("type", text).Str
	switch h.Type {
	case "http":
		h.Command = take("url", text).Str
	case "mcp_tool":
		h.Command = take("server", text).Str + "/" + take("tool", text).Str
	case "prompt", "agent":
		h.Command = take("prompt", text).Str
	default:
		h.Command = take("command", text).Str
	}
	h.Timeout = take("timeout", func(m gjson.Result) bool { return m.Type == gjson.Number }).Raw
	if args := take("args", isTextArray); args.Exists() {
		h.Args = []string{}
		for _, arg := range args.Array() {
			h.Args = append(h.Args, arg.Str)
		}
	}
	return h, rest
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

// differing are the fields in which two objects differ, in the order of the
// second one and then of the first. One of the two may be absent.
func differing(old, new value) []Field {
	oldNames, olds := old.object()
	names, news := new.object()
	for _, name := range oldNames {
		if _, stays := news[name]; !stays {
			names = append(names, name)
		}
	}
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
func (e *event) handlers(old, new *group, changed bool) {
	p := pair(len(old.handlers), len(new.handlers), func(i, j int) bool {
		return old.handlers[i].raw.Raw == new.handlers[j].raw.Raw
	})
	for _, key := range []func(value) string{
		func(v value) string { return canonical(v.raw) }, runs, runsProgram,
	} {
		p.by(func(i int) string { return key(old.handlers[i]) }, func(j int) string { return key(new.handlers[j]) })
	}
	for i, v := range old.handlers {
		if p.next[i] < 0 {
			e.handler(OpRemove, old, i, v, e.groupPath(new))
		}
	}
	moved := p.moved()
	for j, v := range new.handlers {
		i := p.prev[j]
		if i < 0 {
			e.handler(OpAdd, new, j, v, e.groupPath(new))
			continue
		}
		differ := differing(old.handlers[i], v)
		if to, ok := moved[j]; ok {
			differ = append(differ, to.field())
		}
		if len(differ) > 0 {
			ch, _ := e.handlerChange(OpChange, new, j, v)
			ch.in, ch.Fields = e.groupPath(new), differ
			e.add(ch)
		} else if !changed && e.owner(v) == Other {
			e.sum.Handlers++
		}
	}
}

// handler reports a handler that comes or goes. in is the group that it is
// drawn under, empty for a group of its own.
func (e *event) handler(op string, g *group, index int, v value, in string) {
	ch, rest := e.handlerChange(op, g, index, v)
	ch.in, ch.Group = in, in == ""
	if ch.Group {
		ch.in = op + e.groupPath(g)
	}
	old, new := v, value{}
	if op == OpAdd {
		old, new = value{}, v
	}
	for _, f := range differing(old, new) {
		if slices.Contains(rest, f.Name) {
			ch.Fields = append(ch.Fields, f)
		}
	}
	e.add(ch)
}

func (e *event) handlerChange(op string, g *group, index int, v value) (ch Change, rest []string) {
	h, rest := v.handler()
	return Change{
		Op: op, What: AHandler, Event: e.name, Path: e.groupPath(g) + "/hooks/" + strconv.Itoa(index),
		Matcher: g.matcherText(), Handler: h, Owner: e.owner(v),
	}, rest
}

// runs is what a handler runs, as a key: two handlers that run the same are
// the same handler with other settings.
func runs(v value) string {
	h, _ := readHandler(v.raw)
	return strings.Join(append([]string{h.Type, h.Command}, h.Args...), "\x00")
}

// runsProgram is the key of a command whose program may have moved.
func runsProgram(v value) string {
	h, _ := readHandler(v.raw)
	words := strings.Fields(strings.ReplaceAll(h.Command, `\`, "/"))
	if h.Type != "command" || len(words) == 0 {
		return ""
	}
	return path.Base(words[0])
}
