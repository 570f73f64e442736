package clienttest

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"neverask/tui/termtest"
)

// patience bounds every wait. It is far beyond what a loaded machine needs.
const patience = 2 * time.Minute

// apiKey is a key that is none.
const apiKey = "sk-ant-mock-not-a-key"

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
	net     *namespace
	api     *api
	starts  int
	running sync.WaitGroup // what ends with the sessions
}

// New makes a lab. The test is skipped where the client cannot run: see the
// package comment.
func New(t testing.TB) *Lab {
	t.Helper()
	root := termtest.Dir(t, "")
	ns, err := newNamespace()
	if err != nil {
		unavailable(t, "%v", err)
	}
	lab := &Lab{
		Root:    root,
		Home:    filepath.Join(root, "home"),
		Project: filepath.Join(root, "project"),
		Env:     make(map[string]string),
		t:       t,
		net:     ns,
		api:     newAPI(ns.listener),
	}
	t.Cleanup(func() {
		if err := ns.close(); err != nil {
			t.Errorf("end the sessions: %v", err)
		}
		lab.running.Wait()
		lab.api.server.Close()
	})
	// Only now: where there can be no namespace, nothing needs to be installed.
	lab.client = Client(t)
	lab.furnish()
	return lab
}

// furnish makes the directories, and a state file of the client in which
// everything it asks a new user is already answered.
func (lab *Lab) furnish() {
	lab.t.Helper()
	for _, dir := range []string{filepath.Join(lab.Home, ".claude"), lab.Project, filepath.Join(lab.Root, "tmp")} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			lab.t.Fatal(err)
		}
	}
	lab.write(filepath.Join(lab.Home, ".claude.json"), string(marshal(map[string]any{
		"hasCompletedOnboarding": true,
		"theme":                  "dark",
		"customApiKeyResponses":  map[string]any{"approved": []string{apiKey[len(apiKey)-20:]}, "rejected": []string{}},
		"projects":               map[string]any{lab.Project: map[string]any{"hasTrustDialogAccepted": true}},
	})))
}

func (lab *Lab) write(path, content string) {
	lab.t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		lab.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		lab.t.Fatal(err)
	}
}

// SettingsPath is the path of the user's settings file.
func (lab *Lab) SettingsPath() string { return filepath.Join(lab.Home, ".claude", "settings.json") }

// Settings writes the user's settings file.
func (lab *Lab) Settings(json string) {
	lab.t.Helper()
	lab.write(lab.SettingsPath(), json)
}

// ProjectSettings writes the project's settings file.
func (lab *Lab) ProjectSettings(json string) {
	lab.t.Helper()
	lab.write(filepath.Join(lab.Project, ".claude", "settings.json"), json)
}

// Script writes an executable /bin/sh script with the given body into the
// lab, for use as a hook, and returns its path.
func (lab *Lab) Script(name, body string) string {
	lab.t.Helper()
	path := filepath.Join(lab.Root, name)
	lab.write(path, "#!/bin/sh\n"+body+"\n")
	if err := os.Chmod(path, 0o755); err != nil {
		lab.t.Fatal(err)
	}
	return path
}

// Turns adds to the script: the answers of the model, in order. What is asked
// beyond the script is answered with "done".
func (lab *Lab) Turns(turns ...Turn) {
	lab.api.mu.Lock()
	defer lab.api.mu.Unlock()
	lab.api.turns = append(lab.api.turns, turns...)
}

// Requests returns what the client has sent to the API so far.
func (lab *Lab) Requests() []Request {
	requests, _ := lab.api.seen()
	return requests
}

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
	if err != nil {
		lab.t.Fatal(err)
	}
	return found
}

// Command returns a command that runs the client in the project with an
// environment of its own: nothing of the test's is inherited. Start it with
// [Lab.Start].
func (lab *Lab) Command(args ...string) *exec.Cmd {
	lab.starts++
	cmd := exec.Command(lab.client, append([]string{"--debug-file", lab.debugLog(lab.starts)}, args...)...)
	lab.Adopt(cmd)
	return cmd
}

// Adopt gives a command the directory and the environment of the lab: for a
// program of the test that works on the lab's home, such as an installer.
func (lab *Lab) Adopt(cmd *exec.Cmd) {
	cmd.Dir = lab.Project
	env := map[string]string{
		"HOME":               lab.Home,
		"TMPDIR":             filepath.Join(lab.Root, "tmp"),
		"PATH":               "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin",
		"TERM":               "xterm-256color",
		"LANG":               "C.UTF-8",
		"ANTHROPIC_BASE_URL": "http://" + lab.net.listener.Addr().String(),
		"ANTHROPIC_API_KEY":  apiKey,
		"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
		// Each session in a terminal would try to fetch one with git and ssh.
		"CLAUDE_CODE_DISABLE_OFFICIAL_MARKETPLACE_AUTOINSTALL": "1",
		// Hooks at the end of a session have 1.5 s otherwise, which a busy machine may not.
		"CLAUDE_CODE_SESSIONEND_HOOKS_TIMEOUT_MS": strconv.FormatInt(patience.Milliseconds(), 10),
		"DISABLE_AUTOUPDATER":                     "1",
		"DISABLE_TELEMETRY":                       "1",
	}
	maps.Copy(env, lab.Env)
	cmd.Env = make([]string, 0, len(env))
	for name, value := range env {
		cmd.Env = append(cmd.Env, name+"="+value)
	}
	slices.Sort(cmd.Env)
}

// Start starts a command in the lab's network. Whatever it starts in turn, and
// leaves behind, is killed when the test ends.
func (lab *Lab) Start(cmd *exec.Cmd) error { return lab.net.do(cmd.Start) }

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

// wait waits until ok holds for the requests. It fails the test when the
// client ends first, or after the deadline; state says more then.
func (lab *Lab) wait(desc string, ended <-chan struct{}, ok func([]Request) bool, state func() string) {
	lab.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	for {
		requests, changed := lab.api.seen()
		if ok(requests) {
			return
		}
		select {
		case <-changed:
		case <-ended:
			// The last request may have come just before the end.
			if requests, _ := lab.api.seen(); ok(requests) {
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
	if err != nil {
		lab.t.Fatal(err)
	}
	return string(b)
}
