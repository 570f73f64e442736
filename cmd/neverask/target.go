package main

import (
	"github.com/spf13/cobra"

	"neverask/cmd/neverask/internal/cli"
	"neverask/hooks/app/installer"
	"neverask/settings"
)

// target holds the flags that name a settings file.
type target struct {
	scope string
	path  string
}

func (t *target) flags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&t.scope, "scope", string(settings.User), "settings file to use: user, project or local")
	cmd.Flags().StringVar(&t.path, "settings", "", "settings file to use, by its path")
	_ = cmd.MarkFlagFilename("settings", "json")
	_ = cmd.RegisterFlagCompletionFunc("scope", cobra.FixedCompletions(
		[]string{string(settings.User), string(settings.Project), string(settings.Local)}, cobra.ShellCompDirectiveNoFileComp))
	cmd.MarkFlagsMutuallyExclusive("scope", "settings")
}

func (a *app) target(t target) (installer.Target, error) {
	scope, err := settings.ParseScope(t.scope)
	if err != nil {
		return installer.Target{}, cli.Misuse("", "%w", err)
	}
	return a.Installer.Target(scope, t.path), nil
}
