package kit

import (
	"runtime"
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
)

// A Binding is some keys and what they do. Only bindings that do something now are listed, so
// none needs to be disabled.
type Binding struct {
	key.Binding
	Do    func(*Model) tea.Cmd
	Quiet bool // not on the help line, only in the help
	Vain  bool // not in the help either: it only says why there is nothing to do
	About string
	Write bool   // leads to a change of a file
	minor bool   // the first to leave a narrow help line
	kept  bool   // the last to leave it
	typed bool   // its keys also do it while a text is typed
	group string // in the help
	// object is what the key acts on, for a help line that has room for it.
	object string
}

// Of says what the key acts on.
func (b Binding) Of(object string) Binding {
	b.object = object
	return b
}

// Lesser marks a binding as one of the first to leave the help line.
func (b Binding) Lesser() Binding {
	b.minor = true
	return b
}

// Kept marks a binding as one of the last to leave the help line.
func (b Binding) Kept() Binding {
	b.kept = true
	return b
}

// whileTyping makes keys do something that would otherwise be text.
func (b Binding) whileTyping() Binding {
	b.typed = true
	return b
}

// Means gives a binding a longer text for the help.
func (b Binding) Means(about string) Binding {
	b.About = about
	return b
}

// DoctorCrumb names the doctor's page.
const DoctorCrumb = "Doctor"

// Doctor returns the key for that page.
func Doctor() Binding {
	return Bind("doctor", visiting(DoctorCrumb),
		"D").Means("doctor: what stops hooks and rules from doing their work, and how to repair it")
}

// Conflicts returns the key for the page of conflicts.
func Conflicts() Binding {
	return Bind("conflicts", visiting("Conflicts"), "C").Means("what other hooks do on questions, and your options")
}

// Opening returns the key that opens a file in the person's editor, at a line; 0 is none.
func Opening(file string, line int) Binding {
	return Bind("open", func(m *Model) tea.Cmd { return m.Edit(file, line) },
		"o").Means("open the file in your editor, at the line").Writing()
}

// Leaving adds the key that leaves a page to its keys, unless esc does something else.
func Leaving(all []Binding) []Binding {
	if slices.ContainsFunc(all, func(b Binding) bool { return slices.Contains(b.Keys(), "esc") }) {
		return all
	}
	return append(all, Bind("back", (*Model).Back, "esc"))
}

// Quietly returns the binding without a place on the help line.
func (b Binding) Quietly() Binding {
	b.Quiet = true
	return b
}

// Writing marks a binding as one that leads to a change.
func (b Binding) Writing() Binding {
	b.Write = true
	return b
}

// Bind makes a binding of keys, the first of which is shown.
func Bind(desc string, do func(*Model) tea.Cmd, keys ...string) Binding {
	return Binding{Binding: key.NewBinding(key.WithKeys(keys...), key.WithHelp(keys[0], desc)), Do: do}
}

// Quiet makes a binding that the help line omits.
func Quiet(shown, desc string, do func(*Model) tea.Cmd, keys ...string) Binding {
	b := Bind(desc, do, keys...)
	b.SetHelp(shown, desc)
	return b.Quietly()
}

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
