package tui

import (
	"fmt"
	"maps"
	"slices"

	tea "charm.land/bubbletea/v2"

	"neverask/diffview"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/question"
)

// origins asks what a new rule is made from: a question that was asked, or
// nothing.
type origins struct {
	tab   *preferencesTab
	all   []memory // the newest first, each wording once
	shown []int    // of all
	pane  pane
	find  typed
}

func (*origins) crumb() string { return "Add" }

// How many questions are offered, and how far back they are looked for. Older
// ones are found on the Questions tab.
const (
	originsOffered = 1000
	originsSought  = 10_000
)

// add asks what the new rule is made from, when there is a choice.
func (t *preferencesTab) add(m *model) tea.Cmd {
	o := &origins{tab: t}
	if seen := t.past.seen; seen != nil {
		o.all = seen.origins()
	}
	if len(o.all) == 0 {
		return t.addBlank(m)
	}
	o.list()
	m.push(o)
	m.say("")
	return nil
}

func (t *preferencesTab) addBlank(m *model) tea.Cmd {
	return t.openForm(m, question.Rule{}, question.Rule{Mode: question.NeverAsk}, "neverask")
}

// origins are the latest questions that no rule has answered, each wording once
// whatever its numbers and names.
func (m *memories) origins() (all []memory) {
	latest := map[string]*transcript.Question{}
	for _, t := range m.topics[max(len(m.topics)-originsSought, 0):] {
		q := t.latest()
		if before := latest[t.id.Fingerprint]; q.By != transcript.Neverask && (before == nil || before.Time.Before(q.Time)) {
			latest[t.id.Fingerprint] = q
		}
	}
	newest := slices.SortedFunc(maps.Values(latest), func(a, b *transcript.Question) int { return b.Time.Compare(a.Time) })
	for _, q := range newest[:min(len(newest), originsOffered)] {
		all = append(all, memory{q, newSearchText(q.Header + " " + q.Text + " " + q.Answer + " " + q.Project)})
	}
	return all
}

func (o *origins) list() {
	needle := newNeedle(o.find.text)
	o.shown = o.shown[:0]
	for i := range o.all {
		if needle.in(o.all[i].text) {
			o.shown = append(o.shown, i)
		}
	}
	// What is looked for is a question, not the blank rule above them.
	o.pane = pane{room: o.pane.room}
	if o.find.text != "" && len(o.shown) > 0 {
		o.pane.chosen = 1
	}
}

// chosen is the question that is chosen; nil for a blank rule.
func (o *origins) chosen() *transcript.Question { return o.at(o.pane.chosen) }

func (o *origins) at(i int) *transcript.Question {
	if i == 0 || i > len(o.shown) {
		return nil
	}
	return o.all[o.shown[i-1]].Question
}

func (o *origins) page(width, height int, st *styles) page {
	t := o.tab
	p := page{subject: short(t.home, t.book.path)}
	line := findLine(&o.find, true, width/2, st)
	p.head = append(spaced(height, " "+st.strong.Render("Which question is the new rule for?")),
		fit(ends(" "+line, st.muted.Render(fmt.Sprintf("%d of %s", len(o.shown), diffview.Count(len(o.all), "question")))+" ", width), width))
	p.head = append(p.head, spaced(height, "")...)
	needle := newNeedle(o.find.text)
	return o.pane.lay(p, width, height, len(o.shown)+1, st,
		func(i, width int) string { return o.row(i, width, &needle, st) },
		func(width, _ int) []string { return o.about(width, st) })
}

func (o *origins) row(i, width int, needle *needle, st *styles) string {
	style, left := rowStart(i == o.pane.chosen, st)
	q := o.at(i)
	if q == nil {
		return fit(left+style.Render("none: write the rule yourself"), width)
	}
	when := st.muted.Render(right(ago(o.tab.now(), q.Time), 4))
	answer := min(max(width/4, 10), 30)
	text := needle.mark(fit(diffview.Visible(q.Text), width-8-answer), style)
	return fit(left+when+" "+pad(text, width-7-answer)+pad(diffview.Visible(q.Answer), answer-1), width)
}

// about draws the question that is chosen, and how the person answered.
func (o *origins) about(width int, st *styles) []string {
	q := o.chosen()
	if q == nil {
		return styled(indented("All parts of the rule are empty at first, and you fill them in.", 1, width), st.muted)
	}
	mark := taken{options: q.Chosen, word: "chosen"}
	if q.Outcome == transcript.Typed {
		mark.text = q.Answer
	}
	return dialogRows(q, mark, true, width, st)
}

func (o *origins) bindings() []binding {
	return []binding{
		bind("make a rule…", o.choose, "enter").means("fill in a form from the question"),
		bind("back", (*model).back, "esc"),
	}
}

// choose opens the form in the place of this list.
func (o *origins) choose(m *model) tea.Cmd {
	m.pop()
	if q := o.chosen(); q != nil {
		return o.tab.formFor(m, q)
	}
	return o.tab.addBlank(m)
}

func (o *origins) move(by int) { o.pane.move(by, len(o.shown)+1) }

// click chooses a row; a second click on it goes on.
func (o *origins) click(row int) func(*model) tea.Cmd {
	i, ok := o.pane.at(row)
	if !ok || i > len(o.shown) {
		return nil
	}
	if i == o.pane.chosen {
		return o.choose
	}
	o.pane.chosen = i
	return nil
}

func (o *origins) typing() *typed { return &o.find }

func (o *origins) typedText(*model) tea.Cmd {
	o.list()
	return nil
}
