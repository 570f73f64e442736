package kit_test

import (
	"errors"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"neverask/tui/kit"
	"neverask/tui/kit/kittest"
)

// typist is a place that writes down the keys that it gets.
type typist struct {
	kittest.Blank
	got string
}

func (p *typist) Bindings() (all []kit.Binding) {
	for _, name := range []string{"a", "b"} {
		all = append(all, kit.Bind("note "+name, func(*kit.Model) tea.Cmd { p.got += name; return nil }, name))
	}
	return all
}

func showTypist(t *testing.T) (*kittest.Driver, *typist) {
	t.Helper()
	p := new(typist)
	m := &kit.Model{Home: "/home", Now: func() time.Time { return kittest.Noon }}
	return kittest.Show(t, m, p, nil, 80, 24), p
}

// TestKeysWaitForAChange: keys pressed while a change is written act on what follows it, and on nothing else.
func TestKeysWaitForAChange(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		work            kit.Work
		keys            []string
		err             error
		recalling, quit bool
		during, after   string
	}{
		"written":                 {keys: []string{"a", "b"}, after: "ab"},
		"failed":                  {keys: []string{"a", "b"}, err: errors.New("no space left")},
		"esc forgets them":        {keys: []string{"a", "esc", "b"}, after: "b"},
		"undo is not known yet":   {keys: []string{"a"}, recalling: true},
		"quitting":                {keys: []string{"a"}, quit: true},
		"what can be interrupted": {work: kit.Work{Stop: func() {}}, keys: []string{"a", "b"}, during: "ab", after: "ab"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d, p := showTypist(t)
			d.M.Hold(&c.work)
			d.M.ReadingUndo, d.M.Quitting = c.recalling, c.quit
			d.Keys(c.keys...)
			if p.got != c.during {
				t.Errorf("while it was written, it got %q", p.got)
			}
			d.M.Release(&c.work, c.err)
			d.Send(kit.ReloadMsg{})
			if p.got != c.after {
				t.Errorf("it got %q, want %q", p.got, c.after)
			}
		})
	}
}

// TestClicksDoNotWait: what is clicked while a change is written may be elsewhere afterwards.
func TestClicksDoNotWait(t *testing.T) {
	t.Parallel()
	d, p := showTypist(t)
	var work kit.Work
	d.M.Hold(&work)
	d.ClickOn("note a")
	d.M.Release(&work, nil)
	d.Send(kit.ReloadMsg{})
	if p.got != "" {
		t.Errorf("it got %q", p.got)
	}
	if d.ClickOn("note a"); p.got != "a" {
		t.Errorf("later it got %q", p.got)
	}
}

// TestFormGoesRound: after the last field comes the first, and before the first the last.
func TestFormGoesRound(t *testing.T) {
	t.Parallel()
	f := &kit.Form{Fields: []*kit.Field{{Name: "first"}, {Name: "hidden"}, {Name: "last"}}}
	f.Visible = func() []*kit.Field { return []*kit.Field{f.Fields[0], f.Fields[2]} }
	keys := f.Keys()
	for i, want := range []string{"last", "first", "last", "first"} {
		keys[i/2].Do(nil)
		if got := f.Current().Name; got != want {
			t.Errorf("key %d goes to %s, want %s", i, got, want)
		}
	}
}
