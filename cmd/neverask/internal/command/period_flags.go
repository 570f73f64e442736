package command

import (
	"time"

	"github.com/spf13/cobra"

	"neverask/cmd/neverask/internal/cli"
	"neverask/hooks/off"
)

// periodFlags are the flags that say how long a period lasts.
type periodFlags struct{ length, until string }

// addEnd declares the flags for the end.
func (f *periodFlags) addEnd(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.length, "for", "", "how long, such as 30m, 2h or 3d")
	cmd.Flags().StringVar(&f.until, "until", "", "a time of day, such as 18:00")
	cmd.MarkFlagsMutuallyExclusive("for", "until")
}

// end returns the end of a period that begins now; zero for never.
func (f periodFlags) end(cmd *cobra.Command, now time.Time) (end time.Time, err error) {
	switch ok := false; {
	case cmd.Flags().Changed("for"):
		if end, ok = off.EndAfter(now, f.length); !ok {
			err = cli.Misuse("write 30m, 2h, 3d or 2w", "--for: %q is not a length of time", f.length)
		}
	case f.until != "":
		if end, ok = off.EndAt(now, f.until); !ok {
			err = cli.Misuse("write it as --until 18:00", "--until: %s is not a time of day", f.until)
		}
	}
	return end, err
}
