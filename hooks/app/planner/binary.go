package planner

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"neverask/hooks/paths"
	"neverask/settings"
	"neverask/settings/ownfile"
	"neverask/settings/saferead"
)

// A Binary is a person's hook binary, and the running program from which it is installed.
type Binary struct {
	Paths      paths.Paths
	Executable string
	Version    string // of the running program
}

// A BinaryState is the state of the installed hook binary.
type BinaryState struct {
	Path    string `json:"path"`
	Version string `json:"version"` // empty when it is not installed
	// Current reports that this neverask would install the same binary.
	Current bool `json:"current"`
	// Altered reports that it is neither the binary as installed nor the current one.
	Altered bool `json:"-"`
	// Build is the version of this neverask, which would replace it.
	Build string `json:"-"`
}

// Stale reports that installing would replace it, or that it does not exist.
func (s BinaryState) Stale() bool { return s.Version == "" || s.Altered || !s.Current }

// pin is the file beside the hook binary, which says where the binary finds its
// directories, and records the binary as installed.
type pin struct {
	paths.Paths
	Version string `json:"version"`
	SHA256  string `json:"sha256"`
}

// source finds the binary to install as the hook: neverask-hook beside the running
// program, or else the program itself, which is the hook if called by that name.
func (b Binary) source() (string, error) {
	exe, err := filepath.EvalSymlinks(b.Executable)
	if err != nil {
		return "", fmt.Errorf("cannot find the running program: %w", err)
	}
	beside := filepath.Join(filepath.Dir(exe), filepath.Base(b.Paths.Hook()))
	if info, err := os.Stat(beside); err == nil && info.Mode().IsRegular() && beside != b.Paths.Hook() {
		return beside, nil
	}
	return exe, nil
}

// State returns the state of the installed hook binary.
func (b Binary) State() BinaryState {
	h := BinaryState{Path: b.Paths.Hook(), Build: b.Version}
	source, _ := b.source()
	current, err := sameContent(h.Path, source)
	if err != nil {
		return h
	}
	h.Current = current
	p, err := b.readPin()
	h.Version = p.Version
	if err != nil || h.Version == "" {
		h.Version = "unknown"
	}
	h.Altered = err == nil && !current && !b.isPinned(p)
	return h
}

// maxBinary is the maximum size of a program.
const maxBinary = 1 << 30

// sameContent reports whether two files exist and have the same content. It reads them a piece
// at a time, because allocating memory for two binaries takes longer than comparing them.
func sameContent(name, other string) (bool, error) {
	f, err := saferead.Open(name)
	if err != nil {
		return false, err
	}
	defer f.Close()
	o, err := saferead.Open(other)
	if err != nil {
		return false, nil //nolint:nilerr // then they differ
	}
	defer o.Close()
	piece, theirs := make([]byte, 64<<10), make([]byte, 64<<10)
	for {
		n, err := io.ReadFull(f, piece)
		m, _ := io.ReadFull(o, theirs[:min(n+1, len(theirs))]) // one byte more than the other file has left
		atEnd := errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
		if err != nil && !atEnd {
			return false, err
		}
		if equal := bytes.Equal(piece[:n], theirs[:m]); !equal || atEnd {
			return equal, nil
		}
	}
}

// isPinned reports whether the installed binary is the one that was installed.
func (b Binary) isPinned(p pin) bool {
	f, err := saferead.Open(b.Paths.Hook())
	if err != nil {
		return false
	}
	defer f.Close()
	sum := sha256.New()
	_, err = io.Copy(sum, f)
	return err == nil && p.SHA256 == hex.EncodeToString(sum.Sum(nil))
}

func (b Binary) readPin() (p pin, err error) {
	name, _, err := b.Paths.Pin()
	if err != nil {
		return p, err
	}
	content, err := saferead.ReadFile(name, maxBinary)
	if err != nil {
		return p, err
	}
	return p, json.Unmarshal(content, &p)
}

// Place installs the hook binary, unless it is there and current. The hook never runs from
// where it was built: a build directory, a worktree or a temporary folder may be gone
// tomorrow.
func (b Binary) Place() error {
	if h := b.State(); !h.Stale() {
		if info, err := os.Stat(h.Path); err != nil || info.Mode().Perm()&0o100 != 0 {
			return err
		}
		return os.Chmod(h.Path, 0o755) // a restored copy may have lost its mode
	}
	source, err := b.source()
	if err != nil {
		return err
	}
	binary, err := saferead.ReadFile(source, maxBinary)
	if err != nil {
		return fmt.Errorf("cannot read the hook binary: %w", err)
	}
	name, _, err := b.Paths.Pin()
	if err != nil {
		return err
	}
	if err := errors.Join(settings.CheckPath(b.Paths.Config), settings.CheckPath(b.Paths.State), settings.CheckPath(b.Paths.Data)); err != nil {
		return fmt.Errorf("cannot install the hook binary: %w", err)
	}
	content, err := json.MarshalIndent(pin{b.Paths, b.Version, settings.Digest(binary)}, "", "  ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return fmt.Errorf("cannot install the hook binary: %w", err)
	}
	// The pin comes first: without it the hook might read another person's
	// preferences, while without the binary the pin does nothing.
	if err := ownfile.Write(name, append(content, '\n'), 0o600); err != nil {
		return fmt.Errorf("cannot install the hook binary: %w", err)
	}
	if err := ownfile.Write(b.Paths.Hook(), binary, 0o755); err != nil {
		return fmt.Errorf("cannot install the hook binary: %w", err)
	}
	return nil
}

// Remove removes the binary, its pin, and then empty directories.
func (b Binary) Remove() error {
	name, _, err := b.Paths.Pin()
	if err != nil {
		return err
	}
	for _, file := range []string{b.Paths.Hook(), name} {
		if err := os.Remove(file); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	for _, dir := range []string{filepath.Dir(name), b.Paths.Data} {
		_ = os.Remove(dir) // fails if the directory is not empty
	}
	return nil
}
