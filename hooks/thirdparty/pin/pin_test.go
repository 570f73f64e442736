package pin

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"neverask/hooks/claude/config"
	"neverask/hooks/thirdparty/conflict"
	"neverask/settings"
	"neverask/settings/must"
)

// desk is a project with hooks, and the book of a person.
type desk struct {
	*testing.T
	root, project string
	book          *Book
	now           time.Time
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	must.Do(t, err)
	d := &desk{T: t, root: root, project: filepath.Join(root, "project"), now: time.Date(2026, 11, 3, 12, 0, 0, 0, time.UTC)}
	state := filepath.Join(root, "state")
	now := func() time.Time { return d.now }
	d.book = Open(settings.NewStore(state, now), state, now)
	d.write("project/.git/HEAD", "ref: refs/heads/main\n")
	return d
}

func (d *desk) write(name, content string) {
	d.Helper()
	path := filepath.Join(d.root, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		d.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o700); err != nil {
		d.Fatal(err)
	}
}

func (d *desk) around() conflict.CommandEnv {
	return conflict.CommandEnv{Home: filepath.Join(d.root, "home"), Project: d.project, Env: []string{"PATH=" + filepath.Join(d.root, "bin")}}
}

// hook is a hook of the project's settings.
func (d *desk) hook(event, group string) config.Hook {
	g := config.ParseGroup(event, group)
	source := config.Source{Kind: config.Project, File: filepath.Join(d.project, ".claude", "settings.json"), Groups: []config.Group{g}}
	return config.Hook{Source: source, Group: g, Handler: g.Handlers[0]}
}

func (d *desk) command(line string) config.Hook {
	return d.hook("PreToolUse", `{"matcher":"Bash","hooks":[{"type":"command","command":`+settings.Quote(line)+`}]}`)
}

func (d *desk) review(all ...config.Hook) []Review {
	d.Helper()
	found, err := d.book.Review(all, d.around())
	if err != nil {
		d.Fatal(err)
	}
	return found
}

func (d *desk) keep(all ...config.Hook) {
	d.Helper()
	if err := d.book.Keep(context.Background(), d.review(all...)...); err != nil {
		d.Fatal(err)
	}
}

