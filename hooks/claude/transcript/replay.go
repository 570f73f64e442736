package transcript

import (
	"fmt"
	"slices"

	"neverask/hooks/rule/question"
	"neverask/hooks/rule/wording"
)

// Replayer decides questions of the past as rules would have.
type Replayer struct {
	// Settings are those that hold besides the rules: a question that they keep from
	// being answered is not answered. Without them the rules alone decide.
	Settings question.Rules
	// Tally counts the person's answers, as in [question.Situation]; nil: there are none.
	Tally func(fingerprint string) map[string]int

	// Evidence is what the person saw, by the ID of the rule; nil: each call, answered as the
	// rules do.
	Evidence func(id string) []question.Seen

	locations map[string]*question.Location
}

// Replay is how a rule would have done if it had been there all the time, and alone.
// Matched is the sum of Answered, New, Unsure, Otherwise, OneWay, and those questions
// to which it has no answer.
type Replay struct {
	Matched   int // questions that it is about
	Answered  int // that it would have answered: the person had seen exactly that, and answered so
	New       int // that it would have asked about, because they came for the first time
	Unsure    int // that it would have asked about again, because it is not certain that the person answered before
	Otherwise int // that it would have asked about again, because the person had answered otherwise
	OneWay    int // that it leaves to the person each time: they cannot be undone

	// Seen counts the answers that are evidence of the rule as soon as it is there.
	Seen int
	// Different are the questions that the person answered otherwise than the rule, or
	// declined, the oldest first. The rule would have answered Overruled of them.
	Different []Question
	Overruled int
}

// Answerable is how many of the questions the rule answers once they were seen.
func (r Replay) Answerable() int { return r.Answered + r.New + r.Unsure + r.Otherwise }

// Asked is one question of the past.
type Asked struct {
	*Question
	Content *Content
}

// Situation is that of a session in a project, in which the person has seen nothing.
func (p *Replayer) Situation(project string) question.Situation {
	l := p.locations[project]
	if l == nil {
		l = question.NewLocation(project)
		if p.locations == nil {
			p.locations = map[string]*question.Location{}
		}
		p.locations[project] = l
	}
	at := question.Situation{Within: l.Within, Tally: p.Tally, CanMerge: func() bool { return true }}
	if at.Tally == nil {
		at.Tally = func(string) map[string]int { return nil }
	}
	return at
}

// Decide decides a call by some rules alone: on the evidence, or else once the person has
// seen it and answered as they do.
func (p *Replayer) Decide(c question.Call, project string, rules ...question.Rule) question.Decision {
	at := p.Situation(project)
	nothing := at
	at.Seen = p.Evidence
	if at.Seen == nil {
		at.Seen = func(id string) []question.Seen {
			i := slices.IndexFunc(rules, func(r question.Rule) bool { return r.ID == id })
			return rules[i].Confirmed(c, nothing).Seen(id)
		}
	}
	return question.Decide(c, alone{p.Settings, rules}, at, nil)
}

// alone are rules as if there were no others.
type alone struct {
	settings question.Rules
	rules    []question.Rule
}

func (a alone) Settings() question.Preferences {
	if a.settings == nil {
		return question.Preferences{}
	}
	return a.settings.Settings()
}

func (a alone) For(question.Call, question.Question, question.Identity) []question.Rule {
	return a.rules
}

// Replay holds a rule against questions, the oldest first. What the person answered
// to those before is what they had seen of the next one, where it is certain that they
// did. Questions that the rule is not about are passed over.
func (p *Replayer) Replay(r question.Rule, asked []Asked) Replay {
	run := replaying{
		Replayer: p, rule: r, matches: r.Match.Matcher(), within: map[string]bool{},
		evaluated: map[shownContent]*evaluation{}, seen: map[string]*sightings{}, before: map[*Content]came{},
	}
	run.rule.Match.Text = wording.Fingerprint(r.Match.Text) // which is compared often
	for _, a := range asked {
		if a.Content != nil && run.isWithin(a.Project) {
			run.ask(a)
		}
	}
	return run.Replay
}

// replaying is a rule on its way through the past.
type replaying struct {
	Replay
	*Replayer
	rule      question.Rule
	matches   func(question.Call, question.Question, question.Identity) bool
	within    map[string]bool // projects
	evaluated map[shownContent]*evaluation
	seen      map[string]*sightings // by the wording
	before    map[*Content]came
}

// shownContent is a content with all that the dialog showed, where that is known.
type shownContent struct {
	*Content
	shown string
}

// evaluation is what the rule makes of a content.
type evaluation struct {
	matches bool
	call    question.Call
	choice  question.Choice // of the rule, once the content was seen
	answers bool            // then

	seen    *sightings // that may be of this content
	version int        // of those, when the following was found out
	covered bool
}

