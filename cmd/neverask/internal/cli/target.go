package cli

import (
	"github.com/spf13/cobra"

	"neverask/hooks/app/planner"
	"neverask/settings"
)

// Target holds the flags that name a settings file.
type Target struct {
	Scope string
	Path  string

	pluginDirs []string
}

// Flags declares the flags.
func (t *Target) Flags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&t.Scope, "scope", string(settings.User), "the settings file to use: user, project or local")
	cmd.Flags().StringVar(&t.Path, "settings", "", "the settings file to use, by path")
	pluginDirs(cmd, &t.pluginDirs)
	_ = cmd.MarkFlagFilename("settings", "json")
	Words(cmd, "scope", string(settings.User), string(settings.Project), string(settings.Local))
	cmd.MarkFlagsMutuallyExclusive("scope", "settings")
}

// Target returns the settings file that the flags name. A file named by its path counts as passed to Claude Code with
// --settings.
func (a *App) Target(t Target) (planner.Target, error) {
	scope, err := settings.ParseScope(t.Scope)
	if err != nil {
		return planner.Target{}, Misuse("", "%w", err)
	}
	a.Planner.PluginDirs = absolute(t.pluginDirs)
	if t.Path != "" {
		if err := a.Planner.CheckSettingsFile(t.Path); err != nil {
			return planner.Target{}, Misuse("name a settings file, or a scope: --scope user", "--settings: %w", err)
		}
		a.Planner.Extra = []string{a.Planner.Target("", t.Path).Path}
	}
	return a.Planner.Target(scope, t.Path), nil
}
