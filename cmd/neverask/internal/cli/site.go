package cli

import (
	"os"
	"path/filepath"

	"github.com/spf13/cobra"
)

// SiteFlags say where Claude Code is looked at, and how it is started.
type SiteFlags struct {
	dir                  string
	Settings, PluginDirs []string
}

// Flags declares the flags.
func (f *SiteFlags) Flags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.dir, "cwd", "", "look at Claude Code as it is when started in this directory")
	cmd.Flags().StringArrayVar(&f.Settings, "settings", nil, "a settings file that Claude Code is started with as well")
	cmd.Flags().StringArrayVar(&f.PluginDirs, "plugin-dir", nil, "a directory of a plugin that Claude Code is started with as well")
	_ = cmd.MarkFlagDirname("cwd")
	_ = cmd.MarkFlagDirname("plugin-dir")
	_ = cmd.MarkFlagFilename("settings", "json")
}

// Enter makes the directory of the flags the one that is looked at.
func (f *SiteFlags) Enter(a *App) error {
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
	a.Installer.Locations.Dir = dir
	return nil
}
