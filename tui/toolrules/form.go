package toolrules

import (
	"reflect"
	"strings"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/app/installer"
	"neverask/hooks/rule/strictjson"
	"neverask/hooks/rule/toolrule"
	"neverask/tui/drawing"
	"neverask/tui/follow"
	"neverask/tui/kit"
)

// form edits a rule for tools. Whether it would hold is said while it is typed.
// What it does to the input stays as it is.
type form struct {
	kit.Form
	list *rulesPage
	base toolrule.Rule
}

func (*form) Crumb() string { return "Edit" }

func (r *rulesPage) edit(m *kit.Model) tea.Cmd {
	rule, _ := r.chosen()
	f := &form{list: r, base: rule}
	f.fill(rule)
	m.Push(f)
	return nil
}

// fill makes the fields of a rule.
func (f *form) fill(rule toolrule.Rule) {
	f.Visible, f.About = func() []*kit.Field { return f.Fields }, (*kit.Field).Explain
	for _, field := range toolrule.Fields() {
		switch v := field.Of(&rule); {
		case v.Given():
			f.Fields = append(f.Fields, drawing.Field(field, v, f.list.home, func(word string) kit.Badge { return actBadge(toolrule.Act(word)) }))
		case field.Name == "when":
			for i := range len(rule.When) + 1 {
				x := &kit.Field{Name: field.Name, Label: field.Label, Hint: "FIELD ~ EXPRESSION or FIELD !~ EXPRESSION; for a path FIELD = project, FIELD != /a/directory; empty for none"}
				if i < len(rule.When) {
					x.Line = kit.NewInput(rule.When[i].String())
				}
				f.Fields = append(f.Fields, x)
			}
		}
	}
	f.Begin()
}

// rule is what the form says, made of another one. What was not touched stays as it is.
func (f *form) rule(r toolrule.Rule) (toolrule.Rule, error) {
	home := f.list.home
	for _, field := range toolrule.Fields() {
		if v := field.Of(&r); v.Given() {
			drawing.SetField(f.Field(field.Name), v, home)
		}
	}
	old, when, edited := f.base.When, []toolrule.Condition(nil), false
	for _, x := range f.Fields {
		if x.Name != "when" {
			continue
		}
		line := strings.TrimSpace(x.Line.Text)
		switch edited = edited || x.Edited(); {
		case !x.Edited() && line != "":
			when = append(when, old[0])
		case line != "":
			c, err := toolrule.ParseCondition(line, "~=")
			if err != nil {
				return r, err
			}
			c.Within = strictjson.Expand(home, c.Within)
			when = append(when, c)
		}
		old = old[min(1, len(old)):]
	}
	if edited {
		r.When = when
	}
	return r, r.Check()
}

func (f *form) save(m *kit.Model) tea.Cmd {
	base := f.base
	return f.list.change(m, func(b Backend) (installer.Plan, error) {
		return b.ChangeTool(base.ID, func(now toolrule.Rule) (toolrule.Rule, error) {
			if !reflect.DeepEqual(now, base) {
				return now, follow.ErrElsewhere
			}
			return f.rule(now)
		})
	})
}

func (f *form) Page(width, height int, st *kit.Styles) kit.Page {
	p := f.Lay("Edit the rule "+kit.Clean("", f.base.ID), f.state(width, st), width, height, st)
	p.Subject = kit.Short(f.list.home, f.list.path)
	return p
}

// state says whether the rule would hold.
func (f *form) state(width int, st *kit.Styles) []string {
	b, text := kit.Mark("✓", "valid", kit.Good), "press enter to see the change"
	switch _, err := f.rule(f.base); {
	case !f.Edited():
		b, text = kit.Mark("·", "unchanged", kit.Calm), "no changes yet"
	case err != nil:
		b, text = kit.Mark("✗", "incomplete", kit.Bad), kit.Clean("", err.Error())
	}
	return f.Foot(b, text, width, st)
}

func (f *form) Bindings() (all []kit.Binding) {
	if _, err := f.rule(f.base); err == nil && f.Edited() {
		all = append(all, kit.Bind("show the change", f.save, "enter").Writing())
	}
	return append(append(all, f.Keys()...), kit.Bind("cancel", f.Cancel, "esc"))
}
