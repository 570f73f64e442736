package tui

import (
	"context"
	"errors"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/preferences"
	"neverask/hooks/question"
)

// ruleForm edits all of a rule. What it would do is said while it is typed.
type ruleForm struct {
	form
	tab   *preferencesTab
	base  question.Rule // as it was when the form was filled; no ID for a new one
	by    string        // what made a new rule
	start question.Rule // what the form said first

	facts  facts
	sized  question.Rule // the rule that was counted
	notice string
	saved  func(*model, question.Rule) tea.Cmd // nil, or what follows
	// evidence is what the person has seen of what a new rule is made from; or nil.
	evidence func(question.Rule) []question.Seen
}

// The kinds of answers, in the order of their choices.
const (
	oneOption = iota
	someOptions
	recommendedOption
	usualOption
	freeText
)

var answerKinds = []string{"an option", "several options", "the recommended option", "the usual option", "a text"}

func newRuleForm(t *preferencesTab, base, fill question.Rule, by string) *ruleForm {
	f := &ruleForm{tab: t, base: base, by: by}
	f.visible, f.about, f.turned = f.meaningful, f.hint, f.recount
	f.fill(fill)
	f.start = f.rule()
	return f
}

// fill makes the fields of a rule.
func (f *ruleForm) fill(r question.Rule) {
	text := func(name, label, value, hint string) *formField {
		return &formField{name: name, label: label, hint: hint, line: newTyped(value)}
	}
	choice := func(name, label string, chosen int, hint string, choices ...string) *formField {
		return &formField{name: name, label: label, hint: hint, choices: choices, chosen: max(chosen, 0)}
	}
	var modes []string
	for _, m := range modeOrder {
		b := modeBadge(m)
		modes = append(modes, b.sign+" "+b.word)
	}
	kind, answer := oneOption, r.Answer.Label
	switch {
	case r.Answer.Labels != nil:
		kind, answer = someOptions, joinLabels(r.Answer.Labels)
	case r.Answer.Text != "":
		kind, answer = freeText, r.Answer.Text
	case r.Answer.Word == question.Recommended:
		kind = recommendedOption
	case r.Answer.Word == question.Usual:
		kind = usualOption
	}
	oneWay := 0
	if r.OneWay == question.OneWayAllow {
		oneWay = 1
	}
	m := r.Match
	f.fields = []*formField{
		choice("mode", "mode", modeRank(r.Mode), "", modes...),
		text("text", "question", m.Text, "the wording; numbers, paths, quoted names and case do not matter"),
		text("exact", "exact text", m.Exact, "the wording, character by character"),
		text("header", "header", m.Header, "the short word above the question"),
		text("options", "options", joinLabels(m.Options), "all labels that are offered, with | between them"),
		text("marker", "marker", m.Marker, "the ID of a <qid:ID> or <gstack-qid:ID> in the question"),
		text("pattern", "pattern", m.Pattern, "a regular expression (RE2) found in the question"),
		text("source", "source", m.Source, "metadata.source of the call"),
		text("tool", "tool", m.Tool, "native, or the name of an MCP server"),
		choice("kind", "answer with", kind, "", answerKinds...),
		text("answer", "answer", answer, ""),
		text("project", "only in", short(f.tab.home, r.Project), "a directory and what is below it; empty for everywhere"),
		choice("oneway", "one-way", oneWay, "whether it may answer what cannot be undone", "asks me", "⚠ answers"),
		text("note", "note", r.Note, "for yourself"),
	}
	if r.Mode == "" {
		f.field("mode").chosen = modeRank(question.NeverAsk)
	}
}

// rule is what the form says.
func (f *ruleForm) rule() question.Rule {
	text := func(name string) string { return strings.TrimSpace(f.field(name).line.text) }
	r := f.base
	r.Mode = modeOrder[f.field("mode").chosen]
	r.Match = question.Match{
		Marker: text("marker"), Exact: f.field("exact").line.text, Text: text("text"), Header: text("header"), Options: splitLabels(text("options")),
		Pattern: f.field("pattern").line.text, Source: text("source"), Tool: text("tool"),
	}
	r.Note, r.Project, r.OneWay, r.Answer = text("note"), f.directory(text("project")), "", f.answer(text("answer"))
	if f.field("oneway").chosen == 1 {
		if r.OneWay = question.OneWayAllow; r.Check() != nil {
			r.OneWay = ""
		}
	}
	return r
}

func (f *ruleForm) answer(text string) question.Answer {
	switch f.field("kind").chosen {
	case someOptions:
		return question.Answer{Labels: splitLabels(text)}
	case recommendedOption:
		return question.Answer{Word: question.Recommended}
	case usualOption:
		return question.Answer{Word: question.Usual}
	case freeText:
		return question.Answer{Text: text}
	}
	return question.Answer{Label: text}
}

func (f *ruleForm) directory(text string) string {
	if rest, ok := strings.CutPrefix(text, "~"); ok && (rest == "" || rest[0] == filepath.Separator) {
		text = f.tab.home + rest
	}
	if text == "" {
		return ""
	}
	return filepath.Clean(text)
}

