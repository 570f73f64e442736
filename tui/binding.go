package tui

import (
	"runtime"
	"slices"
	"strconv"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
)

// A binding is some keys and what they do. Only those that do something now
// are ever listed, so none needs to be disabled.
type binding struct {
	key.Binding
	do    func(*model) tea.Cmd
	quiet bool // not on the help line, only in the help
	about string
	write bool // leads to a change of a file
	minor bool // the first to leave a narrow help line
}

// lesser marks a binding as one that is missed least on the help line.
func (b binding) lesser() binding {
	b.minor = true
	return b
}

// means gives a binding a longer text for the help.
func (b binding) means(about string) binding {
	b.about = about
	return b
}

// writing marks a binding as one that leads to a change.
func (b binding) writing() binding {
	b.write = true
	return b
}

// bind makes a binding of keys, the first of which is the one that is shown.
func bind(desc string, do func(*model) tea.Cmd, keys ...string) binding {
	return binding{Binding: key.NewBinding(key.WithKeys(keys...), key.WithHelp(keys[0], desc)), do: do}
}

// quiet makes a binding that the help line leaves out.
func quiet(shown, desc string, do func(*model) tea.Cmd, keys ...string) binding {
	b := bind(desc, do, keys...)
	b.SetHelp(shown, desc)
	b.quiet = true
	return b
}

// bindings are all keys that do something now, those of the topmost layer
// first. It is the one place that decides what a key does.
func (m *model) bindings() []binding {
	leave := []binding{
		bind("quit", (*model).quit, "q"),
		quiet("ctrl+c", "quit, whatever is open", (*model).quit, "ctrl+c"),
	}
	if m.writing == nil && runtime.GOOS != "windows" {
		leave = append(leave, quiet("ctrl+z", "suspend; fg comes back", (*model).suspend, "ctrl+z"))
	}
	if m.tooSmall() {
		return leave
	}
	var all []binding
	if m.onTab() && len(m.alarm.lost) > 0 {
		all = append(all, bind("lost hooks", (*model).openLosses, "b").means("the hooks that were lost without neverask, and the way to put them back"))
	}
	all = append(append(all, m.current().bindings()...), m.movement()...)
	if m.onTab() {
		all = append(all, without(m.tabBindings(), all)...)
	}
	if m.ReadOnly {
		all = slices.DeleteFunc(all, func(b binding) bool { return b.write })
	}
	if _, helping := m.current().layer.(*help); !helping {
		all = append(all, bind("help", (*model).help, "?").means("this list"))
	}
	all = append(all, leave...)
	if _, line := m.typist(); line != nil {
		return withoutText(all)
	}
	return all
}

// without leaves out the bindings whose key has a meaning already.
func without(all, taken []binding) []binding {
	return slices.DeleteFunc(all, func(b binding) bool {
		return slices.ContainsFunc(taken, func(t binding) bool { return slices.Contains(t.Keys(), b.Keys()[0]) })
	})
}

// tabBindings are the keys that all tabs have in common.
func (m *model) tabBindings() (all []binding) {
	if m.undo != nil {
		all = append(all, m.recallBinding("undo", "z", "take back the last change", *m.undo))
	}
	if m.redo != nil {
		all = append(all, m.recallBinding("redo", "Z", "make the undone change again", *m.redo))
	}
	all = append(all, bind("reload", (*model).refresh, "r").means("read everything again"))
	if len(m.tabs) > 1 {
		all = append(all, bind("next", func(m *model) tea.Cmd { return m.open(m.active + 1) }, "tab"),
			quiet("shift+tab", "previous", func(m *model) tea.Cmd { return m.open(m.active - 1) }, "shift+tab"))
		for i, p := range m.tabs {
			n := strconv.Itoa(i + 1)
			all = append(all, quiet(n, p.tab.name(), func(m *model) tea.Cmd { return m.open(i) }, n))
		}
	}
	return all
}

// press does what a key is bound to.
func (m *model) press(msg tea.KeyPressMsg) tea.Cmd {
	if cmd, typed := m.typeKey(msg); typed {
		return cmd
	}
	for _, b := range m.bindings() {
		if key.Matches(msg, b.Binding) {
			return b.do(m)
		}
	}
	return nil
}

// helpLine draws the bindings that fit, and always the last two, which are
// help and quit.
func helpLine(all []binding, width int, st *styles) string {
	var items []string
	minor := -1
	for _, b := range all {
		if b.quiet {
			continue
		}
		if b.minor {
			minor = len(items)
		}
		items = append(items, st.key.Render(b.Help().Key)+" "+st.muted.Render(b.Help().Desc))
	}
	for line := ""; ; {
		line = " " + strings.Join(items, "   ")
		if lipgloss.Width(line) <= width || len(items) <= 2 {
			return fit(line, width)
		}
		gone := len(items) - 3
		if minor >= 0 {
			gone, minor = minor, -1
		}
		items = slices.Delete(items, gone, gone+1)
	}
}
