package tui

import (
	"neverask/hooks/app/planner"
	"neverask/hooks/claude/config"
	"neverask/hooks/rule/standinganswer"
)

// needs returns the needs of the rules in the fake's preferences.
func (f *fake) needs() (config.Needs, error) { return planner.NeedsIn([]byte(f.Get(rulesFile))) }

func (f *fake) RemoveTool(id string) (planner.Plan, error) {
	return f.planned(f.World.RemoveTool(id))
}

func (f *fake) AddLine(l standinganswer.Line) (planner.Plan, error) {
	return f.planned(f.World.AddLine(l))
}

func (f *fake) ChangeLine(id, text string) (planner.Plan, error) {
	return f.planned(f.World.ChangeLine(id, text))
}
