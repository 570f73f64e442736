package clienttest

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/gofrs/flock"
)

// Version is the version of Claude Code that the tests run.
const Version = "2.1.329"

// The environment variables that a person or a CI job steers the tests with.
const (
	// clientVariable holds the path of a native binary of the client, to use
	// instead of an installed copy.
	clientVariable = "NEVERASK_TEST_CLIENT"

	// requireVariable, set to 1, makes it a failure that the client cannot
	// run here; otherwise such tests are skipped.
	requireVariable = "NEVERASK_REQUIRE_CLIENT"
)

// installTimeout bounds the download of the client.
const installTimeout = 10 * time.Minute

// unavailable ends a test that cannot run here.
func unavailable(t testing.TB, format string, args ...any) {
	t.Helper()
	if os.Getenv(requireVariable) == "1" {
		t.Fatalf(requireVariable+"=1, but "+format, args...)
	} else {
		t.Skipf("the real client cannot run: "+format, args...)
	}
}

// Client returns the path of the client's native binary. A copy is installed
// into the user's cache directory by npm the first time. The test is skipped
// where that is not possible.
func Client(t testing.TB) string {
	t.Helper()
	if testing.Short() {
		unavailable(t, "-short is set")
	}
	if path := os.Getenv(clientVariable); path != "" {
		if _, err := os.Stat(path); err != nil {
			t.Fatalf("%s: %v", clientVariable, err)
		}
		return path
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		unavailable(t, "there is no cache directory to install it into: %v", err)
	}
	path, err := install(filepath.Join(cache, "neverask-test", "claude-code-"+Version))
	if err != nil {
		unavailable(t, "%v", err)
	}
	return path
}

// install makes sure that dir holds the client, and returns the path of its
// native binary. Several processes may call it at once; a half-finished
// installation is never visible under dir.
func install(dir string) (string, error) {
	if path, err := installed(dir); err == nil {
		return path, nil
	}
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
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
	npm, err := exec.LookPath("npm")
	if err != nil {
		return "", fmt.Errorf("npm is missing (set %s to the client's binary instead): %w", clientVariable, err)
	}
	temp, err := os.MkdirTemp(filepath.Dir(dir), "installing-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(temp)
	ctx, cancel := context.WithTimeout(context.Background(), installTimeout)
	defer cancel()
	// The binary is a package of its own and needs no script to run.
	cmd := exec.CommandContext(ctx, npm, "install", "--prefix", temp, "--ignore-scripts", "--no-audit", "--no-fund",
		"@anthropic-ai/claude-code@"+Version)
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("npm install: %w\n%s", err, out)
	}
	if _, err := installed(temp); err != nil {
		return "", fmt.Errorf("npm installed no binary for this machine: %w", err)
	}
	if err := os.RemoveAll(dir); err != nil {
		return "", err
	}
	if err := os.Rename(temp, dir); err != nil {
		return "", err
	}
	return installed(dir)
}

// installed returns the path of the native binary under dir.
func installed(dir string) (string, error) {
	arch := map[string]string{"amd64": "x64"}[runtime.GOARCH]
	if arch == "" {
		arch = runtime.GOARCH
	}
	// There is one package for each C library, and npm takes the right one.
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
