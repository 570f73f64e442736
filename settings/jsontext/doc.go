// Package jsontext is the lexer for JSON that others wrote. It keeps what it reads as it
// was written, knows where it stands, and decodes nothing before it is asked for.
//
//	v, err := jsontext.Parse(text) // a *SyntaxError with its offset
//	for m := range v.Members() {
//		line, column := jsontext.Position(text, m.Offset)
//	}
//
// [Parse] is for what must be JSON in valid UTF-8, in which [Value.Get] takes a name that
// is there twice for absent; [Check] for files of which a reader wants more, or less. Both
// refuse what nests deeper than [MaxDepth].
//
// The hook links this package: it has no reflection and does nothing when a program starts.
// It does not edit: [Value.With] makes a new value, and neverask/settings edits files.
package jsontext
