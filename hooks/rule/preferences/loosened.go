package preferences

import (
	"slices"

	"neverask/hooks/rule/question"
	"neverask/hooks/rule/toolrule"
)

// The kinds of changes that a person should know about.
const (
	Appeared = "appeared" // it was not there before
	Widened  = "widened"  // it answers more than before
	Altered  = "changed"  // it answers differently, or other questions
	Vanished = "gone"     // it kept questions from being answered
)

// Loosening is a difference between preferences that answers or does more, or something else.
type Loosening struct {
	// ID is a question rule's ID, "tool/ID", "tell/ID", "partial", "session" or "mcp/SERVER".
	ID      string
	Kind    string
	Message string // what is different, in words
}

// Loosened lists the differences by which less is asked or more is done after a change of the preferences file, calls
// are changed in another way, or Claude is told something new. It is empty if the new content is stricter or the
// same. It fails if after is not valid.
func Loosened(before, after []byte) ([]Loosening, error) {
	var now question.Preferences
	if len(after) > 0 {
		var err error
		if now, _, err = question.ParsePreferences(after); err != nil {
			return nil, err
		}
	}
	seen, _, _ := question.ParsePreferences(before) // an invalid file has no rules
	tools := compareTools(toolsOf(before), toolsOf(after))
	if len(tools) == 0 && !slices.Equal(patching(toolsOf(before), toolsOf(after)), patching(toolsOf(after), nil)) {
		tools = []Loosening{{ID: "toolRules", Kind: Altered, Message: "other tool rules change calls, or in another order"}}
	}
	return slices.Concat(compareRules(seen, now), tools, compareStandingAnswers(standingAnswersOf(before), standingAnswersOf(after))), nil
}

// Unmarked returns the IDs of the rules in before that lose the mark of an answer as wrong.
func Unmarked(before, after []byte) (ids []string) {
	seen, _, _ := question.ParsePreferences(before) // an invalid file has no rules
	now, _, _ := question.ParsePreferences(after)
	left := byID(now.Rules)
	for _, r := range seen.Rules {
		if r.Unmarks(left[r.ID]) {
			ids = append(ids, r.ID)
		}
	}
	return ids
}

// patching lists the rules that change calls, in order, without those that refuse their calls in later.
func patching(list, later []toolrule.Rule) (texts []string) {
	for _, r := range list {
		if now, there := toolIn(later, r.ID); len(r.Patch) > 0 && (!there || now.Act != toolrule.Deny) {
			texts = append(texts, toolText(r))
		}
	}
	return texts
}
