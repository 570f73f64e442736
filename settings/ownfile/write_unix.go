//go:build unix

package ownfile

import (
	"errors"
	"os"
	"syscall"
	"time"
)

// safeFlags keeps an open from following a link, from waiting for the other end of a pipe, and
// from making a terminal the controlling one of this process.
const safeFlags = syscall.O_NOFOLLOW | syscall.O_NONBLOCK | syscall.O_NOCTTY

// SyncDir makes the names in a directory durable.
func SyncDir(name string) error {
	d, err := os.Open(name)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}

// abandoned is the age at which a temporary file counts as no longer written, if the file
// system has no locks.
const abandoned = time.Hour

// claim locks a temporary file. The system frees the lock however the process ends. It waits
// for a process that has locked the file to remove it.
func claim(f *os.File) {
	for errors.Is(syscall.Flock(int(f.Fd()), syscall.LOCK_EX), syscall.EINTR) {
	}
}

// replace gives a claimed file its name, and closes it.
func replace(f *os.File, path string) error {
	if err := os.Rename(f.Name(), path); err != nil {
		return err
	}
	return f.Close()
}

// removeAbandoned removes a temporary file that no living process has claimed.
func removeAbandoned(name string) {
	f, err := os.OpenFile(name, os.O_RDONLY|safeFlags, 0)
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
