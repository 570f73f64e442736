package tui

import (
	"neverask/hooks/app/installer"
	"neverask/hooks/claude/config"
	"neverask/hooks/rule/standinganswer"
)

// needs are those of the rules in the fake's preferences.
func (f *fake) needs() (config.Needs, error) { return installer.NeedsIn([]byte(f.Get(rulesFile))) }

func (f *fake) RemoveTool(id string) (installer.Plan, error) {
	return f.planned(f.World.RemoveTool(id))
}

func (f *fake) AddLine(l standinganswer.Line) (installer.Plan, error) {
	return f.planned(f.World.AddLine(l))
}

func (f *fake) ChangeLine(id, text string) (installer.Plan, error) {
	return f.planned(f.World.ChangeLine(id, text))
}
