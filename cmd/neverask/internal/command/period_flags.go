package command

import (
	"time"

	"github.com/spf13/cobra"

	"neverask/cmd/neverask/internal/cli"
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
func (f periodFlags) end(cmd *cobra.Command, now time.Time) (time.Time, error) {
	if cmd.Flags().Changed("for") {
		end, ok := cli.After(now, f.length)
		if !ok || !end.After(now) || end.Year() > now.Year()+100 { // a later one cannot be written down
			return time.Time{}, cli.Misuse("write 30m, 2h, 3d or 2w", "--for: %q is not a length of time", f.length)
		}
		return end, nil
	}
	if f.until == "" {
		return time.Time{}, nil
	}
	at, err := time.ParseInLocation("15:04", f.until, now.Location())
	if err != nil {
		return time.Time{}, cli.Misuse("write it as --until 18:00", "--until: %s is not a time of day", f.until)
	}
	end := time.Date(now.Year(), now.Month(), now.Day(), at.Hour(), at.Minute(), 0, 0, now.Location())
	if !end.After(now) {
		end = end.AddDate(0, 0, 1)
	}
	return end, nil
}
