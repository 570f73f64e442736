package tui

import (
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// TestGoldensAreFew: a golden is for a screen that really differs from the others; what a
// variant says is held by what must be on it. Whoever changes a screen reads every golden
// that changes with it.
func TestGoldensAreFew(t *testing.T) {
	const limit = 100
	var all []string
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".golden") {
			all = append(all, path)
		}
		return err
	})
	if err != nil || len(all) == 0 || len(all) > limit {
		t.Errorf("there are %d golden files, and at most %d should be: %v", len(all), limit, err)
	}
}
