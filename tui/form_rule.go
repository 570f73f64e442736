package tui

import "neverask/hooks/rule/strictjson"

// fieldRow is the line of a form for a field of a rule. look draws its choices.
func fieldRow[T any](f strictjson.Field[T], v strictjson.Value, home string, draw func(word string) badge) *formField {
	x := &formField{name: f.Name, label: f.Label, hint: f.Prompt()}
	if _, one := v.Place().(*string); one {
		for i, c := range v.Choices() {
			b := draw(c.Word)
			if x.choices, x.abouts = append(x.choices, b.sign+" "+b.word), append(x.abouts, c.About); c.Word == v.String() {
				x.chosen = i
			}
		}
	}
	line := v.String()
	if v.Kind() == strictjson.Directory {
		line = short(home, line)
	}
	if x.choices == nil {
		x.line = newTyped(line)
	}
	return x
}

// give makes a value what the field says, unless that is what it said first: then all
// of it stays, also what the line cannot hold.
func (x *formField) give(v strictjson.Value, home string) {
	switch {
	case !x.edited():
	case x.choices != nil:
		v.Set(v.Choices()[x.chosen].Word)
	case v.Kind() == strictjson.Directory:
		v.Set(strictjson.Expand(home, x.line.text))
	default:
		v.Set(x.line.text)
	}
}
