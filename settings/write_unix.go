//go:build unix

package settings

import (
	"errors"
	"os"
	"syscall"
	"time"
)

// abandoned is the age at which nobody is still writing a temporary file, where the
// file system has no locks.
const abandoned = time.Hour

// claim locks a temporary file. The system frees the lock when the process ends,
// however it ends. Who has it locked to remove it is waited for.
func claim(f *os.File) {
	for errors.Is(syscall.Flock(int(f.Fd()), syscall.LOCK_EX), syscall.EINTR) {
	}
}

// publish gives a claimed file its name, and closes it.
func publish(f *os.File, path string) error {
	if err := os.Rename(f.Name(), path); err != nil {
		return err
	}
	return f.Close()
}

// removeAbandoned removes a temporary file that no living process has claimed.
func removeAbandoned(name string) {
	f, err := os.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK|noFollow, 0)
	if err != nil {
		return
	}
	defer f.Close()
	switch err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); {
	case errors.Is(err, syscall.EWOULDBLOCK):
		return
	case err != nil:
		if info, err := f.Stat(); err != nil || time.Since(info.ModTime()) < abandoned {
			return
		}
	}
	_ = os.Remove(name)
}
