package suggest

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"time"

	"neverask/hooks/history"
	"neverask/hooks/question"
)

// Suggestion is a rule that the person's own answers speak for.
type Suggestion struct {
	ID     string           // the same each time for the same question, answer and project
	Latest history.Question // the last question that it is about
	Answer string           // what the person answered, in words
	Asked  int              // how often they were asked
	Alike  int              // how often they gave this answer
	Last   time.Time        // when they were last asked
	// Projects are the directories in which they were asked, without those
	// below another one.
	Projects []string

	Rule question.Rule // without an ID
	// Answered counts the past questions that the rule is about and has an answer to.
	// So many of them were New when they came: the person would have been asked those.
	Answered, New int
	// Seen counts those of which it is certain that the person saw them and answered so
	// themselves: what they need not be asked once more.
	Seen int
	// Different are those of them that the person answered otherwise, or
	// declined, the oldest first: a reason to look twice.
	Different []history.Question
}

// finder holds what is the same for all suggestions.
type finder struct {
	rules     question.Rules
	decisions map[string]Decision
	locations map[string]*question.Location
	kin       map[string][]*past // questions by marker or fingerprint
	found     []Suggestion
}

// Find returns the suggestions that past questions give rise to, those with the
// most evidence first. rules are the person's preferences as they are now;
// decisions is what they decided about earlier suggestions, as
// [Memory.Decisions] returns it.
func Find(questions []history.Question, rules question.Rules, decisions map[string]Decision) []Suggestion {
	f := &finder{rules: rules, decisions: decisions, locations: map[string]*question.Location{}, kin: map[string][]*past{}}
	topics := gather(questions, f.covered)
	for _, t := range topics {
		for _, p := range t.all() {
			f.kin[byText(p)] = append(f.kin[byText(p)], p)
			if p.id.Marker != "" {
				f.kin[byMarker(p)] = append(f.kin[byMarker(p)], p)
			}
		}
	}
	for _, t := range topics {
		f.topic(t)
	}
	slices.SortStableFunc(f.found, func(a, b Suggestion) int {
		return cmp.Or(cmp.Compare(b.Alike, a.Alike), b.Last.Compare(a.Last), strings.Compare(a.ID, b.ID))
	})
	return f.found
}

// topic looks for habits: with the same options everywhere, else with the same
// options in one project, else of taking whatever is recommended.
func (f *finder) topic(t *topic) {
	before := len(f.found)
	for _, g := range t.groups {
		h, ok := habitOf(g.questions)
		if ok && f.suggest(h, t.match(g), "") {
			continue
		}
		for _, dir := range projects(g.questions) {
			inside := slices.DeleteFunc(slices.Clone(g.questions), func(p *past) bool { return !below(p.Project, dir) })
			if h, ok := habitOf(inside); ok {
				f.suggest(h, t.match(g), dir)
			}
		}
	}
	if len(t.groups) > 1 && len(f.found) == before {
		if h, ok := habitOf(t.all()); ok && h.answer.Word != "" {
			f.suggest(h, t.match(nil), "")
		}
	}
}

