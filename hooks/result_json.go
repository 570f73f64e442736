package hooks

import "fmt"

// JSON returns the result in its flat form, in which wrappers pass results to
// each other:
//
//	{"decision":"ask","message":"careful","blocked":null,"system_prompt":null,"updated_input":{"command":"ls"}}
//
// decision and updated_input are left out if unset; the other three are always
// there. [ParseResult] reads exactly what was written.
func (r Result) JSON() []byte {
	w := NewWriter(len(r.Message) + len(r.SystemPrompt) + len(r.UpdatedInput.Raw()) + 128)
	w.Begin('{')
	w.Text("decision", string(r.Decision))
	w.Name("message").String(r.Message)
	w.Name("blocked")
	if r.Blocked == nil {
		w.Value(Value{})
	} else {
		w.Value(BoolOf(*r.Blocked))
	}
	w.Name("system_prompt")
	if r.SystemPrompt == "" {
		w.Value(Value{})
	} else {
		w.String(r.SystemPrompt)
	}
	w.Member("updated_input", r.UpdatedInput)
	w.End('}')
	return w.Bytes()
}

// MarshalJSON returns [Result.JSON].
func (r Result) MarshalJSON() ([]byte, error) { return r.JSON(), nil }

// UnmarshalJSON reads a result as [ParseResult] does.
func (r *Result) UnmarshalJSON(b []byte) (err error) {
	*r, err = ParseResult(b)
	return err
}

// ParseResult reads a result in its flat form. A member that is missing or null is
// unset; unknown members are ignored. Nothing is converted: a value of the wrong
// type, an unknown decision and a duplicate name are errors, because reading must
// not lose a refusal.
func ParseResult[T string | []byte](document T) (Result, error) {
	doc, err := Parse(document)
	if err != nil {
		return Result{}, fmt.Errorf("hook result: %w", err)
	}
	if doc.Kind() != Object {
		return Result{}, fmt.Errorf("hook result: %w", errNotObject)
	}
	if m, found := doc.Duplicate(); found {
		return Result{}, fmt.Errorf("hook result: byte %d: %q: %w", m.Offset, m.Name, ErrDuplicate)
	}
	var r Result
	for m := range doc.Members() {
		if m.Value.Kind() == Null {
			continue
		}
		if err := r.read(m); err != nil {
			return Result{}, fmt.Errorf("hook result: byte %d: %q: %w", m.Value.Offset(), m.Name, err)
		}
	}
	return r, nil
}

func (r *Result) read(m Member) error {
	switch m.Name {
	case "decision":
		return readDecision(m.Value, &r.Decision)
	case "message":
		return readText(m.Value, &r.Message)
	case "system_prompt":
		return readText(m.Value, &r.SystemPrompt)
	case "blocked":
		if m.Value.Kind() != Bool {
			return fmt.Errorf("want true or false, got %s", m.Value.Raw())
		}
		r.Blocked = new(m.Value.IsTrue())
	case "updated_input":
		if m.Value.Kind() != Object {
			return errNotObject
		}
		r.UpdatedInput = m.Value
	}
	return nil
}

func readText(v Value, to *string) error {
	s, ok := v.Text()
	if !ok {
		return fmt.Errorf("not a string")
	}
	*to = s
	return nil
}

func readDecision(v Value, to *Decision) error {
	d := Decision(v.String())
	if d.rank() <= 0 {
		return fmt.Errorf("want allow, deny, ask or defer, got %s", v.Raw())
	}
	*to = d
	return nil
}
