package tui

import (
	"errors"
	"fmt"
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
	list   *toolRules
	base   rules.Rule
	fields []*formField
	start  []string // what the fields said first
	at     int      // the field that has the cursor
}

var actOrder = []rules.Act{rules.Deny, rules.Ask, rules.Allow, rules.Context}

func (r *toolRules) edit(m *model) tea.Cmd {
	rule, _ := r.chosen()
	f := &toolForm{list: r, base: rule}
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
	text("project", rule.Project, "an absolute directory; empty for everywhere")
	text("note", rule.Note, "for yourself")
	f.start = f.said()
	m.push(f)
	m.say("")
	return nil
}

// said are the values of all fields.
func (f *toolForm) said() (all []string) {
	for _, x := range f.fields {
		all = append(all, x.line.text+"\x00"+fmt.Sprint(x.chosen))
	}
	return all
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
			changed = changed || now[i] != f.start[i]
			continue
		}
		if now[i] == f.start[i] {
			continue
		}
		switch x.name {
		case "does":
			r.Act = actOrder[x.chosen]
		case "tools":
			r.Tool = text
		case "message":
			r.Message = text
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

func (f *toolForm) current() *formField {
	f.at = max(min(f.at, len(f.fields)-1), 0)
	return f.fields[f.at]
}

func (f *toolForm) page(width, height int, st *styles) page {
	f.current()
	var rows []string
	focus := 0
	for i, x := range f.fields {
		if i == f.at {
			focus = len(rows)
		}
		rows = append(rows, x.draw(i == f.at, width, st))
		if i == f.at && f.hint(x) != "" {
			rows = append(rows, styled(indented(f.hint(x), labelWidth+2, width), st.muted)...)
		}
	}
	p := lines(rows)
	p.subject = short(f.list.tab.home, f.list.tab.book.path)
	p.head = spaced(height, " "+st.strong.Render(fit("Edit the rule "+clean("", f.base.ID), width-2)), "")
	p.foot = f.state(width, height, st)
	p.focus, p.focusEnd = focus, min(focus+2, len(rows))
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
	case slices.Equal(f.said(), f.start):
		b, text = badge{"·", "as it is", calm}, "nothing is changed yet"
	case err != nil:
		b, text = badge{"✗", "not yet", bad}, clean("", err.Error())
	}
	all := noted(b, text, width, st)
	if len(all) > 2 && height < low {
		all = all[:2]
	}
	return append(spaced(height, ""), all...)
}

func (f *toolForm) bindings() (all []binding) {
	step := func(by int) func(*model) tea.Cmd {
		return func(*model) tea.Cmd { f.move(by); return nil }
	}
	if _, err := f.rule(f.base); err == nil && !slices.Equal(f.said(), f.start) {
		all = append(all, bind("show the change", f.save, "enter").writing())
	}
	all = append(all, bind("next", step(1), "tab").means("the next field"), quiet("shift+tab", "the field before", step(-1), "shift+tab"))
	if x := f.current(); x.choices != nil {
		turn := func(by int) func(*model) tea.Cmd {
			return func(*model) tea.Cmd {
				x.chosen = (x.chosen + by + len(x.choices)) % len(x.choices)
				return nil
			}
		}
		all = append(all, bind("choose", turn(1), "right", "space", "l"), quiet("←", "the choice before", turn(-1), "left", "h"))
		all[len(all)-2].SetHelp("← →", "choose")
	}
	return append(all, bind("cancel", f.cancel, "esc"))
}

func (f *toolForm) move(by int) {
	f.at = max(f.at+by, 0)
	f.current()
}

// click goes to a field.
func (f *toolForm) click(row int) func(*model) tea.Cmd {
	f.current()
	if row > f.at && f.hint(f.fields[f.at]) != "" {
		row = max(row-1, f.at)
	}
	f.at = row
	f.current()
	return nil
}

func (f *toolForm) typing() *typed {
	if x := f.current(); x.choices == nil {
		return &x.line
	}
	return nil
}

func (f *toolForm) typedText(*model) tea.Cmd { return nil }

// cancel closes the form, after a question when something was typed.
func (f *toolForm) cancel(m *model) tea.Cmd {
	if slices.Equal(f.said(), f.start) {
		return m.back()
	}
	m.push(&discard{close: func(m *model) {
		m.pop()
		m.pop()
	}})
	return nil
}
