package preferences

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"neverask/hooks/rule/question"
	"neverask/hooks/rule/strictjson"
)

// compareRules lists what is looser in preferences now than in those seen before.
func compareRules(seen, now question.Preferences) (found []Loosening) {
	before, after := byID(seen.Rules), byID(now.Rules)
	lost, gained := meanings(seen.Rules, after), meanings(now.Rules, before)
	for _, r := range now.Rules {
		if old, ok := before[r.ID]; ok {
			if kind, message := compareRule(old, r); kind != "" {
				found = append(found, Loosening{ID: r.ID, Kind: kind, Message: message})
			}
		} else if r.Mode != question.AlwaysAsk && !lost[meaning(r)] {
			found = append(found, Loosening{ID: r.ID, Kind: Appeared, Message: "the rule is new"})
		}
	}
	for _, r := range seen.Rules {
		if _, ok := after[r.ID]; !ok && r.Mode == question.AlwaysAsk && !gained[meaning(r)] {
			found = append(found, Loosening{ID: r.ID, Kind: Vanished, Message: "the rule asked, and is gone"})
		}
	}
	found = append(found, outranked(seen, now, found)...)
	found = append(found, gone(seen, now)...)
	return append(found, compareSettings(seen, now)...)
}

// outranked lists the rules whose match has changed while another rule may match the same questions and act
// differently: a rule that matches less may now outrank one that asks, and a rule that matches more may be outranked.
func outranked(seen, now question.Preferences, known []Loosening) (found []Loosening) {
	before := byID(seen.Rules)
	for _, r := range now.Rules {
		old, ok := before[r.ID]
		if !ok || breadth(old, r) == 0 ||
			!slices.ContainsFunc(now.Rules, func(o question.Rule) bool { return contends(r, o) }) ||
			slices.ContainsFunc(known, func(o Loosening) bool { return o.ID == r.ID }) {
			continue
		}
		found = append(found, Loosening{ID: r.ID, Kind: Altered, Message: "it matches other questions, or with another rank"})
	}
	return found
}

// contends reports whether two rules may match the same question and do different things with it.
func contends(a, b question.Rule) bool {
	fields := question.Fields()
	return !reflect.DeepEqual(fields.Only(a, strictjson.Acting), fields.Only(b, strictjson.Acting)) &&
		!a.Match.Disjoint(b.Match)
}

// gone lists the removed rules that asked, and those whose removal lets another rule answer: while two rules with
// different answers match, neither answers.
func gone(seen, now question.Preferences) (found []Loosening) {
	after := byID(now.Rules)
	gained := meanings(now.Rules, byID(seen.Rules))
	var lost []question.Rule
	for _, r := range seen.Rules {
		if _, there := after[r.ID]; !there && r.Mode != question.AlwaysAsk && !gained[meaning(r)] {
			lost = append(lost, r)
		}
	}
	for _, r := range lost {
		i := slices.IndexFunc(now.Rules, func(o question.Rule) bool { return takesOver(r, o) })
		message := "the rule asked, and is gone"
		if i >= 0 {
			message = fmt.Sprintf("the rule is gone, and rule %s answers what it matched", now.Rules[i].ID)
		}
		if i >= 0 || boldness(r.Mode) <= boldness(question.PreferMode) {
			found = append(found, Loosening{ID: r.ID, Kind: Vanished, Message: message})
		}
	}
	return found
}

// takesOver reports whether, without the rule gone, the other may answer a question that gone matched, and
// differently.
func takesOver(gone, other question.Rule) bool {
	if other.Mode == question.AlwaysAsk {
		return false
	}
	bolder := boldness(other.Mode) > boldness(gone.Mode) || other.OneWay != "" && gone.OneWay == "" ||
		other.Sameness() == question.SameOptions && gone.Sameness() != question.SameOptions
	return (bolder || !reflect.DeepEqual(gone.Answer, other.Answer)) && !gone.Match.Disjoint(other.Match)
}

func byID(rules []question.Rule) map[string]question.Rule {
	m := make(map[string]question.Rule, len(rules))
	for _, r := range rules {
		m[r.ID] = r
	}
	return m
}

