package suggest

import (
	"fmt"
	"math"
	"strings"
	"time"

	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/question"
	"neverask/hooks/rule/standinganswer"
)

// subject is the topic of a standing answer.
type subject struct {
	gist
	// text is compared if no options are known: most of it must occur in the question.
	text runs
}

func subjectOf(l standinganswer.Line) subject {
	if l.About.Options != nil {
		return subject{gist: gistOf(l.About.Question, l.About.Header, l.About.Options)}
	}
	text := l.Text
	if l.About.Question != "" {
		text = l.About.Question
	}
	return subject{text: runsOf(text)}
}

// A text without options must have at least minRuns runs of letters; a question about it contains two thirds of them.
const (
	minRuns    = 6
	runsOutOf3 = 2
	effectDays = 28
)

func (s subject) has(g gist) bool {
	if len(s.labels) > 0 {
		return s.like(g)
	}
	return len(s.text) >= minRuns && 3*s.text.shared(g.whole) >= runsOutOf3*len(s.text)
}

// An Effect counts the questions that seem to be about a standing answer.
type Effect struct {
	Line     standinganswer.Line
	Since    time.Time              // when the line was created; zero if unknown
	Asked    []*transcript.Question // since then, the oldest first
	Contrary []*transcript.Question // of these, those the person answered differently
	Before   int                    // how often it was asked in the four weeks before
	days     float64                // since then
}

// Effects returns the effects of standing answers, in order. A question counts for each line that it seems to be
// about, unless neverask answered it.
func Effects(lines []standinganswer.Line, questions []transcript.Question, now time.Time) []Effect {
	all, subjects := make([]Effect, len(lines)), make([]subject, len(lines))
	for i, l := range lines {
		since, _ := time.Parse(time.RFC3339, l.Created.At)
		all[i], subjects[i] = Effect{Line: l, Since: since, days: now.Sub(since).Hours() / 24}, subjectOf(l)
	}
	if len(lines) == 0 {
		return all
	}
	for i := range questions {
		q := &questions[i]
		if q.By == transcript.Neverask {
			continue
		}
		g := gistOfQuestion(q)
		for j := range all {
			if subjects[j].has(g) && holdsIn(all[j].Line, q) {
				all[j].count(q)
			}
		}
	}
	return all
}

// Told returns the standing answers that a question seems to be about and that already existed when Claude asked it.
func Told(lines []standinganswer.Line, q *transcript.Question) (told []standinganswer.Line) {
	for _, e := range Effects(lines, []transcript.Question{*q}, q.Time) {
		if len(e.Asked) > 0 {
			told = append(told, e.Line)
		}
	}
	return told
}

func gistOfQuestion(q *transcript.Question) gist {
	labels := make([]string, len(q.Options))
	for i, o := range q.Options {
		labels[i] = o.Label
	}
	return gistOf(q.Text, q.Header, labels)
}

func holdsIn(l standinganswer.Line, q *transcript.Question) bool {
	return l.Project == "" || question.NewLocation(q.Project).Within(l.Project)
}

func (e *Effect) count(q *transcript.Question) {
	switch {
	case !q.Time.Before(e.Since):
		e.Asked = append(e.Asked, q)
		if contrary(e.Line, q) {
			e.Contrary = append(e.Contrary, q)
		}
	case q.Time.After(e.Since.AddDate(0, 0, -effectDays)):
		e.Before++
	}
}

// contrary reports whether the person chose another option than the one that agrees with a line: the line's answer,
// or else the only option whose words occur in the line.
func contrary(l standinganswer.Line, q *transcript.Question) bool {
	if q.Outcome != transcript.Picked || q.By != transcript.Person || q.Multi || len(q.Chosen) != 1 ||
		q.Chosen[0] >= len(q.Options) {
		return false
	}
	text := runsOf(l.Text)
	var agreeing []int
	for i, o := range q.Options {
		label := runsOf(question.RoutineLabel(o.Label))
		switch {
		case l.Answer != "" && saysSame(l.Answer, o.Label),
			l.Answer == "" && len(label) > 0 && label.shared(text) == len(label):
			agreeing = append(agreeing, i)
		}
	}
	return len(agreeing) == 1 && agreeing[0] != q.Chosen[0]
}

// Spared estimates how many questions the line has saved; 0 if unknown.
func (e Effect) Spared() int {
	if e.Since.IsZero() || e.days < 1 {
		return 0
	}
	return max(0, int(math.Round(float64(e.Before)*e.days/effectDays))-len(e.Asked))
}

// String returns the effect in words: "asked 6× in the 4 weeks before, 1× in the 9 days since".
func (e Effect) String() string {
	var parts []string
	if !e.Since.IsZero() {
		parts = append(parts,
			fmt.Sprintf("asked %d× in the 4 weeks before, %d× in the %s since", e.Before, len(e.Asked), days(e.days)))
	} else {
		parts = append(parts, fmt.Sprintf("asked %d×", len(e.Asked)))
	}
	if n := len(e.Contrary); n > 0 {
		parts = append(parts, fmt.Sprintf("you answered differently %d×", n))
	}
	return strings.Join(parts, "; ")
}

func days(n float64) string {
	switch whole := int(n); whole {
	case 0:
		return "hours"
	case 1:
		return "day"
	default:
		return fmt.Sprintf("%d days", whole)
	}
}

// Totals are the effects of all standing answers together.
type Totals struct {
	Lines    int `json:"lines"`
	Before   int `json:"before"`   // how often Claude asked about them in the four weeks before each
	Asked    int `json:"asked"`    // how often since
	Contrary int `json:"contrary"` // of these, those the person answered differently
	Spared   int `json:"spared"`   // how many questions they seem to have saved
}

// Total adds up effects.
func Total(all []Effect) (t Totals) {
	for _, e := range all {
		t.Lines++
		t.Before += e.Before
		t.Asked += len(e.Asked)
		t.Contrary += len(e.Contrary)
		t.Spared += e.Spared()
	}
	return t
}

// Text returns the totals in words. told says whether the hook that tells Claude is installed.
func (t Totals) Text(told bool) string {
	text := fmt.Sprintf("%d that Claude is told, as advice", t.Lines)
	if !told {
		text = fmt.Sprintf("%d, not told: the hooks are not installed", t.Lines)
	}
	if t.Before+t.Asked > 0 {
		text += fmt.Sprintf("; asked about %d× in the 4 weeks before, %d× since", t.Before, t.Asked)
	}
	if t.Spared > 0 {
		text += fmt.Sprintf(": they seem to have spared you %d", t.Spared)
	}
	if t.Contrary > 0 {
		text += fmt.Sprintf("; you answered differently %d×", t.Contrary)
	}
	return text
}
