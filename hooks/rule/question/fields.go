package question

import (
	"strings"

	"neverask/hooks"
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

var modes = []strictjson.Choice{
	{Word: string(NeverAsk), About: "answers for you"},
	{Word: string(AskOnlyForOneWay), About: "answers for you, except about irreversible actions"},
	{Word: string(PreferMode), About: "asks, with this option first and marked"},
	{Word: string(AlwaysAsk), About: "asks, whatever other rules say"},
}

var sames = []strictjson.Choice{
	{Word: string(SameEverything), About: "answers only questions identical to one you have answered"},
	{
		Word:  string(SameOptions),
		About: "also answers other wordings with the same options, if what has changed is harmless",
	},
}

// Samenesses returns the values of "same", the strictest first.
func Samenesses() []strictjson.Choice { return sames }

// Modes returns the modes of a rule, the one that asks least first.
func Modes() []strictjson.Choice { return modes }

func readSame(m hooks.Member, to *string) *strictjson.Fault {
	*to = m.Value.String()
	for _, c := range sames {
		if *to == c.Word {
			return nil
		}
	}
	return strictjson.Wrong(m.Value, `"same" can only be "everything" or "options"`)
}

func readMode(m hooks.Member, to *string) *strictjson.Fault {
	*to = m.Value.String()
	for _, c := range modes {
		if *to == c.Word {
			return nil
		}
	}
	return strictjson.Wrong(m.Value, "unknown mode")
}

// The prefix of a free text on a line, and the prefix that marks the rest as a label.
const (
	freeText = "text:"
	literal  = `\`
)

// answerLine returns an answer as a person types it on one line.
func answerLine(a Answer) string {
	switch {
	case a.Text != "":
		return freeText + " " + a.Text
	case len(a.Labels) == 1:
		return strictjson.Join(a.Labels) + " |"
	case a.Labels != nil:
		return strictjson.Join(a.Labels)
	case a.Label == Recommended || a.Label == Usual || strings.HasPrefix(a.Label, freeText):
		return literal + strictjson.Join([]string{a.Label})
	case a.Label != "":
		return strictjson.Join([]string{a.Label})
	}
	return a.Word
}

// parseAnswerLine reads what answerLine writes.
func parseAnswerLine(line string) Answer {
	text, free := strings.CutPrefix(line, freeText)
	labels := strictjson.Split(line)
	switch bare := strings.ReplaceAll(strings.ReplaceAll(line, `\\`, ""), `\|`, ""); {
	case free:
		return Answer{Text: strings.TrimSpace(text)}
	case strings.Contains(bare, "|"):
		return Answer{Labels: labels}
	case strings.HasPrefix(line, literal) && len(labels) == 1:
		return Answer{Label: labels[0]}
	}
	return ParseAnswer(strings.Join(labels, ""))
}
