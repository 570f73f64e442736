package suggest

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/question"
	"neverask/settings/worktree"
)

// finder holds the state of [Find].
type finder struct {
	rules     question.Rules
	decisions map[string]Decision
	replayer  transcript.Replayer
	kin       map[string][]*past // questions by marker, fingerprint or labels
	found     []Suggestion

	irreversible int            // habits for which no rule is suggested, because a question is one-way
	counted      map[*past]bool // their questions
}

// Find returns the suggestions from past questions, those with the most evidence first. rules are the person's
// current rules; decisions are their decisions about earlier suggestions, from [Memory.Decisions].
func Find(questions []transcript.Question, rules question.Rules, decisions map[string]Decision) []Suggestion {
	found, _ := FindHabits(questions, rules, decisions)
	return found
}

// FindHabits is [Find], and counts the habits that would be suggested if they were not about irreversible actions.
func FindHabits(questions []transcript.Question, rules question.Rules,
	decisions map[string]Decision) (found []Suggestion, irreversible int) {
	f := &finder{
		rules: rules, decisions: decisions, replayer: transcript.Replayer{Settings: rules}, kin: map[string][]*past{},
		counted: map[*past]bool{},
	}
	topics := gather(questions, f.covered)
	for _, t := range topics {
		for _, p := range t.all() {
			f.kin[byText(p)] = append(f.kin[byText(p)], p)
			f.kin[byLabels(p)] = append(f.kin[byLabels(p)], p)
			if p.ID.Marker != "" {
				f.kin[byMarker(p)] = append(f.kin[byMarker(p)], p)
			}
		}
	}
	for _, t := range topics {
		f.topic(t)
	}
	for _, key := range slices.Sorted(maps.Keys(f.kin)) {
		if strings.HasPrefix(key, labelsKey) {
			f.routine(f.kin[key])
		}
	}
	slices.SortStableFunc(f.found, func(a, b Suggestion) int {
		return cmp.Or(cmp.Compare(b.Alike, a.Alike), b.Last.Compare(a.Last), strings.Compare(a.ID, b.ID))
	})
	return f.found, f.irreversible
}

// topic looks for habits: with the same options everywhere; failing that, with the same options in one project;
// failing that, of always taking the recommended option.
func (f *finder) topic(t *topic) {
	before := len(f.found)
	for _, g := range t.groups {
		h, ok := habitOf(g.questions)
		if ok && f.suggest(h, question.Rule{Match: t.match(g)}) {
			continue
		}
		for _, dir := range projects(g.questions) {
			inside := slices.DeleteFunc(slices.Clone(g.questions), func(p *past) bool { return !worktree.Below(p.Project, dir) })
			if h, ok := habitOf(inside); ok {
				f.suggest(h, question.Rule{Match: t.match(g), Project: dir})
			}
		}
	}
	if len(t.groups) > 1 && len(f.found) == before {
		if h, ok := habitOf(t.all()); ok && h.answer.Word != "" {
			f.suggest(h, question.Rule{Match: t.match(nil)})
		}
	}
}

// judged is how many of a habit's latest questions the safety check judges.
const judged = 5

// suggest tries the rule that follows from a habit, and adds it to f.found unless the person has declined it or the
// question is one-way. It returns false if they have accepted it for one project only: then each other project needs
// its own suggestion.
func (f *finder) suggest(h habit, r question.Rule) bool {
	latest := h.questions[len(h.questions)-1]
	r.Mode, r.Answer = question.NeverAsk, h.answer
	s := Suggestion{
		Latest: *latest.Question, Answer: h.words, Asked: h.asked,
		Alike: h.alike, Last: latest.Time, Projects: projects(h.questions),
		Wordings: wordings(h.questions), Rule: r,
	}
	s.ID = f.unused(ID(r))
	switch d := f.decisions[s.ID]; {
	case d.Hides():
		return true
	case d == AcceptedHere:
		return false
	}
	if s.Rule.Check() != nil {
		return true
	}
	s.Replay = f.replay(s.Rule, f.matching(r, latest))
	irreversible := slices.ContainsFunc(h.questions, func(p *past) bool { return p.OneWay })
	newest := h.questions[max(0, len(h.questions)-judged):]
	if irreversible || slices.ContainsFunc(newest, func(p *past) bool { return p.Plain.IsOneWay() }) ||
		s.OneWay > 0 && f.replay(s.Rule, h.questions).OneWay > 0 {
		f.leaveOut(h.questions)
		return true
	}
	if s.Answerable() > 0 {
		f.found = append(f.found, s)
	}
	return true
}

