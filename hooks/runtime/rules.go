package runtime

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"neverask/hooks"
	"neverask/hooks/question"
)

// lookup returns the person's rules, and what is to be done about the lookup
// file once the answer is out. No preferences are no rules.
func (h *hook) lookup() (l *question.Lookup, after func(), err error) {
	preferences, err := os.ReadFile(h.paths.Preferences())
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, err
	}
	if b, err := os.ReadFile(h.paths.Lookup()); err == nil {
		if l, err := question.OpenLookup(b, preferences); err == nil {
			return l, nil, nil
		}
	}
	l, problems, err := question.Compile(preferences)
	if err != nil {
		return nil, nil, fmt.Errorf("%s:%w", h.paths.Preferences(), err)
	}
	return l, func() {
		for _, p := range problems {
			h.complain(fmt.Errorf("%s:%d:%d: %s", h.paths.Preferences(), p.Line, p.Column, p.Message))
		}
		if len(bytes.TrimSpace(preferences)) > 0 {
			h.keep(l)
		}
	}, nil
}

// keep writes the lookup file: whole or not at all, since another hook may read
// it at any time.
func (h *hook) keep(l *question.Lookup) {
	name := h.paths.Lookup()
	err := os.MkdirAll(filepath.Dir(name), 0o700)
	if err != nil {
		h.complain(err)
		return
	}
	f, err := os.CreateTemp(filepath.Dir(name), filepath.Base(name)+".*")
	if err != nil {
		h.complain(err)
		return
	}
	_, err = f.Write(l.Bytes())
	if closing := f.Close(); err == nil {
		err = closing
	}
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		os.Remove(f.Name())
		h.complain(err)
	}
}

// situation is what a decision on this payload depends on.
func (h *hook) situation(c hooks.Common) question.Situation {
	return question.Situation{
		Within:   question.NewLocation(h.project(c)).Within,
		Tally:    h.tally().Count,
		CanMerge: h.client().atLeast(2, 1, 121), // since then updatedToolOutput replaces what the model reads
	}
}

// project is the directory that the session works in.
func (h *hook) project(c hooks.Common) string {
	if c.Cwd != "" {
		return c.Cwd
	}
	return h.env.Getenv("CLAUDE_PROJECT_DIR")
}
