package question

import (
	"strings"

	"neverask/hooks"
	"neverask/hooks/rule/strictjson"
)

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

var modes = []strictjson.Choice{
	{Word: string(NeverAsk), About: "answers for you"},
	{Word: string(AskOnlyForOneWay), About: "answers for you, except about irreversible actions"},
	{Word: string(PreferMode), About: "asks, with this option first and marked"},
	{Word: string(AlwaysAsk), About: "asks, whatever other rules say"},
}

// Words is what people read for a mode, on screens and in texts; the file and flags have the mode itself.
func (m Mode) Words() string {
	if m == AskOnlyForOneWay {
		return "reversible"
	}
	return strings.ReplaceAll(string(m), "-", " ")
}

// Modes returns the modes of a rule, the one that asks least first.
func Modes() []strictjson.Choice { return modes }

func readMode(m hooks.Member, to *string) *strictjson.Fault {
	*to = m.Value.String()
	for _, c := range modes {
		if *to == c.Word {
			return nil
		}
	}
	return strictjson.Wrong(m.Value, "unknown mode")
}
