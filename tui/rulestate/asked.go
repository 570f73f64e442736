package rulestate

import (
	"hash/maphash"
	"strings"
	"time"

	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/question"
	"neverask/tui/drawing"
	"neverask/tui/kit"
)

// Asked is all past questions, with indices for the screens. It is immutable; a new
// reading replaces it.
type Asked struct {
	Source []transcript.Question // as read, the oldest first
	List   []Question            // the newest first
	usage  map[string]Usage      // by rule ID
	topics []topic
	logged int // how many are in neverask's log

	// topicAt maps the hash of a topic's key to its index, so that the next Asked
	// need not identify the question again.
	topicAt map[uint64]int
	seed    maphash.Seed
}

// A Question is a question and the text that a filter searches.
type Question struct {
	*transcript.Question
	Sought kit.SearchText
}

// Usage says how often a rule has answered.
type Usage struct {
	Times int
	Last  time.Time
}

// A topic is the questions that are equal in everything that a rule can match.
type topic struct {
	id    question.Identity
	asked []*transcript.Question // the oldest first
}

func (t *topic) latest() *transcript.Question { return t.asked[len(t.asked)-1] }

// NewAsked indexes the questions; call it in the background. It does not identify
// questions again that are in before.
func NewAsked(asked []transcript.Question, before *Asked) *Asked {
	m := &Asked{
		Source: asked, List: make([]Question, len(asked)), usage: map[string]Usage{},
		topicAt: map[uint64]int{}, seed: maphash.MakeSeed(),
	}
	if before != nil {
		m.seed = before.seed
	}
	topics := map[string]int{}
	for i := range asked {
		q := &asked[i]
		m.List[len(asked)-1-i] = searched(q)
		if q.Logged {
			m.logged++
		}
		if q.By == transcript.Neverask && q.Rule != "" {
			u := m.usage[q.Rule]
			m.usage[q.Rule] = Usage{u.Times + 1, q.Time}
		}
		key := topicKey(q)
		at, known := topics[key]
		if !known {
			at = len(m.topics)
			topics[key] = at
			hash := maphash.String(m.seed, key)
			m.topicAt[hash] = at
			m.topics = append(m.topics, topic{id: before.identify(q, key, hash)})
		}
		t := &m.topics[at]
		t.asked = append(t.asked, q)
	}
	return m
}

// identify returns the identity of a question, computed only if it is not known yet.
func (m *Asked) identify(q *transcript.Question, key string, hash uint64) question.Identity {
	if m != nil {
		if at, ok := m.topicAt[hash]; ok && topicKey(m.topics[at].latest()) == key {
			return m.topics[at].id
		}
	}
	return question.Identify(asAsked(q, true))
}

// asAsked returns a question as rules see it, with or without its options.
func asAsked(q *transcript.Question, options bool) question.Question {
	asked := question.Question{Text: q.Text, Header: q.Header, Multi: q.Multi}
	if !options {
		return asked
	}
	asked.Options = make([]question.Option, len(q.Options))
	for i, o := range q.Options {
		asked.Options[i].Label = o.Label
	}
	return asked
}

func topicKey(q *transcript.Question) string {
	var b strings.Builder
	for _, s := range []string{q.Text, q.Header, q.Project, q.Tool, q.Source} {
		b.WriteString(s)
		b.WriteByte(0)
	}
	for _, o := range q.Options {
		b.WriteString(o.Label)
		b.WriteByte(0)
		b.WriteString(o.Description)
		b.WriteByte(0)
	}
	if q.Multi {
		b.WriteByte(1)
	}
	return b.String()
}

// How many origins are offered, and how far back they are searched. Older questions are
// in the Log.
const (
	originsOffered = 1000
	originsSought  = 10_000
)

func searched(q *transcript.Question) Question {
	var options []string
	for _, o := range q.Options {
		options = append(options, o.Label, o.Description)
	}
	return Question{q,
		kit.NewSearchText(q.Text+" "+q.Answer, q.Header, q.Project, drawing.Answered(q).Word).And(strings.Join(options, " "))}
}
