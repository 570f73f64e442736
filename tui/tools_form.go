package tui

import (
	"errors"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/installer"
	"neverask/hooks/rules"
)

// toolForm edits a rule for tools. Whether it would hold is said while it is typed.
// What it does to the input stays as it is.
type toolForm struct {
	form
	list *toolRules
	base rules.Rule
}

var actOrder = []rules.Act{rules.Deny, rules.Ask, rules.Allow, rules.Context}

func (r *toolRules) edit(m *model) tea.Cmd {
	rule, _ := r.chosen()
	f := &toolForm{list: r, base: rule}
	f.visible, f.about = func() []*formField { return f.fields }, f.hint
	text := func(name, value, hint string) {
		f.fields = append(f.fields, &formField{name: name, label: name, hint: hint, line: newTyped(value)})
	}
	var acts []string
	for _, a := range actOrder {
		b := actBadge(a)
		acts = append(acts, b.sign+" "+b.word)
	}
	f.fields = append(f.fields, &formField{name: "does", label: "does", choices: acts, chosen: max(slices.Index(actOrder, rule.Act), 0)})
	text("tools", rule.Tool, "names with | between; * stands for any characters, as in mcp__github__*")
	for _, c := range append(slices.Clone(rule.When), rules.Condition{}) {
		value := ""
		if c.Field != "" {
			value = conditionLine(c)
		}
		text("when", value, "FIELD ~ EXPRESSION or FIELD !~ EXPRESSION; for a path FIELD = project, FIELD != /a/directory; empty for none")
	}
	text("message", rule.Message, "for Claude when it refuses or tells, for you when it asks or allows")
	text("modes", strings.Join(rule.Modes, ", "), "the permission modes that it holds in; empty for all: "+strings.Join(rules.Modes(), ", "))
	text("project", rule.Project, "an absolute directory; empty for everywhere")
	text("note", rule.Note, "for yourself")
	f.first = f.said()
	m.push(f)
	m.say("")
	return nil
}

// rule is what the form says, made of another one.
func (f *toolForm) rule(r rules.Rule) (rules.Rule, error) {
	now := f.said()
	var when []rules.Condition
	changed := false
	for i, x := range f.fields {
		text := strings.TrimSpace(x.line.text)
		if x.name == "when" {
			c, err := parseCondition(f.list.tab.home, text)
			if err != nil {
				return r, err
			}
			if c.Field != "" {
				when = append(when, c)
			}
			changed = changed || now[i] != f.first[i]
			continue
		}
		if now[i] == f.first[i] {
			continue
		}
		switch x.name {
		case "does":
			r.Act = actOrder[x.chosen]
		case "tools":
			r.Tool = text
		case "message":
			r.Message = text
		case "modes":
			r.Modes = strings.FieldsFunc(text, func(c rune) bool { return c == ',' || c == ' ' })
		case "project":
			r.Project = long(f.list.tab.home, text)
		case "note":
			r.Note = text
		}
	}
	if changed {
		r.When = when
	}
	return r, r.Check()
}

// long writes a path with "~" in full.
func long(home, path string) string {
	if rest, ok := strings.CutPrefix(path, "~/"); ok {
		return filepath.Join(home, rest)
	}
	return path
}

// parseCondition reads what conditionLine writes.
func parseCondition(home, text string) (c rules.Condition, err error) {
	if text == "" {
		return c, nil
	}
	at := strings.IndexAny(text, "~=")
	if at < 0 {
		return c, errors.New("a condition is FIELD ~ EXPRESSION, or FIELD = project")
	}
	field, value := text[:at], strings.TrimSpace(text[at+1:])
	field, c.Not = strings.CutSuffix(field, "!")
	if c.Field = strings.TrimSpace(field); text[at] == '~' {
		c.Matches = value
	} else {
		c.Within = long(home, value)
	}
	if c.Field == "" || value == "" {
		return c, errors.New("a condition is FIELD ~ EXPRESSION, or FIELD = project")
	}
	return c, nil
}

func (f *toolForm) save(m *model) tea.Cmd {
	base := f.base
	return f.list.change(m, func(b Backend) (installer.Plan, error) {
		return b.ChangeTool(base.ID, func(now rules.Rule) (rules.Rule, error) {
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

func (f *toolForm) hint(x *formField) string {
	if x.name == "does" {
		return "← → chooses · " + actAbout[actOrder[x.chosen]]
	}
	return x.hint
}

// state says whether the rule would hold.
func (f *toolForm) state(width, height int, st *styles) []string {
	b, text := badge{"✓", "holds", good}, "enter shows what changes"
	switch _, err := f.rule(f.base); {
	case !f.edited():
		b, text = badge{"·", "as it is", calm}, "nothing is changed yet"
	case err != nil:
		b, text = badge{"✗", "not yet", bad}, clean("", err.Error())
	}
	return f.foot(b, text, width, height, st)
}

func (f *toolForm) bindings() (all []binding) {
	if _, err := f.rule(f.base); err == nil && f.edited() {
		all = append(all, bind("show the change", f.save, "enter").writing())
	}
	return append(append(all, f.keys()...), bind("cancel", f.cancel, "esc"))
}
