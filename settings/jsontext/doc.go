// Package jsontext is the lexer for JSON that others wrote. It keeps the text unchanged, knows
// the offset of each value, and decodes nothing until asked.
//
//	v, err := jsontext.Parse(text) // a *SyntaxError with its offset
//	for m := range v.Members() {
//		line, column := jsontext.Position(text, m.Offset)
//	}
//
// [Parse] is for what must be JSON in valid UTF-8; [Value.Get] then treats a name that occurs
// twice as absent. [Check] is for readers with stricter or looser rules. Both refuse what
// nests deeper than [MaxDepth].
//
// The hook links this package: it uses no reflection and does nothing at program start. It does
// not edit: [Value.With] makes a new value, and neverask/settings edits files.
package jsontext
