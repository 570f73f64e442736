package ownfile

import (
	"math"
	"os"

	"github.com/gofrs/flock"

	"neverask/settings/saferead"
)

// Append opens a file for reading and for appending, and creates it for its owner alone.
// Anything but a regular file, such as a link, is an error.
func Append(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_APPEND|os.O_CREATE|safeFlags, 0o600)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil {
		err = saferead.Check(info, math.MaxInt64)
	}
	if err != nil {
		f.Close()
		return nil, &os.PathError{Op: "open", Path: path, Err: err}
	}
	return f, nil
}

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
