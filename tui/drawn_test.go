package tui

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
)

// How the screens of all tabs are held against what they should look like: the
// lists of screens are beside the tests of their tabs.

var update = flag.Bool("update", false, "write the golden files")

var sizes = [][2]int{{80, 24}, {120, 40}, {40, 12}}

// screensOf holds a screen at all sizes against its golden file, of a person who
// starts the program for the first time.
func screensOf(t *testing.T, name string, show func(*driver)) {
	t.Helper()
	draw(t, name, show, func(t *testing.T, width, height int) *driver {
		t.Helper()
		return newDriver(t, newFake(t), width, height)
	})
}

// screensWith does so of a person who has rules and was asked questions; before
// may add to that.
func screensWith(t *testing.T, name string, before func(*fake), show func(*driver)) {
	t.Helper()
	draw(t, name, show, func(t *testing.T, width, height int) *driver {
		t.Helper()
		return driverWith(t, before, width, height)
	})
}

func draw(t *testing.T, name string, show func(*driver), start func(t *testing.T, width, height int) *driver) {
	t.Helper()
	t.Helper()
	t.Run(name, func(t *testing.T) {
		t.Parallel()
		var got strings.Builder
		for _, size := range sizes {
			d := start(t, size[0], size[1])
			show(d)
			screen := d.screen()
			// A command is shown whole where it is agreed to.
			if strings.Contains(screen, "s3cr3t") != (name == "conflict-consent") {
				t.Errorf("the secret:\n%s", screen)
			}
			fmt.Fprintf(&got, "%d x %d\n%s\n\n", size[0], size[1], screen)
		}
		golden(t, name, got.String())
	})
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name+".golden")
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

// resize draws the screen at all kinds of sizes, each of which it fits exactly.
func (d *driver) resize() {
	d.t.Helper()
	d.hold = false
	secret := strings.Contains(d.screen(), "s3cr3t")
	for width := 1; width <= 200; width += 1 + width/4 {
		for height := 1; height <= 60; height += 1 + height/3 {
			d.send(tea.WindowSizeMsg{Width: width, Height: height})
			if screen := d.screen(); !secret && strings.Contains(screen, "s3cr3t") {
				d.t.Fatalf("a secret is drawn at %dx%d:\n%s", width, height, screen)
			}
		}
	}
}

// harmless holds that what is drawn, escape sequences and all, has no control
// character but those of styles. It returns what is drawn; how tells the way to it.
func (d *driver) harmless(how string) string {
	d.t.Helper()
	content := d.m.View().Content
	for rest := content; ; {
		i := strings.IndexByte(rest, 0x1b)
		if i < 0 {
			break
		}
		rest = rest[i+1:]
		end := strings.IndexFunc(rest, func(r rune) bool { return !strings.ContainsRune("[0123456789;:", r) })
		if end < 1 || rest[0] != '[' || rest[end] != 'm' {
			d.t.Fatalf("%q: a sequence that is no style: %q", how, rest[:min(len(rest), 20)])
		}
	}
	for _, bad := range []string{"\u202e", "\u202c", "\u200b", "\u009b", "\a", "\t", "\r", "\x1b[2J", "\x1b[31mred"} {
		if strings.Contains(content, bad) {
			d.t.Errorf("%q: %q is drawn", how, bad)
		}
	}
	return content
}
