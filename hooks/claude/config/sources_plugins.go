package config

import (
	"cmp"
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"

	"neverask/settings"
)

// plugin is an enabled plugin.
type plugin struct {
	id, root string
	// entry has the hooks that its marketplace adds, and catalogue is the file with that
	// entry.
	entry     gjson.Result
	catalogue string
	forced    bool // enabled by managed settings
}

// plugins reads the hooks of every enabled plugin: from its manifest, hooks/hooks.json, its
// marketplace's entry, and its skills, subagents and commands.
func (f *finder) plugins() {
	all := pluginFinder{finder: f, parsed: map[string]gjson.Result{}, catalogues: map[string]map[string][]gjson.Result{}}
	for _, p := range all.enabled() {
		all.plugin(p)
	}
	for _, dir := range f.site.PluginDirs {
		all.plugin(plugin{id: filepath.Base(dir), root: dir})
	}
	all.unreadPlugins()
}

// pluginFinder knows where the client keeps plugins.
type pluginFinder struct {
	*finder
	parsed     map[string]gjson.Result              // files of the client's own
	catalogues map[string]map[string][]gjson.Result // see entries
	markets    map[string]map[string]gjson.Result   // named by settings, see announced
}

// enabled lists the enabled plugins by ID. If several files name one, the strongest decides.
func (f *pluginFinder) enabled() []plugin {
	on := map[string]bool{}
	forced := map[string]bool{}
	for _, kind := range slices.Backward(strongest) {
		for _, s := range f.files {
			if s.kind != kind || s.off != "" {
				continue
			}
			list, _ := s.doc.Get("enabledPlugins")
			list.ForEach(func(id, v gjson.Result) bool {
				on[id.Str] = v.Type != gjson.False && v.Type != gjson.Null
				forced[id.Str] = on[id.Str] && kind == Managed
				return true
			})
		}
	}
	var found []plugin
	for _, id := range slices.Sorted(maps.Keys(on)) {
		if on[id] {
			p := plugin{id: id, forced: forced[id]}
			if f.locate(&p); p.root == "" {
				f.find(f.installRecord(), "the plugin "+id+" is enabled but not installed",
					"install it in Claude Code, or disable it")
				continue
			}
			found = append(found, p)
		}
	}
	return found
}

func (f *pluginFinder) pluginsDir() string { return filepath.Join(f.site.Config(), "plugins") }

func (f *pluginFinder) installRecord() string {
	return filepath.Join(f.pluginsDir(), "installed_plugins.json")
}

// locate finds the directory of a plugin. A plugin from a marketplace that is a directory runs
// from there, any other from the installed copy (Claude Code 2.1.329).
func (f *pluginFinder) locate(p *plugin) {
	name, market, _ := strings.Cut(p.id, "@")
	known := f.json(filepath.Join(f.pluginsDir(), "known_marketplaces.json"))
	place := known.Get(gjson.Escape(market))
	if !place.Exists() {
		place = f.announced(market)
	}
	if dir := place.Get("installLocation").Str; dir != "" {
		p.catalogue = filepath.Join(dir, ".claude-plugin", "marketplace.json")
		for _, entry := range f.entries(p.catalogue)[name] {
			p.entry = entry.Get("hooks")
			source := entry.Get("source")
			if place.Get("source.source").Str == "directory" && source.Type == gjson.String {
				p.root = filepath.Join(dir, filepath.FromSlash(source.Str))
			}
		}
	}
	if p.root == "" {
		p.root = f.installed(p.id)
	}
}

// entries returns the plugins in a marketplace's catalogue, by name.
func (f *pluginFinder) entries(catalogue string) map[string][]gjson.Result {
	if known, ok := f.catalogues[catalogue]; ok {
		return known
	}
	found := map[string][]gjson.Result{}
	for _, entry := range f.json(catalogue).Get("plugins").Array() {
		name := entry.Get("name").Str
		found[name] = append(found[name], entry)
	}
	f.catalogues[catalogue] = found
	return found
}

