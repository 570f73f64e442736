package ownfile

import "os"

// aside is nothing on Windows, where no file that can be named waits when it is opened.
const aside = 0

// SyncDir does nothing: Windows has no handle for it, and a rename is journalled by
// NTFS.
func SyncDir(string) error { return nil }

// claim does nothing: a file that is open cannot be removed here.
func claim(*os.File) {}

// publish closes a file, which could not be renamed otherwise, and gives it its name.
func publish(f *os.File, path string) error {
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// removeAbandoned removes a temporary file that no process has open.
func removeAbandoned(name string) { _ = os.Remove(name) }
