package tui

import (
	"neverask/hooks/app/installer"
	"neverask/hooks/rule/toolrule"
)

// ruleMatcher is of the tool rules in the fake's preferences.
func (f *fake) ruleMatcher() (string, error) {
	content := f.Get(rulesFile)
	list, _, err := toolrule.Parse([]byte(content))
	return toolrule.Matcher(list), err
}

func (f *fake) RemoveTool(id string) (installer.Plan, error) {
	return f.planned(f.World.RemoveTool(id))
}
