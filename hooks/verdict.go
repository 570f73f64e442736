package hooks

import (
	"errors"
	"fmt"
)

// A Verdict is the model's reply to a hook of type "prompt" or "agent":
// {"ok":true}, or {"ok":false,"reason":"…"}.
type Verdict struct {
	OK     bool
	Reason string
}

// ParseVerdict reads a verdict. A missing "ok" is an error, as is a value of the wrong
// type.
func ParseVerdict[T string | []byte](document T) (Verdict, error) {
	doc, err := Parse(document)
	if err != nil {
		return Verdict{}, fmt.Errorf("verdict: %w", err)
	}
	ok, reason := doc.Get("ok"), doc.Get("reason")
	if ok.Kind() != Bool {
		return Verdict{}, errors.New(`verdict: want {"ok":true} or {"ok":false,"reason":"…"}`)
	}
	if reason.Kind() != Absent && reason.Kind() != String {
		return Verdict{}, fmt.Errorf("verdict: the reason is %.40s, not a string", reason.Raw())
	}
	return Verdict{ok.IsTrue(), reason.String()}, nil
}

// JSON returns the verdict as the client expects it.
func (v Verdict) JSON() []byte {
	w := NewWriter(len(v.Reason) + 32)
	w.Begin('{')
	w.Name("ok").Value(BoolOf(v.OK))
	w.Text("reason", v.Reason)
	w.End('}')
	return w.Bytes()
}

// Result returns the verdict as a result: a refusal, or nothing. A reason beside true
// is ignored.
func (v Verdict) Result() Result {
	if v.OK {
		return Result{}
	}
	return Result{Decision: Deny, Message: v.Reason}
}
