package installer

import (
	"neverask/hooks/app/session"
	"neverask/hooks/off"
)

// SwitchOff begins a period in which the hooks pass everything through, and returns all that
// there are then.
func (in *Installer) SwitchOff(p off.Period) ([]off.Period, error) {
	if err := refuseSwitch(in, "rules that refuse something would hold no more"); err != nil {
		return nil, err
	}
	return off.Begin(in.Paths.Off(), p)
}

// SwitchOn ends the period in a project, or everywhere, and returns those that are left.
func (in *Installer) SwitchOn(project string) ([]off.Period, error) {
	if err := refuseSwitch(in, "what is asked would be answered again"); err != nil {
		return nil, err
	}
	return off.End(in.Paths.Off(), project, in.Now())
}

func refuseSwitch(in *Installer, why string) error {
	if in.Store.Guard == nil {
		return nil
	}
	return &session.Refusal{Path: in.Paths.Off(), Why: []string{why}}
}
