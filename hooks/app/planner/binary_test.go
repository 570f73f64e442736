package planner

import (
	"bytes"
	"path/filepath"
	"slices"
	"testing"

	"neverask/settings/musttest"
)

// TestSameContent: two files are the same only when neither goes on.
func TestSameContent(t *testing.T) {
	dir := t.TempDir()
	name, other := filepath.Join(dir, "a"), filepath.Join(dir, "b")
	for _, n := range []int{0, 1, 64<<10 - 1, 64 << 10, 64<<10 + 1, 128 << 10, 200_000} {
		content := bytes.Repeat([]byte("x"), n)
		musttest.Write(t, name, string(content))
		for what, theirs := range map[string][]byte{"same": content, "longer": append(slices.Clone(content), 'x'), "shorter": content[:max(n-1, 0)], "other": append(slices.Clone(content[:max(n-1, 0)]), 'y')} {
			musttest.Write(t, other, string(theirs))
			equal, err := sameContent(name, other)
			if err != nil || equal != bytes.Equal(content, theirs) {
				t.Errorf("%d bytes, the other %s: %t, %v", n, what, equal, err)
			}
		}
		if equal, err := sameContent(name, filepath.Join(dir, "none")); equal || err != nil {
			t.Errorf("no other: %t, %v", equal, err)
		}
	}
	if _, err := sameContent(filepath.Join(dir, "none"), name); err == nil {
		t.Error("a file that is not there is compared")
	}
}
