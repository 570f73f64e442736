package dispatch

import (
	"fmt"
	"slices"
	"strings"

	"neverask/hooks"
	"neverask/hooks/claude/config"
	"neverask/hooks/rule/strictjson"
)

// A Mistake is a matcher, or an "if", that cannot do what it says.
type Mistake struct {
	Why string
	// Never reports that the hook runs at no call. Else a part of the matcher is for
	// nothing, or all of it.
	Never bool
	// Meant is what would do, each part with a group of its own; empty when nothing is
	// near.
	Meant []Meant
	// Chooses reports that it may be meant otherwise, too.
	Chooses bool
}

// Meant is a matcher, "" for none, and an "if" for handlers that have none.
type Meant struct{ Matcher, If string }

// Around is what there is in a place beside the client's own tools.
type Around struct {
	Servers []string // MCP servers by the names that their tools have
	Closed  bool     // there are no others that a person would have
}

// maxJudged is how long a matcher may be that is judged: it is held against every tool,
// in parts, too.
const maxJudged = 200

// MatcherMistake says what is certainly wrong with the matcher of a group. It knows of
// no mistake where the matcher may fire for a tool of an MCP server.
func (a Around) MatcherMistake(e hooks.Event, text *string) (m Mistake, found bool) {
	parsed := config.ParseMatcher(text)
	about, known := Describe(e)
	if parsed.All() || !known || len(*text) > maxJudged {
		return m, false
	}
	if parsed.Match("AskUserQuestion"); parsed.Slow() {
		return m, false // nobody knows what it fires for
	}
	switch {
	case OfTool(e):
		m = a.ofTools(*text, parsed)
		if slices.ContainsFunc(m.Meant, func(p Meant) bool { return !a.does(e, p) }) {
			m.Meant = nil
		}
	case e == hooks.EventFileChanged || e == hooks.EventDirectoryAdded:
		// Their matchers are names of files to watch, and ways to add a directory.
	case about.Filter == "":
		m = ignored(e, parsed)
	case e == hooks.EventUserPromptExpansion && strings.HasPrefix(*text, "/"):
		m = Mistake{Never: true, Why: "the names of commands have no slash", Meant: []Meant{{Matcher: strings.TrimPrefix(*text, "/")}}}
	case e == hooks.EventNotification || e == hooks.EventSubagentStart || e == hooks.EventSubagentStop || len(about.Values) > 0:
		m = ofOther(about, *text, parsed)
	}
	return m, m.Why != ""
}

// does reports whether what is meant would fire.
func (a Around) does(e hooks.Event, p Meant) bool {
	parsed := config.ParseMatcher(&p.Matcher)
	if !parsed.All() && (parsed.Err() != nil || a.ofTools(p.Matcher, parsed).Why != "") {
		return false
	}
	_, wrong := a.IfMistake(config.Hook{Group: config.Group{Event: string(e), Matcher: &p.Matcher}, Handler: config.Handler{If: p.If}})
	return !wrong
}

// ignored is a matcher of an event that has none.
func ignored(e hooks.Event, m config.Matcher) Mistake {
	if m.Err() == nil && len(m.Names()) == 0 && m.Match("") && m.Match("-") {
		return Mistake{}
	}
	return Mistake{Why: fmt.Sprintf("%s has no matcher: the hook runs every time", e), Meant: []Meant{{}}}
}

// others are values of events that the client does not list, or not all.
var others = map[hooks.Event][]string{
	hooks.EventNotification: strings.Fields(`agent_needs_input agent_completed elicitation_url_dialog elicitation_complete elicitation_response worker_permission_prompt
		push_notification computer_use_enter computer_use_exit quota_auto_resume_fired quota_auto_resume_stale quota_auto_resume_disabled model_refusal_fallback
		auth_storage_failure plugin_notification`),
	hooks.EventSubagentStart: {"general-purpose", "Explore", "Plan", "statusline-setup"},
	hooks.EventSubagentStop:  {"general-purpose", "Explore", "Plan", "statusline-setup"},
}

