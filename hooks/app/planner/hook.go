package planner

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"neverask/hooks/claude/config"
	"neverask/hooks/paths"
	"neverask/settings"
	"neverask/settings/ownfile"
	"neverask/settings/saferead"
	"neverask/settings/worktree"
)

// Binary returns the hook binary that settings files run.
func (in *Planner) Binary() Binary {
	return Binary{Paths: in.Paths, Executable: in.Executable, Version: in.Version}
}

// Sweep removes temporary files that stopped processes left in neverask's directories.
func Sweep(p paths.Paths) {
	state := p.State
	ownfile.SweepTemps(p.Config, filepath.Dir(p.Hook()), state,
		filepath.Join(state, "hooks.seen"), filepath.Join(state, "parked"))
}

// dropHook removes the hook binary if no settings file runs it, of those that neverask has ever changed, those of the
// scopes, and those of a plan. Sessions that still run it find no program, which Claude Code ignores.
func dropHook(in *Planner, p Plan) error {
	if _, err := os.Lstat(in.Paths.Hook()); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	history, err := in.Store.History()
	if err != nil {
		return err
	}
	files := in.FilesIn(history)
	for _, scope := range settings.Scopes {
		files = append(files, in.Locations.File(scope))
	}
	for _, part := range p.Parts() {
		files = append(files, part.Path)
	}
	for _, file := range files {
		content, err := saferead.ReadFile(file, settings.MaxSize)
		if err != nil && !errors.Is(err, fs.ErrNotExist) || in.MayRun(file, content, in.AccountIn(history, file).Owner) {
			return nil
		}
	}
	if err := in.Binary().Remove(); err != nil {
		return fmt.Errorf("the hooks are uninstalled, but the binary is left: %w", err)
	}
	return nil
}

// MayRun reports whether a settings file with this content runs the hook binary, or will once
// a mistake in it is corrected.
func (in *Planner) MayRun(file string, content []byte, owner config.Owner) bool {
	doc, err := in.Store.Parse(worktree.Real(file), content)
	if err != nil {
		return bytes.Contains(content, []byte(filepath.Base(in.Paths.Hook())))
	}
	return Runs(doc, owner)
}
