package tui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/app/installer"
	"neverask/hooks/claude/config"
)

// settingsPage is the page about the settings that decide about hooks and
// questions: what each comes to, where that is set, and what it hides.
type settingsPage struct {
	backend Backend
	home    string

	list    []config.Setting // nil until it is read
	effects []config.Switch
	asked   int
	pane    pane
}

func (*settingsPage) crumb() string { return "Settings" }

type settingsReadMsg struct {
	board   *settingsPage
	asked   int
	list    []config.Setting
	effects []config.Switch
}

func (o *overview) settings(m *model) tea.Cmd {
	w := &settingsPage{backend: o.backend, home: o.home}
	m.push(w)
	m.say("")
	return w.again(m)
}

// again reads the settings anew.
func (w *settingsPage) again(*model) tea.Cmd {
	w.asked++
	b, asked := w.backend, w.asked
	return func() tea.Msg { return settingsReadMsg{w, asked, b.Settings(), b.Sources().Switches} }
}

func (msg settingsReadMsg) take(*model) tea.Cmd {
	w := msg.board
	if msg.asked != w.asked {
		return nil
	}
	name := w.chosen().Name
	w.list, w.effects = msg.list, msg.effects
	if at := slices.IndexFunc(w.list, func(s config.Setting) bool { return s.Name == name }); at >= 0 {
		w.pane.chosen = at
	}
	w.pane.move(0, len(w.list))
	return nil
}

// chosen is the setting that keys are about; the zero one when there is none.
func (w *settingsPage) chosen() config.Setting {
	if w.pane.chosen >= len(w.list) {
		return config.Setting{}
	}
	return w.list[w.pane.chosen]
}

func (w *settingsPage) move(by int) { w.pane.move(by, len(w.list)) }

func (w *settingsPage) count() int { return len(w.list) }

// click chooses a setting; a second click on it opens it.
func (w *settingsPage) click(row int) func(*model) tea.Cmd {
	i, ok := w.pane.at(row)
	if !ok || i >= len(w.list) {
		return nil
	}
	if i == w.pane.chosen {
		return w.open
	}
	w.pane.chosen = i
	return nil
}

func (w *settingsPage) bindings() (all []binding) {
	if len(w.list) > 0 {
		if len(w.possible(w.chosen())) > 0 {
			all = append(all, bind("change…", w.change, "e").means("set it otherwise, or take it out; shows the change first").writing())
		}
		all = append(all, bind("show", w.open, "enter").means("what it does, and every place that sets it"))
	}
	return append(all, bind("back", (*model).back, "esc"))
}

// effect is what a setting does to hooks and questions as it is.
func (w *settingsPage) effect(s config.Setting) (text string, blocks bool) {
	for _, e := range w.effects {
		if s.Set() && e.File == s.File && e.Line == s.Line && strings.HasPrefix(s.Name, e.Name) {
			return e.Effect, e.Blocks
		}
	}
	return "", false
}

func (w *settingsPage) open(m *model) tea.Cmd {
	m.push(&settingDetail{w, w.chosen()})
	return nil
}

// settingDetail shows all of a setting.
type settingDetail struct {
	board   *settingsPage
	setting config.Setting
}

func (*settingDetail) crumb() string { return "Details" }

func (d *settingDetail) page(width, _ int, st *styles) page {
	p := lines(append([]string{""}, d.board.rows(d.setting, prose(width), st)...))
	p.subject = fileAt(d.board.home, d.setting.File, d.setting.Line, 0)
	return p
}

func (d *settingDetail) bindings() []binding {
	return []binding{bind("back", (*model).back, "esc", "enter")}
}

// A possibility is a value that a setting can get in a file.
type possibility struct {
	target installer.Target
	raw    string // JSON text; empty takes the setting out
	now    string // what the file says of it; empty where it says nothing
}

// possible lists what a setting can be set to, by the files that neverask edits.
func (w *settingsPage) possible(s config.Setting) (all []possibility) {
	for _, t := range targets(w.backend) {
		kind := config.Kind(t.Scope)
		if kind == "" {
			kind = config.Extra
		}
		values := config.Values(kind, s.Name)
		now, readOnly := "", ""
		for _, o := range append([]config.Origin{s.Origin}, s.Hides...) {
			if o.File == t.Path {
				now, readOnly = o.Value, o.ReadOnly
			}
		}
		if readOnly != "" || values == nil {
			continue
		}
		for _, v := range values {
			if v != now {
				all = append(all, possibility{t, v, now})
			}
		}
		if now != "" {
			all = append(all, possibility{t, "", now})
		}
	}
	return all
}

// choices asks what a setting is set to, and where.
type choices struct {
	board   *settingsPage
	setting config.Setting
	all     []possibility
	chosen  int
}

func (*choices) crumb() string { return "Change" }

func (w *settingsPage) change(m *model) tea.Cmd {
	s := w.chosen()
	m.abandon()
	m.push(&choices{board: w, setting: s, all: w.possible(s)})
	m.say("")
	return nil
}

func (c *choices) bindings() []binding {
	return []binding{bind("choose", c.choose, "enter").writing(), bind("back", (*model).back, "esc")}
}

func (c *choices) choose(m *model) tea.Cmd {
	name, to := c.setting.Name, c.all[c.chosen]
	return m.begin(change{op: "set", target: to.target, make: func(b Backend) (installer.Plan, error) {
		return b.Configure(to.target, name, to.raw)
	}})
}

func (c *choices) move(by int) { c.chosen = max(min(c.chosen+by, len(c.all)-1), 0) }

// click chooses a row; a second click on it goes on.
func (c *choices) click(row int) func(*model) tea.Cmd {
	if row >= len(c.all) {
		return nil
	}
	if row == c.chosen {
		return c.choose
	}
	c.chosen = row
	return nil
}
