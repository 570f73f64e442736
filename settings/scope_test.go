//go:build unix

package settings

import (
	"os"
	"path/filepath"
	"testing"

	"neverask/settings/musttest"
	"neverask/settings/worktree"
)

func TestScopes(t *testing.T) {
	dir := worktree.Real(t.TempDir())
	main, sub := filepath.Join(dir, "main"), filepath.Join(dir, "main", "a", "b")
	tree, forged := filepath.Join(dir, "tree"), filepath.Join(dir, "forged")
	admin := filepath.Join(main, ".git", "worktrees", "tree")
	for _, d := range []string{admin, sub, tree, forged} {
		musttest.Do(t, os.MkdirAll(d, 0o700))
	}
	for name, content := range map[string]string{
		filepath.Join(tree, ".git"):       "gitdir: " + admin + "\n",
		filepath.Join(forged, ".git"):     "gitdir: " + admin + "\n",
		filepath.Join(admin, "gitdir"):    filepath.Join(tree, ".git") + "\n",
		filepath.Join(admin, "commondir"): "../..\n",
	} {
		musttest.Do(t, os.WriteFile(name, []byte(content), 0o600))
	}
	for _, tt := range []struct {
		scope     Scope
		locations Locations
		want      string
	}{
		{User, Locations{Home: "/h"}, "/h/.claude/settings.json"},
		{User, Locations{Home: "/h", ConfigDir: "/c"}, "/c/settings.json"},
		{Project, Locations{Dir: sub}, sub + "/.claude/settings.json"},
		{Local, Locations{Dir: sub}, main + "/.claude/settings.local.json"},
		{Local, Locations{Dir: tree}, main + "/.claude/settings.local.json"},
		{Local, Locations{Dir: forged}, forged + "/.claude/settings.local.json"},
		{Local, Locations{Dir: dir}, dir + "/.claude/settings.local.json"},
	} {
		if got := tt.locations.File(tt.scope); got != tt.want {
			t.Errorf("%s of %+v: got %s, want %s", tt.scope, tt.locations, got, tt.want)
		}
	}
}
