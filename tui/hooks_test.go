package tui

import (
	"strings"
	"testing"

	"neverask/tui/change"
)

func TestReadOnlyChangesNothing(t *testing.T) {
	t.Parallel()
	f := life(t)
	withAdvice(f)
	f.Zoo()
	d := newDriver(t, f, 160, 40)
	d.m.ReadOnly = true
	d.m.state.Rules.ReadOnly = true
	for _, p := range d.m.tabs {
		d.openTab(p.tab.Name())
		for range 8 {
			for _, b := range d.m.Bindings() {
				if b.Write {
					t.Errorf("%s: %s is offered", p.tab.Name(), b.Help().Key)
				}
			}
			d.Keys("down")
		}
	}
	d.openTab("Hooks")
	d.Sees("read-only: nothing can be changed here")
	for key := range strings.FieldsSeq("space e d m a z") {
		d.Keys(key)
		if !d.m.OnPlace() {
			t.Errorf("%s opens something", key)
		}
	}
	d.Send(change.InstallIntoMsg{Target: f.Targets()[0]})
	d.Sees("read-only")
	if len(f.Applied) > 0 {
		t.Error("something was written")
	}
}
