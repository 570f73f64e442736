//go:build linux

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"neverask/cmd/cmdtest"
	ct "neverask/hooks/claude/clienttest"
	"neverask/hooks/claude/transcript/historytest"
	"neverask/settings/musttest"
	"neverask/tui/termtest"
)

// TestClientNewcomer follows .ci/newcomer.txtar: clone, install on the screens,
// be answered by the real client, uninstall, and find HOME as it was.
func TestClientNewcomer(t *testing.T) {
	n := &newcomer{lab: newLab(t)}
	testscript.RunT(inline{t}, testscript.Params{
		Files: []string{"../../.ci/newcomer.txtar"}, Setup: n.setup, Cmds: n.commands(),
	})
}

// TestClientWithAPast follows .ci/past.txtar: somebody who has used Claude Code for long
// is told what it asks, installs, accepts a suggestion, is answered by it, switches
// neverask off and on, and has their settings back.
func TestClientWithAPast(t *testing.T) {
	ct.Daily(t, 2)
	n := &newcomer{lab: newLab(t)}
	testscript.RunT(inline{t}, testscript.Params{
		Files: []string{"../../.ci/past.txtar"}, Cmds: n.commands(),
		Setup: func(env *testscript.Env) error {
			env.Setenv("HOME", n.Home)
			env.Setenv("PATH", cmdtest.Programs(t))
			return nil
		},
	})
}

func (n *newcomer) commands() map[string]func(*testscript.TestScript, bool, []string) {
	return map[string]func(*testscript.TestScript, bool, []string){
		"terminal": n.terminal, "see": n.see, "key": n.key, "end": n.end,
		"model": n.model, "claude": n.claude, "prompt": n.prompt, "dialog": n.dialog, "result": n.result, "quit": n.quit,
		"past": n.past, "accept": n.accept,
	}
}

// past writes transcripts of so many megabytes, and questions of the last days that were
// always answered alike: each kind of them so often, with the second label.
func (n *newcomer) past(ts *testscript.TestScript, _ bool, args []string) {
	megabytes, err := strconv.Atoi(args[0])
	ts.Check(err)
	times, err := strconv.Atoi(args[1])
	ts.Check(err)
	root := filepath.Join(n.Home, ".claude", "projects")
	historytest.WriteMute(n.t, root, megabytes, 2*megabytes)
	var lines strings.Builder
	line := func(v map[string]any) {
		b, err := json.Marshal(v)
		ts.Check(err)
		lines.Write(append(b, '\n'))
	}
	kinds := strings.Split(strings.TrimSpace(ts.ReadFile(args[2])), "\n")
	for i := range times {
		for k, kind := range kinds {
			id, asked := fmt.Sprintf("toolu_%d_%d", k, i), time.Now().UTC().Add(-time.Duration(i*len(kinds)+k+1)*time.Hour)
			q := ct.Choice(kind, "Yes", "No")
			about := map[string]any{"sessionId": "s1", "cwd": "/work/app", "version": "2.1.329", "userType": "external"}
			call, result := maps.Clone(about), maps.Clone(about)
			call["type"], call["timestamp"] = "assistant", asked.Format(time.RFC3339Nano)
			call["message"] = map[string]any{"role": "assistant", "content": []any{map[string]any{
				"type": "tool_use", "id": id, "name": "AskUserQuestion", "input": map[string]any{"questions": []any{q}},
			}}}
			result["type"], result["timestamp"] = "user", asked.Add(30*time.Second).Format(time.RFC3339Nano)
			result["message"] = map[string]any{"role": "user", "content": []any{map[string]any{"type": "tool_result", "tool_use_id": id, "content": "answered"}}}
			result["toolUseResult"] = map[string]any{"questions": []any{q}, "answers": map[string]string{kind: "Yes"}, "annotations": map[string]any{}}
			result["permissionDecision"] = map[string]string{"decision": "accept", "source": "user_temporary"}
			line(call)
			line(result)
		}
	}
	ts.Check(os.MkdirAll(filepath.Join(root, "-work-app"), 0o700))
	ts.Check(os.WriteFile(filepath.Join(root, "-work-app", "s1.jsonl"), []byte(lines.String()), 0o600))
}

