package preferences

import (
	"fmt"
	"reflect"
	"slices"

	"neverask/hooks/rule/strictjson"
	"neverask/hooks/rule/toolrule"
)

// toolsOf are the rules for tools that hold in a preferences file.
func toolsOf(content []byte) []toolrule.Rule {
	list, _, _ := toolrule.Parse(content) // of a file that is not understood none holds
	return slices.Concat([]toolrule.Rule{}, list)
}

// compareTools lists what a person should know of between the rules for tools as they
// were last seen and as they are now: what tells Claude something or changes
// its calls and was not there, what is different, and what refused or asked and is gone.
func compareTools(seen, now []toolrule.Rule) (found []Outside) {
	add := func(id, kind, format string, args ...any) {
		found = append(found, Outside{ID: "tool/" + id, Kind: kind, Message: fmt.Sprintf(format, args...), tool: id})
	}
	for _, r := range now {
		old, there := toolIn(seen, r.ID)
		switch {
		case there && !sameTool(old, r) && !stricter(old, r):
			add(r.ID, Altered, "the rule for tools was %s and is %s", toolText(old), toolText(r))
		case !there && (r.Act == toolrule.Context || len(r.Patch) > 0) && !anotherID(r, seen, now):
			add(r.ID, Appeared, "the rule for tools was not there before: %s", toolText(r))
		}
	}
	for _, r := range seen {
		if _, there := toolIn(now, r.ID); !there && (r.Act == toolrule.Deny || r.Act == toolrule.Ask) && !anotherID(r, now, seen) {
			add(r.ID, Vanished, "the rule for tools is gone: %s", toolText(r))
		}
	}
	return found
}

// stricter reports whether a rule is about the same calls as before and lets less of
// them happen.
func stricter(old, now toolrule.Rule) bool {
	fields := toolrule.Fields()
	return now.Act == toolrule.Deny && reflect.DeepEqual(fields.Only(old, strictjson.Matching), fields.Only(now, strictjson.Matching))
}

// anotherID reports whether a rule of one side is a rule of the other that only has
// another ID.
func anotherID(r toolrule.Rule, others, own []toolrule.Rule) bool {
	return slices.ContainsFunc(others, func(o toolrule.Rule) bool {
		_, taken := toolIn(own, o.ID)
		return !taken && sameTool(o, r)
	})
}

func toolIn(list []toolrule.Rule, id string) (toolrule.Rule, bool) {
	if i := slices.IndexFunc(list, func(r toolrule.Rule) bool { return r.ID == id }); i >= 0 {
		return list[i], true
	}
	return toolrule.Rule{}, false
}

func sameTool(a, b toolrule.Rule) bool { return toolText(a) == toolText(b) }

// toolText is what a rule for tools says, as the preferences hold it.
func toolText(r toolrule.Rule) string {
	return said(toolrule.Fields().Only(r, strictjson.Matching, strictjson.Acting))
}

// carryTools is [carry] for the rules for tools. A rule that others have changed too
// stays as it was seen.
func carryTools(seen []toolrule.Rule, before, after []byte) []toolrule.Rule {
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

// confirmedTools is [settle] for the rules for tools.
func confirmedTools(seen, now []toolrule.Rule, open []Outside) []toolrule.Rule {
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
func withTool(list []toolrule.Rule, id string, r *toolrule.Rule) []toolrule.Rule {
	return replaced(list, func(o toolrule.Rule) bool { return o.ID == id }, r)
}
