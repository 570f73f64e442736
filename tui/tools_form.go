package tui

import (
	"reflect"
	"strings"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/app/installer"
	"neverask/hooks/rule/strictjson"
	"neverask/hooks/rule/toolrule"
)

// toolForm edits a rule for tools. Whether it would hold is said while it is typed.
// What it does to the input stays as it is.
type toolForm struct {
	form
	list *toolRules
	base toolrule.Rule
}

func (*toolForm) crumb() string { return "Edit" }

func (r *toolRules) edit(m *model) tea.Cmd {
	rule, _ := r.chosen()
	f := &toolForm{list: r, base: rule}
	f.fill(rule)
	m.push(f)
	m.say("")
	return nil
}

// fill makes the fields of a rule.
func (f *toolForm) fill(rule toolrule.Rule) {
	f.visible, f.about = func() []*formField { return f.fields }, (*formField).explain
	for _, field := range toolrule.Fields() {
		switch v := field.Of(&rule); {
		case v.Given():
			f.fields = append(f.fields, fieldRow(field, v, f.list.tab.home, func(word string) badge { return actBadge(toolrule.Act(word)) }))
		case field.Name == "when":
			for i := range len(rule.When) + 1 {
				x := &formField{name: field.Name, label: field.Label, hint: "FIELD ~ EXPRESSION or FIELD !~ EXPRESSION; for a path FIELD = project, FIELD != /a/directory; empty for none"}
				if i < len(rule.When) {
					x.line = newTyped(rule.When[i].String())
				}
				f.fields = append(f.fields, x)
			}
		}
	}
	f.begin()
}

// rule is what the form says, made of another one. What was not touched stays as it is.
func (f *toolForm) rule(r toolrule.Rule) (toolrule.Rule, error) {
	home := f.list.tab.home
	for _, field := range toolrule.Fields() {
		if v := field.Of(&r); v.Given() {
			f.field(field.Name).give(v, home)
		}
	}
	old, when, edited := f.base.When, []toolrule.Condition(nil), false
	for _, x := range f.fields {
		if x.name != "when" {
			continue
		}
		line := strings.TrimSpace(x.line.text)
		switch edited = edited || x.edited(); {
		case !x.edited() && line != "":
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

func (f *toolForm) save(m *model) tea.Cmd {
	base := f.base
	return f.list.change(m, func(b Backend) (installer.Plan, error) {
		return b.ChangeTool(base.ID, func(now toolrule.Rule) (toolrule.Rule, error) {
			if !reflect.DeepEqual(now, base) {
				return now, errElsewhere
			}
			return f.rule(now)
		})
	})
}

func (f *toolForm) page(width, height int, st *styles) page {
	p := f.lay("Edit the rule "+clean("", f.base.ID), f.state(width, height, st), width, height, st)
	p.subject = short(f.list.tab.home, f.list.tab.book.path)
	return p
}

// state says whether the rule would hold.
func (f *toolForm) state(width, height int, st *styles) []string {
	b, text := mark("✓", "holds", good), "enter shows what changes"
	switch _, err := f.rule(f.base); {
	case !f.edited():
		b, text = mark("·", "as it is", calm), "nothing is changed yet"
	case err != nil:
		b, text = mark("✗", "not yet", bad), clean("", err.Error())
	}
	return f.foot(b, text, width, height, st)
}

func (f *toolForm) bindings() (all []binding) {
	if _, err := f.rule(f.base); err == nil && f.edited() {
		all = append(all, bind("show the change", f.save, "enter").writing())
	}
	return append(append(all, f.keys()...), bind("cancel", f.cancel, "esc"))
}
