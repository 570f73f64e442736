package config

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"neverask/settings"
	"neverask/settings/foreign"
	"neverask/settings/worktree"
)

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

// settings reads one settings file. A missing one is no source.
func (f *finder) settings(kind Kind, path string) {
	if !f.fresh(path) {
		return
	}
	b, err := readFile(path)
	if errors.Is(err, fs.ErrNotExist) && !exists(path) {
		return
	}
	if err != nil {
		f.fault(path, err)
		return
	}
	file := settingsFile{kind: kind, path: path, listed: true}
	if file.doc, err = f.parse(path, b); err != nil {
		f.fault(path, err)
		if file.doc, err = lastWins(b); err != nil {
			return
		}
		file.listed = false
	}
	source := Source{Kind: kind, File: path, ReadOnly: readOnly(kind, path)}
	if !file.listed {
		source.ReadOnly = "a name is in it twice, so an edit could be lost"
	}
	wrong := f.read(&source, file.doc)
	if !file.listed {
		for i := range source.Groups {
			forgetLines(&source.Groups[i])
		}
	}
	file.off = source.Off
	// A file that is not used at all decides nothing either.
	if !slices.ContainsFunc(wrong, func(r Rejection) bool { return r.Off == OffFile }) {
		f.files = append(f.files, file)
	}
	f.list = append(f.list, source)
	if rest, some := unused(source, file.doc, wrong); some && file.listed {
		f.list = append(f.list, rest)
	}
}

func (f *finder) parse(path string, content []byte) (settings.Document, error) {
	if f.site.Parse == nil {
		return settings.Parse(content)
	}
	return f.site.Parse(worktree.Real(path), content)
}

func readFile(path string) ([]byte, error) { return foreign.ReadFile(path, settings.MaxSize) }

// read fills a source from a document with a "hooks" member, and returns what
// of the document the client does not accept.
func (f *finder) read(source *Source, doc settings.Document) []Rejection {
	skip := map[string]bool{}
	decided := slices.Contains(strongest, source.Kind)
	wrong := Rejected(doc)
	for _, r := range wrong {
		if !decided {
			if r.Path[0] != "hooks" {
				continue
			}
			// What of a plugin or a front matter is left is not known.
			r.Off = OffHooks
		}
		f.findings = append(f.findings, Finding{source.File, r.Line, r.Col, r.Msg, r.Hint, true})
		skip[r.Path.String()] = true
		if source.Off == "" && (r.Off == OffFile || r.Off == OffHooks) {
			source.Off = fmt.Sprintf("line %d: %s, so %s", r.Line, r.Msg, r.Off)
		}
	}
	var err error
	if source.Off == "" {
		if len(skip) == 0 {
			source.Groups, err = Read(doc)
		} else {
			source.Groups, err = read(doc, skip)
		}
		if err != nil {
			f.fault(source.File, err)
		}
		return wrong
	}
	// What the client does not use is shown all the same.
	if source.Groups, err = Read(doc); err != nil {
		source.Groups, _ = read(doc, skip)
	}
	return wrong
}

// unused are the hooks of a file that the client does not accept while it uses
// the others, as a source that is off.
func unused(source Source, doc settings.Document, wrong []Rejection) (Source, bool) {
	if source.Off != "" || len(wrong) == 0 {
		return source, false
	}
	reasons := map[string]string{}
	for _, r := range wrong {
		reasons[r.Path.String()] = fmt.Sprintf("line %d: %s", r.Line, r.Msg)
	}
	all, err := Read(doc)
	if err != nil {
		return source, false
	}
	source.Groups = nil
	for _, g := range all {
		why, whole := reasons[g.Path().String()]
		handlers := g.Handlers
		g.Handlers = nil
		for _, h := range handlers {
			at, off := reasons[append(g.Path(), "hooks", strconv.Itoa(h.Index)).String()]
			if whole || off {
				g.Handlers = append(g.Handlers, h)
				source.Off = cmp.Or(why, at) + ", so Claude Code does not use it"
			}
		}
		if len(g.Handlers) > 0 {
			source.Groups = append(source.Groups, g)
		}
	}
	return source, len(source.Groups) > 0
}

