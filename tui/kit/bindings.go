package kit

import (
	"runtime"
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
)

// Bindings returns all keys that do something now, those of the topmost layer first. Only this
// method decides what a key does.
func (m *Model) Bindings() []Binding {
	leave := []Binding{Bind("quit", (*Model).Quit, "q"), Quiet("ctrl+c", "quit", (*Model).Quit, "ctrl+c")}
	if !m.Writing() && runtime.GOOS != "windows" {
		leave = append(leave,
			Quiet("ctrl+z", "suspend (fg to return)", func(*Model) tea.Cmd { return tea.Suspend }, "ctrl+z"))
	}
	if m.TooSmall() {
		return leave
	}
	first, last := m.Host.Keys()
	all := grouped(append(first, m.Current().Bindings()...), OnScreen)
	all = append(all, grouped(without(m.movement(), all), moving)...)
	all = append(all, without(last, all)...)
	if m.ReadOnly {
		all = slices.DeleteFunc(all, func(b Binding) bool { return b.Write })
	}
	if _, listing := m.Current().Layer.(*Menu); !listing {
		all = append(all, Bind("help", (*Model).help, "?", "f1", "ctrl+g").Means("help, as do F1 and ctrl+g"))
	}
	// Above a place, q leads back, as esc does.
	if back := slices.IndexFunc(all, func(b Binding) bool { return slices.Contains(b.Keys(), "esc") }); back >= 0 &&
		!m.OnPlace() {
		leave[0] = Quiet("q", all[back].Help().Desc, all[back].Do, "q").Means(all[back].About)
	}
	all = grouped(append(all, without(leave, all)...), everywhere)
	if m.Typing() {
		return withoutText(all)
	}
	return all
}

// grouped puts bindings into a group of the help, except those that are already in one.
func grouped(all []Binding, group string) []Binding {
	for i := range all {
		if all[i].group == "" {
			all[i].group = group
		}
	}
	return all
}

// without omits the bindings whose key already has a meaning.
func without(all, taken []Binding) []Binding {
	return slices.DeleteFunc(all, func(b Binding) bool {
		return slices.ContainsFunc(taken, func(t Binding) bool { return slices.Contains(t.Keys(), b.Keys()[0]) })
	})
}

// Press runs the binding of a key, at once or after the change that is being written.
func (m *Model) Press(msg tea.KeyPressMsg) tea.Cmd {
	if msg.Code == tea.KeyEscape && msg.Mod == tea.ModAlt { // two that arrive together
		esc := tea.KeyPressMsg{Code: tea.KeyEscape}
		return tea.Batch(m.Press(esc), m.Press(esc))
	}
	if m.holds(msg) {
		return nil
	}
	if cmd, typed := m.typeKey(msg); typed {
		return cmd
	}
	for _, b := range m.Bindings() {
		if key.Matches(msg, b.Binding) {
			return do(m, b)
		}
	}
	idle(m, msg.String())
	return nil
}

// verbs are the verbs of keys that mean the same on all screens.
var verbs = map[string]string{
	"/": "find", "a": "add", "c": "copy", "d": "delete", "e": "edit",
	"f": "filter", "i": "install", "J": "move", "K": "move", "o": "open", "r": "reload",
	"!": "mark as wrong", "s": "sort", "space": "change", "t": "test",
	"u": "uninstall", "O": "turn off", "x": "explain", "y": "apply", "z": "undo",
	"A": "accept", "B": "repair", "b": "repair", "N": "decline",
	"n": "put off", "p": "accept", "R": "record", "S": "review",
}

// looking has the keys of verbs that change nothing.
const looking = "/cfrsxS"

// idle says that a key of verbs does nothing here.
func idle(m *Model, key string) {
	switch verb := verbs[key]; {
	case verb == "" || m.Writing() || m.Quitting || m.TooSmall() || !m.OnPlace() && !m.Leavable(): // a dialog or a form has its own keys
	case m.ReadOnly && !strings.Contains(looking, key):
		m.Say(ReadOnlyText)
	default:
		m.Say("nothing to " + verb + " here")
	}
}

// do runs a binding. It clears the last message, unless the key only looks around.
func do(m *Model, b Binding) tea.Cmd {
	if b.group != moving {
		clearMessage(m)
	}
	return b.Do(m)
}
