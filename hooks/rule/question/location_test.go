package question

import (
	"os"
	"path/filepath"
	"testing"

	"neverask/settings/musttest"
)

func write(t *testing.T, name, content string) {
	t.Helper()
	musttest.Write(t, name, content)
}

func TestWithin(t *testing.T) {
	root, err := filepath.EvalSymlinks(t.TempDir())
	musttest.Do(t, err)
	in := func(parts ...string) string { return filepath.Join(append([]string{root}, parts...)...) }
	// A main checkout with one linked worktree as git makes them, one whose
	// paths are relative, one that was forged, and a submodule.
	for _, dir := range []string{"main/.git/worktrees/wt", "main/sub/deep", "wt/sub", "main/.git/worktrees/rel", "rel/sub", "forged", "claims/git", "module", "plain"} {
		musttest.Do(t, os.MkdirAll(in(dir), 0o755))
	}
	write(t, in("wt/.git"), "gitdir: "+in("main/.git/worktrees/wt")+"\n")
	write(t, in("main/.git/worktrees/wt/gitdir"), in("wt/.git")+"\n")
	write(t, in("main/.git/worktrees/wt/commondir"), "../..\n")
	write(t, in("rel/.git"), "gitdir: ../main/.git/worktrees/rel\n")
	write(t, in("main/.git/worktrees/rel/gitdir"), "../../../../rel/.git\n")
	write(t, in("main/.git/worktrees/rel/commondir"), "../..\n")
	write(t, in("forged/.git"), "gitdir: "+in("main/.git/worktrees/wt")+"\n")
	// A directory of its own that names the project and is named by nothing there.
	write(t, in("claims/.git"), "gitdir: git\n")
	write(t, in("claims/git/gitdir"), in("claims/.git")+"\n")
	write(t, in("claims/git/commondir"), in("main/.git")+"\n")
	write(t, in("main/.git/modules/module/HEAD"), "ref: refs/heads/main\n")
	write(t, in("module/.git"), "gitdir: ../main/.git/modules/module\n")
	if err := os.Symlink(in("main"), in("link")); err != nil {
		t.Skip("no symlinks:", err)
	}
	for _, tt := range []struct {
		cwd, dir string
		want     bool
	}{
		{in("main"), in("main"), true},
		{in("main/sub/deep"), in("main"), true},
		{in("main/sub/deep"), in("main/sub") + "/", true},
		{in("main"), in("main/sub"), false},
		{in("main2"), in("main"), false},
		{in("main"), "/", true},
		{in("main/sub/../../plain"), in("main"), false},
		{in("link/sub"), in("main"), true},
		{in("main/sub"), in("link"), true},
		{in("wt"), in("main"), true},
		{in("wt/sub"), in("main/sub"), true},
		{in("wt/sub"), in("main/other"), false},
		{in("wt/sub"), in("wt"), true},
		{in("main/sub"), in("wt"), false},
		{in("rel/sub"), in("main/sub"), true},
		{in("forged"), in("main"), false},
		{in("claims"), in("main"), false},
		{in("module"), in("main"), false},
		{in("plain"), in("main"), false},
		{in("gone/below"), in("gone"), true},
		{"", in("main"), false},
		{"main", "main", false},
	} {
		if got := NewLocation(tt.cwd).Within(tt.dir); got != tt.want {
			t.Errorf("%s within %s: %v", tt.cwd, tt.dir, got)
		}
	}
}
