package preferences

import (
	"fmt"
	"reflect"
	"slices"

	"neverask/hooks/rules"
	"neverask/hooks/strict"
)

// toolsOf are the rules for tools that hold in a preferences file.
func toolsOf(content []byte) []rules.Rule {
	list, _, _ := rules.Parse(content) // of a file that is not understood none holds
	return slices.Concat([]rules.Rule{}, list)
}

// compareTools lists what a person should know of between the rules for tools as they
// were last seen and as they are now: what allows, tells Claude something or changes
// its calls and was not there, what is different, and what refused or asked and is gone.
func compareTools(seen, now []rules.Rule) (found []Outside) {
	add := func(id, kind, format string, args ...any) {
		found = append(found, Outside{ID: "tool/" + id, Kind: kind, Message: fmt.Sprintf(format, args...), tool: id})
	}
	for _, r := range now {
		old, there := toolIn(seen, r.ID)
		switch {
		case there && !sameTool(old, r) && !stricter(old, r):
			add(r.ID, Altered, "the rule for tools was %s and is %s", toolText(old), toolText(r))
		case !there && (r.Act == rules.Allow || r.Act == rules.Context || len(r.Patch) > 0) && !anotherID(r, seen, now):
			add(r.ID, Appeared, "the rule for tools was not there before: %s", toolText(r))
		}
	}
	for _, r := range seen {
		if _, there := toolIn(now, r.ID); !there && (r.Act == rules.Deny || r.Act == rules.Ask) && !anotherID(r, now, seen) {
			add(r.ID, Vanished, "the rule for tools is gone: %s", toolText(r))
		}
	}
	return found
}

// stricter reports whether a rule is about the same calls as before and lets less of
// them happen.
func stricter(old, now rules.Rule) bool {
	fields := rules.Fields()
	lessDone := now.Act == rules.Deny || old.Act == rules.Allow && now.Act == rules.Ask && reflect.DeepEqual(old.Patch, now.Patch)
	return lessDone && reflect.DeepEqual(fields.Only(old, strict.Matching), fields.Only(now, strict.Matching))
}

// anotherID reports whether a rule of one side is a rule of the other that only has
// another ID.
func anotherID(r rules.Rule, others, own []rules.Rule) bool {
	return slices.ContainsFunc(others, func(o rules.Rule) bool {
		_, taken := toolIn(own, o.ID)
		return !taken && sameTool(o, r)
	})
}

func toolIn(list []rules.Rule, id string) (rules.Rule, bool) {
	if i := slices.IndexFunc(list, func(r rules.Rule) bool { return r.ID == id }); i >= 0 {
		return list[i], true
	}
	return rules.Rule{}, false
}

func sameTool(a, b rules.Rule) bool { return toolText(a) == toolText(b) }

// toolText is what a rule for tools says, as the preferences hold it.
func toolText(r rules.Rule) string {
	return said(rules.Fields().Only(r, strict.Matching, strict.Acting))
}

// carryTools is [carry] for the rules for tools. A rule that others have changed too
// stays as it was seen.
func carryTools(seen []rules.Rule, before, after []byte) []rules.Rule {
	was, is := toolsOf(before), toolsOf(after)
	for _, r := range is {
		old, there := toolIn(was, r.ID)
		known, saw := toolIn(seen, r.ID)
		if !there || saw && sameTool(known, old) {
			seen = withTool(seen, r.ID, &r)
		}
	}
	for _, r := range was {
		if _, there := toolIn(is, r.ID); !there {
			seen = withTool(seen, r.ID, nil)
		}
	}
	return seen
}

// settleTools is [settle] for the rules for tools.
func settleTools(seen, now []rules.Rule, open []Outside) []rules.Rule {
	for _, o := range open {
		if o.tool == "" {
			continue
		}
		if old, saw := toolIn(seen, o.tool); saw {
			now = withTool(now, o.tool, &old)
		} else {
			now = withTool(now, o.tool, nil)
		}
	}
	return now
}

// withTool is the list with r in the place of the rule with an ID; nil takes it out.
func withTool(list []rules.Rule, id string, r *rules.Rule) []rules.Rule {
	list = slices.DeleteFunc(slices.Clone(list), func(o rules.Rule) bool { return o.ID == id })
	if r != nil {
		list = append(list, *r)
	}
	return list
}
