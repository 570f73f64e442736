//go:build unix

package main

import (
	"os"
	"path/filepath"
	"testing"

	"neverask/settings/musttest"
)

// TestInstallScriptReplacesOnlyItsOwn: what a person has where the programs or the
// links go stays, whatever it looks like.
func TestInstallScriptReplacesOnlyItsOwn(t *testing.T) {
	t.Parallel()
	const link, place = ".local/bin/neverask", ".local/lib/neverask"
	checkout := func(m *scriptMachine, dir string) {
		m.write(dir+"/bin/neverask", "#!/bin/sh\necho checkout\n")
		m.write(dir+"/bin/neverask-hook", "#!/bin/sh\n")
		m.write(dir+"/main.go", "package main\n")
	}
	symlink := func(m *scriptMachine, target, path string) {
		m.t.Helper()
		path = filepath.Join(m.home, path)
		musttest.Do(m.t, os.MkdirAll(filepath.Dir(path), 0o755))
		musttest.Do(m.t, os.Symlink(target, path))
	}
	for _, c := range []struct {
		about string
		has   func(m *scriptMachine)
		says  string
	}{
		{"a program", func(m *scriptMachine) { m.write(link, "#!/bin/sh\necho mine\n") }, link + " was not put there"},
		{"a link to nothing", func(m *scriptMachine) { symlink(m, "/nowhere/bin/neverask", link) }, link + " was not put there"},
		{"a link to a checkout", func(m *scriptMachine) {
			checkout(m, "src")
			symlink(m, filepath.Join(m.home, "src/bin/neverask"), link)
		}, link + " was not put there"},
		{"a checkout in its place", func(m *scriptMachine) { checkout(m, place) }, "not put there by this script"},
		{"a link in its place", func(m *scriptMachine) { symlink(m, m.home, place) }, "is no directory"},
		{"a list of its own", func(m *scriptMachine) { m.write(place+"/installed.txt", "what I installed\n") }, "not put there by this script"},
	} {
		t.Run(c.about, func(t *testing.T) {
			m := newScriptMachine(t)
			c.has(m)
			m.refused(c.says, folder(t, releaseOf(t, "first")))
		})
	}
}

// TestInstallScriptKeepsWhatWasAdded: a release that a person changed or put
// something into is not replaced. Without that it is, as a whole.
func TestInstallScriptKeepsWhatWasAdded(t *testing.T) {
	t.Parallel()
	m := newScriptMachine(t)
	first, second := folder(t, releaseOf(t, "first")), folder(t, releaseOf(t, "second"))
	m.installs(first)
	m.write(".local/lib/neverask/LICENSE", "mine\n")
	m.refused("added or changed", second)
	m.installs(second, "elsewhere")
	if m.installed() != "second" {
		t.Errorf("installed is %q", m.installed())
	}
}
