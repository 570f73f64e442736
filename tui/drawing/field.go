package drawing

import (
	"strings"

	"neverask/hooks/rule/strictjson"
	"neverask/tui/kit"
)

// Field is the line of a form for a field of a rule. draw draws its choices; one that it calls
// something else than the file does says so.
func Field[T any](f strictjson.Field[T], v strictjson.Value, home string, draw func(word string) kit.Badge) *kit.Field {
	x := &kit.Field{Name: f.Name, Label: f.Label, Hint: f.Prompt()}
	if _, one := v.Place().(*string); one {
		for i, c := range v.Choices() {
			b := draw(c.Word)
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

// SetField makes a value what the field says, unless that is what it said first: then all
// of it stays, also what the line cannot hold.
func SetField(x *kit.Field, v strictjson.Value, home string) {
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
