package service

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os/exec"

	"neverask/settings"
)

// Plan is the change that writes the file, and a warning where it replaces what
// somebody else has written.
func (s Service) Plan(store *settings.Store) (p settings.Plan, warning string, err error) {
	if err := s.available(); err != nil {
		return p, "", err
	}
	f, err := settings.LoadText(s.File)
	if err != nil {
		return p, "", err
	}
	p = f.Rewrite(s.Content)
	if p.Created {
		p.Mode = 0o644
	}
	return p, foreign(store, p, ", and what is in it is replaced"), nil
}

// PlanRemove is the change that removes the file, with the directories that were made
// for it; without a file it is empty.
func (s Service) PlanRemove(store *settings.Store) (p settings.Plan, warning string, err error) {
	f, err := settings.LoadText(s.File)
	if err != nil {
		return p, "", err
	}
	history, err := store.History()
	if err != nil {
		return p, "", err
	}
	var dirs []string
	for _, r := range history {
		if r.Target == f.Target && r.Created() && r.State != settings.Failed {
			dirs = r.Dirs
		}
	}
	p = f.PlanRemove(f.Document, dirs)
	return p, foreign(store, p, ", and is removed all the same"), nil
}

// foreign warns where the file is not as neverask has left it.
func foreign(store *settings.Store, p settings.Plan, what string) string {
	if _, own := store.Recent(p.Target, p.Before); own || p.Empty() || p.Created {
		return ""
	}
	return p.Path + " is not as neverask wrote it" + what
}

// The states of a service.
const (
	Absent    = "absent"
	Installed = "installed"
	Stale     = "stale"  // setting it up again would write something else
	Edited    = "edited" // somebody else has written the file
)

// A Status says whether a service is set up.
type Status struct {
	State  string `json:"state"`
	System string `json:"system,omitempty"` // what runs it; empty where nothing can
	Path   string `json:"path,omitempty"`   // its file
}

// Status says whether the service is set up, in its own form or another one.
func (s Service) Status(store *settings.Store, other Service) Status {
	is := Status{Absent, s.System, s.File}
	f, err := settings.LoadText(s.File)
	if s.File == "" || err == nil && !f.Exists {
		return is
	}
	content := f.Rewrite(nil).Before
	_, own := store.Recent(f.Target, content)
	switch {
	case err != nil || !own:
		is.State = Edited
	case bytes.Equal(content, s.Content), bytes.Equal(content, other.Content):
		is.State = Installed
	default:
		is.State = Stale
	}
	return is
}

// Announce says which commands a change of the file runs.
func (s Service) Announce(p settings.Plan) string {
	switch {
	case !p.Removed:
		return "when the file is written, this is run: " + line(s.Start)
	case len(s.Gone) == 0:
		return "before the file is removed, this is run: " + line(s.Stop)
	}
	return "before the file is removed, this is run: " + line(s.Stop) + "; and after: " + line(s.Gone)
}

// Around applies a change of the file with the commands that belong to it: a service
// that goes is stopped before, while its file is there. An error without one of apply's
// is that of a command; the file is changed.
func (s Service) Around(ctx context.Context, p settings.Plan, apply func() error) error {
	if !p.Removed {
		if err := apply(); err != nil {
			return err
		}
		return run(ctx, s.Start)
	}
	stopped := run(ctx, s.Stop)
	if err := apply(); err != nil {
		return errors.Join(err, run(ctx, s.Start))
	}
	if stopped != nil && len(s.Gone) > 0 {
		return fmt.Errorf("%w; %s", stopped, line(s.Gone))
	}
	return cmp.Or(stopped, run(ctx, s.Gone))
}

// available reports why the system's program for services cannot be started, in words.
func (s Service) available() error {
	name := s.Start[0].Args[0]
	if _, err := exec.LookPath(name); err != nil {
		return fmt.Errorf("there is no %s here, and so no %s that could run a service: start neverask hooks watch from whatever starts your session", name, s.System)
	}
	return nil
}
