package install

import (
	"context"
	"slices"

	"neverask/hooks/app/planner"
	"neverask/hooks/claude/config"
	"neverask/settings"
)

// Wanted returns the installables that a file has, or has lost unintentionally.
func Wanted(in *planner.Planner, t planner.Target, doc settings.Document,
	l planner.Account) (found []config.Installable) {
	groups, err := config.Read(doc)
	if err != nil {
		return nil
	}
	var missed []config.Installable
	for _, p := range config.Installables() {
		if len(l.Owner.Groups(groups, p)) > 0 {
			found = append(found, p)
		} else if l.Installed(p) {
			// To find what was lost, the whole change log must be read.
			if missed == nil {
				missed = append(Missed(in, t), "")
			}
			if slices.Contains(missed, p) {
				found = append(found, p)
			}
		}
	}
	return found
}

// WantedIn is [Wanted] for a settings file; one that cannot be read has none.
func WantedIn(in *planner.Planner, t planner.Target) []config.Installable {
	f, l, err := in.Open(t)
	if err != nil {
		return nil
	}
	return Wanted(in, t, f.Document, l)
}

// Entries returns the entries of what is installed. While the rules cannot be read, their
// entry stays unchanged.
func Entries(in *planner.Planner, what []config.Installable, groups []config.Group, l planner.Account) []config.Entry {
	return entries(in, what, groups, l, l.RecordsArguments(groups))
}

func entries(in *planner.Planner, what []config.Installable,
	groups []config.Group, l planner.Account, arguments bool) (all []config.Entry) {
	needs := in.NeedsOfRules(groups, l.Owner)
	needs.Arguments = arguments
	for _, p := range config.Installables() {
		if slices.Contains(what, p) {
			all = append(all, p.Entries(in.Paths.Hook(), needs)...)
		}
	}
	return all
}

// Exactly gives a document the entries of what, and no others of neverask's. back reports that
// the question hooks are removed, and the hooks parked or narrowed for them restored. arguments says
// whether activity recording includes the inputs of tools; nil leaves that unchanged.
func Exactly(in *planner.Planner, doc settings.Document, l planner.Account,
	what []config.Installable, arguments *bool) (out settings.Document, back bool, err error) {
	groups, err := config.Read(doc)
	if err != nil {
		return doc, false, err
	}
	inputs := l.RecordsArguments(groups)
	if arguments != nil {
		inputs = *arguments
	}
	out, err = config.Install(doc, l.Owner, entries(in, what, groups, l, inputs), l.Edits())
	if err != nil {
		return doc, false, err
	}
	if slices.Contains(what, config.QuestionHooks) || len(l.Owner.Groups(groups, config.QuestionHooks)) == 0 {
		return out, false, nil
	}
	out, err = config.PutBack(out, l.ParkedOrNarrowed())
	return out, true, err
}

// reduce plans to leave only some of a file's installables.
func reduce(in *planner.Planner, t planner.Target, f settings.File,
	l planner.Account, rest []config.Installable) (planner.Plan, error) {
	doc, back, err := Exactly(in, f.Document, l, rest, nil)
	if err != nil {
		return planner.Plan{}, planner.Located(t.Path, err)
	}
	p := in.NewPlan(t, planner.OpReduce, f.Plan(doc), l)
	if back {
		p.Also, p.Problems, err = putBack(in, &p, f.Target, nil)
	}
	return p, err
}

// putBack restores, in a plan that removes the question hooks from a file, what resolutions of
// conflicts removed from others.
func putBack(in *planner.Planner, p *planner.Plan, target string,
	also []planner.Plan) ([]planner.Plan, []planner.Problem, error) {
	p.Marks = append(p.Marks, planner.BackMark)
	more, left, err := restore(in, target)
	return append(also, more...), left, err
}

// Missed returns the installables whose entries the user counts on but a settings file lacks:
// they were lost, and that was not accepted. If that cannot be determined, they count as lost.
func Missed(in *planner.Planner, t planner.Target) (what []config.Installable) {
	found, err := in.OutsideChanges(context.Background(), t)
	if err != nil {
		return config.Installables()
	}
	for _, d := range found {
		if _, h := d.Handler(); d.Ours {
			what = append(what, config.InstallableOf(h))
		}
	}
	return what
}
