package config

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestUnread: files with hooks that nobody reads are named, and no other.
func TestUnread(t *testing.T) {
	for _, c := range situations(t, "unread.txtar") {
		t.Run(c.name, func(t *testing.T) {
			root := t.TempDir()
			tree(t, root, c.files)
			found := Find(site(root))
			want := slices.DeleteFunc(strings.Split(c.expect["unread"], "\n"), func(line string) bool { return line == "" })
			for i, u := range found.Unread {
				file, _ := filepath.Rel(root, u.File)
				if i >= len(want) || !strings.HasPrefix(want[i], filepath.ToSlash(file)+" ") || !strings.Contains(u.Why, strings.TrimPrefix(want[i], filepath.ToSlash(file)+" ")) || len(u.Groups) != 1 {
					t.Errorf("%s: %s, want %q", file, u.Why, want)
				}
			}
			if len(found.Unread) != len(want) || strings.TrimSpace(describe(root, found)) != c.expect["hooks"] {
				t.Errorf("found %d, want %q; hooks are %s", len(found.Unread), want, describe(root, found))
			}
		})
	}
}
