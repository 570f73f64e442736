package cmdtest

import (
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/gofrs/flock"
)

// Programs returns the directory of neverask and neverask-hook, built with the flags of a release.
func Programs(t testing.TB) (dir string) {
	t.Helper()
	return Build(t, "-ldflags", "-s -w", "neverask/cmd/neverask", "neverask/cmd/neverask-hook")
}

// Build builds main packages of this module, and returns the directory of the programs. The
// arguments are those of go build; each set of them has its own directory. A short run skips the
// test, because linking takes too long.
func Build(t testing.TB, args ...string) (dir string) {
	t.Helper()
	if testing.Short() {
		t.Skip("builds programs")
	}
	once, _ := builds.LoadOrStore(strings.Join(args, " "), sync.OnceValues(func() (string, error) { return build(args) }))
	dir, err := once.(func() (string, error))()
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// builds holds what this process has built, by arguments.
var builds sync.Map

func build(args []string) (dir string, err error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	run, err := ofRun(filepath.Join(cache, "neverask-test"), os.Getppid())
	if err != nil {
		return "", err
	}
	dir = filepath.Join(run, fmt.Sprintf("%08x", crc32.ChecksumIEEE([]byte(strings.Join(args, " ")))))
	lock := flock.New(dir + ".lock")
	if err := lock.Lock(); err != nil {
		return "", fmt.Errorf("lock %s: %w", lock.Path(), err)
	}
	defer lock.Close()
	cmd := exec.Command("go", append([]string{"build", "-o", dir + string(filepath.Separator)}, args...)...)
	if !strings.Contains(os.Getenv("GOFLAGS"), "-race") { // the race detector needs cgo
		cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	}
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build %s: %w\n%s", strings.Join(args, " "), err, out)
	}
	return dir, readSources(args)
}

// readSources reads the directories of the programs' packages, so that go test knows that the test depends on them,
// and does not reuse a cached result after they have changed.
func readSources(args []string) error {
	out, err := exec.Command("go",
		append([]string{"list", "-deps", "-f", "{{with .Module}}{{if .Main}}{{$.Dir}}{{end}}{{end}}"}, args...)...).Output()
	if err != nil {
		return fmt.Errorf("go list %s: %w", strings.Join(args, " "), err)
	}
	for dir := range strings.FieldsFuncSeq(string(out), func(r rune) bool { return r == '\n' }) {
		if _, err := os.ReadDir(dir); err != nil {
			return err
		}
	}
	return nil
}

const prefix = "programs-"

// ofRun creates the directory below the cache for the programs of this go test run, whose test programs are all
// children of one process. It removes those of runs that have ended.
func ofRun(cache string, run int) (dir string, err error) {
	dir = filepath.Join(cache, prefix+strconv.Itoa(run))
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	found, err := filepath.Glob(filepath.Join(cache, prefix+"*"))
	for _, name := range found {
		if other, err := strconv.Atoi(strings.TrimPrefix(filepath.Base(name), prefix)); err == nil && !alive(other) {
			os.RemoveAll(name)
		}
	}
	return dir, err
}

// alive reports whether a process with this ID exists.
func alive(pid int) bool {
	p, err := os.FindProcess(pid)
	if err != nil {
		return false // on Windows; elsewhere FindProcess never fails
	}
	defer func() { _ = p.Release() }()
	return runtime.GOOS == "windows" || !errors.Is(p.Signal(syscall.Signal(0)), os.ErrProcessDone)
}
