package hooklist

import (
	"neverask/hooks/app/installer"
	"neverask/hooks/claude/config"
	"neverask/settings"
	"neverask/tui/change"
)

// What is done to hooks. Each is planned of the file as it is then.

// of is an operation on the file that a hook stands in.
func (k *known) of(e *entry, plan func() (installer.Plan, error)) change.Operation {
	return change.Operation{Target: installer.Target{Path: e.Source.File}, Plan: plan}
}

// parking takes a hook out of its file and keeps it, alone or with its group.
func (k *known) parking(e *entry, group bool) change.Operation {
	o := k.of(e, func() (installer.Plan, error) { return k.backend.Park(e.Hook, group) })
	o.Cannot, o.Title, o.Done = "park the hook", "Park a hook of ", "Hook parked"
	o.Remarks = []string{"· neverask keeps a copy; press space on it in the list to restore it"}
	if group {
		o.Title = "Park a group of hooks of "
		o.Remarks = []string{"· neverask keeps copies; press space on one of them in the list to restore all"}
	}
	return o
}

func (k *known) removing(e *entry) change.Operation {
	o := k.of(e, func() (installer.Plan, error) { return k.backend.Remove(e.Hook) })
	o.Cannot, o.Title, o.Done = "delete the hook", "Delete a hook from ", "Hook deleted"
	return o
}

func (k *known) revising(e *entry, r config.Revision) change.Operation {
	o := k.of(e, func() (installer.Plan, error) { return k.backend.Revise(e.Hook, r) })
	o.Cannot, o.Title, o.Done = "change the hook", "Change a hook in ", "Hook changed"
	return o
}

func (k *known) moving(e *entry, to installer.Target) change.Operation {
	o := k.of(e, func() (installer.Plan, error) { return k.backend.Move(e.Hook, to) })
	o.Cannot, o.Title, o.Into, o.Done = "move the hook", "Move a hook to ", to.Path, "Hook moved"
	o.Remarks = append([]string{"· it is added to the new file before it is removed from the old one"}, shared(to)...)
	return o
}

func (k *known) adding(to installer.Target, event, matcher, handler string) change.Operation {
	return change.Operation{
		Target: to, Plan: func() (installer.Plan, error) { return k.backend.Add(to, event, matcher, handler) },
		Cannot: "add the hook", Title: "Add a hook to ", Done: "Hook added", Remarks: shared(to),
	}
}

// shared says of a file that it is everyone's.
func shared(to installer.Target) []string {
	if to.Scope != settings.Project {
		return nil
	}
	return []string{"▲ the file is shared: the hook runs for everyone who works on the project"}
}
