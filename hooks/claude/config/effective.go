package config

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"neverask/settings"
)

// An Origin is a value of a setting with the place where it is set.
type Origin struct {
	Kind  Kind
	File  string
	Line  int    // 0 when it is not known
	Value string // JSON text
	// Ignored says why the client does not look at it here; empty when it does.
	Ignored string
	// ReadOnly says why neverask does not edit the file.
	ReadOnly string
}

// A Setting is one that decides about hooks or questions, with what it comes to.
type Setting struct {
	// Name leads to it: "permissions.defaultMode", "env.HTTP_PROXY".
	Name string
	// Origin is the value in force; its File is empty when it is not set.
	Origin
	// Default is what holds where nothing is set; JSON text, empty where it
	// depends.
	Default string
	// Hides are the other places, the strongest first.
	Hides []Origin
}

// Set reports whether any file that counts sets it.
func (s Setting) Set() bool { return s.File != "" }

// The kinds of files that the client looks at for a setting, the strongest first.
var (
	strongest     = []Kind{Managed, Extra, Local, Project, User}
	personal      = []Kind{Managed, Extra, User}
	administrator = []Kind{Managed}
)

// precedence says which kinds of files the client looks at for a setting.
type precedence struct {
	path    []string
	def     string
	kinds   []Kind
	ignored string // of the others
}

// decisive are the settings that decide about hooks and questions (Claude Code
// 2.1.329).
var decisive = []precedence{
	{[]string{"disableAllHooks"}, "false", strongest, ""},
	{[]string{"allowManagedHooksOnly"}, "false", administrator, "only an administrator can set it"},
	{[]string{"strictPluginOnlyCustomization"}, "false", administrator, "only an administrator can set it"},
	{[]string{"askUserQuestionTimeout"}, `"never"`, personal, "a project cannot set it"},
	{[]string{"permissions", "defaultMode"}, `"default"`, strongest, ""},
}

// modes are the values of permissions.defaultMode.
var modes = []string{"default", "acceptEdits", "plan", "auto", "dontAsk", "bypassPermissions"}

// Configure sets a setting in a document that decides about hooks or questions,
// or takes it out when raw, its JSON text, is empty. kind is that of the file. It
// refuses other settings, places where the client does not look, and values of a
// wrong type.
func Configure(doc settings.Document, kind Kind, name, raw string) (settings.Document, error) {
	path, err := configurable(kind, name, gjson.Parse(raw))
	if err != nil {
		return doc, fmt.Errorf("%s: %w", name, err)
	}
	return set(doc, path, raw)
}

func configurable(kind Kind, name string, v gjson.Result) (settings.Path, error) {
	if plugin, ok := strings.CutPrefix(name, "enabledPlugins."); ok && plugin != "" {
		if v.Exists() && !v.IsBool() {
			return nil, errors.New("it is true or false")
		}
		return settings.Path{"enabledPlugins", plugin}, nil
	}
	for _, p := range decisive {
		if strings.Join(p.path, ".") != name {
			continue
		}
		switch {
		case !slices.Contains(p.kinds, kind):
			return nil, errors.New(p.ignored)
		case !v.Exists():
		case p.def == "false" && !v.IsBool():
			return nil, errors.New("it is true or false")
		case p.def != "false" && v.Type != gjson.String:
			return nil, errors.New("it is a text")
		case name == "permissions.defaultMode" && !slices.Contains(modes, v.Str):
			return nil, fmt.Errorf("it is one of %s", strings.Join(modes, ", "))
		}
		return p.path, nil
	}
	return nil, errors.New("neverask does not change this setting")
}

// Values lists what a setting can be in a file of a kind, as JSON text; nil where
// neverask does not change it, or the client does not look (Claude Code 2.1.329).
func Values(kind Kind, name string) (all []string) {
	if strings.HasPrefix(name, "enabledPlugins.") {
		return []string{"true", "false"}
	}
	for _, p := range decisive {
		switch {
		case strings.Join(p.path, ".") != name || !slices.Contains(p.kinds, kind):
		case p.def == "false":
			return []string{"true", "false"}
		case name == "permissions.defaultMode":
			for _, m := range modes {
				all = append(all, settings.Quote(m))
			}
		default:
			return []string{`"never"`, `"60s"`, `"5m"`, `"10m"`}
		}
	}
	return all
}

