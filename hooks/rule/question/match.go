package question

import (
	"fmt"
	"hash/fnv"
	"maps"
	"regexp"

	"neverask/hooks/rule/wording"
)

// The ranks of rules: the lower one wins. A rule has the rank of the most specific field of
// its match.
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

var rankNames = [...]string{"marker", "exact", "text", "options and header",
	"header", "options", "pattern", "source", "tool", "nothing"}

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

// NewID derives a short id from the rule's match, mode and project. Two rules that agree in
// these get the same id; the caller then appends something.
func (r Rule) NewID() string {
	m := r.Match
	h := hash(fmt.Sprintf("%q %q %q", []string{m.Marker, m.Exact, m.Text, m.Header, m.Pattern, m.Source, m.Tool},
		m.Options, []string{string(r.Mode), r.Project}))
	return fmt.Sprintf("r-%06x", h&0xffffff)
}

// Identity is the key by which questions are compared.
type Identity struct {
	Marker      string // the id of the only marker in the text, if there is one
	Fingerprint string
	header      string
	options     uint64 // a hash of the set of labels
}

// Identify derives the identity of a question.
func Identify(q Question) Identity {
	id := Identity{Marker: wording.QID(q.Text), Fingerprint: wording.Fingerprint(q.Text), header: wording.Fold(q.Header)}
	for i, o := range q.Options {
		if !offersBefore(q, i) {
			id.options += hash(LabelKey(o.Label))
		}
	}
	return id
}

// offersBefore reports whether an earlier option has the same label as option i.
func offersBefore(q Question, i int) bool {
	for _, o := range q.Options[:i] {
		if o.Label == q.Options[i].Label || LabelKey(o.Label) == LabelKey(q.Options[i].Label) {
			return true
		}
	}
	return false
}

// optionsHash returns Identity.options for the labels of a rule.
func optionsHash(labels []string) (sum uint64) {
	for key := range labelKeys(labels) {
		sum += hash(key)
	}
	return sum
}

func labelKeys(labels []string) map[string]bool {
	keys := make(map[string]bool, len(labels))
	for _, l := range labels {
		keys[LabelKey(l)] = true
	}
	return keys
}

// nativeTool is the name that rules use for the client's own tool.
const nativeTool = "native"

func toolName(server string) string {
	if server == "" {
		return nativeTool
	}
	return server
}

// mismatch returns the first field of the match that does not fit the question, or "".
func (m Match) mismatch(c Call, q Question, id Identity) string {
	switch {
	case m.Marker != "" && m.Marker != id.Marker:
		return "marker"
	case m.Exact != "" && m.Exact != q.Text:
		return "exact"
	case m.Text != "" && wording.Fingerprint(m.Text) != id.Fingerprint:
		return "text"
	case m.Header != "" && wording.Fold(m.Header) != id.header:
		return "header"
	case m.Options != nil && !maps.Equal(labelKeys(m.Options), labelKeys(q.Labels())):
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

// Disjoint reports whether it is certain that no question matches both.
func (m Match) Disjoint(o Match) bool {
	differ := func(a, b string) bool { return a != "" && b != "" && a != b }
	return differ(m.Marker, o.Marker) || differ(m.Exact, o.Exact) || differ(m.wording(), o.wording()) ||
		differ(wording.Fold(m.Header), wording.Fold(o.Header)) ||
		differ(m.Source, o.Source) || differ(m.Tool, o.Tool) ||
		m.Options != nil && o.Options != nil && !maps.Equal(labelKeys(m.Options), labelKeys(o.Options))
}

// Covers reports whether it is certain that m matches every question that o matches.
func (m Match) Covers(o Match) bool {
	free := func(a, b string) bool { return a == "" || a == b }
	return free(m.Marker, o.Marker) && free(m.Exact, o.Exact) && (m.Text == "" || m.wording() == o.wording()) &&
		free(wording.Fold(m.Header), wording.Fold(o.Header)) &&
		free(m.Pattern, o.Pattern) && free(m.Source, o.Source) && free(m.Tool, o.Tool) &&
		(m.Options == nil || o.Options != nil && maps.Equal(labelKeys(m.Options), labelKeys(o.Options)))
}

// wording returns the fingerprint that a text must have, or "" for any.
func (m Match) wording() string {
	switch {
	case m.Text != "":
		return wording.Fingerprint(m.Text)
	case m.Exact != "":
		return wording.Fingerprint(m.Exact)
	}
	return ""
}

func found(pattern, text string) bool {
	re, err := regexp.Compile(pattern)
	return err == nil && re.MatchString(text)
}

// hash returns the same value in every process; a collision costs only a comparison.
func hash(parts ...string) uint64 {
	h := fnv.New64a()
	for _, s := range parts {
		_, _ = h.Write([]byte(s)) // FNV never fails
	}
	return h.Sum64()
}

// key returns the hash under which a rule is filed: that of the field that gives it its rank. So a question need only
// be compared with the rules under its own keys.
func (r Rule) key() uint32 { return uint32(r.longKey()) }

func (r Rule) longKey() uint64 {
	m := r.Match
	switch r.rank() {
	case rankMarker:
		return hash("marker ", m.Marker)
	case rankExact:
		return hash("exact ", m.Exact)
	case rankText:
		return hash("text ", wording.Fingerprint(m.Text))
	case rankOptionsHeader, rankHeader:
		return hash("header ", wording.Fold(m.Header))
	case rankOptions:
		return optionsHash(m.Options)
	case rankPattern:
		return hash("pattern")
	case rankSource:
		return hash("source ", m.Source)
	}
	return hash("tool ", m.Tool)
}

// keys returns the hashes under which rules for this question may be filed.
func keys(c Call, q Question, id Identity) [8]uint32 {
	return [...]uint32{
		uint32(hash("marker ", id.Marker)),
		uint32(hash("exact ", q.Text)),
		uint32(hash("text ", id.Fingerprint)),
		uint32(hash("header ", id.header)),
		uint32(id.options),
		uint32(hash("pattern")),
		uint32(hash("source ", c.Source)),
		uint32(hash("tool ", toolName(c.Server))),
	}
}
