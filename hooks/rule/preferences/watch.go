package preferences

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"neverask/hooks/rule/question"
	"neverask/settings"
	"neverask/settings/ownfile"
	"neverask/settings/saferead"
)

// A Watch tells which rules came into the preferences without neverask.
//
// It remembers what the rules say that the person knows: those that were there when the
// Watch looked first, or before neverask changed the file first; those that neverask's own
// changes brought, which are in the change log; and those that were looked at.
// A rule that says something else than before is new.
//
// A Watch does not keep the hook from using a rule: whoever can write the
// preferences can write its memory too.
type Watch struct {
	book *Book
	path string
}

// New returns the watch over a book. Its memory is kept in the directory state.
func New(b *Book, state string) *Watch {
	return &Watch{b, filepath.Join(state, "preferences.seen.json")}
}

// memory holds what a Watch remembers.
type memory struct {
	// Receipt is the last change of neverask's that is taken into account.
	Receipt string `json:"receipt,omitempty"`
	// Known are digests of what the rules of the file say that the person knows.
	Known digests `json:"known"`
}

type digests map[string]bool

func (d digests) MarshalJSON() ([]byte, error) { return json.Marshal(slices.Sorted(maps.Keys(d))) }

func (d *digests) UnmarshalJSON(b []byte) error {
	var list []string
	err := json.Unmarshal(b, &list)
	*d = digests{}
	for _, text := range list {
		(*d)[text] = true
	}
	return err
}

// learn makes rules known.
func (d digests) learn(rules []statement) {
	for _, r := range rules {
		d[r.digest] = true
	}
}

// Appeared lists the IDs of the rules that came into the preferences outside neverask and were not
// looked at since, in the order of the file. Preferences that are not valid are not looked at.
func (w *Watch) Appeared(ctx context.Context) ([]string, error) { return w.look(ctx, false) }

// See marks the rules as looked at; but in a session of Claude Code, where the person need
// not be the one who looks.
func (w *Watch) See(ctx context.Context) error {
	if w.book.store.Session {
		return nil
	}
	_, err := w.look(ctx, true)
	return err
}

func (w *Watch) look(ctx context.Context, see bool) (appeared []string, err error) {
	if _, err := os.Lstat(w.book.path); errors.Is(err, fs.ErrNotExist) {
		return nil, nil // just looking makes no files
	}
	// No change may come between the file and the change log.
	err = w.book.store.ReadLocked(ctx, func() error {
		content, err := saferead.ReadFile(w.book.path, settings.MaxSize)
		if err != nil {
			return err
		}
		rules, valid := statements(content)
		if !valid {
			return nil // said by everything that reads the preferences
		}
		before, m, err := w.recall(rules)
		if err != nil {
			return err
		}
		if see {
			m.Known.learn(rules)
		}
		known := digests{} // what goes and comes again is new
		for _, r := range rules {
			if m.Known[r.digest] {
				known[r.digest] = true
			} else {
				appeared = append(appeared, r.id)
			}
		}
		m.Known = known
		return w.keep(before, m)
	})
	return appeared, err
}

// A statement is a rule and what it says.
type statement struct{ id, digest string }

// statements are those of the rules in a file; valid is false when it is not understood.
func statements(content []byte) (all []statement, valid bool) {
	p, _, err := question.ParsePreferences(content)
	if err != nil {
		return nil, false
	}
	for _, r := range p.Rules {
		all = append(all, statement{r.ID, settings.Digest([]byte(meaning(r)))})
	}
	for _, r := range toolsOf(content) {
		all = append(all, statement{r.ID, settings.Digest([]byte(toolText(r)))})
	}
	for _, l := range linesOf(content) {
		all = append(all, statement{l.ID, settings.Digest([]byte(lineText(l)))})
	}
	return all, true
}

// recall reads the memory and brings it up to date with what neverask has changed since,
// so that the file holds rules. before are the bytes that were read.
func (w *Watch) recall(rules []statement) (before []byte, m memory, err error) {
	changes, err := w.changes()
	if err != nil {
		return nil, m, err
	}
	m.Known = digests{}
	before, err = saferead.ReadFile(w.path, settings.MaxSize)
	first := errors.Is(err, fs.ErrNotExist)
	switch {
	case first && len(changes) == 0:
		m.Known.learn(rules)
		return nil, m, nil
	case first:
	case err != nil:
		return nil, m, err
	default:
		if err := json.Unmarshal(before, &m); err != nil {
			return nil, m, fmt.Errorf("%s: %w; remove that file, and the rules you have now count as known", w.path, err)
		}
	}
	for _, r := range changes[1+slices.IndexFunc(changes, func(r settings.Receipt) bool { return r.ID == m.Receipt }):] {
		m.Receipt = r.ID
		was, is, ok := w.book.store.Contents(r)
		if !ok {
			m.Known.learn(rules) // what it brought cannot be told any more
			continue
		}
		old, _ := statements(was)
		now, _ := statements(is)
		if first {
			m.Known.learn(old)
			first = false
		}
		m.Known.learn(brought(old, now, m.Known))
	}
	return before, m, nil
}

// brought are the rules that a change of neverask's brought. What it made of a rule that was
// not known before is none of them: the rest of that rule is still somebody else's.
func brought(old, now []statement, known digests) []statement {
	was := map[string]string{}
	for _, r := range old {
		was[r.id] = r.digest
	}
	return slices.DeleteFunc(now, func(r statement) bool {
		digest, there := was[r.id]
		return there && (digest == r.digest || !known[digest])
	})
}

// changes are neverask's own of the preferences, the oldest first.
func (w *Watch) changes() ([]settings.Receipt, error) {
	all, err := w.book.store.History()
	if err != nil {
		return nil, err
	}
	path, err := filepath.Abs(w.book.path)
	return slices.DeleteFunc(all, func(r settings.Receipt) bool { return r.Path != path || r.State == settings.Failed }), err
}

// keep writes the memory, unless it is as it was: whole or not at all.
func (w *Watch) keep(before []byte, m memory) error {
	after, err := json.Marshal(m)
	if err != nil || string(after) == string(before) {
		return err
	}
	return ownfile.Write(w.path, after, 0o600)
}
