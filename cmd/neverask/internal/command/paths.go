package command

import (
	"fmt"

	"github.com/spf13/cobra"

	"neverask/cmd/neverask/internal/cli"
	"neverask/settings"
)

// Paths returns the command neverask paths.
func Paths(a *cli.App) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "paths",
		Short:   "Print where neverask keeps everything",
		Long:    "Print where neverask keeps everything. NEVERASK_HOME puts all of neverask's files under one directory.",
		Example: "  neverask paths\n  neverask paths --json",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			p, places := a.Planner.Paths, a.Planner.Locations
			list := []struct{ name, path string }{
				{"settings", places.File(settings.User)}, {"project_settings", places.File(settings.Project)},
				{"local_settings", places.File(settings.Local)}, {"config", p.Config}, {"preferences", p.Preferences()},
				{"state", p.State}, {"questions", p.Questions()}, {"tool_rules", p.ToolRules()}, {"activity", p.Activity()},
				{"changes", p.Changes()}, {"backups", p.Backups()},
				{"hook_errors", p.HookErrors()}, {"data", p.Data}, {"hook", p.Hook()},
			}
			flat := map[string]string{}
			for _, e := range list {
				if e.name == "project_settings" && e.path == places.File(settings.User) {
					continue // in the home directory there is no project
				}
				flat[e.name] = e.path
				if !asJSON {
					a.Exact("", fmt.Sprintf("%-17s %s", e.name, e.path))
				}
			}
			if asJSON {
				return a.WriteJSON(flat)
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}
