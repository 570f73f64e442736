package installer_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"testing"

	"neverask/hooks/app/changes"
	"neverask/hooks/app/installer"
	"neverask/hooks/app/status"
	"neverask/settings"
	"neverask/settings/must"
)

// Rules that went with a deleted file are lost until they are restored, also when there is
// a new file, and when that is undone.
func TestLostRulesStayRestorable(t *testing.T) {
	in := newInstaller(t)
	file := in.Paths.Preferences()
	rule := func(id, answer string) string {
		return fmt.Sprintf(`{"id": %q, "match": {"text": "Use %s?"}, "mode": "never-ask", "answer": %q}`, id, id, answer)
	}
	add := func(id, answer string) settings.Receipt {
		t.Helper()
		r, err := in.Store.Update(t.Context(), file, "rules add", func(doc settings.Document) (settings.Document, error) {
			doc, err := doc.Set(settings.Path{"version"}, "1")
			must.Do(t, err)
			return doc.Append(settings.Path{"rules"}, rule(id, answer))
		})
		must.Do(t, err)
		return r
	}
	lost := func(want int, gone bool) {
		t.Helper()
		l, ok := changes.FindLost(in, file)
		if ok != (want > 0) || ok && (l.Rules != want || l.Gone != gone) {
			t.Errorf("lost: %v, %d rules, gone: %v; want %d, %v", ok, l.Rules, l.Gone, want, gone)
		}
		told := false
		for _, p := range status.Inspect(in, installer.Target{Path: path(in, ".claude/settings.json")}).Problems {
			told = told || p.ID == "preferences-gone"
		}
		if told != ok {
			t.Errorf("the status tells it: %v, want %v", told, ok)
		}
	}
	read := func() []byte {
		t.Helper()
		b, err := os.ReadFile(file)
		must.Do(t, err)
		return b
	}
	restore := func() settings.Receipt {
		t.Helper()
		p, err := changes.Regain(in, file, "")
		must.Do(t, err)
		r, err := in.Apply(t.Context(), p)
		must.Do(t, err)
		return r
	}
	undo := func(r settings.Receipt) {
		t.Helper()
		p, err := changes.Undo(in, r)
		must.Do(t, err)
		_, err = in.Apply(t.Context(), p)
		must.Do(t, err)
	}

	add("r-a", "yes")
	add("r-b", "yes")
	lost(0, false)
	whole := read()
	must.Do(t, os.Remove(file))
	lost(2, true)
	again := add("r-b", "no")
	lost(1, false) // one of that ID is there
	undo(again)
	lost(2, true)
	undo(restore())
	lost(0, true) // who has undone it has seen it

	must.Do(t, os.WriteFile(file, whole, 0o600))
	add("r-c", "yes")
	must.Do(t, os.Remove(file))
	lost(3, true)
	add("r-d", "yes")
	add("r-b", "no")
	lost(2, false)
	must.Do(t, os.Remove(file))
	lost(4, true) // what neverask has changed since the first loss is as it was then
	if p, err := changes.Regain(in, file, ""); err != nil || !bytes.Contains(p.After, []byte(`"no"`)) {
		t.Errorf("%s, %v", p.After, err)
	}
	add("r-e", "yes")
	before := read()
	r := restore()
	lost(0, false)
	for _, id := range []string{"r-a", "r-b", "r-c", "r-d", "r-e"} {
		if n := bytes.Count(read(), []byte(`"`+id+`"`)); n != 1 {
			t.Errorf("%s is there %d times in\n%s", id, n, read())
		}
	}
	undo(r)
	if got := read(); !bytes.Equal(got, before) {
		t.Errorf("undone:\n%s\nwant\n%s", got, before)
	}
	lost(0, false)
	if _, err := changes.Regain(in, file, ""); !errors.Is(err, settings.ErrNoReceipt) {
		t.Error(err)
	}
}
