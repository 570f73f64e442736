package ownfile

import (
	"os"

	"github.com/gofrs/flock"
)

// NewLock returns the lock with that name; taking it creates a file for its owner alone. It
// waits only for the process that holds the lock, not for a pipe in place of the file.
func NewLock(path string) *flock.Flock {
	return flock.New(path, flock.SetFlag(os.O_RDWR|os.O_CREATE|safeFlags), flock.SetPermissions(0o600))
}

// TryLock takes the lock with that name, and creates its file, unless another process holds
// the lock. The lock ends with Close, and with the process.
func TryLock(path string) (lock *flock.Flock, ok bool) {
	lock = NewLock(path)
	ok, err := lock.TryLock()
	return lock, ok && err == nil
}
