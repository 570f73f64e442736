package setting

import (
	"cmp"
	"strings"

	"neverask/diffview"
	"neverask/hooks/claude/config"
	"neverask/tui/kit"
)

func (w *settingsPage) Page(width, height int, st *kit.Styles) kit.Page {
	p := kit.Page{}
	if w.list == nil {
		rows := []string{"", "  " + st.Muted.Render("reading settings …")}
		return p.Of(rows)
	}
	s := w.chosen()
	if s.Set() {
		p.Subject = string(s.Kind) + " " + kit.Short(w.home, s.File)
	}
	p.Head = []string{" " + st.Strong.Render(kit.Fit("Settings that affect hooks and questions, and the theme", width-2))}
	for _, f := range w.unread {
		text := kit.FileAt(w.home, f.File, f.Line, f.Col) + ". Claude Code ignores what it sets, too"
		if f.Repairable {
			text += kit.Tied(" · press D to repair it")
		}
		p.Head = append(p.Head, kit.Noted(kit.Mark("✗", "cannot read", kit.Bad), text, width, st)...)
	}
	p.Names = func(w int) string { return settingColumnsOf(w).head() }
	return w.pane.Lay(p, width, height, len(w.list), st,
		func(i, width int) string { return w.row(i, width, st) },
		func(width, _ int) []string { return w.rows(s, width, st) })
}

// settingColumns are the widths of the columns of the list; 0 leaves one out.
type settingColumns struct{ name, value, from int }

func settingColumnsOf(width int) (c settingColumns) {
	if width >= 60 {
		c.from = 10
	}
	c.name = min((width-2-c.from)*3/5, 31)
	c.value = width - 2 - c.from - c.name
	return c
}

func (c settingColumns) head() string {
	s := "  " + kit.Pad("setting", c.name) + kit.Pad("value", c.value)
	if c.from > 0 {
		s += "from"
	}
	return s
}

// settingName is the name of a setting and its value, as they are listed; a
// permission rule is its value.
func settingName(s config.Setting) (name, value string) {
	name, value, rule := strings.Cut(s.Name, " ")
	if !rule {
		value = cmp.Or(diffview.RedactSetting(s.Name, s.Value), s.Default, "not set")
	}
	return kit.Clean("", name), kit.Clean("", value)
}

func (w *settingsPage) row(i, width int, st *kit.Styles) string {
	s, c := w.list[i], settingColumnsOf(width)
	style, left := kit.RowStart(i == w.pane.Chosen, st)
	name, value := settingName(s)
	from := cmp.Or(string(s.Kind), "default")
	b := kit.Badge{}
	if _, blocks := w.effect(s); blocks {
		b = kit.Mark("▲", value, kit.Warn)
	}
	text := cmp.Or(b.Draw(st), value)
	if !s.Set() {
		text = st.Muted.Render(value)
	}
	line := left + kit.Pad(style.Render(kit.Fit(name, c.name-1)), c.name) + kit.Pad(kit.Fit(text, c.value-1), c.value)
	if c.from > 0 {
		line += st.Muted.Render(from)
	}
	return kit.Fit(line, width)
}

// settingAbout says what a setting does.
var settingAbout = map[string]string{
	"disableAllHooks":               "true turns off every hook, including neverask's",
	"allowManagedHooksOnly":         "true runs only hooks from managed settings",
	"strictPluginOnlyCustomization": "what it names comes only from plugins, not from settings files",
	"askUserQuestionTimeout":        "after this long without an answer, Claude carries on by itself",
	"permissions.defaultMode":       "how a session starts: which tools it may use without asking",
	"theme":                         "the colours of neverask's own screens; not stored in any of Claude Code's files",
}

// rows say all that is known of a setting.
func (w *settingsPage) rows(s config.Setting, width int, st *kit.Styles) []string {
	name, value := settingName(s)
	all := kit.Styled(kit.Indented(name+" = "+value, 1, width), st.Strong)
	about := settingAbout[s.Name]
	switch {
	case strings.HasPrefix(s.Name, "permissions.") && strings.Contains(s.Name, " "):
		about = "a permission rule; those of all files count"
	case strings.HasPrefix(s.Name, "env."):
		about = "a variable that Claude Code and its hooks run with; its value is not shown"
	case strings.HasPrefix(s.Name, "enabledPlugins."):
		about = "a plugin, which may bring hooks of its own"
	}
	all = append(all, kit.Styled(kit.Indented(about, 1, width), st.Muted)...)
	if effect, blocks := w.effect(s); effect != "" {
		b := kit.Mark("·", "effect", kit.Calm)
		if blocks {
			b = kit.Mark("▲", "in the way", kit.Warn)
		}
		all = append(all, kit.Noted(b, kit.Clean(w.home, effect), width, st)...)
	}
	add := func(label, text string) { all = append(all, kit.Labelled(label, text, width, st)...) }
	if s.Kind == own {
		return all
	} else if s.Set() {
		add("set in", originText(w.home, s.Origin))
	} else if len(w.unread) > 0 {
		add("set in", "no file that can be read")
	} else {
		add("set in", "no file")
	}
	for _, o := range s.Hides {
		label := "hides"
		switch {
		case o.Ignored != "":
			label = "ignored"
		case strings.Contains(s.Name, " "):
			label = "also in"
		}
		text := kit.Clean("", diffview.RedactSetting(s.Name, o.Value)) + " in " + originText(w.home, o)
		if o.Ignored != "" {
			text += ": " + kit.Clean(w.home, o.Ignored)
		}
		add(label, text)
	}
	if s.Default != "" && s.Set() {
		add("default", s.Default)
	}
	return all
}

// originText is the place that sets a setting.
func originText(home string, o config.Origin) string {
	text := string(o.Kind) + " " + kit.FileAt(home, o.File, o.Line, 0)
	if o.ReadOnly != "" {
		text += " (" + kit.Clean(home, o.ReadOnly) + ")"
	}
	return text
}
