package diffview

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"neverask/hooks/redact"
)

// memberSpans draws a named value. An array element that comes or goes is shown without its
// index.
func memberSpans(c Change, name string) []Span {
	if len(c.Fields) == 0 {
		return []Span{{Text: name}}
	}
	f := c.Fields[0]
	indent := name[:len(name)-len(strings.TrimLeft(name, " "))]
	_, err := strconv.Atoi(strings.TrimSpace(name))
	switch {
	case c.Op == OpChange && len(c.Fields) > 1:
		return append([]Span{{Text: indent + text(f.New) + "   "}}, fieldSpans(c.Fields[1:])...)
	case c.Op == OpChange:
		return append([]Span{{Text: name + ": "}}, arrow(text(f.Old), text(f.New))...)
	case err == nil:
		name = indent
	default:
		name += ": "
	}
	if c.Op == OpAdd {
		return []Span{{Text: name + text(f.New)}}
	}
	return []Span{{Text: name + text(f.Old)}}
}

// handlerSpans draws what a handler runs, and its settings: all of them when it comes or goes,
// otherwise those that change.
func handlerSpans(c Change) []Span {
	kind := c.Type
	if kind == "" {
		kind = "handler"
	}
	if c.Op == OpChange {
		spans := []Span{{Text: "     "}}
		if !c.changes("command", "url", "prompt", "server", "tool") {
			spans[0].Text += kind + " " + c.Command + "   "
		}
		return append(spans, fieldSpans(c.Fields)...)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "     %s %s", kind, c.Command)
	if c.Args != nil {
		b.WriteString("   args [")
		for i, arg := range c.Args {
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString(`"` + arg + `"`)
		}
		b.WriteString("]")
	}
	if c.Timeout != "" {
		b.WriteString("   timeout " + c.Timeout + " s")
	}
	return []Span{{Text: b.String() + c.others()}}
}

// others returns the members of a handler that comes or goes for which the row has no fixed
// place.
func (c Change) others() (all string) {
	for _, f := range c.Fields {
		all += "   " + f.Name + " " + text(cmp.Or(f.New, f.Old))
	}
	return all
}

func (c Change) changes(names ...string) bool {
	for _, f := range c.Fields {
		if slices.Contains(names, f.Name) {
			return true
		}
	}
	return false
}

// fieldSpans draws "name old → new" for each field.
func fieldSpans(fields []Field) []Span {
	var spans []Span
	for i, f := range fields {
		name := f.Name + " "
		if i > 0 {
			name = "   " + name
		}
		spans = append(spans, Span{Text: name})
		old, after := text(f.Old), text(f.New)
		switch f.Name {
		case "matcher":
			old, after = quoted(f.Old), quoted(f.New)
		case "timeout":
			old, after = seconds(f.Old), seconds(f.New)
		}
		spans = append(spans, arrow(old, after)...)
	}
	return spans
}

func arrow(old, after string) []Span {
	return []Span{{Text: old + " → "}, {Text: after, Emphasis: true}}
}

func text(s *string) string {
	if s == nil {
		return "(none)"
	}
	return *s
}

func quoted(s *string) string {
	if s == nil {
		return "(none)"
	}
	return `"` + *s + `"`
}

func seconds(s *string) string {
	if s == nil || !redact.IsNumber(*s) {
		return text(s)
	}
	return *s + " s"
}

// matcherText quotes a matcher only where it could be misread.
func matcherText(m *string) string {
	if m == nil || *m == "" || strings.TrimSpace(*m) != *m {
		return quoted(m)
	}
	return *m
}

func note(c Change) []Span {
	if c.Note == "" {
		return nil
	}
	return []Span{{Text: "   " + c.Note, Muted: true}}
}

// groupRemark names the handlers whose matcher changes, and adds what the caller says of them.
func groupRemark(c Change) []Span {
	if c.Command == "" {
		return note(c)
	}
	names := c.Command
	for i, h := range c.Also {
		if i == 2 {
			names += fmt.Sprintf(" and %d more", len(c.Also)-i)
			break
		}
		names += ", " + h.Command
	}
	return []Span{{Text: strings.TrimRight("   "+names+" "+c.Note, " "), Muted: true}}
}
