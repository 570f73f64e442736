package doctor

import (
	"context"
	"fmt"

	"neverask/diffview"
	"neverask/hooks/app/changes"
	"neverask/hooks/app/planner"
	"neverask/hooks/others/outsidechanges"
)

// lost finds, among what differs in a settings file, third-party hooks that were lost, and neverask's own that were
// lost or changed, grouped by kind.
func (o Options) lost(ctx context.Context, t planner.Target, differing []planner.OutsideChange) (found []Finding) {
	later := context.WithoutCancel(ctx) // a repair outlives the examination
	for _, kind := range []outsidechanges.Kind{outsidechanges.Lost, outsidechanges.Changed} {
		f := Finding{
			ID: "hooks-lost", Severity: Warning, File: t.Path,
			Why: "another program wrote the file, so Claude Code no longer runs them as before",
			Fix: "restore them; if you meant the change, neverask hooks restore --keep keeps the file",
		}
		is := func(d planner.OutsideChange) bool { return d.Serious() && d.Kind == kind }
		for _, d := range differing {
			if is(d) {
				f.Message, f.Each = fmt.Sprintf("a %s hook was %s: %s", d.Item.Event, kind, d.What()),
					append(f.Each, d.Item.Event+": "+d.What())
			}
		}
		switch n := len(f.Each); n {
		case 0:
			continue
		case 1:
			f.Each = nil
		default:
			f.Message = fmt.Sprintf("%s were %s", diffview.Count(n, "hook"), kind)
		}
		found = append(found, f.by(func() (planner.Plan, error) { return changes.PutBack(later, o.Planner, t, is) }))
	}
	return found
}
