package question

import (
	"regexp"

	"neverask/hooks/rule/wording"
)

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
