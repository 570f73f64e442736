package settings

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"neverask/settings/ownfile"
	"neverask/settings/saferead"
)

// disk is every file operation that a change needs. Tests replace it by one that records,
// fails or stops at any of them.
type disk interface {
	diskReader
	diskNames
	Mkdir(name string, mode fs.FileMode) error
	// Create creates a file that must not exist.
	Create(name string, mode fs.FileMode) (diskFile, error)
	// Append opens a file for appending whole lines, and creates it if necessary.
	Append(name string) (diskFile, error)
	// CopyACL makes the access list of a file that of another, which may have none. It does
	// nothing on systems where neverask does not know how.
	CopyACL(from, to string) error
	// SyncDir makes the names in a directory durable.
	SyncDir(name string) error
}

// diskNames has the operations on names.
type diskNames interface {
	Rename(from, to string) error
	// Exchange swaps two existing files in one step. It fails with
	// errors.ErrUnsupported if the system or the file system cannot.
	Exchange(a, b string) error
	// RenameNew renames a file to a name that must not exist. It fails with
	// errors.ErrUnsupported if the system or the file system cannot.
	RenameNew(from, to string) error
	// Link gives from a second name that must not exist.
	Link(from, to string) error
	Remove(name string) error
}

// diskReader has the operations that read files.
type diskReader interface {
	Lstat(name string) (fs.FileInfo, error)
	EvalSymlinks(name string) (string, error)
	// ReadFile reads a file that others write, too; ReadChangeLog reads our change log, however
	// long.
	ReadFile(name string) ([]byte, error)
	ReadChangeLog(name string) ([]byte, error)
	ReadDir(name string) ([]fs.DirEntry, error)
	// Held reports whether some process has a file open for writing; false if the system cannot
	// tell.
	Held(name string) bool
}

// moveNew renames a file to a name that must not exist. If the system cannot do that in one step,
// the file has both names for a moment, and neverask would not replace a file with two names.
// left reports whether the old name remains.
func moveNew(d disk, from, to string) (left bool, err error) {
	err = d.RenameNew(from, to)
	if !errors.Is(err, errors.ErrUnsupported) {
		return false, err
	}
	if err = d.Link(from, to); err != nil {
		return false, err
	}
	return d.Remove(from) != nil, nil
}

type diskFile interface {
	Write(b []byte) (int, error)
	Chmod(mode fs.FileMode) error
	Chown(uid, gid int) error
	Sync() error
	Close() error
}

// endless is the limit for the change log, which only grows.
const endless = 1 << 60

type osDisk struct{}

func (osDisk) Lstat(name string) (fs.FileInfo, error)     { return os.Lstat(name) }
func (osDisk) EvalSymlinks(name string) (string, error)   { return filepath.EvalSymlinks(name) }
func (osDisk) ReadFile(name string) ([]byte, error)       { return saferead.ReadFile(name, MaxSize) }
func (osDisk) ReadChangeLog(name string) ([]byte, error)  { return saferead.ReadFile(name, endless) }
func (osDisk) ReadDir(name string) ([]fs.DirEntry, error) { return os.ReadDir(name) }
func (osDisk) Mkdir(name string, mode fs.FileMode) error  { return os.Mkdir(name, mode) }
func (osDisk) Rename(from, to string) error               { return os.Rename(from, to) }
func (osDisk) Exchange(a, b string) error                 { return exchange(a, b) }
func (osDisk) RenameNew(from, to string) error            { return renameNew(from, to) }
func (osDisk) Link(from, to string) error                 { return os.Link(from, to) }
func (osDisk) Remove(name string) error                   { return os.Remove(name) }
func (osDisk) CopyACL(from, to string) error              { return copyACL(from, to) }
func (osDisk) Held(name string) bool                      { return held(name) }
func (osDisk) SyncDir(name string) error                  { return ownfile.SyncDir(name) }

func (osDisk) Create(name string, mode fs.FileMode) (diskFile, error) {
	return os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
}

func (osDisk) Append(name string) (diskFile, error) { return ownfile.Append(name) }
