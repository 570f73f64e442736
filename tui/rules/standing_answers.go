package rules

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"neverask/diffview"
	"neverask/hooks/app/planner"
	"neverask/hooks/rule/standinganswer"
	"neverask/hooks/rule/suggest"
	"neverask/tui/change"
	"neverask/tui/drawing"
	"neverask/tui/kit"
)

// The standing answers are the last rows. They are made from suggestions; here they are shown,
// reworded and deleted. Each change shows its plan, because the entry in the settings comes with
// the first standing answer and goes with the last.

// linesFound returns the standing answers that match the filter. None has a mode.
func (l *list) linesFound(needle kit.Needle) []int {
	lines := l.state.Rules.Lines
	return needle.Among(len(lines.List), func(i int) *kit.SearchText {
		if l.mode != "" || l.scope != "" && lines.List[i].Project != l.scope {
			return nil
		}
		return &lines.Texts[i]
	})
}

// lineIn returns the standing answer in a row, counted from the first rule.
func (l *list) lineIn(row int) (standinganswer.Line, bool) {
	at := row - len(l.shown) - len(l.tools)
	if at < 0 || at >= len(l.lines) || l.lines[at] >= len(l.state.Rules.Lines.List) {
		return standinganswer.Line{}, false
	}
	return l.state.Rules.Lines.List[l.lines[at]], true
}

// lineSign returns what a standing answer does now.
func lineSign(l *list, line standinganswer.Line) kit.Badge {
	switch {
	case l.state.Silent() != "":
		return kit.Mark("○", "off", kit.Calm)
	case len(l.state.Rules.Lines.Effects[line.ID].Contrary) > 0:
		return kit.Mark("▲", "contrary", kit.Warn)
	}
	return kit.Mark("›", "told", kit.Good)
}

// lineRow draws a standing answer in the columns of the rules.
func lineRow(l *list, line standinganswer.Line, i, width int, name string, needle *kit.Needle, st *kit.Styles) string {
	c := l.columnsOf(width)
	style, left := kit.RowStart(i == l.pane.Chosen, st)
	place := ""
	if name == "" {
		name = "“" + kit.Fit(diffview.Visible(line.Text), c.question-3) + "”"
		place = placeBehind(l, line.Project, c, kit.Width(name), st)
	}
	s := left + kit.Pad(lineSign(l, line).Draw(st), c.mode) + kit.Pad(needle.Mark(name, style)+place, c.question) +
		kit.Pad(kit.Fit("advice", c.answer-1), c.answer) + c.where(l.home, line.Project, st)
	return kit.Fit(s, width)
}

// lineRows draws everything known about a standing answer.
func lineRows(l *list, line standinganswer.Line, width int, st *kit.Styles) []string {
	all := kit.Styled(kit.Indented(kit.Clean("", line.ID), 1, width), st.Strong)
	add := func(label, text string) {
		if text != "" {
			all = append(all, kit.Labelled(label, text, width-1, st)...)
		}
	}
	add("told", "“"+diffview.Visible(line.Text)+"”")
	add("where", drawing.Scope(l.home, line.Project))
	if why := l.state.Silent(); why != "" {
		add("but", why)
	}
	add("about", diffview.Visible(line.About.Question))
	if e, known := l.state.Rules.Lines.Effects[line.ID]; known {
		add("since", diffview.Visible(e.String()))
		if n := e.Spared(); n > 0 {
			add("spared", "about "+diffview.Count(n, "question"))
		}
		if n := len(e.Contrary); n > 0 {
			q := e.Contrary[n-1]
			all = append(all, kit.Noted(kit.Mark("▲", "contrary", kit.Warn),
				"on "+kit.Day(q.Time)+" you answered “"+diffview.Visible(q.Answer)+"”", width, st)...)
		}
	}
	add("note", kit.Clean(l.home, line.Note))
	add("created", drawing.CreatedText(line.Created))
	return append(all,
		kit.Styled(kit.Indented("Advice at the start of each session: Claude may ask all the same.", 1, width), st.Muted)...)
}

// lineEdits returns the keys that change the chosen standing answer.
func lineEdits(t *Place) []kit.Binding {
	line, ok := t.lineIn(t.at())
	if !ok || !t.state.Rules.Editable() {
		return nil
	}
	edit := func(m *kit.Model) tea.Cmd {
		m.Push(&wordingForm{place: t, line: kit.NewInput(line.Text), base: line})
		return nil
	}
	remove := func(m *kit.Model) tea.Cmd {
		return planLines(t, m, "delete the line", "· deletes “"+kit.Clean("", line.Text)+"”",
			nil, func() (planner.Plan, error) { return t.backend.RemoveTool(line.ID) })
	}
	return append([]kit.Binding{kit.Bind("edit…", edit, "e").Means("edit the standing answer; shows the change first"),
		kit.Bind("delete…", remove, "d").Means("delete the standing answer; shows the change first").Writing()},
		t.opening()...)
}

