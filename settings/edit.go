package settings

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"neverask/settings/jsontext"
)

// An Edit is one change of a document: an item added to, replaced in or removed from a
// container. It can be inverted, recorded, and repeated on a document that has changed
// elsewhere in the meantime.
type Edit struct {
	// Root marks the edit that turns a blank file into an object; Old and
	// New are then the whole text.
	Root bool `json:"root,omitempty"`
	// Path leads to the container.
	Path Path `json:"path,omitempty"`
	// Key is the member's name when the container is an object.
	Key string `json:"key,omitempty"`
	// At is the position in the container.
	At int `json:"at"`
	// Old and New are the JSON text of the value before and after. Old is empty if
	// the item is added, New if it is removed.
	Old string `json:"old,omitempty"`
	New string `json:"new,omitempty"`

	// What an inverse needs to restore the same bytes: the item as written (a
	// member with its name), the separator that came or went with it, and, for the
	// only item of a container, the text between the brackets without it (Gap), and
	// where in it the item was.
	Text  string  `json:"text,omitempty"`
	Gap   string  `json:"gap,omitempty"`
	Split int     `json:"split,omitempty"`
	Bare  *string `json:"bare,omitempty"`
	// Behind is the mark of the element before the item in its array, which finds the item's
	// place after others have added elements.
	Behind string `json:"behind,omitempty"`
	// In is the mark of the array element that Path leads through, without the member that Path
	// leads to: after others have added or removed elements, the index may be another element's.
	In string `json:"in,omitempty"`
	// Of is the ID of the array element that Path leads through, as JSON, if it has one: it
	// identifies the element wherever it is and however it has changed.
	Of string `json:"of,omitempty"`
}

// Inverse returns the edit that undoes e.
func (e Edit) Inverse() Edit {
	e.Old, e.New = e.New, e.Old
	return e
}

// Added reports whether the edit adds an item.
func (e Edit) Added() bool { return e.Old == "" && !e.Root }

// Removed reports whether the edit removes an item.
func (e Edit) Removed() bool { return e.New == "" && !e.Root }

// Moved returns the values that edits remove in one place and add in another.
func Moved(edits []Edit) (values []string) {
	for _, out := range edits {
		if out.Removed() && slices.ContainsFunc(edits, func(in Edit) bool { return in.Added() && in.New == out.Old }) {
			values = append(values, out.Old)
		}
	}
	return values
}

// AddsContainer reports whether the edit adds an empty container.
func (e Edit) AddsContainer() bool { return e.Added() && (e.New == "{}" || e.New == "[]") }

// ErrInTheWay says that an edit cannot be undone because what it wrote is no longer there, or
// because something else is in the place of what it removed.
var ErrInTheWay = errors.New("changed since")

// Do applies an edit to d. A replaced or removed item must have the value that the edit
// expects, wherever it is in its array now; otherwise the error wraps ErrInTheWay, and d
// is returned unchanged.
func (d Document) Do(e Edit) (Document, error) {
	next, done, err := d.do(e)
	if err == nil && !done.wellFormed() {
		err = fmt.Errorf("%s: the edit would make the file invalid", e.Path)
	}
	if err != nil {
		return d, err
	}
	next.edits = append(slices.Clip(d.edits), done)
	return next, nil
}

// wellFormed reports whether a valid document stays one: values and members are put in whole, and beside them only a
// comma and white space. An edit may come from the change log, where somebody can have changed it.
func (e Edit) wellFormed() bool {
	blank := func(text, but string) bool { return strings.Trim(text, space) == but }
	value := func(text string) bool { return jsontext.Check(text, jsontext.AnyBytes) == nil }
	switch {
	case e.Root:
		return blank(e.New, "") || value(e.New)
	case e.Removed():
		return e.Bare == nil || blank(*e.Bare, "")
	case !e.Added():
		return value(e.New)
	case e.Key != "" && !value("{"+e.Text+"}"), e.Key == "" && !value(e.Text):
		return false
	case e.Bare != nil:
		return blank(e.Gap, "")
	default:
		return blank(e.Gap, ",")
	}
}

// Used reports whether the root has members.
func (d Document) Used() bool {
	return strings.Trim(d.text, space) != "" && !isEmpty(d.text)
}

// isEmpty reports whether a JSON text is a container without items.
func isEmpty(raw string) bool {
	raw = strings.Trim(raw, space)
	return raw != "" && (raw[0] == '{' || raw[0] == '[') && strings.Trim(raw[1:len(raw)-1], space) == ""
}

// do returns the edited document, and the edit as it was actually done.
func (d Document) do(e Edit) (Document, Edit, error) {
	if e.Root {
		if d.Used() {
			return d, e, fmt.Errorf("the file is no longer empty: %w", ErrInTheWay)
		}
		e.Old = d.text
		d = d.splice(0, len(d.text), e.New)
		return d, e, nil
	}
	e, err := d.Follow(e)
	if err != nil {
		return d, e, err
	}
	c, err := d.container(e.Path)
	if err != nil {
		return d, e, fmt.Errorf("%w: %w", err, ErrInTheWay)
	}
	if c.object != (e.Key != "") {
		return d, e, fmt.Errorf("%s: is no longer the same kind of container: %w", e.Path, ErrInTheWay)
	}
	switch {
	case e.Added():
		return d.doAdd(c, e)
	case e.Removed():
		return d.doRemove(c, e)
	default:
		at, err := c.locate(e)
		if err != nil {
			return d, e, err
		}
		e.At = at
		d, err = d.replace(c, at, e.New)
		return d, e, err
	}
}

