package log

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"neverask/cmd/neverask/internal/cli"
	"neverask/hooks/app/install"
	"neverask/hooks/app/planner"
)

// recordings are the values of --record.
var recordings = cli.NamesOf(install.Recordings, func(r install.Recording) string { return string(r) })

// ofChanges are the flags that need --record.
var ofChanges = []string{"dry-run", "yes", "diff"}

func (f *logFlags) recordFlags(cmd *cobra.Command) {
	fs := cmd.Flags()
	fs.StringVar(&f.record, "record", "",
		"record tool calls from now on: on, off, or arguments to record their inputs, too")
	f.Flags(cmd)
	for _, name := range ofChanges {
		fs.Lookup(name).Usage = "with --record: " + fs.Lookup(name).Usage
	}
	cli.Words(cmd, "record", recordings...)
}

// checkRecord refuses flags of a change without --record, and others with it.
func (f *logFlags) checkRecord(cmd *cobra.Command) (err error) {
	given := cmd.Flags().Changed("record")
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		change := slices.Contains(ofChanges, flag.Name)
		switch {
		case flag.Name == "record" && !slices.Contains(recordings, f.record):
			err = cli.Misuse(cli.Meant(f.record, recordings, "it is one of "+strings.Join(recordings, ", ")),
				"--record cannot be %q", f.record)
		case !given && change:
			err = cli.Misuse("see: neverask log --help", "--%s goes with --record", flag.Name)
		case given && !change && flag.Name != "record" && flag.Name != "json":
			err = cli.Misuse("see: neverask log --help", "--%s does not go with --record", flag.Name)
		}
	})
	return err
}

// record changes how much is recorded.
func record(ctx context.Context, a *cli.App, f logFlags) error {
	return a.Change(ctx, func() (planner.Plan, error) {
		return install.Record(a.Planner, install.Recording(f.record))
	}, nil, f.ChangeFlags)
}
