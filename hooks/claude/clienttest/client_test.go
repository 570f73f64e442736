package clienttest

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"neverask/settings/musttest"
)

// fakeNPM puts an npm into an otherwise empty PATH that installs a binary into
// the --prefix it is given, the way the real one does, and counts its calls in
// the file that is returned.
func fakeNPM(t *testing.T, script string) (calls string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the stand-in for npm is a shell script")
	}
	bin := t.TempDir()
	calls = filepath.Join(bin, "calls")
	text := "#!/bin/sh\nPATH=/usr/bin:/bin\necho \"$*\" >>" + calls + "\n" + script + "\n"
	musttest.Do(t, os.WriteFile(filepath.Join(bin, "npm"), []byte(text), 0o755))
	t.Setenv("PATH", bin)
	return calls
}

func installScript() string {
	arch := runtime.GOARCH
	if arch == "amd64" {
		arch = "x64"
	}
	return fmt.Sprintf(`
while [ "$1" != --prefix ]; do shift; done
d="$2/node_modules/@anthropic-ai/claude-code-%s-%s"
mkdir -p "$d"
echo binary >"$d/claude"
chmod 755 "$d/claude"`, runtime.GOOS, arch)
}

func TestInstallHappensOnce(t *testing.T) {
	calls := fakeNPM(t, installScript())
	cache := filepath.Join(t.TempDir(), "cache")
	var wg sync.WaitGroup
	paths := make([]string, 8)
	for i := range paths {
		wg.Go(func() {
			var err error
			if paths[i], err = install(cache, Pinned, time.Minute); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	for _, path := range paths {
		if path != paths[0] || !strings.HasPrefix(path, cache) {
			t.Errorf("paths %q, want one below %s", paths, cache)
			break
		}
	}
	b, err := os.ReadFile(calls)
	if err != nil || strings.Count(string(b), "\n") != 1 || !strings.Contains(string(b), "@anthropic-ai/claude-code@"+Pinned) {
		t.Errorf("npm calls %q, %v; want one for version %s", b, err, Pinned)
	}
	if left, _ := filepath.Glob(filepath.Join(cache, "installing-*")); len(left) > 0 {
		t.Errorf("left behind: %q", left)
	}
}

func TestInstallFails(t *testing.T) {
	for name, c := range map[string]struct {
		script, want string
		limit        time.Duration
	}{
		"npm fails": {"echo no network; exit 1", "npm install: exit status 1: no network\n", time.Minute},
		"npm says why": {"printf 'npm warn x\\nnpm error code ENOTFOUND\\nnpm error network request to https://r.example failed\\nnpm error log\\n' >&2; exit 1",
			"npm install: exit status 1: network request to https://r.example failed\n", time.Minute},
		"npm does not answer": {"sleep 60", "took more than 100ms", 100 * time.Millisecond},
		"nothing installed":   {"true", "no binary for this machine", time.Minute},
	} {
		t.Run(name, func(t *testing.T) {
			fakeNPM(t, c.script)
			cache := t.TempDir()
			_, err := install(cache, Pinned, c.limit)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want one that says %q", err, c.want)
			}
			if left, _ := filepath.Glob(filepath.Join(cache, "*")); len(left) != 2 {
				t.Errorf("left behind: %q, want the lock and the reason", left)
			}
		})
	}
	t.Run("no npm", func(t *testing.T) {
		t.Setenv("PATH", t.TempDir())
		if _, err := install(t.TempDir(), Pinned, time.Minute); err == nil || !strings.Contains(err.Error(), "npm is missing") {
			t.Errorf("error %v, want one that says npm is missing", err)
		}
	})
}

// TestFailureIsRemembered: the tests of one run ask npm once, those of the next run
// ask again.
func TestFailureIsRemembered(t *testing.T) {
	calls := fakeNPM(t, "echo no network >&2; exit 1")
	cache := t.TempDir()
	count := func() int {
		b := musttest.Read(t, calls)
		return strings.Count(string(b), "\n")
	}
	for range 3 {
		if _, err := install(cache, Pinned, time.Minute); err == nil {
			t.Error("no error")
		}
	}
	if n := count(); n != 1 {
		t.Errorf("npm was called %d times", n)
	}
	failed := filepath.Join(cache, "claude-code-"+Pinned+".failed")
	b := musttest.Read(t, failed)
	_, reason, _ := strings.Cut(string(b), "\n")
	musttest.Do(t, os.WriteFile(failed, []byte("1\n"+reason), 0o600))
	if _, err := install(cache, Pinned, time.Minute); err == nil || count() != 2 {
		t.Errorf("the next run: %v, npm was called %d times", err, count())
	}
}
