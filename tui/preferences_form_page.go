package tui

import (
	"reflect"
	"strings"

	tea "charm.land/bubbletea/v2"

	"neverask/diffview"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/question"
)

func (f *ruleForm) page(width, height int, st *styles) page {
	title := "Edit a rule"
	if f.base.ID == "" {
		title = "New rule"
	}
	p := f.lay(title, f.state(width, height, st), width, height, st)
	p.subject = short(f.tab.home, f.tab.book.path)
	return p
}

// state says whether the rule holds, and how it would have done.
func (f *ruleForm) state(width, height int, st *styles) []string {
	r := f.rule()
	var b badge
	var text string
	switch err := r.Check(); {
	case f.notice != "":
		b, text = mark("▲", "look again", warn), f.notice
	case err != nil:
		b, text = mark("✗", "not yet", bad), explainCheck(err)
	case f.stillAsked(r) != "":
		b, text = mark("▲", "look", warn), f.stillAsked(r)
	case f.tab.past.seen == nil:
		b, text = mark("✓", "holds", good), f.tab.past.loading()
	case reflect.DeepEqual(r, f.sized):
		b, text = mark("✓", "holds", good), replayText(f.facts)
		if f.facts.replay.Overruled > 0 {
			b = mark("▲", "look", warn)
		}
	default:
		b, text = mark("✓", "holds", good), "counting…"
	}
	return f.foot(b, text, width, height, st)
}

// stillAsked says why safety has questions asked in spite of the rule, and what
// lets it answer them; "" where nothing is known that does.
func (f *ruleForm) stillAsked(r question.Rule) string {
	if r.Mode != question.NeverAsk && r.Mode != question.AskOnlyForOneWay || r.OneWay != "" {
		return ""
	}
	why := clean("", preferences.StillAsked(r))
	if n := f.facts.replay.OneWay; why == "" && n > 0 && reflect.DeepEqual(r, f.sized) {
		why = diffview.Count(n, "question") + " of the past that it matches can lead to what cannot be undone, and would be asked in spite of the rule"
	}
	if why == "" {
		return ""
	}
	if r.OneWay = question.OneWayAllow; r.Check() == nil {
		return why + ". The choice one-way “answers” lets it answer exactly what you have seen and answered so yourself."
	}
	return why + ". Only a rule that says never ask by question, exact text or marker may answer that."
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

func (f *ruleForm) bindings() []binding {
	var all []binding
	if f.rule().Check() == nil {
		save := "save"
		if r := f.rule(); r.OneWay != "" && f.base.OneWay == "" {
			save = "save…"
		}
		all = append(all, bind(save, f.save, "enter"))
	}
	return append(append(all, f.keys()...), bind("cancel", f.cancel, "esc"))
}

// cancel closes the form, after a question when something was typed.
func (f *ruleForm) cancel(m *model) tea.Cmd {
	if !f.edited() {
		f.close(m)
		return nil
	}
	m.push(&discard{close: f.close})
	return nil
}

func (t *preferencesTab) editRule(m *model) tea.Cmd {
	r, _ := t.chosen()
	return t.openForm(m, r, r, "")
}

// formFor opens a form for a rule that is made from a question that was asked.
// What the person saw of it then is evidence for the answer that they save.
func (t *preferencesTab) formFor(m *model, q *transcript.Question) tea.Cmd {
	asked, now := *q, t.now
	cmd := t.openForm(m, question.Rule{}, ruleFrom(q), "a question")
	t.form.evidence = func(r question.Rule) []question.Seen { return transcript.EvidenceOf(r, asked, now()) }
	return cmd
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
