package config

import (
	"cmp"
	"os"
	"path/filepath"

	"neverask/settings"
)

// A Kind is the kind of a file that hooks are in.
type Kind string

const (
	User    Kind = "user"
	Project Kind = "project"
	Local   Kind = "local"
	Extra   Kind = "extra"   // a file passed to the client at start
	Managed Kind = "managed" // set by an administrator
	Plugin  Kind = "plugin"
	Skill   Kind = "skill" // the front matter of a skill, a subagent or a command
	Agent   Kind = "agent"
	Command Kind = "command"
)

// A Source is one file that Claude Code takes hooks from.
type Source struct {
	Kind Kind
	Name string // of the plugin, skill, subagent or command
	File string // absolute
	// Root is the directory that CLAUDE_PLUGIN_ROOT names for its hooks, or empty if the
	// client does not set it.
	Root   string
	Groups []Group
	// ReadOnly says why neverask does not edit the file; empty if it may.
	ReadOnly string
	// Off says why the client runs none of the file's hooks; empty if it does.
	Off string
	// When says when the hooks run, if not always.
	When string

	unused  bool   // the client uses other hooks of the same file
	mistake string // keeps neverask from editing its hooks, until it is repaired
}

// Uneditable says why neverask cannot edit the file's hooks now; empty if it can.
func (s Source) Uneditable() string { return cmp.Or(s.ReadOnly, s.mistake) }

// Sources are all places that hooks come from, and what determines whether they run.
type Sources struct {
	List     []Source
	Switches []Switch
	Findings []Finding
	Managed  []string // the administrator's settings files, including unreadable ones
	Requests HTTPRequests
	Unread   []Unread
}

// A Site says where to look for sources.
type Site struct {
	settings.Locations
	GOOS string
	// ManagedDir replaces the system's directory of managed settings.
	ManagedDir string
	// Extra are settings files passed to the client at start, and PluginDirs directories of
	// plugins.
	Extra, PluginDirs []string
	// Getenv is the environment that the client is started in; nil for an empty one.
	Getenv func(string) string
	// Parse replaces [settings.Parse]: a caller that reads files repeatedly may have cached a
	// document.
	Parse func(target string, content []byte) (settings.Document, error)
}

// Find finds every source of hooks: settings files, managed settings, enabled plugins, and the
// front matter of skills, subagents and commands. An unreadable file becomes a finding. The order
// depends only on the files.
func Find(site Site) Sources {
	f := newFinder(site)
	f.settingsFiles()
	f.plugins()
	f.markdown()
	f.unread()
	f.decide()
	return Sources{f.list, f.switches, f.findings, f.managedFiles, f.requests(), f.unreadFiles}
}

// finder collects the sources of a site.
type finder struct {
	site     Site
	list     []Source
	files    []settingsFile
	switches []Switch
	findings []Finding

	managedFiles []string
	unreadFiles  []Unread
	seen         map[string]bool // files by their real path

	markdownFiles, yaml int  // read so far
	markdownTold        bool // whether the limit was reported
}

// settingsFile is a settings file that could be read.
type settingsFile struct {
	kind Kind
	path string
	doc  settings.Document
	off  string
}

func newFinder(site Site) finder {
	return finder{site: site, seen: map[string]bool{}}
}

// fresh reports whether a file was not read yet: two scopes may be one file, as in a home
// directory that is also the project.
func (f *finder) fresh(path string) bool {
	if !exists(path) { // as most are: following links costs a call for each directory
		return false
	}
	resolved, err := filepath.EvalSymlinks(path)
	if err != nil || f.seen[resolved] {
		return err != nil && exists(path)
	}
	f.seen[resolved] = true
	return true
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}
