package hookbinary

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"neverask/settings"
)

// A Build is a hook binary.
type Build struct {
	Path    string `json:"path"`
	Version string `json:"version"`
	SHA256  string `json:"sha256"`
	Bytes   int    `json:"bytes"`
}

// An Upgrade is the plan to put this build's hook binary in the place of the
// installed one.
type Upgrade struct {
	Installed Build `json:"installed"`
	Build     Build `json:"build"`
	// Altered reports that the installed binary is not the one that was installed.
	Altered bool `json:"altered"`
}

// ErrNoHook says that no hook binary is installed.
var ErrNoHook = errors.New("no hook is installed")

// Needed reports whether the binaries differ, or the record of the installed one
// does.
func (u Upgrade) Needed() bool { return u.Altered || u.Installed.SHA256 != u.Build.SHA256 }

// Upgrade plans to replace the installed hook binary by this build's. It wraps
// ErrNoHook where none is installed.
func (b Binary) Upgrade() (u Upgrade, err error) {
	installed, err := os.ReadFile(b.Paths.Hook())
	if errors.Is(err, fs.ErrNotExist) {
		return u, fmt.Errorf("%s: %w", b.Paths.Hook(), ErrNoHook)
	}
	if err != nil {
		return u, err
	}
	source, err := b.source()
	if err != nil {
		return u, err
	}
	build, err := os.ReadFile(source)
	if err != nil {
		return u, fmt.Errorf("cannot read the hook binary: %w", err)
	}
	h := b.State()
	return Upgrade{
		Installed: Build{h.Path, h.Version, settings.Digest(installed), len(installed)},
		Build:     Build{source, b.Version, settings.Digest(build), len(build)}, Altered: h.Altered,
	}, nil
}

// Apply makes the upgrade that was shown. Where one of the binaries has
// changed since, the error wraps [settings.ErrChanged] and nothing is written.
// What was written is read back and compared.
func (b Binary) Apply(ctx context.Context, store *settings.Store, u Upgrade) error {
	return store.Exclusive(ctx, func(settings.ApplyFunc) error {
		now, err := b.Upgrade()
		if err != nil {
			return err
		}
		if now != u {
			return fmt.Errorf("the hook binary: %w", settings.ErrChanged)
		}
		if err := b.Place(); err != nil {
			return err
		}
		if h := b.State(); h.Altered || !h.Current {
			return fmt.Errorf("%s is not what was written", h.Path)
		}
		return nil
	})
}
