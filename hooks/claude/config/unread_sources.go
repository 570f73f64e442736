package config

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"neverask/settings"
	"neverask/settings/jsontext"
)

// An Unread file has hooks and is in a usual place, but the client (2.1.329) does not read it.
type Unread struct {
	File, Why string
	Hint      string
	Groups    []Group
}

// inClaude are files in a directory ".claude" that the client does not read.
var inClaude = []string{"hooks.json", "hooks/hooks.json", "settings.jsonc",
	"settings.json5", "setting.json", "settings.local.jsonc"}

const (
	whyName   = "Claude Code reads settings.json, not a file with this name"
	whyParent = "Claude Code reads the settings of the directory that it is started in, and not those of the directories above"
	whyLocal  = "Claude Code reads local settings only in projects"
	whyOff    = "the plugin is not enabled"
	whyPlugin = "Claude Code does not know of this plugin"
)

// maxUnread is how many plugins that are not enabled are examined.
const maxUnread = 200

// unread finds the files with hooks that the client does not read.
func (f *finder) unread() {
	above := f.site.Dir
	for above != "" && filepath.Dir(above) != above {
		above = filepath.Dir(above)
		for _, name := range []string{"settings.json", "settings.local.json"} {
			f.unreadFile(filepath.Join(above, ".claude", name), whyParent,
				"start Claude Code there, or move the hooks to ~/.claude/settings.json")
		}
	}
	f.unreadFile(filepath.Join(f.site.Config(), "settings.local.json"),
		whyLocal, "move its hooks to settings.json beside it")
	for _, dir := range []string{f.site.Config(), filepath.Join(f.site.Dir, ".claude")} {
		for _, name := range inClaude {
			f.unreadFile(filepath.Join(dir, filepath.FromSlash(name)), whyName, "move its hooks to settings.json")
		}
	}
}

// unreadPlugins finds the hooks of plugins that are present but not enabled.
func (f *pluginFinder) unreadPlugins() {
	ids := slices.Sorted(maps.Keys(f.json(f.installRecord()).Get("plugins").Map()))
	for _, id := range ids[:min(len(ids), maxUnread)] {
		p := plugin{id: id}
		if f.locate(&p); p.root != "" {
			f.unreadFile(filepath.Join(p.root, "hooks", "hooks.json"),
				whyOff, "enable "+id+" in Claude Code, if you want its hooks")
		}
	}
	if f.site.Dir != "" && exists(filepath.Join(f.site.Dir, ".claude-plugin", "plugin.json")) {
		f.unreadFile(filepath.Join(f.site.Dir, "hooks", "hooks.json"),
			whyPlugin, "start claude with --plugin-dir, or install it")
	}
}

// unreadFile reports a file that was not read, if it has hooks.
func (f *finder) unreadFile(path, why, hint string) {
	if !exists(path) || !f.fresh(path) {
		return
	}
	b, err := readFile(path)
	if err != nil {
		return
	}
	text, _, err := jsontext.Standardize(strings.TrimPrefix(string(b), "\xef\xbb\xbf"))
	if err != nil {
		return
	}
	doc, err := settings.ParseLast([]byte(text))
	if err != nil {
		return
	}
	if _, wrapped := doc.Get("hooks"); !wrapped { // as in a file of hooks alone
		if doc, err = settings.ParseLast([]byte(`{"hooks":` + text + `}`)); err != nil {
			return
		}
	}
	groups, _ := reader{doc: doc, lenient: true}.groups()
	groups = slices.DeleteFunc(groups, func(g Group) bool { return !Known(g.Event) || len(g.Handlers) == 0 })
	if len(groups) > 0 {
		f.unreadFiles = append(f.unreadFiles, Unread{path, why, hint, groups})
	}
}
