package installer_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"neverask/hooks/app/changes"
	"neverask/hooks/app/install"
	"neverask/hooks/app/installer"
	"neverask/hooks/thirdparty/chain"
	"neverask/hooks/thirdparty/conflict"
	"neverask/settings"
)

// clientRewrites writes a settings file as the client does: in its own layout,
// and without the members of handlers that it does not know.
func clientRewrites(t *testing.T, file string) {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var v map[string]any
	if err := json.Unmarshal(bytes.TrimPrefix(b, []byte("\xef\xbb\xbf")), &v); err != nil {
		t.Fatal(err)
	}
	hooks, _ := v["hooks"].(map[string]any)
	for _, list := range hooks {
		for _, group := range list.([]any) {
			for _, handler := range group.(map[string]any)["hooks"].([]any) {
				delete(handler.(map[string]any), "extra")
			}
		}
	}
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(v); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, out.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
}

// same reports that a file means what a text does, in its order of hooks.
func same(t *testing.T, file, want string) {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	trim := func(s string) string { return strings.TrimPrefix(s, "\xef\xbb\xbf") }
	if !settings.SameValue(trim(string(b)), trim(want)) {
		t.Errorf("%s is\n%s\nnot\n%s", file, b, want)
	}
}

// TestTheClientRewritesTheFile: the hooks of others come back although the
// client has dropped members of theirs in the meantime.
func TestTheClientRewritesTheFile(t *testing.T) {
	stripped := strings.Replace(files[".claude/settings.json"], `, "extra": 1.50`, "", 1)
	for _, way := range []conflict.Way{conflict.Narrow, conflict.Park, conflict.Chain} {
		for _, back := range []string{"undo", "uninstall"} {
			t.Run(fmt.Sprint(way, " ", back), func(t *testing.T) {
				in := newInstaller(t)
				r := mustInstall(t, in, choose(review(t, in), always(way)))
				for name := range files {
					clientRewrites(t, path(in, name))
				}
				if back == "undo" {
					p, err := changes.Undo(in, r)
					apply(t, in, p, err)
				} else {
					mustUninstall(t, in)
				}
				for name := range files {
					if name != ".claude/settings.json" {
						same(t, path(in, name), files[name])
					}
				}
				// A group that neverask had changed comes back whole.
				b, _ := os.ReadFile(path(in, ".claude/settings.json"))
				if whole := files[".claude/settings.json"]; !settings.SameValue(string(b), whole) && !settings.SameValue(string(b), stripped) {
					t.Errorf("it is\n%s\nnot\n%s", b, whole)
				}
			})
		}
	}
}

// TestANarrowedHookIsEdited: who edits a hook that was narrowed gets its matcher
// back, and keeps the edit.
func TestANarrowedHookIsEdited(t *testing.T) {
	const name = ".claude/settings.json"
	for _, back := range []string{"undo", "uninstall"} {
		in := newInstaller(t)
		r := mustInstall(t, in, choose(review(t, in), always(conflict.Narrow)))
		b, _ := os.ReadFile(path(in, name))
		edited := strings.Replace(string(b), `"command": "~/h/deny.sh", "timeout": 20`, `"command": "~/h/deny.sh", "timeout": 21`, 1)
		edited = strings.Replace(edited, `"command": "~/h/answer.sh", "args": []`, `"command": "~/h/answer.sh", "args": ["x"]`, 1)
		if err := os.WriteFile(path(in, name), []byte(edited), 0o600); err != nil {
			t.Fatal(err)
		}
		if back == "undo" {
			p, err := changes.Undo(in, r)
			apply(t, in, p, err)
		} else {
			mustUninstall(t, in)
		}
		want := strings.Replace(files[name], `"timeout": 20`, `"timeout": 21`, 1)
		want = strings.Replace(want, `"args": []`, `"args": ["x"]`, 1)
		same(t, path(in, name), want)
	}
}

// TestChainedThenParked: a hook that was chained once and is parked now does
// not run.
func TestChainedThenParked(t *testing.T) {
	in := newInstaller(t)
	chained := mustInstall(t, in, choose(review(t, in), always(conflict.Chain)))
	p, err := changes.Undo(in, chained)
	undo := apply(t, in, p, err)
	parked := mustInstall(t, in, choose(review(t, in), always(conflict.Park)))
	if ids := active(t, in); len(ids) > 0 {
		t.Errorf("parked hooks run: %v", ids)
	}
	p, err = changes.Undo(in, parked)
	apply(t, in, p, err)
	p, err = changes.Undo(in, undo)
	apply(t, in, p, err)
	if ids := active(t, in); len(ids) == 0 {
		t.Error("chained hooks do not run after the redo")
	}
}

