package conflict

import (
	"path"
	"strings"

	"neverask/hooks"
	"neverask/hooks/claude/config"
)

// A public hook that is known to affect questions, by the name of the
// file that its command runs.
type public struct {
	file    string // its last part
	event   hooks.Event
	effects []Effect
	detail  string
}

// catalogue lists public hooks. We read their sources, but any release can change what they
// do, so the results of a run carry more weight.
var catalogue = []public{
	{
		"question-preference-hook", hooks.EventPreToolUse, []Effect{{Decision: hooks.Deny}, {}},
		"gstack: denies marked questions you told gstack never to ask, and every question inside Conductor; leaves the rest alone",
	},
	{"question-log-hook", hooks.EventPostToolUse, []Effect{{}}, "gstack: logs questions and answers"},
	{"auq-error-fallback-hook", hooks.EventPostToolUse, []Effect{{}}, "gstack: tells Claude what to do when asking fails"},
	{
		"enforce-askuserquestion-default.py", hooks.EventPreToolUse, []Effect{{Decision: hooks.Deny}, {}},
		"DinoStack: denies single-choice questions with no option marked (Recommended)",
	},
	{ownName, hooks.EventPreToolUse, []Effect{{Decision: hooks.Allow, Input: Answered}, {}},
		"neverask's own hook, from another place"},
	{ownName, hooks.EventPostToolUse, []Effect{{Replaces: true}, {}}, "neverask's own hook, from another place"},
	{"pre-ask-user-question.sh", hooks.EventPreToolUse, []Effect{{}},
		"Squad: writes the question to a file for its dashboard"},
	{"event_pre_tool_use.mjs", hooks.EventPreToolUse, []Effect{{}},
		"OpenClaw gsd: passes the question on to an agent, which answers in the terminal"},
}

// known looks a hook up in the catalogue.
func known(h config.Hook) finding {
	if h.Handler.Type != "command" {
		return finding{}
	}
	for _, word := range strings.FieldsFunc(h.Handler.Summary(),
		func(r rune) bool { return strings.ContainsRune(" \t\n\"'", r) }) {
		name := path.Base(strings.ReplaceAll(word, `\`, "/"))
		for _, p := range catalogue {
			if (name == p.file || strings.TrimSuffix(name, path.Ext(name)) == p.file) && string(p.event) == h.Group.Event {
				return finding{effects: p.effects, proof: []Evidence{{Basis: Known, Detail: p.detail}}}
			}
		}
	}
	return finding{}
}
