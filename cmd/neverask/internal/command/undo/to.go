package undo

import (
	"context"
	"errors"
	"slices"

	"neverask/cmd/neverask/internal/cli"
	"neverask/hooks/app/changes"
	"neverask/settings"
)

// to gives a whole file the content from before a change, or one that neverask has
// seen in it.
func to(ctx context.Context, a *cli.App, id string, f cli.ChangeFlags) error {
	if kept, ok, err := keptContent(a, id); ok || err != nil {
		p, errPlan := changes.RestoreContent(a.Installer, kept)
		if err = errors.Join(err, errPlan); err != nil {
			return err
		}
		return a.Change(ctx, p, nil, f)
	}
	r, err := receipt(a, id)
	if err != nil {
		return err
	}
	p, err := changes.Regain(a.Installer, r.Path, r.ID)
	if err != nil {
		p, err = changes.Rewind(a.Installer, r)
	}
	if errors.Is(err, settings.ErrNoBackup) || errors.Is(err, settings.ErrDamaged) {
		err = cli.Exit(cli.Failed, err, "neverask undo --list --kept shows the contents that are kept")
	}
	if err != nil {
		return err
	}
	return a.Change(ctx, p, nil, f)
}

// backupJSON is a kept content in the documented shape of undo --list --kept --json.
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

func listKept(a *cli.App, asJSON bool) error {
	all, err := a.Installer.Store.Backups()
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
			a.Line("", "%-12s  %s  before %-10s %8d bytes  %-10s %s", r.ID, r.Time.Local().Format("2006-01-02 15:04"), r.Op, b.Size, state, a.Short(r.Path))
		}
	}
	seen, err := changes.KeptContents(a.Installer)
	if err != nil {
		return err
	}
	for _, c := range seen {
		list = append(list, backupJSON{ID: c.ID, Time: c.Seen.Format("2006-01-02T15:04:05Z07:00"), Op: "seen", Path: c.Target.Path, Kept: c.Path, Size: c.Size, OK: true})
		if !asJSON {
			a.Line("", "%-12s  %s  seen              %8d bytes  %-10s %s", c.ID, c.Seen.Local().Format("2006-01-02 15:04"), c.Size, "", a.Short(c.Target.Path))
		}
	}
	if asJSON {
		return a.WriteJSON(map[string][]backupJSON{"backups": list})
	}
	return nil
}

// keptContent finds a content that neverask has seen in a settings file.
func keptContent(a *cli.App, id string) (changes.KeptContent, bool, error) {
	all, err := changes.KeptContents(a.Installer)
	i := slices.IndexFunc(all, func(c changes.KeptContent) bool { return c.ID == id })
	if err != nil || i < 0 {
		return changes.KeptContent{}, false, err
	}
	return all[i], true, nil
}
