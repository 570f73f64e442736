package dispatch

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"neverask/hooks"
	"neverask/hooks/claude/config"
	"neverask/settings"
	"neverask/settings/musttest"
)

// A together is several files that count for each other, below a root with a plugin p and the
// directories of mistakesLab, and which of their hooks Claude Code 2.1.329 runs at a call of
// Bash, after the use of a skill where there is one. HOOKS X is a member with the hook X, BAD
// one with a mistake.
type together struct {
	name  string
	files map[string]string
	skill string
	runs  string // the names of the hooks; "stops" where the client does not start
}

const (
	managedFile = "etc/claude-code/managed-settings.json"
	dropIn      = "etc/claude-code/managed-settings.d/10.json"
	manifest    = "p/.claude-plugin/plugin.json"
	pluginHooks = "p/hooks/hooks.json"
	pluginSkill = "p/skills/q/SKILL.md"
)

var togethers = []together{
	{"description of the manifest a number", map[string]string{manifest: `{"name": "p", "description": 5, HOOKS m}`, pluginHooks: "{HOOKS f}"}, "", "fm"},
	{"drop-in with a comment", map[string]string{managedFile: "{HOOKS m}", dropIn: "{// x\nHOOKS d}"}, "", "stops"},
	{"drop-in with a mistake", map[string]string{managedFile: "{HOOKS m}", dropIn: "{BAD}"}, "", "m"},
	{"drop-in beside a mistake", map[string]string{managedFile: "{BAD}", dropIn: "{HOOKS d}"}, "", "d"},
	{"empty managed settings", map[string]string{managedFile: "", dropIn: "{HOOKS d}"}, "", "d"},
	{"no manifest", map[string]string{pluginHooks: "{HOOKS f}"}, "", "f"},
	{"broken manifest", map[string]string{manifest: "{", pluginHooks: "{HOOKS f}"}, "", ""},
	{"mistake in the manifest", map[string]string{manifest: `{"name": "p", BAD}`, pluginHooks: "{HOOKS f}"}, "", ""},
	{"mistake beside the manifest", map[string]string{manifest: `{"name": "p", HOOKS m}`, pluginHooks: "{BAD}"}, "", ""},
	{"broken file beside the manifest", map[string]string{manifest: `{"name": "p", HOOKS m}`, pluginHooks: "{"}, "", "m"},
	{"empty file beside the manifest", map[string]string{manifest: `{"name": "p", HOOKS m}`, pluginHooks: "{}"}, "", "m"},
	{"no hooks in the file beside", map[string]string{manifest: `{"name": "p", HOOKS m}`, pluginHooks: `{"PreToolUse": [{"hooks": []}]}`}, "", ""},
	{"Stop a number in the file beside", map[string]string{manifest: `{"name": "p", HOOKS m}`, pluginHooks: `{"hooks": {"Stop": 5}}`}, "", "m"},
	{"hooks a number in the file beside", map[string]string{manifest: `{"name": "p", HOOKS m}`, pluginHooks: `{"hooks": 5}`}, "", ""},
	{"description a number", map[string]string{manifest: `{"name": "p"}`, pluginHooks: `{"description": 5, HOOKS f}`}, "", ""},
	{"manifest without a name", map[string]string{manifest: `{"x": "p"}`, pluginHooks: "{HOOKS f}"}, "", ""},
	{"name a number", map[string]string{manifest: `{"name": 5}`, pluginHooks: "{HOOKS f}"}, "", ""},
	{"name with a blank", map[string]string{manifest: `{"name": "a b"}`, pluginHooks: "{HOOKS f}"}, "", ""},
	{"version a number", map[string]string{manifest: `{"name": "p", "version": 5}`, pluginHooks: "{HOOKS f}"}, "", ""},
	{"author a string", map[string]string{manifest: `{"name": "p", "author": "x"}`, pluginHooks: "{HOOKS f}"}, "", "f"},
	{"hooks of the manifest a number", map[string]string{manifest: `{"name": "p", "hooks": 5}`, pluginHooks: "{HOOKS f}"}, "", ""},
	{"hooks of the manifest null", map[string]string{manifest: `{"name": "p", "hooks": null}`, pluginHooks: "{HOOKS f}"}, "", ""},
	{"manifest names a file that is not there", map[string]string{manifest: `{"name": "p", "hooks": "./no.json"}`, pluginHooks: "{HOOKS f}"}, "", "f"},
	{"manifest names a file without hooks", map[string]string{manifest: `{"name": "p", "hooks": "./h.json"}`, "p/h.json": `{"PreToolUse": [{"hooks": []}]}`}, "", ""},
	{"skill of a plugin", map[string]string{manifest: `{"name": "p"}`, pluginSkill: "---\ndescription: x: y\nBLOCK s\n---\n"}, "p:q", "s"},
	{"skill of a plugin with a mistake", map[string]string{manifest: `{"name": "p", BAD}`, pluginSkill: "---\ndescription: x\nHOOKS s\n---\n"}, "p:q", ""},
	{"skill of a plugin with a mistake in the file", map[string]string{manifest: `{"name": "p"}`, pluginHooks: "{BAD}", pluginSkill: "---\ndescription: x\nHOOKS s\n---\n"}, "p:q", ""},
	{"skill of a plugin with a broken manifest", map[string]string{manifest: "{", pluginSkill: "---\ndescription: x\nHOOKS s\n---\n"}, "p:q", ""},
	{"command of a plugin", map[string]string{manifest: `{"name": "p"}`, "p/commands/q.md": "---\ndescription: x\nHOOKS c\n---\n"}, "p:q", ""},
	{"command in a directory", map[string]string{"project/.claude/commands/d/q.md": "---\ndescription: x\nHOOKS c\n---\n"}, "d:q", "c"},
	{"skill of the project", map[string]string{"project/.claude/skills/q/SKILL.md": "---\ndescription: x\nHOOKS s\n---\n"}, "q", "s"},
	{"skill of the administrator", map[string]string{"etc/claude-code/.claude/skills/q/SKILL.md": "---\ndescription: x\nHOOKS s\n---\n"}, "q", "s"},
}

