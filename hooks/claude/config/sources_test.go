package config

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"neverask/settings"
	"neverask/settings/musttest"
)

// tree writes files below a directory.
func tree(t *testing.T, root string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(root, filepath.FromSlash(name))
		musttest.Write(t, path, strings.ReplaceAll(text, "ROOT", root))
	}
}

func site(root string) Site {
	return Site{
		Locations: settings.Locations{Home: filepath.Join(root, "home"), Dir: filepath.Join(root, "work", "sub")},
		GOOS:      "linux", ManagedDir: filepath.Join(root, "etc"),
	}
}

// hooksText writes a hooks member with one command for every question.
func hooksText(commands ...string) string {
	var handlers []string
	for _, c := range commands {
		handlers = append(handlers, fmt.Sprintf(`{"type":"command","command":%q}`, c))
	}
	return `"hooks":{"PreToolUse":[{"matcher":"AskUserQuestion","hooks":[` + strings.Join(handlers, ",") + `]}]}`
}

// archived are the files of an archive of testdata.
func archived(t testing.TB, name string) []txtar.File {
	t.Helper()
	archive, err := txtar.ParseFile(filepath.Join("testdata", name))
	musttest.Do(t, err)
	return archive.Files
}

// everywhere has hooks in every kind of source.
func everywhere(t testing.TB) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, f := range archived(t, "everywhere.txtar") {
		all[f.Name] = string(f.Data)
	}
	return all
}

// situation is what is expected of some files.
type situation struct {
	name          string
	expect, files map[string]string
}

// situations are those of an archive: a file whose name begins with "case" says what is
// expected of the files behind it; a line that begins with "+" goes on with the one before.
func situations(t testing.TB, name string) (all []situation) {
	t.Helper()
	for _, f := range archived(t, name) {
		title, begins := strings.CutPrefix(f.Name, "case ")
		if !begins {
			all[len(all)-1].files[f.Name] = string(f.Data)
			continue
		}
		s := situation{title, map[string]string{}, map[string]string{}}
		last := ""
		for line := range strings.Lines(string(f.Data)) {
			what, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
			if what == "+" {
				s.expect[last] += "\n" + value
				continue
			}
			last, s.expect[what] = what, value
		}
		all = append(all, s)
	}
	return all
}

