package install

import (
	"errors"
	"slices"

	"neverask/hooks/app/planner"
	"neverask/hooks/claude/config"
	"neverask/settings"
)

// Rules plans an edit of the preferences, and the resulting changes in settings files. The
// tool-rule hook fires for the tools that the tool rules name; the first tool rule adds it to
// files that have other neverask hooks. The SessionStart entry exists while Claude is told
// something.
func Rules(in *planner.Planner, op string,
	edit func(settings.Document) (settings.Document, error)) (planner.Plan, error) {
	t := planner.Target{Path: in.Paths.Preferences()}
	f, l, err := in.Open(t)
	if err != nil {
		return planner.Plan{}, err
	}
	doc, err := edit(f.Document)
	if err != nil {
		return planner.Plan{}, planner.Located(t.Path, err)
	}
	now, err := planner.NeedsIn(doc.Bytes())
	if err != nil {
		return planner.Plan{}, err
	}
	p := in.NewPlan(t, op, f.Plan(doc), l)
	then := *in
	then.Needs = func() (config.Needs, error) { return now, nil }
	old, err := planner.NeedsIn(f.Document.Bytes())
	first := err == nil && old.Matcher == "" && now.Matcher != "" && !Anywhere(in, config.ToolRuleHook)
	for _, target := range in.Watched() {
		what := WantedIn(in, target)
		switch {
		case first && target.Scope != "" && len(what) > 0:
			what, first = append(what, config.ToolRuleHook), false
		case slices.Contains(what, config.ToolRuleHook):
		case slices.Contains(what, config.QuestionHooks) && (err != nil || old.Tell != now.Tell):
		default:
			continue
		}
		follows, err := Install(&then, target, Options{NoDenyRules: true, What: what})
		switch {
		case err != nil:
			return planner.Plan{}, errors.Join(err, errors.New("the entries in it cannot follow the rules"))
		case follows.Changes():
			p.Also = append(append(p.Also, follows), follows.Also...)
			p.Problems = append(p.Problems, follows.Problems...)
		}
	}
	return p, nil
}

// Anywhere reports whether what is installed in any settings file.
func Anywhere(in *planner.Planner, what config.Installable) bool {
	return slices.ContainsFunc(in.Watched(), func(t planner.Target) bool { return slices.Contains(WantedIn(in, t), what) })
}
