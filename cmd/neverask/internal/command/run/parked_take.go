package run

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/gofrs/flock"

	"neverask/cmd/neverask/internal/cli"
	"neverask/settings"
)

// takenSuffix ends the file name of a parked question while its run is resumed.
const takenSuffix = ".taken"

// take reserves a parked question for this process, which resumes its run. The question is locked until release or
// the end of the process: an unlocked taken question belongs to a run that was killed.
func take(ctx context.Context, a *cli.App, id string) (lock *flock.Flock, err error) {
	path := parkedPath(a, id)
	err = a.Planner.Store.Exclusive(ctx, func(settings.ApplyFunc) error {
		if err := os.Rename(path, path+takenSuffix); err != nil {
			return err
		}
		lock = flock.New(path+takenSuffix, flock.SetFlag(os.O_RDWR))
		ok, err := lock.TryLock()
		if err == nil && !ok {
			err = errors.New("another process has taken it")
		}
		if err != nil {
			return errors.Join(err, lock.Close(), os.Rename(path+takenSuffix, path))
		}
		return nil
	})
	return lock, err
}

// release removes a taken question or, if it was neither answered nor parked again, puts it back.
func release(ctx context.Context, a *cli.App, id string, lock *flock.Flock, answered bool) error {
	path := parkedPath(a, id)
	return a.Planner.Store.Exclusive(context.WithoutCancel(ctx), func(settings.ApplyFunc) error {
		// Windows neither renames nor removes open files.
		if err := lock.Close(); err != nil {
			return err
		}
		if answered {
			return os.Remove(path + takenSuffix)
		}
		return untake(path)
	})
}

// putBack puts back the questions whose run was killed.
func putBack(ctx context.Context, a *cli.App) error {
	names, err := filepath.Glob(parkedPath(a, "*") + takenSuffix)
	if err != nil || len(names) == 0 {
		return err
	}
	return a.Planner.Store.Exclusive(ctx, func(settings.ApplyFunc) error {
		var failed error
		for _, name := range names {
			lock := flock.New(name, flock.SetFlag(os.O_RDWR))
			free, err := lock.TryLock()
			_ = lock.Close()
			if free {
				err = untake(strings.TrimSuffix(name, takenSuffix))
			}
			if !errors.Is(err, fs.ErrNotExist) { // just answered by another process
				failed = errors.Join(failed, err)
			}
		}
		return failed
	})
}

// untake restores the name of a taken question, unless its run has parked it again.
func untake(path string) error {
	if _, err := os.Lstat(path); err == nil {
		return os.Remove(path + takenSuffix)
	}
	return os.Rename(path+takenSuffix, path)
}