// TestChanged changes what a hook is, or runs, and looks at what is said of it.
func TestChanged(t *testing.T) {
	t.Parallel()
	const guard = "#!/bin/sh\n. ./lib.sh\nexit 0\n"
	for name, tt := range map[string]struct {
		command string
		change  func(d *desk) config.Hook // what there is then; the zero Hook for what there was
		want    string
	}{
		"nothing":        {"./guard.sh", func(*desk) (h config.Hook) { return h }, "seen on 3 November"},
		"a script":       {"./guard.sh", func(d *desk) (h config.Hook) { d.write("project/guard.sh", guard+"a\nb\n"); return h }, "changed since 3 November: guard.sh, 2 lines"},
		"what it reads":  {"bash guard.sh", func(d *desk) (h config.Hook) { d.write("project/lib.sh", "curl x\n"); return h }, "changed since 3 November: lib.sh, 1 line"},
		"a false jq":     {"./jq .", func(d *desk) (h config.Hook) { d.write("project/jq", "evil"); return h }, "changed since 3 November: jq, 1 line"},
		"its own python": {"./venv/python3 ./x.py", func(d *desk) (h config.Hook) { d.write("project/venv/python3", "evil\x00"); return h }, "changed since 3 November: python3"},
		"the machine's":  {"tool --check", func(d *desk) (h config.Hook) { d.write("bin/tool", "newer"); return h }, "seen on 3 November"},
		"its command":    {"./guard.sh", func(d *desk) config.Hook { return d.command("./guard.sh --quick") }, "changed since 3 November: its text, 1 line"},
		"another script": {"./guard.sh", func(d *desk) config.Hook { return d.command("./lib.sh") }, "not seen yet"},
		"its matcher": {"./guard.sh", func(d *desk) config.Hook {
			return d.hook("PreToolUse", `{"hooks":[{"type":"command","command":"./guard.sh"}]}`)
		}, "changed since 3 November: its matcher, 1 line"},
		"the layout": {"./guard.sh", func(d *desk) config.Hook {
			return d.hook("PreToolUse", `{"matcher":"Bash","hooks":[{"command": "./guard.sh", "type": "command"}]}`)
		}, "seen on 3 November"},
		"another event": {"./guard.sh", func(d *desk) config.Hook {
			return d.hook("Stop", `{"matcher":"Bash","hooks":[{"type":"command","command":"./guard.sh"}]}`)
		}, "not seen yet"},
		"a script that goes": {"./guard.sh", func(d *desk) (h config.Hook) { _ = os.Remove(filepath.Join(d.project, "guard.sh")); return h }, "changed since 3 November: guard.sh, 3 lines; lib.sh, 1 line"},
		"much":               {"./guard.sh", func(d *desk) (h config.Hook) { d.write("project/guard.sh", strings.Repeat("x\n", maxText)); return h }, "changed since 3 November: guard.sh; lib.sh, 1 line"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t)
			for file, content := range map[string]string{"guard.sh": guard, "lib.sh": "true\n", "jq": "good", "venv/python3": "\x00", "x.py": "1\n"} {
				d.write("project/"+file, content)
			}
			d.write("bin/tool", "older")
			h := d.command(tt.command)
			if got := d.review(h)[0]; got.State != New {
				t.Errorf("at first it is %v", got)
			}
			d.keep(h)
			d.now = d.now.AddDate(0, 0, 7)
			if then := tt.change(d); then.Handler.Raw != "" {
				h = then
			}
			got := d.review(h)[0]
			if got.String() != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
			changed, err := d.book.Changed([]config.Hook{h}, d.around())
			if err != nil || len(changed) == 1 != (got.State == Changed) {
				t.Errorf("changed are %v, %v", changed, err)
			}
			d.keep(h)
			if got := d.review(h)[0]; got.String() != "seen on 10 November" && got.State == Seen != (tt.want == "seen on 3 November") {
				t.Errorf("afterwards it is %v", got)
			}
		})
	}
}

// TestSeenElsewhere: what was seen in one worktree, or on one branch, was seen.
func TestSeenElsewhere(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.write("project/guard.sh", "one\n")
	d.keep(d.command("./guard.sh"))
	d.write("project/guard.sh", "two\n")
	d.keep(d.command("./guard.sh"))

	d.write("project/.git/worktrees/w/gitdir", filepath.Join(d.root, "tree", ".git")+"\n")
	d.write("project/.git/worktrees/w/commondir", "../..\n")
	d.write("tree/.git", "gitdir: "+filepath.Join(d.project, ".git", "worktrees", "w")+"\n")
	d.project = filepath.Join(d.root, "tree")
	for content, want := range map[string]State{"one\n": Seen, "two\n": Seen, "three\n": Changed} {
		d.write("tree/guard.sh", content)
		if got := d.review(d.command("./guard.sh"))[0]; got.State != want {
			t.Errorf("%q: %v", content, got)
		}
	}

	// Another project has the same words and another script.
	d.write("other/.git/HEAD", "ref: refs/heads/main\n")
	d.project = filepath.Join(d.root, "other")
	d.write("other/guard.sh", "three\n")
	if got := d.review(d.command("./guard.sh"))[0]; got.State != New {
		t.Errorf("in another project it is %v", got)
	}
}

