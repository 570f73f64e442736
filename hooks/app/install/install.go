package install

import (
	"slices"

	"neverask/hooks/app/conflicts"
	"neverask/hooks/app/installer"
	"neverask/hooks/claude/config"
	"neverask/hooks/others/conflict"
	"neverask/settings"
)

// Options are the person's choices for an install.
type Options struct {
	// NoDenyRules leaves out the permission rules that keep Claude's own tools
	// from changing the preferences, the records and the hook binary.
	NoDenyRules bool
	// Choices are the resolutions of conflicts. What is not chosen stays as it is,
	// and without the questions none counts.
	Choices []conflict.Choice
	// What are those that the file has afterwards. Nil are the question hooks, the tool-rule
	// hook where the person has tool rules, and what the file has already.
	What []config.Installable
	// Mend puts back what is missing of what the file has, and brings nothing else of neverask's.
	Mend bool
	// Arguments says whether activity recording holds the inputs of tools. Nil leaves it as
	// it is.
	Arguments *bool
}

// Install plans to put neverask's hooks into a settings file, and to take the ways
// out of conflicts that were chosen. A plan for a file that has the hooks already
// is empty, but for these.
func Install(in *installer.Installer, t installer.Target, o Options) (installer.Plan, error) {
	f, before, err := in.Open(t)
	if err != nil {
		return installer.Plan{}, err
	}
	what := o.installables(in, t, f.Document, before)
	if !slices.Contains(what, config.QuestionHooks) {
		o.Choices = nil
	}
	for _, c := range o.Choices {
		if err := c.Check(); err != nil {
			return installer.Plan{}, err
		}
	}
	doc, ways, err := displace(f, o.Choices)
	if err != nil {
		return installer.Plan{}, installer.Located(t.Path, err)
	}
	doc, back, err := Exactly(in, doc, before, what, o.Arguments)
	if err != nil {
		return installer.Plan{}, installer.Located(t.Path, err)
	}
	// A file that a team shares is no place for rules about one person's
	// directories.
	if !o.NoDenyRules && t.Scope != settings.Project {
		rules := in.DenyRules()
		if doc, err = config.AddDenyRules(doc, rules); err != nil {
			return installer.Plan{}, installer.Located(t.Path, err)
		}
	}
	p := in.NewPlan(t, installer.OpInstall, f.Plan(doc), before)
	p.Asked, p.Ways, p.Last = what, ways, true
	if p.Also, err = resolve(in, f.Target, o.Choices); err != nil {
		return installer.Plan{}, err
	}
	p.Problems = installer.DocumentProblems(f)
	if back {
		var left []installer.Problem
		if p.Also, left, err = putBack(in, &p, f.Target, p.Also); err != nil {
			return installer.Plan{}, err
		}
		p.Problems = append(p.Problems, left...)
	}
	if slices.Contains(what, config.ToolRuleHook) {
		p.Problems = append(p.Problems, conflicts.RewriterProblems(in)...)
	}
	if t.Scope == settings.Project {
		p.Problems = append(p.Problems, installer.Problem{ID: "shared-file", Severity: "warning",
			Message: "this file is shared with everybody who works on the project, and the hook binary is on this machine alone",
			Fix:     "use the scope local or user to keep it to yourself"})
	}
	return p, nil
}

// installables are what o asks for: unless it says so, what is there already, and the
// question hooks with what the rules need.
func (o Options) installables(in *installer.Installer, t installer.Target, doc settings.Document, before installer.Account) []config.Installable {
	if o.What != nil {
		return o.What
	}
	what := Wanted(in, t, doc, before)
	if o.Mend {
		return what
	}
	what = append(what, config.QuestionHooks)
	if in.NeedsOfRules(nil, before.Owner).Matcher != "" {
		what = append(what, config.ToolRuleHook)
	}
	return what
}
