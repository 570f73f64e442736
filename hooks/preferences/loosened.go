package preferences

import (
	"fmt"
	"reflect"
	"slices"

	"neverask/hooks/question"
	"neverask/hooks/rules"
)

// Loosened lists what lets less be asked, or more be done, when preferences of one
// content take the place of others: what [Watch.Outside] would tell of, but for rules
// that only ask, and besides rules for tools that change calls in another way. It is
// empty for what is stricter or the same. The error is about an after that is not
// understood, of which nothing can be said.
func Loosened(before, after []byte) ([]Outside, error) {
	var now question.Preferences
	if len(after) > 0 {
		var err error
		if now, _, err = question.ParsePreferences(after); err != nil {
			return nil, err
		}
	}
	seen, _, _ := question.ParsePreferences(before) // of what is not understood nothing holds
	found := slices.DeleteFunc(compare(seen, now), func(o Outside) bool {
		return o.Kind == Appeared && o.Now != nil && o.Now.Mode == question.AlwaysAsk
	})
	tools := compareTools(toolsOf(before), toolsOf(after))
	if len(tools) == 0 && !slices.Equal(patching(toolsOf(before), toolsOf(after)), patching(toolsOf(after), nil)) {
		tools = []Outside{{ID: "toolRules", Kind: Altered, Message: "calls are changed by other rules for tools, or in another order"}}
	}
	return append(found, tools...), nil
}

// displaced lists the rules that match otherwise beside another that does not do the
// same: one that matches less may beat a rule that asks, and one that matches more be
// beaten.
func displaced(seen, now question.Preferences, known []Outside) (found []Outside) {
	before := byID(seen.Rules)
	for _, r := range now.Rules {
		old, ok := before[r.ID]
		if !ok || breadth(old, r) == 0 || !slices.ContainsFunc(now.Rules, func(o question.Rule) bool { return contends(r, o) }) || slices.ContainsFunc(known, func(o Outside) bool { return o.ID == r.ID }) {
			continue
		}
		found = append(found, Outside{ID: r.ID, Kind: Altered, Message: "it matches other questions, or with another rank", Now: &r, Before: &old})
	}
	return found
}

// contends reports whether two rules may match the same question and do different
// things with it.
func contends(a, b question.Rule) bool {
	return (a.Mode != b.Mode || a.OneWay != b.OneWay || !reflect.DeepEqual(a.Answer, b.Answer)) && !a.Match.Disjoint(b.Match)
}

// gone lists the rules that are not there any more and asked, or in whose absence
// another answers what they did: of two with different answers neither does.
func gone(seen, now question.Preferences) (found []Outside) {
	after := byID(now.Rules)
	gained := meanings(now.Rules, byID(seen.Rules))
	var lost []question.Rule
	for _, r := range seen.Rules {
		if _, there := after[r.ID]; !there && r.Mode != question.AlwaysAsk && !gained[meaning(r)] {
			lost = append(lost, r)
		}
	}
	rest := now.Rules
	for _, t := range seen.Trusted {
		if !slices.ContainsFunc(now.Trusted, func(n question.Trusted) bool { return n.Project == t.Project }) {
			lost = append(lost, t.Rules()...)
		}
	}
	for _, t := range now.Trusted {
		rest = append(slices.Clip(rest), t.Rules()...)
	}
	for _, r := range lost {
		i := slices.IndexFunc(rest, func(o question.Rule) bool { return takesOver(r, o) })
		message := "the rule asked, and is gone"
		if i >= 0 {
			message = fmt.Sprintf("the rule is gone, and rule %s answers what it matched", rest[i].ID)
		}
		if i >= 0 || boldness(r.Mode) <= boldness(question.PreferMode) {
			found = append(found, Outside{ID: r.ID, Kind: Vanished, Message: message, Before: &r})
		}
	}
	return found
}

// takesOver reports whether, where one rule is gone, another may answer a question
// that it matched, and otherwise than it would have.
func takesOver(gone, other question.Rule) bool {
	if other.Mode == question.AlwaysAsk || gone.Trusted != nil && other.Trusted == nil {
		return false // it asks, or came first before, too
	}
	bolder := boldness(other.Mode) > boldness(gone.Mode) || other.OneWay != "" && gone.OneWay == ""
	return (bolder || !reflect.DeepEqual(gone.Answer, other.Answer)) && !gone.Match.Disjoint(other.Match)
}

// patching lists what changes calls, in the order in which it does; a rule that
// refuses its calls in later is left out.
func patching(list, later []rules.Rule) (texts []string) {
	for _, r := range list {
		if now, there := toolIn(later, r.ID); len(r.Patch) > 0 && (!there || now.Act != rules.Deny) {
			texts = append(texts, toolText(r))
		}
	}
	return texts
}
