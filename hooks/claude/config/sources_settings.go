package config

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/tidwall/gjson"

	"neverask/settings"
	"neverask/settings/saferead"
	"neverask/settings/worktree"
)

// settingsFiles reads the settings files of all scopes. Local settings are read in two places;
// the one in the root of the repository wins (Claude Code 2.1.329).
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

// settings reads one settings file. A missing file is not a source.
func (f *finder) settings(kind Kind, path string) {
	if !f.fresh(path) {
		return
	}
	b, err := readFile(path)
	if errors.Is(err, fs.ErrNotExist) && !exists(path) {
		return
	}
	if kind == Managed {
		f.managedFiles = append(f.managedFiles, path)
	}
	if err != nil {
		f.fault(path, err, OffFile)
		return
	}
	file, twice := settingsFile{kind: kind, path: path}, false
	if file.doc, err = f.parse(path, b); err != nil {
		last, unusable := settings.ParseLast(b)
		if unusable != nil {
			f.fault(path, err, Unparsed(kind))
			return
		}
		f.fault(path, err, OffNothing)
		file.doc, twice = last, true
	}
	source := Source{Kind: kind, File: path, ReadOnly: readOnly(kind, path)}
	if twice {
		source.ReadOnly = "it has a duplicate name, so an edit could be lost"
	}
	off, whole := f.take(source, file.doc, nil)
	file.off = off
	// A file that is not used at all decides nothing either.
	if !whole {
		f.files = append(f.files, file)
	}
}

func (f *finder) parse(path string, content []byte) (settings.Document, error) {
	if f.site.Parse == nil {
		return settings.Parse(content)
	}
	return f.site.Parse(worktree.Real(path), content)
}

func readFile(path string) ([]byte, error) { return saferead.ReadFile(path, settings.MaxSize) }

// Unparsed returns how much the client ignores because a settings file of a kind is not JSON.
func Unparsed(kind Kind) Extent {
	if kind == Managed {
		return OffClient
	}
	return OffFile
}

// A lineOf maps a part of a document whose text differs from its file to a line of the file,
// given the part's path and its line in the document.
type lineOf func(path settings.Path, line int) int

// take adds a document with a "hooks" member as a source. Hooks that the client rejects one by
// one become a second source, which is off. take returns why the first source is off, if it is,
// and whether the client ignores the whole document.
func (f *finder) take(source Source, doc settings.Document, line lineOf) (off string, whole bool) {
	reasons := map[string]string{}
	for _, r := range RejectedIn(source.Kind, doc) {
		at, col := r.Line, r.Col
		if line != nil {
			at, col = line(r.Path, at), 0
		}
		f.findings = append(f.findings, Finding{source.File, at, col, r.Msg, r.Hint, true, r.Off})
		reason := fmt.Sprintf("line %d: %s, so ", at, r.Msg)
		reasons[r.Path.String()] = reason + "Claude Code does not use it"
		if source.Off == "" && (r.Off == OffHooks || r.Off == OffFile || r.Off == OffClient) {
			source.Off = reason + r.Off.In(source.File)
		}
		whole = whole || r.Off == OffFile || r.Off == OffClient
	}
	all, err := Read(doc) // cached
	if err != nil {
		all, _ = reader{doc: doc, lenient: true}.groups()
		source.mistake = "it has a mistake, which must be corrected first"
	}
	if line != nil {
		setLines(all, line)
	}
	unused := source
	unused.unused = true
	if source.Off != "" { // unused hooks are shown too
		source.Groups = all
	} else {
		source.Groups, unused.Groups, unused.Off = used(all, reasons)
	}
	f.list = append(f.list, source)
	if len(unused.Groups) > 0 {
		f.list = append(f.list, unused)
	}
	return source.Off, whole
}

// used separates the hooks that the client uses from the others; reasons says why not, by the
// path of a hook or its group.
func used(all []Group, reasons map[string]string) (used, unused []Group, why string) {
	if len(reasons) == 0 {
		return all, nil, ""
	}
	for _, g := range all {
		whole := reasons[g.Path().String()]
		with, without := g, g
		with.Handlers, without.Handlers = nil, nil
		for _, h := range g.Handlers {
			if off := cmp.Or(whole, reasons[append(g.Path(), "hooks", strconv.Itoa(h.Index)).String()]); off != "" {
				without.Handlers, why = append(without.Handlers, h), off
			} else {
				with.Handlers = append(with.Handlers, h)
			}
		}
		if whole == "" {
			used = append(used, with)
		}
		if len(without.Handlers) > 0 {
			unused = append(unused, without)
		}
	}
	return used, unused, why
}

// setLines sets the lines of groups and handlers to those of their file.
func setLines(all []Group, line lineOf) {
	for i := range all {
		g := &all[i]
		g.Line, g.Handlers = line(g.Path(), g.Line), slices.Clone(g.Handlers)
		for j := range g.Handlers {
			h := &g.Handlers[j]
			h.Line = line(append(g.Path(), "hooks", strconv.Itoa(h.Index)), h.Line)
		}
	}
}

func readOnly(kind Kind, path string) string {
	if kind == Managed {
		return "it is set by your administrator"
	}
	// Root may write everything, even files made read-only on purpose.
	if info, err := os.Stat(path); err != nil || info.Mode().Perm()&0o200 == 0 {
		return "you may not write it"
	}
	if !saferead.Writable(path) {
		return "you may not write it"
	}
	return ""
}

// off marks the source of a settings file as ignored by the client.
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

func parseFile(path string) gjson.Result {
	b, err := readFile(path)
	if err != nil || !json.Valid(b) {
		return gjson.Result{}
	}
	return gjson.ParseBytes(b)
}

// The kinds of files that the client looks at for a setting, the strongest first.
var (
	strongest     = []Kind{Managed, Extra, Local, Project, User}
	personal      = []Kind{Managed, Extra, User}
	administrator = []Kind{Managed}
)
