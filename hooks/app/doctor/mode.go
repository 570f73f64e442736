package doctor

import (
	"fmt"
	"os"
	"path/filepath"

	"neverask/hooks/claude/config"
)

// modes finds files that others may write, or in which they may read what Claude asked.
func (o Options) modes(sources config.Sources) (found []Finding) {
	in := o.Planner
	if in.GOOS == "windows" {
		return nil
	}
	private := []string{in.Paths.Preferences(), in.Paths.Questions(), in.Paths.Changes(), in.Paths.State, in.Paths.Hook()}
	for _, path := range append(o.files(sources), private...) {
		info, err := os.Stat(path)
		if err != nil || !info.Mode().IsRegular() && !info.IsDir() {
			continue // reported elsewhere
		}
		mode := info.Mode().Perm()
		f := Finding{ID: "mode-wide", Severity: Warning, File: path, Fix: "chmod go-w " + quoted(path)}
		of := fmt.Sprintf("%s (mode %04o)", filepath.Base(path), mode)
		switch {
		case mode&0o022 != 0:
			f.Message, f.Why = "others may write "+of,
				"whoever writes it decides which programs Claude Code runs as you, or how neverask answers questions"
		case mode&0o044 != 0 && (path == in.Paths.Questions() || path == in.Paths.State):
			f.Message, f.Why, f.Fix = "others may read "+of,
				"it holds what Claude asked you", "chmod go-r "+quoted(path)
		default:
			continue
		}
		found = append(found, f)
	}
	return found
}
