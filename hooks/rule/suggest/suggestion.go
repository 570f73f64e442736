package suggest

import "fmt"

// Where returns the project that the rule or the standing answer is for; "" is everywhere.
func (s Suggestion) Where() string {
	if s.Line != nil {
		return s.Line.Project
	}
	return s.Rule.Project
}

// Evidence summarises the answers behind the suggestion: "14 of 14: Yes · last 2d ago · 3 projects". ago formats how
// long ago a time was.
func (s Suggestion) Evidence(ago string) string {
	return fmt.Sprintf("%d of %d: %s", s.Alike, s.Asked, s.Answer) + s.when(ago)
}

// Past returns the evidence as a sentence: "you answered Yes 14 of 14 times · last 2d ago".
func (s Suggestion) Past(ago string) string {
	return fmt.Sprintf("you answered %s %d of %d times", s.Answer, s.Alike, s.Asked) + s.when(ago)
}

// when says when and where the person was asked.
func (s Suggestion) when(ago string) string {
	text := " · last " + ago
	if n := len(s.Projects); n > 1 {
		text += fmt.Sprintf(" · %d projects", n)
	}
	return text
}
