//go:build unix

package main

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
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
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			m.t.Fatal(err)
		}
		if err := os.Symlink(target, path); err != nil {
			m.t.Fatal(err)
		}
	}
	for _, c := range []struct {
		about string
		has   func(m *scriptMachine)
		says  string
	}{
		{"a program", func(m *scriptMachine) { m.write(link, "#!/bin/sh\necho mine\n") }, link + " was not put there"},
		{"a hook", func(m *scriptMachine) { m.write(link+"-hook", "#!/bin/sh\n") }, link + "-hook was not put there"},
		{"a directory", func(m *scriptMachine) { m.write(link+"/mine", "") }, link + " was not put there"},
		{"a link to nothing", func(m *scriptMachine) { symlink(m, "/nowhere/bin/neverask", link) }, link + " was not put there"},
		{"a link to a directory", func(m *scriptMachine) { symlink(m, m.home, link) }, link + " was not put there"},
		{"a relative link", func(m *scriptMachine) { symlink(m, "../x/bin/neverask", link) }, link + " was not put there"},
		{"a link to a checkout", func(m *scriptMachine) {
			checkout(m, "src")
			symlink(m, filepath.Join(m.home, "src/bin/neverask"), link)
		}, link + " was not put there"},
		{"a checkout in its place", func(m *scriptMachine) { checkout(m, place) }, "not put there by this script"},
		{"a file in its place", func(m *scriptMachine) { m.write(place, "") }, "is no directory"},
		{"a link in its place", func(m *scriptMachine) { symlink(m, m.home, place) }, "is no directory"},
		{"a dead link in its place", func(m *scriptMachine) { symlink(m, "/nowhere", place) }, "is no directory"},
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
	const place = ".local/lib/neverask/"
	for _, c := range []struct {
		about string
		do    func(place string) error
	}{
		{"a file", func(place string) error { return os.WriteFile(place+"notes", nil, 0o600) }},
		{"an edit", func(place string) error { return os.WriteFile(place+"LICENSE", []byte("mine\n"), 0o600) }},
		{"a directory", func(place string) error { return os.Mkdir(place+"mine", 0o700) }},
		{"a dead link", func(place string) error { return os.Symlink("/nowhere", place+"bin/mine") }},
	} {
		t.Run(c.about, func(t *testing.T) {
			m := newScriptMachine(t)
			first, second := folder(t, releaseOf(t, "first")), folder(t, releaseOf(t, "second"))
			m.installs(first)
			if err := c.do(filepath.Join(m.home, place) + "/"); err != nil {
				t.Fatal(err)
			}
			m.refused("added or changed", second)
			m.installs(second, "elsewhere")
			if m.installed() != "second" {
				t.Errorf("installed is %q", m.installed())
			}
		})
	}
}

// TestInstallScriptWithoutPermission: where the directory may not be written, what
// is installed stays.
func TestInstallScriptWithoutPermission(t *testing.T) {
	m := newScriptMachine(t)
	open, err := os.MkdirTemp("", "neverask-install-") //nolint:usetesting // t.TempDir is closed to others
	if err != nil {
		t.Fatal(err)
	}
	m.home, m.dir = open, "/"
	parent := filepath.Join(open, "lib")
	t.Cleanup(func() { _ = os.Chmod(parent, 0o755); _ = os.RemoveAll(open) })
	if err := os.Mkdir(parent, 0o755); err != nil {
		t.Fatal(err)
	}
	files := []string{folder(t, releaseOf(t, "first")), folder(t, releaseOf(t, "second"))}
	if os.Geteuid() == 0 { // who may write everything
		m.as = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
		for _, dir := range []string{open, parent} {
			if err := os.Chown(dir, 65534, 65534); err != nil {
				t.Fatal(err)
			}
		}
		for _, dir := range append(files, m.bin) {
			for dir = strings.TrimPrefix(dir, "file://"); dir != os.TempDir() && dir != "/"; dir = filepath.Dir(dir) {
				if err := os.Chmod(dir, 0o755); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	place := filepath.Join(parent, "neverask")
	m.installs(files[0], place)
	if err := os.Chmod(parent, 0o555); err != nil {
		t.Fatal(err)
	}
	m.refused("nothing was installed", files[1], place)
	if m.installed() != "first" {
		t.Errorf("installed is %q", m.installed())
	}
}
