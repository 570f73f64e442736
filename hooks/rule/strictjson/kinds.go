package strictjson

import (
	"path/filepath"
	"strings"
	"unicode/utf8"

	"neverask/hooks"
)

// A Kind says how to read and print fields of one kind.
type Kind[V any] struct {
	Read    func(hooks.Member, *V) *Fault // reads the value from a file
	Line    func(V) string                // prints the value on one line, "" for none
	Parse   func(string) V                // reads the output of Line, and other spellings; nil if people cannot give it as a line
	Choices []Choice                      // the possible values, if they are a few words
	Hint    string                        // how to write the line, if that is not obvious
}

// The kinds of fields that any T may have. White space around a text that a person gives is removed, except for
// [Verbatim].
var (
	Name      = &Kind[string]{Read: Text, Line: same} // people cannot give it as a line
	String    = &Kind[string]{Read: Text, Line: same, Parse: strings.TrimSpace}
	Verbatim  = &Kind[string]{Read: Text, Line: same, Parse: same}
	Remark    = &Kind[string]{Read: anyText, Line: same, Parse: strings.TrimSpace}                      // may also be empty in a file
	Directory = &Kind[string]{Read: Text, Line: same, Parse: cleaned}                                   // see CheckDirectory
	Strings   = &Kind[[]string]{Read: ReadTexts, Line: Join, Parse: Split, Hint: "with | between them"} // non-empty texts
	Flag      = &Kind[bool]{Read: readFlag, Line: flagLine}
	JSON      = &Kind[hooks.Value]{Read: readValue, Line: hooks.Value.Raw}
	Origin    = &Kind[Created]{Read: readCreated, Line: Created.String}
)

func same(line string) string { return line }

func anyText(m hooks.Member, to *string) (f *Fault) {
	var ok bool
	if *to, ok = m.Value.Text(); !ok {
		return Wrong(m.Value, "%q must be a string", m.Name)
	}
	return nil
}

func cleaned(line string) string {
	if line = strings.TrimSpace(line); line != "" {
		line = filepath.Clean(line)
	}
	return line
}

// CheckDirectory reports what is wrong with the directory in a member, if there is one.
func CheckDirectory(name, dir string) error {
	switch {
	case dir != "" && !filepath.IsAbs(dir):
		return Misfit(name, "%q must be an absolute directory", name)
	case !utf8.ValidString(dir):
		return Misfit(name, "%q must be UTF-8", name)
	}
	return nil
}

// ReadTexts reads a member that is an array of non-empty strings.
func ReadTexts(m hooks.Member, to *[]string) *Fault {
	var ok bool
	if *to, ok = texts(m.Value); !ok {
		return Wrong(m.Value, "%q must be an array of non-empty strings", m.Name)
	}
	return nil
}

// texts reads an array of strings; ok is false if it is empty, or one of them is.
func texts(v hooks.Value) (texts []string, ok bool) {
	for e := range v.Elements() {
		text, ok := e.Text()
		if !ok || text == "" {
			return nil, false
		}
		texts = append(texts, text)
	}
	return texts, len(texts) > 0
}

// Join writes texts on one line, and escapes bars inside them.
func Join(texts []string) string {
	escaped := make([]string, len(texts))
	for i, text := range texts {
		escaped[i] = strings.NewReplacer(`\`, `\\`, `|`, `\|`).Replace(text)
	}
	return strings.Join(escaped, " | ")
}

// Split reads the output of Join, and removes white space around each text.
func Split(line string) (texts []string) {
	var text strings.Builder
	end := func() {
		if t := strings.TrimSpace(text.String()); t != "" {
			texts = append(texts, t)
		}
		text.Reset()
	}
	escaped := false
	for _, r := range line {
		switch {
		case !escaped && r == '\\':
			escaped = true
			continue
		case !escaped && r == '|':
			end()
			continue
		}
		text.WriteRune(r)
		escaped = false
	}
	end()
	return texts
}

func readFlag(m hooks.Member, to *bool) *Fault {
	if m.Value.Kind() != hooks.Bool {
		return Wrong(m.Value, "%q must be true or false", m.Name)
	}
	*to = m.Value.IsTrue()
	return nil
}

func flagLine(b bool) string {
	if b {
		return "true"
	}
	return ""
}

// readValue keeps only the value, without its position in the file.
func readValue(m hooks.Member, to *hooks.Value) *Fault {
	*to, _ = hooks.Parse(m.Value.Raw()) // already checked
	return nil
}
