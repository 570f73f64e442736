package installer

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

	"neverask/hooks/claude/config"
	"neverask/hooks/paths"
	"neverask/settings"
	"neverask/settings/ownfile"
)

// Hook says how the installed hook binary is.
type Hook struct {
	Path    string `json:"path"`
	Version string `json:"version"` // empty when it is not installed
	// Current reports that it is the binary that this neverask would install.
	Current bool `json:"current"`
	// Altered reports that it is not the binary that was installed.
	Altered bool `json:"-"`
}

// pin is the file beside the hook binary: where the binary finds its
// directories, and what it was when it was installed.
type pin struct {
	paths.Paths
	Version string `json:"version"`
	SHA256  string `json:"sha256"`
}

// source finds the binary that is installed as the hook: neverask-hook beside
// the running program, else the program itself, which serves as the hook when
// it is called by that name.
func (in *Installer) source() (string, error) {
	exe, err := filepath.EvalSymlinks(in.Executable)
	if err != nil {
		return "", fmt.Errorf("cannot find the running program: %w", err)
	}
	beside := filepath.Join(filepath.Dir(exe), filepath.Base(in.Paths.Hook()))
	if info, err := os.Stat(beside); err == nil && info.Mode().IsRegular() && beside != in.Paths.Hook() {
		return beside, nil
	}
	return exe, nil
}

// Hook looks at the installed hook binary.
func (in *Installer) Hook() Hook {
	h := Hook{Path: in.Paths.Hook()}
	source, _ := in.source()
	digest, equal, err := compareFiles(h.Path, source)
	if err != nil {
		return h
	}
	h.Current = equal
	p, err := in.readPin()
	h.Version = p.Version
	if err != nil || h.Version == "" {
		h.Version = "unknown"
	}
	h.Altered = err == nil && p.SHA256 != digest
	return h
}

// compareFiles returns the digest of a file, and whether another one has the same content.
// They are read a piece at a time: pages for two binaries take longer than their digest.
func compareFiles(name, other string) (digest string, equal bool, err error) {
	f, err := os.Open(name)
	if err != nil {
		return "", false, err
	}
	defer f.Close()
	o, err := os.Open(other)
	equal = err == nil
	if equal {
		defer o.Close()
	}
	sum, piece, theirs := sha256.New(), make([]byte, 64<<10), make([]byte, 64<<10)
	for {
		n, err := io.ReadFull(f, piece)
		sum.Write(piece[:n])
		if equal {
			m, _ := io.ReadFull(o, theirs[:min(n+1, len(theirs))]) // no more than there is here, and one
			equal = bytes.Equal(piece[:n], theirs[:m])
		}
		switch {
		case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
			return hex.EncodeToString(sum.Sum(nil)), equal, nil
		case err != nil:
			return "", false, err
		}
	}
}

func (in *Installer) readPin() (p pin, err error) {
	name, _, err := in.Paths.Pin()
	if err != nil {
		return p, err
	}
	b, err := os.ReadFile(name)
	if err != nil {
		return p, err
	}
	return p, json.Unmarshal(b, &p)
}

func sum(b []byte) string {
	s := sha256.Sum256(b)
	return hex.EncodeToString(s[:])
}

// placeHook installs the hook binary, unless it is there and current. The
// hook is never run from where it was built: a build directory, a worktree or
// a temporary folder may be gone tomorrow.
func (in *Installer) placeHook() error {
	if h := in.Hook(); h.Current && !h.Altered {
		if info, err := os.Stat(h.Path); err != nil || info.Mode().Perm()&0o100 != 0 {
			return err
		}
		return os.Chmod(h.Path, 0o755) // a copy that was put back may have lost it
	}
	source, err := in.source()
	if err != nil {
		return err
	}
	binary, err := os.ReadFile(source)
	if err != nil {
		return fmt.Errorf("cannot read the hook binary: %w", err)
	}
	name, _, err := in.Paths.Pin()
	if err != nil {
		return err
	}
	if err := errors.Join(settings.CheckPath(in.Paths.Config), settings.CheckPath(in.Paths.State), settings.CheckPath(in.Paths.Data)); err != nil {
		return fmt.Errorf("cannot install the hook binary: %w", err)
	}
	content, err := json.MarshalIndent(pin{in.Paths, in.Version, sum(binary)}, "", "  ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return fmt.Errorf("cannot install the hook binary: %w", err)
	}
	// The pin comes first: without it the hook might read another person's
	// preferences, without the binary the pin does nothing.
	if err := ownfile.Write(name, append(content, '\n'), 0o600); err != nil {
		return fmt.Errorf("cannot install the hook binary: %w", err)
	}
	if err := ownfile.Write(in.Paths.Hook(), binary, 0o755); err != nil {
		return fmt.Errorf("cannot install the hook binary: %w", err)
	}
	return nil
}

// Sweep removes the temporary files that processes that were stopped have left in
// neverask's directories.
func (in *Installer) Sweep() {
	state := in.Paths.State
	ownfile.SweepTemps(in.Paths.Config, filepath.Dir(in.Paths.Hook()), state, filepath.Join(state, "hooks.seen"), filepath.Join(state, "parked"), filepath.Join(state, "pins"))
}

// dropHook removes the hook binary when no settings file runs it: of those that
// neverask has ever changed, those of the scopes, and those of a plan. Sessions
// that still do find no program, which Claude Code passes over.
func (in *Installer) dropHook(p Plan) error {
	if _, err := os.Lstat(in.Paths.Hook()); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	history, err := in.Store.History()
	if err != nil {
		return err
	}
	files := in.targets(history)
	for _, scope := range settings.Scopes {
		files = append(files, in.Locations.File(scope))
	}
	for _, part := range p.Parts() {
		if !part.service {
			files = append(files, part.Path)
		}
	}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil && !errors.Is(err, fs.ErrNotExist) || in.mayRun(content, in.inForceOf(history, file).owner) {
			return nil
		}
	}
	name, _, err := in.Paths.Pin()
	if err != nil {
		return err
	}
	for _, file := range []string{in.Paths.Hook(), name} {
		if err := os.Remove(file); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("the hooks are uninstalled, but the binary is left: %w", err)
		}
	}
	for _, dir := range []string{filepath.Dir(name), in.Paths.Data} {
		_ = os.Remove(dir) // fails when something else is in it
	}
	return nil
}

// mayRun reports whether settings run the hook binary, or will once a mistake in
// them is corrected.
func (in *Installer) mayRun(content []byte, owner config.Owner) bool {
	if _, err := settings.Parse(content); err != nil {
		return bytes.Contains(content, []byte(filepath.Base(in.Paths.Hook())))
	}
	return runs(content, owner)
}
