package worktree

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"neverask/settings/musttest"
)

// A shape is a way in which a directory can belong to a checkout.
type shape struct {
	name  string
	dir   string            // where somebody works
	files map[string]string // ROOT is the directory that holds everything
	links map[string]string // symlinks, by name
	top   string
	main  string // "" where it is top
	gone  bool
}

// linked are the files of a worktree as git makes them.
func linked(change map[string]string) map[string]string {
	files := map[string]string{
		"tree/.git":                          "gitdir: ROOT/main/.git/worktrees/tree\n",
		"tree/sub/file":                      "",
		"main/.git/HEAD":                     "ref: refs/heads/main\n",
		"main/.git/worktrees/tree/gitdir":    "ROOT/tree/.git\n",
		"main/.git/worktrees/tree/commondir": "../..\n",
		"main/sub/file":                      "",
	}
	for name, content := range change {
		files[name] = content
		if content == "gone" {
			delete(files, name)
		}
	}
	return files
}

var shapes = []shape{
	{name: "in none", dir: "plain/sub", files: map[string]string{"plain/sub/file": ""}},
	{name: "main checkout", dir: "main/sub", files: linked(nil), top: "main"},
	{name: "symlink to .git", dir: "other/sub", files: linked(map[string]string{"other/sub/file": ""}), links: map[string]string{"other/.git": "main/.git"}, top: "other"},
	{name: "linked", dir: "tree", files: linked(nil), top: "tree", main: "main"},
	{name: "below linked", dir: "tree/sub", files: linked(nil), top: "tree", main: "main"},
	{name: "below a symlink to linked", dir: "link", files: linked(nil), links: map[string]string{"link": "tree"}, top: "link", main: "main"},
	{name: "linked from a symlink", dir: "tree", files: linked(map[string]string{"tree/.git": "gitdir: ROOT/link/.git/worktrees/tree\n"}), links: map[string]string{"link": "main"}, top: "tree", main: "main"},
	{name: "relative", dir: "tree", files: linked(map[string]string{"tree/.git": "gitdir: ../main/.git/worktrees/tree\n", "main/.git/worktrees/tree/gitdir": "../../../../tree/.git\n"}), top: "tree", main: "main"},
	{name: "no space", dir: "tree", files: linked(map[string]string{"tree/.git": "gitdir:ROOT/main/.git/worktrees/tree"}), top: "tree", main: "main"},
	{name: "crlf", dir: "tree", files: linked(map[string]string{"tree/.git": "gitdir: ROOT/main/.git/worktrees/tree\r\n"}), top: "tree", main: "main"},
	{name: "more lines", dir: "tree", files: linked(map[string]string{"tree/.git": "gitdir: ROOT/main/.git/worktrees/tree\nmore\n"}), top: "tree"},
	{name: "more lines in gitdir", dir: "tree", files: linked(map[string]string{"main/.git/worktrees/tree/gitdir": "ROOT/tree/.git\nmore\n"}), top: "tree"},
	{name: "more lines in commondir", dir: "tree", files: linked(map[string]string{"main/.git/worktrees/tree/commondir": "../..\nmore\n"}), top: "tree"},
	{name: "no gitdir", dir: "tree", files: linked(map[string]string{"main/.git/worktrees/tree/gitdir": "gone"}), top: "tree"},
	{name: "no commondir", dir: "tree", files: linked(map[string]string{"main/.git/worktrees/tree/commondir": "gone"}), top: "tree"},
	{name: "moved", dir: "tree", files: linked(map[string]string{"main/.git/worktrees/tree/gitdir": "ROOT/before/.git\n"}), top: "tree"},
	{name: "deleted", dir: "tree", files: linked(map[string]string{"tree/.git": "gitdir: ROOT/main/.git/worktrees/another\n"}), top: "tree", gone: true},
	{name: "claims the worktree of another", dir: "forged", files: linked(map[string]string{"forged/.git": "gitdir: ROOT/main/.git/worktrees/tree\n"}), top: "forged"},
	{name: "symlink to the file of another", dir: "forged", files: linked(map[string]string{"forged/file": ""}), links: map[string]string{"forged/.git": "tree/.git"}, top: "forged"},
	{name: "claims the project", dir: "forged", files: linked(map[string]string{
		"forged/.git": "gitdir: git\n", "forged/git/gitdir": "ROOT/forged/.git\n", "forged/git/commondir": "ROOT/main/.git\n", "forged/git/HEAD": "ref: refs/heads/main\n",
	}), top: "forged"},
	{name: "claims the project from worktrees", dir: "forged", files: linked(map[string]string{
		"forged/.git": "gitdir: x/.git/worktrees/y\n", "forged/x/.git/worktrees/y/gitdir": "ROOT/forged/.git\n", "forged/x/.git/worktrees/y/commondir": "ROOT/main/.git\n",
	}), top: "forged"},
	{name: "of a bare repository", dir: "tree", files: map[string]string{
		"tree/.git": "gitdir: ROOT/bare.git/worktrees/tree\n", "bare.git/worktrees/tree/gitdir": "ROOT/tree/.git\n", "bare.git/worktrees/tree/commondir": "../..\n",
	}, top: "tree"},
	{name: "submodule", dir: "main/module", files: linked(map[string]string{"main/module/.git": "gitdir: ../.git/modules/module\n", "main/.git/modules/module/HEAD": "ref: refs/heads/main\n"}), top: "main/module"},
	{name: "no gitdir line", dir: "tree", files: linked(map[string]string{"tree/.git": "ROOT/main/.git/worktrees/tree\n"}), top: "tree"},
}

// build makes a shape below a directory.
func (s shape) build(t *testing.T, root string) {
	t.Helper()
	for name, content := range s.files {
		name = filepath.Join(root, filepath.FromSlash(name))
		musttest.Write(t, name, strings.ReplaceAll(content, "ROOT", root))
	}
	for name, to := range s.links {
		if err := os.Symlink(filepath.Join(root, to), filepath.Join(root, name)); err != nil {
			t.Skip("no symlinks:", err)
		}
	}
}

func TestFind(t *testing.T) {
	for _, s := range shapes {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			root := Real(t.TempDir())
			s.build(t, root)
			want := Checkout{Gone: s.gone}
			if s.top != "" {
				want.Top, want.Main = filepath.Join(root, s.top), filepath.Join(root, s.top)
			}
			if s.main != "" {
				want.Main = filepath.Join(root, s.main)
			}
			if got := Find(filepath.Join(root, s.dir)); got != want {
				t.Errorf("got  %+v\nwant %+v", got, want)
			}
		})
	}
}

// TestBelow: names decide, and one that only begins alike is another.
func TestBelow(t *testing.T) {
	for _, tt := range []struct {
		path, dir string
		want      bool
	}{
		{"/a/b", "/a/b", true}, {"/a/b/c", "/a/b", true}, {"/a/b", "/", true}, {"/a/b", "/a/", true},
		{"/a/bc", "/a/b", false}, {"/a", "/a/b", false}, {"", "/a", false}, {"a", "", false}, {"", "", true},
	} {
		if got := Below(filepath.FromSlash(tt.path), filepath.FromSlash(tt.dir)); got != tt.want {
			t.Errorf("%q below %q: %t", tt.path, tt.dir, got)
		}
	}
}
