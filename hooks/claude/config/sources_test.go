package config

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"neverask/settings"
	"neverask/settings/must"
)

// tree writes files below a directory.
func tree(t *testing.T, root string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(root, filepath.FromSlash(name))
		must.Write(t, path, strings.ReplaceAll(text, "ROOT", root))
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

func yamlHooks(command string) string {
	return "hooks:\n  PreToolUse:\n    - matcher: AskUserQuestion\n      hooks:\n        - type: command\n          command: " + command + "\n          timeout: 3\n"
}

// everywhere has hooks in every kind of source.
var everywhere = map[string]string{
	"home/.claude/settings.json":              `{"enabledPlugins":{"copied@shop":true,"local@here":true,"off@shop":true,"gone@shop":true},` + hooksText("user") + `}`,
	"work/sub/.claude/settings.json":          "{\n" + hooksText("project") + ",\n\"enabledPlugins\":{\"off@shop\":false}}",
	"work/.claude/settings.local.json":        `{` + hooksText("local") + `}`,
	"work/sub/.claude/settings.local.json":    `{` + hooksText("local here") + `}`,
	"work/.git/HEAD":                          "",
	"extra.json":                              `{` + hooksText("extra") + `}`,
	"etc/managed-settings.json":               `{` + hooksText("managed") + `}`,
	"etc/managed-settings.d/20-b.json":        `{` + hooksText("drop b") + `}`,
	"etc/managed-settings.d/10-a.json":        `{` + hooksText("drop a") + `}`,
	"etc/managed-settings.d/.hidden.json":     `{` + hooksText("hidden") + `}`,
	"home/.claude/remote-settings.json":       `{}`,
	"home/.claude/skills/s/SKILL.md":          "---\nname: s\n" + yamlHooks("skill") + "allowed-tools: Read, AskUserQuestion\n---\nbody\n",
	"home/.claude/agents/a.md":                "---\n" + yamlHooks("agent") + "---\n",
	"home/.claude/agents/deep/b.md":           "---\n" + yamlHooks("deep agent") + "---\n",
	"work/.claude/skills/p/SKILL.md":          "---\n" + yamlHooks("project skill") + "---\n",
	"work/sub/.claude/commands/c.md":          "---\n" + yamlHooks("command") + "---\n",
	"work/sub/.claude/commands/plain.md":      "# nothing\n",
	"etc/.claude/agents/m.md":                 "---\n" + yamlHooks("managed agent") + "---\n",
	"dev/hooks/hooks.json":                    `{"description":"x",` + hooksText("plugin dir") + `}`,
	"shop/.claude-plugin/marketplace.json":    `{"name":"shop","plugins":[{"name":"copied","source":{"source":"github"}}]}`,
	"here/.claude-plugin/marketplace.json":    "{\"name\":\"here\",\n\"plugins\":[{\"name\":\"local\",\"source\":\"./local\",\n" + hooksText("entry") + "}]}",
	"here/local/.claude-plugin/plugin.json":   "{\n\"name\":\"local\",\n" + hooksText("manifest") + "}",
	"here/local/hooks/hooks.json":             `{` + hooksText("default") + `}`,
	"here/local/skills/q/SKILL.md":            "---\n" + yamlHooks("plugin skill") + "---\n",
	"cache/copied/.claude-plugin/plugin.json": `{"name":"copied","hooks":["./more.json","./missing.json"]}`,
	"cache/copied/more.json":                  `{` + hooksText("more") + `}`,
	"home/.claude/plugins/known_marketplaces.json": `{"shop":{"source":{"source":"github"},"installLocation":"ROOT/shop"},
		"here":{"source":{"source":"directory","path":"ROOT/here"},"installLocation":"ROOT/here"}}`,
	"home/.claude/plugins/installed_plugins.json": `{"version":2,"plugins":{
		"copied@shop":[{"scope":"project","installPath":"ROOT/other","projectPath":"/elsewhere"},{"scope":"user","installPath":"ROOT/cache/copied"}],
		"local@here":[{"scope":"user","installPath":"ROOT/cache/local"}]}}`,
}

func describe(root string, s Sources) string {
	var b strings.Builder
	for _, h := range s.Hooks() {
		file, _ := filepath.Rel(root, h.Source.File)
		fmt.Fprintf(&b, "%s %s %q %s:%d", h.Source.Kind, h.Source.Name, h.Handler.Command, filepath.ToSlash(file), h.Handler.Line)
		if h.Source.ReadOnly != "" {
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
	tree(t, root, everywhere)
	s := site(root)
	s.Extra, s.PluginDirs = []string{filepath.Join(root, "extra.json")}, []string{filepath.Join(root, "dev")}
	got := Find(s)
	want := `user  "user" home/.claude/settings.json:1
project  "project" work/sub/.claude/settings.json:2
local  "local here" work/sub/.claude/settings.local.json:1
local  "local" work/.claude/settings.local.json:1
extra  "extra" extra.json:1
managed  "managed" etc/managed-settings.json:1 read-only
managed  "drop a" etc/managed-settings.d/10-a.json:1 read-only
managed  "drop b" etc/managed-settings.d/20-b.json:1 read-only
plugin copied@shop "more" cache/copied/more.json:1 read-only root=cache/copied
plugin local@here "default" here/local/hooks/hooks.json:1 read-only root=here/local
plugin local@here "manifest" here/local/.claude-plugin/plugin.json:3 read-only root=here/local
plugin local@here "entry" here/.claude-plugin/marketplace.json:3 read-only root=here/local
skill local:q "plugin skill" here/local/skills/q/SKILL.md:6 read-only root=here/local
plugin dev "plugin dir" dev/hooks/hooks.json:1 read-only root=dev
skill s "skill" home/.claude/skills/s/SKILL.md:7 read-only root=home/.claude/skills/s
agent a "agent" home/.claude/agents/a.md:6 read-only
agent b "deep agent" home/.claude/agents/deep/b.md:6 read-only
command c "command" work/sub/.claude/commands/c.md:6 read-only
skill p "project skill" work/.claude/skills/p/SKILL.md:6 read-only root=work/.claude/skills/p
agent m "managed agent" etc/.claude/agents/m.md:6 read-only
`
	if text := describe(root, got); text != want {
		t.Errorf("got\n%s\nwant\n%s", text, want)
	}
	var findings []string
	for _, f := range got.Findings {
		findings = append(findings, f.Msg)
	}
	if text := strings.Join(findings, "; "); text != "the plugin gone@shop is enabled but not installed; the plugin copied@shop names this file of hooks, and it is not there" {
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
	for name, c := range map[string]struct{ path, text, msg, hooks string }{
		"comment":        {"home/.claude/settings.json", "{\n// mine\n}", "a comment", ""},
		"duplicate name": {"home/.claude/settings.json", `{"a":1,"a":2,` + hooksText("user") + `}`, "duplicate key", `user  "user" home/.claude/settings.json:0 read-only` + "\n"},
		"wrong hooks":    {"home/.claude/settings.json", `{"hooks":[]}`, `"hooks" is not an object`, ""},
		"rejected entry": {"home/.claude/settings.json", `{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"x","timeout":"5"}]}]}}`, "a timeout is not a number", `user  "x" home/.claude/settings.json:1 off` + "\n"},
		"managed":        {"etc/managed-settings.json", "{,}", "", ""},
		"plugin record":  {"home/.claude/plugins/installed_plugins.json", "{", "it is not valid JSON", ""},
		"skill":          {"home/.claude/skills/s/SKILL.md", "---\nhooks: [\n---\n", "its front matter is not valid YAML", ""},
		"skill hooks":    {"home/.claude/skills/s/SKILL.md", "---\nhooks: {PreToolUse: 5}\n---\n", "hooks.PreToolUse is not an array", ""},
		"alias bomb":     {"home/.claude/skills/s/SKILL.md", "---\na: &a [x,x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\nhooks: [*c,*c,*c,*c,*c,*c,*c,*c,*c,*c,*c]\n---\n", "too long", ""},
		"directory":      {"home/.claude/settings.json/x", "", "not a regular file but a directory", ""},
	} {
		t.Run(name, func(t *testing.T) {
			root := t.TempDir()
			tree(t, root, map[string]string{c.path: c.text})
			if name == "plugin record" {
				tree(t, root, map[string]string{"home/.claude/settings.json": `{"enabledPlugins":{"x@y":true}}`})
			}
			got := Find(site(root))
			if len(got.Findings) == 0 || !strings.Contains(got.Findings[0].Msg, c.msg) {
				t.Errorf("findings: %+v, want %q", got.Findings, c.msg)
			}
			if text := describe(root, got); text != c.hooks {
				t.Errorf("hooks: %s, want %s", text, c.hooks)
			}
		})
	}
}

func TestSwitches(t *testing.T) {
	managedFile, user, project := "etc/managed-settings.json", "home/.claude/settings.json", "work/sub/.claude/settings.json"
	for name, c := range map[string]struct {
		files   map[string]string
		on      string // commands that still run
		reports string // name=value of every switch
	}{
		"disabled by the person": {
			map[string]string{user: `{"disableAllHooks":true,` + hooksText("u") + `}`, managedFile: `{` + hooksText("m") + `}`}, "m", "disableAllHooks=true"},
		"disabled by the administrator": {
			map[string]string{managedFile: `{"disableAllHooks":true,` + hooksText("m") + `}`, user: `{` + hooksText("u") + `}`}, "", "disableAllHooks=true"},
		"a project turns them on again": {
			map[string]string{user: `{"disableAllHooks":true,` + hooksText("u") + `}`, project: `{"disableAllHooks":false}`}, "u", ""},
		"managed hooks only": {
			map[string]string{managedFile: `{"allowManagedHooksOnly":true,` + hooksText("m") + `}`, user: `{` + hooksText("u") + `}`}, "m", "allowManagedHooksOnly=true"},
		"managed hooks only, asked for by the person": {
			map[string]string{user: `{"allowManagedHooksOnly":true,` + hooksText("u") + `}`}, "u", ""},
		"plugins only": {
			map[string]string{managedFile: `{"strictPluginOnlyCustomization":["hooks"],` + hooksText("m") + `}`, user: `{` + hooksText("u") + `}`,
				"home/.claude/skills/s/SKILL.md": "---\n" + yamlHooks("s") + "---\n"}, "m s", `strictPluginOnlyCustomization=["hooks"]`},
		"plugins only, for all": {
			map[string]string{managedFile: `{"strictPluginOnlyCustomization":true}`, user: `{` + hooksText("u") + `}`,
				"home/.claude/skills/s/SKILL.md": "---\n" + yamlHooks("s") + "---\n", "home/.claude/agents/a.md": "---\n" + yamlHooks("a") + "---\n"}, "", "strictPluginOnlyCustomization=true"},
		"the server's settings come first": {
			map[string]string{"home/.claude/remote-settings.json": `{` + hooksText("r") + `}`, managedFile: `{"disableAllHooks":true,` + hooksText("m") + `}`}, "r", ""},
		"the server's settings and others": {
			map[string]string{"home/.claude/remote-settings.json": `{"managedSourcesBehavior":"merge",` + hooksText("r") + `}`, managedFile: `{` + hooksText("m") + `}`}, "r m", ""},
		"permissions and time-out": {
			map[string]string{user: `{"permissions":{"deny":["mcp__a__AskUserQuestion","Bash"],"ask":["AskUserQuestion(*)"],"allow":["AskUserQuestion"]},"askUserQuestionTimeout":"5m"}`}, "",
			"askUserQuestionTimeout=5m permissions.deny=mcp__a__AskUserQuestion permissions.ask=AskUserQuestion(*) permissions.allow=AskUserQuestion"},
		"never": {map[string]string{user: `{"askUserQuestionTimeout":"never"}`}, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			root := t.TempDir()
			tree(t, root, c.files)
			got := Find(site(root))
			var on, reports []string
			for _, h := range got.Hooks() {
				if h.Source.Off == "" {
					on = append(on, h.Handler.Command)
				}
			}
			for _, s := range got.Switches {
				reports = append(reports, s.Name+"="+s.Value)
				if s.Line != 1 || s.Effect == "" {
					t.Errorf("switch %+v", s)
				}
			}
			if text := strings.Join(on, " "); text != c.on {
				t.Errorf("running: %q, want %q", text, c.on)
			}
			if text := strings.Join(reports, " "); text != c.reports {
				t.Errorf("switches: %q, want %q", text, c.reports)
			}
			if len(got.Findings) > 0 {
				t.Errorf("findings: %+v", got.Findings)
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
	for name, text := range everywhere {
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

// TestFires repeats what the real client did for each "if".
func TestFires(t *testing.T) {
	for text, want := range map[string]string{
		"AskUserQuestion": "Y-", "AskUserQuestion(*)": "Y-", "AskUserQuestion()": "Y-", "": "YY", "AskUserQuestion(foo)": "--", "Bash": "--", "Bash(git *)": "--",
		"*": "--", "mcp__*": "--", "(((": "--", "askuserquestion": "--", "Read|AskUserQuestion": "--", "AskUser*": "--", "AskUserQuestion(Which*)": "--",
		" AskUserQuestion ": "--", "mcp__helper": "--", "mcp__helper__AskUserQuestion": "-Y", "mcp__helper__*": "--",
	} {
		got := ""
		for _, tool := range []string{"AskUserQuestion", "mcp__helper__AskUserQuestion"} {
			if Fires(Group{}, Handler{If: text}, tool) {
				got += "Y"
			} else {
				got += "-"
			}
		}
		if got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
}

func TestQuestionTools(t *testing.T) {
	root := t.TempDir()
	tree(t, root, map[string]string{
		"home/.claude.json":  `{"mcpServers":{"a b":{}},"projects":{"ROOT/work/sub":{"mcpServers":{"conductor":{}}}}}`,
		"work/sub/.mcp.json": `{"mcpServers":{"team.one":{},"conductor":{}}}`,
	})
	got := strings.Join(QuestionTools(site(root)), " ")
	if want := "AskUserQuestion mcp__a_b__AskUserQuestion mcp__conductor__AskUserQuestion mcp__team_one__AskUserQuestion"; got != want {
		t.Errorf("got %s, want %s", got, want)
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
		must.Do(t, os.WriteFile(path, []byte(text), 0o600))
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
	for _, s := range []string{everywhere["home/.claude/skills/s/SKILL.md"], "---\nhooks: &a {b: *a}\n---\n", "---\r\nhooks:\r\n  Stop:\r\n    - {}\r\n---\r\n", "---\nhooks: {<<: {a: 1}}\n---\n", "---\n#\r\u2028\nhooks: {Stop: [{}]}\n---\n"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		path := filepath.Join(t.TempDir(), "x.md")
		must.Do(t, os.WriteFile(path, []byte(text), 0o600))
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
