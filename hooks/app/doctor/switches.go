package doctor

import (
	"neverask/hooks/app/planner"
	"neverask/hooks/claude/config"
	"neverask/settings"
)

// switches finds settings that turn hooks off, and which setting wins.
func (o Options) switches(sources config.Sources) (found []Finding) {
	for _, s := range sources.Switches {
		f := Finding{
			ID: "permission-rule", Severity: Warning, File: s.File, Line: s.Line,
			Message: s.Name + " is " + s.Value, Why: s.Effect, Fix: "remove it if it is not intended",
		}
		switch {
		case !s.Blocks:
			continue
		case s.Name == "disableAllHooks" || s.Name == "allowManagedHooksOnly" || s.Name == "strictPluginOnlyCustomization":
			f.ID, f.Severity = "hooks-switched-off", Error
			f.Fix = "set it to false here, or in a file that takes precedence, in this order: managed settings, --settings, the project's local file, its shared file, the user's file"
			if s.Name != "disableAllHooks" {
				f.Fix = "ask your administrator"
			} else if o.readOnly(sources, s.File) == "" {
				f.ByName = true
				f = f.by(func() (planner.Plan, error) {
					return o.Planner.Repair(o.Planner.Target("", s.File), remove(settings.Path{"disableAllHooks"}))
				})
			}
		}
		found = append(found, f)
	}
	return found
}
