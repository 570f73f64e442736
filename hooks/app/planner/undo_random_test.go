package planner_test

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"neverask/hooks/app/changes"
	"neverask/hooks/claude/config"
	"neverask/settings"
	"neverask/settings/musttest"
)

// newWalk returns a model of which every change can be undone: it undoes the newest first, and
// others edit away from what neverask changes.
func newWalk(t *testing.T, seed uint64) *model {
	t.Helper()
	m := newModel(t, seed)
	m.walk, m.theirEdits = true, map[string]string{}
	return m
}

// walkStep makes a random change, if it is possible.
func (m *model) walkStep() {
	m.t.Helper()
	pickOf(m.random, []func(){m.park, m.park, m.unpark, m.putBack, m.remove, m.uninstall, m.install})()
}

// back undoes the newest change. It reports whether there was one.
func (m *model) back() (bool, error) {
	m.t.Helper()
	r, err := m.in.Store.Last()
	if errors.Is(err, settings.ErrNoReceipt) {
		return false, nil
	}
	m.must(err)
	p, err := changes.Undo(m.in, r)
	if err != nil {
		return true, fmt.Errorf("%s of %s: %w", r.Op, r.Path, err)
	}
	m.steps = append(m.steps, p.Op+" "+r.Op+" "+r.Path)
	_, err = m.in.Apply(m.t.Context(), p)
	return true, err
}

// undoAll goes back as far as it goes.
func (m *model) undoAll() {
	m.t.Helper()
	for range 1000 {
		more, err := m.back()
		if err != nil {
			m.t.Errorf("%v", err)
			return
		}
		if !more {
			return
		}
	}
	m.t.Error("there is no end to it")
}

// contents returns those of all files.
func (m *model) contents() map[string]string {
	all := map[string]string{}
	for name := range modelFiles {
		all[name] = string(m.content(name))
	}
	return all
}

// expect compares the files with what they were and others have put in.
func (m *model) expect(want map[string]string, after string) {
	m.t.Helper()
	for name, is := range m.contents() {
		if text := behindBracket(want[name], m.theirEdits[name]); is != text {
			m.t.Errorf("after %s, %s is\n%q\nnot\n%q", after, name, is, text)
		}
	}
}

func behindBracket(file, text string) string {
	i := strings.IndexByte(file, '{') + 1
	return file[:i] + text + file[i:]
}

// TestUndoEverything: whatever was changed, in whatever order, undoing all of it restores every
// byte; in files that others have edited elsewhere, every byte but theirs.
func TestUndoEverything(t *testing.T) {
	t.Parallel()
	for seed := range uint64(40) {
		m := newWalk(t, seed)
		start := m.contents()
		for range 4 + m.random.IntN(10) {
			switch n := m.random.IntN(10); {
			case n == 0:
				if _, err := m.back(); err != nil {
					t.Errorf("%v", err)
				}
			case n < 3 && seed%2 == 1:
				name := pickOf(m.random, slices.Sorted(maps.Keys(modelFiles)))
				if start[name] != "" {
					m.member(name, m.content(name))
				}
			default:
				m.walkStep()
			}
		}
		m.undoAll()
		m.expect(start, "undoing everything")
		if t.Failed() {
			t.Fatalf("seed %d, the steps:\n%s", seed, strings.Join(m.steps, "\n"))
		}
	}
}

// TestUndoAmongTheHooksOfOthers: when others have put hooks between those that
// were changed, undoing everything still gives these their order back.
func TestUndoAmongTheHooksOfOthers(t *testing.T) {
	const file = ".claude/settings.json"
	for seed := range uint64(20) {
		m := newWalk(t, seed)
		order := func(theirs bool) (commands []string) {
			doc, err := settings.Parse(m.content(file))
			musttest.Do(t, err)
			groups, err := config.Read(doc)
			musttest.Do(t, err)
			for _, g := range groups {
				for _, h := range g.Handlers {
					if strings.Contains(key(h), " new ") == theirs {
						commands = append(commands, g.Event+" "+key(h))
					}
				}
			}
			return commands
		}
		was, joined := order(false), 0
		for range 8 {
			doc, err := settings.Parse(m.content(file))
			musttest.Do(t, err)
			if m.random.IntN(3) > 0 {
				m.walkStep()
			} else if _, there := doc.Get("hooks", "PreToolUse"); there {
				doc, err := m.handAdd(file, doc, make([]config.Group, 3))
				musttest.Do(t, err)
				m.write(file, doc.Bytes())
				joined++
			}
		}
		m.undoAll()
		if is := order(false); !slices.Equal(is, was) {
			t.Errorf("the hooks are\n%q\nnot\n%q", is, was)
		}
		if theirs := order(true); len(theirs) != joined {
			t.Errorf("of %d hooks of others these are left: %q", joined, theirs)
		}
		if t.Failed() {
			t.Fatalf("seed %d, the steps:\n%s\n%s", seed, strings.Join(m.steps, "\n"), m.content(file))
		}
	}
}