func (d Document) doAdd(c container, e Edit) (Document, Edit, error) {
	if c.object && c.find(e.Key) >= 0 {
		return d, e, fmt.Errorf("%s: %q already exists: %w", e.Path, e.Key, ErrInTheWay)
	}
	e.At = c.placeOf(e)
	fits := e.Text != "" && (e.Bare != nil) == (len(c.items) == 0) && (len(c.items) == 0 || strings.Contains(e.Gap, ","))
	if !fits {
		// A restored item is written as before; only what is around it differs.
		was := e
		e.Text, e.Gap, e.Split, e.Bare = "", "", 0, nil
		if e = (layout{d.text}).place(c, e); was.Text != "" {
			e.Text, e.New = was.Text, was.New
		}
	}
	var at, n, start int // where to splice, and where the item starts in it
	var text string
	switch {
	case len(c.items) == 0:
		bare := c.inside()
		e.Bare = &bare
		at, n, start = c.start+1, len(bare), e.Split
		text = e.Gap[:e.Split] + e.Text + e.Gap[e.Split:]
	case e.At == 0:
		at = c.items[0].start
		text = e.Text + e.Gap
	default:
		at, start = c.items[e.At-1].end, len(e.Gap)
		text = e.Gap + e.Text
	}
	next := d.splice(at, n, text)
	next.outline.forget(c)
	next.outline.add(c.with(e, at, len(text)-n, at+start))
	return next, e, nil
}

// with returns the container after an edit added an item, which starts at offset start, in delta
// bytes of text spliced in at offset at.
func (c container) with(e Edit, at, delta, start int) container {
	added := item{e.Key, start, start + len(e.Text) - len(e.New), start + len(e.Text)}
	before, behind := c, c.shifted(at, delta)
	items := slices.Concat(before.items[:e.At], []item{added}, behind.items[e.At:])
	c.end, c.items = c.end+delta, items
	return c
}

func (d Document) doRemove(c container, e Edit) (Document, Edit, error) {
	at, err := c.locate(e)
	if err != nil {
		return d, e, err
	}
	e.At, e.Text, e.Old, e.Behind = at, c.item(at), c.value(at), ""
	if !c.object && at > 0 {
		e.Behind = mark(c.value(at - 1))
	}
	if len(c.items) == 1 {
		if e.Bare == nil {
			e.Bare = new(string)
		}
		inside := c.inside()
		e.Split = c.items[0].start - c.start - 1
		e.Gap = inside[:e.Split] + inside[e.Split+len(e.Text):]
		next := d.splice(c.start+1, len(inside), *e.Bare)
		next.outline.forget(c)
		return next, e, nil
	}
	e.Bare = nil
	from, to := c.around(at)
	e.Gap = c.before(max(at, 1))
	next := d.splice(from, to-from, "")
	next.outline.forget(c)
	return next, e, nil
}

// placeOf finds where an edit adds its item: after the element that it used to follow,
// wherever that is now, or else at its old position.
func (c container) placeOf(e Edit) int {
	at := min(e.At, len(c.items))
	if e.Behind == "" || c.object || at > 0 && mark(c.value(at-1)) == e.Behind {
		return at
	}
	// Of several such elements, take the nearest.
	for distance := 1; distance <= len(c.items); distance++ {
		for _, i := range []int{at - 1 - distance, at - 1 + distance} {
			if i >= 0 && i < len(c.items) && mark(c.value(i)) == e.Behind {
				return i + 1
			}
		}
	}
	return at
}

// mark returns a short digest of a JSON value.
func mark(raw string) string { return Digest([]byte(Canonical(raw)))[:12] }

// locate finds the item that an edit replaces or removes. In an array it may have moved,
// so the value decides, and the position breaks ties.
func (c container) locate(e Edit) (int, error) {
	if c.object {
		at := c.find(e.Key)
		if at < 0 {
			return 0, fmt.Errorf("%s: %q is gone: %w", e.Path, e.Key, ErrInTheWay)
		}
		if !SameValue(c.value(at), e.Old) {
			return 0, fmt.Errorf("%s: %q has another value: %w", e.Path, e.Key, ErrInTheWay)
		}
		return at, nil
	}
	if e.At < len(c.items) && SameValue(c.value(e.At), e.Old) {
		return e.At, nil
	}
	for i := range c.items {
		if SameValue(c.value(i), e.Old) {
			return i, nil
		}
	}
	return 0, fmt.Errorf("%s: the element is gone or was changed: %w", e.Path, ErrInTheWay)
}

// SameValue compares two JSON texts by value. Numbers must be spelt alike: 1.50 and 1.5 differ.
// A text with invalid UTF-8, or half of a surrogate pair, equals only the same bytes.
func SameValue(a, b string) bool { return a == b || Canonical(a) == Canonical(b) }

// Canonical spells a JSON value in one way: texts that [SameValue] calls the same become equal.
// Anything that is not JSON stays unchanged.
func Canonical(raw string) string {
	dec := json.NewDecoder(strings.NewReader(raw))
	dec.UseNumber()
	var v any
	if dec.Decode(&v) != nil {
		return raw
	}
	b, err := json.Marshal(v)
	// Different broken characters are all read as U+FFFD.
	if broken := bytes.ContainsRune(b, utf8.RuneError) &&
		(!utf8.ValidString(raw) || strings.Contains(strings.ToLower(raw), `\ud`)); err != nil || broken {
		return raw
	}
	return string(b)
}

// Quote returns s as a JSON string. Unlike encoding/json it does not escape "<", ">"
// and "&".
func Quote(s string) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(s) // a string always encodes
	return strings.TrimSuffix(b.String(), "\n")
}

// Unquote returns the text of a JSON string, or "" for anything else.
func Unquote(raw string) (s string) {
	_ = json.Unmarshal([]byte(raw), &s)
	return s
}
