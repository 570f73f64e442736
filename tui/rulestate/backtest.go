package rulestate

import (
	"slices"
	"time"

	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/question"
)

// A Backtest says what a rule would have done with past questions.
type Backtest struct {
	Replay  transcript.Replay
	Matched int                  // questions
	Spared  int                  // of those, the ones that neverask answered, which are not replayed
	Decided int                  // of those replayed, the ones that the person answered or declined
	Capped  bool                 // only the latest topics are replayed
	Latest  *transcript.Question // the latest question that it matches, or nil
	Last    time.Time            // when a question with that text was last asked
	Tried   bool                 // whether there were questions to look at
	Lack    *preferences.Lack    // why it has no answer to the last question, or nil
}

// Opposed reports whether the person mostly chose other answers than the rule's.
func (f Backtest) Opposed() bool { return 2*len(f.Replay.Different) > f.Decided }

// Otherwise returns the answer that the person chose most often instead of the rule's, or "", and how often.
func (f Backtest) Otherwise() (answer string, times int) {
	counts := map[string]int{}
	for _, q := range slices.Backward(f.Replay.Different) {
		if counts[q.Answer]++; q.Answer != "" && counts[q.Answer] > times {
			answer, times = q.Answer, counts[q.Answer]
		}
	}
	return answer, times
}

// replayed is the maximum number of topics that a rule is replayed on, the latest.
const replayed = 400

// Backtest says how a rule on its own would have done, and the latest question that it
// matches.
func (m *Asked) Backtest(r question.Rule) Backtest {
	f := Backtest{Tried: len(m.List) > 0}
	matched := m.matched(r)
	for _, t := range matched {
		f.Matched += len(t.asked)
	}
	if f.Latest = latest(matched); f.Latest != nil {
		f.Last = matched[slices.IndexFunc(matched,
			func(t *topic) bool { return t.latest().Text == f.Latest.Text })].latest().Time
	}
	if f.Capped = len(matched) > replayed; f.Capped {
		matched = matched[:replayed]
	}
	var contents transcript.Contents
	var asked []transcript.Asked
	for _, t := range matched {
		c := contents.Of(t.latest())
		for _, q := range t.asked {
			asked = append(asked, transcript.Asked{Question: q, Content: c})
			if q.Answered() || q.Outcome == transcript.Declined {
				f.Decided++
			}
		}
	}
	slices.SortStableFunc(asked, func(a, b transcript.Asked) int { return a.Time.Compare(b.Time) })
	var replayer transcript.Replayer
	if i := lastWhole(asked); i >= 0 {
		f.Lack = preferences.LackOf(&replayer, r, asked[i].Question)
	}
	all := len(asked)
	asked = slices.DeleteFunc(asked, func(a transcript.Asked) bool { return a.By == transcript.Neverask })
	f.Spared = all - len(asked)
	f.Replay = replayer.Replay(r, asked)
	return f
}

// lastWhole returns the index of the last question of which nothing was cut, or -1.
func lastWhole(asked []transcript.Asked) int {
	for i, a := range slices.Backward(asked) {
		if !a.Cut {
			return i
		}
	}
	return -1
}

// matched returns the topics that a rule matches, the latest first.
func (m *Asked) matched(r question.Rule) (matched []*topic) {
	fits := m.matcher(r)
	for i := range m.topics {
		if t := &m.topics[i]; fits(t) {
			matched = append(matched, t)
		}
	}
	slices.SortStableFunc(matched, func(a, b *topic) int { return b.latest().Time.Compare(a.latest().Time) })
	return matched
}

// latest returns the last question of topics, preferably one whose options are known; nil for none.
func latest(matched []*topic) *transcript.Question {
	if len(matched) == 0 {
		return nil
	}
	return matched[max(0, slices.IndexFunc(matched, func(t *topic) bool { return t.latest().Whole() }))].latest()
}

// Latest returns the last question that a rule matches, answered or not; nil for none.
func (m *Asked) Latest(r question.Rule) *transcript.Question { return latest(m.matched(r)) }

// matcher returns a function that reports whether a rule matches a topic.
func (m *Asked) matcher(r question.Rule) func(*topic) bool {
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
