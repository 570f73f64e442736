package activity

import "strings"

// texts keeps one copy of each recurring text. Text that was read belongs to a large block,
// which must not stay in memory for one word in it.
type texts struct {
	all map[string]string

	// The last values of members that are the same in most records of a session.
	session, prompt, agent, agentType, mode, effort, project, projectName string
}

// maxTexts bounds the copies: tool names are few, but keys may be many.
const maxTexts = 1 << 10

// text returns a copy of a text.
func (t *texts) text(s string) string {
	if s == "" {
		return ""
	}
	if kept, ok := t.all[s]; ok {
		return kept
	}
	if t.all == nil || len(t.all) >= maxTexts {
		t.all = map[string]string{}
	}
	s = strings.Clone(s)
	t.all[s] = s
	return s
}

// again is text for a value that is probably the same as last time.
func (t *texts) again(last *string, s string) string {
	if *last != s {
		*last = strings.Clone(s)
	}
	return *last
}