// lastWins reads JSON in which a name is there twice, as Claude Code 2.1.329
// does: the last one counts. The lines of such a file are not known.
func lastWins(b []byte) (settings.Document, error) {
	dec := json.NewDecoder(bytes.NewReader(bytes.TrimPrefix(b, []byte("\xef\xbb\xbf"))))
	dec.UseNumber()
	var v map[string]any
	if err := dec.Decode(&v); err != nil {
		return settings.Document{}, err
	}
	if dec.More() {
		return settings.Document{}, errors.New("more than one value")
	}
	text, err := json.Marshal(v)
	if err != nil {
		return settings.Document{}, err
	}
	return settings.Parse(text)
}

func forgetLines(g *Group) {
	g.Line, g.Handlers = 0, slices.Clone(g.Handlers)
	for i := range g.Handlers {
		g.Handlers[i].Line = 0
	}
}

func readOnly(kind Kind, path string) string {
	if kind == Managed {
		return "it is set by your administrator"
	}
	// Root may write everything, also what somebody has made read-only on purpose.
	if info, err := os.Stat(path); err != nil || info.Mode().Perm()&0o200 == 0 {
		return "you may not write it"
	}
	if !foreign.Writable(path) {
		return "you may not write it"
	}
	return ""
}

// ManagedDir is the directory of managed settings of a system.
func ManagedDir(goos string) string {
	switch goos {
	case "darwin":
		return "/Library/Application Support/ClaudeCode"
	case "windows":
		return `C:\Program Files\ClaudeCode`
	}
	return "/etc/claude-code"
}

// appleProfile is where a macOS management profile puts managed settings.
const appleProfile = "/Library/Managed Preferences/com.anthropic.claudecode.plist"

func (f *finder) managedDir() string {
	if f.site.ManagedDir != "" {
		return f.site.ManagedDir
	}
	return ManagedDir(f.site.GOOS)
}

// managed reads the managed settings. Of the server's and the machine's the
// client uses the first that says anything, unless one of them asks for all.
func (f *finder) managed() {
	if f.site.GOOS == "darwin" && exists(appleProfile) {
		f.find(appleProfile, "settings from a management profile are not reviewed", "ask your administrator which hooks it sets")
	}
	start := len(f.files)
	f.settings(Managed, filepath.Join(f.site.Config(), "remote-settings.json"))
	server := len(f.files)
	dir := f.managedDir()
	f.settings(Managed, filepath.Join(dir, "managed-settings.json"))
	drops, _ := filepath.Glob(filepath.Join(escapeGlob(dir), "managed-settings.d", "*.json"))
	slices.Sort(drops)
	for _, path := range drops {
		if !strings.HasPrefix(filepath.Base(path), ".") {
			f.settings(Managed, path)
		}
	}
	all := f.files[start:]
	merge := slices.ContainsFunc(all, func(s settingsFile) bool {
		v, _ := s.doc.Get("managedSourcesBehavior")
		return v.Str == "merge"
	})
	if merge || server == start || !f.files[start].doc.Used() {
		return
	}
	for i := range f.files[server:] {
		f.off(f.files[server+i].path, "the settings that the server manages are used instead")
	}
}

// off marks the source of a settings file as one that the client does not use.
func (f *finder) off(path, why string) {
	for i := range f.files {
		if f.files[i].path == path {
			f.files[i].off = why
		}
	}
	for i := range f.list {
		if f.list[i].File == path && f.list[i].Off == "" {
			f.list[i].Off = why
		}
	}
}

// escapeGlob makes a directory safe for use in a pattern. On Windows the
// escape character is the separator, and the names it would matter for cannot
// be there.
func escapeGlob(dir string) string {
	if filepath.Separator == '\\' {
		return dir
	}
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(dir)
}

// setting finds a member in the settings files, the strongest first: managed,
// extra, local, project, user.
func (f *finder) setting(kinds []Kind, path ...string) (v gjson.Result, file settingsFile, ok bool) {
	for _, kind := range kinds {
		for _, s := range slices.Backward(f.files) {
			if s.kind != kind || s.off != "" && kind == Managed {
				continue
			}
			if v, ok := s.doc.Get(path...); ok {
				return v, s, true
			}
		}
	}
	return v, file, false
}
