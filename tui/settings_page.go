package tui

import (
	"cmp"
	"strings"

	"neverask/diffview"
	"neverask/hooks/claude/config"
)

func (w *settingsPage) page(width, height int, st *styles) page {
	p := page{}
	if w.list == nil {
		rows := []string{"", "  " + st.muted.Render("reading settings …")}
		p.rows, p.row = len(rows), func(i int) string { return rows[i] }
		return p
	}
	s := w.chosen()
	if s.Set() {
		p.subject = string(s.Kind) + " " + short(w.home, s.File)
	}
	p.head = []string{" " + st.strong.Render(fit("Settings that decide about hooks and questions", width-2))}
	p.head = append(p.head, columnNames(width, height, st, func(w int) string { return settingColumnsOf(w).head() })...)
	return w.pane.lay(p, width, height, len(w.list), st,
		func(i, width int) string { return w.row(i, width, st) },
		func(width, _ int) []string { return w.rows(s, width, st) })
}

// settingColumns are the widths of the columns of the list; 0 leaves one out.
type settingColumns struct{ name, value, from int }

func settingColumnsOf(width int) (c settingColumns) {
	if width >= 60 {
		c.from = 10
	}
	c.name = min((width-2-c.from)*3/5, 34)
	c.value = width - 2 - c.from - c.name
	return c
}

func (c settingColumns) head() string {
	s := "  " + pad("setting", c.name) + pad("value", c.value)
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
	return clean("", name), clean("", value)
}

func (w *settingsPage) row(i, width int, st *styles) string {
	s, c := w.list[i], settingColumnsOf(width)
	style, left := rowStart(i == w.pane.chosen, st)
	name, value := settingName(s)
	from := "default"
	if s.Set() {
		from = string(s.Kind)
	}
	b := badge{}
	if _, blocks := w.effect(s); blocks {
		b = mark("▲", value, warn)
	}
	text := cmp.Or(b.draw(st), value)
	if !s.Set() {
		text = st.muted.Render(value)
	}
	line := left + pad(style.Render(fit(name, c.name-1)), c.name) + pad(fit(text, c.value-1), c.value)
	if c.from > 0 {
		line += st.muted.Render(from)
	}
	return fit(line, width)
}

// settingAbout says what a setting does.
var settingAbout = map[string]string{
	"disableAllHooks":               "true turns every hook off, neverask's too",
	"allowManagedHooksOnly":         "true lets only the hooks of managed settings run",
	"strictPluginOnlyCustomization": "what it names comes from plugins alone, and not from settings files",
	"askUserQuestionTimeout":        "after this time without an answer, Claude goes on by itself",
	"permissions.defaultMode":       "how a session begins: which tools it may use without asking",
}

// rows say all that is known of a setting.
func (w *settingsPage) rows(s config.Setting, width int, st *styles) []string {
	name, value := settingName(s)
	all := styled(indented(name+" = "+value, 1, width), st.strong)
	about := settingAbout[s.Name]
	switch {
	case strings.HasPrefix(s.Name, "permissions.") && strings.Contains(s.Name, " "):
		about = "a permission rule; those of all files count"
	case strings.HasPrefix(s.Name, "env."):
		about = "a variable that Claude Code and its hooks run with; its value is not shown"
	case strings.HasPrefix(s.Name, "enabledPlugins."):
		about = "a plugin, which may bring hooks of its own"
	}
	all = append(all, styled(indented(about, 1, width), st.muted)...)
	if effect, blocks := w.effect(s); effect != "" {
		b := mark("·", "effect", calm)
		if blocks {
			b = mark("▲", "in the way", warn)
		}
		all = append(all, noted(b, clean(w.home, effect), width, st)...)
	}
	add := func(label, text string) { all = append(all, labelled(label, text, width, st)...) }
	if s.Set() {
		add("set in", originText(w.home, s.Origin))
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
		text := clean("", diffview.RedactSetting(s.Name, o.Value)) + " in " + originText(w.home, o)
		if o.Ignored != "" {
			text += ": " + clean(w.home, o.Ignored)
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
	text := string(o.Kind) + " " + fileAt(home, o.File, o.Line, 0)
	if o.ReadOnly != "" {
		text += " (" + clean(home, o.ReadOnly) + ")"
	}
	return text
}

func (c *choices) page(width, height int, st *styles) page {
	name, value := settingName(c.setting)
	p := page{
		head: append([]string{" " + st.strong.Render(fit("What should "+name+" be?", width-2)), " " + st.muted.Render(fit("now "+value, width-2))}, spaced(height, "")...),
		rows: len(c.all), row: func(i int) string { return c.row(i, width, st) },
		focus: c.chosen, focusEnd: c.chosen + 1,
	}
	p.subject = subject(c.board.home, c.all[c.chosen].target)
	return p
}

func (c *choices) row(i, width int, st *styles) string {
	k := c.all[i]
	style, left := plain, "   "
	if i == c.chosen {
		style, left = st.selected, " ▸ "
	}
	value := clean("", k.raw)
	if k.raw == "" {
		value = "take it out"
	}
	where := string(k.target.Scope)
	if where == "" {
		where = short(c.board.home, k.target.Path)
	} else if width >= wide {
		where += ", " + short(c.board.home, k.target.Path)
	}
	return style.Render(left+pad(value, 22)) + st.muted.Render(fitPath(where, width-26))
}
