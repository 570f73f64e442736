package drawing

import (
	"cmp"
	"strings"

	"neverask/hooks/rule/toolrule"
	"neverask/tui/kit"
)

// ActBadge says what a tool rule does.
func ActBadge(a toolrule.Act) kit.Badge {
	switch a {
	case toolrule.Deny:
		return kit.Mark("●", "deny", kit.Good)
	case toolrule.Ask:
		return kit.Mark("○", "ask", kit.Calm)
	}
	return kit.Mark("·", "tell", kit.Calm)
}

// ToolWhen says which calls of its tools a rule matches.
func ToolWhen(r toolrule.Rule) string {
	var all []string
	for _, c := range r.When {
		all = append(all, c.String())
	}
	return kit.Clean("", cmp.Or(strings.Join(all, " and "), "every call"))
}

// ToolText names a tool rule on one line: what it does, to which tools, and its message.
func ToolText(r toolrule.Rule) string {
	text := r.ID + " (" + ActBadge(r.Act).Word + ", " + r.Tool + ")"
	if r.Message != "" {
		text += ": " + r.Message
	}
	return kit.Clean("", text)
}
