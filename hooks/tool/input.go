package tool

import "neverask/hooks"

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

// Of reads the input of a tool. The agent tool is known by its older name too,
// Task.
func Of(name string, input hooks.Value) Input {
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

// fields goes over the members of one input, in either direction.
type fields struct {
	raw     hooks.Value
	writing bool
	patch   hooks.Writer
}

// fielder names the members of a type, once for both directions.
type fielder[T any] interface {
	*T
	fields(f *fields)
}

func read[T any, P fielder[T]](input hooks.Value) T {
	var t T
	P(&t).fields(&fields{raw: input})
	return t
}

// write returns the input with what has changed.
func write[T any, P fielder[T]](t T, raw hooks.Value) hooks.Value {
	f := fields{raw: raw, writing: true}
	f.patch.Begin('{')
	P(&t).fields(&f)
	f.patch.End('}')
	if raw.Kind() != hooks.Object {
		return f.patch.Finish()
	}
	merged, err := hooks.Merge(raw, f.patch.Finish())
	if err != nil {
		return raw // a name is there twice: no reader knows which one holds
	}
	return merged
}

// all keeps the input itself.
func (f *fields) all(to *hooks.Value) {
	if !f.writing {
		*to = f.raw
	}
}

// must is a text that the tool cannot do without.
func (f *fields) must(name string, s *string) {
	if f.writing && f.raw.Get(name).Kind() == hooks.Absent {
		f.patch.Name(name).String(*s)
		return
	}
	f.text(name, s)
}

func (f *fields) text(name string, s *string) {
	old := f.raw.Get(name).String()
	if !f.writing {
		*s = old
	} else if *s != old {
		f.patch.Name(name).String(*s)
	}
}

func (f *fields) number(name string, n *int64) {
	old, _ := f.raw.Get(name).Int()
	if !f.writing {
		*n = old
	} else if *n != old {
		f.patch.Name(name).Int(*n)
	}
}

func (f *fields) flag(name string, b *bool) {
	old := f.raw.Get(name).IsTrue()
	if !f.writing {
		*b = old
	} else if *b != old {
		f.patch.Name(name).Value(hooks.BoolOf(*b))
	}
}

// choice is a flag that is on when it is not there.
func (f *fields) choice(name string, b **bool) {
	old := f.raw.Get(name)
	switch {
	case !f.writing && old.Kind() == hooks.Bool:
		*b = new(old.IsTrue())
	case f.writing && *b != nil && (old.Kind() != hooks.Bool || old.IsTrue() != **b):
		f.patch.Name(name).Value(hooks.BoolOf(**b))
	}
}

func (f *fields) list(name string, list *[]string) {
	var old []string
	for v := range f.raw.Get(name).Elements() {
		if s, ok := v.Text(); ok {
			old = append(old, s)
		}
	}
	if !f.writing {
		*list = old
		return
	}
	same := len(old) == len(*list)
	for i := 0; same && i < len(old); i++ {
		same = old[i] == (*list)[i]
	}
	if same {
		return
	}
	f.patch.Name(name).Begin('[')
	for _, s := range *list {
		f.patch.String(s)
	}
	f.patch.End(']')
}

func (f *fields) value(name string, v *hooks.Value) {
	old := f.raw.Get(name)
	if !f.writing {
		*v = old
	} else if v.Raw() != old.Raw() && v.Kind() != hooks.Absent {
		f.patch.Name(name).Value(*v)
	}
}
