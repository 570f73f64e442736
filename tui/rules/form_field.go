package rules

import (
	"strings"

	"neverask/hooks/rule/question"
	"neverask/hooks/rule/strictjson"
	"neverask/tui/drawing"
	"neverask/tui/kit"
)

// fieldOf is the line of the form for a field of a rule. A mode that the screens call
// something else than the file does says so.
func fieldOf(f strictjson.Field[question.Rule], v strictjson.Value, home string) *kit.Field {
	x := &kit.Field{Name: f.Name, Label: f.Label, Hint: f.Prompt()}
	if _, one := v.Place().(*string); one {
		for i, c := range v.Choices() {
			b := drawing.ModeBadge(question.Mode(c.Word))
			if strings.ReplaceAll(c.Word, "-", " ") != b.Word {
				c.About = c.Word + " in the file; " + c.About
			}
			if x.Choices, x.Abouts = append(x.Choices, b.Sign+" "+b.Word), append(x.Abouts, c.About); c.Word == v.String() {
				x.Chosen = i
			}
		}
	}
	line := v.String()
	if v.Kind() == strictjson.Directory {
		line, x.Empty = kit.Short(home, line), "everywhere"
	}
	if x.Choices == nil {
		x.Line = kit.NewInput(line)
	}
	return x
}

// setField makes a value what the field says, unless that is what it said first: then all
// of it stays, also what the line cannot hold.
func setField(x *kit.Field, v strictjson.Value, home string) {
	switch {
	case !x.Edited():
	case x.Choices != nil:
		v.Set(v.Choices()[x.Chosen].Word)
	case v.Kind() == strictjson.Directory:
		v.Set(strictjson.Expand(home, x.Line.Text))
	default:
		v.Set(x.Line.Text)
	}
}
