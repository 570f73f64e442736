package cli

import (
	"os"
	"path/filepath"

	"github.com/spf13/cobra"
)

// SiteFlags say in which directory, and how, Claude Code is started.
type SiteFlags struct {
	dir                  string
	settings, pluginDirs []string
}

// Flags declares the flags.
func (f *SiteFlags) Flags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.dir, "cwd", "", "the directory Claude Code starts in")
	cmd.Flags().StringArrayVar(&f.settings, "settings", nil, "another settings file for Claude Code")
	pluginDirs(cmd, &f.pluginDirs)
	_ = cmd.MarkFlagDirname("cwd")
	_ = cmd.MarkFlagFilename("settings", "json")
}

// pluginDirs declares the flag for plugins with which Claude Code is started.
func pluginDirs(cmd *cobra.Command, dirs *[]string) {
	cmd.Flags().StringArrayVar(dirs, "plugin-dir", nil, "another plugin directory for Claude Code")
	_ = cmd.MarkFlagDirname("plugin-dir")
}

// Enter applies the flags: commands then examine Claude Code as started in their directory, with
// their settings and plugins.
func (f *SiteFlags) Enter(a *App) error {
	a.Planner.Extra, a.Planner.PluginDirs = absolute(f.settings), absolute(f.pluginDirs)
	if f.dir == "" {
		return nil
	}
	dir, err := filepath.Abs(f.dir)
	if err != nil {
		return err
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return Misuse("", "--cwd: %s is not a directory", f.dir)
	}
	a.Planner.Locations.Dir = dir
	return nil
}

// absolute returns absolute paths.
func absolute(paths []string) (all []string) {
	for _, path := range paths {
		if abs, err := filepath.Abs(path); err == nil {
			path = abs
		}
		all = append(all, path)
	}
	return all
}
