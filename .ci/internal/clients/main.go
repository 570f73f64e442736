// Command clients runs the tests against several versions of the real Claude Code, writes
// how many pass and fail on each, and prints the failing ones to standard error:
//
//	.ci/clients 2.1.330 2.1.329 2.1.300 > docs/clients.md
//
// The newest version comes first. A skipped test does not count. Tests that share a session
// count one by one: subtests whose names begin with Client, instead of their group. With
// -from, versions already in a file are not run again; new outcomes are added to it, one
// line of JSON per version.
package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"

	"neverask/hooks/claude/clienttest"
)

// run is the outcomes of the tests on one version: "pass", "fail" or "skip", by package and
// name.
type run struct {
	Version  string            `json:"version"`
	Outcomes map[string]string `json:"outcomes"`
}

func main() {
	from := flag.String("from", "", "a file with earlier outcomes, to read and add to")
	flag.Parse()
	if err := write(os.Stdout, *from, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "clients:", err)
		os.Exit(1)
	}
}

func write(w io.Writer, from string, versions []string) error {
	kept, err := read(from)
	if err != nil {
		return err
	}
	var runs []run
	for _, version := range versions {
		r, known := kept[version]
		if !known {
			if r, err = try(version); err != nil {
				return err
			}
			if err := keep(from, r); err != nil {
				return err
			}
		}
		runs = append(runs, r)
	}
	for _, name := range tests(runs) {
		fmt.Fprintf(os.Stderr, "%s: failed on %s\n", name, failures(runs, name))
	}
	return page(w, runs)
}

func read(name string) (map[string]run, error) {
	all := map[string]run{}
	b, err := os.ReadFile(name)
	if name == "" || errors.Is(err, fs.ErrNotExist) {
		return all, nil
	}
	for line := range strings.Lines(string(b)) {
		var r run
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		all[r.Version] = r
	}
	return all, err
}

func keep(name string, r run) error {
	if name == "" {
		return nil
	}
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(append(line, '\n'))
	return errors.Join(err, f.Close())
}

// try runs the tests on one version. Failing tests are no error.
func try(version string) (run, error) {
	r := run{version, map[string]string{}}
	cmd := exec.Command("go", "test", "-json", "-timeout", "30m", "-run", "^TestClient", "./...")
	cmd.Env = append(os.Environ(), "NEVERASK_TEST_ALL=1", "NEVERASK_REQUIRE_CLIENT=1", "NEVERASK_TEST_CLIENT="+version)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return r, err
	}
	if err := cmd.Start(); err != nil {
		return r, err
	}
	groups := map[string]bool{}
	for events := json.NewDecoder(bufio.NewReader(out)); ; {
		var e struct{ Action, Package, Test string }
		if err := events.Decode(&e); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return r, errors.Join(err, cmd.Wait())
		}
		name := e.Test
		if group, story, told := strings.Cut(name, "/Client"); told {
			groups[e.Package+group], name = true, "TestClient"+story
		}
		if name != "" && !strings.Contains(name, "/") && !groups[e.Package+name] &&
			slices.Contains([]string{"pass", "fail", "skip"}, e.Action) {
			r.Outcomes[strings.TrimPrefix(e.Package, "neverask/")+" "+name] = e.Action
		}
	}
	var failed *exec.ExitError
	if err := cmd.Wait(); err != nil && !errors.As(err, &failed) {
		return r, err
	}
	if len(r.Outcomes) == 0 {
		return r, fmt.Errorf("no test ran on %s", version)
	}
	return r, nil
}

func page(w io.Writer, runs []run) error {
	var b strings.Builder
	fmt.Fprintf(&b, `# Tested Claude Code versions

`+"`.ci/clients`"+` runs every test against the real Claude Code on each version (%s/%s), prints which tests fail,
and writes this page. The documents describe %s, which the tests run by default.

The tests also read the client's screen and files, which differ in older versions, so not every failure is
one of neverask.

| Claude Code | passed | failed |
|---|---|---|
`, runtime.GOOS, runtime.GOARCH, clienttest.Pinned)
	for _, r := range runs {
		n := map[string]int{}
		for _, outcome := range r.Outcomes {
			n[outcome]++
		}
		fmt.Fprintf(&b, "| %s | %d | %d |\n", r.Version, n["pass"], n["fail"])
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// failures returns the versions on which a test failed, and in brackets those on which it
// was not reached.
func failures(runs []run, name string) string {
	var on []string
	for _, r := range runs {
		switch r.Outcomes[name] {
		case "pass":
		case "fail":
			on = append(on, r.Version)
		default:
			on = append(on, "("+r.Version+")")
		}
	}
	return strings.Join(on, ", ")
}

// tests returns the tests that fail on any version, in the order of their packages.
func tests(runs []run) []string {
	all := map[string]bool{}
	for _, r := range runs {
		for name, outcome := range r.Outcomes {
			if outcome == "fail" {
				all[name] = true
			}
		}
	}
	return slices.SortedFunc(maps.Keys(all), func(a, b string) int {
		return cmp.Or(strings.Compare(strings.Fields(a)[0], strings.Fields(b)[0]), strings.Compare(a, b))
	})
}