// meanings returns the meanings of the rules whose IDs are not taken on the other side: a rule with only a new ID is
// no news.
func meanings(rules []question.Rule, taken map[string]question.Rule) map[string]bool {
	m := map[string]bool{}
	for _, r := range rules {
		if _, there := taken[r.ID]; !there {
			m[meaning(r)] = true
		}
	}
	return m
}

// compareRule says in which ways a rule does more than before. If there are several, the gravest gives the kind.
func compareRule(old, now question.Rule) (kind, message string) {
	var widened, altered []string
	asks := old.Mode == question.AlwaysAsk && now.Mode == question.AlwaysAsk
	if boldness(now.Mode) > boldness(old.Mode) {
		widened = append(widened, "its mode was "+old.Mode.Words())
	}
	if now.OneWay != "" && old.OneWay == "" {
		widened = append(widened, "it may now answer about irreversible actions")
	}
	if now.Sameness() == question.SameOptions && old.Sameness() != question.SameOptions {
		widened = append(widened, "it now answers by the options, however a question is worded")
	}
	switch breadth(old, now) {
	case 1:
		if !asks {
			widened = append(widened, "it matches more questions")
		}
	case -1:
		if asks {
			widened = append(widened, "it asks fewer questions")
		}
	case 2:
		altered = append(altered, "it matches other questions")
	}
	switch {
	case now.Answer.IsZero() || reflect.DeepEqual(old.Answer, now.Answer):
	case now.Mode == question.AlwaysAsk:
		// It does nothing now, but is what the rule answers when its mode changes.
		altered = append(altered, "it keeps another answer")
	case old.Mode != question.AlwaysAsk || !old.Answer.IsZero():
		altered = append(altered, "it has another answer")
	}
	message = strings.Join(append(widened, altered...), "; ")
	switch {
	case len(widened) > 0:
		return Widened, message
	case len(altered) > 0:
		return Altered, message
	}
	return "", ""
}

// boldness orders the modes: a higher one asks less.
func boldness(m question.Mode) int {
	return -slices.Index(strictjson.Words(question.Modes()), string(m))
}

// breadth compares which questions two rules match: 1 if the second matches more, -1 if fewer, 0 if the same, and 2
// if others.
func breadth(old, now question.Rule) int {
	project := breadthOfProjects(old.Project, now.Project)
	if reflect.DeepEqual(old.Match, now.Match) {
		return project
	}
	match := compareSets(conditions(old), conditions(now))
	switch {
	case match == 0:
		return project
	case project == 0 || project == match:
		return match
	}
	return 2
}

// conditions returns the conditions that a question must meet for a rule.
func conditions(r question.Rule) map[string]string {
	m := map[string]string{}
	for _, f := range question.Fields() {
		if value := f.Of(&r).String(); value != "" && f.Part == strictjson.Matching && f.Name != "project" {
			m[f.Name] = value
		}
	}
	return m
}

// compareSets compares two sets of conditions: more questions meet fewer conditions.
func compareSets(old, now map[string]string) int {
	within := func(a, b map[string]string) bool {
		for k, v := range a {
			if b[k] != v {
				return false
			}
		}
		return true
	}
	fewer, more := within(now, old), within(old, now)
	switch {
	case fewer && more:
		return 0
	case fewer:
		return 1
	case more:
		return -1
	}
	return 2
}

func breadthOfProjects(old, now string) int {
	switch {
	case old == now:
		return 0
	case now == "" || old != "" && question.NewLocation(old).Within(now):
		return 1
	case old == "" || question.NewLocation(now).Within(old):
		return -1
	}
	return 2
}

func compareSettings(seen, now question.Preferences) (found []Loosening) {
	add := func(id, format string, args ...any) {
		found = append(found, Loosening{ID: id, Kind: Widened, Message: fmt.Sprintf(format, args...)})
	}
	if seen.Partial == "off" && now.Partial != "off" {
		add("partial", "calls may be answered in part")
	}
	if seen.Session != now.Session && now.Session == question.Spawned {
		add("session", "every session counts as spawned, where the recommended option is taken when asking fails")
	}
	for _, server := range slices.Sorted(maps.Keys(now.MCP)) {
		old, after := seen.PolicyFor(server), now.PolicyFor(server)
		if old != after && after != question.PolicyAsk {
			add("mcp/"+server, "the policy for the MCP server %s is %q and was %q", server, after, old)
		}
	}
	return found
}
