package diffview

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/tidwall/gjson"
)

// Semantic draws a summary as an indented list: hook events with the matcher
// groups and handlers that come (+), go (-) or change (~), then the paths of
// all other changes, then how many hooks stay untouched.
func Semantic(s Summary) []Row {
	var o outline
	own := slices.DeleteFunc(slices.Clone(s.Changes), func(c Change) bool { return !c.own() })
	for i, c := range own {
		o.own(c)
		if i == len(own)-1 || own[i+1].Command != c.Command {
			o.add(Note, Span{Text: "    " + c.program() + ": " + c.Command})
		}
	}
	for _, c := range s.Changes {
		switch {
		case c.Event == "":
			o.setting(c)
		case !c.own():
			o.hook(c)
		}
	}
	if s.LayoutOnly {
		o.add(Note, Span{Text: "= only the layout changes, no setting does"})
	}
	if s.Handlers > 0 {
		o.add(Note, Span{Text: "= unchanged: " + Count(s.Handlers, "hook") + " of yours"})
	}
	return o.rows
}

// outline collects rows and remembers the headings that they are under.
type outline struct {
	rows  []Row
	under string // heading of the rows being added
	group string // matcher group of the rows being added
	said  string // the note of the last of neverask's hooks
}

func (o *outline) add(kind Kind, spans ...Span) {
	r := Row{Kind: kind}
	for _, s := range spans {
		if s.Text != "" {
			s.Text = Visible(s.Text)
			r.Spans = append(r.Spans, s)
		}
	}
	o.rows = append(o.rows, r)
}

func (o *outline) heading(lines ...string) {
	under := strings.Join(lines, "\n")
	if under == o.under {
		return
	}
	for depth, line := range lines {
		if depth == 0 && strings.HasPrefix(o.under+"\n", line+"\n") {
			continue
		}
		o.add(Head, Span{Text: strings.Repeat("  ", depth) + line})
	}
	o.under, o.group = under, ""
}

// own reports whether one of neverask's hooks comes or goes.
func (c Change) own() bool {
	return c.What == AHandler && c.Op != OpChange && c.Owner == Ours && c.Command != ""
}

// program is the name of the program in a command, without its path.
func (c Change) program() string { return c.Command[strings.LastIndexAny(c.Command, `/\`)+1:] }

// own draws one of neverask's hooks on one row; the path of its program follows the last.
func (o *outline) own(c Change) {
	o.heading("hooks")
	text := fmt.Sprintf("   %-19s %s", c.Event, strings.Join(append([]string{c.program()}, c.Args...), " "))
	if c.Timeout != "" {
		text += "   " + c.Timeout + " s"
	}
	if c.Matcher != nil {
		text += "   matcher " + matcherText(c.Matcher)
	}
	spans := []Span{{Text: text + c.others()}}
	if c.Note != o.said { // thirteen hooks may share one purpose
		spans = append(spans, note(c)...)
	}
	o.said = c.Note
	o.add(kindOf(c.Op), spans...)
}

func kindOf(op string) Kind {
	switch op {
	case OpAdd:
		return Added
	case OpRemove:
		return Removed
	}
	return Changed
}

// hook draws a change within the hooks member.
func (o *outline) hook(c Change) {
	o.heading("hooks", c.Event)
	kind := kindOf(c.Op)
	switch {
	case c.What == ASetting:
		o.add(kind, append(memberSpans(c, "   "+relative(c.Path, 2)), note(c)...)...)
	case c.What == AGroup && c.Op == OpChange:
		o.group = ""
		o.add(kind, append(append([]Span{{Text: "   "}}, fieldSpans(c.Fields)...), groupRemark(c)...)...)
	case c.What == AGroup:
		o.group = ""
		o.add(kind,
			append([]Span{{Text: "   matcher " + matcherText(c.Matcher)}, {Text: "   no handlers", Muted: true}}, note(c)...)...)
	default:
		if o.group != c.in {
			groupKind := Context
			if c.Group {
				groupKind = kind
			}
			o.add(groupKind, Span{Text: "   matcher " + matcherText(c.Matcher)})
			o.group = c.in
		}
		o.add(kind, append(handlerSpans(c), note(c)...)...)
	}
}

// setting draws a change outside hooks, under the path of its container.
func (o *outline) setting(c Change) {
	names := strings.Split(c.Path, "/")[1:]
	if len(names) == 0 {
		o.under = ""
		o.add(kindOf(c.Op), append([]Span{{Text: " the whole file"}}, note(c)...)...)
		return
	}
	last := len(names) - 1
	for i, n := range names {
		names[i] = plainName(n)
	}
	if kind := ruleKinds[names[0]]; kind != "" {
		if last < 2 && len(c.Fields) > 0 {
			o.heading(kind + "s")
			o.rules(c)
			return
		}
		if c.in != "" && last > 1 {
			names, last = []string{kind + " " + c.in, strings.Join(names[2:], ".")}, 1
		}
	}
	if list, under := listOf(c); len(list) > 0 {
		o.heading(strings.Join(names, ".") + under)
		spans := note(c)
		for _, v := range list {
			o.add(kindOf(c.Op), append([]Span{{Text: "   " + plain(v)}}, spans...)...)
			spans = nil
		}
		return
	}
	name := " " + names[last]
	if last > 0 {
		o.heading(strings.Join(names[:last], "."))
		name = "   " + names[last]
	} else {
		o.under, o.group = "", ""
	}
	o.add(kindOf(c.Op), append(memberSpans(c, name), note(c)...)...)
}

// valueOf returns a setting's value after a change, or before a removal.
func valueOf(c Change) gjson.Result {
	if len(c.Fields) == 0 {
		return gjson.Result{}
	}
	return gjson.Parse(text(cmp.Or(c.Fields[0].New, c.Fields[0].Old)))
}

// listOf returns the elements of a list that comes or goes, and its path in the change's
// value: it may be the only member of an object, such as permissions with deny alone.
func listOf(c Change) (list []gjson.Result, under string) {
	v := valueOf(c)
	for all := v.Map(); v.IsObject() && len(all) == 1; all = v.Map() {
		for name, only := range all {
			v, under = only, under+"."+RedactCommand(name)
		}
	}
	if c.Op == OpChange || c.What != ASetting || !v.IsArray() {
		return nil, ""
	}
	return v.Array(), under
}

// relative returns a path without its first n names, in readable form.
func relative(path string, n int) string {
	names := strings.Split(path, "/")[1:]
	if len(names) <= n {
		return "(all)"
	}
	for i := range names {
		names[i] = plainName(names[i])
	}
	return strings.Join(names[n:], ".")
}

func plainName(pointer string) string {
	return strings.NewReplacer("~1", "/", "~0", "~").Replace(pointer)
}
