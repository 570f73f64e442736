package main

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"neverask/settings/musttest"
)

var updateLicenses = flag.Bool("update-licenses", false, "write docs/third-party-licenses.txt")

// licensesFile goes with every release: the licences ask for it.
const licensesFile = "../../docs/third-party-licenses.txt"

// TestLicensesAreListed: every module that a release links is in the file, with
// its licence, and none that it does not link.
func TestLicensesAreListed(t *testing.T) {
	var all strings.Builder
	all.WriteString("neverask is under the licence in the file LICENSE. Its programs contain the\nfollowing modules, whose licences are given in full below.\n\n")
	texts := map[string]string{"the Go standard library": licenseOf(t, goroot(t))}
	for module, dir := range linked(t) {
		texts[module] = licenseOf(t, dir)
	}
	names := slices.Sorted(maps.Keys(texts))
	for _, name := range names {
		kind := licenseKind(texts[name])
		if kind == "" {
			t.Errorf("%s: its licence is not one that is known to be fine", name)
		}
		fmt.Fprintf(&all, "  %-52s %s\n", name, kind)
	}
	for _, name := range names {
		fmt.Fprintf(&all, "\n%s\n%s\n\n%s\n", strings.Repeat("=", 80), name, strings.TrimSpace(strings.ReplaceAll(texts[name], "\r", "")))
	}
	if *updateLicenses {
		musttest.Do(t, os.WriteFile(licensesFile, []byte(all.String()), 0o644))
	}
	have := musttest.Read(t, licensesFile)
	if string(have) != all.String() {
		t.Errorf("%s is not current: go test -run TestLicenses ./cmd/neverask -update-licenses", licensesFile)
	}
}

// dependency is a package that is not Go's own.
type dependency struct {
	path        string
	module, dir string
	imports     []string
}

// lists are what dependencies has asked for.
var lists sync.Map

// dependencies returns those of both programs on a system.
func dependencies(t *testing.T, goos string) (all []dependency) {
	t.Helper()
	once, _ := lists.LoadOrStore(goos, sync.OnceValues(func() ([]byte, error) {
		const format = "{{if not .Standard}}{{.ImportPath}}\t{{with .Module}}{{.Path}}\t{{.Dir}}{{end}}\t{{join .Imports \" \"}}{{end}}"
		cmd := exec.Command("go", "list", "-deps", "-f", format, "neverask/cmd/neverask", "neverask/cmd/neverask-hook")
		cmd.Env = append(os.Environ(), "GOOS="+goos, "CGO_ENABLED=0", "GOFLAGS=") // what is asked for here is not asked for there
		return cmd.Output()
	}))
	out, err := once.(func() ([]byte, error))()
	if err != nil {
		t.Fatalf("go list for %s: %v", goos, err)
	}
	for line := range strings.Lines(string(out)) {
		if f := strings.Split(strings.TrimSuffix(line, "\n"), "\t"); len(f) == 4 {
			all = append(all, dependency{f[0], f[1], f[2], strings.Fields(f[3])})
		}
	}
	return all
}

// linked finds the modules of both programs on all systems, and where they are.
func linked(t *testing.T) map[string]string {
	t.Helper()
	found := map[string]string{}
	for _, goos := range []string{"linux", "darwin", "windows"} {
		for _, d := range dependencies(t, goos) {
			if d.module != "" && d.module != "neverask" {
				found[d.module] = d.dir
			}
		}
	}
	if len(found) < 10 {
		t.Fatalf("only %d modules are linked", len(found))
	}
	return found
}

func licenseOf(t *testing.T, dir string) string {
	t.Helper()
	for _, pattern := range []string{"LICENSE*", "LICENCE*", "COPYING*"} {
		names, err := filepath.Glob(filepath.Join(dir, pattern))
		musttest.Do(t, err)
		if len(names) == 0 {
			continue
		}
		var all []string
		for _, name := range names {
			content := musttest.Read(t, name)
			all = append(all, string(content))
		}
		return strings.Join(all, "\n")
	}
	t.Fatalf("%s: there is no licence", dir)
	return ""
}

// licenseKind names the licences that may be linked.
func licenseKind(text string) string {
	words := strings.Join(strings.Fields(text), " ")
	var kinds []string
	for _, k := range []struct{ name, sign string }{
		{"MIT", "Permission is hereby granted, free of charge, to any person obtaining a copy"},
		{"Apache-2.0", "Apache License Version 2.0, January 2004"},
		{"BSD", "Redistribution and use in source and binary forms, with or without modification"},
	} {
		if strings.Contains(words, k.sign) {
			kinds = append(kinds, k.name)
		}
	}
	return strings.Join(kinds, ", ")
}

func goroot(t *testing.T) string {
	t.Helper()
	out, err := exec.Command("go", "env", "GOROOT").Output()
	musttest.Do(t, err)
	return strings.TrimSpace(string(out))
}
