package install

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"neverask/cmd/neverask/internal/cli"
	"neverask/diffview"
	"neverask/hooks/app/hookbinary"
)

// upgradeJSON is the documented shape of upgrade-hook --json.
type upgradeJSON struct {
	hookbinary.Upgrade
	Changed bool `json:"changed"`
	Applied bool `json:"applied"`
}

// UpgradeCommand is neverask upgrade-hook.
func UpgradeCommand(a *cli.App) *cobra.Command {
	var f cli.ChangeFlags
	cmd := &cobra.Command{
		Use:   "upgrade-hook",
		Short: "Update the hook program",
		Long: `Update the hook program: replace the installed one with this build's.

The settings files do not change: they name the binary by its path. It shows both
digests first, then reads back and compares what it wrote. Running sessions use the new
binary from their next hook on.`,
		Example: "  neverask upgrade-hook --dry-run\n  neverask upgrade-hook --yes",
		Args:    cobra.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return upgrade(cmd.Context(), a, f) },
	}
	cmd.Flags().BoolVar(&f.DryRun, "dry-run", false, "show what would change without changing it")
	cmd.Flags().BoolVarP(&f.Yes, "yes", "y", false, "replace it without asking")
	cmd.Flags().BoolVar(&f.JSON, "json", false, "print JSON")
	return cmd
}

func upgrade(ctx context.Context, a *cli.App, f cli.ChangeFlags) error {
	u, err := a.Installer.Binary().Upgrade()
	if errors.Is(err, hookbinary.ErrNoHook) {
		return cli.Exit(cli.Failed, err, "run neverask install to install it")
	}
	if err != nil {
		return err
	}
	out := upgradeJSON{Upgrade: u, Changed: u.Needed()}
	if !f.JSON {
		printUpgrade(a, u)
	}
	yes, err := mayUpgrade(ctx, a, u, f)
	if yes {
		if err := a.Installer.Binary().Apply(ctx, a.Installer.Store, u); err != nil {
			return err
		}
		out.Applied = true
		if !f.JSON {
			fmt.Fprintln(a.Stdout, "Replaced, and the digest is right.")
		}
	}
	return a.Finish(f.JSON, out, err)
}

func printUpgrade(a *cli.App, u hookbinary.Upgrade) {
	row := func(name string, b hookbinary.Build) {
		fmt.Fprintf(a.Stdout, "%-10s %s\n%-10s version %s, %d bytes, sha256 %s\n", name, diffview.Visible(a.Short(b.Path)), "", diffview.Visible(b.Version), b.Bytes, b.SHA256)
	}
	row("Installed", u.Installed)
	if u.Altered {
		fmt.Fprintln(a.Stdout, "! error: it is not the binary neverask installed: someone has changed it")
	}
	row("This build", u.Build)
	if !u.Needed() {
		fmt.Fprintln(a.Stdout, "Nothing to change.")
	}
}

func mayUpgrade(ctx context.Context, a *cli.App, u hookbinary.Upgrade, f cli.ChangeFlags) (bool, error) {
	return a.Agreed(ctx, cli.Consent{DryRun: f.DryRun || !u.Needed(), Yes: f.Yes, JSON: f.JSON, Ask: "Update the hook program?", Hint: "pass --yes to update it"})
}