// TestPlugin: an update puts a plugin into another directory, and it is the same plugin.
func TestPlugin(t *testing.T) {
	t.Parallel()
	for _, source := range []config.Source{
		{Kind: config.Plugin, Name: "p@m", File: "hooks/hooks.json"},
		{Kind: config.Skill, Name: "p:s", File: "skills/s/SKILL.md"},
		{Kind: config.Agent, Name: "p:a", File: "agents/a.md"},
	} {
		d := newDesk(t)
		plugin := func(version, script string) config.Hook {
			h := d.command(`"${CLAUDE_PLUGIN_ROOT}"/run.sh`)
			h.Source = source
			h.Source.Root = filepath.Join(d.root, version)
			h.Source.File = filepath.Join(h.Source.Root, source.File)
			d.write(version+"/run.sh", script)
			return h
		}
		d.keep(plugin("1.0", "one\n"))
		if got := d.review(plugin("1.1", "one\n"))[0]; got.State != Seen {
			t.Errorf("%s: alike it is %v", source.Kind, got)
		}
		got := d.review(plugin("1.2", "two\n"))[0]
		if got.State != Changed || len(got.Changes) != 1 || got.Changes[0] != (Change{"run.sh", true, "one\n", "two\n"}) {
			t.Errorf("%s: got %v, %+v", source.Kind, got, got.Changes)
		}
	}
}

// TestSkills: those of one directory are kept in one file, and are not taken for one
// another.
func TestSkills(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	skill := func(name, script string) config.Hook {
		root := filepath.Join(d.project, ".claude", "skills", name)
		h := d.command(`"${CLAUDE_PLUGIN_ROOT}"/run.sh`)
		h.Source = config.Source{Kind: config.Skill, Name: name, Root: root, File: filepath.Join(root, "SKILL.md")}
		d.write("project/.claude/skills/"+name+"/run.sh", script)
		return h
	}
	d.keep(skill("a", "one\n"), skill("b", "two\n"))
	if files, err := os.ReadDir(d.book.dir); err != nil || len(files) != 1 {
		t.Errorf("%d files, %v", len(files), err)
	}
	for i, r := range d.review(skill("a", "one\n"), skill("b", "three\n"), skill("c", "four\n")) {
		if want := []State{Seen, Changed, New}[i]; r.State != want {
			t.Errorf("%s: %v", r.Hook.Source.Name, r)
		}
	}
}

// TestBroken: a memory that cannot be read is an error, is not overwritten, and keeps
// nothing else from being told.
func TestBroken(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	h := d.command("./guard.sh")
	d.keep(h)
	files, err := os.ReadDir(d.book.dir)
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	name := filepath.Join("state", "pins", files[0].Name())
	if info, err := files[0].Info(); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("it is not private: %v, %v", info.Mode(), err)
	}
	d.write(name, "{")
	found, err := d.book.Review([]config.Hook{h}, d.around())
	if err == nil || len(found) != 1 || found[0].State != New {
		t.Errorf("%v, %v", found, err)
	}
	if err := d.book.Keep(context.Background(), found...); err == nil {
		t.Error("it is overwritten")
	}
}

// TestBounds: of very many hooks the last are kept, and of very much text what has room.
func TestBounds(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	var all []Review
	for i := range maxTexts/maxText + 10 {
		d.write("project/guard.sh", strings.Repeat("x", maxText-i))
		if all = append(all, d.review(d.command("./guard.sh"))...); i%20 == 0 {
			must.Do(t, d.book.Keep(context.Background(), all...))
			all = nil
		}
	}
	must.Do(t, d.book.Keep(context.Background(), all...))
	h := d.command("./guard.sh")
	m, err := d.book.read(names{}.source(h.Source))
	size := 0
	for _, text := range m.Texts {
		size += len(text)
	}
	if err != nil || size > maxTexts || size < maxTexts/2 {
		t.Errorf("%d bytes of texts, %v", size, err)
	}
	for i := range maxEntries + 10 {
		m.add(Review{entry: entry{Event: "Stop", Handler: strings.Repeat("x", i)}}, d.now)
	}
	if len(m.Entries) != maxEntries || m.Entries[maxEntries-1].Handler == "" {
		t.Errorf("%d hooks are kept", len(m.Entries))
	}
	if err := d.book.Keep(context.Background(), make([]Review, maxEntries+1)...); err == nil {
		t.Error("it is not said that not all are kept")
	}
}
