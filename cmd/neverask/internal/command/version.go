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
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprint(a.Stdout, VersionLine(a))
			return err
		},
	}
}

// VersionLine is what neverask version prints.
func VersionLine(a *cli.App) string {
	return fmt.Sprintf("neverask %s %s/%s %s\n", a.Version, runtime.GOOS, runtime.GOARCH, runtime.Version())
}
