package tui

import (
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"neverask/tui/kit"
)

// restyle applies the theme in the options.
func (s *shell) restyle() { s.Styles = stylesFor(s, kit.ThemeOf(s.Options.Theme)) }

// stylesFor returns the styles of a theme, without a background if the terminal has no colours.
func stylesFor(s *shell, t kit.Theme) *kit.Styles {
	st := t.Styles(s.dark)
	if colors(s.Options.Environ) < colorprofile.ANSI {
		st.Back, st.Text = nil, nil
	}
	return st
}

// themeChooser returns the key function that switches to another theme, saves it, and offers undo.
func themeChooser(s *shell, name string) func(*kit.Model) tea.Cmd {
	return func(m *kit.Model) tea.Cmd {
		before, back := kit.ThemeOf(s.Options.Theme).Name, s.themed
		s.Options.Theme, s.themed = name, ""
		s.restyle()
		said := "✓ set the theme to " + name
		if m.OnPlace() && before != name && back != name {
			s.themed = before
			said += " · z to undo"
		}
		if err := s.Options.SaveTheme(name); err != nil {
			said = "✗ could not save the theme: " + kit.Clean(m.Home, err.Error())
		}
		m.Say(said)
		return nil
	}
}

// themeEntries returns the entries that choose a theme. The screen previews the theme under the
// cursor.
func (s *shell) themeEntries() (all []kit.MenuEntry) {
	now := kit.ThemeOf(s.Options.Theme).Name
	for _, t := range kit.Themes() {
		text := t.Name + ": " + t.About
		if t.Name == now {
			text += " ✓ now"
		}
		all = append(all, kit.MenuEntry{
			Group: "Theme", Text: text, Verb: "choose", Do: themeChooser(s, t.Name), Look: stylesFor(s, t),
		})
	}
	return all
}
