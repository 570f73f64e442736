package planner

import (
	"neverask/hooks/app/session"
	"neverask/hooks/off"
)

// SwitchOff begins a period in which the hooks pass everything through, and returns all current
// periods.
func SwitchOff(in *Planner, p off.Period) ([]off.Period, error) {
	if err := refuseSwitch(in, in.Paths.Off(), "rules that deny something would no longer apply"); err != nil {
		return nil, err
	}
	return off.Begin(in.Paths.Off(), p)
}

// SwitchOn ends the period in a project, or everywhere, and returns the remaining ones.
func SwitchOn(in *Planner, project string) ([]off.Period, error) {
	if err := refuseSwitch(in, in.Paths.Off(), "rules would answer questions again"); err != nil {
		return nil, err
	}
	return off.End(in.Paths.Off(), project, in.Now())
}

// GoAway begins a time in which the person is away. Answers from an earlier one that they have
// not looked at remain to be looked at.
func GoAway(in *Planner, p off.Period) error {
	if err := refuseSwitch(in, in.Paths.Away(), "neverask would answer more questions than before"); err != nil {
		return err
	}
	if earlier, err := off.Read(in.Paths.Away()); err == nil && len(earlier) > 0 {
		p.Since = earlier[0].Since
	}
	return off.Write(in.Paths.Away(), []off.Period{p})
}

// ComeBack ends the time in which the person is away, and returns it; was is false if there was
// none.
func ComeBack(in *Planner) (p off.Period, was bool, err error) {
	if err := refuseSwitch(in, in.Paths.Away(), "only you know whether you are back"); err != nil {
		return off.Period{}, false, err
	}
	all, err := off.Read(in.Paths.Away())
	if err := off.Write(in.Paths.Away(), nil); err != nil {
		return off.Period{}, false, err
	}
	if err != nil || len(all) == 0 {
		return off.Period{}, false, err
	}
	return all[0], true, nil
}

func refuseSwitch(in *Planner, file, why string) error {
	if in.Store.Guard == nil {
		return nil
	}
	return &session.Refusal{Path: file, Why: []string{why}}
}
