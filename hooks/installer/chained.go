package installer

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"

	"neverask/hooks/chain"
	"neverask/hooks/config"
	"neverask/hooks/conflict"
	"neverask/hooks/question"
	"neverask/settings"
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
	files := map[string]*standingFile{}
	for i, e := range entries {
		entries[i].Active = in.isOut(e, files, history)
	}
	return in.writeChained(entries)
}

// isOut reports whether the hook of an entry has been taken away from questions
// in its file to be chained, and has not come back. A file that cannot be read
// says nothing about it.
func (in *Installer) isOut(e chain.Entry, files map[string]*standingFile, history []settings.Receipt) bool {
	f := in.standing(e.File, files, history)
	if f.err != nil {
		return e.Active
	}
	tool := question.Tool
	if len(e.Tools) > 0 && e.Tools[0] != chain.AnyMCP {
		tool = e.Tools[0]
	}
	same := func(g config.Group) bool {
		return g.Event == string(e.Event) && slices.ContainsFunc(g.Handlers, func(h config.Handler) bool {
			return config.Fires(g, h, tool) && runsAs(e, g, h)
		})
	}
	if slices.ContainsFunc(f.groups, same) {
		return false
	}
	for _, c := range slices.Backward(f.changes) {
		if slices.ContainsFunc(config.Displaced(c.edits, tool), same) {
			return slices.Contains(c.marks, chainMark+e.ID)
		}
	}
	return false
}

// A standingFile is a settings file as it is, with the changes of neverask's that
// keep hooks of others from questions in it, oldest first.
type standingFile struct {
	groups  []config.Group
	changes []displacement
	err     error
}

func (in *Installer) standing(file string, files map[string]*standingFile, history []settings.Receipt) *standingFile {
	if f := files[file]; f != nil {
		return f
	}
	s := &standingFile{}
	files[file] = s
	var f settings.File
	if f, s.err = settings.Load(file); s.err != nil {
		return s
	}
	if s.groups, s.err = config.Read(f.Document); s.err == nil && f.Exists {
		s.changes = in.ledgerOf(history, f.Target).displacements
	}
	return s
}

// chainMark begins the mark of a change by which a hook was taken out of its
// file to be chained; the ID of its entry follows.
const chainMark = "chain:"

// marks are those of the hooks that are chained among choices.
func marks(choices []Choice) (all []string) {
	for _, c := range choices {
		if c.Way == conflict.Chain {
			all = append(all, chainMark+c.Conflict.ID)
		}
	}
	return all
}

// runsAs reports whether a handler runs what an entry does.
func runsAs(e chain.Entry, g config.Group, h config.Handler) bool {
	c := conflict.Command(config.Hook{Group: g, Handler: h})
	return c.Line == e.Line && c.Exec == e.Exec && c.Shell == e.Shell && slices.Equal(c.Args, e.Args)
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
	if err := settings.WriteFile(file, content, 0o600); err != nil {
		return fmt.Errorf("cannot record the chained hooks: %w", err)
	}
	return nil
}
