package installer

import (
	"errors"
	"slices"

	"neverask/hooks/claude/config"
	"neverask/hooks/record/eventlog"
	"neverask/hooks/rule/toolrule"
	"neverask/settings"
)

// Rules plans an edit of the rules for tools in the preferences, and in every
// settings file that has the pack of the rules the change of its entry that follows
// from it: the entry fires for the tools that the rules name.
func (in *Installer) Rules(op string, edit func(settings.Document) (settings.Document, error)) (Plan, error) {
	t := Target{Path: in.Paths.Preferences()}
	f, l, err := in.open(t)
	if err != nil {
		return Plan{}, err
	}
	doc, err := edit(f.Document)
	if err != nil {
		return Plan{}, at(t.Path, err)
	}
	list, _, err := toolrule.Parse(doc.Bytes())
	if err != nil {
		return Plan{}, err
	}
	p := in.plan(t, op, f.Plan(doc), l)
	then := *in
	then.RuleMatcher = func() (string, error) { return toolrule.Matcher(list), nil }
	for _, target := range in.Watched() {
		packs := in.packsIn(target)
		if !slices.Contains(packs, config.Rules) {
			continue
		}
		follows, err := then.Install(target, Options{NoDenyRules: true, Packs: packs})
		switch {
		case err != nil:
			return Plan{}, errors.Join(err, errors.New("the entry of the rules in it cannot follow the rules"))
		case follows.Changes():
			p.Also = append(append(p.Also, follows), follows.Also...)
		}
	}
	return p, nil
}

// ToolActs counts what rules for tools did in the last seven days, by the ID of the
// rule.
func (in *Installer) ToolActs() map[string]int {
	acts := map[string]int{}
	for act := range eventlog.OpenRuleActs(in.Paths.ToolRules()).RuleActs(in.Now().AddDate(0, 0, -7)) {
		for _, id := range act.Rules {
			acts[id]++
		}
	}
	return acts
}

// RulesInstalled reports whether any settings file has the pack of the rules.
func (in *Installer) RulesInstalled() bool {
	return slices.ContainsFunc(in.Watched(), func(t Target) bool { return slices.Contains(in.packsIn(t), config.Rules) })
}

// Loosens reports whether a plan brings rules into the preferences that allow calls
// of tools, which the words of a model must not.
func (p Plan) Loosens() bool { return len(p.allowing()) > 0 }

// allowing are the rules that allow calls of tools and were not there before.
func (p Plan) allowing() (found []toolrule.Rule) {
	for _, part := range p.Parts() {
		before, _, _ := toolrule.Parse(part.Before)
		after, _, err := toolrule.Parse(part.After)
		if err != nil {
			continue
		}
		known := map[string]bool{}
		for _, r := range before {
			known[r.NewID()] = true
		}
		for _, r := range after {
			if r.Act == toolrule.Allow && !known[r.NewID()] {
				found = append(found, r)
			}
		}
	}
	return found
}

// reaching says how far the rules of a plan go that allow commands.
func (in *Installer) reaching(p Plan) (found []Problem) {
	for _, r := range p.allowing() {
		for _, reach := range r.Reach() {
			severity, fix := "info", "neverask explain shows what becomes of one call"
			switch reach.Kind {
			case "wide":
				severity, fix = "warning", "name the commands that you mean, such as --when 'command~npm test'"
			case "inert":
				severity, fix = "warning", "let Claude Code ask about these, or name the command itself"
			}
			found = append(found, Problem{"allows", severity, r.ID + ": " + reach.Text, fix})
		}
	}
	return found
}
