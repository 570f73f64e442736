package settings

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"neverask/settings/ownfile"
)

// changeWait is how long a change waits for processes that change files.
const changeWait = 10 * time.Second

// lock waits for the lock, and returns its release. The system frees the lock when the process
// ends, however it ends.
func (s *Store) lock(ctx context.Context, wait time.Duration) (release func(), err error) {
	if err := makeDirs(s.disk, s.dir); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	l := ownfile.NewLock(filepath.Join(s.dir, "lock"))
	if ok, err := l.TryLockContext(ctx, 5*time.Millisecond); err != nil || !ok {
		if errors.Is(err, context.DeadlineExceeded) {
			return nil, fmt.Errorf("%w (waited %s for %s)", ErrLocked, wait, l.Path())
		}
		return nil, err
	}
	return func() { _ = l.Close() }, nil
}

// Exclusive calls f while no other process changes files through this store. Before that, it
// finishes the change of a stopped process. f must apply plans with the given function.
func (s *Store) Exclusive(ctx context.Context, f func(ApplyFunc) error) error {
	return s.exclusive(ctx, s.wait, func() error { return f(s.apply) })
}

// An ApplyFunc is Apply, called while the lock is held.
type ApplyFunc func(p Plan, op string) (Receipt, error)

// readLockWait is how long a reader waits for processes that change files.
const readLockWait = 500 * time.Millisecond

// ReadLocked is Exclusive for callers that change none of the person's files. It waits only
// half a second before it gives up with ErrLocked.
func (s *Store) ReadLocked(ctx context.Context, f func() error) error {
	return s.exclusive(ctx, readLockWait, f)
}

func (s *Store) exclusive(ctx context.Context, wait time.Duration, f func() error) error {
	release, err := s.lock(ctx, wait)
	if err != nil {
		return err
	}
	defer release()
	if err := s.finishInterrupted(); err != nil {
		return err
	}
	return f()
}