// sightings are answers of the person to a wording. Of those that are the same the
// last one is kept: it says as much as all.
type sightings struct {
	all     []question.Seen
	version int
}

// came says how a content came before.
type came int

const (
	cameNever came = iota
	cameUnsure
	cameAnswered // by the person, for certain
)

func (run *replaying) isWithin(project string) bool {
	if run.rule.Project == "" {
		return true
	}
	in, known := run.within[project]
	if !known {
		in = run.Situation(project).Within(run.rule.Project)
		run.within[project] = in
	}
	return in
}

func (run *replaying) ask(a Asked) {
	m := run.evaluate(a)
	if !m.matches {
		return
	}
	run.Matched++
	if !m.answers {
		if len(m.choice.OneWay) > 0 {
			run.OneWay++
		}
		return
	}
	same, certain := a.answeredAs(m.choice), a.certain()
	if same && certain {
		run.Seen++
	}
	covered := m.isCovered()
	if (a.Question.Answered() || a.Outcome == Declined) && !same {
		run.Different = append(run.Different, *a.Question)
		if covered {
			run.Overruled++
		}
	}
	switch before := run.before[a.Content]; {
	case covered:
		run.Answered++
		return // the person is not asked
	case before == cameNever:
		run.New++
	case before == cameUnsure:
		run.Unsure++
	default:
		run.Otherwise++
	}
	run.before[a.Content] = max(run.before[a.Content], cameUnsure)
	if !certain {
		return
	}
	if s, ok := a.seenAs(m.call.Questions[0]); ok {
		run.before[a.Content] = cameAnswered
		m.seen.add(s)
	}
}

// evaluate looks at a content, once.
func (run *replaying) evaluate(a Asked) *evaluation {
	key := shownContent{a.Content, a.Shown}
	if m := run.evaluated[key]; m != nil {
		return m
	}
	m := &evaluation{call: a.Content.Plain, matches: run.matches(a.Content.Plain, a.Content.Plain.Questions[0], a.Content.ID)}
	run.evaluated[key] = m
	if !m.matches || a.Cut {
		return m
	}
	if q, ok := a.shownQuestion(); ok {
		m.call.Questions = []question.Question{q}
	}
	d := run.Decide(m.call, a.Project, run.rule)
	m.choice = d.Choices[0]
	m.answers = m.choice.Ruled == question.Answered && (run.Settings == nil || d.Outcome == question.OutcomeAnswer)
	wording := question.Wording(a.Text)
	if m.seen = run.seen[wording]; m.seen == nil {
		m.seen = &sightings{}
		run.seen[wording] = m.seen
	}
	return m
}

// isCovered reports whether the person has seen exactly this and answered so, which is
// what a rule that answers then waits for.
func (m *evaluation) isCovered() bool {
	if m.version != m.seen.version { // at first none were seen
		m.version = m.seen.version
		m.covered = question.Compare(m.call, m.call.Questions[0], m.choice, m.seen.all).Covered()
	}
	return m.covered
}

func (s *sightings) add(seen question.Seen) {
	s.version++
	again := func(old question.Seen) bool {
		return old.Text == seen.Text && slices.Equal(old.Labels, seen.Labels) && old.Server == seen.Server && old.Question.Raw().Raw() == seen.Question.Raw().Raw()
	}
	s.all = append(slices.DeleteFunc(s.all, again), seen)
}

// answeredAs reports whether the person's answer is that of a choice.
func (q *Question) answeredAs(c question.Choice) bool {
	if c.Text != "" {
		return q.Answer == c.Text
	}
	return q.Outcome == Picked && slices.Equal(q.Chosen, c.Options)
}

// Summary says how the rule would have done: "would have answered 9 of 12; 3 were new
// when they came".
func (r Replay) Summary() string {
	text := fmt.Sprintf("would have answered %d of %d", r.Answered, r.Matched)
	for _, part := range [...]struct {
		n         int
		one, more string
	}{
		{r.New, "was a first-time question", "were first-time questions"},
		{r.Unsure, "had no earlier answer that counts", "had no earlier answer that counts"},
		{r.Otherwise, "had been answered differently before", "had been answered differently before"},
		{r.OneWay, "is irreversible", "are irreversible"},
	} {
		if part.n == 1 {
			part.more = part.one
		}
		if part.n > 0 {
			text += fmt.Sprintf("; %d %s", part.n, part.more)
		}
	}
	return text
}

// Differences says what the person answered otherwise than the rule, "" where nothing.
func (r Replay) Differences() string {
	n := len(r.Different)
	switch {
	case n == 0:
		return ""
	case r.Overruled == 0:
		return fmt.Sprintf("you answered differently %d×, and would have been asked", n)
	case r.Overruled == n:
		return fmt.Sprintf("it would have answered differently from you %d×", n)
	}
	return fmt.Sprintf("you answered differently %d×; %d of those it would have answered", n, r.Overruled)
}
