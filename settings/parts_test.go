//go:build unix

package settings_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"

	"neverask/hooks/app/changes"
	"neverask/hooks/app/conflicts"
	"neverask/hooks/app/install"
	"neverask/hooks/app/planner"
	"neverask/hooks/app/status"
	"neverask/hooks/others/conflict"
	"neverask/settings"
	"neverask/settings/musttest"
	"neverask/tui/termtest"
)

// parts are settings files with a hook each that answers questions: a plan that
// settles them has three parts.
var parts = map[string]string{
	".claude/settings.json":               "{\n  \"model\": \"opus\",\n  \"hooks\": {\n    \"PreToolUse\": [\n      {\"matcher\": \"AskUserQuestion|Bash\", \"hooks\": [{\"type\": \"command\", \"command\": \"~/answer.sh u\"}]}\n    ]\n  }\n}\n",
	"project/.claude/settings.json":       `{"hooks":{"PreToolUse":[{"matcher":"AskUserQuestion","hooks":[{"type":"command","command":"~/answer.sh p"}]}]}}`,
	"project/.claude/settings.local.json": "{\r\n\t\"hooks\": {\r\n\t\t\"PostToolUse\": [ {\"hooks\": [ {\"type\": \"command\", \"command\": \"~/answer.sh l\"} ] } ]\r\n\t}\r\n}\r\n",
}

const answer = "#!/bin/sh\necho '{\"hookSpecificOutput\":{\"hookEventName\":\"PreToolUse\",\"permissionDecision\":\"allow\",\"updatedInput\":{\"questions\":[],\"answers\":{\"q\":\"a\"}}}}'\n"

// home is a person's files.
type home struct {
	*testing.T
	dir string
}

func newHome(t *testing.T) home {
	t.Helper()
	h := home{t, termtest.Dir(t, termtest.Memory())}
	for name, content := range parts {
		h.write(name, content)
	}
	h.write("answer.sh", answer)
	h.write("neverask", "the program")
	musttest.Do(t, os.Mkdir(filepath.Join(h.dir, "project", ".git"), 0o755))
	return h
}

func (h home) write(name, content string) {
	h.Helper()
	path := filepath.Join(h.dir, name)
	musttest.Do(h, os.MkdirAll(filepath.Dir(path), 0o755))
	musttest.Do(h, os.WriteFile(path, []byte(content), 0o755))
}

// process is a new process of the person.
func (h home) process() *planner.Planner {
	h.Helper()
	in, err := planner.New(planner.Env{
		GOOS: "linux", Dir: filepath.Join(h.dir, "project"), Executable: filepath.Join(h.dir, "neverask"), Version: "test", Now: time.Now,
		Getenv: func(name string) string { return map[string]string{"HOME": h.dir}[name] },
	})
	musttest.Do(h, err)
	in.ManagedDir = filepath.Join(h.dir, "managed")
	in.Store.Hasty()
	return in
}

// install plans to install with one resolution of every remaining conflict.
func (h home) install(in *planner.Planner, resolution conflict.Resolution) planner.Plan {
	h.Helper()
	r, err := conflicts.Find(context.Background(), in, conflicts.Options{})
	musttest.Do(h, err)
	var choices []conflict.Choice
	for _, c := range r.Conflicts {
		if slices.Contains(c.Resolutions, resolution) {
			choices = append(choices, conflict.Choice{Conflict: c, Resolution: resolution})
		}
	}
	p, err := install.Install(in, in.Target(settings.User, ""), install.Options{Choices: choices})
	musttest.Do(h, err)
	return p
}

func (h home) apply(in *planner.Planner, p planner.Plan, err error) settings.Receipt {
	h.Helper()
	musttest.Do(h, err)
	r, err := in.Apply(context.Background(), p)
	musttest.Do(h, err)
	return r
}

func (h home) read(name string) string {
	b, _ := os.ReadFile(filepath.Join(h.dir, name))
	return string(b)
}

// whole reports that every file is exactly as before the plan or as after it.
func (h home) whole(p planner.Plan, at string) {
	h.Helper()
	for _, part := range p.Parts() {
		b, _ := os.ReadFile(part.Path)
		if is := string(b); is != string(part.Before) && is != string(part.After) {
			h.Errorf("%s: %s holds %q", at, part.Path, is)
		}
	}
}

// original reports that the files are what they were, and that nothing is left
// beside them.
func (h home) original(at string) {
	h.Helper()
	for name, want := range parts {
		if is := h.read(name); is != want {
			h.Errorf("%s: %s is\n%q\nnot\n%q", at, name, is, want)
		}
	}
	left, _ := filepath.Glob(filepath.Join(h.dir, "*", ".neverask-*"))
	more, _ := filepath.Glob(filepath.Join(h.dir, "*", "*", ".neverask-*"))
	if left = append(left, more...); len(left) > 0 {
		h.Errorf("%s: litter %v", at, left)
	}
}

