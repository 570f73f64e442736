package question

import (
	"maps"
	"regexp"

	"neverask/hooks/rule/wording"
)

// Match says what a question must look like. All fields that are set must match; at least one must be set.
type Match struct {
	Marker  string   `json:"marker,omitempty"`  // ID of <gstack-qid:ID> or <qid:ID> in the text
	Exact   string   `json:"exact,omitempty"`   // the text, byte for byte
	Text    string   `json:"text,omitempty"`    // a text with the same Fingerprint
	Header  string   `json:"header,omitempty"`  // ignoring case and white space
	Options []string `json:"options,omitempty"` // the set of labels, compared by LabelKey
	Pattern string   `json:"pattern,omitempty"` // an RE2 expression found in the text
	Source  string   `json:"source,omitempty"`  // metadata.source of the call
	Tool    string   `json:"tool,omitempty"`    // "native" or the name of an MCP server
}

func labelKeys(labels []string) map[string]bool {
	keys := make(map[string]bool, len(labels))
	for _, l := range labels {
		keys[LabelKey(l)] = true
	}
	return keys
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

// unusable says why a rule does not apply to this question.
func unusable(r Rule, c Call, q Question, id Identity, at Situation) string {
	if field := r.Match.mismatch(c, q, id); field != "" {
		return "its " + field + " does not match"
	}
	if r.Project != "" && !at.Within(r.Project) {
		return "the session is not in " + r.Project
	}
	return ""
}

// Matcher returns a function that reports whether a question fits the match, exactly as a decision compares them, but
// without the rule's project. It prepares the match once, to compare it with many questions. The identity must be the
// question's. A match with an invalid pattern matches nothing.
func (m Match) Matcher() func(c Call, q Question, id Identity) bool {
	text, header, options := wording.Fingerprint(m.Text), wording.Fold(m.Header), optionsHash(m.Options)
	var pattern *regexp.Regexp
	if m.Pattern != "" {
		var err error
		if pattern, err = regexp.Compile(m.Pattern); err != nil {
			return func(Call, Question, Identity) bool { return false }
		}
	}
	rest := m
	rest.Text, rest.Header, rest.Pattern = "", "", ""
	return func(c Call, q Question, id Identity) bool {
		switch {
		case m.Text != "" && text != id.Fingerprint,
			m.Header != "" && header != id.header,
			m.Options != nil && options != id.options,
			rest.mismatch(c, q, id) != "":
			return false
		}
		return pattern == nil || pattern.MatchString(q.Text)
	}
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
