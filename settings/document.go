package settings

import (
	"bytes"
	"errors"
	"fmt"
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
		b.WriteString(strings.NewReplacer("~", "~0", "/", "~1").Replace(part))
	}
	return b.String()
}

// A Document is the text of one settings file. It is an immutable value: an
// edit returns a new Document, and bytes outside the edited member are those
// of the original. The zero Document is an empty file.
type Document struct {
	bom   bool
	text  []byte
	edits []Edit
}

// space is what JSON calls white space.
const space = " \t\r\n"

var bom = []byte("\xef\xbb\xbf")

// Parse reads the content of a settings file: strict JSON with an object as
// root and unique member names, as Claude Code 2.1.329 reads it, with or
// without a byte order mark. Empty and blank content is an empty document.
// Any other content is refused with a *SyntaxError.
func Parse(b []byte) (Document, error) {
	text, marked := bytes.CutPrefix(b, bom)
	if bytes.HasPrefix(b, []byte{0xff, 0xfe}) || bytes.HasPrefix(b, []byte{0xfe, 0xff}) {
		return Document{}, &SyntaxError{Line: 1, Col: 1, Msg: "the file is UTF-16", Hint: "save it as UTF-8"}
	}
	if len(bytes.Trim(text, space)) > 0 {
		if f := check(text); f != nil {
			line, col := position(text, f.at)
			return Document{}, &SyntaxError{Line: line, Col: col, Msg: f.msg, Hint: f.hint}
		}
	}
	return Document{bom: marked, text: text}, nil
}

// Bytes returns the content of the file.
func (d Document) Bytes() []byte {
	if d.bom {
		return append(slices.Clone(bom), d.text...)
	}
	return slices.Clone(d.text)
}

// Edits returns what was done to the document since Parse, oldest first.
func (d Document) Edits() []Edit { return slices.Clone(d.edits) }

// Get returns the value at path. Its Index is an offset for [Document.Position].
func (d Document) Get(path ...string) (gjson.Result, bool) {
	// The space around the root is cut here, because gjson counts what
	// follows the root as part of it.
	text := bytes.TrimLeft(d.text, space)
	r := gjson.ParseBytes(bytes.TrimRight(text, space))
	r.Index = len(d.text) - len(text)
	for _, part := range path {
		v, ok := child(r, part)
		if !ok {
			return gjson.Result{}, false
		}
		r = v
	}
	return r, r.Exists()
}

// child finds a member or an element. gjson's own paths are not used for
// looking up, because they give some characters of a member name a meaning.
func child(r gjson.Result, part string) (found gjson.Result, ok bool) {
	if !r.IsObject() && !r.IsArray() {
		return found, false
	}
	n := 0
	r.ForEach(func(k, v gjson.Result) bool {
		if r.IsObject() {
			ok = k.Str == part
		} else {
			ok = strconv.Itoa(n) == part
			n++
		}
		found = v
		return !ok
	})
	return found, ok
}

// Position converts the offset of a value that Get returned to a line and a
// column, both from 1.
func (d Document) Position(offset int) (line, col int) { return position(d.text, offset) }

// Set replaces the value at path, or adds it as the last member of its
// object. Objects that are missing on the way are made. raw is JSON text; a
// replaced value takes it as it is, an added one gets its neighbours' layout.
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

// Append adds raw as the last element of the array at path. The array and the
// objects on the way are made when they are missing.
func (d Document) Append(path Path, raw string) (Document, error) {
	return d.addMaking(path, "[]", "", raw)
}

// Insert adds raw before the element with index at of the array at path, or
// as its last element when there are not so many.
func (d Document) Insert(path Path, at int, raw string) (Document, error) {
	return d.add(path, "", at, raw)
}

// Delete removes the value at path together with the comma it needed. What
// Set and Append added is removed without a trace: the containers that they
// made stay, and are removed by deleting them.
func (d Document) Delete(path Path) (Document, error) {
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
	e := Edit{Path: parent, At: at, Old: c.items[at].value.Raw}
	if c.object {
		e.Key = key
	}
	return d.Do(e)
}

// make makes sure that path leads to a container; the missing ones are added
// as empty objects, the last as empty.
func (d Document) make(path Path, empty string) (Document, error) {
	if len(bytes.Trim(d.text, space)) == 0 {
		next, err := d.Do(Edit{Root: true, Old: string(d.text), New: "{}\n"})
		if err != nil {
			return d, err
		}
		d = next
	}
	for i := range path {
		if _, ok := d.Get(path[:i+1]...); ok {
			continue
		}
		raw := "{}"
		if i == len(path)-1 {
			raw = empty
		}
		next, err := d.add(path[:i], path[i], -1, raw)
		if err != nil {
			return d, err
		}
		d = next
	}
	return d, nil
}

func (d Document) addMaking(path Path, empty, key, raw string) (Document, error) {
	made, err := d.make(path, empty)
	if err != nil {
		return d, err
	}
	added, err := made.add(path, key, -1, raw)
	if err != nil {
		return d, err
	}
	return added, nil
}

func (d Document) add(path Path, key string, at int, raw string) (Document, error) {
	c, err := d.container(path)
	if err != nil {
		return d, err
	}
	if !utf8.ValidString(key) {
		return d, fmt.Errorf("%s: the name %q is not UTF-8", path, key)
	}
	if at < 0 || at > len(c.items) {
		at = len(c.items)
	}
	return d.Do(d.place(c, Edit{Path: path, Key: key, At: at, New: raw}))
}

// replace puts raw in the place of the value at path.
func (d Document) replace(path Path, old gjson.Result, raw string) (Document, error) {
	if len(path) == 0 {
		d.text = slices.Concat(d.text[:old.Index], []byte(raw), d.text[old.Index+len(old.Raw):])
		return d, nil
	}
	parts := make([]string, len(path))
	for i, part := range path {
		parts[i] = gjson.Escape(part)
	}
	text, err := sjson.SetRawBytesOptions(d.text, strings.Join(parts, "."), []byte(raw), &sjson.Options{Optimistic: true})
	if err != nil {
		return d, fmt.Errorf("%s: %w", path, err)
	}
	// A splice that went anywhere else would be a lost byte in somebody's
	// file, so it is checked every time.
	tail := d.text[old.Index+len(old.Raw):]
	if len(text) != len(d.text)-len(old.Raw)+len(raw) ||
		!bytes.HasPrefix(text, d.text[:old.Index]) || !bytes.HasSuffix(text, tail) ||
		string(text[old.Index:len(text)-len(tail)]) != raw {
		return d, fmt.Errorf("%s: this member cannot be edited in place", path)
	}
	d.text = text
	return d, nil
}
