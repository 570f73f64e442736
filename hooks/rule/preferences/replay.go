package preferences

import (
	"maps"
	"reflect"
	"slices"
	"strings"

	"neverask/hooks/rule/question"
	"neverask/settings"
)

// replay takes into account what neverask has changed since the memory was kept.
// The content of the file is followed from change to change; where somebody else
// has changed it in between, the backup of the next change says into what. A
// change whose two contents cannot be found any more is passed over, so that what
// it did is reported.
func (m *memory) replay(store *settings.Store, changes []settings.Receipt, current []byte) {
	from := 1 + slices.IndexFunc(changes, func(r settings.Receipt) bool { return r.ID == m.Receipt })
	content := []byte(m.Content)
	for i := from; i < len(changes); i++ {
		r := changes[i]
		m.Receipt = r.ID
		before, ok := content, true
		if settings.Digest(before) != r.Before && !(r.Created() && len(before) == 0) {
			before, ok = store.Before(r)
		}
		if !ok {
			continue
		}
		after, ok := result(store, changes[i:], before, current)
		if !ok {
			continue
		}
		m.Seen, m.Tools = carry(m.Seen, before, after), carryTools(m.Tools, before, after)
		content = after
	}
}

// result is what the first of the changes left in the file.
func result(store *settings.Store, changes []settings.Receipt, before, current []byte) ([]byte, bool) {
	r := changes[0]
	if r.After == "" {
		return nil, true // the file was removed
	}
	if settings.Digest(current) == r.After {
		return current, true
	}
	if doc, err := settings.Parse(before); err == nil {
		for _, e := range r.Edits {
			if doc, err = doc.Do(e); err != nil {
				break
			}
		}
		if after := doc.Bytes(); err == nil && settings.Digest(after) == r.After {
			return after, true
		}
	}
	for _, next := range changes[1:] {
		if next.Before == r.After {
			return store.Before(next)
		}
	}
	return nil, false
}

// carry makes the same difference to what was seen that neverask made to the
// file. Of a rule only the members that it changed count as seen.
func carry(seen question.Preferences, before, after []byte) question.Preferences {
	old, _, err1 := question.ParsePreferences(before)
	now, _, err2 := question.ParsePreferences(after)
	if err1 != nil || err2 != nil {
		return seen
	}
	was, known := byID(old.Rules), byID(seen.Rules)
	for _, r := range now.Rules {
		o, there := was[r.ID]
		s, saw := known[r.ID]
		switch {
		case !there:
			known[r.ID] = r
		case saw:
			known[r.ID] = carryRule(s, o, r)
		}
	}
	is := byID(now.Rules)
	for id := range was {
		if _, ok := is[id]; !ok {
			delete(known, id)
		}
	}
	seen.Rules = sortedRules(known)
	if old.Partial != now.Partial {
		seen.Partial = now.Partial
	}
	if old.Session != now.Session {
		seen.Session = now.Session
	}
	if !reflect.DeepEqual(old.MCP, now.MCP) {
		seen.MCP = now.MCP
	}
	return seen
}

func carryRule(seen, old, after question.Rule) question.Rule {
	for _, f := range question.Fields() {
		if !reflect.DeepEqual(f.Of(&old), f.Of(&after)) {
			f.Of(&seen).Take(f.Of(&after))
		}
	}
	return seen
}

// confirmed is what counts as seen afterwards: the preferences as they are now,
// except for what is still to be confirmed.
func confirmed(seen, now question.Preferences, open []Outside) question.Preferences {
	known, is := byID(seen.Rules), byID(now.Rules)
	kept := now
	for _, o := range open {
		server, isServer := strings.CutPrefix(o.ID, "mcp/")
		old, saw := known[o.ID]
		switch {
		case o.Now == nil && o.Before == nil && o.ID == "partial":
			kept.Partial = seen.Partial
		case o.Now == nil && o.Before == nil && o.ID == "session":
			kept.Session = seen.Session
		case o.Now == nil && o.Before == nil && isServer:
			kept.MCP = withPolicy(kept.MCP, server, seen.MCP[server])
		case saw:
			is[o.ID] = old
		default:
			delete(is, o.ID)
		}
	}
	kept.Rules = sortedRules(is)
	return kept
}

func sortedRules(rules map[string]question.Rule) []question.Rule {
	list := make([]question.Rule, 0, len(rules))
	for _, id := range sorted(rules) {
		list = append(list, rules[id])
	}
	return list
}

// replaced is the list with one in the place of what is meant; nil takes that out.
func replaced[T any](list []T, meant func(T) bool, one *T) []T {
	list = slices.DeleteFunc(slices.Clone(list), meant)
	if one != nil {
		list = append(list, *one)
	}
	return list
}

// withPolicy is the map with a policy for a server; "" takes it out.
func withPolicy(policies map[string]question.Policy, server string, p question.Policy) map[string]question.Policy {
	policies = maps.Clone(policies)
	delete(policies, server)
	if p != "" {
		policies[server] = p
	}
	return policies
}
