package settings

import (
	"strings"

	"neverask/settings/jsontext"
)

// style is how a document formats what JSON leaves open.
type style struct {
	newline string // "" writes everything on one line
	unit    string // one level of indentation
	colon   string // between a member name and its value
	comma   string // between two items on one line
}

// layout is the layout of a document's text.
type layout struct{ text string }

// style derives the document's style from its text: the first line break, the indentation
// of the first member and the first colon decide, because files written by tools are
// uniform. Two spaces are Claude Code's own style.
func (l layout) style() style {
	s := style{newline: "\n", unit: "  ", colon: ": ", comma: ", "}
	if i := strings.IndexByte(l.text, '\n'); i > 0 && l.text[i-1] == '\r' {
		s.newline = "\r\n"
	}
	text := strings.Trim(l.text, space)
	if isEmpty(text) {
		return s
	}
	name := nextToken(text, 1)
	lead := text[1:name]
	if unit := afterLastBreak(lead); broken(lead) && unit != "" {
		s.unit = unit
	}
	end := jsontext.StringEnd(text, name)
	value := nextToken(text, nextToken(text, end)+1)
	if colon := text[end:value]; !broken(colon) {
		s.colon = colon
	}
	if !strings.HasSuffix(s.colon, " ") {
		s.comma = ","
	}
	return s
}

// place completes an edit that adds an item: the layout of the item and of the gap beside
// it are copied from its neighbours.
func (l layout) place(c container, e Edit) Edit {
	s := l.style()
	if len(c.items) == 0 {
		return l.placeFirst(c, e, s)
	}
	neighbour := e.At - 1
	if e.At == 0 {
		neighbour = 0
	}
	e.Gap = c.separator(e.At, s)
	indent := blankStart(afterLastBreak(e.Gap)) // a comma may stand before the item
	oneLine := !broken(e.Gap)
	if oneLine && broken(c.item(neighbour)) {
		// [{ … }, { … }] with the items over several lines.
		indent, oneLine = l.indentAt(c.items[neighbour].start), false
	}
	if v := c.value(neighbour); !c.object && len(v) > 2 && !broken(v) {
		oneLine = true
	}
	if oneLine {
		s.newline = ""
	}
	e.New = s.render(e.New, indent)
	e.Text = s.member(e.Key, e.New, c.object)
	return e
}

// placeFirst lays out the only item of an empty container. The gap is then everything
// between the brackets; Split marks the item's place in it.
func (l layout) placeFirst(c container, e Edit, s style) Edit {
	if !l.startsLine(c) {
		s.newline = ""
	}
	base := ""
	if s.newline != "" {
		base = l.indentAt(c.start)
		e.Gap = s.newline + base + s.unit + s.newline + base
		e.Split = len(s.newline + base + s.unit)
	}
	empty := c.inside()
	e.Bare = &empty
	e.New = s.render(e.New, base+s.unit)
	e.Text = s.member(e.Key, e.New, c.object)
	return e
}

// startsLine reports whether a container is the first thing on its line, apart from its own
// name.
func (l layout) startsLine(c container) bool {
	line := strings.TrimLeft(afterLastBreak(l.text[:c.start]), " \t")
	return line == "" || line[0] == '"' && strings.Trim(line[jsontext.StringEnd(line, 0):], " \t:") == ""
}

// separator returns the text to put between a new item at position at and its neighbour: as
// between two other items, or as before the only one.
func (c container) separator(at int, s style) string {
	if len(c.items) > 1 {
		return c.before(min(max(at-1, 1), len(c.items)-1))
	}
	lead := c.before(0)
	if broken(lead) {
		return "," + lead
	}
	return s.comma
}

func (s style) member(key, value string, object bool) string {
	if !object {
		return value
	}
	return Quote(key) + s.colon + value
}

// render formats a JSON value in this style. indent is the indentation of the line on
// which the value starts.
func (s style) render(raw, indent string) string {
	var out strings.Builder
	depth := 0
	line := func() {
		if s.newline == "" {
			return
		}
		out.WriteString(s.newline + indent + strings.Repeat(s.unit, depth))
	}
	for i := 0; i < len(raw); i++ {
		switch ch := raw[i]; ch {
		case ' ', '\t', '\r', '\n':
		case '"':
			end := jsontext.StringEnd(raw, i)
			out.WriteString(raw[i:end])
			i = end - 1
		case '{', '[':
			out.WriteByte(ch)
			if next := nextToken(raw, i+1); raw[next] == ch+2 {
				out.WriteByte(raw[next])
				i = next
				continue
			}
			depth++
			line()
		case '}', ']':
			depth--
			line()
			out.WriteByte(ch)
		case ',':
			if s.newline == "" {
				out.WriteString(s.comma)
			} else {
				out.WriteByte(ch)
				line()
			}
		case ':':
			out.WriteString(s.colon)
		default:
			out.WriteByte(ch)
		}
	}
	return out.String()
}

func nextToken(raw string, i int) int {
	for strings.IndexByte(space, raw[i]) >= 0 {
		i++
	}
	return i
}

func afterLastBreak(s string) string { return s[strings.LastIndexByte(s, '\n')+1:] }

// indentAt returns the white space at the start of the line of an offset.
func (l layout) indentAt(offset int) string {
	return blankStart(afterLastBreak(l.text[:offset]))
}

// blankStart returns the white space at the start of a line.
func blankStart(line string) string { return line[:len(line)-len(strings.TrimLeft(line, " \t"))] }
