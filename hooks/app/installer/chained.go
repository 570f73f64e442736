package installer

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"

	"neverask/hooks/claude/config"
	"neverask/hooks/rule/question"
	"neverask/hooks/thirdparty/chain"
	"neverask/hooks/thirdparty/conflict"
	"neverask/settings"
	"neverask/settings/ownfile"
)

// chained returns the hooks of others that neverask's own runs or has run.
func (in *Installer) chained() ([]chain.Entry, error) {
	entries, err := chain.Read(chain.File(in.Paths.State))
	if err != nil {
		return nil, fmt.Errorf("%s: %w; correct the file, or take it away and install again", chain.File(in.Paths.State), err)
	}
	return entries, nil
}

// activate adds entries before their hooks leave the settings: a hook that runs
// twice for a moment does less harm than one that is missing.
func (in *Installer) activate(added []chain.Entry) error {
	if len(added) == 0 {
		return nil
	}
	entries, err := in.chained()
	if err != nil {
		return err
	}
	return in.writeChained(merge(entries, added))
}

// merge returns the entries with added ones, which take the place of those with
// the same ID.
func merge(entries, added []chain.Entry) []chain.Entry {
	entries = slices.DeleteFunc(slices.Clone(entries), func(e chain.Entry) bool {
		return slices.ContainsFunc(added, func(a chain.Entry) bool { return a.ID == e.ID })
	})
	return append(entries, added...)
}

// rechain makes the entries agree with the settings: an entry is active while
// its hook is out of the file by a change of neverask's that stands. It is
// derived from the journal and the files alone, so it also mends what a process
// that was killed in between has left.
func (in *Installer) rechain() error {
	entries, err := in.chained()
	if err != nil || len(entries) == 0 {
		return err
	}
	history, err := in.Store.History()
	if err != nil {
		return err
	}
	files := map[string]*resolvedFile{}
	for i, e := range entries {
		entries[i].Active = in.isOut(e, files, history)
	}
	return in.writeChained(entries)
}

// isOut reports whether the hook of an entry has been taken away from questions
// in its file to be chained, and has not come back. A file that cannot be read
// says nothing about it.
func (in *Installer) isOut(e chain.Entry, files map[string]*resolvedFile, history []settings.Receipt) bool {
	f := in.resolvedIn(e.File, files, history)
	if f.err != nil {
		return e.Active
	}
	tool := question.Tool
	if len(e.Tools) > 0 && e.Tools[0] != chain.AnyMCP {
		tool = e.Tools[0]
	}
	at, name := f.at(tool), nameOf(string(e.Event), e.Command)
	return !at.fire[name] && slices.Contains(at.gone[name], chainMark+e.ID)
}

// A standingFile is a settings file as it is, with the changes of neverask's that
// keep hooks of others from questions in it, oldest first.
type resolvedFile struct {
	groups  []config.Group
	changes []*part
	err     error
	tools   map[string]resolvedHooks
}

// resolvedHooks are the hooks of a file at a tool that asks questions: those that
// fire, and with the marks of the change that has done it those that do so no more.
// There may be thousands, so they are told by name.
type resolvedHooks struct {
	fire map[string]bool
	gone map[string][]string
}

func (f *resolvedFile) at(tool string) resolvedHooks {
	if hooks, known := f.tools[tool]; known {
		return hooks
	}
	hooks := resolvedHooks{map[string]bool{}, map[string][]string{}}
	for _, g := range f.groups {
		for _, h := range g.Handlers {
			if config.Fires(g, h, tool) {
				hooks.fire[nameOf(g.Event, conflict.Command(config.Hook{Group: g, Handler: h}))] = true
			}
		}
	}
	for _, c := range f.changes {
		for _, g := range config.Displaced(c.moves, tool) {
			for _, h := range g.Handlers {
				hooks.gone[nameOf(g.Event, conflict.Command(config.Hook{Group: g, Handler: h}))] = c.marks
			}
		}
	}
	f.tools[tool] = hooks
	return hooks
}

// nameOf is the same for two hooks of an event that run the same.
func nameOf(event string, c chain.Command) string {
	return fmt.Sprintf("%q %q %t %q %q", event, c.Line, c.Exec, c.Shell, c.Args)
}

func (in *Installer) resolvedIn(file string, files map[string]*resolvedFile, history []settings.Receipt) *resolvedFile {
	if f := files[file]; f != nil {
		return f
	}
	s := &resolvedFile{tools: map[string]resolvedHooks{}}
	files[file] = s
	var f settings.File
	if f, s.err = settings.Load(file); s.err != nil {
		return s
	}
	if s.groups, s.err = config.Read(f.Document); s.err == nil && f.Exists {
		s.changes = in.inForceOf(history, f.Target).parts
	}
	return s
}

// chainMark begins the mark of a change by which a hook was taken out of its
// file to be chained; the ID of its entry follows.
const chainMark = "chain:"

// marks are those of the hooks that are chained among choices.
func marks(choices []Choice) (all []string) {
	for _, c := range choices {
		if c.Way.Chains() {
			all = append(all, chainMark+c.Conflict.ID)
		}
	}
	return all
}

// writeChained writes the file of entries, which is not there when there are
// none. The hook looks for it at every question.
func (in *Installer) writeChained(entries []chain.Entry) error {
	file := chain.File(in.Paths.State)
	if len(entries) == 0 {
		if err := os.Remove(file); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	}
	content := chain.Format(entries)
	// What the hook cannot read keeps it from answering anything.
	if _, err := chain.Parse(content); err != nil {
		return fmt.Errorf("cannot record the chained hooks: %w", err)
	}
	if len(content) > chain.MaxFile {
		return fmt.Errorf("cannot record the chained hooks: %d of them take more than %d bytes", len(entries), chain.MaxFile)
	}
	if old, err := os.ReadFile(file); err == nil && string(old) == string(content) {
		return nil
	}
	if err := ownfile.Write(file, content, 0o600); err != nil {
		return fmt.Errorf("cannot record the chained hooks: %w", err)
	}
	return nil
}