// Effective are the settings where Claude Code is started that decide about
// hooks and questions: the switches, the permission rules about questions and
// those that keep Claude from neverask's files, the environment, and the
// plugins. guards are the rules of the latter kind.
func Effective(site Site, guards []string) []Setting {
	f := newFinder(site)
	f.settingsFiles()
	var all []Setting
	for _, p := range decisive {
		all = append(all, f.effective(p, func(file settingsFile) (gjson.Result, bool) { return file.doc.Get(p.path...) }))
	}
	for _, list := range []string{"deny", "ask", "allow"} {
		all = append(all, f.rules(list, guards)...)
	}
	for _, parent := range []string{"env", "enabledPlugins"} {
		members := f.members(parent)
		for _, name := range names(members) {
			p := precedence{path: []string{parent, name}, kinds: strongest}
			all = append(all, f.effective(p, func(file settingsFile) (gjson.Result, bool) {
				v, ok := members[file.path][name]
				return v, ok
			}))
		}
	}
	return all
}

// effective finds out what a setting comes to, which get finds in a file.
func (f *finder) effective(p precedence, get func(settingsFile) (gjson.Result, bool)) Setting {
	s := Setting{Name: strings.Join(p.path, "."), Default: p.def}
	for _, kind := range strongest {
		for _, file := range slices.Backward(f.files) {
			v, ok := get(file)
			if file.kind != kind || !ok {
				continue
			}
			o := f.origin(file, v)
			if o.Ignored == "" && !slices.Contains(p.kinds, kind) {
				o.Ignored = p.ignored
			}
			if o.Ignored == "" && !s.Set() {
				s.Origin = o
			} else {
				s.Hides = append(s.Hides, o)
			}
		}
	}
	return s
}

func (f *finder) origin(file settingsFile, v gjson.Result) Origin {
	o := Origin{Kind: file.kind, File: file.path, Value: v.Raw, ReadOnly: file.readOnly}
	if file.listed {
		o.Line, _ = file.doc.Position(v.Index)
	}
	if file.off != "" && file.kind == Managed {
		o.Ignored = file.off
	}
	return o
}

// rules finds the permission rules that matter. Those of all files count.
func (f *finder) rules(list string, guards []string) (all []Setting) {
	at := map[string]int{} // in all, by name
	for _, kind := range strongest {
		for _, file := range slices.Backward(f.files) {
			if file.kind != kind {
				continue
			}
			rules, _ := file.doc.Get("permissions", list)
			rules.ForEach(func(_, rule gjson.Result) bool {
				tool, _, _ := strings.Cut(rule.Str, "(")
				if tool != askTool && !isLookalike(tool) && !slices.Contains(guards, rule.Str) {
					return true
				}
				o := f.origin(file, rule)
				name := "permissions." + list + " " + rule.Str
				if i, there := at[name]; there {
					all[i].Hides = append(all[i].Hides, o)
				} else {
					at[name] = len(all)
					all = append(all, Setting{Name: name, Origin: o})
				}
				return true
			})
		}
	}
	return all
}

// members are those of an object of every file, by the file's path.
func (f *finder) members(parent string) map[string]map[string]gjson.Result {
	found := map[string]map[string]gjson.Result{}
	for _, file := range f.files {
		object, _ := file.doc.Get(parent)
		found[file.path] = membersOf(object)
	}
	return found
}

// names are those of the members of all files, sorted.
func names(members map[string]map[string]gjson.Result) []string {
	found := map[string]bool{}
	for _, object := range members {
		for name := range object {
			found[name] = true
		}
	}
	delete(found, "")
	return slices.Sorted(maps.Keys(found))
}

// settingsFiles reads the settings files of all scopes. Local settings are read in
// two places, of which that in the root of the repository wins (Claude Code 2.1.329).
func (f *finder) settingsFiles() {
	f.settings(User, f.site.File(settings.User))
	f.settings(Project, f.site.File(settings.Project))
	if f.site.Dir != "" {
		f.settings(Local, filepath.Join(f.site.Dir, ".claude", "settings.local.json"))
	}
	f.settings(Local, f.site.File(settings.Local))
	for _, path := range f.site.Extra {
		f.settings(Extra, path)
	}
	f.managed()
}