// lay writes the files, whose hooks run a command with their name.
func (c together) lay(t *testing.T, root, command string) {
	t.Helper()
	for path, text := range c.files {
		for name := range strings.SplitSeq("mdfsc", "") {
			hook := `{"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "` + command + " " + name + `"}]}]}`
			text = strings.NewReplacer("HOOKS "+name, `"hooks": `+hook, "BLOCK "+name, "hooks:\n  "+hook).Replace(text)
		}
		text = strings.ReplaceAll(text, "BAD", `"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command"}]}]}`)
		musttest.Write(t, filepath.Join(root, path), text)
	}
}

func (c together) hasPlugin() bool {
	for path := range c.files {
		if strings.HasPrefix(path, "p/") {
			return true
		}
	}
	return false
}

// TestModelAgreesOnFilesTogether: of several files the model runs what the client runs.
func TestModelAgreesOnFilesTogether(t *testing.T) {
	for _, c := range togethers {
		root := t.TempDir()
		c.lay(t, root, "record")
		site := config.Site{Locations: settings.Locations{Home: filepath.Join(root, "home"), Dir: filepath.Join(root, "project")}, GOOS: "linux", ManagedDir: filepath.Join(root, "etc/claude-code")}
		if c.hasPlugin() {
			site.PluginDirs = []string{filepath.Join(root, "p")}
		}
		sources := config.Find(site)
		got := ""
		for _, f := range Find(sources, Call{Event: hooks.EventPreToolUse, Value: "Bash"}).Fires {
			got += strings.TrimPrefix(f.Hook.Handler.Command, "record ")
		}
		if slices.ContainsFunc(sources.Findings, func(f config.Finding) bool { return f.Off == config.OffClient }) {
			got += "stops"
		}
		if got != c.runs {
			t.Errorf("%s: the model runs %q, the client %q: %+v", c.name, got, c.runs, sources.Findings)
		}
	}
}

// clear removes what lay has written.
func (c together) clear(t *testing.T, root string) {
	t.Helper()
	for path := range c.files {
		musttest.Do(t, os.Remove(filepath.Join(root, path)))
	}
}
