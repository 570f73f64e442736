package preferences

import (
	"slices"

	"neverask/hooks/rule/question"
	"neverask/hooks/rule/toolrule"
)

// Loosened lists what lets less be asked, or more be done, when preferences of one
// content take the place of others, and which rules for tools change calls in another
// way, and what Claude is told that it was not told before. It is empty for what is stricter or the same. The error is about an after that is not
// understood, of which nothing can be said.
func Loosened(before, after []byte) ([]Loosening, error) {
	var now question.Preferences
	if len(after) > 0 {
		var err error
		if now, _, err = question.ParsePreferences(after); err != nil {
			return nil, err
		}
	}
	seen, _, _ := question.ParsePreferences(before) // of what is not understood nothing holds
	tools := compareTools(toolsOf(before), toolsOf(after))
	if len(tools) == 0 && !slices.Equal(patching(toolsOf(before), toolsOf(after)), patching(toolsOf(after), nil)) {
		tools = []Loosening{{ID: "toolRules", Kind: Altered, Message: "calls are changed by other rules for tools, or in another order"}}
	}
	return slices.Concat(compare(seen, now), tools, compareLines(linesOf(before), linesOf(after))), nil
}

// patching lists what changes calls, in the order in which it does; a rule that
// refuses its calls in later is left out.
func patching(list, later []toolrule.Rule) (texts []string) {
	for _, r := range list {
		if now, there := toolIn(later, r.ID); len(r.Patch) > 0 && (!there || now.Act != toolrule.Deny) {
			texts = append(texts, toolText(r))
		}
	}
	return texts
}
