package settings

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"
)

// A Path names a value inside a document: member names and array indexes in
// decimal, from the root. The empty path is the root.
type Path []string

// String renders p as a JSON Pointer (RFC 6901).
func (p Path) String() string {
	var b strings.Builder
	for _, part := range p {
		b.WriteByte('/')
		if strings.ContainsAny(part, "~/") {
			part = strings.ReplaceAll(strings.ReplaceAll(part, "~", "~0"), "/", "~1")
		}
		b.WriteString(part)
	}
	return b.String()
}

// A Document is the text of one settings file. It is immutable: an edit returns a new
// Document, with the original bytes outside the edited member. The zero Document is an
// empty file.
type Document struct {
	bom     bool
	text    string
	edits   []Edit
	outline *outline // of text
}

// space is JSON's white space.
const space = " \t\r\n"

var bom = []byte("\xef\xbb\xbf")

// Parse reads the content of a settings file: strict JSON with an object as root and
// unique member names, as Claude Code 2.1.329 reads it, with or without a byte order
// mark. Empty and blank content is an empty document. For anything else it returns a
// *SyntaxError.
func Parse(b []byte) (Document, error) {
	text, marked := strings.CutPrefix(string(b), string(bom))
	if bytes.HasPrefix(b, []byte{0xff, 0xfe}) || bytes.HasPrefix(b, []byte{0xfe, 0xff}) {
		return Document{}, &SyntaxError{Line: 1, Col: 1, Msg: "the file is UTF-16", Hint: "save it as UTF-8"}
	}
	if strings.Trim(text, space) != "" {
		if bad := check(text); bad != nil {
			return Document{}, bad
		}
	}
	return Document{bom: marked, text: text, outline: &outline{}}, nil
}

// Bytes returns the content of the file.
func (d Document) Bytes() []byte {
	if d.bom {
		return append(slices.Clone(bom), d.text...)
	}
	return []byte(d.text)
}

// Derived returns the result of derive, which is called once per text and key. All callers share
// the result: do not change it.
func (d Document) Derived(key any, derive func() any) any {
	if d.outline == nil {
		return derive()
	}
	if v, known := d.outline.derived.Load(key); known {
		return v
	}
	v, _ := d.outline.derived.LoadOrStore(key, derive())
	return v
}

// Mentions reports whether a name may occur in a string of the document. It is quick, and true
// for any text with escaped characters.
func (d Document) Mentions(name string) bool {
	return strings.Contains(d.text, name) || strings.Contains(d.text, `\u`)
}

// Edits returns what was done to the document since Parse, oldest first.
func (d Document) Edits() []Edit { return slices.Clone(d.edits) }

// Get returns the value at path. Its Index is an offset for [Document.Position].
func (d Document) Get(path ...string) (gjson.Result, bool) {
	// Cut the space around the root, because gjson counts what follows the root as
	// part of it.
	text := strings.TrimLeft(d.text, space)
	lead := len(d.text) - len(text)
	text = strings.TrimRight(text, space)
	if len(path) == 0 {
		r := gjson.Parse(text)
		r.Index = lead
		return r, r.Exists()
	}
	if slices.Contains(path, "") {
		return gjson.Result{}, false // gjson ignores an empty name
	}
	r := gjson.Get(text, dotted(path))
	// If the result is not a part of the text, gjson has taken a name for a query, and computed
	// it.
	if r.Index == 0 || !strings.HasPrefix(text[r.Index:], r.Raw) {
		return gjson.Result{}, false
	}
	r.Index += lead
	return r, true
}

// dotted spells a path for gjson and sjson.
func dotted(path Path) string {
	parts := make([]string, len(path))
	for i, part := range path {
		parts[i] = gjson.Escape(part)
	}
	return strings.Join(parts, ".")
}

// Position converts the offset of a value from Get to a line and a column, both from 1.
// It is quick for many offsets of a long document.
func (d Document) Position(offset int) (line, col int) { return d.outline.position(d.text, offset) }

// Set replaces the value at path, or adds it as the last member of its object. It
// creates missing objects on the path. raw is JSON text, written unchanged for a
// replaced value, and in its neighbours' layout for an added one.
func (d Document) Set(path Path, raw string) (Document, error) {
	if len(path) == 0 {
		return d, errors.New("the root cannot be replaced")
	}
	if old, ok := d.Get(path...); ok {
		parent, key := path[:len(path)-1], path[len(path)-1]
		e := Edit{Path: parent, Key: key, Old: old.Raw, New: raw}
		if p, _ := d.Get(parent...); p.IsArray() {
			e.Key = ""
			e.At, _ = strconv.Atoi(key)
		}
		return d.Do(e)
	}
	return d.addMaking(path[:len(path)-1], "{}", path[len(path)-1], raw)
}