// accept takes the suggestion about a question.
func (n *newcomer) accept(ts *testscript.TestScript, _ bool, args []string) {
	var all struct {
		Suggestions []struct{ ID, Question string }
	}
	ts.Check(ts.Exec("neverask", "rules", "suggest", "--json"))
	ts.Check(json.Unmarshal([]byte(ts.ReadFile("stdout")), &all))
	for _, s := range all.Suggestions {
		if s.Question == args[0] {
			ts.Check(ts.Exec("neverask", "rules", "suggest", "--accept", s.ID, "--yes"))
			return
		}
	}
	ts.Fatalf("no suggestion is about %q", args[0])
}

// prompt goes on with the session, like claude begins one. Before, it waits until the client has
// written that the model has finished, and so who gave the answers before that.
func (n *newcomer) prompt(_ *testscript.TestScript, _ bool, args []string) {
	n.finished++
	for range 600 {
		if n.written("finished") >= n.finished {
			break
		}
		time.Sleep(100 * time.Millisecond)
	}
	n.Turns(ct.Text("finished"))
	n.session.Prompt(args[0])
}

// inline runs scripts on the goroutine of the test, which the lab and the
// terminals may fail.
type inline struct{ *testing.T }

func (t inline) Run(_ string, f func(testscript.T)) { f(t) }
func (t inline) Parallel()                          {}
func (t inline) Verbose() bool                      { return testing.Verbose() }

// newcomer is the person of the script.
type newcomer struct {
	lab
	term    *termtest.Terminal // what keys go to
	session *ct.Session
	results int

	finished int // how often the model has said so
}

// written counts the messages of the model with a text in the client's transcripts.
func (l lab) written(text string) (count int) {
	files, err := filepath.Glob(filepath.Join(l.Home, ".claude", "projects", "*", "*.jsonl"))
	musttest.Do(l.t, err)
	for _, name := range files {
		for line := range bytes.Lines(musttest.Read(l.t, name)) {
			if bytes.Contains(line, []byte(`"role":"assistant"`)) && bytes.Contains(line, []byte(`"text":"`+text+`"`)) {
				count++
			}
		}
	}
	return count
}

// setup gives the script a repository to clone, made of the files that are here,
// and a PATH on which there are Go and git alone.
func (n *newcomer) setup(env *testscript.Env) error {
	repository := filepath.Join(n.Root, "repository")
	if err := errors.Join(os.CopyFS(repository, os.DirFS("../..")), os.RemoveAll(filepath.Join(repository, ".git"))); err != nil {
		return err
	}
	env.Setenv("HOME", n.Home)
	env.Setenv("REPOSITORY", repository)
	env.Setenv("LANG", "C.UTF-8")
	for name, value := range map[string]string{
		"GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@b.c", "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@b.c", "GIT_CONFIG_NOSYSTEM": "1",
	} {
		env.Setenv(name, value)
	}
	bin := filepath.Join(n.Root, "bin")
	if err := os.Mkdir(bin, 0o755); err != nil {
		return err
	}
	git, err := exec.LookPath("git")
	if err != nil {
		return err
	}
	if err := os.Symlink(git, filepath.Join(bin, "git")); err != nil {
		return err
	}
	if err := compileHere(filepath.Join(bin, "go")); err != nil {
		return err
	}
	cmdtest.Programs(n.t) // so all packages are compiled
	env.Setenv("PATH", bin)
	// Modules and compiled packages are those of this machine: there is no
	// network, and HOME is to stay bare.
	out, err := exec.Command("go", "env", "GOMODCACHE", "GOCACHE").Output()
	if err != nil {
		return err
	}
	caches := strings.Fields(string(out))
	for name, value := range map[string]string{
		"GOMODCACHE": caches[0], "GOCACHE": caches[1], "GOPROXY": "off", "GOTOOLCHAIN": "local", "CGO_ENABLED": "0",
	} {
		env.Setenv(name, value)
	}
	for _, args := range [][]string{{"init", "-q"}, {"add", "-A"}, {"commit", "-q", "-m", "all"}} {
		cmd := exec.Command("git", args...)
		cmd.Dir, cmd.Env = repository, env.Vars
		if out, err := cmd.CombinedOutput(); err != nil {
			env.T().Fatal("git ", args, ": ", err, "\n", string(out))
		}
	}
	return nil
}

