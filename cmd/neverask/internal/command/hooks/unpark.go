package hooks

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"neverask/cmd/neverask/internal/cli"
	"neverask/hooks/app/conflicts"
	"neverask/hooks/app/planner"
	"neverask/hooks/claude/config"
)

func unparkCommand(a *cli.App) *cobra.Command {
	var f cli.ChangeFlags
	cmd := &cobra.Command{
		Use:   "unpark [ID]",
		Short: "Restore a parked hook, or list parked hooks",
		Long: `Restore a parked hook to its place, or one parked because of a conflict. The ID that
it had before also names it.
Without an ID, list them with their IDs, and those removed by neverask doctor --fix.`,
		Example:           "  neverask hooks unpark\n  neverask hooks unpark k3f9a2b",
		ValidArgsFunction: a.Offer(parkedIDs),
		Args:              cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			parked, err := allParked(a)
			if err != nil {
				return err
			}
			if len(args) == 0 {
				return printParked(a, parked, f.JSON)
			}
			p, err := parkedAs(args[0], parked)
			if err != nil {
				return err
			}
			return a.Change(cmd.Context(), func() (planner.Plan, error) { return conflicts.Unpark(a.Planner, p) }, nil, f)
		},
	}
	f.Flags(cmd)
	return cmd
}

// parkedAs finds what is parked by its ID, by a unique beginning of it, or by the ID that the hook had in its file.
func parkedAs(id string, parked []planner.Parked) (planner.Parked, error) {
	found := slices.DeleteFunc(slices.Clone(parked), func(p planner.Parked) bool { return !strings.HasPrefix(p.ID(), id) })
	if len(found) == 0 {
		found = slices.DeleteFunc(parked, func(p planner.Parked) bool {
			return !slices.ContainsFunc(p.Handlers, func(h config.Handler) bool {
				return config.HookID(p.Receipt.Path, p.Event, p.Matcher, h) == id
			})
		})
	}
	switch {
	case len(found) == 0:
		return planner.Parked{}, cli.ExitError(cli.Failed, fmt.Errorf("nothing is parked under %s", id),
			"neverask hooks unpark lists what is parked")
	case found[0].ID() != id && slices.ContainsFunc(found, func(p planner.Parked) bool { return p.ID() != found[0].ID() }):
		return planner.Parked{}, cli.Misuse("neverask hooks unpark lists what is parked",
			"%s may be any of %d IDs", id, len(found))
	}
	return found[0], nil
}
