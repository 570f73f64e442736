package transcript

import (
	"encoding/binary"
	"strconv"

	"neverask/hooks/rule/question"
)

// Content is shared by questions that are identical for rules.
type Content struct {
	Plain question.Call // the question alone, without what only its dialog shows
	ID    question.Identity
}

// Contents finds questions that are identical, so that they are examined once: people are
// asked the same thing again. The zero value is ready to use.
type Contents struct {
	known map[string]*Content // nil if the hook could not read the call
	key   []byte
}

// Of returns the content of a question, or nil if the hook could not read such a call.
func (l *Contents) Of(q *Question) *Content {
	l.key = l.key[:0]
	l.named(q.Tool, q.Source, q.Others, q.Header, q.Text, strconv.FormatBool(q.Multi))
	for _, o := range q.Options {
		l.named(o.Label, o.Description)
	}
	c, ok := l.known[string(l.key)]
	if !ok {
		if call, ok := q.plainCall(); ok {
			c = &Content{Plain: call, ID: question.Identify(call.Questions[0])}
		}
		if l.known == nil {
			l.known = map[string]*Content{}
		}
		l.known[string(l.key)] = c
	}
	return c
}

// named appends strings to a key so that no other strings have the same key.
func (l *Contents) named(parts ...string) {
	for _, s := range parts {
		l.key = binary.AppendUvarint(l.key, uint64(len(s)))
		l.key = append(l.key, s...)
	}
}
