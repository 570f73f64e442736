package hooks

import (
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"neverask/cmd/neverask/internal/cli"
	"neverask/diffview"
	"neverask/hooks/app/background"
	"neverask/hooks/app/installer"
	"neverask/hooks/app/watch"
)

func watchCommand(a *cli.App) *cobra.Command {
	var (
		f                           cli.ChangeFlags
		restore, install, uninstall bool
	)
	cmd := &cobra.Command{
		Use:   "watch",
		Short: "Watch the settings files and report what changes",
		Long: `Watch the settings files and the preferences, and print a line whenever neverask or
another program changes one, a hook disappears or a file breaks. ctrl+c ends it.

With --restore, lost hooks are restored two seconds after the last write to the
file. What is restored is printed first.

With --install it runs in the background from now on, whenever you are logged in: as
a user unit of systemd, an agent of launchd, or a task of Task Scheduler. The file of
the service and the commands that are run are shown before. --uninstall ends that.`,
		Example: "  neverask hooks watch\n  neverask hooks watch --restore\n  neverask hooks watch --json | jq .\n  neverask hooks watch --install --dry-run",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			switch {
			case install:
				return changeService(cmd.Context(), a, func() (installer.Plan, error) { return background.Install(a.Installer, restore) }, f)
			case uninstall:
				return changeService(cmd.Context(), a, func() (installer.Plan, error) { return background.Uninstall(a.Installer) }, f)
			case f.DryRun || f.Yes:
				return cli.Misuse("see: neverask hooks watch --help", "--dry-run and --yes are for --install and --uninstall")
			}
			return watchFiles(cmd.Context(), a, f.JSON, restore)
		},
	}
	f.Flags(cmd)
	cmd.Flags().Lookup("json").Usage = "print each event as one line of JSON, or the plan as JSON"
	cmd.Flags().BoolVar(&restore, "restore", false, "restore lost hooks")
	cmd.Flags().BoolVar(&install, "install", false, "set up a service that watches in the background")
	cmd.Flags().BoolVar(&uninstall, "uninstall", false, "stop that service and remove it")
	cmd.MarkFlagsMutuallyExclusive("install", "uninstall")
	cmd.MarkFlagsMutuallyExclusive("restore", "uninstall")
	return cmd
}

// changeService shows a plan for the service, and applies it.
func changeService(ctx context.Context, a *cli.App, plan func() (installer.Plan, error), f cli.ChangeFlags) error {
	p, err := plan()
	if err != nil {
		return err
	}
	return a.Change(ctx, p, nil, f)
}

// watchFiles prints what happens until the context ends, which is no failure.
func watchFiles(ctx context.Context, a *cli.App, asJSON, restore bool) error {
	// From here on there is something to remember.
	if err := os.MkdirAll(a.Installer.Paths.State, 0o700); err != nil {
		return err
	}
	g := watch.New(a.Installer, restore)
	tick := time.NewTicker(watch.Every)
	defer tick.Stop()
	for {
		for _, e := range g.Poll(ctx) {
			if err := printEvent(a, e, asJSON); err != nil {
				return err
			}
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

// watchJSON is the documented shape of a line of watch --json.
type watchJSON struct {
	Time    string            `json:"time"`
	Event   string            `json:"event"`
	File    string            `json:"file"`
	By      string            `json:"by,omitempty"`
	Receipt string            `json:"receipt,omitempty"`
	What    string            `json:"what,omitempty"`
	Hook    *cli.OutsideJSON  `json:"hook,omitempty"`
	Changes []diffview.Change `json:"changes,omitempty"`
}

func printEvent(a *cli.App, e watch.Event, asJSON bool) error {
	by := ""
	switch {
	case e.By.ID != "":
		by = diffview.Ours
	case e.Kind == watch.Changed || e.Kind == watch.Removed:
		by = "others"
	}
	what := e.What
	if e.Outside != nil {
		what = strings.TrimPrefix(driftText(*e.Outside), e.Kind+": ")
	}
	if asJSON {
		j := watchJSON{Time: e.Time.Format(time.RFC3339), Event: e.Kind, File: e.Target.Path, By: by, Receipt: e.By.ID, What: what, Changes: e.Summary.Changes}
		if e.Outside != nil {
			j.Hook = &cli.OutsideList([]installer.OutsideChange{*e.Outside})[0]
		}
		return a.Encoder().Encode(j)
	}
	if e.By.ID != "" {
		by = fmt.Sprintf("by neverask (%s %s)", e.By.Op, e.By.ID)
	} else if by != "" {
		by = "by " + by
	}
	a.Line("", "%s", strings.TrimRight(fmt.Sprintf("%s  %-8s  %s  %s", e.Time.Local().Format("15:04:05"), e.Kind, a.Short(e.Target.Path), join(what, by)), " "))
	if e.Kind == watch.Planned {
		_, err := fmt.Fprint(a.Stdout, diffview.Text(diffview.Semantic(e.Summary)))
		return err
	}
	return nil
}

func join(what, by string) string {
	if what == "" || by == "" {
		return what + by
	}
	return by + ": " + what
}
