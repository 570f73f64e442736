package kit

import (
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
)

// A Binding is some keys and what they do. Only bindings that do something now are listed, so
// none needs to be disabled.
type Binding struct {
	key.Binding
	Do    func(*Model) tea.Cmd
	Quiet bool // not on the help line, only in the help
	Vain  bool // not in the help either: it only says why there is nothing to do, or does what a listed key does
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

// Opening returns the key that opens a file in the person's editor, at a line and a column; 0 is
// none.
func Opening(file string, line, col int) Binding {
	return Bind("open", func(m *Model) tea.Cmd { return m.Edit(file, line, col) },
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
