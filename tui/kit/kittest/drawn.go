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

// Golden holds a screen against testdata/NAME.golden of the package that is tested;
// with -update it writes that file.
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

// Secret is a word that no screen may show, but where a command is agreed to or edited.
const Secret = "s3cr3t"

// Resize draws the screen at all kinds of sizes, each of which it fits exactly.
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

// Harmless holds that what is drawn, escape sequences and all, has no control
// character but those of styles. It returns what is drawn; how tells the way to it.
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

// Sizes returns the screen at the usual size, at a large and at a small one.
func (d *Driver) Sizes() string {
	d.T.Helper()
	all := ""
	for _, size := range [][2]int{{120, 40}, {40, 12}, {80, 24}} {
		d.Send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		all += fmt.Sprintf("%d x %d\n%s\n\n", size[0], size[1], d.Screen())
	}
	return all
}

// Looks holds that texts are on the screen and others are not, both separated by "|", and
// that it is drawn without secrets at every size.
func (d *Driver) Looks(like, unlike string) {
	d.T.Helper()
	d.Sees(strings.Split(like, "|")...)
	if unlike != "" {
		d.SeesNot(strings.Split(unlike, "|")...)
	}
	d.SeesNot(Secret)
	d.Resize()
}