// TestAFileIsGone: a file that somebody has removed since is not made again,
// and the rest comes back.
func TestAFileIsGone(t *testing.T) {
	const name = "project/.claude/settings.json"
	for _, way := range []conflict.Way{conflict.Park, conflict.Chain} {
		for _, back := range []string{"undo", "uninstall"} {
			for _, gone := range []string{name, "project"} {
				t.Run(fmt.Sprint(way, " ", back, " ", gone), func(t *testing.T) {
					in := newInstaller(t)
					r := mustInstall(t, in, choose(review(t, in), always(way)))
					if err := os.RemoveAll(path(in, gone)); err != nil {
						t.Fatal(err)
					}
					var p installer.Plan
					var err error
					if back == "undo" {
						p, err = changes.Undo(in, r)
					} else {
						p, err = install.Uninstall(in, in.Target(settings.User, ""))
					}
					apply(t, in, p, err)
					if !slices.ContainsFunc(p.Problems, func(q installer.Problem) bool { return strings.Contains(q.Message, path(in, name)) }) {
						t.Errorf("nobody is told: %+v", p.Problems)
					}
					if _, err := os.Stat(path(in, gone)); err == nil {
						t.Errorf("%s was made again", gone)
					}
					same(t, path(in, ".claude/settings.json"), files[".claude/settings.json"])
					if ids := active(t, in); len(ids) > 0 {
						t.Errorf("these still run: %v", ids)
					}
				})
			}
		}
	}
}

// TestAFileTurnsInvalid: what is in it cannot be put back, so the person is
// told, the rest comes back, and it comes back later.
func TestAFileTurnsInvalid(t *testing.T) {
	const name = "project/.claude/settings.json"
	for _, back := range []string{"undo", "uninstall"} {
		in := newInstaller(t)
		r := mustInstall(t, in, choose(review(t, in), always(conflict.Park)))
		b, _ := os.ReadFile(path(in, name))
		if err := os.WriteFile(path(in, name), append([]byte("//\n"), b...), 0o600); err != nil {
			t.Fatal(err)
		}
		var p installer.Plan
		var err error
		if back == "undo" {
			p, err = changes.Undo(in, r)
		} else {
			p, err = install.Uninstall(in, in.Target(settings.User, ""))
		}
		apply(t, in, p, err)
		if !slices.ContainsFunc(p.Problems, func(q installer.Problem) bool { return strings.Contains(q.Message, path(in, name)) }) {
			t.Errorf("%s: nobody is told: %+v", back, p.Problems)
		}
		same(t, path(in, ".claude/settings.json"), files[".claude/settings.json"])
		if err := os.WriteFile(path(in, name), b, 0o600); err != nil {
			t.Fatal(err)
		}
		mustUninstall(t, in)
		unchanged(t, in, back+" and uninstall")
	}
}

// TestChainedHooksStayWhileTheirFileCannotBeRead: it says nothing about them.
func TestChainedHooksStayWhileTheirFileCannotBeRead(t *testing.T) {
	const name = "project/.claude/settings.json"
	in := newInstaller(t)
	mustInstall(t, in, choose(review(t, in), always(conflict.Chain)))
	before := len(active(t, in))
	b, _ := os.ReadFile(path(in, name))
	if err := os.WriteFile(path(in, name), append([]byte("//\n"), b...), 0o600); err != nil {
		t.Fatal(err)
	}
	mustInstall(t, in, nil)
	if got := len(active(t, in)); got != before {
		t.Errorf("%d of %d chained hooks are left", got, before)
	}
}

// TestOneFileByTwoNames: the project is the home directory, or its settings are
// a link to the person's.
func TestOneFileByTwoNames(t *testing.T) {
	for _, how := range []string{"home is the project", "project links to user", "user links to dotfiles"} {
		for _, way := range []conflict.Way{conflict.Narrow, conflict.Park, conflict.Chain} {
			t.Run(fmt.Sprint(how, " ", way), func(t *testing.T) {
				in := newInstaller(t)
				link := func(from, to string) {
					if err := os.Remove(path(in, from)); err != nil {
						t.Fatal(err)
					}
					if err := os.Symlink(path(in, to), path(in, from)); err != nil {
						t.Fatal(err)
					}
				}
				switch how {
				case "home is the project":
					in.Locations.Dir = in.Locations.Home
				case "project links to user":
					link("project/.claude/settings.json", ".claude/settings.json")
				case "user links to dotfiles":
					if err := os.WriteFile(path(in, "dotfiles.json"), []byte(files[".claude/settings.json"]), 0o600); err != nil {
						t.Fatal(err)
					}
					link(".claude/settings.json", "dotfiles.json")
				}
				choices := choose(review(t, in), always(way))
				r := mustInstall(t, in, choices)
				after := review(t, in)
				if got := len(after.Resolved); got != len(choices) {
					t.Errorf("%d of %d are settled", got, len(choices))
				}
				for _, s := range after.Resolved {
					if s.Way != way && way == conflict.Chain {
						t.Errorf("settled by %s, not %s: %s", s.Way, way, s.Handler.Raw)
					}
				}
				p, err := changes.Undo(in, r)
				apply(t, in, p, err)
				same(t, path(in, ".claude/settings.json"), files[".claude/settings.json"])
				mustInstall(t, in, choices)
				p, err = install.Uninstall(in, in.Target(settings.Project, ""))
				if how != "home is the project" && how != "project links to user" {
					p, err = install.Uninstall(in, in.Target(settings.User, ""))
				}
				apply(t, in, p, err)
				if b, _ := os.ReadFile(path(in, ".claude/settings.json")); string(b) != files[".claude/settings.json"] {
					t.Errorf("got %s", b)
				}
				if ids := active(t, in); len(ids) > 0 {
					t.Errorf("these still run: %v", ids)
				}
			})
		}
	}
}

