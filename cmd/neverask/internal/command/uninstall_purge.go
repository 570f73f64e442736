package command

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"neverask/cmd/neverask/internal/cli"
	"neverask/diffview"
	"neverask/hooks/app/install"
	"neverask/hooks/app/status"
	"neverask/settings/ownfile"
)

// The values of --purge: everything, or everything except the preferences.
const (
	purgeAll   = "all"
	purgeState = "state"
)

// purgeJSON is the documented shape of uninstall --purge --json.
type purgeJSON struct {
	cli.PlanJSON
	Deleted []ownfile.Dir `json:"deleted"`
}

// purgeAllFiles uninstalls everywhere and deletes neverask's own directories.
func purgeAllFiles(ctx context.Context, a *cli.App, what string, f cli.ChangeFlags) error {
	if what != purgeAll && what != purgeState {
		return cli.Misuse("--purge deletes everything, --purge=state all but the preferences",
			"--purge: there is no %q", what)
	}
	p, err := install.PlanPurge(a.Planner, what == purgeState)
	if err != nil {
		return err
	}
	p.Plan.Problems = append(p.Plan.Problems, status.Warnings(a.Planner, p.Plan)...)
	out := purgeJSON{cli.JSONOfPlan(p.Plan, nil), p.Dirs}
	out.Deleted = cli.OrEmpty(out.Deleted)
	if !f.JSON {
		printPurge(a, p, f.View)
	}
	yes, err := mayPurge(ctx, a, p, f)
	if yes {
		if err := install.ApplyPurge(ctx, a.Planner, p); err != nil {
			return err
		}
		out.Applied = p.Changes()
		if !f.JSON && p.Changes() {
			fmt.Fprintln(a.Stdout, "Nothing of neverask is left"+
				map[bool]string{true: " but the preferences"}[what == purgeState]+". This cannot be undone.")
		}
	}
	return a.Finish(f.JSON, out, err)
}

func printPurge(a *cli.App, p install.Purge, view string) {
	switch {
	case p.Plan.Path != "":
		a.PrintPlan(p.Plan, nil, view)
	case p.Changes():
		fmt.Fprintln(a.Stdout, "No settings file has hooks of neverask.")
	default:
		fmt.Fprintln(a.Stdout, "No settings file has hooks of neverask. Nothing to change.")
	}
	for _, d := range p.Dirs {
		fmt.Fprintf(a.Stdout, "\nDelete %s: %s, %d bytes\n", diffview.Visible(a.Short(d.Path)),
			diffview.Count(len(d.Files), "file"), d.Bytes)
		for _, line := range summed(d.Files) {
			fmt.Fprintln(a.Stdout, "  "+diffview.Visible(line))
		}
	}
}

// summed lists files, one line per directory.
func summed(files []string) (lines []string) {
	in := map[string]int{}
	for _, name := range files {
		in[filepath.Dir(name)]++
	}
	for _, name := range files {
		line := name
		if dir := filepath.Dir(name); dir != "." && in[dir] > 1 {
			line = fmt.Sprintf("%s%c (%s)", dir, filepath.Separator, diffview.Count(in[dir], "file"))
		}
		if !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	return lines
}

// mayPurge asks for a typed confirm.
func mayPurge(ctx context.Context, a *cli.App, p install.Purge, f cli.ChangeFlags) (bool, error) {
	return a.Agreed(ctx, cli.Consent{
		DryRun: f.DryRun || !p.Changes(), Yes: f.Yes, JSON: f.JSON,
		Ask: "This cannot be undone. Type purge to delete it all", Word: "purge",
		Hint:    "look at the list above and pass --yes to delete it",
		Session: "nothing was changed: this is a Claude Code session, and only you can delete everything",
	})
}