// ofOther judges a matcher of an event that is about something else than a tool.
func ofOther(about About, text string, parsed config.Matcher) Mistake {
	values := append(slices.Clone(about.Values), others[about.Event]...)
	if parsed.Err() == nil && slices.ContainsFunc(values, parsed.Match) && len(parsed.Names()) < 2 {
		return Mistake{}
	}
	open := len(others[about.Event]) > 0
	agents := open && len(about.Values) == 0 // whose names are anybody's choice
	var better []string
	why, fires := "", false
	words := wordsOf(text, "_-")
	for _, word := range words {
		near := strictjson.Nearest(word, values)
		if near == "" && !open {
			near = part(word, values)
		}
		switch {
		case slices.Contains(values, word):
			better, fires = append(better, word), parsed.Err() == nil
		case strings.EqualFold(near, word) && !agents:
			better, why = append(better, near), "upper and lower case count: "+word+" is not "+near
		case isTool(word) && !(agents && word == "Bash"): // there was an agent Bash
			why = fmt.Sprintf("%s is a tool, and the matcher of %s is %s", word, about.Event, about.Filter)
		case near != "" && !agents:
			better, why = append(better, near), fmt.Sprintf("%s knows no %s", about.Event, word)
		case open:
			return Mistake{}
		case why == "" && !fires:
			why = fmt.Sprintf("%s knows no %s", about.Event, word)
		}
	}
	if why == "" && parsed.Err() != nil {
		why = "it is not a regular expression"
	}
	if fires && (why == "" || len(better) < len(words)) {
		return Mistake{} // it fires, and the rest does no harm
	}
	m := Mistake{Why: why, Never: !fires, Meant: []Meant{{Matcher: strings.Join(better, "|")}}, Chooses: len(better) == 0}
	if len(about.Values) > 0 {
		m.Why += "; it is one of " + strings.Join(about.Values, ", ")
	}
	return m
}

// wordsOf are the words of a text: letters, digits and some signs.
func wordsOf(text, signs string) []string {
	return strings.FieldsFunc(text, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune(signs, r))
	})
}

// part is the only one of some names that has a word in it, or is in it.
func part(word string, names []string) (found string) {
	for _, name := range names {
		if len(word) > 3 && strings.Contains(name, word) || strings.Contains(word, name) {
			if found != "" {
				return ""
			}
			found = name
		}
	}
	return found
}

func isTool(name string) bool {
	_, ok := toolNamed(name)
	return ok || gone[name] != ""
}

// IfMistake says why the "if" of a hook never holds where its matcher fires.
func (a Around) IfMistake(h config.Hook) (m Mistake, found bool) {
	rule, e := h.Handler.If, hooks.Event(h.Group.Event)
	if rule == "" || !config.Known(h.Group.Event) {
		return m, false
	}
	if !OfTool(e) {
		return Mistake{Never: true, Why: fmt.Sprintf("its \"if\" is for tools, and %s is about none", e), Meant: []Meant{{}}, Chooses: true}, true
	}
	name, rest, argued := strings.Cut(rule, "(")
	now, known := toolNamed(name)
	matcher := config.ParseMatcher(h.Group.Matcher)
	fires := func(tool string) bool {
		return matcher.May(tool) || slices.ContainsFunc(namesOf(tool), matcher.May)
	}
	switch {
	case strings.HasPrefix(name, "mcp__"):
		return m, false
	case known && argued && !strings.HasSuffix(rest, ")"):
		return Mistake{Never: true, Why: "its \"if\" has no closing parenthesis", Meant: []Meant{{If: rule + ")"}}}, fires(now)
	case known && fires(now):
		return m, false
	case known:
		m = Mistake{Why: fmt.Sprintf("its \"if\" is for %s, and its matcher does not fire for that", now)}
		if len(matcher.Names()) > 0 {
			m.Meant, m.Chooses = []Meant{{Matcher: now, If: rule}}, true
		}
	default:
		m.Why = fmt.Sprintf("its \"if\" names no tool: %s", rule)
		if parts, why := a.alternative(rule); len(parts) == 1 && (parts[0].If != "" || fires(parts[0].Matcher)) {
			m.Meant, m.Why = []Meant{{If: parts[0].If}}, "its \"if\" never holds: "+why
			if parts[0].If == "" {
				m.Meant[0].If = parts[0].Matcher
			}
		}
	}
	m.Never = true
	return m, true
}
