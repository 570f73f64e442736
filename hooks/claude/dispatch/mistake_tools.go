package dispatch

import (
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"sync"

	"neverask/hooks/claude/config"
	"neverask/hooks/rule/strictjson"
)

// ofTools judges a matcher of an event that is about a tool.
func (a Around) ofTools(text string, parsed config.Matcher) (m Mistake) {
	list := len(parsed.Names()) > 0
	if !list && parsed.Err() == nil && strings.Trim(text, ",| ") == "" {
		return Mistake{Never: true, Why: "the matcher names nothing", Meant: []Meant{{}}, Chooses: true}
	}
	alternatives := parsed.Names()
	if !list {
		alternatives = split(text)
	}
	fires := parsed.Err() == nil && slices.ContainsFunc(alternatives, func(alt string) bool { return a.fires(alt, list) })
	wrong := 0
	for _, alt := range alternatives {
		if a.fires(alt, list) {
			m.add(Meant{Matcher: alt})
			continue
		}
		parts, why := a.alternative(alt)
		if why == "" || len(parts) == 0 && fires || fires && isGone(alt) {
			continue
		}
		if !list && parsed.Err() == nil && !a.never(alt, parts) {
			return Mistake{} // it may be for a tool of an MCP server
		}
		if wrong++; m.Why == "" {
			m.Why = why
		}
		for _, p := range parts {
			m.add(p)
			m.Chooses = m.Chooses || len(parts) > 1 || p.If != "" && !strings.HasPrefix(strings.TrimLeft(alt, "^("), p.Matcher)
		}
	}
	switch {
	case fires && wrong == 0:
		return Mistake{}
	case m.Why == "" && parsed.Err() != nil:
		m.Why = "it is not a regular expression"
	case m.Why == "" && (list || a.never(text, nil)):
		m.Why = "Claude Code 2.1.330 has no such tool"
	}
	m.Never = !fires
	m.Chooses = m.Chooses || len(m.Meant) > 1 && m.Meant[0].If == ""
	if wrong == 0 {
		m.Meant = nil
	}
	return m
}

func isGone(name string) bool {
	_, former := gone[name]
	return former
}

// add adds a part. Matchers without an "if" are one.
func (m *Mistake) add(p Meant) {
	if i := slices.IndexFunc(m.Meant, func(other Meant) bool { return other.If == "" }); p.If == "" && i >= 0 {
		if !slices.Contains(strings.Split(m.Meant[i].Matcher, "|"), p.Matcher) {
			m.Meant[i].Matcher += "|" + p.Matcher
		}
	} else if !slices.Contains(m.Meant, p) {
		m.Meant = append(m.Meant, p)
	}
}

// fires reports whether an element of a list, or an alternative of a pattern, is for
// something: a tool, or possibly one of an MCP server.
func (a Around) fires(alt string, list bool) bool {
	if list {
		server, name, ok := strings.Cut(strings.TrimPrefix(alt, "mcp__"), "__")
		return isNow(alt) || strings.HasPrefix(alt, "mcp__") && ok && name != "" && a.server(server) == ""
	}
	alt = "(?:" + alt + ")"
	m := config.ParseMatcher(&alt)
	return m.Err() == nil && a.some(m)
}

func isNow(name string) bool {
	_, ok := toolNamed(name)
	return ok
}

// some reports whether a pattern fires for a tool that there is, or one that an MCP
// server may well have.
func (a Around) some(m config.Matcher) bool {
	if slices.ContainsFunc(builtin, m.May) || m.May("mcp__x__x") || m.May("mcp__x_y__x_y") {
		return true
	}
	for before := range formerly {
		if m.May(before) {
			return true
		}
	}
	return slices.ContainsFunc(a.Servers, func(server string) bool { return m.May("mcp__" + server + "__x") })
}

// server is the name that a server was probably meant to have; "" where it may be right.
func (a Around) server(name string) string {
	if slices.Contains(a.Servers, name) {
		return ""
	}
	return strictjson.Nearest(name, a.Servers)
}

// split splits a pattern where "|" and "," stand outside of brackets.
func split(text string) (parts []string) {
	depth, at := 0, 0
	for i, r := range text {
		switch r {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case '|', ',':
			if depth <= 0 {
				parts, at = append(parts, strings.TrimSpace(text[at:i])), i+1
			}
		}
	}
	return append(parts, strings.TrimSpace(text[at:]))
}