// compileHere writes the command go of the newcomer. It compiles what is in their clone at
// the place where this repository is: to Go, a package in another directory is another
// package, and it would compile all of them anew.
func compileHere(path string) error {
	here, err := filepath.Abs("../..")
	if err != nil {
		return err
	}
	goCommand, err := exec.LookPath("go")
	if err != nil {
		return err
	}
	return os.WriteFile(path, fmt.Appendf(nil, `#!/bin/sh
PATH=$PATH:/usr/bin:/bin exec unshare -m /bin/sh -c 'mount --bind . "$0" && cd "$0" && PATH=%s && exec %s "$@"' '%s' "$@"
`, filepath.Dir(path), goCommand, here), 0o755)
}

// terminal starts a program in a terminal of 120 by 40 cells.
func (n *newcomer) terminal(ts *testscript.TestScript, _ bool, args []string) {
	path, err := exec.LookPath(filepath.Join(ts.Getenv("PATH"), args[0]))
	ts.Check(err)
	cmd := exec.Command(path, args[1:]...)
	cmd.Dir = ts.MkAbs(".")
	for _, name := range []string{"HOME", "PATH", "LANG", "GOMODCACHE", "GOCACHE", "GOPROXY", "GOTOOLCHAIN", "CGO_ENABLED"} {
		cmd.Env = append(cmd.Env, name+"="+ts.Getenv(name))
	}
	cmd.Env = append(cmd.Env, "TERM=xterm-256color")
	n.term = termtest.Start(n.t, cmd, 120, 40, termtest.Timeout(5*time.Minute))
}

func (n *newcomer) see(_ *testscript.TestScript, _ bool, args []string) { n.term.WaitText(args[0]) }
func (n *newcomer) key(_ *testscript.TestScript, _ bool, args []string) { n.term.Key(args...) }

func (n *newcomer) end(ts *testscript.TestScript, _ bool, _ []string) {
	if status := n.term.Wait(); status != 0 {
		ts.Fatalf("exit status %d\n%s", status, n.term.Screen())
	}
}

// model adds a question to what the model will do.
func (n *newcomer) model(_ *testscript.TestScript, _ bool, args []string) {
	n.Turns(ct.Ask(ct.Choice(args[0], args[1:]...)))
}

// claude starts the client and gives it a prompt; after its questions the model
// says that it has finished.
func (n *newcomer) claude(_ *testscript.TestScript, _ bool, args []string) {
	n.Turns(ct.Text("finished"))
	n.session = n.Interactive()
	n.term = n.session.Terminal
	n.session.Prompt(args[0])
}

func (n *newcomer) dialog(_ *testscript.TestScript, _ bool, args []string) {
	n.session.WaitDialog(args[0])
}

// result waits for what the model reads about its next question.
func (n *newcomer) result(ts *testscript.TestScript, _ bool, args []string) {
	n.results++
	if r := n.session.WaitToolResult(n.results); r.IsError || !slices.ContainsFunc(args, func(want string) bool { return strings.Contains(r.Text, want) }) {
		ts.Fatalf("the tool result is %+v", r)
	}
}

func (n *newcomer) quit(ts *testscript.TestScript, _ bool, _ []string) {
	if status := n.session.Quit(); status != 0 {
		ts.Fatalf("exit status %d\n%s", status, n.session.Screen())
	}
}
