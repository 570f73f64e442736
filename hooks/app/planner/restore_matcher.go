package planner

import (
	"slices"

	"neverask/hooks/claude/config"
	"neverask/settings"
)

// Rewiden gives restored groups the matcher from before a resolution narrowed them, if that
// resolution was in force when the change r removed them, but will not be once the plan is
// applied: they were not there to be widened.
func (in *Planner) Rewiden(sp settings.Plan, r settings.Receipt, history []settings.Receipt) (settings.Plan, error) {
	at := slices.IndexFunc(history, func(h settings.Receipt) bool { return h.ID == r.ID })
	then := in.AccountIn(history[:max(at, 0)], r.Target)
	planned := settings.Receipt{
		ID: "planned", Target: r.Target, Undoes: sp.Undoes, Edits: sp.Edits,
		Before: r.After, After: r.Before, State: settings.Applied,
	}
	now := in.AccountIn(append(slices.Clip(history), planned), r.Target)
	narrowed := Unlike(then.ParkedOrNarrowed(), now.ParkedOrNarrowed())
	before, err := settings.Parse(sp.Before)
	if err != nil || len(narrowed) == 0 {
		return sp, nil
	}
	doc, err := settings.Parse(sp.After)
	if err != nil {
		return sp, nil // the change restores an invalid settings file
	}
	if doc, err = config.RestoreMatchers(doc, before, narrowed); err != nil {
		return sp, err
	}
	if more := doc.Edits(); len(more) > 0 {
		sp.After, sp.Edits = doc.Bytes(), append(sp.Edits, more...)
	}
	return sp, nil
}

// Unlike returns the edits that others lack.
func Unlike(edits, others []settings.Edit) []settings.Edit {
	return slices.DeleteFunc(edits, func(e settings.Edit) bool {
		return slices.ContainsFunc(others, func(o settings.Edit) bool {
			return settings.SameValue(o.Old, e.Old) && settings.SameValue(o.New, e.New)
		})
	})
}