// planLines shows the plan of a change to standing answers.
func planLines(t *Place, m *kit.Model, cannot, remark string, made func(), plan func() (planner.Plan, error)) tea.Cmd {
	return change.Begin(m, change.Operation{
		Target: planner.Target{Path: t.state.Rules.Path}, Cannot: cannot,
		Title: "Change what Claude is told in ", Done: "changed what Claude is told",
		Remarks: []string{remark}, Plan: plan, Made: made,
	})
}

// wordingForm asks for the words of a standing answer: of a new one from a suggestion, or of base.
type wordingForm struct {
	place      *Place
	line       kit.Input
	base       standinganswer.Line
	suggestion *suggest.Suggestion
}

// Title returns the heading of the box.
func (o *wordingForm) Title() string { return "What should Claude be told?" }

// Page draws the layer.
func (o *wordingForm) Page(width, height int, st *kit.Styles) kit.Page {
	all := kit.Spaced(height, "")
	say := func(s string) { all = append(append(all, kit.Wrap(s, width)...), kit.Spaced(height, "")...) }
	say("One line in your own words, such as “Reviews run in the foreground”. Claude reads it at the start of each session, as advice.")
	if s := o.suggestion; s != nil {
		say(kit.Fit("Asked last: "+drawing.Suggestion(*s, kit.Far), width-1))
		say(kit.Fit("You answered: "+diffview.Visible(s.Answer), width-1))
	}
	p := kit.Lines(all)
	b, text := kit.Mark("·", "to do", kit.Calm), "type the line"
	if err := o.told().Check(); err == nil {
		b, text = kit.Mark("✓", "valid", kit.Good), drawing.Scope(o.place.home, o.base.Project)
	} else if o.line.Text != "" {
		b, text = kit.Mark("✗", "invalid", kit.Bad), kit.Clean("", err.Error())
	}
	p.Foot = append([]string{st.Key.Render("> ") + o.line.Draw(width-2, kit.Plain)}, kit.Noted(b, text, width-1, st)...)
	return p
}

func (o *wordingForm) told() standinganswer.Line {
	l := o.base
	l.Text = strings.TrimSpace(o.line.Text)
	return l
}

// Typing returns the line that is being edited.
func (o *wordingForm) Typing() *kit.Input { return &o.line }

// TypedText is called when that line has changed.
func (o *wordingForm) TypedText(*kit.Model) tea.Cmd { return nil }

// Bindings returns its keys.
func (o *wordingForm) Bindings() (all []kit.Binding) {
	if o.told().Check() == nil && o.told().Text != o.base.Text {
		all = append(all, kit.Bind("go on…", o.done, "enter").Means("shows the change first"))
	}
	return append(all, kit.Bind("back", (*kit.Model).Back, "esc"))
}

// done shows the plan. Applying it accepts the suggestion.
func (o *wordingForm) done(m *kit.Model) tea.Cmd {
	m.Pop()
	t, l := o.place, o.told()
	if o.suggestion == nil {
		return planLines(t, m, "change the line", "· Claude is told “"+kit.Clean("", l.Text)+"”",
			nil, func() (planner.Plan, error) { return t.backend.ChangeLine(l.ID, l.Text) })
	}
	id := o.suggestion.ID
	made := func() {
		t.state.Suggestions.Drop(id)
		_ = t.backend.RecordDecision(id, suggest.Accepted) // otherwise it is suggested again once the line is deleted
		t.again()
	}
	return planLines(t, m, "add the line", "· Claude is told “"+kit.Clean("", l.Text)+"”",
		made, func() (planner.Plan, error) { return t.backend.AddLine(l) })
}

// lineBindings returns the keys that act on a suggested standing answer.
func (v *review) lineBindings(s suggest.Suggestion) (all []kit.Binding) {
	if v.place.state.Rules.Editable() {
		word := func(m *kit.Model) tea.Cmd {
			m.Push(&wordingForm{place: v.place, base: *s.Line, suggestion: &s})
			return nil
		}
		all = append(all,
			kit.Bind("word it…", word, "enter", "e").Means("say in your words what Claude is told; shows the change first"))
	}
	return all
}

// lineOffer explains a suggested standing answer.
func (v *review) lineOffer(s suggest.Suggestion) string {
	return "no rule can match this, because it is worded differently each time; you can tell Claude your answer at the start of each session, " + drawing.Scope(v.place.home, s.Line.Project)
}
