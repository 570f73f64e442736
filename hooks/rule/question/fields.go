package question

import (
	"strings"

	"neverask/hooks/rule/strictjson"
)

// Fields returns the fields of a rule, in the order shown to people. This is their only list: a new field needs a
// line here, a member of [Rule], and its effect in decide.go and [Rule.Check].
func Fields() strictjson.Fields[Rule] { return fields }

// The table is constant, so it costs no time at program start.
var fields = strictjson.Fields[Rule]{
	{Name: "id", Label: "id", Part: strictjson.Naming, Of: func(r *Rule) strictjson.Value {
		return strictjson.Name.At(&r.ID)
	},
		Help: "unique; shown with every answer and in the log"},
	{Name: "mode", Label: "mode", Part: strictjson.Acting, Of: func(r *Rule) strictjson.Value {
		return modeKind.At((*string)(&r.Mode))
	},
		Help: "what it does"},
	{In: "match", Name: "text", Label: "question", Of: func(r *Rule) strictjson.Value {
		return strictjson.String.At(&r.Match.Text)
	},
		Help: "finds questions by their wording, ignoring case, numbers, paths and quoted names"},
	{In: "match", Name: "exact", Label: "exact", Of: func(r *Rule) strictjson.Value {
		return strictjson.Verbatim.At(&r.Match.Exact)
	},
		Help: "the whole text, character by character"},
	{In: "match", Name: "header", Label: "header", Of: func(r *Rule) strictjson.Value {
		return strictjson.String.At(&r.Match.Header)
	},
		Help: "the short word above the question"},
	{In: "match", Name: "options", Label: "options", Of: func(r *Rule) strictjson.Value {
		return strictjson.Strings.At(&r.Match.Options)
	},
		Help: "the labels of all options, in any order"},
	{In: "match", Name: "marker", Label: "marker", Of: func(r *Rule) strictjson.Value {
		return strictjson.String.At(&r.Match.Marker)
	},
		Help: "the ID of a <qid:ID> or <gstack-qid:ID> in the question"},
	{In: "match", Name: "pattern", Label: "pattern", Of: func(r *Rule) strictjson.Value {
		return strictjson.Verbatim.At(&r.Match.Pattern)
	},
		Help: "a regular expression (RE2) found in the question"},
	{In: "match", Name: "source", Label: "source", Of: func(r *Rule) strictjson.Value {
		return strictjson.String.At(&r.Match.Source)
	},
		Help: "who asks: the call's metadata.source"},
	{In: "match", Name: "tool", Label: "tool", Of: func(r *Rule) strictjson.Value {
		return strictjson.String.At(&r.Match.Tool)
	},
		Help: `"native" for Claude Code, or the name of an MCP server`},
	{Name: "answer", Label: "answer", Part: strictjson.Acting, Of: func(r *Rule) strictjson.Value {
		return answerKind.At(&r.Answer)
	},
		Help: `the label of an option, "recommended" or "usual"`},
	{Name: "project", Label: "project", Of: func(r *Rule) strictjson.Value { return strictjson.Directory.At(&r.Project) },
		Help: "only in this directory, below it, and in its git worktrees"},
	{Name: "oneWay", Label: "irreversible", Part: strictjson.Acting, Of: func(r *Rule) strictjson.Value {
		return strictjson.Name.At(&r.OneWay)
	},
		Help: `"allow" lets it answer about an irreversible action, once you have given that answer to exactly that question; only with exact, text or marker`},
	{Name: "same", Label: "same", Part: strictjson.Acting, Of: func(r *Rule) strictjson.Value {
		return sameKind.At((*string)(&r.Same))
	},
		Help: `what must equal a question you answered; by default "options" with marker, else "everything"`},
	{Name: "created", Label: "created", Part: strictjson.Naming, Of: func(r *Rule) strictjson.Value {
		return strictjson.Origin.At(&r.Created)
	},
		Help: "when and by what it was created"},
	{Name: "note", Label: "note", Part: strictjson.Naming, Of: func(r *Rule) strictjson.Value {
		return strictjson.Remark.At(&r.Note)
	},
		Help: "for yourself"},
}

var answerFields = strictjson.Fields[Answer]{
	{Name: "label", Of: func(a *Answer) strictjson.Value { return strictjson.Verbatim.At(&a.Label) }},
	{Name: "labels", Of: func(a *Answer) strictjson.Value { return strictjson.Strings.At(&a.Labels) }},
	{Name: "text", Of: func(a *Answer) strictjson.Value { return strictjson.Verbatim.At(&a.Text) }},
}

// The kinds of fields that only question rules have.
var (
	modeKind = &strictjson.Kind[string]{
		Read: readMode, Line: func(m string) string { return m }, Parse: strings.TrimSpace, Choices: modes,
	}
	sameKind = &strictjson.Kind[string]{
		Read: readSame, Line: func(s string) string { return s }, Parse: strings.TrimSpace, Choices: sames,
	}
	answerKind = &strictjson.Kind[Answer]{Read: readAnswer, Line: answerLine, Parse: parseAnswerLine,
		Hint: `"A | B" for several labels, "text: …" for words of your own`}
)
