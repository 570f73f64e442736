package rules

import (
	"context"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"neverask/diffview"
	"neverask/hooks/app/planner"
	"neverask/hooks/rule/strictjson"
	"neverask/hooks/rule/toolrule"
	"neverask/tui/change"
	"neverask/tui/drawing"
	"neverask/tui/kit"
	"neverask/tui/rulestate"
)

// The tool rules follow the question rules. They are added in the file, which o opens, or with
// neverask rules add tool; here they are shown, moved and deleted.

// toolsFound returns the tool rules that match the filter. None has a mode.
func (l *list) toolsFound(needle kit.Needle) []int {
	tools := l.state.Rules.Tools
	return needle.Among(len(tools.List), func(i int) *kit.SearchText {
		if l.mode != "" || l.scope != "" && tools.List[i].Project != l.scope {
			return nil
		}
		return &tools.Texts[i]
	})
}

// chosenTool returns the tool rule that keys act on.
func (l *list) chosenTool() (toolrule.Rule, bool) {
	at := l.at() - len(l.shown)
	if at < 0 || at >= len(l.tools) || l.tools[at] >= len(l.state.Rules.Tools.List) {
		return toolrule.Rule{}, false
	}
	return l.state.Rules.Tools.List[l.tools[at]], true
}

// toolsIdle reports whether there are tool rules that do nothing because their hook is not installed.
func (l *list) toolsIdle() bool {
	return len(l.state.Rules.Tools.List) > 0 && !l.state.Rules.Tools.Hooked
}

// toolsSilent says why no tool rule acts; "" where they do.
func toolsSilent(l *list) string {
	switch s := l.state; {
	case s.Rules.Err != nil, s.Stopped:
		return s.Silent()
	case l.toolsIdle() && s.Broken != nil:
		return s.Broken.Name() + " is broken"
	case l.toolsIdle():
		return "the tool-rule hook is not installed"
	}
	return l.state.ToolsUnable
}

// toolSign returns what a tool rule does now.
func (l *list) toolSign(r toolrule.Rule) kit.Badge {
	if toolsSilent(l) != "" {
		return kit.Mark("○", "off", kit.Calm)
	}
	return drawing.ActBadge(r.Act)
}

// calls says which calls a tool rule matches.
func (l *list) calls(r toolrule.Rule) string {
	return kit.Clean(l.home, r.Tool+": "+drawing.ToolWhen(r))
}

// toolRow draws a tool rule in the columns of the question rules. name, unless "", replaces the
// text about its calls.
func (l *list) toolRow(i, width int, name string, needle *kit.Needle, st *kit.Styles) string {
	r, c := l.state.Rules.Tools.List[l.tools[i-len(l.offers)-len(l.shown)]], l.columnsOf(width)
	style, left := kit.RowStart(i == l.pane.Chosen, st)
	place := ""
	if name == "" {
		name = kit.Fit(l.calls(r), c.question-1)
		place = placeBehind(l, r.Project, c, kit.Width(name), st)
	}
	s := left + kit.Pad(l.toolSign(r).Draw(st), c.mode) + kit.Pad(needle.Mark(name, style)+place, c.question) +
		kit.Pad(kit.Fit(kit.Clean("", r.Message), c.answer-1), c.answer) + c.where(l.home, r.Project, st)
	return kit.Fit(s, width)
}

// toolRows draws everything known about a tool rule.
func (l *list) toolRows(r toolrule.Rule, width int, st *kit.Styles) []string {
	all := kit.Styled(kit.Indented(l.calls(r), 1, width), st.Strong)
	add := func(label, text string) {
		if text != "" {
			all = append(all, kit.Labelled(label, text, width-1, st)...)
		}
	}
	for _, f := range toolrule.Fields() {
		switch v := f.Of(&r); f.Name {
		case "created":
			add(f.Label, drawing.CreatedText(r.Created))
		case "project":
			add(f.Label, drawing.Scope(l.home, r.Project))
		case "act":
			add(f.Label, drawing.ActBadge(r.Act).Draw(st)+" · "+strictjson.Explain(toolrule.Acts(), v.String()))
			add("but", toolsSilent(l))
		case "when":
			for i, c := range r.When {
				add(map[bool]string{true: "when", false: "and"}[i == 0], kit.Clean(l.home, c.String()))
			}
		case "patch":
			for _, e := range r.Patch {
				add(f.Label, kit.Clean("", e.String()))
			}
		default:
			add(f.Label, kit.Clean(l.home, v.String()))
		}
	}
	if n := l.state.Rules.Tools.Acts[r.ID]; n > 0 {
		add("acted", diffview.Count(n, "time")+" in 7 days")
	}
	return all
}

// toolEdits returns the keys that change the chosen tool rule.
func toolEdits(t *Place) []kit.Binding {
	if _, ok := t.chosenTool(); !ok || !t.state.Rules.Editable() {
		return lineEdits(t)
	}
	all := t.opening()
	for _, open := range all { // there is no form for it
		all = append(all, kit.Quiet("e", "edit", open.Do, "e").Means("edit the rule in its file, in your editor").Writing())
	}
	return append(all, kit.Bind("delete…", func(m *kit.Model) tea.Cmd { return removeTool(t, m) },
		"d").Means("delete the rule; shows the change first").Writing())
}

// removeTool shows the plan to delete a tool rule, and the settings entries that only it needs.
func removeTool(t *Place, m *kit.Model) tea.Cmd {
	r, _ := t.chosenTool()
	backend := t.backend
	return change.Begin(m, change.Operation{
		Target: planner.Target{Path: t.state.Rules.Path}, Cannot: "delete the rule",
		Title: "Change the tool rules in ", Done: "changed the tool rules",
		Remarks: []string{"· deletes " + drawing.ToolText(r)},
		Plan:    func() (planner.Plan, error) { return backend.RemoveTool(r.ID) },
	})
}

// toolMovable reports whether the chosen tool rule can be moved among the others.
func (l *list) toolMovable() bool {
	_, ok := l.chosenTool()
	return ok && l.state.Rules.Editable() && !l.filtered() && len(l.tools) > 1
}

func (l *list) moveTool(by int) func(*kit.Model) tea.Cmd {
	return func(m *kit.Model) tea.Cmd {
		shown, _ := l.chosenTool()
		to := l.at() - len(l.shown) + by
		if to < 0 || to >= len(l.tools) {
			return nil
		}
		// As with question rules, the neighbour says where the rule goes.
		neighbour := l.state.Rules.Tools.List[l.tools[to]].ID
		book := l.state.Rules.Book
		return l.state.Rules.Change(m, rulestate.Edit{
			Cannot: "move the rule",
			Do:     func(ctx context.Context) error { return book.MoveTo(ctx, shown.ID, neighbour) },
			Then: func(m *kit.Model) tea.Cmd {
				l.state.Rules.Wanted = rulestate.ToolKey(shown)
				m.Say(fmt.Sprintf("✓ moved to position %d among the tool rules · z to undo", to+1))
				return nil
			},
		})
	}
}

// idleTools says that the tool rules do nothing without their hook.
func (n notices) idleTools(width int, st *kit.Styles) []string {
	if tools := n.state.Rules.Tools; len(tools.List) == 0 || tools.Hooked || n.state.Unhooked ||
		n.state.Stopped || n.state.Broken != nil {
		return nil
	}
	return kit.Noted(kit.Mark("○", "not installed", kit.Warn),
		"the tool rules do nothing until their hook is installed; press "+st.Key.Render("i")+" to install it", width, st)
}
