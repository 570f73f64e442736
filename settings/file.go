package settings

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"unicode/utf8"

	"neverask/settings/saferead"
)

// MaxSize is the size of the longest file that Load reads. Real settings files have
// kilobytes.
const MaxSize = 64 << 20

// A File is a settings file as it was read: its document, and everything needed to write
// it back.
type File struct {
	Path     string // as requested, absolute
	Target   string // the file with the bytes, symlinks resolved
	Document Document
	Exists   bool
	Mode     fs.FileMode // permission bits; 0600 for a file that does not exist yet

	names uint64 // hard links
	bytes []byte
	made  []string // directories that do not exist yet, outermost first
}

// Load reads the settings file at path. A missing file is an empty document. If another program
// may be about to write an empty file, Load waits up to two seconds and then returns an error
// that wraps ErrBusy. Content that Parse refuses gives a *SyntaxError with the path. A dangling
// symlink, a loop, and anything but a regular file are errors.
func Load(path string) (File, error) { return load(osDisk{}, path) }

func load(d diskReader, path string) (File, error) {
	f, err := read(d, path)
	if err != nil || !f.Exists {
		return f, err
	}
	f.Document, err = Parse(f.bytes)
	// A program may be in the middle of writing it. If it stays empty or invalid, that is the
	// person's content.
	for range 10 {
		if len(f.bytes) > 0 && err == nil {
			break
		}
		if err := awaitWriter(d, path, f.Target); err != nil {
			return f, err
		}
		again, readErr := read(d, path)
		if readErr != nil || !again.Exists {
			return again, readErr
		}
		if bytes.Equal(again.bytes, f.bytes) {
			break
		}
		f = again
		f.Document, err = Parse(f.bytes)
	}
	if syntax, ok := errors.AsType[*SyntaxError](err); ok {
		syntax.Path = path
	}
	return f, err
}

// read is load without parsing the content.
func read(d diskReader, path string) (File, error) {
	f, err := resolve(d, path)
	if err == nil && f.Exists {
		f.bytes, err = d.ReadFile(f.Target)
	}
	return f, err
}

// resolve finds the file behind path without reading it.
func resolve(d diskReader, path string) (File, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return File{}, err
	}
	f := File{Path: path, Mode: 0o600}
	switch _, err := d.Lstat(path); {
	case errors.Is(err, fs.ErrNotExist):
		return f, f.resolveMissing(d)
	case errors.Is(err, syscall.ENOTDIR):
		return f, fmt.Errorf("%s: a part of the path is a file, not a directory", path)
	case err != nil:
		return f, err
	}
	if f.Target, err = d.EvalSymlinks(path); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return f,
				fmt.Errorf("%s: is a symlink to a file that does not exist; create the file it points to, or remove the link", path)
		}
		return f, fmt.Errorf("%s: cannot follow the symlink: %w", path, err)
	}
	info, err := d.Lstat(f.Target)
	if err != nil {
		return f, err
	}
	if err := saferead.Check(info, MaxSize); err != nil {
		return f, fmt.Errorf("%s: %w", path, err)
	}
	f.Exists, f.Mode, f.names = true, info.Mode().Perm(), names(info)
	return f, nil
}

// resolveMissing finds where a file that does not exist would be created. Its directory
// may be missing, too, and may be reached through symlinks.
func (f *File) resolveMissing(d diskReader) error {
	dir, rest := filepath.Dir(f.Path), filepath.Base(f.Path)
	for again := 0; ; {
		resolved, err := d.EvalSymlinks(dir)
		if err == nil {
			f.Target = filepath.Join(resolved, rest)
			for missing := filepath.Dir(f.Target); missing != resolved; missing = filepath.Dir(missing) {
				f.made = append([]string{missing}, f.made...)
			}
			return nil
		}
		info, linkErr := d.Lstat(dir)
		if errors.Is(err, fs.ErrNotExist) && linkErr == nil && info.IsDir() && again < 10 {
			again++ // another command has created it in between
			continue
		}
		if !errors.Is(err, fs.ErrNotExist) || linkErr == nil || filepath.Dir(dir) == dir {
			return fmt.Errorf("%s: cannot find its directory: %w", f.Path, err)
		}
		dir, rest = filepath.Dir(dir), filepath.Join(filepath.Base(dir), rest)
	}
}

// CheckPath returns an error for a path that is not UTF-8: JSON would spell it as the path of
// another file, or of none.
func CheckPath(path string) error {
	if utf8.ValidString(path) {
		return nil
	}
	return fmt.Errorf("%q: the path is not UTF-8, and JSON cannot hold it; give the directory a UTF-8 name", path)
}

// writable says why the target may not be replaced. It checks the permission bits itself: the
// kernel lets root write a file that somebody made read-only on purpose.
func (f File) writable() error {
	if f.Exists && f.Mode&0o200 == 0 {
		return fmt.Errorf("%s: the file is read-only (mode %04o); to let neverask change it: chmod u+w %s",
			f.Path, f.Mode, f.Target)
	}
	if f.names > 1 {
		return fmt.Errorf("%s: the file has %d names (hard links), and the others would keep the old content; to give it a file of its own: cp -p %[3]s %[3]s.new && mv %[3]s.new %[3]s", f.Path, f.names, f.Target)
	}
	return nil
}

// sameFile reports whether both describe the same file, not written in between.
func sameFile(a, b os.FileInfo) bool {
	return os.SameFile(a, b) && saferead.Stamped(a) == saferead.Stamped(b)
}
