package suggest

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"time"

	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/question"
	"neverask/hooks/rule/standinganswer"
	"neverask/hooks/rule/wording"
	"neverask/settings/worktree"
)

// Suggestion is a rule, or a standing answer, that the person's own answers suggest.
type Suggestion struct {
	ID     string              // stable for the same question, answer and project
	Latest transcript.Question // the latest question it is about
	Answer string              // what the person answered, in words
	Asked  int                 // how often they were asked
	Alike  int                 // how often they gave this answer
	Last   time.Time           // when they were last asked
	// Projects are the directories in which they were asked, without subdirectories of another.
	Projects []string
	// Wordings are the texts of the questions, the latest first; nil if all are the same.
	Wordings []string

	Rule question.Rule // without an ID
	// Line is a standing answer without its text, in place of the rule; see [FindLines].
	Line *standinganswer.Line
	// Replay is what the rule would have done. Look twice at answers of the person that differ from it.
	transcript.Replay
}

// Where returns the project that the rule or the standing answer is for; "" is everywhere.
func (s Suggestion) Where() string {
	if s.Line != nil {
		return s.Line.Project
	}
	return s.Rule.Project
}

// Evidence summarises the answers behind the suggestion: "14 of 14: Yes · last 2d ago · 3 projects". last says when
// the latest was, see [diffview.Last].
func (s Suggestion) Evidence(last string) string {
	return fmt.Sprintf("%d of %d: %s", s.Alike, s.Asked, s.Answer) + s.when(last)
}

// Past returns the evidence as a sentence: "you answered Yes 14 of 14 times · last 2d ago".
func (s Suggestion) Past(last string) string {
	return fmt.Sprintf("you answered %s %d of %d times", s.Answer, s.Alike, s.Asked) + s.when(last)
}

// when says when and where the person was asked.
func (s Suggestion) when(last string) string {
	text := " · " + last
	if n := len(s.Projects); n > 1 {
		text += fmt.Sprintf(" · %d projects", n)
	}
	return text
}

// ID returns the ID of the suggestion of a rule: it does not change when the question is asked again.
func ID(r question.Rule) string {
	about := r.Match.Marker
	switch {
	case about != "":
	case r.ByLabels():
		about = strings.Join(slices.Sorted(slices.Values(r.Match.Options)), "\x00")
	default:
		about = wording.Fingerprint(r.Match.Text)
	}
	answer := r.Answer.Word + r.Answer.Label + r.Answer.Text + strings.Join(r.Answer.Labels, "\x00")
	h := fnv.New32a()
	fmt.Fprintf(h, "%q %q %q %q", about, wording.Fingerprint(r.Match.Header), strings.ToLower(answer), r.Project)
	return fmt.Sprintf("s-%08x", h.Sum32())
}

// Here returns the suggested rule for only the project that contains a directory. It fails if the question was never
// asked there.
func (s Suggestion) Here(dir string) (question.Rule, bool) {
	for _, project := range s.Projects {
		if worktree.Below(dir, project) {
			r := s.Rule
			r.Project = project
			return r, true
		}
	}
	return question.Rule{}, false
}

// All returns the suggested rules, then the suggested standing answers, and last those that are not
// [Suggestion.Useful].
func All(questions []transcript.Question, rules question.Rules,
	lines []standinganswer.Line, decisions map[string]Decision) []Suggestion {
	found := Find(questions, rules, decisions)
	found = append(found, FindLines(questions, rules, lines, found, decisions)...)
	slices.SortStableFunc(found, func(a, b Suggestion) int { return b.use() - a.use() })
	return found
}

// Useful reports whether the person would have been asked less with the suggestion. If no transcript shows what they
// saw, it assumes so.
func (s *Suggestion) Useful() bool { return s.use() > 0 }

func (s *Suggestion) use() int {
	if s.Line != nil || s.Answered > 0 || s.Seen == 0 {
		return 1
	}
	return 0
}

// Waiting counts the useful suggestions.
func Waiting(all []Suggestion) (n int) {
	for i := range all {
		n += all[i].use()
	}
	return n
}