// announced returns a marketplace that settings name and the client has not recorded yet. If
// it is a directory, it is used in place from the first session on (Claude Code 2.1.329).
func (f *pluginFinder) announced(market string) gjson.Result {
	if f.markets == nil {
		f.markets = membersIn(f.files, "extraKnownMarketplaces")
	}
	for _, s := range f.files {
		v := f.markets[s.path][market]
		if v.Get("source.source").Str == "directory" && s.off == "" {
			place, _ := sjson.Set(v.Raw, "installLocation", v.Get("source.path").Str)
			return gjson.Parse(place)
		}
	}
	return gjson.Result{}
}

// membersIn returns the members of an object in every settings file, by the file's path.
func membersIn(files []settingsFile, parent string) map[string]map[string]gjson.Result {
	found := map[string]map[string]gjson.Result{}
	for _, file := range files {
		object, _ := file.doc.Get(parent)
		found[file.path] = membersOf(object)
	}
	return found
}

// installed returns the directory that a plugin was copied to. A record is for one project or
// for all.
func (f *pluginFinder) installed(id string) (dir string) {
	record := f.json(f.installRecord()).Get("plugins." + gjson.Escape(id))
	if !record.IsArray() {
		return record.Get("installPath").Str
	}
	for _, r := range record.Array() {
		project := r.Get("projectPath").Str
		if project == "" && dir == "" || project != "" && project == f.site.Dir {
			dir = r.Get("installPath").Str
		}
	}
	return dir
}

// json reads one of the client's own files. A missing or broken file is empty.
func (f *pluginFinder) json(path string) gjson.Result {
	if v, ok := f.parsed[path]; ok {
		return v
	}
	var v gjson.Result
	switch b, err := readFile(path); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		f.fault(path, err, OffNothing)
	case !json.Valid(b):
		f.find(path, "it is not valid JSON", "update the plugin that it belongs to, or reinstall it")
	default:
		v = gjson.ParseBytes(b)
	}
	f.parsed[path] = v
	return v
}

// plugin reads the hooks of a plugin. If the client rejects its manifest, or hooks in any of
// its files, it loads nothing of the plugin (Claude Code 2.1.329).
func (f *pluginFinder) plugin(p plugin) {
	source := Source{
		Kind: Plugin, Name: p.id, Root: p.root,
		ReadOnly: "it belongs to the plugin " + p.id + ", which an update would replace",
	}
	start, notLoaded := len(f.list), ""
	f.pluginFile(source, filepath.Join(p.root, "hooks", "hooks.json"), true)
	if manifest := filepath.Join(p.root, ".claude-plugin", "plugin.json"); exists(manifest) {
		notLoaded = f.wrongManifest(manifest)
		f.manifest(source, manifest)
	}
	f.declared(source, p.catalogue, p.entry)
	notLoaded = cmp.Or(notLoaded, firstOff(f.list[start:]))
	f.frontMatter(p.root, source)
	for i := range f.list[start:] {
		switch s := &f.list[start+i]; {
		case s.Off != "":
		case notLoaded != "":
			s.Off = "Claude Code does not load the plugin: " + notLoaded
		case s.Kind == Agent || s.Kind == Command:
			s.Off = "Claude Code uses no hooks in the front matter of a plugin's subagents and commands"
		}
	}
	if p.forced {
		for i := range f.list {
			if f.list[i].Root == p.root {
				f.list[i].When = forcedPlugin
			}
		}
	}
}

// firstOff says why the first source that is off as a whole is off; "" if none is.
func firstOff(list []Source) string {
	for _, s := range list {
		if s.Off != "" && !s.unused {
			return s.Off
		}
	}
	return ""
}

