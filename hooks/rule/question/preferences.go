package question

import (
	"neverask/hooks"
	"neverask/hooks/rule/strictjson"
)

// Version is the version of the preferences format that this package reads and
// writes.
const Version = 1

// Preferences are a person's rules, in the shape of the preferences file.
type Preferences struct {
	Version int               `json:"version"`
	Partial Switch            `json:"partial,omitempty"` // whether part of a call may be answered; on unless "off"
	MCP     map[string]Policy `json:"mcp,omitempty"`     // by server name
	Session Session           `json:"session,omitempty"` // what to assume when asking fails
	Rules   []Rule            `json:"rules"`
}

// Rule says what to do with the questions that it matches.
type Rule struct {
	ID      string `json:"id"`
	Match   Match  `json:"match"`
	Mode    Mode   `json:"mode"`
	Answer  Answer `json:"answer,omitzero"`   // kept but unused with AlwaysAsk; see [Rule.Effective]
	Project string `json:"project,omitempty"` // a directory; "" applies everywhere
	OneWay  string `json:"oneWay,omitempty"`  // "allow" or ""
	// Same says how alike a question must be to one that the person answered; see [Rule.Sameness].
	Same    Sameness `json:"same,omitempty"`
	Created Created  `json:"created,omitzero"`
	Note    string   `json:"note,omitempty"`
}

// Match says what a question must look like. All fields that are set must match; at least one must be set.
type Match struct {
	Marker  string   `json:"marker,omitempty"`  // ID of <gstack-qid:ID> or <qid:ID> in the text
	Exact   string   `json:"exact,omitempty"`   // the text, byte for byte
	Text    string   `json:"text,omitempty"`    // a text with the same Fingerprint
	Header  string   `json:"header,omitempty"`  // ignoring case and white space
	Options []string `json:"options,omitempty"` // the set of labels, compared by LabelKey
	Pattern string   `json:"pattern,omitempty"` // an RE2 expression found in the text
	Source  string   `json:"source,omitempty"`  // metadata.source of the call
	Tool    string   `json:"tool,omitempty"`    // "native" or the name of an MCP server
}

// Created records where a rule came from.
type Created = strictjson.Created

// Mode says what a rule does.
type Mode string

// The modes.
const (
	// NeverAsk answers the question, unless that is one-way and the rule lacks "oneWay": "allow".
	NeverAsk Mode = "never-ask"
	// AskOnlyForOneWay answers the question, and nothing makes it answer a one-way
	// question.
	AskOnlyForOneWay Mode = "ask-only-for-one-way"
	// PreferMode still asks, with the preferred option first and marked.
	PreferMode Mode = "prefer"
	// AlwaysAsk asks, whatever other rules of the same rank say. Its answer has no
	// effect; it is kept in case the mode changes again.
	AlwaysAsk Mode = "always-ask"
)

// Switch is "on" or "off".
type Switch string

// Policy says how to answer an MCP lookalike of the question tool.
type Policy string

// The policies.
const (
	PolicyAsk     Policy = "ask"     // never answered; the default
	PolicyAnswers Policy = "answers" // like the client's own tool
	PolicyDeny    Policy = "deny"    // refused, with the answer as the reason
)

// Session is the kind of session to assume when asking fails.
type Session string

// The kinds of sessions. Auto looks at the environment.
const (
	Auto       Session = "auto"
	Attended   Session = "attended"   // a person reads along
	Unattended Session = "unattended" // nobody does
	Spawned    Session = "spawned"    // an orchestrator started the session
)

// Answer is a rule's answer. At most one of its fields is set.
type Answer struct {
	Word   string   // "recommended" or "usual"
	Label  string   // one option
	Labels []string // several options of a multi-select question
	Text   string   // free text
}

// The words an Answer may hold.
const (
	Recommended = "recommended" // the option the question recommends
	Usual       = "usual"       // the option the person has nearly always chosen
)

// IsZero reports whether there is no answer.
func (a Answer) IsZero() bool {
	return a.Word == "" && a.Label == "" && len(a.Labels) == 0 && a.Text == ""
}

// MarshalJSON writes the answer as in the preferences file: a word or a label as a string,
// everything else as an object with one member.
func (a Answer) MarshalJSON() ([]byte, error) {
	var w hooks.Writer
	switch plain := a.Word + a.Label; {
	case a.IsZero():
		w.Value(hooks.Value{})
	case plain != "" && a.Label != Recommended && a.Label != Usual:
		w.String(plain)
	default:
		w.Begin('{')
		w.Text("label", a.Label)
		w.Text("text", a.Text)
		if a.Labels != nil {
			w.Name("labels").Begin('[')
			for _, l := range a.Labels {
				w.String(l)
			}
			w.End(']')
		}
		w.End('}')
	}
	return w.Bytes(), nil
}

// ParseAnswer reads an answer as a person types it: one of the words, or else a label.
func ParseAnswer(s string) Answer {
	if s == Recommended || s == Usual {
		return Answer{Word: s}
	}
	return Answer{Label: s}
}

// UnmarshalJSON reads what MarshalJSON writes.
func (a *Answer) UnmarshalJSON(b []byte) error { return strictjson.Unmarshal(b, a, readAnswer) }
