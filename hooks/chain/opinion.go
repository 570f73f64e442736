package chain

import (
	"bytes"
	"fmt"
	"strings"
	"time"

	"neverask/hooks"
)

// An Output is what a hook leaves behind.
type Output struct {
	Stdout, Stderr []byte
	Exit           int // -1 when it was killed or could not be started
	Took           time.Duration
	// Fault says why what it printed does not count: it took too long, printed
	// too much, or could not be started.
	Fault string
}

// Defer is a decision that no hook should print: where nobody can answer it
// ends the session (Claude Code 2.1.329).
const Defer hooks.Decision = "defer"

// An Opinion is what the client makes of an output.
type Opinion struct {
	Decision hooks.Decision
	Reason   string
	Input    hooks.Value // updatedInput: it takes the place of the tool's input
	Result   hooks.Value // updatedToolOutput: it takes the place of the tool's result
	Context  string      // for the model
	Message  string      // for the person
	Stop     bool        // Claude is to stop
	// StopReason is what the person is told when it stops.
	StopReason string
	// Fault says why the client passes over the output as a whole.
	Fault string
}

// None reports that the opinion leaves the call as it is.
func (o Opinion) None() bool {
	return o.Decision == hooks.NoDecision && o.Input.Kind() == hooks.Absent && o.Result.Kind() == hooks.Absent && !o.Stop
}

// Opinion reads an output as Claude Code 2.1.329 does. An exit status of 2
// refuses the call, whatever was printed. On any other status the standard
// output counts if it is one JSON object; a member with a value that the client
// does not know makes it pass over the whole object.
func (o Output) Opinion(event hooks.Event) Opinion {
	if o.Fault != "" {
		return Opinion{Fault: o.Fault}
	}
	if o.Exit == 2 {
		return o.refused(event)
	}
	text := bytes.TrimSpace(bytes.TrimPrefix(o.Stdout, []byte("\xef\xbb\xbf")))
	if len(text) == 0 || text[0] != '{' {
		if o.Exit != 0 {
			return Opinion{Fault: fmt.Sprintf("it ended with %d", o.Exit)}
		}
		return Opinion{} // plain text is for the person
	}
	doc, err := hooks.Parse(text)
	if err != nil {
		return Opinion{Fault: "it printed what is not one JSON object: " + err.Error()}
	}
	if last(doc, "async").IsTrue() {
		return Opinion{}
	}
	r := reader{}
	opinion := r.read(event, doc)
	if r.bad != "" {
		return Opinion{Fault: "the client does not accept its " + r.bad}
	}
	return opinion
}

// refused is what an exit status of 2 means.
func (o Output) refused(event hooks.Event) Opinion {
	reason := strings.TrimSpace(string(o.Stderr))
	switch event {
	case hooks.EventPreToolUse:
		return Opinion{Decision: hooks.Deny, Reason: reason}
	case hooks.EventPostToolUse, hooks.EventPostToolUseFailure:
		return Opinion{Context: reason}
	}
	return Opinion{Fault: "it ended with 2, which means nothing at " + string(event)}
}

// reader checks members as it reads them; bad names the first that is wrong.
type reader struct{ bad string }

func (r *reader) read(event hooks.Event, doc hooks.Value) Opinion {
	o := Opinion{Message: r.text(doc, "systemMessage")}
	if v := last(doc, "continue"); v.Kind() != hooks.Absent {
		r.want(v.Kind() == hooks.Bool, "continue")
		o.Stop = v.Raw() == "false"
	}
	if v := last(doc, "suppressOutput"); v.Kind() != hooks.Absent {
		r.want(v.Kind() == hooks.Bool, "suppressOutput")
	}
	o.StopReason = r.text(doc, "stopReason")
	reason := r.text(doc, "reason")
	legacy := r.text(doc, "decision")
	r.want(legacy == "" && last(doc, "decision").Kind() == hooks.Absent || legacy == "approve" || legacy == "block", "decision")
	if legacy == "approve" && event == hooks.EventPreToolUse {
		o.Decision, o.Reason = hooks.Allow, reason
	}
	if s := last(doc, "hookSpecificOutput"); s.Kind() != hooks.Absent {
		r.want(s.Kind() == hooks.Object, "hookSpecificOutput")
		r.want(last(s, "hookEventName").String() == string(event), "hookEventName")
		r.specific(event, s, &o)
	}
	if legacy == "block" {
		o.Decision, o.Reason = hooks.Deny, reason
	}
	return o
}

// specific reads the members that belong to one event.
func (r *reader) specific(event hooks.Event, s hooks.Value, o *Opinion) {
	o.Context = r.text(s, "additionalContext")
	switch event {
	case hooks.EventPreToolUse:
		if text := r.text(s, "permissionDecisionReason"); text != "" {
			o.Reason = text
		}
		if v := last(s, "permissionDecision"); v.Kind() != hooks.Absent {
			o.Decision = hooks.Decision(v.String())
			r.want(v.Kind() == hooks.String && (o.Decision == hooks.Allow || o.Decision == hooks.Ask || o.Decision == hooks.Deny || o.Decision == Defer), "permissionDecision")
		}
		o.Input = r.input(s)
	case hooks.EventPermissionRequest:
		d := last(s, "decision")
		if d.Kind() == hooks.Absent {
			return
		}
		o.Decision = hooks.Decision(last(d, "behavior").String())
		r.want(o.Decision == hooks.Allow || o.Decision == hooks.Deny, "behavior")
		o.Input, o.Reason = r.input(d), r.text(d, "message")
	case hooks.EventPostToolUse:
		o.Result = last(s, "updatedToolOutput")
	}
}

func (r *reader) input(v hooks.Value) hooks.Value {
	input := last(v, "updatedInput")
	r.want(input.Kind() == hooks.Absent || input.Kind() == hooks.Object, "updatedInput")
	return input
}

func (r *reader) text(v hooks.Value, name string) string {
	m := last(v, name)
	r.want(m.Kind() == hooks.Absent || m.Kind() == hooks.String, name)
	return m.String()
}

func (r *reader) want(ok bool, name string) {
	if !ok && r.bad == "" {
		r.bad = name
	}
}

// last returns a member as the client's JSON reader does: of several with one
// name the last counts.
func last(v hooks.Value, name string) (found hooks.Value) {
	for m := range v.Members() {
		if m.Name == name {
			found = m.Value
		}
	}
	return found
}

// Answers reports whether a tool input that a hook has written answers its
// questions: at least one of them has an answer. ok is false for input that the
// client refuses. A question beside an answered one is not asked at all (Claude
// Code 2.1.329).
func Answers(input hooks.Value) (answered, ok bool) {
	questions := last(input, "questions")
	answers := last(input, "answers")
	if questions.Kind() != hooks.Array || questions.Len() == 0 || answers.Kind() != hooks.Absent && answers.Kind() != hooks.Object {
		return false, false
	}
	for q := range questions.Elements() {
		a := last(answers, last(q, "question").String())
		answered = answered || a.Kind() == hooks.Array && a.Len() > 0 || a.String() != ""
	}
	return answered, true
}
