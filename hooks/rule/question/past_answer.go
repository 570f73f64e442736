package question

import (
	"errors"
	"slices"
	"strings"
	"time"

	"neverask/hooks"
)

// PastAnswer is a question that a person was shown, with the answer that they gave themselves.
type PastAnswer struct {
	At      time.Time
	By      AnsweredBy
	Session string // in which it was asked, or ""
	Call    string // the ID of the tool use, or ""
	Index   int    // of the question in its call
	Server  string // the MCP server that asked, "" for the client's own tool
	// Project is where the session was started, for an MCP server: the same name may be another program in another
	// project.
	Project string
	// Others is an object with all members of the call's input except the questions; it is
	// absent if there are none.
	Others   hooks.Value
	Question Question // as it was shown
	Labels   []string // what they chose
	Text     string   // what they typed instead
	Note     bool     // they wrote a note beside their answer
	// Unconfirmed says that no transcript shows yet whether the person gave the answer. It
	// counts against an answer by neverask, never for one.
	Unconfirmed bool
}

// AnsweredBy says how a person's answer became known.
type AnsweredBy string

// The values of AnsweredBy.
const (
	AnsweredInDialog     AnsweredBy = "dialog"     // our hook saw the answer, and the client's transcript says that it was the person's
	AnsweredInTranscript AnsweredBy = "transcript" // only the client's transcript shows it
	AnsweredOnScreen     AnsweredBy = "picked"     // they chose this very question and its answer on a screen
	AnsweredInCall       AnsweredBy = "call"       // they gave the call and its answer to a command
)

// isDeliberate reports whether the person gave the answer outside a session, to say how to
// answer such a question.
func (a PastAnswer) isDeliberate() bool {
	return a.By == AnsweredOnScreen || a.By == AnsweredInCall
}

// Given says when the person gave an answer, and whether to Claude, for which verb stands, or to neverask, to say how to
// answer such a question: "you gave this answer on 2 Jan 2006".
func (a PastAnswer) Given(verb, what string) string {
	where := ""
	if a.isDeliberate() {
		verb, where = "chose", " in neverask"
	}
	return "you " + verb + " " + what + where + " on " + Day(a.At)
}

// Asked returns a call with only this question.
func (a PastAnswer) Asked() Call {
	return Call{
		Tool: toolOf(a.Server), Server: a.Server, Source: a.Others.Get("metadata").Get("source").String(),
		Questions: []Question{a.Question}, input: a.Others,
	}
}

// picked finds the options that were chosen in the question as it was shown.
func (a PastAnswer) picked() picked {
	p := picked{text: a.Text}
	for _, label := range a.Labels {
		i := slices.IndexFunc(a.Question.Options, func(o Option) bool { return o.Label == label })
		if i < 0 {
			var why string
			if i, why = offered(label, a.Question); why != "" {
				return picked{}
			}
		}
		p.options = append(p.options, i)
	}
	slices.Sort(p.options)
	return p
}

// Answer returns the person's answer: the labels that they chose, or what they typed.
func (a PastAnswer) Answer() string {
	text := a.Text
	if text == "" {
		text = strings.Join(a.Labels, ", ")
	}
	if a.Note {
		text += " (with a note)"
	}
	return text
}

// Answering returns a question with the rule's answer, wherever the session is. It fails if the rule does not match
// the question, or has no answer to it.
func (r Rule) Answering(c Call, q Question) (PastAnswer, error) {
	return r.answering(c, q, Situation{})
}

// Confirmed returns a situation in which the person has already given the rule's answer to the call. It serves to
// show what a rule would do to past calls.
func (r Rule) Confirmed(c Call, at Situation) Situation {
	nothing := at
	at.Past = func(c Call, q Question) []PastAnswer {
		a, err := r.answering(c, q, nothing)
		if err != nil {
			return nil
		}
		return []PastAnswer{a}
	}
	return at
}

func (r Rule) answering(c Call, q Question, at Situation) (PastAnswer, error) {
	id := Identify(q)
	if field := r.Match.mismatch(c, q, id); field != "" {
		return PastAnswer{}, errors.New("its " + field + " does not match")
	}
	if r.Effective().IsZero() {
		return PastAnswer{}, errors.New("the rule says to ask")
	}
	p, why := r.resolve(c, q, id, at)
	if why != "" {
		return PastAnswer{}, errors.New(why)
	}
	a := PastAnswer{By: AnsweredInCall, Server: c.Server, Others: c.Others(), Question: q, Text: p.text}
	for _, i := range p.options {
		a.Labels = append(a.Labels, q.Options[i].Label)
	}
	return a, nil
}

// SameAnswer reports whether both answers are the same.
func (a PastAnswer) SameAnswer(other PastAnswer) bool {
	return a.Note == other.Note && takeApart(a.Asked(), a.Question,
		a.picked(), false).sameAnswer(takeApart(other.Asked(), other.Question, other.picked(), false))
}

// About returns the answers to questions that the rule matches, wherever the session was.
func (r Rule) About(past []PastAnswer) (about []PastAnswer) {
	matches := r.Match.Matcher()
	for _, a := range past {
		if matches(a.Asked(), a.Question, Identify(a.Question)) {
			about = append(about, a)
		}
	}
	return about
}

