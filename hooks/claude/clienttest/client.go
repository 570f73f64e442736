package clienttest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gofrs/flock"
)

// Pinned is the version of Claude Code that the tests run unless they are told
// otherwise.
const Pinned = "2.1.329"

// The environment variables that control the tests.
const (
	// clientVariable holds what to use instead of the pinned version: the path
	// of a native binary of the client, or another version to install.
	clientVariable = "NEVERASK_TEST_CLIENT"

	// requireVariable, set to 1, makes it a failure that the client cannot
	// run here; otherwise such tests are skipped.
	requireVariable = "NEVERASK_REQUIRE_CLIENT"
)

// How long an installation may take. An ordinary test run should not wait for a registry that
// does not answer; a run that requires the client waits longer.
const (
	patientInstall = 10 * time.Minute
	quickInstall   = 30 * time.Second
)

// unavailable skips or fails a test that cannot run here: a skipped test gets the reason in one
// line, a failed one all details.
func unavailable(t testing.TB, format string, args ...any) {
	t.Helper()
	reason := fmt.Sprintf(format, args...)
	if os.Getenv(requireVariable) == "1" {
		t.Fatalf("%s=1, but %s", requireVariable, reason)
	} else {
		line, _, _ := strings.Cut(reason, "\n")
		t.Skipf("the real client cannot run: %s", line)
	}
}

// Client returns the path of the client's native binary. The first time, npm installs a copy
// into the user's cache directory. If that is not possible, the test is skipped.
func Client(t testing.TB) string {
	t.Helper()
	if testing.Short() {
		unavailable(t, "-short is set")
	}
	version := cmp.Or(os.Getenv(clientVariable), Pinned)
	if strings.ContainsRune(version, filepath.Separator) {
		if _, err := os.Stat(version); err != nil {
			t.Fatalf("%s: %v", clientVariable, err)
		}
		return version
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		unavailable(t, "there is no cache directory to install it into: %v", err)
	}
	limit := quickInstall
	if os.Getenv(requireVariable) == "1" {
		limit = patientInstall
	}
	path, err := install(filepath.Join(cache, "neverask-test"), version, limit)
	if err != nil {
		unavailable(t, "%v", err)
	}
	return path
}

// Version returns the version of the client that [Client] returns.
var Version = sync.OnceValue(func() string {
	version := cmp.Or(os.Getenv(clientVariable), Pinned)
	if !strings.ContainsRune(version, filepath.Separator) {
		return version
	}
	out, err := exec.Command(version, "--version").Output()
	if err != nil {
		return fmt.Sprintf("%s does not report its version: %v", version, err)
	}
	version, _, _ = strings.Cut(string(out), " ")
	return version
})

// install ensures that the client is below the cache directory, and returns the path of its
// native binary. Several processes may call it at once; a half-finished installation is never
// visible. The processes of one test run do not repeat a failed attempt.
func install(cache, version string, limit time.Duration) (string, error) {
	dir := filepath.Join(cache, "claude-code-"+version)
	if path, err := installed(dir); err == nil {
		return path, nil
	}
	if err := os.MkdirAll(cache, 0o755); err != nil {
		return "", err
	}
	lock := flock.New(dir + ".lock")
	if err := lock.Lock(); err != nil {
		return "", fmt.Errorf("lock %s: %w", lock.Path(), err)
	}
	defer lock.Close()
	if path, err := installed(dir); err == nil {
		return path, nil
	}
	if err := recall(dir); err != nil {
		return "", err
	}
	if err := download(dir, version, limit); err != nil {
		remember(dir, err)
		return "", err
	}
	return installed(dir)
}

// download installs the client into dir with npm.
func download(dir, version string, limit time.Duration) error {
	npm, err := exec.LookPath("npm")
	if err != nil {
		return fmt.Errorf("npm is missing (set %s to the client's binary instead): %w", clientVariable, err)
	}
	temp, err := os.MkdirTemp(filepath.Dir(dir), "installing-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	// The binary is a package of its own and needs no install script.
	cmd := exec.CommandContext(ctx, npm, "install", "--prefix", temp, "--ignore-scripts", "--no-audit", "--no-fund",
		"@anthropic-ai/claude-code@"+version)
	cmd.WaitDelay = time.Second // for children of npm that keep the output open
	out, err := cmd.CombinedOutput()
	if ctx.Err() != nil {
		return fmt.Errorf("npm install took more than %v; with %s=1 it may take %v", limit, requireVariable, patientInstall)
	}
	if err != nil {
		return fmt.Errorf("npm install: %w: %s\n%s", err, reason(string(out)), out)
	}
	if _, err := installed(temp); err != nil {
		return fmt.Errorf("npm installed no binary for this machine: %w", err)
	}
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	return os.Rename(temp, dir)
}

// reason returns the line in which npm says what failed: its first error that is not a code.
func reason(printed string) string {
	for line := range strings.Lines(printed) {
		words := strings.Fields(line)
		if len(words) > 3 && words[0] == "npm" && (words[1] == "error" || words[1] == "ERR!") && words[2] != "code" {
			return strings.Join(words[2:], " ")
		}
	}
	line, _, _ := strings.Cut(strings.TrimSpace(printed), "\n")
	return line
}

// remember keeps the reason for a failed installation for the other tests of this run: all
// test programs of one go test are children of one process. If it cannot be kept, they try
// again.
func remember(dir string, failure error) {
	_ = os.WriteFile(dir+".failed", fmt.Appendf(nil, "%d\n%v", os.Getppid(), failure), 0o600)
}

// recall returns why an installation failed in this run, or nil.
func recall(dir string) error {
	info, err := os.Stat(dir + ".failed")
	if err != nil || time.Since(info.ModTime()) > patientInstall {
		return nil // another process may have the number by now
	}
	b, err := os.ReadFile(dir + ".failed")
	if err != nil {
		return nil
	}
	run, failure, _ := strings.Cut(string(b), "\n")
	if run != strconv.Itoa(os.Getppid()) {
		return nil
	}
	failure, _, _ = strings.Cut(failure, "\n")
	return errors.New(failure + " (not tried again in this run)")
}

// installed returns the path of the native binary under dir.
func installed(dir string) (string, error) {
	arch := map[string]string{"amd64": "x64"}[runtime.GOARCH]
	if arch == "" {
		arch = runtime.GOARCH
	}
	// There is one package per C library, and npm takes the right one.
	pattern := filepath.Join(dir, "node_modules", "@anthropic-ai", "claude-code-"+runtime.GOOS+"-"+arch+"*", "claude")
	found, err := filepath.Glob(pattern)
	if err != nil {
		return "", err
	}
	if len(found) == 0 {
		return "", fmt.Errorf("%s: %w", pattern, fs.ErrNotExist)
	}
	info, err := os.Stat(found[0])
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() || info.Mode()&0o111 == 0 {
		return "", errors.New(found[0] + " is not a program")
	}
	return found[0], nil
}
