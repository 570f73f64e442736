package main

import (
	"errors"
	"slices"

	"github.com/spf13/cobra"

	"neverask/hooks/app/installer"
	"neverask/settings"
)

func (a *app) restoreCommand() *cobra.Command {
	var (
		f    changeFlags
		list bool
	)
	cmd := &cobra.Command{
		Use:   "restore ID",
		Short: "Give a whole file the content from before a change",
		Long: `Give a whole file the content that it had before a change, from neverask's backup.

Unlike undo, which takes back neverask's own items alone, this also takes back
what others have edited since. It works on a file that is broken, can be undone
itself, and refuses a backup that is not what it was. Of each file the last 20
contents are kept, for up to 180 days; and as many of those that neverask has seen
in settings files, whoever wrote them.`,
		Example: "  neverask restore --list\n  neverask restore k3f9a2b --dry-run",
		Args: func(cmd *cobra.Command, args []string) error {
			if list {
				return cobra.NoArgs(cmd, args)
			}
			return cobra.ExactArgs(1)(cmd, args)
		},
		ValidArgsFunction: a.completeReceipts,
		RunE: func(cmd *cobra.Command, args []string) error {
			if list {
				return a.backups(f.json)
			}
			if kept, ok, err := a.keptContent(args[0]); ok || err != nil {
				p, errPlan := a.in.RestoreContent(kept)
				if err = errors.Join(err, errPlan); err != nil {
					return err
				}
				return a.change(cmd.Context(), p, nil, f)
			}
			r, err := a.receipt(args[0])
			if err != nil {
				return err
			}
			p, err := a.in.Rewind(r)
			if errors.Is(err, settings.ErrNoBackup) || errors.Is(err, settings.ErrDamaged) {
				err = &exit{exitFailed, err, "neverask restore --list shows the contents that are kept"}
			}
			if err != nil {
				return err
			}
			return a.change(cmd.Context(), p, nil, f)
		},
	}
	f.flags(cmd)
	cmd.Flags().BoolVar(&list, "list", false, "list the contents that are kept, each compared with its checksum")
	return cmd
}

// backupJSON is a kept content in the documented shape of restore --list --json.
type backupJSON struct {
	ID    string `json:"id"`
	Time  string `json:"time"`
	Op    string `json:"op"`
	Path  string `json:"path"`
	Kept  string `json:"kept"`
	Size  int64  `json:"size"`
	OK    bool   `json:"ok"`
	Error string `json:"error,omitempty"`
}

func (a *app) backups(asJSON bool) error {
	all, err := a.in.Store.Backups()
	if err != nil {
		return err
	}
	list := []backupJSON{}
	for _, b := range slices.Backward(all) {
		r := b.Receipt
		j := backupJSON{ID: r.ID, Time: r.Time.Format("2006-01-02T15:04:05Z07:00"), Op: r.Op, Path: r.Path, Kept: b.Path, Size: b.Size, OK: b.Err == nil}
		state := "ok"
		if b.Err != nil {
			j.Error, state = b.Err.Error(), "damaged"
			if !errors.Is(b.Err, settings.ErrDamaged) {
				state = "unreadable"
			}
		}
		list = append(list, j)
		if !asJSON {
			a.line("", "%-12s  %s  before %-10s %8d bytes  %-10s %s", r.ID, r.Time.Local().Format("2006-01-02 15:04"), r.Op, b.Size, state, a.short(r.Path))
		}
	}
	seen, err := a.in.KeptContents()
	if err != nil {
		return err
	}
	for _, c := range seen {
		list = append(list, backupJSON{ID: c.ID, Time: c.Seen.Format("2006-01-02T15:04:05Z07:00"), Op: "seen", Path: c.Target.Path, Kept: c.Path, Size: c.Size, OK: true})
		if !asJSON {
			a.line("", "%-12s  %s  seen              %8d bytes  %-10s %s", c.ID, c.Seen.Local().Format("2006-01-02 15:04"), c.Size, "", a.short(c.Target.Path))
		}
	}
	if asJSON {
		return a.writeJSON(map[string][]backupJSON{"backups": list})
	}
	return nil
}

// keptContent finds a content that neverask has seen in a settings file.
func (a *app) keptContent(id string) (installer.KeptContent, bool, error) {
	all, err := a.in.KeptContents()
	i := slices.IndexFunc(all, func(c installer.KeptContent) bool { return c.ID == id })
	if err != nil || i < 0 {
		return installer.KeptContent{}, false, err
	}
	return all[i], true, nil
}
