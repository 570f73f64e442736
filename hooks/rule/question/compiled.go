package question

import (
	"slices"

	"neverask/hooks"
	"neverask/hooks/rule/wording"
)

// Compiled are the rules of a preferences file, indexed to find the few that can match a
// question.
type Compiled struct {
	settings Preferences
	rules    []Rule
	keys     []uint32 // of the rules
}

// Compile reads a preferences file, and returns the problems and the error of
// [ParsePreferences].
func Compile(preferences []byte) (*Compiled, []Problem, error) {
	p, problems, err := ParsePreferences(preferences)
	if err != nil {
		return nil, nil, err
	}
	return compiled(p), problems, nil
}

// CompileFor is Compile for only the rules that may match a call. Reading the others, perhaps a thousand, would take
// longer than everything else in a hook.
func CompileFor(preferences string, call Call) (*Compiled, error) {
	p, _, err := parse(preferences, func(_ *file, rules hooks.Value) []Rule {
		return read.Some(rules, mayConcern(call), Rule.Check)
	})
	if err != nil {
		return nil, err
	}
	return compiled(p), nil
}

// mayConcern returns a function that reports whether a rule, as bytes, may match a question of the call. It compares
// only what is quick to compare and rules out most rules.
func mayConcern(call Call) func(rule hooks.Value) bool {
	ids := make([]Identity, len(call.Questions))
	for i, q := range call.Questions {
		ids[i] = Identify(q)
	}
	return func(rule hooks.Value) bool {
		var exact, header, text string
		for m := range matchOf(rule).Members() {
			switch m.Name {
			case "exact":
				exact = m.Value.String()
			case "header":
				header = wording.Fold(m.Value.String())
			case "text":
				text = m.Value.String()
			}
		}
		for i, q := range call.Questions {
			if (exact == "" || exact == q.Text) && (header == "" || header == ids[i].header) &&
				mayAsk(text, ids[i].Fingerprint) {
				return true
			}
		}
		return false
	}
}

// mayAsk reports whether a rule's text may have this fingerprint.
func mayAsk(text, fingerprint string) bool {
	if !wording.StartsAlike(text, fingerprint) {
		return false
	}
	own := wording.Fingerprint(text)
	return own == "" || own == fingerprint
}

// matchOf returns the rule's first "match" member: a rule with a second one does nothing.
func matchOf(rule hooks.Value) hooks.Value {
	for m := range rule.Members() {
		if m.Name == "match" {
			return m.Value
		}
	}
	return hooks.Value{}
}

func compiled(p Preferences) *Compiled {
	c := &Compiled{settings: p, rules: p.Rules, keys: make([]uint32, len(p.Rules))}
	c.settings.Rules = nil
	for i, r := range c.rules {
		c.keys[i] = r.key()
	}
	return c
}

// Settings returns the preferences without their rules.
func (c *Compiled) Settings() Preferences { return c.settings }

// For returns the rules filed under the question's keys, in file order.
func (c *Compiled) For(call Call, q Question, id Identity) (found []Rule) {
	wanted := keys(call, q, id)
	for i, key := range c.keys {
		if slices.Contains(wanted[:], key) {
			found = append(found, c.rules[i])
		}
	}
	return found
}

// key returns the hash under which a rule is filed: that of the field that gives it its rank. So a question need only
// be compared with the rules under its own keys.
func (r Rule) key() uint32 { return uint32(r.longKey()) }

func (r Rule) longKey() uint64 {
	m := r.Match
	switch r.rank() {
	case rankMarker:
		return hash("marker ", m.Marker)
	case rankExact:
		return hash("exact ", m.Exact)
	case rankText:
		return hash("text ", wording.Fingerprint(m.Text))
	case rankOptionsHeader, rankHeader:
		return hash("header ", wording.Fold(m.Header))
	case rankOptions:
		return optionsHash(m.Options)
	case rankPattern:
		return hash("pattern")
	case rankSource:
		return hash("source ", m.Source)
	}
	return hash("tool ", m.Tool)
}

// keys returns the hashes under which rules for this question may be filed.
func keys(c Call, q Question, id Identity) [8]uint32 {
	return [...]uint32{
		uint32(hash("marker ", id.Marker)),
		uint32(hash("exact ", q.Text)),
		uint32(hash("text ", id.Fingerprint)),
		uint32(hash("header ", id.header)),
		uint32(id.options),
		uint32(hash("pattern")),
		uint32(hash("source ", c.Source)),
		uint32(hash("tool ", toolName(c.Server))),
	}
}
