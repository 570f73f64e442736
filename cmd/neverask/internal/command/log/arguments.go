package log

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"neverask/cmd/neverask/internal/cli"
	"neverask/settings/ownfile"
)

func argumentsCommand(a *cli.App) *cobra.Command {
	return &cobra.Command{
		Use:   "arguments [on|off]",
		Short: "Show or set whether tool input is recorded",
		Long: `Show or set whether tool input is recorded: the first 512 bytes of each call, with
secrets removed. It is off by default and applies to all sessions from the next call
on. What was recorded is kept until its day is removed.

Secrets are recognised by names such as token and password, and by the formats of
well-known services. Nothing else is removed: commands and the beginnings of files
end up on your disk, readable only by you.

Without an argument it shows whether inputs are recorded.`,
		Example: `  neverask log arguments on
  neverask log --tools --json | jq '.calls[].arguments'`,
		Args:      cobra.MatchAll(cobra.MaximumNArgs(1), cobra.OnlyValidArgs),
		ValidArgs: []string{"on", "off"},
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				if err := recordArguments(a.Installer.Paths.ActivityArguments(), args[0] == "on"); err != nil {
					return err
				}
			}
			state := "off"
			if _, err := os.Lstat(a.Installer.Paths.ActivityArguments()); err == nil {
				state = "on"
			}
			_, err := fmt.Fprintln(a.Stdout, state)
			return err
		},
	}
}

// recordArguments makes or removes the file that the hook looks for.
func recordArguments(name string, on bool) error {
	if !on {
		if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return err
	}
	return ownfile.Write(name, nil, 0o600)
}