// wrongManifest reports, and returns, why a manifest keeps the client from loading the plugin.
func (f *pluginFinder) wrongManifest(path string) (why string) {
	manifest := f.json(path)
	text := func(v gjson.Result) bool { return v.Type == gjson.String }
	hooks, version := manifest.Get("hooks"), manifest.Get("version")
	switch name := manifest.Get("name"); {
	case !manifest.IsObject():
		return "its manifest cannot be read" // already reported
	case !text(name) || name.Str == "" || strings.Contains(name.Str, " "):
		why = `"name" of its manifest is not a valid name`
	case version.Exists() && !text(version):
		why = `"version" of its manifest is not a string`
	case hooks.Exists() && !text(hooks) && !hooks.IsObject() && !hooks.IsArray():
		why = `"hooks" of its manifest is not an object`
	default:
		return ""
	}
	f.findings = append(f.findings, Finding{File: path, Msg: why, Hint: "correct it, or update the plugin", Off: OffHooks})
	return why
}

// forcedPlugin marks plugins that managed settings enable: their hooks run even if only
// managed hooks may.
const forcedPlugin = "always: your administrator enables the plugin"

// manifest reads the hooks that a plugin declares itself. If they are in the manifest, the rest
// is read as well: hooks may be in the wrong place.
func (f *pluginFinder) manifest(source Source, file string) {
	if hooks := f.json(file).Get("hooks"); !hooks.IsObject() {
		f.declared(source, file, hooks)
		return
	}
	source.File = file
	f.hooksFile(source)
}

// declared reads hooks that a manifest declares: in place, or in the files that it names.
func (f *pluginFinder) declared(source Source, file string, hooks gjson.Result) {
	switch {
	case hooks.IsObject():
		doc, err := settings.ParseLast([]byte(`{"hooks":` + hooks.Raw + `}`))
		if err != nil {
			f.fault(file, err, OffHooks)
			return
		}
		source.File = file
		before := linesBefore(file, hooks.Raw)
		f.take(source, doc, func(_ settings.Path, line int) int { return before + line })
	case hooks.IsArray():
		for _, h := range hooks.Array() {
			f.declared(source, file, h)
		}
	case hooks.Type == gjson.String:
		f.pluginFile(source, filepath.Join(source.Root, filepath.FromSlash(hooks.Str)), false)
	}
}

// linesBefore counts the lines in a file before a text that it contains.
func linesBefore(file, raw string) int {
	b, _ := readFile(file)
	before, _, _ := strings.Cut(string(b), raw)
	return strings.Count(before, "\n")
}

// pluginFile reads a file of hooks of a plugin.
func (f *pluginFinder) pluginFile(source Source, path string, optional bool) {
	if !exists(path) {
		if !optional {
			f.find(path, "the plugin "+source.Name+" names this hooks file, which is not there",
				"update or disable the plugin")
		}
		return
	}
	if !f.fresh(path) {
		return
	}
	source.File = path
	f.hooksFile(source)
}

// hooksFile reads a plugin's file that has hooks in the form of settings.
func (f *pluginFinder) hooksFile(source Source) {
	b, err := readFile(source.File)
	if err != nil {
		f.fault(source.File, err, OffHooks)
		return
	}
	doc, err := settings.ParseLast(b)
	if err != nil {
		f.fault(source.File, err, OffHooks)
		return
	}
	isManifest := filepath.Base(source.File) == "plugin.json"
	if v, there := doc.Get("description"); there && v.Type != gjson.String && !isManifest {
		source.Off = "its description is not a string"
		f.findings = append(f.findings, Finding{File: source.File, Msg: source.Off, Hint: "put it in quotes", Off: OffHooks})
	}
	if _, there := doc.Get("hooks"); !there && doc.Used() && len(RejectedIn(source.Kind, doc)) == 0 {
		f.findings = append(f.findings, Finding{
			File: source.File, Msg: `it has no "hooks"`, Hint: `write {"hooks": {"PreToolUse": [ … ]}}`, Off: OffHooks,
		})
	}
	f.take(source, doc, nil)
}
