package dispatch

import (
	"cmp"
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"sync"

	"neverask/hooks"
	"neverask/hooks/claude/config"
	"neverask/hooks/rule/strictjson"
)

// A Mistake is a matcher or an "if" that cannot work.
type Mistake struct {
	Why string
	// Never reports that the hook never runs. Otherwise a part of the matcher, or all of it,
	// has no effect.
	Never bool
	// Ignored reports that the event has no matcher.
	Ignored bool
	// Nearest is the matcher or the "if" with each name replaced by the nearest valid one; "" if
	// a name has none.
	Nearest string
}

// maxJudged is the length of the longest matcher that is examined: each is tried on every tool.
const maxJudged = 200

// MatcherMistake says what is certainly wrong with a group's matcher. It finds no mistake if
// the matcher may fire for an MCP server's tool.
func MatcherMistake(e hooks.Event, text *string) (m Mistake, found bool) {
	parsed := config.ParseMatcher(text)
	about, known := Describe(e)
	if parsed.All() || !known || len(*text) > maxJudged {
		return m, false
	}
	if parsed.Match("AskUserQuestion"); parsed.Slow() {
		return m, false // what it fires for is unknown
	}
	switch {
	case e == hooks.EventDirectoryAdded: // its matcher is how the directory was added
	case about.Filter == "":
		m = ignoredMatcher(e, parsed)
	case e == hooks.EventElicitation || e == hooks.EventElicitationResult:
		if names := parsed.Names(); len(names) > 0 &&
			!slices.ContainsFunc(names, func(name string) bool { return !IsTool(name) }) {
			m = Mistake{
				Never: true,
				Why:   fmt.Sprintf("the matcher of %s is compared with the name of an MCP server, and %s is a tool", e, names[0]),
			}
		}
	case !OfTool(e) && len(about.Values) == 0:
		// Names may be chosen freely, or the client has more than it lists.
	case parsed.Err() != nil:
		m = Mistake{Never: true, Why: "it is not a regular expression"}
	case strings.Trim(*text, ",| ") == "":
		m = Mistake{Never: true, Why: "the matcher names nothing"}
	case len(parsed.Names()) > 0:
		m = namesMistake(about, parsed.Names())
	case OfTool(e):
		m = patternMistake(*text, parsed)
	case !slices.ContainsFunc(about.Values, parsed.Match):
		m = Mistake{Never: true, Why: unknown(about, *text)}
	}
	return m, m.Why != ""
}

// ignoredMatcher is the mistake of a matcher at an event that has none.
func ignoredMatcher(e hooks.Event, m config.Matcher) Mistake {
	if m.Err() == nil && len(m.Names()) == 0 && m.Match("") && m.Match("-") {
		return Mistake{}
	}
	return Mistake{Ignored: true, Why: fmt.Sprintf("%s has no matcher: the hook runs every time", e)}
}

// namesMistake examines a list of names. If one of them fires, another one is a mistake only if
// it is close to an existing name.
func namesMistake(about About, names []string) (m Mistake) {
	fires, allNear := false, true
	var better, nears []string
	for _, name := range names {
		near := nearest(about, name)
		nears = append(nears, near)
		fires, allNear = fires || near == name, allNear && near != ""
		if name = cmp.Or(near, name); !slices.Contains(better, name) {
			better = append(better, name)
		}
	}
	for i, name := range names {
		near := nears[i]
		if _, former := gone[name]; near != name && !(fires && (near == "" || former)) {
			m = Mistake{Never: !fires, Why: whyNot(about, name, near)}
			break
		}
	}
	if m.Why != "" && (allNear || fires) {
		m.Nearest = strings.Join(better, "|")
	}
	return m
}

// nearest returns the name itself if the event has it, otherwise the nearest one.
func nearest(about About, name string) string {
	if !OfTool(about.Event) {
		return strictjson.Nearest(name, about.Values)
	}
	former, isFormer := gone[name]
	_, tool, ofServer := strings.Cut(strings.TrimPrefix(name, "mcp__"), "__")
	switch {
	case strings.HasPrefix(name, "mcp__") && (!ofServer || tool == ""):
		return strings.TrimRight(name, "_") + "__.*"
	case strings.HasPrefix(name, "mcp__"), IsTool(name):
		return name
	case isFormer:
		return former
	}
	return strictjson.Nearest(name, builtin)
}

