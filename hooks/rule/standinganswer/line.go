package standinganswer

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"neverask/hooks/rule/strictjson"
)

// A Line is one standing answer.
type Line struct {
	ID      string             `json:"id,omitempty"`
	Text    string             `json:"line"`
	Project string             `json:"project,omitempty"` // a directory; "" applies everywhere
	About   About              `json:"about,omitzero"`
	Answer  string             `json:"answer,omitempty"` // the option that agrees with the line
	Created strictjson.Created `json:"created,omitzero"`
	Note    string             `json:"note,omitempty"`
}

// About is a question that a line settles. It serves to count such questions; Claude is not told it.
type About struct {
	Question string   `json:"question,omitempty"`
	Header   string   `json:"header,omitempty"`
	Options  []string `json:"options,omitempty"` // labels
}

// IsZero reports whether no question is named.
func (a About) IsZero() bool { return a.Question == "" && a.Header == "" && a.Options == nil }

// Limits on what Claude is told. The client truncates a hook's output after 10,000 characters.
const (
	MaxTold = 10  // lines per session
	MaxText = 200 // characters per line
	maxID   = 64
)

// Check reports what is wrong with the line.
func (l Line) Check() error {
	if err := l.checkForm(); err != nil {
		return err
	}
	return checkHarmless(l.Text)
}

// checkForm reports what is wrong with the line, apart from its meaning: judging that takes longer than reading the
// line.
func (l Line) checkForm() error {
	if l.ID != "" && !validID(l.ID) {
		return fmt.Errorf(`"id" must be letters, digits, ".", "_" and "-", at most %d`, maxID)
	}
	if err := checkText(l.Text); err != nil {
		return err
	}
	return strictjson.CheckDirectory("project", l.Project)
}

// checkText reports why a text is not a valid line.
func checkText(text string) error {
	hidden := strings.IndexFunc(text, func(r rune) bool { return !unicode.IsGraphic(r) })
	switch {
	case strings.TrimSpace(text) == "":
		return strictjson.Needed("line", "the line is empty")
	case !utf8.ValidString(text):
		return strictjson.Misfit("line", "the line must be UTF-8")
	case strings.ContainsAny(text, "\n\r\u2028\u2029"):
		return strictjson.Misfit("line", "the line must not contain line breaks")
	case hidden >= 0:
		r, _ := utf8.DecodeRuneInString(text[hidden:])
		return strictjson.Misfit("line", "the line must not contain control or hidden characters: found %U", r)
	case utf8.RuneCountInString(text) > MaxText:
		return strictjson.Misfit("line", "the line has %d characters; the maximum is %d",
			utf8.RuneCountInString(text), MaxText)
	}
	return nil
}

func validID(id string) bool {
	other := func(r rune) bool {
		return r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("._-", r)
	}
	return id != "" && len(id) <= maxID && !strings.ContainsFunc(id, other)
}

// NewID derives a short id from the line and its project.
func (l Line) NewID() string {
	h := fnv.New64a()
	_, _ = fmt.Fprintf(h, "%q %q", l.key(), l.Project) // FNV never fails
	return fmt.Sprintf("tell-%04x", h.Sum64()&0xffff)
}

// key returns the same string for lines that say the same.
func (l Line) key() string { return strings.ToLower(strings.Join(strings.Fields(l.Text), " ")) }

// Repeats finds a line that already says the same as l, in l's project or everywhere.
func Repeats(l Line, lines []Line) (other Line, ok bool) {
	at := slices.IndexFunc(lines, func(o Line) bool {
		return o.ID != l.ID && o.key() == l.key() && (o.Project == "" || o.Project == l.Project)
	})
	if at < 0 {
		return Line{}, false
	}
	return lines[at], true
}