// CountAgreeing counts the answers that agree with the rule.
func (r Rule) CountAgreeing(past []PastAnswer) (n int) {
	for _, a := range past {
		if given, err := r.Answering(a.Asked(), a.Question); err == nil && !a.Unconfirmed && a.SameAnswer(given) {
			n++
		}
	}
	return n
}

// Paused returns the questions to which the person last gave another answer than the rule,
// the latest first. The rule does not answer them until the person gives its answer again.
func (r Rule) Paused(past []PastAnswer) (paused []PastAnswer) {
	if r.Mode != NeverAsk && r.Mode != AskOnlyForOneWay {
		return nil
	}
	for i := len(past) - 1; i >= 0; i-- {
		a := &past[i]
		given, err := r.Answering(a.Asked(), a.Question)
		if err != nil || !a.Note && a.SameAnswer(given) || a.Unconfirmed {
			continue
		}
		choice := Choice{Options: given.picked().options, Text: given.Text}
		if FindEvidence(r, a.Asked(), a.Question, choice, past).Against == a {
			paused = append(paused, *a)
		}
	}
	return paused
}

// Lookup finds, for [Situation], the answers to questions that may be the same. The answers must
// be in chronological order.
func Lookup(all []PastAnswer) func(Call, Question) []PastAnswer {
	byKey := map[string][]PastAnswer{}
	for _, a := range all {
		key := RecordKey(a.Server, a.Question)
		byKey[key] = append(byKey[key], a)
	}
	return func(c Call, q Question) []PastAnswer { return byKey[RecordKey(c.Server, q)] }
}

// MarshalJSON returns [PastAnswer.JSON].
func (a PastAnswer) MarshalJSON() ([]byte, error) { return a.JSON(), nil }

// JSON returns a as JSON. ParsePastAnswer reads it.
func (a PastAnswer) JSON() []byte {
	out := hooks.NewWriter(len(a.Question.raw.Raw()) + 512)
	out.Begin('{')
	a.WriteGiven(out)
	a.WriteAnswer(out)
	out.End('}')
	return out.Bytes()
}

// WriteGiven writes the members of a's JSON that say when and where the answer was given.
func (a PastAnswer) WriteGiven(out *hooks.Writer) {
	out.Text("at", a.At.UTC().Format(time.RFC3339Nano))
	out.Text("by", string(a.By))
	out.Text("session", a.Session)
	out.Text("call", a.Call)
	if a.Call != "" {
		out.Name("index").Int(int64(a.Index))
	}
}

// WriteAnswer writes the other members of a's JSON, the question first.
func (a PastAnswer) WriteAnswer(out *hooks.Writer) {
	out.Member("question", a.Question.raw)
	out.Text("server", a.Server)
	out.Text("project", a.Project)
	out.Member("others", a.Others)
	if a.Labels != nil {
		out.Name("labels").Begin('[')
		for _, label := range a.Labels {
			out.String(label)
		}
		out.End(']')
	}
	out.Text("text", a.Text)
	out.Flag("note", a.Note)
	out.Flag("unconfirmed", a.Unconfirmed)
}

// ParsePastAnswer reads what [PastAnswer.WriteAnswer] and [PastAnswer.WriteGiven] wrote, in
// one object or in two.
func ParsePastAnswer(v, given hooks.Value) (a PastAnswer, err error) {
	for m := range v.Members() {
		switch m.Name {
		case "question":
			a.Question, err = ParseQuestion(m.Value)
		case "server":
			a.Server = m.Value.String()
		case "project":
			a.Project = m.Value.String()
		case "others":
			a.Others = m.Value
		case "labels":
			for label := range m.Value.Elements() {
				a.Labels = append(a.Labels, label.String())
			}
		case "text":
			a.Text = m.Value.String()
		case "note":
			a.Note = m.Value.IsTrue()
		case "unconfirmed":
			a.Unconfirmed = m.Value.IsTrue()
		}
		if err != nil {
			return PastAnswer{}, err
		}
	}
	if a.Question.Text == "" || len(a.Labels) == 0 && a.Text == "" && !a.Note {
		return PastAnswer{}, errors.New("no question or no answer")
	}
	return a, a.ReadGiven(given.Raw())
}

// ReadGiven reads the object that holds what [PastAnswer.WriteGiven] wrote, and replaces these members of a.
func (a *PastAnswer) ReadGiven(object string) error {
	a.At, a.By, a.Session, a.Call, a.Index = time.Time{}, "", "", "", 0
	err := hooks.ParseMembers(object, func(m hooks.Member) {
		switch m.Name {
		case "at":
			a.At, _ = time.Parse(time.RFC3339Nano, m.Value.String()) // zero if it fails
		case "by":
			a.By = AnsweredBy(m.Value.String())
		case "session":
			a.Session = m.Value.String()
		case "call":
			a.Call = m.Value.String()
		case "index":
			index, _ := m.Value.Int()
			a.Index = int(index)
		}
	})
	if err == nil && a.At.IsZero() {
		err = errors.New("no time")
	}
	return err
}
