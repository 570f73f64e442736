package setting

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/app/installer"
	"neverask/hooks/claude/config"
	"neverask/tui/change"
	"neverask/tui/kit"
)

// settingsPage is the page about the settings that decide about hooks and
// questions: what each comes to, where that is set, and what it hides.
type settingsPage struct {
	backend Backend
	home    string
	theme   Theme

	list    []config.Setting // nil until it is read
	effects []config.Switch
	unread  []config.Finding // settings files that cannot be read
	asked   int
	pane    kit.Pane
}

func (*settingsPage) Crumb() string { return "Settings" }

type settingsReadMsg struct {
	board   *settingsPage
	asked   int
	list    []config.Setting
	sources config.Sources
}

// A Theme is the one setting of neverask's own on the page: the colours of the screens.
type Theme struct {
	Name   func() string
	Choose func(*kit.Model) tea.Cmd
}

// own is where that comes from.
const own config.Kind = "neverask"

// Open opens the page.
func Open(m *kit.Model, b Backend, theme Theme) tea.Cmd {
	w := &settingsPage{backend: b, home: m.Home, theme: theme}
	m.Push(w)
	return w.Again(m)
}

// Again reads the settings anew.
func (w *settingsPage) Again(*kit.Model) tea.Cmd {
	w.asked++
	b, asked := w.backend, w.asked
	return func() tea.Msg { return settingsReadMsg{w, asked, b.Settings(), b.Sources()} }
}

func (msg settingsReadMsg) Take(*kit.Model) tea.Cmd {
	w := msg.board
	if msg.asked != w.asked {
		return nil
	}
	name := w.chosen().Name
	w.list = append(msg.list, config.Setting{Name: "theme", Origin: config.Origin{Kind: own}, Default: w.theme.Name()})
	w.effects = msg.sources.Switches
	w.unread = slices.DeleteFunc(slices.Clone(msg.sources.Findings), func(f config.Finding) bool {
		read := slices.ContainsFunc(msg.sources.List, func(s config.Source) bool { return s.File == f.File })
		return read || !strings.Contains(filepath.Base(f.File), "settings")
	})
	if at := slices.IndexFunc(w.list, func(s config.Setting) bool { return s.Name == name }); at >= 0 {
		w.pane.Chosen = at
	}
	w.pane.Move(0, len(w.list))
	return nil
}

// chosen is the setting that keys are about; the zero one when there is none.
func (w *settingsPage) chosen() config.Setting {
	if w.pane.Chosen >= len(w.list) {
		return config.Setting{}
	}
	return w.list[w.pane.Chosen]
}

func (w *settingsPage) Move(by int) { w.pane.Move(by, len(w.list)) }

func (w *settingsPage) Count() int { return len(w.list) }

// Click chooses a setting; a second click on it opens it.
func (w *settingsPage) Click(row int) func(*kit.Model) tea.Cmd {
	return w.pane.Click(row, len(w.list), w.open, nil)
}

func (w *settingsPage) Bindings() (all []kit.Binding) {
	if len(w.list) > 0 {
		all = append(all, w.edit()...)
		all = append(all, kit.Bind("show", w.open, "enter").Means("show what it does and every place that sets it"))
	}
	if len(w.unread) > 0 {
		all = append(all, kit.Doctor())
	}
	return append(all, kit.Bind("back", (*kit.Model).Back, "esc"))
}

// edit is the key that changes the chosen setting, where neverask can.
func (w *settingsPage) edit() []kit.Binding {
	switch s := w.chosen(); {
	case s.Kind == own:
		return []kit.Binding{kit.Bind("edit…", w.theme.Choose, "e").Means("choose the colours of the screens")}
	case len(w.possible(s)) > 0:
		return []kit.Binding{kit.Bind("edit…", w.change, "e").Means("change or remove it; shows the change first").Writing()}
	}
	return nil
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

func (w *settingsPage) open(m *kit.Model) tea.Cmd {
	s, keys := w.chosen(), w.edit()
	for i, b := range keys { // the list shows what comes of it
		keys[i].Do = func(m *kit.Model) tea.Cmd { m.Pop(); return b.Do(m) }
	}
	m.Push(&kit.Details{Keys: keys, Subject: kit.FileAt(w.home, s.File, s.Line, 0), About: func(width int, st *kit.Styles) []string { return w.rows(s, width, st) }})
	return nil
}

// A possibility is a value that a setting can get in a file.
type possibility struct {
	target installer.Target
	raw    string // JSON text; empty takes the setting out
}

// possible lists what a setting can be set to, by the files that neverask edits.
func (w *settingsPage) possible(s config.Setting) (all []possibility) {
	for _, t := range change.Targets(w.backend) {
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
				all = append(all, possibility{t, v})
			}
		}
		if now != "" {
			all = append(all, possibility{t, ""})
		}
	}
	return all
}

// change asks what a setting is set to, and where. The value that holds is preselected.
func (w *settingsPage) change(m *kit.Model) tea.Cmd {
	s := w.chosen()
	m.Abandon()
	name, value := settingName(s)
	return kit.Sifting("What should "+name+" be? Now it is "+value, func() (all []kit.Sift) {
		holds := false
		for _, to := range w.possible(s) {
			one := kit.Sift{Group: change.Subject(w.home, to.target), Name: cmp.Or(kit.Clean("", to.raw), "remove it"), Rows: -1, On: !holds && to.raw == cmp.Or(s.Value, s.Default)}
			one.Do = func() tea.Cmd {
				return change.Begin(m, change.Operation{
					Target: to.target, Plan: func() (installer.Plan, error) { return w.backend.Configure(to.target, s.Name, to.raw) },
					Cannot: "change the setting", Title: "Change a setting in ", Done: "Setting changed",
				})
			}
			holds = holds || one.On
			all = append(all, one)
		}
		return all
	})(m)
}
