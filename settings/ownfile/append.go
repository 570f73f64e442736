package ownfile

import (
	"math"
	"os"

	"github.com/gofrs/flock"

	"neverask/settings/foreign"
)

// Append opens a file for reading it and for adding to its end, and makes it for its
// owner alone. What is no file of its own, as a link, is an error.
func Append(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_APPEND|os.O_CREATE|aside, 0o600)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil {
		err = foreign.Check(info, math.MaxInt64)
	}
	if err != nil {
		f.Close()
		return nil, &os.PathError{Op: "open", Path: path, Err: err}
	}
	return f, nil
}

// TryLock takes the lock of that name, a file that it makes, unless another process
// has it. The lock ends with Close, and with the process.
func TryLock(path string) (lock *flock.Flock, ok bool) {
	lock = flock.New(path, flock.SetFlag(os.O_RDWR|os.O_CREATE|aside))
	ok, err := lock.TryLock()
	return lock, ok && err == nil
}
