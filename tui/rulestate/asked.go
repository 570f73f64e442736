package rulestate

import (
	"hash/maphash"
	"maps"
	"slices"
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
		Source: asked, List: make([]Question, len(asked)), usage: map[string]Usage{}, topicAt: map[uint64]int{}, seed: maphash.MakeSeed(),
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

// An Origin is a question that a rule can be made from.
type Origin struct {
	Question
	Times    int // how often it was asked
	Wordings int // how many wordings differ only in numbers and names
	topic    *topic
}

// Origins returns the latest questions that no rule has answered, one for all wordings that
// differ only in numbers and names.
func (m *Asked) Origins() (all []Origin) {
	alike, known := map[string]Origin{}, map[string]bool{}
	for i := max(len(m.topics)-originsSought, 0); i < len(m.topics); i++ {
		t := &m.topics[i]
		q, o := t.latest(), alike[t.id.Fingerprint]
		for _, asked := range t.asked {
			if asked.By != transcript.Neverask {
				o.Times++
			}
		}
		if !known[q.Text] {
			known[q.Text] = true
			o.Wordings++
		}
		if q.By != transcript.Neverask && (o.topic == nil || o.topic.latest().Time.Before(q.Time)) {
			o.topic = t
		}
		alike[t.id.Fingerprint] = o
	}
	all = slices.DeleteFunc(slices.Collect(maps.Values(alike)), func(o Origin) bool { return o.topic == nil })
	slices.SortFunc(all, func(a, b Origin) int { return b.topic.latest().Time.Compare(a.topic.latest().Time) })
	all = all[:min(len(all), originsOffered)]
	for i := range all {
		all[i].Question = searched(all[i].topic.latest())
	}
	return all
}

// Ruled returns, for each origin, the first rule that matches it, or nil. It may take a second.
func (m *Asked) Ruled(all []Origin, rules []question.Rule) []*question.Rule {
	first := make([]*question.Rule, len(all))
	for _, r := range slices.Backward(rules) {
		fits := m.matcher(r)
		for i := range all {
			if fits(all[i].topic) {
				first[i] = &r
			}
		}
	}
	return first
}

func searched(q *transcript.Question) Question {
	var options []string
	for _, o := range q.Options {
		options = append(options, o.Label, o.Description)
	}
	return Question{q, kit.NewSearchText(q.Text, q.Header, q.Answer, q.Project, drawing.Answered(q).Word).And(strings.Join(options, " "))}
}
