package toolrules

import (
	"errors"
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"neverask/diffview"
	"neverask/hooks/app/installer"
	"neverask/hooks/claude/config"
	"neverask/hooks/rule/toolrule"
	"neverask/tui/change"
	"neverask/tui/follow"
	"neverask/tui/kit"
)

// rulesPage is the page about the rules for tools: each with what it does, and the
// ways to change them. Every change is shown before it is made, with the entries of
// settings files that follow from it.
type rulesPage struct {
	backend Backend
	home    string
	state   *follow.State

	tools Tools
	shown []toolrule.Rule // those that are looked for
	find  kit.Find
	err   error
	read  bool
	asked int
	pane  kit.Pane
}

func (*rulesPage) Crumb() string { return "Tool rules" }

type toolsReadMsg struct {
	page  *rulesPage
	asked int
	tools Tools
	err   error
}

// Open opens the page, and what adds a rule over it. In a session of Claude Code no rule that
// allows calls can come in.
func Open(m *kit.Model, b Backend, state *follow.State, add bool) tea.Cmd {
	r := &rulesPage{backend: b, home: m.Home, state: state}
	if m.Push(r); add {
		r.add(m)
	}
	return r.Again(m)
}

// Again reads the rules anew.
func (r *rulesPage) Again(*kit.Model) tea.Cmd {
	r.asked++
	b, asked := r.backend, r.asked
	return func() tea.Msg {
		tools, err := b.Tools()
		return toolsReadMsg{r, asked, tools, err}
	}
}

// Resume reads the rules anew after a change of them.
func (r *rulesPage) Resume(m *kit.Model) tea.Cmd { return r.Again(m) }

func (msg toolsReadMsg) Take(*kit.Model) tea.Cmd {
	r := msg.page
	if msg.asked != r.asked {
		return nil
	}
	r.tools, r.err, r.read = msg.tools, msg.err, true
	return r.list()
}

// list makes the list anew, and keeps the choice on its rule.
func (r *rulesPage) list() tea.Cmd {
	chosen, _ := r.chosen()
	found := r.find.Needle().Among(len(r.tools.Rules), func(i int) *kit.SearchText {
		rule := r.tools.Rules[i]
		text := kit.NewSearchText(when(r.home, rule), rule.ID, actBadge(rule.Act).Word, rule.Tool, rule.Message)
		return &text
	})
	r.shown = r.shown[:0]
	for _, i := range found {
		r.shown = append(r.shown, r.tools.Rules[i])
	}
	r.pane.Again(r.Count(), func(i int) bool { return r.shown[i].ID == chosen.ID })
	return nil
}

// Typing is the line that is being edited, or nil.
func (r *rulesPage) Typing() *kit.Input { return r.find.Typing() }

// TypedText lists anew.
func (r *rulesPage) TypedText(*kit.Model) tea.Cmd { return r.list() }

func (r *rulesPage) clear(*kit.Model) tea.Cmd {
	r.find = kit.Find{}
	return r.list()
}

// idle reports whether there are rules that do nothing because their hook is not installed.
func (r *rulesPage) idle() bool { return len(r.tools.Rules) > 0 && !r.tools.Installed }

// chosen is the rule that keys are about.
func (r *rulesPage) chosen() (toolrule.Rule, bool) {
	if r.pane.Chosen >= len(r.shown) {
		return toolrule.Rule{}, false
	}
	return r.shown[r.pane.Chosen], true
}

func (r *rulesPage) Count() int { return len(r.shown) }

func (r *rulesPage) Move(by int) { r.pane.Move(by, r.Count()) }

// Click chooses a rule; a second click on it opens it.
func (r *rulesPage) Click(row int) func(*kit.Model) tea.Cmd {
	return r.pane.Click(row, r.Count(), r.open, nil)
}

func (r *rulesPage) Bindings() (all []kit.Binding) {
	if r.find.Active {
		return r.find.Bindings(r.clear)
	}
	if r.read && r.err == nil {
		all = append(all, kit.Bind("add…", r.add, "a").Means("choose a template; shows the change first").Writing())
	}
	if r.idle() && r.err == nil {
		all = append(all, change.Install("the hook for tool rules", config.Rules))
	}
	if _, ok := r.chosen(); ok && r.err == nil {
		all = append(append(all, r.edits()...),
			r.explaining(),
			kit.Bind("show", r.open, "enter").Means("show full details"))
	}
	all = append(all, kit.Bind("question rules", (*kit.Model).Back, "v").Means("rules about Claude's questions"))
	filtered := r.find.Line.Text != ""
	if len(r.tools.Rules) > 0 {
		all = append(all, r.find.Keys(filtered, r.clear)...)
	}
	if !filtered || len(r.tools.Rules) == 0 {
		all = append(all, kit.Bind("back", (*kit.Model).Back, "esc"))
	}
	return all
}

