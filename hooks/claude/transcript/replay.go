package transcript

import (
	"fmt"
	"slices"

	"neverask/hooks/rule/question"
	"neverask/hooks/rule/wording"
)

// Replayer decides past questions as rules would have.
type Replayer struct {
	// Settings apply besides the rules: a question that they keep from being answered is not
	// answered. Without them only the rules decide.
	Settings question.Rules
	// Past returns the user's earlier answers, as in [question.Situation]; if nil, every call
	// counts as answered before, as the rules do.
	Past func(question.Call, question.Question) []question.PastAnswer

	// usual returns the user's earlier answers while the usual answer is being determined.
	usual     func(question.Call, question.Question) []question.PastAnswer
	locations map[string]*question.Location
}

// Replay is how a rule would have done if it had always existed, alone. Matched is the sum of
// Answered, New, Unsure, Otherwise, OneWay, and the questions to which it has no answer.
type Replay struct {
	Matched   int // questions that it is about
	Answered  int // it would have answered: the user had been asked exactly that, and answered the same
	New       int // it would have asked, because the question was new
	Unsure    int // it would have asked again, because the user did not certainly answer before
	Otherwise int // it would have asked again, because the user had answered differently
	OneWay    int // it always leaves these to the user: they cannot be undone

	// Seen counts the answers that are evidence for the rule from its first day.
	Seen int
	// Different are the questions that the user answered differently from the rule, or
	// declined, the oldest first. The rule would have answered Overruled of them.
	Different []Question
	Overruled int
}

// Answerable is how many of the questions the rule answers once they have been asked before.
func (r Replay) Answerable() int { return r.Answered + r.New + r.Unsure + r.Otherwise }

// Asked is one past question.
type Asked struct {
	*Question
	Content *Content
}

// Situation returns the situation of a session in a project, for a user who has answered
// nothing.
func (p *Replayer) Situation(project string) question.Situation {
	l := p.locations[project]
	if l == nil {
		l = question.NewLocation(project)
		if p.locations == nil {
			p.locations = map[string]*question.Location{}
		}
		p.locations[project] = l
	}
	return question.Situation{Within: l.Within, CanMerge: func() bool { return true }}
}

// Decide decides a call by some rules alone: from the user's answers or, without
// [Replayer.Past], as if they had answered as the rules do.
func (p *Replayer) Decide(c question.Call, project string, rules ...question.Rule) question.Decision {
	at := p.Situation(project)
	if at.Past = p.Past; at.Past == nil {
		at.Past = func(c question.Call, q question.Question) (all []question.PastAnswer) {
			if p.usual != nil {
				all = slices.Clone(p.usual(c, q))
			}
			for _, r := range rules {
				all = append(all, r.Confirmed(c, question.Situation{Past: p.usual}).Past(c, q)...)
			}
			return all
		}
	}
	return question.Decide(c, alone{p.Settings, rules}, at, nil)
}

// alone holds rules as if there were no others.
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

// Replay applies a rule to questions, the oldest first. The user's answers to earlier
// questions count for later ones, if they are certain. Questions that the rule is not about
// are skipped.
func (p *Replayer) Replay(r question.Rule, asked []Asked) Replay {
	run := replaying{
		Replayer: p, rule: r, matches: r.Match.Matcher(), within: map[string]bool{},
		evaluated: map[shownContent]*evaluation{}, past: map[string]*priorAnswers{}, before: map[*Content]came{},
	}
	run.rule.Match.Text = wording.Fingerprint(r.Match.Text) // which is compared often
	p.usual = nil
	if r.Answer.Word == question.Usual {
		p.usual = question.Lookup(answersOf(asked))
	}
	for _, a := range asked {
		if a.Content != nil && run.isWithin(a.Project) {
			run.ask(a)
		}
	}
	return run.Replay
}

// answersOf returns the user's certain answers.
func answersOf(asked []Asked) (all []question.PastAnswer) {
	for _, q := range asked {
		if a, ok := q.PastAnswer(); ok {
			all = append(all, a)
		}
	}
	return all
}

// replaying is a rule during a replay.
type replaying struct {
	Replay
	*Replayer
	rule      question.Rule
	matches   func(question.Call, question.Question, question.Identity) bool
	within    map[string]bool // projects
	evaluated map[shownContent]*evaluation
	past      map[string]*priorAnswers // by key of the answer record
	before    map[*Content]came
}

