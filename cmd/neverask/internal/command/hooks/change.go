package hooks

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"neverask/cmd/neverask/internal/cli"
	"neverask/diffview"
	"neverask/hooks/app/conflicts"
	"neverask/hooks/app/planner"
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/dispatch"
	"neverask/hooks/others/conflict"
)

// hookCommand returns a command that plans a change of the hook with an ID.
func hookCommand(a *cli.App, use, short, long, example string, plan func(config.Hook) (planner.Plan, error)) *cobra.Command {
	var (
		site cli.SiteFlags
		f    cli.ChangeFlags
	)
	cmd := &cobra.Command{
		Use: use, Short: short, Long: long, Example: example,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := site.Enter(a); err != nil {
				return err
			}
			h, err := findHook(a, args[0])
			if err != nil {
				return err
			}
			return a.Change(cmd.Context(), func() (planner.Plan, error) {
				p, err := plan(h)
				return p, cli.ManageError(err)
			}, nil, f)
		},
		ValidArgsFunction: a.Offer(hookIDs),
	}
	site.Flags(cmd)
	f.Flags(cmd)
	return cmd
}

// findHook finds the hook by its ID, or by a unique beginning of it.
func findHook(a *cli.App, id string) (config.Hook, error) {
	return hookWith(id, a.Planner.Sources().Hooks())
}

func hookWith(id string, all []config.Hook) (config.Hook, error) {
	var found []config.Hook
	for _, h := range all {
		switch {
		case h.ID == id:
			return h, nil
		case id != "" && strings.HasPrefix(h.ID, id):
			found = append(found, h)
		}
	}
	switch len(found) {
	case 0:
		ids := cli.NamesOf(all, func(h config.Hook) string { return h.ID })
		return config.Hook{}, cli.ExitError(cli.Failed, fmt.Errorf("there is no hook %s", id), cli.Meant(id, ids, "neverask hooks list shows the IDs"))
	case 1:
		return found[0], nil
	}
	return config.Hook{}, cli.Misuse("type more of the ID", "%s is the beginning of %d IDs", id, len(found))
}

func hookIDs(_ context.Context, a *cli.App) (found []string) {
	for _, h := range a.Planner.Sources().Hooks() {
		found = append(found, h.ID+"\t"+h.Group.Event+" "+diffview.RedactCommand(h.Handler.Summary()))
	}
	return found
}

func parkCommand(a *cli.App) *cobra.Command {
	group := false
	cmd := hookCommand(a, "park ID", "Remove a hook from its file, and keep a copy",
		"Remove a hook from its file, and keep a copy. neverask hooks unpark restores it.",
		"  neverask hooks park 3f9a2b7c10\n  neverask hooks park 3f9a2b7c10 --group",
		func(h config.Hook) (planner.Plan, error) { return conflicts.Park(a.Planner, h, group) })
	cmd.Flags().BoolVar(&group, "group", false, "also the other hooks of its matcher group")
	return cmd
}

func rmCommand(a *cli.App) *cobra.Command {
	cmd := hookCommand(a, "rm ID", "Delete a hook from its file",
		"Delete a hook from its file. neverask undo restores it; to keep it, park it instead.",
		"  neverask hooks rm 3f9a2b7c10",
		func(h config.Hook) (planner.Plan, error) { return conflicts.Remove(a.Planner, h) })
	cmd.SuggestFor = []string{"remove", "delete", "uninstall"}
	return cmd
}

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
			return !slices.ContainsFunc(p.Handlers, func(h config.Handler) bool { return config.HookID(p.Receipt.Path, p.Event, p.Matcher, h) == id })
		})
	}
	switch {
	case len(found) == 0:
		return planner.Parked{}, cli.ExitError(cli.Failed, fmt.Errorf("nothing is parked under %s", id), "neverask hooks unpark lists what is parked")
	case found[0].ID() != id && slices.ContainsFunc(found, func(p planner.Parked) bool { return p.ID() != found[0].ID() }):
		return planner.Parked{}, cli.Misuse("neverask hooks unpark lists what is parked", "%s may be any of %d IDs", id, len(found))
	}
	return found[0], nil
}

// allParked returns the parked hooks, and those parked because of a conflict.
func allParked(a *cli.App) ([]planner.Parked, error) {
	parked, err := a.Planner.Parked()
	if err != nil {
		return nil, err
	}
	resolved, err := conflicts.AllResolved(a.Planner)
	for _, r := range resolved {
		if n := len(parked); n == 0 || parked[n-1].ID() != r.ID() { // it lists all that were parked together
			parked = append(parked, r.Parked)
		}
	}
	return parked, err
}

// takenOut returns the hooks that are parked for whatever reason, without those that were only narrowed.
func takenOut(a *cli.App) ([]planner.Parked, error) {
	parked, err := a.Planner.Parked()
	if err != nil {
		return nil, err
	}
	resolved, err := conflicts.AllResolved(a.Planner)
	for _, r := range resolved {
		if r.Resolution == conflict.Park {
			one := r.Parked
			one.Handlers = []config.Handler{r.Handler}
			parked = append(parked, one)
		}
	}
	return parked, err
}

// parkedBy says why a hook was removed from its file.
func parkedBy(p planner.Parked) (op, note string) {
	switch {
	case p.Move != nil:
		return "conflict", "  (because of a conflict)"
	case p.Repaired():
		return p.Receipt.Op, "  (removed by the doctor)"
	}
	return p.Receipt.Op, ""
}

type parkedJSON struct {
	ID      string  `json:"id"`
	Time    string  `json:"time"`
	File    string  `json:"file"`
	Event   string  `json:"event"`
	Matcher *string `json:"matcher,omitempty"`
	Type    string  `json:"type"`
	Command string  `json:"command"`
	By      string  `json:"by"`
}

func printParked(a *cli.App, parked []planner.Parked, asJSON bool) error {
	if asJSON {
		return a.WriteJSON(jsonOfParked(parked))
	}
	for _, p := range parked {
		for _, h := range p.Handlers {
			_, note := parkedBy(p)
			a.Line("", "%s  %s  %s  %s  %s%s", p.ID(), p.Event, dispatch.Words(p.Matcher), a.Short(p.Receipt.Path), parkedName(h), note)
		}
	}
	if len(parked) == 0 {
		fmt.Fprintln(a.Stderr, "neverask: nothing is parked")
	}
	return nil
}

func jsonOfParked(parked []planner.Parked) []parkedJSON {
	list := []parkedJSON{}
	for _, p := range parked {
		by, _ := parkedBy(p)
		for _, h := range p.Handlers {
			list = append(list, parkedJSON{p.ID(), p.Receipt.Time.Format("2006-01-02T15:04:05Z07:00"), p.Receipt.Path, p.Event, p.Matcher, h.Type, parkedName(h), by})
		}
	}
	return list
}

// parkedName returns the command of a hook, or its JSON if it has none.
func parkedName(h config.Handler) string {
	if name := h.Summary(); name != "" {
		return diffview.RedactCommand(name)
	}
	return cli.OneLine(diffview.Redact(h.Raw))
}

func parkedIDs(_ context.Context, a *cli.App) []string {
	parked, err := allParked(a)
	if err != nil {
		return nil
	}
	var values []string
	for _, p := range parked {
		by, _ := parkedBy(p)
		values = append(values, p.ID()+"\t"+by+" "+a.Short(p.Receipt.Path))
	}
	return values
}
