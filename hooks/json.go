package hooks

import "neverask/settings/jsontext"

// The types that read and write JSON are those of [jsontext].
type (
	// Value is one JSON value as it was written.
	Value = jsontext.Value
	// Member is one name and value of an object.
	Member = jsontext.Member
	// Kind is the type of a JSON value.
	Kind = jsontext.Kind
	// Writer writes one JSON value into one buffer.
	Writer = jsontext.Writer
	// SyntaxError says where a document stops being JSON.
	SyntaxError = jsontext.SyntaxError
)

// The kinds of JSON values. Absent is the kind of the zero Value.
const (
	Absent = jsontext.Absent
	Null   = jsontext.Null
	Bool   = jsontext.Bool
	Number = jsontext.Number
	String = jsontext.String
	Array  = jsontext.Array
	Object = jsontext.Object
)

// MaxDepth is how deep arrays and objects may nest.
const MaxDepth = jsontext.MaxDepth

// ErrDuplicate is returned when an object to be changed has the same name twice.
var ErrDuplicate = jsontext.ErrDuplicate

// Parse checks that the document is exactly one JSON value in valid UTF-8, nested
// at most [MaxDepth] deep, and returns it. The error is a [*SyntaxError].
func Parse[T string | []byte](document T) (Value, error) { return jsontext.Parse(document) }

// ParseMembers is [Parse] for a document that is read once: it passes on the members of the
// document's object as it finds them. After an error, discard them.
func ParseMembers[T string | []byte](document T, take func(Member)) error {
	return jsontext.ParseMembers(document, take)
}

// Position turns a byte offset into a line and a column, both from 1; the
// column counts characters.
func Position(document []byte, offset int) (line, column int) {
	return jsontext.Position(document, offset)
}

// NewWriter returns a Writer whose buffer holds size bytes before it grows.
func NewWriter(size int) *Writer { return jsontext.NewWriter(size) }

// AppendString appends s to dst as a JSON string. Only what JSON requires is
// escaped (no '<', '>' or '&'); invalid UTF-8 becomes U+FFFD.
func AppendString(dst []byte, s string) []byte { return jsontext.AppendString(dst, s) }

// StringOf returns s as a JSON string.
func StringOf(s string) Value { return jsontext.StringOf(s) }

// BoolOf returns b as a JSON literal.
func BoolOf(b bool) Value { return jsontext.BoolOf(b) }

// IntOf returns n as a JSON number.
func IntOf(n int64) Value { return jsontext.IntOf(n) }
