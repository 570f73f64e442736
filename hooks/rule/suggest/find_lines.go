package suggest

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"

	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/question"
	"neverask/hooks/rule/standinganswer"
	"neverask/hooks/rule/wording"
)

const (
	// comparedQuestions is how many of the latest questions are compared, each with each.
	comparedQuestions = 1500
	// comparedMembers is with how many questions of a theme another one is compared.
	comparedMembers = 6
	// minSaidAlike is how often a theme must have been answered alike.
	minSaidAlike = 2
)

type matcher = func(question.Call, question.Question, question.Identity) bool

// theme is a set of questions that seem to be about the same thing in different words, the oldest first.
type theme struct {
	questions []*past
	gists     []gist
}

// has reports whether a question is about the same thing as most of a theme's latest questions.
func (t *theme) has(g gist) bool {
	latest, n := t.gists[max(0, len(t.gists)-comparedMembers):], 0
	for _, other := range latest {
		if other.like(g) {
			n++
		}
	}
	return 2*n >= len(latest)
}

// FindLines suggests standing answers for questions that no rule can match, because they come in different words each
// time, but that the person answered alike. The Line of a suggestion has no text; the person writes it. found are the
// suggested rules, which take precedence.
func FindLines(questions []transcript.Question, rules question.Rules,
	lines []standinganswer.Line, found []Suggestion, decisions map[string]Decision) (all []Suggestion) {
	f := &finder{rules: rules, decisions: decisions, replayer: transcript.Replayer{Settings: rules}}
	suggested := make([]matcher, len(found))
	for i, s := range found {
		suggested[i] = s.Rule.Match.Matcher()
	}
	known := make([]subject, len(lines))
	for i, l := range lines {
		known[i] = subjectOf(l)
	}
	leave := func(p *past, g gist) bool {
		q := p.Plain.Questions[0]
		return p.Multi || p.ID.Marker != "" || q.SaysNothing() || f.covered(p) ||
			slices.ContainsFunc(suggested, func(m matcher) bool { return m(p.Plain, q, p.ID) }) ||
			slices.ContainsFunc(known, func(s subject) bool { return s.has(g) })
	}
	for _, t := range themes(questions[max(0, len(questions)-comparedQuestions):], leave) {
		if s, ok := t.suggestion(); ok && !decisions[s.ID].Hides() {
			all = append(all, s)
		}
	}
	slices.SortStableFunc(all, func(a, b Suggestion) int {
		return cmp.Or(cmp.Compare(b.Alike, a.Alike), b.Last.Compare(a.Last))
	})
	return all
}

// themes groups questions that seem to be about the same thing.
func themes(questions []transcript.Question, leave func(*past, gist) bool) (all []*theme) {
	contents := library{contents: map[*transcript.Content]*content{}, labels: map[string]map[string]bool{}}
	for i := range questions {
		q := &questions[i]
		p := &past{Question: q, content: contents.content(q)}
		if p.content == nil || q.Cut {
			continue
		}
		g := gistOf(q.Text, q.Header, p.Plain.Questions[0].Labels())
		if leave(p, g) {
			continue
		}
		at := slices.IndexFunc(all, func(t *theme) bool { return t.has(g) })
		if at < 0 {
			at, all = len(all), append(all, new(theme))
		}
		all[at].questions, all[at].gists = append(all[at].questions, p), append(all[at].gists, g)
	}
	return all
}

// suggestion returns the theme's suggestion, if the theme was answered alike in two sessions and two thirds of the
// cases, and nothing in it is irreversible.
func (t *theme) suggestion() (s Suggestion, ok bool) {
	asked := slices.DeleteFunc(slices.Clone(t.questions), func(p *past) bool { return !p.counts() })
	if len(asked) < minSaidAlike || wordings(asked) == nil ||
		slices.ContainsFunc(asked, func(p *past) bool { return p.OneWay }) {
		return s, false
	}
	var alike []*past // the most that were answered alike
	for _, p := range asked {
		same := slices.DeleteFunc(slices.Clone(asked), func(o *past) bool {
			return p.Outcome != transcript.Picked || o.Outcome != transcript.Picked ||
				!saysSame(p.label(p.Chosen[0]), o.label(o.Chosen[0]))
		})
		if len(same) >= len(alike) {
			alike = same
		}
	}
	sessions := map[string]bool{}
	for _, p := range alike {
		sessions[p.Session] = true
	}
	if len(alike) < minSaidAlike || len(sessions) < minSessions || 3*len(alike) < 2*len(asked) {
		return s, false
	}
	latest := alike[len(alike)-1]
	s = Suggestion{
		Latest: *latest.Question, Answer: question.WithoutMark(latest.label(latest.Chosen[0])),
		Asked: len(asked), Alike: len(alike),
		Last: asked[len(asked)-1].Time, Projects: projects(asked), Wordings: wordings(asked),
	}
	s.Line = &standinganswer.Line{
		About: standinganswer.About{Question: latest.Text, Header: latest.Header}, Answer: s.Answer,
	}
	for _, l := range latest.Plain.Questions[0].Labels() {
		s.Line.About.Options = append(s.Line.About.Options, question.WithoutMark(l))
	}
	if len(s.Projects) == 1 {
		s.Line.Project = s.Projects[0]
	}
	h := fnv.New32a()
	fmt.Fprintf(h, "tell %q %q", strings.ToLower(question.RoutineLabel(s.Answer)), wording.Fingerprint(asked[0].Header))
	s.ID = fmt.Sprintf("s-%08x", h.Sum32())
	return s, true
}