// Append adds raw as the last element of the array at path. It creates the array and
// objects on the path if they are missing.
func (d Document) Append(path Path, raw string) (Document, error) {
	return d.addMaking(path, "[]", "", raw)
}

// Insert adds raw to the array at path: before the element with index at, or last if the array is
// shorter.
func (d Document) Insert(path Path, at int, raw string) (Document, error) {
	return d.add(path, "", at, raw)
}

// Delete removes the value at path with its comma, so that what Set and Append added is removed
// without a trace. Containers that they created stay. If the container becomes empty, it gets
// back the white space that it had before the past edits filled it.
func (d Document) Delete(path Path, past ...Edit) (Document, error) {
	if len(path) == 0 {
		return d, errors.New("the root cannot be deleted")
	}
	parent, key := path[:len(path)-1], path[len(path)-1]
	c, err := d.container(parent)
	if err != nil {
		return d, err
	}
	at := c.find(key)
	if at < 0 {
		return d, fmt.Errorf("%s: no such member", path)
	}
	e := Edit{Path: parent, At: at, Old: c.value(at)}
	if c.object {
		e.Key = key
	}
	for _, p := range past {
		if p.Added() && p.Bare != nil && slices.Equal(p.Path, parent) {
			e.Bare = p.Bare
		}
	}
	return d.Do(e)
}

// addContainers ensures that path leads to a container. It adds missing ones as empty objects,
// the last as the JSON text empty.
func (d Document) addContainers(path Path, empty string) (Document, error) {
	have, err := leadsTo(d, path, empty)
	if err != nil {
		return d, err
	}
	if strings.Trim(d.text, space) == "" {
		next, err := d.Do(Edit{Root: true, Old: d.text, New: "{}\n"})
		if err != nil {
			return d, err
		}
		d = next
	}
	for i := have; i < len(path); i++ {
		raw := "{}"
		if i == len(path)-1 {
			raw = empty
		}
		next, err := d.add(path[:i], path[i], atEnd, raw)
		if err != nil {
			return d, err
		}
		d = next
	}
	return d, nil
}

// leadsTo returns how many parts of path exist. It fails if one of their values cannot contain
// the next part, or if the last one is not of the same kind as empty.
func leadsTo(d Document, path Path, empty string) (int, error) {
	for i, part := range path {
		c, err := d.container(path[:i])
		if err != nil {
			return i, nil
		}
		at := c.find(part)
		if at < 0 {
			return i, nil
		}
		v := c.value(at)
		want, kind, hint := v[0] == '{', "an object", "write { … }"
		switch {
		case i+1 < len(path):
			_, err := strconv.Atoi(path[i+1])
			want = want || v[0] == '[' && err == nil
		case empty == "[]":
			want, kind, hint = v[0] == '[', "an array", "write a list: [ … ]"
		}
		if !want {
			line, col := d.Position(c.items[at].value)
			return i, &SyntaxError{Line: line, Col: col, Msg: strings.Join(path[:i+1], ".") + " is not " + kind, Hint: hint}
		}
	}
	return len(path), nil
}

func (d Document) addMaking(path Path, empty, key, raw string) (Document, error) {
	made, err := d.addContainers(path, empty)
	if err != nil {
		return d, err
	}
	added, err := made.add(path, key, atEnd, raw)
	if err != nil {
		return d, err
	}
	return added, nil
}

// atEnd is a position after all items.
const atEnd = math.MaxInt

func (d Document) add(path Path, key string, at int, raw string) (Document, error) {
	if !utf8.ValidString(key) {
		return d, fmt.Errorf("%s: the name %q is not UTF-8", path, key)
	}
	return d.Do(Edit{Path: path, Key: key, At: at, New: raw})
}

// splice replaces n bytes at an offset with text.
func (d Document) splice(at, n int, text string) Document {
	d.text = d.text[:at] + text + d.text[at+n:]
	d.outline = d.outline.after(at, n, len(text)-n)
	return d
}

// replace replaces item number at of a container with raw.
func (d Document) replace(c container, at int, raw string) (Document, error) {
	part := c.items[at].name
	if !c.object {
		part = strconv.Itoa(at)
	}
	path := append(slices.Clone(c.path), part)
	want := d.splice(c.items[at].value, len(c.value(at)), raw)
	text, err := sjson.SetRawOptions(d.text, dotted(path), raw, &sjson.Options{Optimistic: true})
	if err != nil {
		return d, fmt.Errorf("%s: %w", path, err)
	}
	// A splice at the wrong place would lose bytes of somebody's file, so sjson checks each one.
	if text != want.text {
		return d, fmt.Errorf("%s: this member cannot be edited in place", path)
	}
	return want, nil
}
