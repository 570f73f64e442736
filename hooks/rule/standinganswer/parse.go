package standinganswer

import (
	"neverask/hooks"
	"neverask/hooks/rule/strictjson"
)

// Member is the name of the preferences' member with the lines.
const Member = "tell"

// Parse reads the lines of a preferences file. It returns the valid lines in file order, and reports the others. It
// fails for a file that is not JSON or has another version; neverask/hooks/rule/question says where and why.
func Parse(preferences []byte) (lines []Line, problems []strictjson.Problem, err error) {
	list, document, err := strictjson.ListIn(string(preferences), Member)
	if err != nil {
		return nil, nil, err
	}
	report := func(id string, f *strictjson.Fault, then string) {
		line, column := hooks.Position([]byte(document), f.Offset)
		problems = append(problems, strictjson.Problem{Line: line, Column: column, Rule: id, Message: f.Message + then})
	}
	if list.Kind() != hooks.Array && list.Kind() != hooks.Absent {
		report("", strictjson.Wrong(list, "%q must be an array", Member), "")
	}
	lines = read.List(list, func(id string, f *strictjson.Fault) { report(id, f, "; this line is not told") })
	return lines, problems, nil
}

// ParseTold is Told for the lines of a preferences file. It judges only as many lines as it needs.
func ParseTold(preferences string, within func(dir string) bool) ([]Line, error) {
	list, _, err := strictjson.ListIn(preferences, Member)
	if err != nil {
		return nil, err
	}
	lines := read.Some(list, func(hooks.Value) bool { return true }, Line.checkForm)
	told, _ := tell(lines, within, func(l Line) bool { return checkHarmless(l.Text) == nil })
	return told, nil
}

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

// read reads lines.
var read = strictjson.Rules[Line]{Fields: fields, ID: func(l *Line) *string { return &l.ID }}
