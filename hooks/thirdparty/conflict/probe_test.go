//go:build linux

package conflict

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"neverask/hooks/claude/config"
	"neverask/hooks/thirdparty/chain"
	"neverask/settings/must"
)

// probeOne probes a shell command as a hook of PreToolUse with a short time
// limit.
func probeOne(t *testing.T, command string, seconds float64) (finding, string, CommandEnv) {
	t.Helper()
	root := t.TempDir()
	around := CommandEnv{Home: filepath.Join(root, "home"), Project: filepath.Join(root, "work"), Env: os.Environ()}
	scratch := filepath.Join(root, "scratch")
	for _, dir := range []string{around.Home, around.Project, scratch} {
		must.Do(t, os.MkdirAll(dir, 0o755))
	}
	h := config.Hook{Group: config.Group{Event: "PreToolUse"}, Handler: config.Handler{Type: "command", Command: command, Timeout: seconds}}
	f, err := prober{around, scratch}.probe(context.Background(), h, []string{"AskUserQuestion"})
	must.Do(t, err)
	return f, root, around
}

// stray lists the processes whose environment has the mark of a probe and the
// directory of this test.
func stray(t *testing.T, root string) (found []string) {
	t.Helper()
	all, err := filepath.Glob("/proc/[0-9]*/environ")
	must.Do(t, err)
	for _, path := range all {
		env, err := os.ReadFile(path)
		if err == nil && bytes.Contains(env, []byte(probeMark+"=")) && bytes.Contains(env, []byte(root)) {
			found = append(found, path)
		}
	}
	return found
}

// TestProbeOfBadHooks: whatever a hook does, the probe ends, says what was
// wrong, and leaves neither a process nor a file.
func TestProbeOfBadHooks(t *testing.T) {
	for _, c := range []struct {
		name, command string
		seconds       float64
		verdict       Verdict
		says          string
	}{
		{"sleeps", "sleep 60", 0.2, Fails, "longer than 200ms"},
		{"reads for ever", "exec 0</dev/zero; cat >/dev/null", 0.2, Fails, "longer than 200ms"},
		{"ignores signals", "trap '' TERM INT HUP; while :; do sleep 60; done", 0.2, Fails, "longer than 200ms"},
		{"floods its output", "yes", 0.2, Fails, "longer than 200ms"},
		{"prints too much", "head -c 3000000 /dev/zero", 5, Fails, "more than 1 MB"},
		{"forks", "sleep 60 & sleep 60 & exit 0", 5, Silent, ""},
		{"forks and holds its output", "(sleep 60; echo late) & echo early", 5, Silent, ""},
		{"leaves its process group", "setsid sh -c 'sleep 60' >/dev/null 2>&1 & exit 2", 5, Denies, ""},
		{"becomes a daemon", "(setsid sh -c '(sleep 60 &) ; sleep 60' &) ; exit 0", 5, Silent, ""},
		{"keeps forking", "f() { sleep 0.01; (f &) ; }; f; f; exit 0", 5, Silent, ""},
		{"does not read", "exit 0", 5, Silent, ""},
		{"kills itself", "kill -9 $$", 5, Fails, "ended with status -1"},
		{"writes where it is", `echo x >here; echo x >"$TMPDIR/there"; mkdir -p deep/er; chmod 000 deep; exit 0`, 5, Silent, ""},
		{"writes where its input points", `p=$(sed -n 's/.*"transcript_path":"\([^"]*\)".*/\1/p'); echo x >"$p"; echo x >"$(dirname "$p")/more"`, 5, Silent, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			start := time.Now()
			f, root, around := probeOne(t, c.command, c.seconds)
			as := func() bool {
				_, v := worst(f.effects)
				return v == c.verdict && len(f.proof) == 1 && strings.Contains(f.proof[0].Detail, c.says)
			}
			for range retries {
				if !as() {
					f, root, around = probeOne(t, c.command, c.seconds)
				}
			}
			if !as() {
				t.Errorf("not %s: %+v", c.verdict, f.proof)
			}
			if took := time.Since(start); took > 5*time.Minute {
				t.Errorf("took %v", took)
			}
			if left := stray(t, root); len(left) > 0 {
				t.Errorf("processes are left: %s", left)
			}
			for dir, files := range map[string]map[string]string{"home": tree(t, around.Home), "project": tree(t, around.Project), "scratch": tree(t, filepath.Join(root, "scratch"))} {
				if len(files) > 0 {
					t.Errorf("files are left in the %s: %v", dir, files)
				}
			}
		})
	}
}

// TestProbeFindsWhatHides: a process that has left its group and its session,
// cleared its environment, closed its files and changed its directory is found
// all the same.
func TestProbeFindsWhatHides(t *testing.T) {
	hidden := func() (found []string) {
		all, err := filepath.Glob("/proc/[0-9]*/cmdline")
		must.Do(t, err)
		for _, path := range all {
			line, err := os.ReadFile(path)
			if err == nil && bytes.Equal(line, []byte("sleep\x0061.25\x00")) {
				found = append(found, path)
			}
		}
		return found
	}
	marker, before := filepath.Join(t.TempDir(), "ran"), limits(t)
	command := "p=" + marker + "; rm -f $p; cd /; env -i setsid sh -c '(sleep 61.25 & echo >'$p'; sleep 61.25)' <&- >&- 2>&- & while ! [ -e $p ]; do sleep 0.01; done"
	f, _, _ := probeOne(t, command, 5)
	for range retries {
		if _, v := worst(f.effects); v != Silent {
			f, _, _ = probeOne(t, command, 5)
		}
	}
	if _, v := worst(f.effects); v != Silent || !newShelf().exists(marker) {
		t.Errorf("%+v", f)
	}
	if left := hidden(); len(left) > 0 {
		t.Errorf("processes are left: %s", left)
	}
	if after := limits(t); after != before {
		t.Errorf("the limits are\n%s\nand were\n%s", after, before)
	}
}

func limits(t *testing.T) string {
	t.Helper()
	b, err := os.ReadFile("/proc/self/limits")
	must.Do(t, err)
	return string(b)
}

func TestProbeGivesUpAfterTwoOverruns(t *testing.T) {
	f, _, _ := probeOne(t, "sleep 60", 0.1)
	if len(f.took) != patience {
		t.Errorf("%d runs", len(f.took))
	}
}

func TestProbeIsInterrupted(t *testing.T) {
	root := t.TempDir()
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(100*time.Millisecond, cancel)
	h := config.Hook{Group: config.Group{Event: "PreToolUse"}, Handler: config.Handler{Type: "command", Command: "sleep 60"}}
	f, err := prober{CommandEnv{Home: root, Project: root, Env: os.Environ()}, root}.probe(ctx, h, []string{"AskUserQuestion"})
	if err == nil || len(f.effects) > 0 {
		t.Errorf("got %+v, %v", f, err)
	}
	if left := stray(t, root); len(left) > 0 {
		t.Errorf("processes are left: %s", left)
	}
}

func TestTimeLimitOfACommand(t *testing.T) {
	for seconds, want := range map[float64]time.Duration{0: chain.DefaultLimit, 0.5: 500 * time.Millisecond, 9: 9 * time.Second, 1e10: longest, 1e300: longest} {
		if got := Command(config.Hook{Handler: config.Handler{Type: "command", Command: "true", Timeout: seconds}}).Limit; got != want {
			t.Errorf("%v s: got %v, want %v", seconds, got, want)
		}
	}
}
