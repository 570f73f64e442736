package clienttest

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"neverask/settings/musttest"
	"neverask/tui/termtest"
)

// patience bounds every wait. It is far beyond what a loaded machine needs.
const patience = 4 * time.Minute

// Lab is a machine for one test: a fresh home directory, a project, and a
// network in which there is nothing but the scripted API. Sessions of the
// client in one lab share all three.
type Lab struct {
	// Root holds everything of the lab, Home and Project too.
	Root, Home, Project string

	// Env is added to the environment of the sessions that start from now on.
	Env map[string]string

	t       testing.TB
	client  string
	managed bool // see ManagedDir
	net     *network
	model   *model
	starts  int
	running sync.WaitGroup // goroutines that end with the sessions
}

// New makes a lab. The test is skipped where the client cannot run: see the
// package comment.
func New(t testing.TB) *Lab {
	t.Helper()
	root := termtest.Dir(t, "")
	ns, err := isolate()
	if err != nil {
		unavailable(t, "%v", err)
	}
	lab := &Lab{
		Root: root, Home: filepath.Join(root, "home"), Project: filepath.Join(root, "project"),
		Env: make(map[string]string), t: t, net: ns, model: startModel(ns.listener),
	}
	t.Cleanup(func() {
		if err := ns.close(); err != nil {
			t.Errorf("end the sessions: %v", err)
		}
		lab.running.Wait()
		lab.model.close()
	})
	// Only now: where there can be no namespace, nothing needs to be installed.
	lab.client = Client(t)
	musttest.Do(t, lab.furnish())
	return lab
}

// SettingsPath is the path of the user's settings file.
func (lab *Lab) SettingsPath() string { return filepath.Join(lab.Home, ".claude", "settings.json") }

// Settings writes the user's settings file.
func (lab *Lab) Settings(json string) {
	lab.t.Helper()
	musttest.Write(lab.t, lab.SettingsPath(), json)
}

// ProjectSettings writes the project's settings file.
func (lab *Lab) ProjectSettings(json string) {
	lab.t.Helper()
	musttest.Write(lab.t, filepath.Join(lab.Project, ".claude", "settings.json"), json)
}

// Script writes an executable /bin/sh script with the given body into the
// lab, for use as a hook, and returns its path.
func (lab *Lab) Script(name, body string) string {
	lab.t.Helper()
	path := filepath.Join(lab.Root, name)
	musttest.Write(lab.t, path, "#!/bin/sh\n"+body+"\n")
	musttest.Do(lab.t, os.Chmod(path, 0o755))
	return path
}

// Turns adds the model's answers to the script, in order. Requests beyond the script get the
// answer "done".
func (lab *Lab) Turns(turns ...Turn) {
	lab.model.add(turns...)
}

// NextTurns is Turns for the sessions that start from now on: earlier turns that were not used
// are dropped.
func (lab *Lab) NextTurns(turns ...Turn) { lab.model.restart(turns...) }

// Requests returns what the client has sent to the API so far.
func (lab *Lab) Requests() []Request {
	requests, _ := lab.model.seen()
	return requests
}

// URL is the address of the API. Requests for paths other than the API's own are answered with
// {}, and are in [Lab.Requests]: hooks of type http may use them.
func (lab *Lab) URL() string { return lab.net.url() }

// ToolResults returns the tool results that the client has sent to the API so
// far, in order.
func (lab *Lab) ToolResults() []ToolResult { return toolResults(lab.Requests()) }

// Debug returns the debug logs that the sessions of the lab have written so
// far.
func (lab *Lab) Debug() string {
	lab.t.Helper()
	var all strings.Builder
	for n := range lab.starts {
		// A session that has just started has no log yet.
		b, _ := os.ReadFile(lab.debugLog(n + 1))
		all.Write(b)
	}
	return all.String()
}

func (lab *Lab) debugLog(n int) string {
	return filepath.Join(lab.Root, fmt.Sprintf("debug-%d.log", n))
}

// Transcripts returns the paths of the transcripts that the client keeps of
// its sessions, in lexical order.
func (lab *Lab) Transcripts() []string {
	lab.t.Helper()
	found, err := filepath.Glob(filepath.Join(lab.Home, ".claude", "projects", "*", "*.jsonl"))
	musttest.Do(lab.t, err)
	return found
}

// Command returns a command that runs the client in the project with an environment of its
// own, which inherits nothing from the test. Start it with [Lab.Start].
func (lab *Lab) Command(args ...string) *exec.Cmd {
	lab.starts++
	words := append([]string{lab.client, "--debug-file", lab.debugLog(lab.starts)}, args...)
	if lab.managed {
		layers := "lowerdir=" + etcOf(lab) + ":/etc"
		words = append([]string{"unshare", "--mount", "sh", "-c",
			`mount -t overlay overlay -o "$0" /etc && exec "$@"`, layers}, words...)
	}
	cmd := exec.Command(words[0], words[1:]...)
	lab.Adopt(cmd)
	return cmd
}

// ManagedDir makes a directory that sessions from now on take for the one with an
// administrator's settings: it is mounted over the system's for them alone.
func (lab *Lab) ManagedDir() string {
	lab.t.Helper()
	lab.managed = true
	dir := filepath.Join(etcOf(lab), "claude-code")
	musttest.Do(lab.t, os.MkdirAll(dir, 0o755))
	return dir
}

// etcOf is the directory that is mounted over /etc.
func etcOf(lab *Lab) string { return filepath.Join(lab.Root, "etc") }

// Adopt gives a command the directory and the environment of the lab: for a
// program of the test that works on the lab's home, such as an installer.
func (lab *Lab) Adopt(cmd *exec.Cmd) {
	cmd.Dir = lab.Project
	cmd.Env = lab.environ()
}

// Start starts a command in the lab's network. All its descendants are killed when the test
// ends.
func (lab *Lab) Start(cmd *exec.Cmd) error { return lab.net.start(cmd) }

// WaitRequest waits until the client has sent a request that ok accepts, and
// returns it.
func (lab *Lab) WaitRequest(desc string, ok func(Request) bool) Request {
	lab.t.Helper()
	var found Request
	lab.wait(desc, nil, func(requests []Request) bool {
		i := slices.IndexFunc(requests, ok)
		if i >= 0 {
			found = requests[i]
		}
		return i >= 0
	}, func() string { return "" })
	return found
}

// wait waits until ok holds for the requests. It fails the test if the client ends first, or
// after the deadline; state then adds details.
func (lab *Lab) wait(desc string, ended <-chan struct{}, ok func([]Request) bool, state func() string) {
	lab.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	for {
		requests, changed := lab.model.seen()
		if ok(requests) {
			return
		}
		select {
		case <-changed:
		case <-ended:
			// The last request may have come just before the end.
			if requests, _ := lab.model.seen(); ok(requests) {
				return
			}
			lab.t.Fatalf("wait for %s: the client has ended\n%s", desc, state())
		case <-ctx.Done():
			lab.t.Fatalf("wait for %s: nothing after %v\n%s", desc, patience, state())
		}
	}
}

// JSON encodes v for use in a settings file; a value that cannot be encoded
// fails the test.
func (lab *Lab) JSON(v any) string {
	lab.t.Helper()
	b, err := json.Marshal(v)
	musttest.Do(lab.t, err)
	return string(b)
}
