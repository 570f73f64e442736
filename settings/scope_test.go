//go:build unix

package settings

import (
	"os"
	"path/filepath"
	"testing"
)

func TestScopes(t *testing.T) {
	dir := t.TempDir()
	main, sub := filepath.Join(dir, "main"), filepath.Join(dir, "main", "a", "b")
	tree := filepath.Join(dir, "tree")
	for _, d := range []string{filepath.Join(main, ".git", "worktrees", "tree"), sub, tree} {
		if err := os.MkdirAll(d, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	gitFile := "gitdir: " + filepath.Join(main, ".git", "worktrees", "tree") + "\n"
	if err := os.WriteFile(filepath.Join(tree, ".git"), []byte(gitFile), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		scope  Scope
		places Places
		want   string
	}{
		{User, Places{Home: "/h"}, "/h/.claude/settings.json"},
		{User, Places{Home: "/h", ConfigDir: "/c"}, "/c/settings.json"},
		{Project, Places{Dir: sub}, sub + "/.claude/settings.json"},
		{Local, Places{Dir: sub}, main + "/.claude/settings.local.json"},
		{Local, Places{Dir: tree}, main + "/.claude/settings.local.json"},
		{Local, Places{Dir: dir}, dir + "/.claude/settings.local.json"},
	} {
		if got := tt.places.File(tt.scope); got != tt.want {
			t.Errorf("%s of %+v: got %s, want %s", tt.scope, tt.places, got, tt.want)
		}
	}
}
