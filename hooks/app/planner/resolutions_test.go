package planner_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"neverask/hooks/app/conflicts"
	"neverask/hooks/app/install"
	"neverask/hooks/app/planner"
	"neverask/hooks/others/conflict"
	"neverask/settings"
	"neverask/settings/musttest"
	"neverask/tui/termtest"
)

// files are settings files that hold hooks of others, in the layouts that
// people and programs write. Those below "project" are of the project.
var files = map[string]string{
	".claude/settings.json": `{
  "model": "opus",
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Bash",
        "hooks": [{"type": "command", "command": "true"}]
      },
      {
        "hooks": [
          {"type": "command", "command": "~/h/answer.sh", "extra": 1.50},
          {"type": "command", "command": "~/h/deny.sh", "timeout": 20},   
          {"type": "http", "url": "http://127.0.0.1:9/ask"}
        ]
      },
      {"matcher": "AskUserQuestion|Edit", "hooks": [{"type": "command", "command": "~/h/answer.sh", "args": []}]},
      {"matcher": "AskUserQuestion", "hooks": [{"type": "command", "command": "~/h/deny.sh only"}]}
    ],
    "PostToolUse": [{"hooks": [{"type": "command", "command": "~/h/answer.sh post"}]}]
  }
}
`,
	"project/.claude/settings.json":       "{\"hooks\":{\"PreToolUse\":[{\"matcher\":\"AskUserQuestion\",\"hooks\":[{\"type\":\"command\",\"command\":\"~/h/answer.sh p\"}]}]}}",
	"project/.claude/settings.local.json": "\xef\xbb\xbf{\r\n\t\"hooks\": {\r\n\t\t\"PermissionRequest\": [ {\r\n\t\t\t\"matcher\": \".*\", \"hooks\": [ { \"type\": \"command\", \"command\": \"~/h/deny.sh l\" } ]\r\n\t\t} ]\r\n\t}\r\n}\r\n",
}

var scripts = map[string]string{
	"h/answer.sh": "#!/bin/sh\ncat >/dev/null\necho '{\"hookSpecificOutput\":{\"hookEventName\":\"PreToolUse\",\"permissionDecision\":\"allow\",\"updatedInput\":{\"questions\":[],\"answers\":{\"q\":\"a\"}}}}'\n",
	"h/deny.sh":   "#!/bin/sh\ncat >/dev/null\necho no >&2\nexit 2\n",
}

// newPlanner makes a home with the files and a planner for it.
func newPlanner(t testing.TB) *planner.Planner {
	t.Helper()
	home := termtest.Dir(t, termtest.Memory())
	write := func(name, content string, mode os.FileMode) {
		path := filepath.Join(home, name)
		musttest.Do(t, os.MkdirAll(filepath.Dir(path), 0o755))
		musttest.Do(t, os.WriteFile(path, []byte(content), mode))
	}
	for name, content := range files {
		write(name, content, 0o600)
	}
	for name, content := range scripts {
		write(name, content, 0o755)
	}
	write("neverask", "the program", 0o755)
	musttest.Do(t, os.Mkdir(filepath.Join(home, "project", ".git"), 0o755))
	in, err := planner.New(planner.Env{
		GOOS: "linux", Dir: filepath.Join(home, "project"), Executable: filepath.Join(home, "neverask"), Version: "test", Now: time.Now,
		Getenv: func(name string) string { return map[string]string{"HOME": home}[name] },
	})
	musttest.Do(t, err)
	in.ManagedDir = filepath.Join(home, "managed")
	return in
}

// path returns where a file of the fixture is.
func path(in *planner.Planner, name string) string { return filepath.Join(in.Locations.Home, name) }

func review(t testing.TB, in *planner.Planner) conflicts.Review {
	t.Helper()
	r, err := conflicts.Find(context.Background(), in, conflicts.Options{})
	musttest.Do(t, err)
	return r
}

func content(t testing.TB, in *planner.Planner) map[string]string {
	t.Helper()
	all := map[string]string{}
	for name := range files {
		b := musttest.Read(t, path(in, name))
		all[name] = string(b)
	}
	return all
}

