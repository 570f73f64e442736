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

// read reads lines.
var read = strictjson.Rules[Line]{Fields: fields, ID: func(l *Line) *string { return &l.ID }}