// edits are the keys that change the chosen rule.
func (r *rulesPage) edits() []kit.Binding {
	return []kit.Binding{
		kit.Bind("edit…", r.edit, "e").Means("change the rule; shows the change first").Writing(),
		kit.Bind("delete…", r.remove, "d").Means("delete the rule; shows the change first").Writing(),
	}
}

// errMine says why a rule that allows cannot come from a session of Claude Code.
var errMine = errors.New("this is a session of Claude Code, and only you can add a rule that allows calls: use a terminal of your own")

// change asks for the plan of an edit.
func (r *rulesPage) change(m *kit.Model, what string, plan func(Backend) (installer.Plan, error)) tea.Cmd {
	return change.Begin(m, change.Operation{
		Target: installer.Target{Path: r.state.Rules.Path}, Cannot: "change the rules", Title: "Change the tool rules in ", Done: "Rules changed", Remarks: []string{"· " + what},
		Plan: func() (installer.Plan, error) {
			p, err := plan(r.backend)
			if err == nil && r.state.InSession && p.Loosens() {
				return installer.Plan{}, errMine
			}
			return p, err
		},
	})
}

func (r *rulesPage) remove(m *kit.Model) tea.Cmd {
	rule, _ := r.chosen()
	return r.change(m, "deletes "+sentence(rule), func(b Backend) (installer.Plan, error) { return b.RemoveTool(rule.ID) })
}

// sentence says what a rule does.
func sentence(rule toolrule.Rule) string {
	text := rule.ID + " (" + actBadge(rule.Act).Word + ", " + rule.Tool + ")"
	if rule.Message != "" {
		text += ": " + rule.Message
	}
	return kit.Clean("", text)
}

func (r *rulesPage) open(m *kit.Model) tea.Cmd {
	if rule, ok := r.chosen(); ok {
		keys := append(r.edits(), r.explaining())
		m.Push(&kit.Details{Subject: kit.Short(r.home, r.state.Rules.Path), Keys: keys, About: func(width int, st *kit.Styles) []string { return r.rows(rule, width, kit.Far, st) }})
	}
	return nil
}

func (r *rulesPage) explaining() kit.Binding {
	return kit.Bind("explain", r.replay, "x").Means("explain what the rule would have done in past sessions")
}

func (r *rulesPage) replay(m *kit.Model) tea.Cmd {
	rule, _ := r.chosen()
	return openReplay(m, r.backend, "What "+rule.ID+" would have done", []toolrule.Rule{rule})
}

// templates asks which rules to start from.
type templates struct {
	list   *rulesPage
	all    []toolrule.Template
	chosen int
	ends   []int // where the rows of each template end, as they were drawn last
}

func (*templates) Crumb() string { return "Add" }

func (r *rulesPage) add(m *kit.Model) tea.Cmd {
	m.Abandon()
	m.Push(&templates{list: r, all: r.backend.Templates()})
	return nil
}

func (t *templates) Bindings() []kit.Binding {
	return []kit.Binding{
		kit.Bind("add…", t.choose, "enter").Means("add these rules; shows the change first").Writing(),
		kit.Bind("explain", t.replay, "x").Means("explain what these rules would have done in past sessions"),
		kit.Bind("back", (*kit.Model).Back, "esc"),
	}
}

// missing are the rules of a template that are not there.
func (t *templates) missing(one toolrule.Template) []toolrule.Rule {
	return slices.DeleteFunc(slices.Clone(one.Rules), func(rule toolrule.Rule) bool {
		return slices.ContainsFunc(t.list.tools.Rules, func(there toolrule.Rule) bool { return there.ID == rule.ID })
	})
}

func (t *templates) choose(m *kit.Model) tea.Cmd {
	one := t.all[t.chosen]
	list := t.missing(one)
	if len(list) == 0 {
		m.Say("· " + one.Name + " is added already")
		return nil
	}
	return t.list.change(m, one.Name+": "+one.About, func(b Backend) (installer.Plan, error) { return b.AddTools(list) })
}

func (t *templates) replay(m *kit.Model) tea.Cmd {
	one := t.all[t.chosen]
	return openReplay(m, t.list.backend, "What "+one.Name+" would have done", one.Rules)
}

func (t *templates) Count() int { return len(t.all) }

func (t *templates) Move(by int) { t.chosen = max(min(t.chosen+by, len(t.all)-1), 0) }

// Click chooses a template; a second click on it goes on.
func (t *templates) Click(row int) func(*kit.Model) tea.Cmd {
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

// number says how many rules for tools there are, and how many are listed of them.
func (r *rulesPage) number() string {
	s := diffview.Count(len(r.tools.Rules), "rule")
	if len(r.shown) < len(r.tools.Rules) {
		s = fmt.Sprintf("%d of %s", len(r.shown), s)
	}
	if n := len(r.tools.Problems); n > 0 {
		s += fmt.Sprintf(", %d broken", n)
	}
	return s
}
