package kittest

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"neverask/settings/musttest"
)

var update = flag.Bool("update", false, "write the golden files")

// Golden compares a screen with testdata/NAME.golden of the tested package; with
// -update it writes that file.
func Golden(t testing.TB, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name+".golden")
	got = strings.TrimRight(got, "\n") + "\n"
	if *update {
		musttest.Do(t, os.WriteFile(file, []byte(got), 0o644))
	}
	want, err := os.ReadFile(file)
	musttest.Do(t, err)
	if got != strings.TrimRight(string(want), "\n")+"\n" {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

// Secret is a word that no screen may show, except where a command is agreed to or edited.
const Secret = "s3cr3t"

// Resize checks that the screen fits many sizes exactly.
func (d *Driver) Resize() {
	d.T.Helper()
	d.Hold = false
	secret := strings.Contains(d.Screen(), Secret)
	for width := 1; width <= 200; width += 1 + width/4 {
		for height := 1; height <= 60; height += 1 + height/3 {
			d.Send(tea.WindowSizeMsg{Width: width, Height: height})
			if screen := d.Screen(); !secret && strings.Contains(screen, Secret) {
				d.T.Fatalf("a secret is drawn at %dx%d:\n%s", width, height, screen)
			}
		}
	}
}

// Harmless checks that the drawn screen has no control characters except those of
// styles, and returns it with its escape sequences. how says how it was reached.
func (d *Driver) Harmless(how string) string {
	d.T.Helper()
	content := d.M.View().Content
	for rest := content; ; {
		i := strings.IndexByte(rest, 0x1b)
		if i < 0 {
			break
		}
		rest = rest[i+1:]
		end := strings.IndexFunc(rest, func(r rune) bool { return !strings.ContainsRune("[0123456789;:", r) })
		if end < 1 || rest[0] != '[' || rest[end] != 'm' {
			d.T.Fatalf("%q: a sequence that is no style: %q", how, rest[:min(len(rest), 20)])
		}
	}
	for _, bad := range []string{"\u202e", "\u202c", "\u200b", "\u009b", "\a", "\t", "\r", "\x1b[2J", "\x1b[31mred"} {
		if strings.Contains(content, bad) {
			d.T.Errorf("%q: %q is drawn", how, bad)
		}
	}
	return content
}

// Sizes returns the screen at the usual, a large and a small size.
func (d *Driver) Sizes() string {
	d.T.Helper()
	all := ""
	for _, size := range [][2]int{{120, 40}, {40, 12}, {80, 24}} {
		d.Send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		all += fmt.Sprintf("%d x %d\n%s\n\n", size[0], size[1], d.Screen())
	}
	return all
}

// Looks checks that the texts in like are on the screen and those in unlike are not, both
// separated by "|", and that no size shows secrets.
func (d *Driver) Looks(like, unlike string) {
	d.T.Helper()
	d.Sees(strings.Split(like, "|")...)
	if unlike != "" {
		d.SeesNot(strings.Split(unlike, "|")...)
	}
	d.SeesNot(Secret)
	d.Resize()
}
