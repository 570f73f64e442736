package tui

import (
	"context"
	"os"
	"slices"
	"strconv"

	"neverask/hooks/app/changes"
	"neverask/hooks/app/conflicts"
	"neverask/hooks/app/doctor"
	"neverask/hooks/app/planner"
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/dispatch"
	"neverask/hooks/claude/transcript"
	"neverask/settings"
)

// The fake's hooks and changes: real files below the directory of the test, shown
// without it.

func (f *fake) Sources() config.Sources {
	s := f.In.Sources()
	for i := range s.List {
		one := &s.List[i]
		one.File, one.ReadOnly, one.Off, one.When = f.shown(one.File), f.shown(one.ReadOnly), f.shown(one.Off), f.shown(one.When)
	}
	for i := range s.Switches {
		s.Switches[i].File, s.Switches[i].Effect = f.shown(s.Switches[i].File), f.shown(s.Switches[i].Effect)
	}
	for i := range s.Findings {
		s.Findings[i].File, s.Findings[i].Msg = f.shown(s.Findings[i].File), f.shown(s.Findings[i].Msg)
	}
	return s
}

// ExamineFiles finds nothing but what Examine does of modes.
func (*fake) ExamineFiles(config.Sources) []doctor.Finding { return nil }

// Failing returns the hooks that the test says fail, because none of the programs
// in these tests exists.
func (f *fake) Failing(s config.Sources) (all []doctor.Failure) {
	hooks, standings := s.Hooks(), f.Standings(s)
	for _, i := range dispatch.Failing(standings) {
		all = append(all, doctor.Failure{Hook: hooks[i], Why: standings[i].Why})
	}
	return all
}

func (f *fake) Standings(s config.Sources) []dispatch.HookState {
	all := dispatch.Standings(s, s.Hooks())
	for i, h := range s.Hooks() {
		if why := f.failing[h.Handler.Summary()]; why != "" && all[i].State == dispatch.Active {
			all[i] = dispatch.HookState{State: dispatch.Fails, Why: why}
		}
	}
	return all
}

func (f *fake) Warnings(planner.Plan) []planner.Problem { return f.Running }

func (f *fake) HookStats(context.Context) []transcript.HookStat { return f.stats }

func (f *fake) Resolved() ([]conflicts.Resolved, error) { return conflicts.AllResolved(f.In) }

func (f *fake) Parked() ([]planner.Parked, error) {
	all, err := f.In.Parked()
	for i := range all {
		all[i].Receipt = f.shownReceipt(all[i].Receipt)
		all[i].Receipt.Path = f.shown(all[i].Receipt.Path)
	}
	return all, err
}

func (f *fake) realHook(h config.Hook) config.Hook {
	h.Source.File = f.Root + h.Source.File
	return h
}

func (f *fake) planned(p planner.Plan, err error) (planner.Plan, error) {
	return f.shownPlan(p), f.shownError(err)
}

func (f *fake) Park(h config.Hook, group bool) (planner.Plan, error) {
	return f.planned(conflicts.Park(f.In, f.realHook(h), group))
}

func (f *fake) Unpark(p planner.Parked) (planner.Plan, error) {
	p.Receipt = f.receipts[p.Receipt.ID]
	return f.planned(conflicts.Unpark(f.In, p))
}

func (f *fake) Remove(h config.Hook) (planner.Plan, error) {
	return f.planned(conflicts.Remove(f.In, f.realHook(h)))
}

// History gives receipts, and references to them, their shown names.
func (f *fake) History() ([]settings.Receipt, error) {
	all, err := f.In.Store.History()
	names := map[string]string{}
	for i := range all {
		id := all[i].ID
		all[i] = f.shownReceipt(all[i])
		names[id] = all[i].ID
	}
	for i := range all {
		all[i].Path, all[i].Target = f.shown(all[i].Path), f.shown(all[i].Target)
		all[i].Undoes, all[i].Follows = names[all[i].Undoes], names[all[i].Follows]
	}
	return all, err
}

func (f *fake) Records(want func(settings.Receipt) bool) ([]settings.Record, error) {
	history, err := f.History()
	if err != nil {
		return nil, err
	}
	wanted, names := map[string]bool{}, map[string]string{}
	for _, r := range history {
		resolved := f.receipts[r.ID].ID
		names[resolved], wanted[resolved] = r.ID, want(r)
	}
	all, err := f.In.Store.Records(func(r settings.Receipt) bool { return wanted[r.ID] })
	for i := range all {
		all[i].ID, all[i].By = names[all[i].ID], names[all[i].By]
		all[i].Path, all[i].Target = f.shown(all[i].Path), f.shown(all[i].Target)
	}
	return all, err
}

func (f *fake) Contents(r settings.Receipt) (before, after []byte, ok bool) {
	return f.In.Store.Contents(f.receipts[r.ID])
}

func (f *fake) Made(r settings.Receipt) (planner.Plan, bool) {
	p, ok := changes.Made(f.In, f.receipts[r.ID])
	return f.shownPlan(p), ok
}

func (f *fake) ReadFile(path string) ([]byte, error) { return os.ReadFile(f.Root + path) }

// openTab goes to a place by its name.
func (d *driver) openTab(name string) {
	d.T.Helper()
	i := slices.IndexFunc(d.m.tabs, func(p place) bool { return p.tab.Name() == name })
	if i < 0 {
		d.T.Fatalf("there is no tab %s", name)
	}
	d.Keys(strconv.Itoa(i + 1))
}
