package toolrules

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"unicode"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks"
	"neverask/hooks/app/installer"
	"neverask/hooks/rule/strictjson"
	"neverask/hooks/rule/toolrule"
	"neverask/hooks/tool"
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
	f.Visible, f.About = func() []*kit.Field { return f.Fields }, f.about
	for _, field := range toolrule.Fields() {
		switch v := field.Of(&rule); {
		case v.Given():
			f.Fields = append(f.Fields, drawing.Field(field, v, f.list.home, func(word string) kit.Badge { return actBadge(toolrule.Act(word)) }))
		case field.Name == "when":
			for i := range len(rule.When) + 1 {
				x := &kit.Field{Name: field.Name, Label: []string{field.Label, "and"}[min(i, 1)], Empty: []string{"every call", "nothing else"}[min(i, 1)]}
				if i < len(rule.When) {
					x.Line = kit.NewInput(rule.When[i].String())
				}
				f.Fields = append(f.Fields, x)
			}
		}
	}
	f.Field("modes").Empty = "all"
	f.Begin()
}

// about says what a field is for; of a condition also which fields it can be about.
func (f *form) about(x *kit.Field) string {
	if x.Name != "when" {
		return x.Explain()
	}
	of, all := f.Field("tool").Line.Text, inputs(f.Field("tool").Line.Text)
	text := "FIELD ~ PATTERN, or !~ where it must not be found; for a path, FIELD = project or = /a/directory, or !=; empty for none. FIELD is "
	if len(all) == 0 {
		return text + "a name in the input of the tool"
	}
	return text + "one of " + kit.Clean("", of) + ": " + strings.Join(all, ", ")
}

// inputs are the fields in the inputs of Claude Code's own tools that a rule is for.
func inputs(tools string) (names []string) {
	for _, name := range strings.FieldsFunc(tools, func(r rune) bool { return !unicode.IsLetter(r) }) {
		t := reflect.TypeOf(tool.Of(name, hooks.Value{}))
		for i := 0; t != nil && t.Kind() == reflect.Struct && i < t.NumField(); i++ {
			name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
			if k := t.Field(i).Type.Kind(); name != "" && (k == reflect.String || k == reflect.Int64 || k == reflect.Bool) && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
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
	after, _ := f.rule(base)
	return f.list.change(m, sentence(after), func(b Backend) (installer.Plan, error) {
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
	p.Subject = kit.Short(f.list.home, f.list.state.Rules.Path)
	return p
}

// state says whether the rule would hold.
func (f *form) state(width int, st *kit.Styles) []string {
	b, text := kit.Mark("✓", "valid", kit.Good), "press enter to see the change"
	_, err := f.rule(f.base)
	switch wrong, _ := errors.AsType[*strictjson.MemberError](err); {
	case !f.Edited():
		b, text = kit.Mark("·", "unchanged", kit.Calm), "no changes yet"
	case wrong != nil && wrong.Missing && wrong.Member == "message":
		b, text = kit.Mark("·", "to do", kit.Calm), "say what Claude is told, as the message"
	case err != nil:
		b, text = kit.Mark("✗", "invalid", kit.Bad), kit.Clean("", err.Error())
	}
	return f.Foot(b, text, width, st)
}

func (f *form) Bindings() (all []kit.Binding) {
	if _, err := f.rule(f.base); err == nil && f.Edited() {
		all = append(all, kit.Bind("show the change", f.save, "enter").Writing())
	}
	return append(append(all, f.Keys()...), kit.Bind("cancel", f.Cancel, "esc"))
}
