package tui

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/question"
)

// facts are what the past says about a rule.
type facts struct {
	replay   transcript.Replay
	matched  int                  // questions
	capped   bool                 // only the latest of them are replayed
	latest   *transcript.Question // that it matches; nil when none does
	decision question.Decision    // on that one, by all rules
	steps    []question.Step
	err      error            // of the decision
	offers   []question.Offer // what may be let pass, by what was seen
	tried    bool             // there was a past to look at
}

type (
	factsMsg struct {
		known [2]int
		id    string
		facts facts
	}
	countMsg struct {
		rule  question.Rule
		facts facts
	}
)

// Follow looks up what the past says about the chosen rule.
func (t *preferencesTab) Follow() tea.Cmd {
	r, ok := t.chosen()
	if !ok || t.facts == nil {
		return nil
	}
	if _, looked := t.facts[ruleKey(r)]; looked {
		return nil
	}
	mine, latest, known := t.latest.Add(1), t.latest, t.known
	backend, seen := t.backend, t.past.seen
	return func() tea.Msg {
		if latest.Load() != mine {
			return nil // the choice has gone on
		}
		return factsMsg{known, ruleKey(r), gather(backend, seen, r)}
	}
}

func gather(backend Backend, seen *memories, r question.Rule) (f facts) {
	if seen == nil {
		return f
	}
	f = seen.replay(r)
	if r.Mode == question.NeverAsk || r.Mode == question.AskOnlyForOneWay {
		f.offers = r.Offers(backend.Seen(r))
	}
	if f.latest == nil {
		return f
	}
	call, err := f.latest.Call()
	if err != nil {
		f.err = err
		return f
	}
	f.decision, f.steps, f.err = backend.Decide(call, f.latest.Project)
	return f
}

// replayed is how many topics a rule is decided on at most: the latest.
const replayed = 400

// whole reports whether it is known what a question told of its options, which the log of
// neverask does not keep.
func whole(q *transcript.Question) bool {
	return q.Shown != "" || slices.ContainsFunc(q.Options, func(o transcript.Option) bool { return o.Description != "" })
}

// replay says how a rule alone would have done, and the latest question that it
// matches.
func (m *memories) replay(r question.Rule) facts {
	f := facts{tried: len(m.asked) > 0}
	fits := m.matcher(r)
	r.Trusted = nil // what it would do when it holds
	var matched []*topic
	for i := range m.topics {
		if t := &m.topics[i]; fits(t) {
			matched = append(matched, t)
			f.matched += len(t.asked)
		}
	}
	slices.SortStableFunc(matched, func(a, b *topic) int { return b.latest().Time.Compare(a.latest().Time) })
	if len(matched) > 0 {
		f.latest = matched[max(0, slices.IndexFunc(matched, func(t *topic) bool { return whole(t.latest()) }))].latest()
	}
	if f.capped = len(matched) > replayed; f.capped {
		matched = matched[:replayed]
	}
	var contents transcript.Contents
	var asked []transcript.Asked
	for _, t := range matched {
		c := contents.Of(t.latest())
		for _, q := range t.asked {
			asked = append(asked, transcript.Asked{Question: q, Content: c})
		}
	}
	slices.SortStableFunc(asked, func(a, b transcript.Asked) int { return a.Time.Compare(b.Time) })
	replayer := transcript.Replayer{Tally: func(fingerprint string) map[string]int { return m.tally[fingerprint] }}
	f.replay = replayer.Replay(r, asked)
	return f
}

// matcher tells whether a rule matches a topic.
func (m *memories) matcher(r question.Rule) func(*topic) bool {
	matches := r.Match.Matcher()
	within := map[string]bool{}
	return func(t *topic) bool {
		q := t.latest()
		server, _ := question.IsTool(q.Tool)
		if !matches(question.Call{Tool: q.Tool, Server: server, Source: q.Source}, asAsked(q, r.Match.Options != nil), t.id) {
			return false
		}
		if r.Project == "" {
			return true
		}
		in, known := within[q.Project]
		if !known {
			in = question.NewLocation(q.Project).Within(r.Project)
			within[q.Project] = in
		}
		return in
	}
}

func labelsOf(q *transcript.Question) (all []string) {
	for _, o := range q.Options {
		all = append(all, o.Label)
	}
	return all
}