// The ways in which people write something else than a matcher.
var (
	argued  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\^?(\w+)(?:\\?\(|[: ]\s*|\.\*\s*)(.*?)\$?$`) })
	pathish = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^\^?([\w./*\\-]*)(\*|/|\\?\.)(\w+\??|\{[\w,]+\}|\([\w|]+\))\$?$`)
	})
	named    = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[\w -]+$`) })
	programs = strings.Fields("git gh npm npx yarn pnpm bun rm mv cp docker kubectl curl wget make python python3 pip node go cargo terraform aws sudo ssh psql")
)

// alternative says what is wrong with what fires for nothing, and what it was meant to
// be.
func (a Around) alternative(alt string) (parts []Meant, why string) {
	bare := strings.Trim(strings.TrimSuffix(strings.TrimPrefix(alt, "(?i)"), "$"), `^ "'/`+"`")
	if strings.HasPrefix(strings.ToLower(bare), "mcp") {
		return a.ofServer(bare)
	}
	if better, known := gone[bare]; known {
		why = "Claude Code 2.1.330 has no tool " + bare + " any more"
		if better != "" {
			parts = []Meant{{Matcher: better}}
		}
		return parts, why
	}
	if near := nearTool(bare); near != "" && named().MatchString(bare) {
		switch {
		case near == bare && strings.HasPrefix(alt, "(?i)"):
			why = "JavaScript has no (?i)"
		case near == bare:
			why = "a matcher is the name of the tool, and nothing around it"
		case strings.EqualFold(near, bare):
			why = "upper and lower case count: " + bare + " is not " + near
		default:
			why = "Claude Code 2.1.330 has no tool " + bare
		}
		return []Meant{{Matcher: near}}, why
	}
	if m := argued().FindStringSubmatch(bare); m != nil {
		name := nearTool(m[1])
		if name != "" && len(wordsOf(m[2], "*")) > 0 && !areTools(m[2]) && (name == "Bash" || !strings.HasPrefix(bare, m[1]+".*")) {
			for _, rule := range rulesOf(m[2], strings.Contains(alt, "("), name) {
				parts = append(parts, Meant{name, name + "(" + rule + ")"})
			}
			return parts, onlyNames("an argument")
		}
	}
	if word, _, _ := strings.Cut(bare, " "); slices.Contains(programs, strings.TrimSuffix(word, ".*")) {
		for _, rule := range rulesOf(bare, false, "Bash") {
			parts = append(parts, Meant{"Bash", "Bash(" + rule + ")"})
		}
		return parts, onlyNames("a command")
	}
	return a.ofWords(alt, bare)
}

func (a Around) ofWords(alt, bare string) (parts []Meant, why string) {
	var tools []string
	words := slices.DeleteFunc(wordsOf(bare, "_"), func(w string) bool { return w == "or" || w == "and" })
	for _, w := range words {
		if near := nearTool(w); near != "" && !slices.Contains(tools, near) {
			tools = append(tools, near)
		}
	}
	all := []Meant{{Matcher: strings.Join(tools, "|")}}
	kind := kindOf(alt)
	switch {
	case slices.Contains([]string{"all", "any", "every", "everything", "**"}, strings.ToLower(bare)):
		return []Meant{{}}, "Claude Code 2.1.330 has no tool " + bare + "; without a matcher a hook runs for every tool"
	case strings.HasPrefix(alt, "!") && len(tools) == 1:
		return []Meant{{Matcher: "^(?!" + tools[0] + "$).*"}}, "a matcher knows no !"
	case strings.HasPrefix(alt, "*") && len(tools) == 1 && len(words) == 1:
		return []Meant{{Matcher: strings.ReplaceAll(alt, "*", ".*")}}, "a pattern is a regular expression, in which * repeats what stands before it"
	case slices.Contains(a.Servers, bare):
		return []Meant{{Matcher: "mcp__" + bare + "__.*"}}, "the tools of MCP servers are named mcp__SERVER__TOOL"
	case len(tools) > 0 && strings.HasPrefix(alt, "(?i)"):
		return all, "JavaScript has no (?i)"
	case len(tools) > 0 && len(tools) == len(words):
		return all, "upper and lower case count, and tools are named with | between them"
	case len(tools) == 0 && strings.Contains(bare, "/") && strings.HasSuffix(bare, "*"):
		return []Meant{{"Edit", "Edit(" + bare + ")"}, {"Write", "Write(" + bare + ")"}}, onlyNames("a path")
	case len(tools) == 0 && pathish().MatchString(bare):
		for _, glob := range globsOf(pathish().FindStringSubmatch(bare)) {
			parts = append(parts, Meant{"Edit", "Edit(" + glob + ")"}, Meant{"Write", "Write(" + glob + ")"})
		}
		return parts, onlyNames("a path")
	case len(tools) > 0 && strings.ContainsAny(alt, "=[&"):
		return all, "a matcher is a name or a regular expression, and no condition"
	case kind != "":
		return nil, bare + " belongs to " + kind + ", and is no tool"
	case len(words) > 0:
		return nil, fmt.Sprintf("Claude Code 2.1.330 has no tool %s", bare)
	}
	return nil, ""
}

func onlyNames(what string) string {
	return "a matcher is compared with the tool name only; it cannot hold " + what
}

func areTools(text string) bool {
	return !slices.ContainsFunc(wordsOf(text, "_"), func(w string) bool { return nearTool(w) == "" && w != "or" && w != "and" })
}

// kindOf is the event that a word is a value of.
func kindOf(word string) string {
	for _, about := range Events() {
		if !OfTool(about.Event) && slices.Contains(about.Values, word) {
			return string(about.Event)
		}
	}
	return ""
}

// nearTool is the tool that a word is, or was probably meant to be.
func nearTool(word string) string {
	if now, ok := formerly[word]; ok {
		return now
	}
	return strictjson.Nearest(word, builtin)
}

// ofServer is what was meant by the name of an MCP server.
func (a Around) ofServer(bare string) (parts []Meant, why string) {
	name := strings.TrimLeft(bare[len("mcp"):], "_:./ ")
	server, tool, argued := strings.Cut(name, "__")
	if tool == "" {
		tool = ".*"
	}
	switch near := a.server(server); {
	case strings.Trim(name, "_.*") == "":
		return []Meant{{Matcher: "mcp__.*"}}, bare + " alone matches nothing"
	case near != "":
		return []Meant{{Matcher: "mcp__" + near + "__" + tool}}, "there is no MCP server " + server
	case !strings.HasPrefix(bare, "mcp__") || strings.Contains(server, " "):
		return []Meant{{Matcher: "mcp__" + strings.ReplaceAll(server, " ", "_") + "__" + tool}}, "the tools of MCP servers are named mcp__SERVER__TOOL"
	case !argued && !strings.Contains(name, "*"), strings.HasSuffix(name, "__"):
		return []Meant{{Matcher: "mcp__" + server + "__.*"}}, bare + " alone matches nothing"
	}
	return nil, ""
}

// rulesOf are the arguments of an "if" for what stands in parentheses.
func rulesOf(text string, closed bool, tool string) (rules []string) {
	if closed {
		text = strings.TrimSuffix(strings.TrimSuffix(text, ")"), `\`)
	}
	text = strings.Trim(text, `^$'"`)
	for _, rule := range split(text) {
		rule = strings.ReplaceAll(strings.ReplaceAll(rule, ".*", "*"), `\`, "")
		if !closed && tool == "Bash" && !strings.Contains(rule, "*") {
			rule += " *"
		}
		rules = append(rules, rule)
	}
	return rules
}

// globsOf are the patterns of paths for one that was cut into its directory, a sign
// and its ending.
func globsOf(m []string) (globs []string) {
	dir := strings.ReplaceAll(strings.ReplaceAll(m[1], ".*", "*"), `\`, "")
	sign := strings.TrimPrefix(m[2], `\`)
	if dir == "" && sign == "." {
		dir = "*"
	}
	for _, ending := range strings.FieldsFunc(m[3], func(r rune) bool { return strings.ContainsRune("{,}(|)", r) }) {
		if whole, maybe := strings.CutSuffix(ending, "?"); maybe {
			globs, ending = append(globs, dir+sign+whole), whole[:len(whole)-1]
		}
		globs = append(globs, dir+sign+ending)
	}
	return globs
}

// never reports whether a pattern that fires for no tool of the client's can fire for
// none of an MCP server either.
func (a Around) never(alt string, parts []Meant) bool {
	if m := argued().FindStringSubmatch(alt); m != nil && isNow(m[1]) && slices.ContainsFunc(parts, func(p Meant) bool { return p.If != "" }) {
		return true
	}
	re, err := syntax.Parse(alt, syntax.Perl)
	if err != nil {
		return len(parts) > 0
	}
	server := strings.HasPrefix(strings.ToLower(strings.TrimPrefix(alt, "^")), "mcp")
	return !possible(re) || len(parts) > 0 && (a.Closed || server) || !server && strings.HasPrefix(alt, "^") && !strings.HasPrefix(alt, "^(")
}

// possible reports whether a name of a tool may hold what a pattern wants: letters,
// digits, "_" and "-".
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
