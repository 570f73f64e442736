package tool

import (
	"reflect"
	"slices"
	"strings"

	"neverask/hooks"
)

// Input is the input of a tool call: a [Bash], [Read], [Write], [Edit], [Glob],
// [Grep], [WebFetch], [WebSearch], [Agent] or [AskUserQuestion], and [Other]
// for every other tool.
type Input interface {
	// Value returns the input as it came, with the fields that were changed
	// since. A field that was emptied is written as an empty value.
	Value() hooks.Value
}

// Other is the input of a tool without a type of its own, such as one of an MCP
// server.
type Other struct {
	Tool string
	Raw  hooks.Value
}

// Value returns the input as it came.
func (o Other) Value() hooks.Value { return o.Raw }

// Parse reads the input of a tool. Task is an older name of Agent.
func Parse(name string, input hooks.Value) Input {
	switch name {
	case "Bash":
		return read[Bash](input)
	case "Read":
		return read[Read](input)
	case "Write":
		return read[Write](input)
	case "Edit":
		return read[Edit](input)
	case "Glob":
		return read[Glob](input)
	case "Grep":
		return read[Grep](input)
	case "WebFetch":
		return read[WebFetch](input)
	case "WebSearch":
		return read[WebSearch](input)
	case "Agent", "Task":
		return read[Agent](input)
	case "AskUserQuestion":
		return read[AskUserQuestion](input)
	}
	return Other{name, input}
}

// read fills the fields of a type from the members that their tags name.
func read[T any](input hooks.Value) (t T) {
	for field, v := range reflect.ValueOf(&t).Elem().Fields() {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		m := input.Get(name)
		switch to := v.Addr().Interface().(type) {
		case *hooks.Value:
			if *to = m; name == "" { // Raw
				*to = input
			}
		case *string:
			*to = m.String()
		case *int64:
			*to, _ = m.Int()
		case *bool:
			*to = m.IsTrue()
		case **bool: // absent means on
			if m.Kind() == hooks.Bool {
				*to = new(m.IsTrue())
			}
		case *[]string:
			*to = m.Texts()
		case *[]Question:
			*to = questions(m)
		}
	}
	return t
}

// write returns the input with the changed fields, and with the required ones, even if empty.
func write[T any](t T, raw hooks.Value) hooks.Value {
	var patch hooks.Writer
	patch.Begin('{')
	old := reflect.ValueOf(read[T](raw))
	for field, v := range reflect.ValueOf(t).Fields() {
		name, may, _ := strings.Cut(field.Tag.Get("json"), ",")
		was := old.FieldByIndex(field.Index)
		switch same := reflect.DeepEqual(v.Interface(), was.Interface()); {
		case name == "", same && (may != "" || raw.Get(name).Kind() != hooks.Absent):
		default:
			writeField(&patch, name, v.Interface(), was.Interface())
		}
	}
	patch.End('}')
	if raw.Kind() != hooks.Object {
		return patch.Finish()
	}
	merged, err := hooks.Merge(raw, patch.Finish())
	if err != nil {
		return raw // a name occurs twice: readers disagree about which one counts
	}
	return merged
}

// writeField writes a field that is not as it was. Questions cannot be changed.
func writeField(patch *hooks.Writer, name string, field, was any) {
	switch now := field.(type) {
	case string:
		patch.Name(name).String(now)
	case int64:
		patch.Name(name).Int(now)
	case bool:
		patch.Name(name).Value(hooks.BoolOf(now))
	case *bool:
		if now != nil {
			patch.Name(name).Value(hooks.BoolOf(*now))
		}
	case []string:
		if slices.Equal(now, was.([]string)) {
			return // one is nil
		}
		patch.Name(name).Begin('[')
		for _, s := range now {
			patch.String(s)
		}
		patch.End(']')
	case hooks.Value:
		if now.Kind() != hooks.Absent && now.Raw() != was.(hooks.Value).Raw() {
			patch.Name(name).Value(now)
		}
	}
}
