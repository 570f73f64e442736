package saferead

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"neverask/settings/musttest"
)

func write(t *testing.T, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	musttest.Do(t, os.WriteFile(path, []byte(content), 0o600))
	return path
}

// readBoth reads a file as bytes and as text, which must come to the same.
func readBoth(t *testing.T, name string, limit int64) ([]byte, error) {
	t.Helper()
	b, err := ReadFile(name, limit)
	if text, errText := ReadString(name, limit); text != string(b) || fmt.Sprint(errText) != fmt.Sprint(err) {
		t.Errorf("%s: as bytes %q, %v; as text %q, %v", name, b, err, text, errText)
	}
	return b, err
}

func TestReadFile(t *testing.T) {
	t.Parallel()
	path := write(t, "a", "hello")
	for limit, want := range map[int64]string{5: "hello", 6: "hello", 1 << 30: "hello"} {
		if b, err := readBoth(t, path, limit); err != nil || string(b) != want {
			t.Errorf("of at most %d bytes: %q, %v", limit, b, err)
		}
	}
	if b, err := readBoth(t, path, 4); b != nil || err == nil || !strings.Contains(err.Error(), "longer than 4 bytes") {
		t.Errorf("a file that is too long: %q, %v", b, err)
	}
	if b, err := readBoth(t, write(t, "b", ""), 0); err != nil || len(b) != 0 {
		t.Errorf("an empty file: %q, %v", b, err)
	}
	if _, err := readBoth(t, path+"-not-there", 1); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a missing file: %v", err)
	}
	if _, err := readBoth(t, t.TempDir(), 1); err == nil || !strings.Contains(err.Error(), "not a regular file but a directory") {
		t.Errorf("a directory: %v", err)
	}
}

func TestReadHead(t *testing.T) {
	t.Parallel()
	path := write(t, "a", "hello")
	for limit, want := range map[int64]string{0: "", 1: "h", 5: "hello", 1 << 20: "hello"} {
		if b, err := ReadHead(path, limit); err != nil || string(b) != want {
			t.Errorf("%d bytes: %q, %v", limit, b, err)
		}
	}
}

func TestReadTail(t *testing.T) {
	name := write(t, "lines", "one\ntwo\nthree")
	for length, want := range map[int64]string{100: "one\ntwo\nthree", 13: "one\ntwo\nthree", 12: "two\nthree", 9: "three", 5: ""} {
		if got := string(ReadTail(name, length)); got != want {
			t.Errorf("of the last %d bytes %q, want %q", length, got, want)
		}
	}
	if got := ReadTail(filepath.Join(t.TempDir(), "gone"), 9); got != nil {
		t.Errorf("of no file %q", got)
	}
}

// TestBudget: the files after those that spent it are not read, be they ever so
// small.
func TestBudget(t *testing.T) {
	t.Parallel()
	path := write(t, "a", strings.Repeat("x", 1000))
	b := NewBudget(2500)
	for i := range 3 {
		if _, err := b.ReadHead(path, 1000); err != nil {
			t.Errorf("file %d: %v", i, err)
		}
	}
	if _, err := b.ReadHead(path, 1); !errors.Is(err, ErrSpent) {
		t.Errorf("after the budget: %v", err)
	}
	small := NewBudget(2500)
	for i := range 5 {
		if _, err := small.ReadHead(path, 1); err != nil {
			t.Errorf("small file %d: %v", i, err)
		}
	}
	if _, err := small.ReadHead(path, 1); !errors.Is(err, ErrSpent) {
		t.Errorf("after many small ones: %v", err)
	}
}

func TestWritable(t *testing.T) {
	t.Parallel()
	path := write(t, "a", "x")
	if !Writable(path) || Writable(filepath.Dir(path)) || Writable(path+"-not-there") {
		t.Error("a file is writable, a directory and a missing file are not")
	}
	if b, err := os.ReadFile(path); err != nil || string(b) != "x" {
		t.Errorf("to ask changed the file: %q, %v", b, err)
	}
}
