package musttest

import (
	"os"
	"path/filepath"
	"testing"
)

func TestShorten(t *testing.T) {
	list := filepath.Join(t.TempDir(), "list")
	Write(t, list, "# test log\nopen /a\nstat /a\nopen /a\nchdir /b\nopen /a\nopen /a\n")
	Do(t, shorten(list))
	got, err := os.ReadFile(list)
	Do(t, err)
	if want := "# test log\nopen /a\nstat /a\nchdir /b\nopen /a\n"; string(got) != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
