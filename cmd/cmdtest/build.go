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

// Programs returns the directory of neverask and neverask-hook, built as those of a
// release are.
func Programs(t testing.TB) (dir string) {
	t.Helper()
	return Build(t, "-ldflags", "-s -w", "neverask/cmd/neverask", "neverask/cmd/neverask-hook")
}

// Build builds main packages of this module, and returns the directory of the
// programs. The arguments are those of go build; other ones give another directory.
// A short run skips the test: to link programs takes longer than all that needs none.
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

// builds are what this process has built, by the arguments.
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
	if !strings.Contains(os.Getenv("GOFLAGS"), "-race") { // which needs cgo
		cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	}
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build %s: %w\n%s", strings.Join(args, " "), err, out)
	}
	return dir, readSources(args)
}

// readSources reads the directories of all that programs are made of. So go test knows
// that the test depends on them; else a result that it has cached would stand after
// they have changed.
func readSources(args []string) error {
	out, err := exec.Command("go", append([]string{"list", "-deps", "-f", "{{with .Module}}{{if .Main}}{{$.Dir}}{{end}}{{end}}"}, args...)...).Output()
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

// ofRun makes the directory below the cache of what a go test builds: all its test
// programs are children of one process. Those of others that are over are removed.
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

// alive reports whether there is a process with the number.
func alive(pid int) bool {
	p, err := os.FindProcess(pid)
	if err != nil {
		return false // on Windows; elsewhere every number has one
	}
	defer func() { _ = p.Release() }()
	return runtime.GOOS == "windows" || !errors.Is(p.Signal(syscall.Signal(0)), os.ErrProcessDone)
}
