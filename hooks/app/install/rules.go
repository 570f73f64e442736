package install

import (
	"errors"
	"slices"

	"neverask/hooks/app/installer"
	"neverask/hooks/claude/config"
	"neverask/hooks/rule/toolrule"
	"neverask/settings"
)

// Rules plans an edit of the rules for tools in the preferences, and in every
// settings file that has the pack of the rules the change of its entry that follows
// from it: the entry fires for the tools that the rules name. The first rule brings the
// entry where the person has other hooks of neverask.
func Rules(in *installer.Installer, op string, edit func(settings.Document) (settings.Document, error)) (installer.Plan, error) {
	t := installer.Target{Path: in.Paths.Preferences()}
	f, l, err := in.Open(t)
	if err != nil {
		return installer.Plan{}, err
	}
	doc, err := edit(f.Document)
	if err != nil {
		return installer.Plan{}, installer.Located(t.Path, err)
	}
	list, _, err := toolrule.Parse(doc.Bytes())
	if err != nil {
		return installer.Plan{}, err
	}
	p := in.NewPlan(t, op, f.Plan(doc), l)
	then := *in
	then.RuleMatcher = func() (string, error) { return toolrule.Matcher(list), nil }
	old, _, err := toolrule.Parse(f.Document.Bytes())
	first := err == nil && len(old) == 0 && len(list) > 0 && !RulesInstalled(in)
	for _, target := range in.Watched() {
		packs := PacksIn(in, target)
		switch {
		case first && target.Scope != "" && len(packs) > 0:
			packs, first = append(packs, config.Rules), false
		case !slices.Contains(packs, config.Rules):
			continue
		}
		follows, err := Install(&then, target, Options{NoDenyRules: true, Packs: packs})
		switch {
		case err != nil:
			return installer.Plan{}, errors.Join(err, errors.New("the entry of the rules in it cannot follow the rules"))
		case follows.Changes():
			p.Also = append(append(p.Also, follows), follows.Also...)
			p.Problems = append(p.Problems, follows.Problems...)
		}
	}
	return p, nil
}

// RulesInstalled reports whether any settings file has the pack of the rules.
func RulesInstalled(in *installer.Installer) bool {
	return slices.ContainsFunc(in.Watched(), func(t installer.Target) bool { return slices.Contains(PacksIn(in, t), config.Rules) })
}