// TestTwins: a hook that stands twice in one group, and the same in two files.
func TestTwins(t *testing.T) {
	const (
		handler = `{"type": "command", "command": "~/h/answer.sh"}`
		user    = `{"hooks": {"PreToolUse": [{"matcher": "AskUserQuestion|Bash", "hooks": [` + handler + `, ` + handler + `]}, {"matcher": "AskUserQuestion", "hooks": [` + handler + `]}]}}`
		project = `{"hooks": {"PreToolUse": [{"matcher": "AskUserQuestion", "hooks": [` + handler + `]}]}}`
	)
	for _, way := range []conflict.Way{conflict.Narrow, conflict.Park, conflict.Chain} {
		for _, one := range []bool{false, true} {
			in := newInstaller(t)
			for name, content := range map[string]string{".claude/settings.json": user, "project/.claude/settings.json": project, "project/.claude/settings.local.json": "{}"} {
				if err := os.WriteFile(path(in, name), []byte(content), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			choices := choose(review(t, in), always(way))
			if one {
				choices = choices[:1]
			}
			mustInstall(t, in, choices)
			if n := len(active(t, in)); way == conflict.Chain && !one && n == 0 {
				t.Errorf("%s: no chained hook is active", way)
			}
			mustInstall(t, in, choose(review(t, in), always(way)))
			if r := review(t, in); way != conflict.Narrow && len(r.Conflicts) > 0 {
				t.Errorf("%s: %d conflicts are left", way, len(r.Conflicts))
			}
			mustUninstall(t, in)
			for name, want := range map[string]string{".claude/settings.json": user, "project/.claude/settings.json": project} {
				if b, _ := os.ReadFile(path(in, name)); string(b) != want {
					t.Errorf("%s, one %v: %s is\n%s\nnot\n%s", way, one, name, b, want)
				}
			}
		}
	}
}

// TestAFailedInstallLeavesNothingToRedo: its parts that were taken back are no
// change of the person's.
func TestAFailedInstallLeavesNothingToRedo(t *testing.T) {
	in := newInstaller(t)
	p, err := install.Install(in, in.Target(settings.User, ""), install.Options{Choices: choose(review(t, in), always(conflict.Chain))})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path(in, ".claude/settings.json"), []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := in.Apply(context.Background(), p); !errors.Is(err, settings.ErrChanged) {
		t.Fatal(err)
	}
	if r, err := in.Store.LastUndo(); err == nil {
		t.Errorf("redo would do %+v", r)
	}
	if r, err := in.Store.Last(); err == nil {
		t.Errorf("undo would do %+v", r)
	}
	if _, err := os.Stat(in.Paths.Hook()); err == nil {
		t.Error("the hook binary is left")
	}
}

// TestReinstallWithKeep: what is chained stays so when neverask is installed
// again and everything else is kept.
func TestReinstallWithKeep(t *testing.T) {
	in := newInstaller(t)
	mustInstall(t, in, choose(review(t, in), always(conflict.Chain)))
	ids := active(t, in)
	mustInstall(t, in, choose(review(t, in), always(conflict.Keep)))
	if got := active(t, in); !slices.Equal(got, ids) {
		t.Errorf("active %v became %v", ids, got)
	}
	p, err := install.Install(in, in.Target(settings.Local, ""), install.Options{})
	apply(t, in, p, err)
	if got := active(t, in); !slices.Equal(got, ids) {
		t.Errorf("with a second scope active %v became %v", ids, got)
	}
	p, err = install.Uninstall(in, in.Target(settings.Local, ""))
	apply(t, in, p, err)
	entries, _ := chain.Read(chain.File(in.Paths.State))
	for _, e := range entries {
		if !e.Active && filepath.Base(e.File) != "settings.local.json" {
			t.Errorf("%s of %s is lost after the second scope was uninstalled", e.Name(), e.File)
		}
	}
	mustUninstall(t, in)
	unchanged(t, in, "both are uninstalled")
}
