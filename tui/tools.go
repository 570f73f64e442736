package tui

import (
	"errors"
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"neverask/diffview"
	"neverask/hooks/app/installer"
	"neverask/hooks/rule/toolrule"
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
	pane  pane
}

func (*toolRules) crumb() string { return "Tool rules" }

type toolsReadMsg struct {
	page  *toolRules
	asked int
	tools Tools
	err   error
}

func (t *preferencesTab) openTools(m *model) tea.Cmd {
	r := &toolRules{tab: t}
	m.push(r)
	m.say("")
	return r.again(m)
}

// again reads the rules anew.
func (r *toolRules) again(*model) tea.Cmd {
	r.asked++
	b, asked := r.tab.backend, r.asked
	return func() tea.Msg {
		tools, err := b.Tools()
		return toolsReadMsg{r, asked, tools, err}
	}
}

// resume reads the rules anew after a change of them.
func (r *toolRules) resume(m *model) tea.Cmd { return r.again(m) }

func (msg toolsReadMsg) take(*model) tea.Cmd {
	r := msg.page
	if msg.asked != r.asked {
		return nil
	}
	chosen, _ := r.chosen()
	r.tools, r.err, r.read = msg.tools, msg.err, true
	if at := slices.IndexFunc(r.tools.Rules, func(o toolrule.Rule) bool { return o.ID == chosen.ID }); at >= 0 {
		r.pane.chosen = at
	}
	r.pane.move(0, r.count())
	return nil
}

// chosen is the rule that keys are about.
func (r *toolRules) chosen() (toolrule.Rule, bool) {
	if r.pane.chosen >= len(r.tools.Rules) {
		return toolrule.Rule{}, false
	}
	return r.tools.Rules[r.pane.chosen], true
}

func (r *toolRules) count() int { return len(r.tools.Rules) }

func (r *toolRules) move(by int) { r.pane.move(by, r.count()) }

// click chooses a rule; a second click on it opens it.
func (r *toolRules) click(row int) func(*model) tea.Cmd {
	i, ok := r.pane.at(row)
	if !ok || i >= r.count() {
		return nil
	}
	if i == r.pane.chosen {
		return r.open
	}
	r.pane.chosen = i
	return nil
}

func (r *toolRules) bindings() (all []binding) {
	if r.read && r.err == nil {
		all = append(all, bind("add…", r.add, "a").means("choose a template; shows the change first").writing())
	}
	if _, ok := r.chosen(); ok && r.err == nil {
		all = append(all,
			bind("edit…", r.edit, "e").means("change the rule; shows the change first").writing(),
			bind("delete…", r.remove, "d").means("delete the rule; shows the change first").writing(),
			bind("past", r.replay, "p").means("what the rule would have done in past sessions"),
			bind("show", r.open, "enter").means("all there is to know of the rule"))
	}
	return append(all, bind("back", (*model).back, "esc"))
}

// errMine says why a rule that allows cannot come from a session of Claude Code.
var errMine = errors.New("this is a session of Claude Code, and a rule that allows calls must be yours: add it in a terminal of your own")

// change asks for the plan of an edit.
func (r *toolRules) change(m *model, plan func(Backend) (installer.Plan, error)) tea.Cmd {
	inSession := r.tab.inSession
	return m.begin(change{op: opRules, target: installer.Target{Path: r.tab.book.path}, make: func(b Backend) (installer.Plan, error) {
		p, err := plan(b)
		if err == nil && inSession && p.Loosens() {
			return installer.Plan{}, errMine
		}
		return p, err
	}})
}

func (r *toolRules) remove(m *model) tea.Cmd {
	rule, _ := r.chosen()
	return r.change(m, func(b Backend) (installer.Plan, error) { return b.RemoveTool(rule.ID) })
}

func (r *toolRules) open(m *model) tea.Cmd {
	rule, ok := r.chosen()
	if ok {
		m.push(&toolDetail{r, rule})
	}
	return nil
}

func (r *toolRules) replay(m *model) tea.Cmd {
	rule, _ := r.chosen()
	return openPast(m, r.tab, "What "+rule.ID+" would have done", []toolrule.Rule{rule})
}

// toolDetail shows all of a rule.
type toolDetail struct {
	list *toolRules
	rule toolrule.Rule
}

func (*toolDetail) crumb() string { return "Details" }

func (d *toolDetail) page(width, _ int, st *styles) page {
	p := lines(append([]string{""}, d.list.rows(d.rule, prose(width), st)...))
	p.subject = short(d.list.tab.home, d.list.tab.book.path)
	return p
}

func (d *toolDetail) bindings() []binding {
	return []binding{bind("back", (*model).back, "esc", "enter")}
}

// toolTemplates asks which rules to start from.
type toolTemplates struct {
	list   *toolRules
	all    []toolrule.Template
	chosen int
	ends   []int // where the rows of each template end, as they were drawn last
}

func (*toolTemplates) crumb() string { return "Add" }

func (r *toolRules) add(m *model) tea.Cmd {
	m.abandon()
	m.push(&toolTemplates{list: r, all: r.tab.backend.Templates()})
	m.say("")
	return nil
}

func (t *toolTemplates) bindings() []binding {
	return []binding{
		bind("add", t.choose, "enter").means("shows the change first").writing(),
		bind("past", t.replay, "p").means("what these rules would have done in past sessions"),
		bind("back", (*model).back, "esc"),
	}
}

func (t *toolTemplates) choose(m *model) tea.Cmd {
	list := t.all[t.chosen].Rules
	return t.list.change(m, func(b Backend) (installer.Plan, error) { return b.AddTools(list) })
}

func (t *toolTemplates) replay(m *model) tea.Cmd {
	one := t.all[t.chosen]
	return openPast(m, t.list.tab, "What "+one.Name+" would have done", one.Rules)
}

func (t *toolTemplates) count() int { return len(t.all) }

func (t *toolTemplates) move(by int) { t.chosen = max(min(t.chosen+by, len(t.all)-1), 0) }

// click chooses a template; a second click on it goes on.
func (t *toolTemplates) click(row int) func(*model) tea.Cmd {
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
