package diffview

import "strings"

// Kind says what a row represents.
type Kind uint8

const (
	Blank   Kind = iota // nothing: a line between others
	Head                // a heading: a path, an event, or a hunk's "@@ … @@"
	Context             // a line that is in both files
	Added               // a line that is in the second file only
	Removed             // a line that is in the first file only
	Changed             // something that is in both, with another value
	Note                // a remark about the files, such as what is unchanged
)

// sign is the prefix of a line of this kind in plain text, as in diff -u.
func (k Kind) sign() string {
	switch k {
	case Added:
		return "+"
	case Removed:
		return "-"
	case Changed:
		return "~"
	case Context:
		return " "
	}
	return ""
}

// Span is a piece of a row's text that is drawn in one style.
type Span struct {
	Text     string
	Emphasis bool // new or gone within a line that corresponds to one on the other side
	Muted    bool // a remark beside the change itself
}

// Row is one line of a view. Its text has no line break and no sign: [Kind]
// says which one to draw.
type Row struct {
	Kind     Kind
	Old, New int // line numbers in the two files, counted from 1; 0: not in it
	Spans    []Span
}

// String is the row's text without sign and styles.
func (r Row) String() string {
	if len(r.Spans) == 1 {
		return r.Spans[0].Text
	}
	var b strings.Builder
	for _, s := range r.Spans {
		b.WriteString(s.Text)
	}
	return b.String()
}

// Text is the rows as plain text, each with its sign and a line feed. For the
// rows of [Unified] that is the body of a patch: after two lines "--- FILE" and
// "+++ FILE", patch and git apply accept it, provided that nothing in the shown
// lines had to be redacted or made visible.
func Text(rows []Row) string {
	var b strings.Builder
	for _, r := range rows {
		b.WriteString(r.Kind.sign())
		for _, s := range r.Spans {
			b.WriteString(s.Text)
		}
		b.WriteByte('\n')
	}
	return b.String()
}
