package command

import (
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"neverask/cmd/neverask/internal/cli"
)

// Version returns the command neverask version.
func Version(a *cli.App) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Long: `Print the version, the system and the compiler.

neverask never checks for updates: it opens no connection. See the releases page or
your package manager.`,
		Example: "  neverask version",
		Args:    cobra.NoArgs,
		RunE:    func(*cobra.Command, []string) error { return PrintVersion(a) },
	}
}

// PrintVersion does what neverask version does.
func PrintVersion(a *cli.App) error {
	_, err := fmt.Fprintf(a.Stdout, "neverask %s %s/%s %s\n", a.Version, runtime.GOOS, runtime.GOARCH, runtime.Version())
	return err
}