// joinLabels writes labels on one line; a bar inside of one is escaped.
func joinLabels(labels []string) string {
	var all []string
	for _, l := range labels {
		all = append(all, strings.NewReplacer(`\`, `\\`, `|`, `\|`).Replace(l))
	}
	return strings.Join(all, " | ")
}

func splitLabels(s string) (labels []string) {
	var b strings.Builder
	end := func() {
		if l := strings.TrimSpace(b.String()); l != "" {
			labels = append(labels, l)
		}
		b.Reset()
	}
	escaped := false
	for _, r := range s {
		switch {
		case escaped:
			b.WriteRune(r)
			escaped = false
		case r == '\\':
			escaped = true
		case r == '|':
			end()
		default:
			b.WriteRune(r)
		}
	}
	end()
	return labels
}

// meaningful are the fields that mean something now.
func (f *ruleForm) meaningful() (all []*formField) {
	mode, kind := modeOrder[f.field("mode").chosen], f.field("kind").chosen
	for _, x := range f.fields {
		switch x.name {
		case "kind":
			if mode == question.AlwaysAsk {
				continue
			}
		case "answer":
			if mode == question.AlwaysAsk || kind == recommendedOption || kind == usualOption {
				continue
			}
		case "oneway":
			r := f.rule()
			if r.OneWay = question.OneWayAllow; r.Check() != nil {
				continue
			}
		}
		all = append(all, x)
	}
	return all
}

// recount counts the past questions that the rule matches, in the background.
func (f *ruleForm) recount() tea.Cmd {
	f.notice = ""
	r := f.rule()
	if r.Check() != nil || f.tab.past.seen == nil {
		return nil
	}
	seen, latest := f.tab.past.seen, f.tab.latest
	mine := latest.Add(1)
	return func() tea.Msg {
		if latest.Load() != mine {
			return nil
		}
		return countMsg{r, seen.replay(r)}
	}
}

func (f *ruleForm) counted(msg countMsg) {
	if reflect.DeepEqual(msg.rule, f.rule()) {
		f.facts, f.sized = msg.facts, msg.rule
	}
}

// save writes the rule, after a typed yes when it may answer what cannot be
// undone.
func (f *ruleForm) save(m *model) tea.Cmd {
	r := f.rule()
	if r.Check() != nil {
		return nil
	}
	if r.OneWay != "" && (f.base.OneWay == "" || !reflect.DeepEqual(r.Match, f.base.Match) || !reflect.DeepEqual(r.Answer, f.base.Answer) || r.Project != f.base.Project) {
		m.push(&oath{rule: r, do: func(m *model) tea.Cmd { return f.write(m, r) }})
		return nil
	}
	return f.write(m, r)
}

func (f *ruleForm) write(m *model, r question.Rule) tea.Cmd {
	book, base, backend := f.tab.book.book, f.base, f.tab.backend
	var saved, merged question.Rule
	var unlearnt error
	clash := false
	do := func(ctx context.Context) (err error) {
		if base.ID == "" {
			if saved, err = book.Add(ctx, r, f.by); err == nil && f.evidence != nil {
				unlearnt = backend.Learn(saved, f.evidence(saved)...)
			}
			return err
		}
		saved, err = book.Change(ctx, base.ID, "prefs edit", func(now question.Rule) question.Rule {
			base.ID, merged = now.ID, now
			if merged, clash = merge(base, r, now); clash {
				base = now
				return now
			}
			return merged
		})
		return err
	}
	return m.edit(f.tab.book, edit{do: do, then: func(m *model, err error) tea.Cmd {
		switch {
		case errors.Is(err, preferences.ErrNoRule):
			f.base.ID = ""
			f.notice = "the rule was deleted elsewhere meanwhile; enter adds it again"
			return nil
		case err != nil:
			return f.tab.failed(m, "save the rule", err)
		case clash:
			f.base = base
			f.fill(merged)
			cmd := f.recount()
			f.notice = "the same part was changed elsewhere meanwhile; enter writes yours over it, esc keeps theirs"
			return cmd
		}
		f.close(m)
		f.tab.book.wanted = saved.ID
		m.say("saved " + quoted(saved) + " · z takes it back")
		if unlearnt != nil {
			m.push(failure(m.Home, change{op: "keep what you answered"}, unlearnt, "The rule is saved. You are asked once more before it answers."))
		}
		if f.saved != nil {
			return f.saved(m, saved)
		}
		return nil
	}})
}

// merge puts what the form changed into the rule as it is now. A part that was
// changed there too, and otherwise, is a clash; the form's wins in what is
// returned then.
func merge(base, mine, now question.Rule) (merged question.Rule, clash bool) {
	merged = now
	part := func(base, mine, now any, take func()) {
		if reflect.DeepEqual(base, mine) || reflect.DeepEqual(mine, now) {
			return
		}
		clash = clash || !reflect.DeepEqual(base, now)
		take()
	}
	part(base.Match, mine.Match, now.Match, func() { merged.Match = mine.Match })
	part(base.Project, mine.Project, now.Project, func() { merged.Project = mine.Project })
	part(base.Note, mine.Note, now.Note, func() { merged.Note = mine.Note })
	// What a rule does is one thing: a mode of one and an answer of the other
	// would be a rule that nobody has made.
	type deed struct {
		mode   question.Mode
		answer question.Answer
		oneWay string
	}
	part(deed{base.Mode, base.Answer, base.OneWay}, deed{mine.Mode, mine.Answer, mine.OneWay}, deed{now.Mode, now.Answer, now.OneWay}, func() {
		merged.Mode, merged.Answer, merged.OneWay = mine.Mode, mine.Answer, mine.OneWay
	})
	return merged, clash
}

// close removes the form and what lies over it.
func (f *ruleForm) close(m *model) {
	for i, l := range m.layers {
		if l.layer == layer(f) {
			m.layers = slices.Delete(m.layers, i, len(m.layers))
			m.generation++
			break
		}
	}
	f.tab.form = nil
}
