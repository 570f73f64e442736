package suggest

import (
	"encoding/binary"
	"maps"
	"slices"
	"strings"

	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/question"
	"neverask/hooks/rule/wording"
	"neverask/settings/worktree"
)

// past is a past question and its content.
type past struct {
	*transcript.Question
	*content
}

// content is shared by questions with identical text.
type content struct {
	*transcript.Content
	labels map[string]bool // the options, without the parts that vary
}

// topic is a set of questions with the same wording, possibly with different options.
type topic struct {
	header string // of its questions, if the wording alone says too little
	groups []*group
}

// group is the questions of a topic with similar options, the oldest first.
type group struct{ questions []*past }

// telling is the number of words from which a question is clear without its header.
const telling = 4

// gather groups questions that ask the same thing. It leaves out truncated and unreadable questions, and those for
// which leave returns true.
func gather(questions []transcript.Question, leave func(*past) bool) []*topic {
	type key struct {
		marker, fingerprint, header, tool string
		multi                             bool
	}
	byKey := map[key]*topic{}
	known := library{contents: map[*transcript.Content]*content{}, labels: map[string]map[string]bool{}}
	var topics []*topic
	for i := range questions {
		q := &questions[i]
		p := &past{Question: q, content: known.content(q)}
		if p.content == nil || q.Cut || leave(p) {
			continue
		}
		k := key{marker: p.ID.Marker, tool: q.Tool, multi: q.Multi}
		if k.marker == "" {
			k.fingerprint = p.ID.Fingerprint
			if len(strings.Fields(k.fingerprint)) < telling {
				k.header = wording.Fingerprint(q.Header)
			}
		}
		t := byKey[k]
		if t == nil {
			t = &topic{}
			if k.header != "" {
				t.header = q.Header
			}
			byKey[k] = t
			topics = append(topics, t)
		}
		t.add(p)
	}
	return topics
}

// add puts a question into the first group that it fits.
func (t *topic) add(p *past) {
	for _, g := range t.groups {
		if alike(g.latest().labels, p.labels) {
			g.questions = append(g.questions, p)
			return
		}
	}
	t.groups = append(t.groups, &group{[]*past{p}})
}

func (g *group) latest() *past { return g.questions[len(g.questions)-1] }

// all returns the questions of all groups, the oldest first.
func (t *topic) all() []*past {
	var all []*past
	for _, g := range t.groups {
		all = append(all, g.questions...)
	}
	slices.SortStableFunc(all, func(a, b *past) int { return a.Time.Compare(b.Time) })
	return all
}

// match returns the match of a rule for a group, or for the whole topic if g is nil.
func (t *topic) match(g *group) question.Match {
	all := t.all()
	if g != nil {
		all = g.questions
	}
	latest := all[len(all)-1]
	m := question.Match{Marker: latest.ID.Marker, Header: t.header}
	if m.Marker == "" {
		m.Text = latest.Text
	}
	if g == nil || len(t.groups) == 1 {
		return m
	}
	// The same words also occur with other options. Options that never vary distinguish the group.
	labels := latest.Plain.Questions[0].Labels()
	for _, p := range all {
		if !sameLabels(labels, p.Plain.Questions[0].Labels()) {
			return m
		}
	}
	for _, label := range labels {
		m.Options = append(m.Options, question.WithoutMark(label))
	}
	return m
}

// sameLabels reports whether a rule with the labels of one question matches the
// other.
func sameLabels(a, b []string) bool {
	keys := func(labels []string) map[string]bool {
		set := make(map[string]bool, len(labels))
		for _, label := range labels {
			set[question.LabelKey(label)] = true
		}
		return set
	}
	return maps.Equal(keys(a), keys(b))
}

// library caches contents: people are asked the same again, and most questions share their options with another.
type library struct {
	transcript.Contents
	contents map[*transcript.Content]*content
	labels   map[string]map[string]bool // by the unchanged labels
	key      []byte
}

// content returns the content of a question, or nil if the hook could not read it.
func (l *library) content(q *transcript.Question) *content {
	asked := l.Of(q)
	if asked == nil {
		return nil
	}
	c := l.contents[asked]
	if c == nil {
		c = &content{asked, l.labelsOf(q.Options)}
		l.contents[asked] = c
	}
	return c
}

// labelsOf returns the labels of options without the parts that vary.
func (l *library) labelsOf(options []transcript.Option) map[string]bool {
	l.key = l.key[:0]
	for _, o := range options {
		l.key = binary.AppendUvarint(l.key, uint64(len(o.Label)))
		l.key = append(l.key, o.Label...)
	}
	labels, ok := l.labels[string(l.key)]
	if !ok {
		labels = make(map[string]bool, len(options))
		for _, o := range options {
			labels[wording.Fingerprint(question.LabelKey(o.Label))] = true
		}
		l.labels[string(l.key)] = labels
	}
	return labels
}

// alike reports whether two sets of options share at least half of the smaller set.
func alike(a, b map[string]bool) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	shared := 0
	for label := range a {
		if b[label] {
			shared++
		}
	}
	return 2*shared >= len(a) && (shared > 0 || len(b) == 0)
}

// projects returns the directories of questions, without those below another.
func projects(questions []*past) []string {
	seen := map[string]bool{}
	for _, q := range questions {
		if q.Project != "" {
			seen[q.Project] = true
		}
	}
	var top []string
	for _, dir := range slices.Sorted(maps.Keys(seen)) {
		if !slices.ContainsFunc(top, func(other string) bool { return worktree.Below(dir, other) }) {
			top = append(top, dir)
		}
	}
	return top
}
