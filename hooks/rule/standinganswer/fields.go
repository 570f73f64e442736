package standinganswer

import "neverask/hooks/rule/strictjson"

// Fields returns the fields of a line, in the order shown to people.
func Fields() strictjson.Fields[Line] { return fields }

// The table is constant, so it costs no time at program start.
var fields = strictjson.Fields[Line]{
	{Name: "id", Label: "id", Part: strictjson.Naming, Of: func(l *Line) strictjson.Value {
		return strictjson.Name.At(&l.ID)
	},
		Help: `at most 64 letters, digits, ".", "_" and "-", unique among these lines; generated if missing`},
	{Name: "line", Label: "tell", Part: strictjson.Acting, Of: func(l *Line) strictjson.Value {
		return strictjson.String.At(&l.Text)
	},
		Help: "what Claude is told at the start of each session, in your words; at most 200 characters"},
	{Name: "project", Label: "project", Of: func(l *Line) strictjson.Value { return strictjson.Directory.At(&l.Project) },
		Help: "only in this directory, below it, and in its git worktrees"},
	{In: "about", Name: "question", Label: "about", Part: strictjson.Naming, Of: func(l *Line) strictjson.Value {
		return strictjson.String.At(&l.About.Question)
	},
		Help: "a question that the line settles, to count such questions by; Claude is not told it"},
	{In: "about", Name: "header", Label: "header", Part: strictjson.Naming, Of: func(l *Line) strictjson.Value {
		return strictjson.Name.At(&l.About.Header)
	},
		Help: "the short word above it"},
	{In: "about", Name: "options", Label: "options", Part: strictjson.Naming, Of: func(l *Line) strictjson.Value {
		return labels.At(&l.About.Options)
	},
		Help: "its labels"},
	{Name: "answer", Label: "answer", Part: strictjson.Naming, Of: func(l *Line) strictjson.Value {
		return strictjson.Verbatim.At(&l.Answer)
	},
		Help: "the option that agrees with the line, to recognise a contrary answer"},
	{Name: "created", Label: "created", Part: strictjson.Naming, Of: func(l *Line) strictjson.Value {
		return strictjson.Origin.At(&l.Created)
	},
		Help: "when and by what it was created"},
	{Name: "note", Label: "note", Part: strictjson.Naming, Of: func(l *Line) strictjson.Value {
		return strictjson.Remark.At(&l.Note)
	},
		Help: "for yourself"},
}

// labels come from a suggestion, not from a line of text.
var labels = &strictjson.Kind[[]string]{Read: strictjson.ReadTexts, Line: strictjson.Join}
