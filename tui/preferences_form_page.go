package tui

import (
	"reflect"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"neverask/diffview"
	"neverask/hooks/question"
)

// labelWidth is the width of the labels of a form.
const labelWidth = 14

func (f *ruleForm) page(width, height int, st *styles) page {
	f.current()
	var rows []string
	focus := 0
	for i, x := range f.visible() {
		if i == f.at {
			focus = len(rows)
		}
		rows = append(rows, x.draw(i == f.at, width, st))
		if i == f.at && x.about() != "" {
			rows = append(rows, styled(indented(x.about(), labelWidth+2, width), st.muted)...)
		}
	}
	p := lines(rows)
	title := "Edit a rule"
	if f.base.ID == "" {
		title = "New rule"
	}
	p.subject = short(f.tab.home, f.tab.book.path)
	p.head = spaced(height, " "+st.strong.Render(title), "")
	p.foot = f.state(width, height, st)
	p.focus, p.focusEnd = focus, min(focus+2, len(rows))
	return p
}

// state says whether the rule holds, and how it would have done.
func (f *ruleForm) state(width, height int, st *styles) []string {
	r := f.rule()
	var b badge
	var text string
	switch err := r.Check(); {
	case f.notice != "":
		b, text = badge{"▲", "look again", warn}, f.notice
	case err != nil:
		b, text = badge{"✗", "not yet", bad}, explainCheck(err)
	case f.tab.past.seen == nil:
		b, text = badge{"✓", "holds", good}, f.tab.past.loading()
	case reflect.DeepEqual(r, f.sized):
		b, text = badge{"✓", "holds", good}, replayText(f.count)
		if f.count.differs > 0 {
			b = badge{"▲", "look", warn}
		}
	default:
		b, text = badge{"✓", "holds", good}, "counting…"
	}
	all := noted(b, text, width, st)
	if len(all) > 2 && height < low {
		all = all[:2]
	}
	return append(spaced(height, ""), all...)
}

// explainCheck puts what is missing in the words of the form.
func explainCheck(err error) string {
	switch text := err.Error(); text {
	case "no answer":
		return "say what to answer"
	case `"match" is empty`:
		return "say which questions it is for: a question, a header, a marker, …"
	default:
		return clean("", strings.ReplaceAll(text, `"`, ""))
	}
}

func (x *formField) about() string {
	if x.name == "mode" {
		return modeAbout[modeOrder[x.chosen]]
	}
	if x.choices != nil && x.hint == "" {
		return "← → chooses"
	}
	return x.hint
}

func (x *formField) draw(active bool, width int, st *styles) string {
	mark, label := "  ", st.muted.Render(pad(x.label, labelWidth))
	if active {
		mark, label = st.selected.Render("▸ "), st.selected.Render(pad(x.label, labelWidth))
	}
	room := width - labelWidth - 3
	if x.choices == nil {
		if active {
			return mark + label + x.line.draw(room, plain)
		}
		return mark + label + fit(diffview.Visible(x.line.text), room)
	}
	if !active {
		return mark + label + fit(x.choices[x.chosen], room)
	}
	var names []string
	for i, c := range x.choices {
		if i == x.chosen {
			c = st.selected.Render("[" + c + "]")
		} else {
			c = st.muted.Render(" " + c + " ")
		}
		names = append(names, c)
	}
	all := strings.Join(names, " ")
	if lipgloss.Width(all) > room {
		all = st.selected.Render("[" + x.choices[x.chosen] + "]  " + strconv.Itoa(x.chosen+1) + "/" + strconv.Itoa(len(x.choices)))
	}
	return mark + label + fit(all, room)
}

func (f *ruleForm) bindings() []binding {
	step := func(by int) func(*model) tea.Cmd {
		return func(*model) tea.Cmd { f.at = max(f.at+by, 0); f.current(); return nil }
	}
	var all []binding
	if f.rule().Check() == nil {
		save := "save"
		if r := f.rule(); r.OneWay != "" && f.base.OneWay == "" {
			save = "save…"
		}
		all = append(all, bind(save, f.save, "enter"))
	}
	all = append(all, quiet("tab", "the next field", step(1), "tab"), quiet("shift+tab", "the field before", step(-1), "shift+tab"))
	if x := f.current(); x.choices != nil {
		turn := func(by int) func(*model) tea.Cmd {
			return func(*model) tea.Cmd {
				x.chosen = (x.chosen + by + len(x.choices)) % len(x.choices)
				return f.recount()
			}
		}
		all = append(all, bind("choose", turn(1), "right", "space", "l"), quiet("←", "the choice before", turn(-1), "left", "h"))
		all[len(all)-2].SetHelp("← →", "choose")
	}
	return append(all, bind("cancel", f.cancel, "esc"))
}

func (f *ruleForm) move(by int) {
	f.at = max(f.at+by, 0)
	f.current()
}

// click goes to a field.
func (f *ruleForm) click(row int) func(*model) tea.Cmd {
	if row > f.at && f.visible()[f.at].about() != "" {
		row = max(row-1, f.at)
	}
	f.at = row
	f.current()
	return nil
}

// cancel closes the form, after a question when something was typed.
func (f *ruleForm) cancel(m *model) tea.Cmd {
	if reflect.DeepEqual(f.rule(), f.start) {
		f.close(m)
		return nil
	}
	m.push(&discard{close: f.close})
	return nil
}

// discard asks whether to throw away what was typed into a form.
type discard struct{ close func(*model) }

func (d *discard) title() string { return "Throw away what you typed?" }

func (d *discard) page(width, height int, _ *styles) page {
	return lines(spaced(height, "", "Nothing of it was saved.", ""))
}

func (d *discard) bindings() []binding {
	return []binding{
		bind("throw away", func(m *model) tea.Cmd { d.close(m); return nil }, "y"),
		bind("go on editing", (*model).back, "esc", "n", "enter"),
	}
}

func (t *preferencesTab) editRule(m *model) tea.Cmd {
	r, _ := t.chosen()
	return t.openForm(m, r, r, "")
}

func (t *preferencesTab) openForm(m *model, base, fill question.Rule, by string) tea.Cmd {
	f := newRuleForm(t, base, fill, by)
	if base.ID == "" {
		f.at = 1
	}
	t.form = f
	m.push(f)
	m.say("") // what was said of the last edit is over
	return f.recount()
}
