package jsontext

import "strconv"

// Writer writes one JSON value into one buffer: a hook is too short-lived to build documents
// from pieces. The zero Writer is ready to use. Begin and End must match; inside an object
// every value follows a Name.
//
//	var w jsontext.Writer
//	w.Begin('{')
//	w.Name("answer").String("Yes")
//	w.End('}')
type Writer struct{ buf []byte }

// NewWriter returns a Writer whose buffer holds size bytes before it grows.
func NewWriter(size int) *Writer { return &Writer{buf: make([]byte, 0, size)} }

// separate writes a comma where one value follows another.
func (w *Writer) separate() {
	if n := len(w.buf); n > 0 {
		switch w.buf[n-1] {
		case '{', '[', ':':
		default:
			w.buf = append(w.buf, ',')
		}
	}
}

// Begin opens an object ('{') or an array ('[').
func (w *Writer) Begin(open byte) {
	w.separate()
	w.buf = append(w.buf, open)
}

// End closes what Begin opened, with '}' or ']'.
func (w *Writer) End(closing byte) { w.buf = append(w.buf, closing) }

// Name writes the name of the next member.
func (w *Writer) Name(name string) *Writer {
	w.separate()
	w.buf = append(AppendString(w.buf, name), ':')
	return w
}

// RawName writes a name as spelled in another document; name is a string value.
func (w *Writer) RawName(name Value) *Writer {
	w.separate()
	w.buf = append(append(w.buf, name.raw...), ':')
	return w
}

// Value writes a value as spelled; an absent one becomes null.
func (w *Writer) Value(v Value) {
	w.separate()
	if v.Kind() == Absent {
		v.raw = "null"
	}
	w.buf = append(w.buf, v.raw...)
}

// String writes a string.
func (w *Writer) String(s string) {
	w.separate()
	w.buf = AppendString(w.buf, s)
}

// Int writes a number.
func (w *Writer) Int(n int64) {
	w.separate()
	w.buf = strconv.AppendInt(w.buf, n, 10)
}

// Member writes a member, unless the value is absent.
func (w *Writer) Member(name string, v Value) {
	if v.Kind() != Absent {
		w.Name(name).Value(v)
	}
}

// Text writes a string member, unless the string is empty.
func (w *Writer) Text(name, s string) {
	if s != "" {
		w.Name(name).String(s)
	}
}

// Flag writes a member that is true, unless b is false.
func (w *Writer) Flag(name string, b bool) {
	if b {
		w.Name(name).Value(BoolOf(true))
	}
}

// Bytes returns what was written.
func (w *Writer) Bytes() []byte { return w.buf }

// Truncate keeps only the first n bytes.
func (w *Writer) Truncate(n int) { w.buf = w.buf[:n] }

// Finish returns what was written as a value. The Writer must not be used
// afterwards.
func (w *Writer) Finish() Value { return Value{raw: string(w.buf)} }
