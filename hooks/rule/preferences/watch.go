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

// A Watch reports which rules in the preferences did not come from neverask. It remembers the rules
// the person knows: those that existed when the Watch first looked, or before neverask first
// changed the file; those from neverask's own changes, which are in the change log; and those the
// person has looked at. A rule that has changed is new.
//
// A Watch does not keep the hook from using a rule: whoever can write the preferences can also write the Watch's
// memory.
type Watch struct {
	book *Book
	path string
}

// New returns the Watch of a book. It keeps its memory in the directory state.
func New(b *Book, state string) *Watch {
	return &Watch{b, filepath.Join(state, "preferences.seen.json")}
}

// memory holds what a Watch remembers.
type memory struct {
	// Receipt is neverask's last change that the memory accounts for.
	Receipt string `json:"receipt,omitempty"`
	// Known holds digests of the rules that the person knows.
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

// learn marks rules as known.
func (d digests) learn(rules []statement) {
	for _, r := range rules {
		d[r.digest] = true
	}
}

// Appeared lists the IDs of the rules that did not come from neverask and that the person has not looked at yet, in
// file order. It ignores invalid preferences.
func (w *Watch) Appeared(ctx context.Context) ([]string, error) { return w.look(ctx, false) }

// See marks the rules as looked at, except in a Claude Code session, where it may not be the person who looks.
func (w *Watch) See(ctx context.Context) error {
	if w.book.store.Session {
		return nil
	}
	_, err := w.look(ctx, true)
	return err
}

func (w *Watch) look(ctx context.Context, see bool) (appeared []string, err error) {
	if _, err := os.Lstat(w.book.path); errors.Is(err, fs.ErrNotExist) {
		return nil, nil // only looking creates no files
	}
	// No change may come between the file and the change log.
	err = w.book.store.ReadLocked(ctx, func() error {
		content, err := saferead.ReadFile(w.book.path, settings.MaxSize)
		if err != nil {
			return err
		}
		rules, valid := statements(content)
		if !valid {
			return nil // whatever reads the preferences reports this
		}
		before, m, err := w.recall(rules)
		if err != nil {
			return err
		}
		if see {
			m.Known.learn(rules)
		}
		known := digests{} // a rule that disappears and returns is new
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

// statements returns the rules of a file and what they say; valid is false for an invalid file.
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
	for _, l := range standingAnswersOf(content) {
		all = append(all, statement{l.ID, settings.Digest([]byte(standingAnswerText(l)))})
	}
	return all, true
}

// recall reads the memory, and updates it with neverask's changes since then, given the file's current rules. before
// are the bytes of the memory as read.
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
			return nil, m, fmt.Errorf("%s: %w; if you remove that file, your current rules count as known", w.path, err)
		}
	}
	for _, r := range changes[1+slices.IndexFunc(changes, func(r settings.Receipt) bool { return r.ID == m.Receipt }):] {
		m.Receipt = r.ID
		was, is, ok := w.book.store.Contents(r)
		if !ok {
			m.Known.learn(rules) // without its backup, nobody can tell which rules it added
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

// brought returns the rules that a change by neverask added. It leaves out changed rules that were unknown before:
// the rest of such a rule is still somebody else's.
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

// changes returns neverask's own changes of the preferences, the oldest first.
func (w *Watch) changes() ([]settings.Receipt, error) {
	all, err := w.book.store.History()
	if err != nil {
		return nil, err
	}
	path, err := filepath.Abs(w.book.path)
	return slices.DeleteFunc(all, func(r settings.Receipt) bool { return r.Path != path || r.State == settings.Failed }),
		err
}

// keep writes the memory atomically, unless it has not changed.
func (w *Watch) keep(before []byte, m memory) error {
	after, err := json.Marshal(m)
	if err != nil || string(after) == string(before) {
		return err
	}
	return ownfile.Write(w.path, after, 0o600)
}
