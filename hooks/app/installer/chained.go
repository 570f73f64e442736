package installer

import (
	"fmt"
	"slices"
	"strings"

	"neverask/hooks/claude/config"
	"neverask/hooks/rule/question"
	"neverask/hooks/thirdparty/chain"
	"neverask/hooks/thirdparty/conflict"
	"neverask/settings"
)

// Chained returns the hooks of others that neverask's own runs or has run.
func (in *Installer) Chained() ([]chain.Entry, error) {
	entries, err := chain.Read(chain.File(in.Paths.State))
	if err != nil {
		return nil, fmt.Errorf("%s: %w; correct the file, or take it away and install again", chain.File(in.Paths.State), err)
	}
	return entries, nil
}

// activate adds entries before their hooks leave the settings: a hook that runs
// twice for a moment does less harm than one that is missing.
func activate(in *Installer, added []chain.Entry) error {
	if len(added) == 0 {
		return nil
	}
	entries, err := in.Chained()
	if err != nil {
		return err
	}
	return chain.Write(chain.File(in.Paths.State), chain.Merge(entries, added))
}

// rechain makes the entries agree with the settings: an entry is active while
// its hook is out of the file by a change of neverask's that stands, and neverask's own
// runs. It is
// derived from the journal and the files alone, so it also mends what a process
// that was killed in between has left.
func rechain(in *Installer) error {
	entries, err := in.Chained()
	if err != nil || len(entries) == 0 {
		return err
	}
	history, err := in.Store.History()
	if err != nil {
		return err
	}
	files := resolvedFiles{history, in.Installed(), map[string]*resolvedFile{}}
	run := Answers(in)
	for i, e := range entries {
		entries[i].Active = run && files.lack(e)
	}
	return chain.Write(chain.File(in.Paths.State), entries)
}

// Answers reports whether any settings file runs neverask's hook at questions. One that
// cannot be read may.
func Answers(in *Installer) bool {
	owner := in.Owner()
	return slices.ContainsFunc(in.Watched(), func(t Target) bool {
		f, err := settings.Load(t.Path)
		return err != nil || Runs(f.Document.Bytes(), owner, config.Questions)
	})
}

// resolvedFiles are settings files, each read once.
type resolvedFiles struct {
	history []settings.Receipt
	owner   config.Owner
	known   map[string]*resolvedFile
}

// lack reports whether the hook of an entry has been taken away from questions
// in its file to be chained, and has not come back. A file that cannot be read
// says nothing about it.
func (files resolvedFiles) lack(e chain.Entry) bool {
	f := files.read(e.File)
	if f.err != nil {
		return e.Active
	}
	tool := question.Tool
	if len(e.Tools) > 0 && e.Tools[0] != chain.AnyMCP {
		tool = e.Tools[0]
	}
	at, name := f.at(tool), e.Command.Key(string(e.Event))
	return !at.fire[name] && slices.Contains(at.gone[name], chainMark+e.ID)
}

// A resolvedFile is a settings file as it is, with the changes of neverask's that
// keep hooks of others from questions in it, oldest first.
type resolvedFile struct {
	groups []config.Group
	moves  []Move
	err    error
	tools  map[string]resolvedHooks
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
				hooks.fire[conflict.Command(config.Hook{Group: g, Handler: h}).Key(g.Event)] = true
			}
		}
	}
	for _, m := range f.moves {
		for _, g := range config.Displaced(m.Edits, tool) {
			for _, h := range g.Handlers {
				hooks.gone[conflict.Command(config.Hook{Group: g, Handler: h}).Key(g.Event)] = m.By.Marks
			}
		}
	}
	f.tools[tool] = hooks
	return hooks
}

func (files resolvedFiles) read(file string) *resolvedFile {
	if f := files.known[file]; f != nil {
		return f
	}
	s := &resolvedFile{tools: map[string]resolvedHooks{}}
	files.known[file] = s
	var f settings.File
	if f, s.err = settings.Load(file); s.err != nil {
		return s
	}
	if s.groups, s.err = config.Read(f.Document); s.err == nil && f.Exists {
		s.moves = AccountOf(files.history, f.Target, files.owner).Moves()
	}
	return s
}

// chainMark begins the mark of a change by which a hook was taken out of its
// file to be chained; the ID of its entry follows.
const chainMark = "chain:"

// marks are those of the hooks that are chained among choices.
func marks(choices []conflict.Choice) (all []string) {
	for _, c := range choices {
		if c.Way.Chains() {
			all = append(all, chainMark+c.Conflict.ID)
		}
	}
	return all
}

// Chains reports whether a change took hooks out of their file that neverask's runs from then on.
func Chains(r settings.Receipt) bool {
	return slices.ContainsFunc(r.Marks, func(mark string) bool { return strings.HasPrefix(mark, chainMark) })
}
