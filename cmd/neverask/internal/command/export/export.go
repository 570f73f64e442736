package export

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"

	"github.com/spf13/cobra"

	"neverask/cmd/neverask/internal/cli"
	"neverask/diffview"
	"neverask/hooks/app/rollout"
)

// Command is neverask export.
func Command(a *cli.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "export",
		Short:   "Write files for other machines",
		Example: "  neverask export managed ./rollout",
		Args:    cobra.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(managedCommand(a))
	return cmd
}

func managedCommand(a *cli.App) *cobra.Command {
	var (
		o             rollout.Options
		denyRules     bool
		force, asJSON bool
	)
	cmd := &cobra.Command{
		Use:   "managed DIRECTORY",
		Short: "Write what a configuration tool rolls out: managed settings and preferences",
		Long: `Write what a configuration tool rolls out: managed settings and preferences.

The directory gets a drop-in for Claude Code's managed settings, which enables
neverask's plugin for everybody on a machine, and your preferences without what
belongs to this machine alone: rules for a directory, and what you accepted of
projects. Where each file belongs is printed. Nothing else is changed, here or
there.`,
		Example: `  neverask export managed ./rollout
  neverask export managed ./rollout --os windows --plugin 'C:\Tools\neverask'
  neverask export managed ./rollout --json`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			o.NoDenyRules = !denyRules
			return managed(a, args[0], o, force, asJSON)
		},
	}
	cmd.Flags().StringVar(&o.GOOS, "os", runtime.GOOS, "system of the machines: linux, darwin or windows")
	cmd.Flags().StringVar(&o.Plugin, "plugin", "", "where the plugin's directory is on the machines (default: where the packages put it)")
	cmd.Flags().BoolVar(&denyRules, "guard", true, "also protect neverask's files from Claude's own tools")
	cmd.Flags().BoolVar(&force, "force", false, "replace files that are there and differ")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	cli.Words(cmd, "os", "linux", "darwin", "windows")
	cmd.ValidArgsFunction = func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return nil, cobra.ShellCompDirectiveFilterDirs
	}
	return cmd
}

// rolloutJSON is the documented shape of export managed --json.
type rolloutJSON struct {
	Files []rolloutFileJSON `json:"files"`
	Left  []string          `json:"left"`
}

type rolloutFileJSON struct {
	Path  string `json:"path"`
	Place string `json:"place"`
}

func managed(a *cli.App, dir string, o rollout.Options, force, asJSON bool) error {
	switch o.GOOS {
	case "linux", "darwin", "windows":
	default:
		return cli.Misuse("it is linux, darwin or windows", "unknown system %q", o.GOOS)
	}
	r, err := rollout.Make(a.Installer.Paths.Preferences(), o)
	if err != nil {
		return err
	}
	if err := r.Check(os.DirFS(dir)); err != nil && !(force && errors.Is(err, rollout.ErrOccupied)) {
		if errors.Is(err, rollout.ErrOccupied) {
			return cli.Exit(cli.Failed, fmt.Errorf("%s: %w", dir, err), "name another directory, or replace it with --force")
		}
		return err
	}
	out := rolloutJSON{Left: cli.OrEmpty(r.Left)}
	for _, f := range r.Files {
		path := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		// Readable for everybody: others will run under it.
		if err := os.WriteFile(path, f.Content, 0o644); err != nil {
			return err
		}
		out.Files = append(out.Files, rolloutFileJSON{path, f.Place})
		if !asJSON {
			a.Line("", "%s  → %s", path, f.Place)
		}
	}
	if asJSON {
		return a.WriteJSON(out)
	}
	if len(r.Files) == 1 {
		fmt.Fprintln(a.Stderr, "There are no preferences yet, so none are written.")
	}
	for _, what := range r.Left {
		fmt.Fprintf(a.Stderr, "left out: %s\n", diffview.Visible(what))
	}
	return nil
}
