package question

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// The ranks of rules: the lower one wins. A rule has the rank of the most
// telling field of its match.
const (
	rankMarker = iota
	rankExact
	rankText
	rankOptionsHeader
	rankHeader
	rankOptions
	rankPattern
	rankSource
	rankTool
	rankNone
)

var rankNames = [...]string{"marker", "exact", "text", "options and header", "header", "options", "pattern", "source", "tool", "nothing"}

func (r Rule) rank() int {
	m := r.Match
	switch {
	case m.Marker != "":
		return rankMarker
	case m.Exact != "":
		return rankExact
	case m.Text != "":
		return rankText
	case m.Options != nil && m.Header != "":
		return rankOptionsHeader
	case m.Header != "":
		return rankHeader
	case m.Options != nil:
		return rankOptions
	case m.Pattern != "":
		return rankPattern
	case m.Source != "":
		return rankSource
	case m.Tool != "":
		return rankTool
	}
	return rankNone
}

// NewID derives a short id from what the rule matches, its mode and its
// project. Two rules that differ in nothing else get the same id; the caller
// then appends to it.
func (r Rule) NewID() string {
	m := r.Match
	h := hash(fmt.Sprintf("%q %q %q", []string{m.Marker, m.Exact, m.Text, m.Header, m.Pattern, m.Source, m.Tool},
		m.Options, []string{string(r.Mode), r.Project}))
	return fmt.Sprintf("r-%06x", h&0xffffff)
}

// Identity is what questions are compared by.
type Identity struct {
	Marker      string // the id of the only marker in the text, if there is one
	Fingerprint string
	header      string
	options     string
}

// Identify derives the identity of a question.
func Identify(q Question) Identity {
	return Identity{
		Marker:      marker(q.Text),
		Fingerprint: Fingerprint(q.Text),
		header:      fold(q.Header),
		options:     optionsKey(q.Labels()),
	}
}

// optionsKey is equal for two sets of labels that offer the same.
func optionsKey(labels []string) string {
	keys := make([]string, len(labels))
	for i, l := range labels {
		keys[i] = LabelKey(l)
	}
	slices.Sort(keys)
	return strings.Join(slices.Compact(keys), "\x00")
}

// nativeTool is how a rule names the client's own tool.
const nativeTool = "native"

func toolName(server string) string {
	if server == "" {
		return nativeTool
	}
	return server
}

// mismatch returns the first field of the match that does not fit the question,
// or "" when all fit.
func (m Match) mismatch(c Call, q Question, id Identity) string {
	switch {
	case m.Marker != "" && m.Marker != id.Marker:
		return "marker"
	case m.Exact != "" && m.Exact != q.Text:
		return "exact"
	case m.Text != "" && Fingerprint(m.Text) != id.Fingerprint:
		return "text"
	case m.Header != "" && fold(m.Header) != id.header:
		return "header"
	case m.Options != nil && optionsKey(m.Options) != id.options:
		return "options"
	case m.Source != "" && m.Source != c.Source:
		return "source"
	case m.Tool != "" && m.Tool != toolName(c.Server):
		return "tool"
	case m.Pattern != "" && !found(m.Pattern, q.Text):
		return "pattern"
	}
	return ""
}

func found(pattern, text string) bool {
	re, err := regexp.Compile(pattern)
	return err == nil && re.MatchString(text)
}

// hash is 64-bit FNV-1a: the same in every process, and good enough where a
// collision costs a comparison.
func hash(s string) uint64 {
	h := uint64(14695981039346656037)
	for i := 0; i < len(s); i++ {
		h ^= uint64(s[i])
		h *= 1099511628211
	}
	return h
}

// key is the hash under which a rule is filed: of the field that gives it its
// rank, so that a question need only be compared with the rules filed under its
// own keys.
func (r Rule) key() uint64 {
	m := r.Match
	switch r.rank() {
	case rankMarker:
		return hash("marker " + m.Marker)
	case rankExact:
		return hash("exact " + m.Exact)
	case rankText:
		return hash("text " + Fingerprint(m.Text))
	case rankOptionsHeader, rankHeader:
		return hash("header " + fold(m.Header))
	case rankOptions:
		return hash("options " + optionsKey(m.Options))
	case rankPattern:
		return hash("pattern")
	case rankSource:
		return hash("source " + m.Source)
	}
	return hash("tool " + m.Tool)
}

// keys are the hashes under which rules for this question may be filed.
func keys(c Call, q Question, id Identity) [8]uint64 {
	return [...]uint64{
		hash("marker " + id.Marker),
		hash("exact " + q.Text),
		hash("text " + id.Fingerprint),
		hash("header " + id.header),
		hash("options " + id.options),
		hash("pattern"),
		hash("source " + c.Source),
		hash("tool " + toolName(c.Server)),
	}
}
