package hooklist

import (
	"neverask/hooks/app/planner"
	"neverask/tui/change"
)

// Changes of hooks. Each is planned for the current file.

// of returns an operation on the file of a hook.
func (k *known) of(e *entry, plan func() (planner.Plan, error)) change.Operation {
	return change.Operation{Target: planner.Target{Path: e.Source.File}, Plan: plan}
}

// parking parks a hook, alone or with its group.
func (k *known) parking(e *entry, group bool) change.Operation {
	o := k.of(e, func() (planner.Plan, error) { return k.backend.Park(e.Hook, group) })
	o.Cannot, o.Title, o.Done = "park the hook", "Park a hook of ", "parked the hook"
	o.Remarks = []string{"· neverask keeps a copy; press space on it in the list to restore it"}
	if group {
		o.Title = "Park a group of hooks of "
		o.Remarks = []string{"· neverask keeps copies; press space on one of them in the list to restore all"}
	}
	return o
}

func (k *known) removing(e *entry) change.Operation {
	o := k.of(e, func() (planner.Plan, error) { return k.backend.Remove(e.Hook) })
	o.Cannot, o.Title, o.Done = "delete the hook", "Delete a hook from ", "deleted the hook"
	return o
}
