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

// compareTools lists what is looser in rules for tools now than in those seen before: what
// has words for Claude or the person, or changes
// calls, and was not there, what is different, and what refused or asked and is gone.
func compareTools(seen, now []toolrule.Rule) (found []Loosening) {
	add := func(id, kind, format string, args ...any) {
		found = append(found, Loosening{ID: "tool/" + id, Kind: kind, Message: fmt.Sprintf(format, args...)})
	}
	for _, r := range now {
		old, there := toolIn(seen, r.ID)
		switch {
		case there && !sameTool(old, r) && !stricter(old, r):
			add(r.ID, Altered, "the rule for tools was %s and is %s", toolText(old), toolText(r))
		case !there && (r.Message != "" || len(r.Patch) > 0) && !anotherID(r, seen, now):
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
// them happen, in the same words.
func stricter(old, now toolrule.Rule) bool {
	fields := toolrule.Fields()
	return now.Act == toolrule.Deny && now.Message == old.Message && reflect.DeepEqual(fields.Only(old, strictjson.Matching), fields.Only(now, strictjson.Matching))
}

// anotherID reports whether a rule of one side is a rule of the other that only has another ID.
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

// toolText returns a tool rule as the preferences hold it.
func toolText(r toolrule.Rule) string {
	return said(toolrule.Fields().Only(r, strictjson.Matching, strictjson.Acting))
}