func unchanged(t testing.TB, in *planner.Planner, after string) {
	t.Helper()
	for name, is := range content(t, in) {
		if is != files[name] {
			t.Errorf("after %s, %s is\n%q\nnot\n%q", after, name, is, files[name])
		}
	}
}

func apply(t testing.TB, in *planner.Planner, p planner.Plan, err error) settings.Receipt {
	t.Helper()
	musttest.Do(t, err)
	r, err := in.Apply(context.Background(), p)
	musttest.Do(t, err)
	return r
}

func mustInstall(t testing.TB, in *planner.Planner, choices []conflict.Choice) settings.Receipt {
	t.Helper()
	p, err := install.Install(in, in.Target(settings.User, ""), install.Options{Choices: choices})
	return apply(t, in, p, err)
}

func mustUninstall(t testing.TB, in *planner.Planner) {
	t.Helper()
	story{t, in}.do(install.Uninstall(in, in.Target(settings.User, "")))
}

// choose takes one resolution for every conflict that offers it.
func choose(r conflicts.Review, resolution func(conflict.Conflict) conflict.Resolution) (choices []conflict.Choice) {
	for _, c := range r.Conflicts {
		if w := resolution(c); slices.Contains(c.Resolutions, w) {
			choices = append(choices, conflict.Choice{Conflict: c, Resolution: w})
		}
	}
	return choices
}

func always(w conflict.Resolution) func(conflict.Conflict) conflict.Resolution {
	return func(conflict.Conflict) conflict.Resolution { return w }
}

// TestUnparkBringsNothingTwice: a parked hook that somebody has put back does not come back
// beside itself.
func TestUnparkBringsNothingTwice(t *testing.T) {
	s := withPair(t, settings.User)
	receipt := s.park("~/h/deny.sh")
	parked := s.parked(1)[0]
	s.put(settings.User, pair)
	s.parked(0)
	if p, err := conflicts.Unpark(s.in, parked); !errors.Is(err, settings.ErrInTheWay) {
		t.Errorf("%v\n%s", err, p.After)
	}
	s.refused(receipt)
	s.once()
}

// TestUnparkBringsTheRest: of two hooks that were parked together, somebody has put one back.
func TestUnparkBringsTheRest(t *testing.T) {
	s := withPair(t, settings.User)
	s.do(conflicts.Park(s.in, s.hook(answer), true))
	s.put(settings.User, strings.Replace(pair, `{"type": "command", "command": "~/h/answer.sh"}, `, "", 1))
	parked := s.parked(1)[0]
	if len(parked.Handlers) != 1 || parked.Handlers[0].Command != answer {
		t.Errorf("parked is %+v", parked.Handlers)
	}
	if _, err := install.PlanPurge(s.in, false); err == nil || !strings.Contains(err.Error(), "1 third-party hook is parked") {
		t.Errorf("a purge: %v", err)
	}
	s.unpark(1)
	s.once()
	s.parked(0)
}

// TestBackWhileNarrowed: a hook that is put back with the matcher that neverask narrowed is not parked any more,
// before and after an uninstall widens it.
func TestBackWhileNarrowed(t *testing.T) {
	s := withNarrowed(t)
	narrowed := s.text(settings.User)
	receipt := s.park(deny)
	s.put(settings.User, narrowed)
	s.parked(0)
	s.uninstall(settings.User)
	s.parked(0)
	s.refused(receipt)
	s.once()
	_, err := install.PlanPurge(s.in, false)
	musttest.Do(t, err)
}

// TestAHookThatChangedIsNotMoved: the hook that was reviewed is the one that is
// moved, or none.
func TestAHookThatChangedIsNotMoved(t *testing.T) {
	in := newPlanner(t)
	choices := choose(review(t, in), always(conflict.Park))
	name := "project/.claude/settings.json"
	put(t, path(in, name), strings.Replace(files[name], "answer.sh", "other.sh", 1))
	if _, err := install.Install(in, in.Target(settings.User, ""), install.Options{Choices: choices}); !errors.Is(err, settings.ErrChanged) {
		t.Errorf("got %v", err)
	}
}
