package preferences

import (
	"fmt"
	"reflect"
	"slices"

	"neverask/hooks/rule/strictjson"
	"neverask/hooks/rule/toolrule"
)

// toolsOf returns the valid tool rules of a preferences file.
func toolsOf(content []byte) []toolrule.Rule {
	list, _, _ := toolrule.Parse(content) // an invalid file has none
	return slices.Concat([]toolrule.Rule{}, list)
}

// compareTools lists what is looser in the tool rules now: new rules that change calls or have a message, changed
// rules, and removed rules that refused or asked.
func compareTools(seen, now []toolrule.Rule) (found []Loosening) {
	add := func(id, kind, format string, args ...any) {
		found = append(found, Loosening{ID: "tool/" + id, Kind: kind, Message: fmt.Sprintf(format, args...)})
	}
	for _, r := range now {
		old, there := toolIn(seen, r.ID)
		switch {
		case there && !sameTool(old, r) && !stricter(old, r):
			add(r.ID, Altered, "the tool rule was %s and is %s", toolText(old), toolText(r))
		case !there && (r.Message != "" || len(r.Patch) > 0) && !anotherID(r, seen, now):
			add(r.ID, Appeared, "the tool rule is new: %s", toolText(r))
		}
	}
	for _, r := range seen {
		if _, there := toolIn(now, r.ID); !there && (r.Act == toolrule.Deny || r.Act == toolrule.Ask) &&
			!anotherID(r, now, seen) {
			add(r.ID, Vanished, "the tool rule is gone: %s", toolText(r))
		}
	}
	return found
}

// stricter reports whether a rule matches the same calls as before with the same message, and lets fewer of them
// happen.
func stricter(old, now toolrule.Rule) bool {
	fields := toolrule.Fields()
	return now.Act == toolrule.Deny && now.Message == old.Message &&
		reflect.DeepEqual(fields.Only(old, strictjson.Matching), fields.Only(now, strictjson.Matching))
}

// anotherID reports whether a rule differs from one on the other side only in its ID.
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

// toolText returns a tool rule as JSON, as in the preferences file.
func toolText(r toolrule.Rule) string {
	return said(toolrule.Fields().Only(r, strictjson.Matching, strictjson.Acting))
}