// wholeCrashes is for make crash. The gate leaves four of five operations out, others
// in each case.
var wholeCrashes = flag.Bool("crash.whole", false, "stop changes of several files at every operation, and not at each fifth")

func stride() int {
	if *wholeCrashes {
		return 1
	}
	return 5
}

// TestCrashBetweenParts stops the process at every file operation of a change
// of three files, and lets the next process go on or go back.
func TestCrashBetweenParts(t *testing.T) {
	for i, c := range []struct {
		resolution conflict.Resolution
		what, next string
	}{
		{conflict.Park, "install", "install"},
		{conflict.Park, "install", "undo"},
		{conflict.Park, "install", "uninstall"},
		{conflict.Park, "undo", "undo"},
		{conflict.Park, "uninstall", "install"},
		{conflict.Park, "uninstall", "undo"},
		{conflict.Park, "uninstall", "uninstall"},
	} {
		t.Run(fmt.Sprintf("%s: %s, then %s", c.resolution, c.what, c.next), func(t *testing.T) {
			t.Parallel()
			for stop := 1 + i%stride(); !crashBetweenParts(t, c.resolution, c.what, c.next, stop); stop += stride() {
				if t.Failed() {
					t.Fatalf("stopped at operation %d", stop)
				}
			}
		})
	}
}

func crashBetweenParts(t *testing.T, resolution conflict.Resolution, what, next string, stop int) (through bool) {
	t.Helper()
	h := newHome(t)
	in := h.process()
	p := h.install(in, resolution)
	if what != "install" {
		r := h.apply(in, p, nil)
		var err error
		if p, err = install.Uninstall(in, in.Target(settings.User, "")); what == "undo" {
			p, err = changes.Undo(in, r)
		}
		musttest.Do(t, err)
	}
	if len(p.Parts()) != len(parts) {
		t.Fatalf("the plan changes %d files", len(p.Parts()))
	}
	in.Store.CrashAt(stop, nil)
	done, lived := make(chan bool), false
	go func() {
		defer close(done)
		_, _ = in.Apply(context.Background(), p)
		lived = true
	}()
	<-done
	at := fmt.Sprintf("%d operations into %s", stop-1, what)
	h.whole(p, at)
	h.goOn(resolution, next, at)
	return lived
}

// goOn is the next process: it finishes, or takes everything back.
func (h home) goOn(resolution conflict.Resolution, next, at string) {
	h.Helper()
	in := h.process()
	if next == "install" {
		h.apply(in, h.install(in, resolution), nil)
		if s := status.Inspect(in, in.Target(settings.User, "")); !s.Installed || s.Hook.Version == "" {
			h.Errorf("%s, then install: %+v", at, s)
		}
	}
	for next == "undo" {
		r, err := in.Store.Last()
		if err != nil {
			break
		}
		p, err := changes.Undo(in, r)
		if r.Op == "uninstall" || r.Op == "restore" {
			h.apply(in, p, err)
			break
		}
		h.apply(in, p, err)
	}
	p, err := install.Uninstall(in, in.Target(settings.User, ""))
	h.apply(in, p, err)
	h.original(at + ", then " + next + " and uninstall")
	if _, err := os.Stat(in.Paths.Hook()); err == nil {
		h.Errorf("%s, then %s and uninstall: the hook binary is left", at, next)
	}
}

// TestFaultBetweenParts fails every file operation of a change of three files
// once: all of them change, or none.
func TestFaultBetweenParts(t *testing.T) {
	for i, fault := range []error{syscall.ENOSPC, syscall.EACCES, syscall.EROFS} {
		t.Run(fault.Error(), func(t *testing.T) {
			t.Parallel()
			for stop := 1 + i%stride(); ; stop += stride() {
				h := newHome(t)
				in := h.process()
				p := h.install(in, conflict.Park)
				operations := in.Store.CrashAt(stop, fault)
				_, err := in.Apply(context.Background(), p)
				if operations() < stop {
					return
				}
				at := fmt.Sprintf("operation %d", stop)
				if err != nil {
					h.original(at)
				}
				for _, part := range p.Parts() {
					if b, _ := os.ReadFile(part.Path); err == nil && string(b) != string(part.After) {
						t.Errorf("%s: no error, and %s holds %q", at, part.Path, b)
					}
				}
				h.goOn(conflict.Narrow, "uninstall", at)
				if t.Failed() {
					t.FailNow()
				}
			}
		})
	}
}