// leaveOut counts a habit about something irreversible, unless a narrower one has its questions.
func (f *finder) leaveOut(questions []*past) {
	if !slices.ContainsFunc(questions, func(p *past) bool { return f.counted[p] }) {
		f.irreversible++
	}
	for _, p := range questions {
		f.counted[p] = true
	}
}

func (f *finder) replay(r question.Rule, questions []*past) transcript.Replay {
	asked := make([]transcript.Asked, len(questions))
	for i, p := range questions {
		asked[i] = transcript.Asked{Question: p.Question, Content: p.Content}
	}
	slices.SortStableFunc(asked, func(a, b transcript.Asked) int { return a.Time.Compare(b.Time) })
	return f.replayer.Replay(r, asked)
}

// matching returns all questions that a rule for the wording or the marker of
// this one could match.
func (f *finder) matching(r question.Rule, p *past) []*past {
	switch {
	case r.Match.Marker != "":
		return f.kin[byMarker(p)]
	case r.ByLabels():
		return f.kin[byLabels(p)]
	}
	return f.kin[byText(p)]
}

// labelsKey begins the keys of questions with the same labels.
const labelsKey = "labels "

func byLabels(p *past) string {
	return labelsKey + question.RecordKey(p.Tool, p.Plain.Questions[0])
}

// wordings returns the texts of questions, the latest first; nil if all are the same.
func wordings(questions []*past) (texts []string) {
	known := map[string]bool{}
	for _, p := range slices.Backward(questions) {
		if !known[p.ID.Fingerprint] {
			known[p.ID.Fingerprint] = true
			texts = append(texts, p.Text)
		}
	}
	if len(texts) == 1 {
		return nil
	}
	return texts
}

// routine looks for the habit of answering the same labels alike, whatever the text. Its suggestion replaces those
// for single texts.
func (f *finder) routine(questions []*past) {
	questions = slices.DeleteFunc(slices.Clone(questions), func(p *past) bool { return p.Multi || p.ID.Marker != "" })
	slices.SortStableFunc(questions, func(a, b *past) int { return a.Time.Compare(b.Time) })
	h, ok := habitOf(questions)
	sessions := map[string]bool{}
	for _, p := range h.questions {
		sessions[p.Session] = true
	}
	if !ok || h.answer.Label == "" || h.alike < minAsked || len(sessions) < minSessions || wordings(h.questions) == nil ||
		h.questions[0].Plain.Questions[0].SaysNothing() {
		return
	}
	match := question.Match{}
	for _, label := range h.questions[0].Plain.Questions[0].Labels() {
		match.Options = append(match.Options, question.WithoutMark(label))
	}
	if header := h.questions[0].Header; !slices.ContainsFunc(h.questions, func(p *past) bool { return p.Header != header }) {
		match.Header = header
	}
	r := question.Rule{Match: match, Same: question.SameOptions}
	before := f.found
	f.found = slices.DeleteFunc(slices.Clone(f.found), func(s Suggestion) bool {
		return question.RecordKey(s.Latest.Tool, f.questionOf(s)) == question.RecordKey(h.questions[0].Tool,
			h.questions[0].Plain.Questions[0]) && s.Rule.Match.Marker == ""
	})
	if n := len(f.found); !f.suggest(h, r) || len(f.found) == n {
		f.found = before
	}
}

// questionOf returns the latest question of a suggestion.
func (f *finder) questionOf(s Suggestion) question.Question {
	q := question.Question{Text: s.Latest.Text}
	for _, o := range s.Latest.Options {
		q.Options = append(q.Options, question.Option{Label: o.Label})
	}
	return q
}

func byText(p *past) string   { return "text " + p.ID.Fingerprint }
func byMarker(p *past) string { return "marker " + p.ID.Marker }

// covered reports whether the preferences already have a rule for a question, whatever the rule does.
func (f *finder) covered(p *past) bool {
	return question.Covered(p.Plain, p.Plain.Questions[0], p.ID, f.rules, f.replayer.Situation(p.Project))
}

// unused returns id, with the first number that makes it unique if it is taken.
func (f *finder) unused(id string) string {
	for n, next := 2, id; ; n++ {
		if !slices.ContainsFunc(f.found, func(s Suggestion) bool { return s.ID == next }) {
			return next
		}
		next = fmt.Sprintf("%s-%d", id, n)
	}
}
