package tui

import (
	"runtime"
	"slices"
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
	write bool   // leads to a change of a file
	minor bool   // the first to leave a narrow help line
	group string // in the help
	// object is what the key is about, for a help line that has room for it.
	object string
}

// of says what the key is about.
func (b binding) of(object string) binding {
	b.object = object
	return b
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
	if !m.writing() && runtime.GOOS != "windows" {
		leave = append(leave, quiet("ctrl+z", "suspend; fg comes back", (*model).suspend, "ctrl+z"))
	}
	if m.tooSmall() {
		return leave
	}
	first, last := m.host.keys()
	all := grouped(append(first, m.current().bindings()...), onScreen)
	all = append(all, grouped(m.movement(), moving)...)
	all = append(all, without(last, all)...)
	if m.ReadOnly {
		all = slices.DeleteFunc(all, func(b binding) bool { return b.write })
	}
	if _, listing := m.current().layer.(*menu); !listing {
		all = append(all, bind("help", (*model).help, "?").means("this list"))
	}
	all = grouped(append(all, leave...), everywhere)
	if _, line := m.typist(); line != nil {
		return withoutText(all)
	}
	return all
}

// grouped puts bindings into a group of the help, but for those that are in one.
func grouped(all []binding, group string) []binding {
	for i := range all {
		if all[i].group == "" {
			all[i].group = group
		}
	}
	return all
}

// without leaves out the bindings whose key has a meaning already.
func without(all, taken []binding) []binding {
	return slices.DeleteFunc(all, func(b binding) bool {
		return slices.ContainsFunc(taken, func(t binding) bool { return slices.Contains(t.Keys(), b.Keys()[0]) })
	})
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
// help and quit. What is left of the line says what keys are about.
func helpLine(all []binding, width int, st *styles) string {
	var shown []binding
	var descs []string
	used, minor := 1-keyGap, -1
	for _, b := range all {
		if b.quiet {
			continue
		}
		if b.minor {
			minor = len(shown)
		}
		shown, descs = append(shown, b), append(descs, b.Help().Desc)
		used += keyGap + lipgloss.Width(b.Help().Key) + 1 + lipgloss.Width(b.Help().Desc)
	}
	for used > width && len(shown) > 2 {
		gone := len(shown) - 3
		if minor >= 0 {
			gone, minor = minor, -1
		}
		used -= keyGap + lipgloss.Width(shown[gone].Help().Key) + 1 + lipgloss.Width(descs[gone])
		shown, descs = slices.Delete(shown, gone, gone+1), slices.Delete(descs, gone, gone+1)
	}
	const least = 16 // columns that say something of an object
	items := make([]string, len(shown))
	for i, b := range shown {
		if room := width - used - len(": "); b.object != "" && room >= min(least, lipgloss.Width(b.object)) {
			desc, shows := strings.CutSuffix(descs[i], "…")
			desc += ": " + fit(b.object, min(room, 2*least))
			if shows && !strings.HasSuffix(desc, "…") {
				desc += "…"
			}
			used += lipgloss.Width(desc) - lipgloss.Width(descs[i])
			descs[i] = desc
		}
		items[i] = st.key.Render(b.Help().Key) + " " + st.muted.Render(descs[i])
	}
	return fit(" "+strings.Join(items, strings.Repeat(" ", keyGap)), width)
}

// keyGap is what stands between two keys of the help line.
const keyGap = 3
