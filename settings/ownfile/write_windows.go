package ownfile

import "os"

// safeFlags is 0 on Windows, where opening a named file never waits.
const safeFlags = 0

// SyncDir does nothing: Windows has no handle for it, and NTFS journals a rename.
func SyncDir(string) error { return nil }

// claim does nothing: an open file cannot be removed on Windows.
func claim(*os.File) {}

// replace closes a file, which must not be open to be renamed, and renames it.
func replace(f *os.File, path string) error {
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// removeAbandoned removes a temporary file that no process has open.
func removeAbandoned(name string) { _ = os.Remove(name) }
