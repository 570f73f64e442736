package install

import (
	"slices"

	"neverask/hooks/app/conflicts"
	"neverask/hooks/app/planner"
	"neverask/hooks/claude/config"
	"neverask/hooks/others/conflict"
	"neverask/settings"
)

// Options are the user's choices for an install.
type Options struct {
	// NoDenyRules leaves out the permission rules that keep Claude's own tools
	// from changing the preferences, the records and the hook binary.
	NoDenyRules bool
	// Choices are the resolutions of conflicts. Other conflicts stay unresolved, and without
	// the question hooks no choice counts.
	Choices []conflict.Choice
	// What lists what the file has afterwards. Nil means the question hooks, the tool-rule
	// hook if the user has tool rules, and what the file already has.
	What []config.Installable
	// Repair completes what the file already has, and adds nothing else of neverask's.
	Repair bool
	// Arguments says whether activity recording includes the inputs of tools. Nil leaves that
	// unchanged.
	Arguments *bool
}

// Install plans to put neverask's hooks into a settings file, and to apply the chosen
// resolutions of conflicts. If the file already has the hooks, the plan has only the
// resolutions.
func Install(in *planner.Planner, t planner.Target, o Options) (planner.Plan, error) {
	f, before, err := in.Open(t)
	if err != nil {
		return planner.Plan{}, err
	}
	what := o.installables(in, t, f.Document, before)
	if !slices.Contains(what, config.QuestionHooks) {
		o.Choices = nil
	}
	for _, c := range o.Choices {
		if err := c.Check(); err != nil {
			return planner.Plan{}, err
		}
	}
	doc, ways, err := displace(f, o.Choices)
	if err != nil {
		return planner.Plan{}, planner.Located(t.Path, err)
	}
	doc, back, err := Exactly(in, doc, before, what, o.Arguments)
	if err != nil {
		return planner.Plan{}, planner.Located(t.Path, err)
	}
	// A file shared with a team is no place for rules about one person's directories.
	if !o.NoDenyRules && t.Scope != settings.Project {
		rules := in.DenyRules()
		if doc, err = config.AddDenyRules(doc, rules); err != nil {
			return planner.Plan{}, planner.Located(t.Path, err)
		}
	}
	p := in.NewPlan(t, planner.OpInstall, f.Plan(doc), before)
	p.Asked, p.Choices, p.Last = what, ways, true
	if p.Also, err = resolve(in, f.Target, o.Choices); err != nil {
		return planner.Plan{}, err
	}
	p.Problems = planner.DocumentProblems(f)
	if back {
		var left []planner.Problem
		if p.Also, left, err = putBack(in, &p, f.Target, p.Also); err != nil {
			return planner.Plan{}, err
		}
		p.Problems = append(p.Problems, left...)
	}
	if slices.Contains(what, config.ToolRuleHook) {
		p.Problems = append(p.Problems, conflicts.RewriterProblems(in)...)
	}
	if t.Scope == settings.Project {
		p.Problems = append(p.Problems, planner.Problem{ID: "shared-file", Severity: "warning",
			Message: "this file is shared with everybody who works on the project, but the hook binary is only on this machine",
			Fix:     "use the scope local or user for your own settings"})
	}
	return p, nil
}

// installables returns what o asks for; by default, what is there already, and the question
// hooks with what the rules need.
func (o Options) installables(in *planner.Planner, t planner.Target,
	doc settings.Document, before planner.Account) []config.Installable {
	if o.What != nil {
		return o.What
	}
	what := Wanted(in, t, doc, before)
	if o.Repair {
		return what
	}
	what = append(what, config.QuestionHooks)
	if in.NeedsOfRules(nil, before.Owner).Matcher != "" {
		what = append(what, config.ToolRuleHook)
	}
	return what
}
