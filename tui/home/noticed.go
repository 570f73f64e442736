package home

import (
	tea "charm.land/bubbletea/v2"

	"neverask/diffview"
	"neverask/hooks/app/doctor"
	"neverask/hooks/rule/preferences"
	"neverask/tui/drawing"
	"neverask/tui/hookstate"
	"neverask/tui/kit"
	"neverask/tui/rulestate"
)

// Noticed returns what needs a look outside the doctor's examination: lost hooks, rules without effect,
// and problems of the settings files.
func (o *Place) Noticed() []hookstate.Noticed {
	all := o.outside.noticed()
	all = append(all, report{o}.noticedRules()...)
	known := map[string]bool{}
	for _, s := range o.installs.Statuses {
		for _, p := range o.outside.problems(s) {
			key := p.ID + p.Message
			if known[key] || p.ID == "off" || p.ID == "away" || (report{o}).hasOwnCard(p) {
				continue
			}
			known[key] = true
			n := hookstate.Noticed{
				Key: key, Severity: doctor.Severity(p.Severity), Message: kit.Capital(kit.Curled(kit.Clean(o.home, p.Message))),
				Fix: kit.Clean(o.home, p.Fix),
			}
			if p.Rule != "" {
				n.Keys = []kit.Binding{seeRule(p.Rule, o.state)}
			} else if fixedByInstall[p.ID] {
				n.Keys = []kit.Binding{kit.Bind("install…", o.install,
					"enter").Means("install what is missing; shows the change first").Writing()}
			}
			all = append(all, n)
		}
	}
	return all
}

func (o report) noticedRules() (all []hookstate.Noticed) {
	rules := o.state.Rules
	if n := len(rules.Appeared); n > 0 {
		all = append(all, hookstate.Noticed{
			Key: "appeared", Severity: doctor.Warning,
			Message: diffview.Count(n, "rule") + " from outside neverask", File: rules.Path,
			Why: "the file of rules was changed outside neverask", Fix: "look at them in Rules, and confirm those that you want",
			Keys: []kit.Binding{kit.Bind("see", kit.Going("Rules"), "enter").Means("see the rules")},
		})
	}
	for _, trouble := range preferences.Troubles {
		for _, f := range rules.FindingsFor(trouble) {
			r, _ := rules.Rule(f.Rule)
			all = append(all, hookstate.Noticed{
				Key: ruleKey(r.ID), Severity: doctor.Warning, Message: "A rule " + string(trouble) + ": " + drawing.Quoted(r),
				Why: kit.Clean(o.home, f.Message), Fix: "edit or delete the rule",
				File: rules.Path, Line: rules.Book.Line(r.ID), Keys: []kit.Binding{seeRule(r.ID, o.state)},
			})
		}
	}
	return all
}

func ruleKey(id string) string { return "rule " + id }

// seeRule returns enter, which goes to a rule.
func seeRule(id string, state *rulestate.State) kit.Binding {
	return kit.Bind("see", seeing(id, state), "enter").Means("see the rule")
}

// seeing returns the key function that goes to a rule.
func seeing(id string, state *rulestate.State) func(*kit.Model) tea.Cmd {
	return func(m *kit.Model) tea.Cmd {
		r, _ := state.Rules.Rule(id)
		m.ToPlace()
		return m.Send(rulestate.RuleMsg{Key: r.ID})
	}
}
