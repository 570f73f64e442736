package install

import (
	"fmt"
	"io/fs"
	"slices"

	"neverask/hooks/app/planner"
	"neverask/hooks/claude/config"
	"neverask/hooks/others/conflict"
	"neverask/settings"
)

// displace makes the changes that choices require in one file. Choices for other files are
// ignored.
func displace(f settings.File, choices []conflict.Choice) (doc settings.Document, done []conflict.Choice, err error) {
	groups, err := config.Read(f.Document)
	if err != nil {
		return f.Document, nil, err
	}
	var park, narrow []config.Place
	for _, c := range choices {
		if !c.Moves() || !planner.LeadsTo(c.Conflict.Hook.Source.File, f.Path) &&
			!planner.LeadsTo(c.Conflict.Hook.Source.File, f.Target) {
			continue
		}
		place, ok := config.PlaceOf(groups, c.Conflict.Hook)
		if !ok {
			return f.Document, nil, fmt.Errorf("%s: %w", f.Path, settings.ErrChanged)
		}
		done = append(done, c)
		if c.Resolution == conflict.Narrow {
			narrow = append(narrow, place)
		} else {
			park = append(park, place)
		}
	}
	doc, err = config.ParkOrNarrow(f.Document, park, narrow)
	return doc, done, err
}

// resolve plans what choices require in files other than the target.
func resolve(in *planner.Planner, target string, choices []conflict.Choice) ([]planner.Plan, error) {
	var plans []planner.Plan
	seen := map[string]bool{}
	for _, c := range choices {
		file := c.Conflict.Hook.Source.File
		if !c.Moves() || seen[file] ||
			slices.ContainsFunc(plans, func(p planner.Plan) bool { return slices.ContainsFunc(p.Choices, c.SameHook) }) {
			continue
		}
		seen[file] = true
		t := in.Target("", file)
		f, l, err := in.Open(t)
		if err != nil {
			return nil, err
		}
		if f.Target == target {
			continue
		}
		doc, done, err := displace(f, choices)
		if err != nil {
			return nil, planner.Located(file, err)
		}
		p := in.NewPlan(in.Scoped(t), planner.OpResolve, f.Plan(doc), l)
		p.Choices = done
		plans = append(plans, p)
	}
	return plans, nil
}

// restore plans to restore what resolutions removed from all files but the target, unless
// another settings file still runs neverask's hook at questions. It reports what cannot be
// restored.
func restore(in *planner.Planner, target string) (plans []planner.Plan, left []planner.Problem, err error) {
	history, err := in.Store.History()
	if err != nil {
		return nil, nil, err
	}
	for _, path := range in.FilesIn(history) {
		l := in.AccountIn(history, path)
		if path == target {
			continue
		}
		f, err := in.Store.Load(path)
		if err == nil && !f.Exists {
			err = fs.ErrNotExist
		}
		if err != nil {
			// A file that cannot be read does not run our hook.
			if len(l.ParkedOrNarrowed()) > 0 {
				left = append(left, planner.NotPutBack(path, err))
			}
			continue
		}
		if planner.Runs(f.Document, l.Owner, config.QuestionHooks) {
			return nil, nil, nil
		}
		doc, err := config.PutBack(f.Document, l.ParkedOrNarrowed())
		if err != nil {
			return nil, nil, planner.Located(path, err)
		}
		p := in.NewPlan(in.Scoped(planner.Target{Path: path}), planner.OpRestore, f.Plan(doc), l)
		if !p.Empty() {
			plans = append(plans, p)
		}
	}
	return plans, left, nil
}
