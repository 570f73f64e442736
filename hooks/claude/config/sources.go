package config

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"

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
	Requests Requests
	Unread   []Unread
}

// A Finding is a file with a fault. Line and Col are 0 if it concerns the whole file; Col is 0
// if unknown.
type Finding struct {
	File      string
	Line, Col int
	Msg, Hint string
	// Repairable reports that neverask doctor may repair it.
	Repairable bool
	// Off is how much of the file the client ignores because of the fault, if known.
	Off Extent
}

// Mistakes returns the findings by file; each list begins with the finding that makes the client
// ignore most.
func (s Sources) Mistakes() (all [][]Finding) {
	at := map[string]int{}
	for _, f := range s.Findings {
		i, known := at[f.File]
		if !known {
			i = len(all)
			at[f.File], all = i, append(all, nil)
		}
		all[i] = append(all[i], f)
	}
	for _, found := range all {
		slices.SortStableFunc(found, func(a, b Finding) int { return cmp.Compare(b.Off.size(), a.Off.size()) })
	}
	return all
}

// Doubtful returns the files whose hooks are unknown.
func (s Sources) Doubtful() (files []string) {
	for _, f := range s.Findings {
		read := slices.ContainsFunc(s.List, func(source Source) bool { return source.File == f.File })
		if f.Off == OffNothing && !read && !slices.Contains(files, f.File) {
			files = append(files, f.File)
		}
	}
	return files
}

// Where returns the position of a finding: file, line and column.
func (f Finding) Where() string {
	where := f.File
	for _, n := range []int{f.Line, f.Col} {
		if n > 0 {
			where += fmt.Sprintf(":%d", n)
		}
	}
	return where
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

// A Hook is a handler with its group and its source.
type Hook struct {
	// ID stays the same as long as the hook does not change in its file.
	ID      string
	Source  Source
	Group   Group
	Handler Handler
}

// Hooks returns the handlers of all sources in order.
func (s Sources) Hooks() []Hook {
	n := 0
	for _, source := range s.List {
		for _, g := range source.Groups {
			n += len(g.Handlers)
		}
	}
	if n == 0 {
		return nil
	}
	all, ids := make([]Hook, 0, n), make(map[string]int, n)
	for _, source := range s.List {
		for _, g := range source.Groups {
			for _, h := range g.Handlers {
				hook := Hook{Source: source, Group: g, Handler: h}
				hook.ID = hook.identify(ids)
				all = append(all, hook)
			}
		}
	}
	return all
}

// HookID returns the ID of a handler in a file, unless another there is identical.
func HookID(file, event string, matcher *string, h Handler) string {
	filter := "\x00"
	if matcher != nil {
		filter = *matcher
	}
	sum := sha256.Sum256([]byte(file + "\x00\x00" + event + "\x00\x00" + filter + "\x00\x00" + h.Raw))
	return hex.EncodeToString(sum[:5])
}

// identify sets a hook's ID. Identical hooks are numbered.
func (h Hook) identify(ids map[string]int) string {
	id := HookID(h.Source.File, h.Group.Event, h.Group.Matcher, h.Handler)
	ids[id]++
	if n := ids[id]; n > 1 {
		return fmt.Sprintf("%s-%d", id, n)
	}
	return id
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

func (f *finder) find(file, msg, hint string) {
	f.findings = append(f.findings, Finding{File: file, Msg: msg, Hint: hint})
}

// fault turns an error about a file into a finding; off is how much of it is ignored.
func (f *finder) fault(file string, err error, off Extent) {
	found := Finding{File: file, Msg: err.Error(), Hint: "make the file readable", Off: off}
	if syntax, ok := err.(*settings.SyntaxError); ok {
		found.Line, found.Col, found.Msg, found.Hint, found.Repairable =
			syntax.Line, syntax.Col, syntax.Msg, syntax.Hint, syntax.Repairable
	}
	f.findings = append(f.findings, found)
}

// fresh reports whether a file was not read yet: two scopes may be one file, as in a home
// directory that is also the project.
func (f *finder) fresh(path string) bool {
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
