//go:build unix

package settings

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
)

func TestChangedFileIsNotOverwritten(t *testing.T) {
	for name, foreign := range map[string]func(b *bench) error{
		"rewritten":  func(b *bench) error { return os.WriteFile(b.path, []byte("{}"), 0o600) },
		"same size":  func(b *bench) error { return os.WriteFile(b.path, []byte(strings.ToUpper(original)), 0o600) },
		"gone":       func(b *bench) error { return os.Remove(b.path) },
		"now a link": func(b *bench) error { return os.Rename(b.path, b.path+".x") },
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, original)
			p := b.plan()
			if err := foreign(b); err != nil {
				t.Fatal(err)
			}
			if name == "now a link" {
				if err := os.Symlink(b.path+".x", b.path); err != nil {
					t.Fatal(err)
				}
			}
			want := b.content()
			if _, err := b.store.Apply(context.Background(), p, "install"); !errors.Is(err, ErrChanged) {
				t.Errorf("got %v", err)
			}
			if b.content() != want {
				t.Errorf("the foreign change was lost: %q", b.content())
			}
		})
	}
	t.Run("made by somebody else", func(t *testing.T) {
		b := newBench(t, "")
		p := b.plan()
		b.write(original)
		if _, err := b.store.Apply(context.Background(), p, "install"); !errors.Is(err, ErrChanged) || b.content() != original {
			t.Errorf("got %v and %q", err, b.content())
		}
	})
}

// racingDisk lets another program write right before the file gets replaced.
type racingDisk struct {
	disk
	race func()
}

func (d racingDisk) Exchange(a, b string) error {
	if d.race != nil {
		d.race()
	}
	return d.disk.Exchange(a, b)
}

// TestWriteDuringApplyIsNotLost: the other program writes as neverask puts its
// content in place, and again as neverask gives back what it wrote, and again.
func TestWriteDuringApplyIsNotLost(t *testing.T) {
	for _, writes := range []int{1, 2, 3, 7} {
		for _, way := range []string{"in place", "by rename"} {
			t.Run(fmt.Sprintf("%d times %s", writes, way), func(t *testing.T) {
				b := newBench(t, original)
				n := 0
				b.store.disk = racingDisk{osDisk{}, func() {
					if n == writes {
						return
					}
					n++
					name := b.path
					if way == "by rename" {
						name += ".theirs"
					}
					if err := os.WriteFile(name, fmt.Appendf(nil, `{"foreign":%d}`, n), 0o600); err != nil {
						t.Error(err)
					}
					if err := os.Rename(name, b.path); err != nil {
						t.Error(err)
					}
				}}
				if _, err := b.store.Apply(context.Background(), b.plan(), "install"); !errors.Is(err, ErrChanged) {
					t.Errorf("got %v", err)
				}
				if want := fmt.Sprintf(`{"foreign":%d}`, writes); b.content() != want || len(b.litter()) > 0 {
					t.Errorf("got %q and %v, want %q", b.content(), b.litter(), want)
				}
			})
		}
	}
}
