// Package client says which Claude Code is installed, and whether neverask was tested with it.
//
//	found := client.Find(home)
//	if doubt := found.Version.Doubt(); doubt != "" {
//		fmt.Println(doubt)
//	}
package client

import (
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"neverask/settings/saferead"
)

// A Version of Claude Code, such as "2.1.330"; empty if unknown.
type Version string

// testedVersions are the versions in docs/clients.md, the newest first. With those marked whole,
// every test against the real client passed.
var testedVersions = []struct {
	Version
	whole bool
}{{"2.1.332", true}, {"2.1.331", true}, {"2.1.330", true}, {"2.1.329", true},
	{"2.1.300", false}, {"2.1.251", false}, {"2.1.200", false}}

var (
	// Newest is the newest version that neverask was tested with.
	Newest = testedVersions[0].Version
	// Oldest is the oldest version that neverask was tested with.
	Oldest = testedVersions[len(testedVersions)-1].Version
)

// Before reports whether a version came before another. It is false if a version is not three
// numbers.
func (v Version) Before(other Version) bool {
	x, y := strings.Split(string(v), "."), strings.Split(string(other), ".")
	for i := range min(len(x), len(y)) {
		m, errM := strconv.Atoi(x[i])
		n, errN := strconv.Atoi(y[i])
		if errM != nil || errN != nil || m != n {
			return errM == nil && errN == nil && m < n
		}
	}
	return false
}

// Doubt says why neverask's statements about the client may not hold for a version. It is
// empty if every test against the real client passed.
func (v Version) Doubt() string {
	at := slices.IndexFunc(testedVersions, func(t struct {
		Version
		whole bool
	}) bool {
		return t.Version == v
	})
	switch {
	case v == "":
		return "the version of Claude Code is not known"
	case at >= 0 && testedVersions[at].whole:
		return ""
	case at >= 0:
		return "Claude Code " + string(v) + " behaves differently in some ways"
	case Newest.Before(v):
		return "neverask was not tested with Claude Code " + string(v) + ", only up to " + string(Newest)
	case v.Before(Oldest):
		return "neverask was not tested with Claude Code " + string(v) + ", only from " + string(Oldest) + " on"
	}
	return "neverask was not tested with Claude Code " + string(v)
}

// Found is the Claude Code that would be started.
type Found struct {
	Program string // its path; empty if not found
	Version Version
	From    string // the source of the version, if not the program's location
}

// Missing reports that there is no trace of Claude Code: no program, no transcript, no
// question.
func (f Found) Missing() bool { return f == Found{} }

// NotFound is the message for a missing Claude Code.
const NotFound = "Claude Code is not in PATH or the usual install locations, and has left no transcript"

// installDirs are the directories in which installers put Claude Code, below the home directory
// and elsewhere.
var installDirs = []string{".local/bin", ".claude/local", ".npm-global/bin",
	".bun/bin", "/opt/homebrew/bin", "/usr/local/bin"}

// Find finds Claude Code in PATH or where its installers put it, and its version from the
// location of its files, without starting it. The client's installer puts each version into a
// file or a directory with that name, and npm has a package.json beside the program.
func Find(home string) Found {
	path, err := exec.LookPath("claude")
	for i := 0; err != nil && i < len(installDirs); i++ {
		dir := filepath.FromSlash(installDirs[i])
		if !strings.HasPrefix(installDirs[i], "/") {
			dir = filepath.Join(home, dir)
		}
		path, err = exec.LookPath(filepath.Join(dir, "claude"))
	}
	if err != nil {
		return Found{}
	}
	f := Found{Program: path}
	if path, err = filepath.EvalSymlinks(path); err == nil {
		f.Version = versionOf(path)
	}
	return f
}

// versionOf returns the version of the client's program, or "" if its location does not show
// it.
func versionOf(path string) Version {
	version := regexp.MustCompile(`^\d+\.\d+\.\d+[\w.+-]*$`)
	dir := filepath.Dir(path)
	for _, name := range []string{filepath.Base(path), filepath.Base(dir)} {
		if version.MatchString(name) {
			return Version(name)
		}
	}
	for _, dir := range []string{dir, filepath.Dir(dir)} {
		content, err := saferead.ReadFile(filepath.Join(dir, "package.json"), 1<<20)
		is := gjson.GetManyBytes(content, "name", "version")
		if err == nil && strings.HasPrefix(is[0].String(), "@anthropic-ai/claude-code") &&
			version.MatchString(is[1].String()) {
			return Version(is[1].String())
		}
	}
	return ""
}
