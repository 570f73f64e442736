package tui

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/history"
	"neverask/hooks/question"
)

// facts are what the past says about a rule.
type facts struct {
	tallied
	latest   *history.Question // that it matches; nil when none does
	decision question.Decision // on that one, by all rules
	steps    []question.Step
	err      error // of the decision
	tried    bool  // there was a past to look at
}

// tallied is how a rule would have done.
type tallied struct {
	matched  int // questions
	answered int // that it would have answered, of those that the person answered
	differs  int // that it would have answered otherwise than the person
	oneWay   int // about something that cannot be undone, so that it would not have answered them
	capped   bool
}

type (
	factsMsg struct {
		known [2]int
		id    string
		facts facts
	}
	countMsg struct {
		rule  question.Rule
		count tallied
	}
)

// follow looks up what the past says about the chosen rule.
func (t *preferencesTab) follow() tea.Cmd {
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
	f.tried = len(seen.asked) > 0
	f.tallied, f.latest = seen.replay(r)
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

// replayed is how many topics a rule is decided on at most.
const replayed = 400

// whole reports whether it is known what a question told of its options, which the log of
// neverask does not keep.
func whole(q *history.Question) bool {
	return q.Shown != "" || slices.ContainsFunc(q.Options, func(o history.Option) bool { return o.Description != "" })
}

// replay says how a rule alone would have done, and the latest question that
// it matches.
func (m *memories) replay(r question.Rule) (n tallied, latest *history.Question) {
	fits := m.matcher(r)
	r.Trusted = nil // what it would do when it holds
	decided := 0
	for i := len(m.topics) - 1; i >= 0; i-- {
		t := &m.topics[i]
		if !fits(t) {
			continue
		}
		n.matched += t.count
		if latest == nil || whole(t.latest) && !whole(latest) || whole(t.latest) == whole(latest) && t.latest.Time.After(latest.Time) {
			latest = t.latest
		}
		if decided++; decided > replayed {
			n.capped = true
			continue
		}
		call, err := t.latest.Call()
		if err != nil {
			continue
		}
		d := question.Decide(call, one{r}, r.Confirmed(call, m.situation(t.latest.Project)), nil)
		if d.Choices[0].Ruled != question.Answered {
			if len(d.Choices[0].OneWay) > 0 {
				n.oneWay += t.count
			}
			continue
		}
		would := d.Choices[0].Answer(call.Questions[0])
		for answer, times := range t.answers {
			n.answered += times
			if question.LabelKey(answer) != question.LabelKey(would) {
				n.differs += times
			}
		}
	}
	return n, latest
}

// one is a rule as if there were no others.
type one struct{ rule question.Rule }

func (o one) Settings() question.Preferences { return question.Preferences{} }

func (o one) For(question.Call, question.Question, question.Identity) []question.Rule {
	return []question.Rule{o.rule}
}

func (m *memories) situation(project string) question.Situation {
	return question.Situation{
		Within:   question.NewLocation(project).Within,
		Tally:    func(fingerprint string) map[string]int { return m.tally[fingerprint] },
		CanMerge: func() bool { return true },
	}
}

// matcher tells whether a rule matches a topic.
func (m *memories) matcher(r question.Rule) func(*topic) bool {
	matches := r.Match.Matcher()
	within := map[string]bool{}
	return func(t *topic) bool {
		q := t.latest
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

func labelsOf(q *history.Question) (all []string) {
	for _, o := range q.Options {
		all = append(all, o.Label)
	}
	return all
}