func describe(root string, s Sources) string {
	var b strings.Builder
	for _, h := range s.Hooks() {
		file, _ := filepath.Rel(root, h.Source.File)
		fmt.Fprintf(&b, "%s %s %q %s:%d", h.Source.Kind, h.Source.Name, h.Handler.Command, filepath.ToSlash(file), h.Handler.Line)
		if h.Source.Uneditable() != "" {
			b.WriteString(" read-only")
		}
		if h.Source.Root != "" {
			dir, _ := filepath.Rel(root, h.Source.Root)
			b.WriteString(" root=" + filepath.ToSlash(dir))
		}
		if h.Source.Off != "" {
			b.WriteString(" off")
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func TestFindEverySource(t *testing.T) {
	root := t.TempDir()
	files := everywhere(t)
	want := files["found"]
	delete(files, "found")
	tree(t, root, files)
	s := site(root)
	s.Extra, s.PluginDirs = []string{filepath.Join(root, "extra.json")}, []string{filepath.Join(root, "dev")}
	got := Find(s)
	if text := describe(root, got); text != want {
		t.Errorf("got\n%s\nwant\n%s", text, want)
	}
	var findings []string
	for _, f := range got.Findings {
		findings = append(findings, f.Msg)
	}
	if text := strings.Join(findings, "; "); text != "the plugin gone@shop is enabled but not installed; the plugin copied@shop names this hooks file, which is not there" {
		t.Errorf("findings: %s", text)
	}
	if len(got.Switches) != 1 || got.Switches[0].Name != "allowed-tools" || got.Switches[0].Line != 10 {
		t.Errorf("switches: %+v", got.Switches)
	}
	for range 3 {
		if describe(root, Find(s)) != want {
			t.Fatal("the order changes")
		}
	}
}

func TestBrokenFilesAreFindings(t *testing.T) {
	for _, c := range situations(t, "broken.txtar") {
		t.Run(c.name, func(t *testing.T) {
			root := t.TempDir()
			tree(t, root, c.files)
			got := Find(site(root))
			if len(got.Findings) == 0 || !strings.Contains(got.Findings[0].Msg, c.expect["finding"]) {
				t.Errorf("findings: %+v, want %q", got.Findings, c.expect["finding"])
			}
			if text := strings.TrimSpace(describe(root, got)); text != c.expect["hooks"] {
				t.Errorf("hooks: %s, want %s", text, c.expect["hooks"])
			}
		})
	}
}

// TestHomeIsTheProject: one file in two scopes is one source.
func TestHomeIsTheProject(t *testing.T) {
	root := t.TempDir()
	tree(t, root, map[string]string{"home/.claude/settings.json": `{` + hooksText("u") + `}`})
	s := site(root)
	s.Dir = s.Home
	if got := describe(root, Find(s)); strings.Count(got, "\n") != 1 {
		t.Errorf("got %s", got)
	}
}

func TestForcedPluginsRunAmongManagedHooksOnly(t *testing.T) {
	root := t.TempDir()
	files := map[string]string{"etc/managed-settings.json": `{"allowManagedHooksOnly":true,"enabledPlugins":{"local@here":true}}`}
	for name, text := range everywhere(t) {
		if strings.HasPrefix(name, "here/") || strings.HasPrefix(name, "home/.claude/plugins") {
			files[name] = text
		}
	}
	tree(t, root, files)
	for _, h := range Find(site(root)).Hooks() {
		if h.Source.Off != "" {
			t.Errorf("%s is off: %s", h.Handler.Command, h.Source.Off)
		}
	}
}

func TestSystemManaged(t *testing.T) {
	for goos, want := range map[string]string{"linux": "/etc/claude-code", "darwin": "/Library/Application Support/ClaudeCode", "windows": `C:\Program Files\ClaudeCode`} {
		if got := ManagedDir(goos); got != want {
			t.Errorf("%s: got %s, want %s", goos, got, want)
		}
	}
}

// A line is what an editor shows as one, whatever else ends a line in YAML.
func TestFrontMatterLines(t *testing.T) {
	for _, above := range []string{"a: 1\n", "a: 1\r\n", "#\r\n", "#\r#\n", "#\u0085\u2028\u2029\n", "a: 'b\rc\u2028d'\n", "a: |\n  b\u2028\n", "\r\r\n\n"} {
		path := filepath.Join(t.TempDir(), "x.md")
		text := "---\n" + above + "hooks:\n  Stop:\n    - hooks:\n      - {type: command, command: x}\n---\n"
		musttest.Do(t, os.WriteFile(path, []byte(text), 0o600))
		find := finder{seen: map[string]bool{}}
		find.markdownFile(Source{File: path})
		if len(find.list) != 1 || len(find.list[0].Groups) != 1 {
			t.Fatalf("%q: found %+v, %+v", above, find.list, find.findings)
		}
		g, want := find.list[0].Groups[0], 4+strings.Count(above, "\n")
		if g.Line != want || g.Handlers[0].Line != want+1 {
			t.Errorf("%q: got lines %d and %d, want %d and the next", above, g.Line, g.Handlers[0].Line, want)
		}
	}
}

func FuzzFrontMatter(f *testing.F) {
	for _, s := range []string{everywhere(f)["home/.claude/skills/s/SKILL.md"], "---\nhooks: &a {b: *a}\n---\n", "---\r\nhooks:\r\n  Stop:\r\n    - {}\r\n---\r\n", "---\nhooks: {<<: {a: 1}}\n---\n", "---\n#\r\u2028\nhooks: {Stop: [{}]}\n---\n"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		path := filepath.Join(t.TempDir(), "x.md")
		musttest.Do(t, os.WriteFile(path, []byte(text), 0o600))
		find := finder{seen: map[string]bool{}}
		find.markdownFile(Source{File: path})
		lines := strings.Count(text, "\n") + 1
		for _, s := range find.list {
			for _, g := range s.Groups {
				if g.Line < 1 || g.Line > lines {
					t.Errorf("line %d of %d", g.Line, lines)
				}
			}
		}
	})
}
