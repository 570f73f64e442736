package tui

import (
	"errors"
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"neverask/diffview"
	"neverask/hooks/app/installer"
	"neverask/hooks/rule/toolrule"
	"neverask/tui/change"
	"neverask/tui/kit"
)

// toolRules is the page about the rules for tools: each with what it does, and the
// ways to change them. Every change is shown before it is made, with the entries of
// settings files that follow from it.
type toolRules struct {
	tab   *preferencesTab
	tools Tools
	err   error
	read  bool
	asked int
	pane  kit.Pane
}

func (*toolRules) Crumb() string { return "Tool rules" }

type toolsReadMsg struct {
	page  *toolRules
	asked int
	tools Tools
	err   error
}

func (t *preferencesTab) openTools(m *kit.Model) tea.Cmd {
	r := &toolRules{tab: t}
	m.Push(r)
	m.Say("")
	return r.Again(m)
}

// Again reads the rules anew.
func (r *toolRules) Again(*kit.Model) tea.Cmd {
	r.asked++
	b, asked := r.tab.backend, r.asked
	return func() tea.Msg {
		tools, err := b.Tools()
		return toolsReadMsg{r, asked, tools, err}
	}
}

// Resume reads the rules anew after a change of them.
func (r *toolRules) Resume(m *kit.Model) tea.Cmd { return r.Again(m) }

func (msg toolsReadMsg) Take(*kit.Model) tea.Cmd {
	r := msg.page
	if msg.asked != r.asked {
		return nil
	}
	chosen, _ := r.chosen()
	r.tools, r.err, r.read = msg.tools, msg.err, true
	if at := slices.IndexFunc(r.tools.Rules, func(o toolrule.Rule) bool { return o.ID == chosen.ID }); at >= 0 {
		r.pane.Chosen = at
	}
	r.pane.Move(0, r.Count())
	return nil
}

// chosen is the rule that keys are about.
func (r *toolRules) chosen() (toolrule.Rule, bool) {
	if r.pane.Chosen >= len(r.tools.Rules) {
		return toolrule.Rule{}, false
	}
	return r.tools.Rules[r.pane.Chosen], true
}

func (r *toolRules) Count() int { return len(r.tools.Rules) }

func (r *toolRules) Move(by int) { r.pane.Move(by, r.Count()) }

// Click chooses a rule; a second click on it opens it.
func (r *toolRules) Click(row int) func(*kit.Model) tea.Cmd {
	return r.pane.Click(row, r.Count(), r.open, nil)
}

func (r *toolRules) Bindings() (all []kit.Binding) {
	if r.read && r.err == nil {
		all = append(all, kit.Bind("add…", r.add, "a").Means("choose a template; shows the change first").Writing())
	}
	if _, ok := r.chosen(); ok && r.err == nil {
		all = append(all,
			kit.Bind("edit…", r.edit, "e").Means("change the rule; shows the change first").Writing(),
			kit.Bind("delete…", r.remove, "d").Means("delete the rule; shows the change first").Writing(),
			kit.Bind("past", r.replay, "p").Means("what the rule would have done in past sessions"),
			kit.Bind("show", r.open, "enter").Means("show full details"))
	}
	return append(all, kit.Bind("back", (*kit.Model).Back, "esc"))
}

// errMine says why a rule that allows cannot come from a session of Claude Code.
var errMine = errors.New("this is a session of Claude Code, and only you can add a rule that allows calls: use a terminal of your own")

// change asks for the plan of an edit.
func (r *toolRules) change(m *kit.Model, plan func(Backend) (installer.Plan, error)) tea.Cmd {
	inSession := r.tab.state.InSession
	return change.Begin(m, change.Operation{
		Target: installer.Target{Path: r.tab.state.Rules.Path}, Cannot: "change the rules", Title: "Change the tool rules in ", Done: "Rules changed",
		Plan: func() (installer.Plan, error) {
			p, err := plan(r.tab.backend)
			if err == nil && inSession && p.Loosens() {
				return installer.Plan{}, errMine
			}
			return p, err
		},
	})
}

func (r *toolRules) remove(m *kit.Model) tea.Cmd {
	rule, _ := r.chosen()
	return r.change(m, func(b Backend) (installer.Plan, error) { return b.RemoveTool(rule.ID) })
}

func (r *toolRules) open(m *kit.Model) tea.Cmd {
	rule, ok := r.chosen()
	if ok {
		m.Push(&toolDetail{r, rule})
	}
	return nil
}

func (r *toolRules) replay(m *kit.Model) tea.Cmd {
	rule, _ := r.chosen()
	return openPast(m, r.tab, "What "+rule.ID+" would have done", []toolrule.Rule{rule})
}

// toolDetail shows all of a rule.
type toolDetail struct {
	list *toolRules
	rule toolrule.Rule
}

func (*toolDetail) Crumb() string { return "Details" }

func (d *toolDetail) Page(width, _ int, st *kit.Styles) kit.Page {
	p := kit.Lines(append([]string{""}, d.list.rows(d.rule, kit.Prose(width), st)...))
	p.Subject = kit.Short(d.list.tab.home, d.list.tab.state.Rules.Path)
	return p
}

func (d *toolDetail) Bindings() []kit.Binding {
	return []kit.Binding{kit.Bind("back", (*kit.Model).Back, "esc", "enter")}
}

// toolTemplates asks which rules to start from.
type toolTemplates struct {
	list   *toolRules
	all    []toolrule.Template
	chosen int
	ends   []int // where the rows of each template end, as they were drawn last
}

func (*toolTemplates) Crumb() string { return "Add" }

func (r *toolRules) add(m *kit.Model) tea.Cmd {
	m.Abandon()
	m.Push(&toolTemplates{list: r, all: r.tab.backend.Templates()})
	m.Say("")
	return nil
}

func (t *toolTemplates) Bindings() []kit.Binding {
	return []kit.Binding{
		kit.Bind("add", t.choose, "enter").Means("shows the change first").Writing(),
		kit.Bind("past", t.replay, "p").Means("what these rules would have done in past sessions"),
		kit.Bind("back", (*kit.Model).Back, "esc"),
	}
}

func (t *toolTemplates) choose(m *kit.Model) tea.Cmd {
	list := t.all[t.chosen].Rules
	return t.list.change(m, func(b Backend) (installer.Plan, error) { return b.AddTools(list) })
}

func (t *toolTemplates) replay(m *kit.Model) tea.Cmd {
	one := t.all[t.chosen]
	return openPast(m, t.list.tab, "What "+one.Name+" would have done", one.Rules)
}

func (t *toolTemplates) Count() int { return len(t.all) }

func (t *toolTemplates) Move(by int) { t.chosen = max(min(t.chosen+by, len(t.all)-1), 0) }

// Click chooses a template; a second click on it goes on.
func (t *toolTemplates) Click(row int) func(*kit.Model) tea.Cmd {
	at := slices.IndexFunc(t.ends, func(end int) bool { return row < end })
	if at < 0 {
		return nil
	}
	if at == t.chosen {
		return t.choose
	}
	t.chosen = at
	return nil
}

// number says how many rules for tools there are.
func (t Tools) number() string {
	s := diffview.Count(len(t.Rules), "rule")
	if n := len(t.Problems); n > 0 {
		s += fmt.Sprintf(", %d broken", n)
	}
	return s
}
