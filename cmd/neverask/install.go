package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"neverask/hooks/installer"
)

func (a *app) installCommand() *cobra.Command {
	guard := true
	cmd := a.changeCommand(func(t installer.Target) (installer.Plan, error) {
		return a.in.Install(t, installer.Options{NoGuard: !guard})
	})
	cmd.Flags().BoolVar(&guard, "guard", true, "also keep Claude's own tools from changing neverask's files")
	cmd.Use = "install"
	cmd.Short = "Put the question hooks into a settings file"
	cmd.Long = `Put the question hooks into a settings file.

The hook binary is copied to neverask's data directory, and three entries are
added that run it, together with permission rules that keep Claude's own tools
from changing neverask's files. No other byte of the file changes. Running it
again repairs what is stale and otherwise changes nothing.`
	cmd.Example = "  neverask install --dry-run\n  neverask install --scope project\n  neverask install --settings ./settings.json --yes"
	return cmd
}

func (a *app) uninstallCommand() *cobra.Command {
	cmd := a.changeCommand(func(t installer.Target) (installer.Plan, error) { return a.in.Uninstall(t) })
	cmd.Use = "uninstall"
	cmd.Short = "Take the question hooks out of a settings file"
	cmd.Long = `Take the question hooks out of a settings file.

Every other byte stays. A file that neverask made is removed when nothing else
is in it, and the hook binary when no settings file runs it any more. Your
preferences stay.`
	cmd.Example = "  neverask uninstall\n  neverask uninstall --yes"
	return cmd
}

// accessible is the first screen as plain lines: the status, and the offer to
// install.
func (a *app) accessible(ctx context.Context, t target) error {
	if err := a.status(t, statusFlags{}); err != nil {
		return err
	}
	where, err := a.target(t)
	if err != nil || a.in.Inspect(where).Installed {
		return err
	}
	p, err := a.in.Install(where, installer.Options{})
	if err != nil {
		return err
	}
	fmt.Fprintln(a.stdout)
	return a.change(ctx, p, changeFlags{view: "semantic"})
}

// changeCommand is a command that plans a change of one settings file.
func (a *app) changeCommand(plan func(installer.Target) (installer.Plan, error)) *cobra.Command {
	var (
		t target
		f changeFlags
	)
	cmd := &cobra.Command{
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			where, err := a.target(t)
			if err != nil {
				return err
			}
			p, err := plan(where)
			if err != nil {
				return err
			}
			return a.change(cmd.Context(), p, f)
		},
	}
	t.flags(cmd)
	f.flags(cmd)
	return cmd
}