// whyNot says why a name never fires.
func whyNot(about About, name, near string) string {
	_, former := gone[name]
	switch {
	case strings.HasPrefix(name, "mcp__"):
		return name + " alone matches nothing"
	case former:
		return "Claude Code 2.1.330 no longer has the tool " + name
	case strings.EqualFold(near, name):
		return "upper and lower case count: " + name + " is not " + near
	case OfTool(about.Event) && strings.Contains(name, "__"):
		return name + " is not a tool: the names of MCP tools begin with mcp__ and the server"
	case OfTool(about.Event):
		return "Claude Code 2.1.330 has no tool " + name
	}
	return unknown(about, name)
}

func unknown(about About, name string) string {
	return fmt.Sprintf("%s knows no %s; it is one of %s", about.Event, name, strings.Join(about.Values, ", "))
}

var word = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\^(\w+)\$?$`) })

// patternMistake examines a regular expression for tool names.
func patternMistake(text string, m config.Matcher) Mistake {
	fires := slices.ContainsFunc(append([]string{"mcp__x__x", "mcp__x_y__x_y"}, builtin...), m.May)
	for former := range formerly {
		fires = fires || m.May(former)
	}
	name, _, argued := strings.Cut(strings.TrimPrefix(text, "^"), "(")
	switch anchored := word().FindStringSubmatch(text); {
	case fires:
	case argued && (IsTool(name) || strictjson.Nearest(name, builtin) != ""):
		return Mistake{
			Never: true, Why: `a matcher is compared with the name of the tool alone; the tool's input belongs in "if"`,
		}
	case !isPossible(text):
		return Mistake{Never: true, Why: "no tool has a name like that"}
	case anchored != nil && !strings.HasPrefix(anchored[1], "mcp__"): // the prefix of MCP tools
		near := strictjson.Nearest(anchored[1], builtin)
		return Mistake{Never: true, Why: whyNot(About{Event: hooks.EventPreToolUse}, anchored[1], near), Nearest: near}
	}
	return Mistake{}
}

// isPossible reports whether a pattern could fire for a tool name: one of letters, digits, "_"
// and "-".
func isPossible(pattern string) bool {
	re, err := syntax.Parse(pattern, syntax.Perl)
	return err != nil || possible(re)
}

func possible(re *syntax.Regexp) bool {
	all := func(list []*syntax.Regexp) bool {
		return !slices.ContainsFunc(list, func(sub *syntax.Regexp) bool { return !possible(sub) })
	}
	allowed := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' || r == '-'
	}
	switch re.Op {
	case syntax.OpNoMatch:
		return false
	case syntax.OpLiteral:
		return !slices.ContainsFunc(re.Rune, func(r rune) bool { return !allowed(r) })
	case syntax.OpCharClass:
		for r := rune('-'); r <= 'z'; r++ {
			for i := 0; i < len(re.Rune); i += 2 {
				if allowed(r) && re.Rune[i] <= r && r <= re.Rune[i+1] {
					return true
				}
			}
		}
		return false
	case syntax.OpStar, syntax.OpQuest:
		return true
	case syntax.OpRepeat:
		return re.Min == 0 || all(re.Sub)
	case syntax.OpAlternate:
		return slices.ContainsFunc(re.Sub, possible)
	}
	return all(re.Sub)
}

// IfMistake says why a hook's "if" never holds when its matcher fires.
func IfMistake(h config.Hook) (m Mistake, found bool) {
	rule, e := h.Handler.If, hooks.Event(h.Group.Event)
	if rule == "" || !config.Known(h.Group.Event) || OfTool(e) && strings.HasPrefix(rule, "mcp__") {
		return m, false
	}
	name, rest, argued := strings.Cut(rule, "(")
	tool, known := toolNamed(name)
	near := strictjson.Nearest(name, builtin)
	matcher := config.ParseMatcher(h.Group.Matcher)
	fires := func(tool string) bool {
		return matcher.May(tool) || slices.ContainsFunc(namesOf(tool), matcher.May)
	}
	m = Mistake{Never: true, Why: fmt.Sprintf("its \"if\" names no tool: %s", rule)}
	switch {
	case !OfTool(e):
		m.Why = fmt.Sprintf("its \"if\" is for tools, and %s is not about one", e)
	case !known && near != "" && fires(near):
		m.Nearest = near + strings.TrimPrefix(rule, name)
	case !known:
	case argued && !strings.HasSuffix(rest, ")"):
		m.Why = "its \"if\" has no closing parenthesis"
	case fires(tool):
		return Mistake{}, false
	default:
		m.Why = fmt.Sprintf("its \"if\" is for %s, and its matcher does not fire for that", tool)
	}
	return m, true
}