// suggest tries the rule that a habit speaks for, and adds it to what was found
// unless the person has decided otherwise or the question is one-way. It reports
// false where they have accepted it for one project alone, so that the other
// projects are to be asked about one by one.
func (f *finder) suggest(h habit, match question.Match, dir string) bool {
	latest := h.questions[len(h.questions)-1]
	s := Suggestion{
		Latest: latest.Question, Answer: h.words, Asked: h.asked, Alike: h.alike, Last: latest.Time, Projects: projects(h.questions),
		Rule: question.Rule{Match: match, Mode: question.NeverAsk, Answer: h.answer, Project: dir},
	}
	s.ID = f.unused(newID(latest, s))
	switch f.decisions[s.ID] {
	case Later, Never:
		return true
	case AcceptedHere:
		return false
	}
	if s.Rule.Check() != nil {
		return true
	}
	about := map[*past]bool{}
	for _, p := range h.questions {
		about[p] = true
	}
	trial := s.Rule // which is matched often
	trial.Match.Text = question.Fingerprint(trial.Match.Text)
	decided := map[*content]question.Decision{}
	for _, p := range f.matching(latest) {
		d, known := decided[p.content]
		if !known || dir != "" { // where the project matters, too
			d = question.Decide(p.call, only{f.rules, trial}, trial.Confirmed(p.call, f.situation(p.Project)), nil)
			if decided[p.content] = d; !known && d.Outcome == question.OutcomeAnswer {
				s.New++
			}
		}
		if about[p] && (p.OneWay || d.OneWay()) {
			return true
		}
		if d.Outcome != question.OutcomeAnswer {
			continue
		}
		s.Answered++
		if _, certain := p.Question.Seen(); certain && p.answeredBy(d.Choices[0]) {
			s.Seen++
		}
		if p.counts() && !p.answeredBy(d.Choices[0]) {
			s.Different = append(s.Different, p.Question)
		}
	}
	if s.Answered > 0 {
		slices.SortStableFunc(s.Different, func(a, b history.Question) int { return a.Time.Compare(b.Time) })
		f.found = append(f.found, s)
	}
	return true
}

// matching returns all questions that a rule for the wording or the marker of
// this one could match.
func (f *finder) matching(p *past) []*past {
	if p.id.Marker != "" {
		return f.kin[byMarker(p)]
	}
	return f.kin[byText(p)]
}

func byText(p *past) string   { return "text " + p.id.Fingerprint }
func byMarker(p *past) string { return "marker " + p.id.Marker }

// covered reports whether the preferences have a rule for a question already,
// whatever it does.
func (f *finder) covered(p *past) bool {
	if len(f.rules.For(p.call, p.call.Questions[0], p.id)) == 0 {
		return false
	}
	return question.Decide(p.call, f.rules, f.situation(p.Project), nil).Choices[0].Rule != ""
}

// situation is that of a session in a project of the past. The rules that are
// tried here depend on nothing else.
func (f *finder) situation(project string) question.Situation {
	l := f.locations[project]
	if l == nil {
		l = question.NewLocation(project)
		f.locations[project] = l
	}
	return question.Situation{
		Within:   l.Within,
		Tally:    func(string) map[string]int { return nil },
		CanMerge: func() bool { return false },
	}
}

// only is a single rule among the settings of others.
type only struct {
	question.Rules
	rule question.Rule
}

// For returns the rule.
func (o only) For(question.Call, question.Question, question.Identity) []question.Rule {
	return []question.Rule{o.rule}
}

// newID derives the ID of a suggestion from what does not change when the
// question is asked again.
func newID(latest *past, s Suggestion) string {
	about := latest.id.Marker
	if about == "" {
		about = latest.id.Fingerprint
	}
	h := fnv.New32a()
	fmt.Fprintf(h, "%q %q %q %q", about, question.Fingerprint(s.Rule.Match.Header), strings.ToLower(s.Answer), s.Rule.Project)
	return fmt.Sprintf("s-%08x", h.Sum32())
}

// unused returns the ID, or the ID with the first number that makes it unused.
func (f *finder) unused(id string) string {
	for n, next := 2, id; ; n++ {
		if !slices.ContainsFunc(f.found, func(s Suggestion) bool { return s.ID == next }) {
			return next
		}
		next = fmt.Sprintf("%s-%d", id, n)
	}
}

// Here returns the rule of a suggestion for the project alone that a directory
// is in. It fails when the question was never asked there.
func (s Suggestion) Here(dir string) (question.Rule, bool) {
	for _, project := range s.Projects {
		if below(dir, project) {
			r := s.Rule
			r.Project = project
			return r, true
		}
	}
	return question.Rule{}, false
}
