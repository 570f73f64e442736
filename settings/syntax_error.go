package settings

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"neverask/settings/jsontext"
)

// A SyntaxError says where a settings file is invalid, and what to do about it. Line and
// Col count from 1; Col counts characters.
type SyntaxError struct {
	Path      string // empty when the bytes did not come from a file
	Line, Col int
	Msg       string // what is wrong
	Hint      string // what to do
	// Repairable reports that only comments, trailing commas and duplicate names are
	// wrong, which can be removed without guessing.
	Repairable bool
}

// Error renders the error as path:line:col: what; what to do.
func (e *SyntaxError) Error() string {
	s := fmt.Sprintf("%d:%d: %s", e.Line, e.Col, e.Msg)
	if e.Path != "" {
		s = e.Path + ":" + s
	}
	if e.Hint != "" {
		s += "; " + e.Hint
	}
	return s
}

const (
	rejects = "Claude Code rejects the whole file"
	backup  = "or use a backup"
)

// check reports the first violation of strict JSON with unique member names and an object as
// root.
func check(text string) *SyntaxError {
	err := jsontext.Check(text, jsontext.UniqueNames|jsontext.AnyBytes)
	var bad *jsontext.SyntaxError
	root := strings.TrimLeft(text, space)[0]
	if ended := !errors.As(err, &bad) || bad.Message == jsontext.NoTextEnd; ended && root != '{' {
		return fault(text, 0, "the root is not an object", "a settings file holds one JSON object: { … }")
	}
	if bad == nil {
		return nil
	}
	e := explain(text, bad)
	_, _, err = jsontext.Standardize(text)
	e.Repairable = err == nil
	// Without comments and trailing commas, the next fault is known.
	if next, ok := errors.AsType[*jsontext.SyntaxError](err); ok && next.Offset > bad.Offset {
		then := explain(text, next)
		e.Hint += fmt.Sprintf(", and then correct line %d, column %d", then.Line, then.Col)
	}
	return e
}

func fault(text string, at int, msg, hint string) *SyntaxError {
	line, col := jsontext.Position(text, at)
	return &SyntaxError{Line: line, Col: col, Msg: msg, Hint: hint}
}

// explain says where a fault is, and what to do about it, in words for people who edit
// settings files.
func explain(text string, bad *jsontext.SyntaxError) *SyntaxError {
	line, _ := jsontext.Position(text, bad.Start)
	switch bad.Message {
	case jsontext.EndsEarly, jsontext.NoValue:
		return unexpected(text, bad.Offset, "where a value belongs")
	case jsontext.NoName:
		return unexpected(text, bad.Offset, "where a member name belongs")
	case jsontext.NoColon:
		return unexpected(text, bad.Offset, "where ':' belongs")
	case jsontext.NoObjectEnd, jsontext.NoArrayEnd:
		end := text[bad.Start] + 2 // in ASCII, ']' is '[' + 2, and '}' is '{' + 2
		if bad.Offset == len(text) {
			return fault(text, bad.Offset,
				fmt.Sprintf("the file ends, but %q from line %d is not closed", text[bad.Start], line),
				fmt.Sprintf("add the missing %q, %s", end, backup))
		}
		return unexpected(text, bad.Offset, fmt.Sprintf("where %q or %q belongs", ',', end))
	case jsontext.NoTextEnd:
		return unexpected(text, bad.Offset, "after the end of the object")
	case jsontext.OpenString:
		return fault(text, bad.Start, "the file ends inside a string", `close it with ", `+backup)
	case jsontext.Control:
		ch := text[bad.Offset]
		if ch == '\n' || ch == '\r' {
			return fault(text, bad.Start, "a string that does not end on its line",
				`close it with ", or write \n for a line break`)
		}
		return fault(text, bad.Offset, fmt.Sprintf("control character 0x%02x inside a string", ch),
			fmt.Sprintf(`write \u%04x instead`, ch))
	case jsontext.NoEscape, jsontext.NoHex:
		return fault(text, bad.Start, "an escape that JSON does not know", `write \\ for a backslash`)
	case jsontext.TooDeep:
		return fault(text, bad.Offset, fmt.Sprintf("nested deeper than %d levels", jsontext.MaxDepth),
			"this is not a settings file")
	case jsontext.NameTwice:
		name := jsontext.StringAt(text, bad.Offset)
		return fault(text, bad.Offset, fmt.Sprintf("duplicate key %q, first seen on line %d: Claude Code uses only the last",
			name, line), "remove one of the two")
	}
	return fault(text, bad.Start, "a number that JSON does not allow", "write it as 12, -1.5 or 2e3")
}

// unexpected describes what is at an offset, outside of strings.
func unexpected(text string, at int, where string) *SyntaxError {
	before := strings.TrimRight(text[:at], space)
	switch r, _ := utf8.DecodeRuneInString(text[at:]); {
	case at == len(text):
		return fault(text, at, "the file ends "+where, "restore the missing end, "+backup)
	case (r == '}' || r == ']') && strings.HasSuffix(before, ","):
		return fault(text, len(before)-1, "a trailing comma: "+rejects, "remove the comma")
	case r == '/' || r == '#':
		return fault(text, at, "a comment: "+rejects, "remove the comment")
	case r == '\'':
		return fault(text, at, "a single quote "+where, `use double quotes: "…"`)
	case r == 0:
		return fault(text, at, "a NUL byte "+where, "the file is damaged or not UTF-8 text; use a backup")
	default:
		return fault(text, at, fmt.Sprintf("unexpected %q %s", r, where), "correct the JSON here")
	}
}