// shownContent is a content with everything that the dialog showed, if known.
type shownContent struct {
	*Content
	shown string
}

// evaluation is the rule's decision about a content.
type evaluation struct {
	matches bool
	call    question.Call
	choice  question.Choice // the rule's, once the content was seen
	answers bool            // then

	past    *priorAnswers // answers to questions that may be the same as this content
	version int           // of past, when covered was determined
	covered bool
}

// priorAnswers are the user's answers to questions that may be the same.
type priorAnswers struct {
	all     []question.PastAnswer
	version int
}

// came says how a content occurred before.
type came int

const (
	cameNever came = iota
	cameUnsure
	cameAnswered // by the user, for certain
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
	same, certain := a.answeredAs(m.choice), a.certain()
	switch {
	case same && a.By == Neverask && a.FromLogAlone() && (m.answers || m.isHeldByLabels(a)):
		run.Answered++ // nothing can be compared; but a rule did answer
		return
	case !m.answers:
		if len(m.choice.OneWay) > 0 {
			run.OneWay++
		}
		return
	}
	if same && certain {
		run.Seen++
	}
	covered := m.isCovered(run.rule)
	if (a.Question.Answered() || a.Outcome == Declined) && !same {
		run.Different = append(run.Different, *a.Question)
		if covered {
			run.Overruled++
		}
	}
	switch before := run.before[a.Content]; {
	case covered:
		run.Answered++
		return // the user is not asked
	case before == cameNever:
		run.New++
	case before == cameUnsure:
		run.Unsure++
	default:
		run.Otherwise++
	}
	run.before[a.Content] = max(run.before[a.Content], cameUnsure)
	if a.Shown == "" || !a.Question.Answered() {
		return
	}
	if s, ok := a.pastAnswer(m.call.Questions[0]); ok {
		run.before[a.Content] = cameAnswered
		m.past.all = append(m.past.all, s)
		m.past.version++
	}
}

// evaluate examines a content, once.
func (run *replaying) evaluate(a Asked) *evaluation {
	content := shownContent{a.Content, a.Shown}
	if m := run.evaluated[content]; m != nil {
		return m
	}
	m := &evaluation{
		call: a.Content.Plain, matches: run.matches(a.Content.Plain, a.Content.Plain.Questions[0], a.Content.ID),
	}
	run.evaluated[content] = m
	if !m.matches || a.Cut {
		return m
	}
	if q, ok := a.shownQuestion(); ok {
		m.call.Questions = []question.Question{q}
	}
	d := run.Decide(m.call, a.Project, run.rule)
	m.choice = d.Choices[0]
	m.answers = m.choice.Ruled == question.Answered && (run.Settings == nil || d.Outcome == question.OutcomeAnswer)
	key := question.RecordKey(m.call.Server, m.call.Questions[0])
	if run.rule.Sameness() == question.SameEverything {
		key += a.Text // no other text can be the same
	}
	if m.past = run.past[key]; m.past == nil {
		m.past = &priorAnswers{}
		run.past[key] = m.past
	}
	return m
}

// isCovered reports whether the user has answered the same question the same way, which a rule
// needs to answer.
func (m *evaluation) isCovered(r question.Rule) bool {
	if m.version != m.past.version { // at first there were none
		m.version = m.past.version
		m.covered = question.FindEvidence(r, m.call, m.call.Questions[0], m.choice, m.past.all).Covered()
	}
	return m.covered
}

// isHeldByLabels reports whether only the safety check of the labels speaks against an answer, while the hook, which had
// the descriptions, found nothing.
func (m *evaluation) isHeldByLabels(a Asked) bool {
	return a.Judged && !a.OneWay && len(m.choice.OneWay) > 0 && m.choice.Mode != question.PreferMode
}

// answeredAs reports whether the user's answer is that of a choice.
func (q *Question) answeredAs(c question.Choice) bool {
	if c.Text != "" {
		return q.Answer == c.Text
	}
	return q.Outcome == Picked && slices.Equal(q.Chosen, c.Options)
}

// Summary says how the rule would have done: "would have answered 9 of 12; 3 were new when
// they came".
func (r Replay) Summary() string {
	text := fmt.Sprintf("would have answered %d of %d", r.Answered, r.Matched)
	for _, part := range [...]struct {
		n         int
		one, more string
	}{
		{r.New, "was asked for the first time", "were asked for the first time"},
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

// Differences says where the user's answers differ from the rule, or "".
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
