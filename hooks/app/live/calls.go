package live

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"neverask/hooks"
	"neverask/hooks/claude/bash"
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/dispatch"
	"neverask/hooks/claude/sample"
)

// A toolCall is a call that the model makes. DIR in its input is the project. One that is
// refused is not permitted to run where the client asks for that: what has to be seen is
// seen by then.
type toolCall struct {
	tool, input string
	refused     bool
}

// names are what is made up because a matcher names it.
type names struct {
	servers          map[string][]string // of MCP, with their tools
	agents, commands []string
	files            []string // in the project
}

// mainPrompt begins the session in which the model makes the calls. Subagents have
// another one, by which their requests are told from it.
const (
	mainPrompt  = "neverask: make the calls."
	agentPrompt = "neverask: do nothing."
)

// callsFor makes up the calls that a handler should fire for, or that it nearly does.
func (p *Plan) callsFor(h *Handler) {
	switch value, _ := p.want(h.Hook); {
	case dispatch.OfTool(h.Event):
		if value == "" {
			value = p.missed(h)
		}
		p.call(value, input(value, h.Event, h.If), h.If != "" && (h.Event == hooks.EventPreToolUse || h.Event == hooks.EventPermissionRequest))
		if tool, _, _ := strings.Cut(h.If, "("); tool != value && isMCP(tool) {
			p.call(tool, input(tool, h.Event, h.If), false)
		}
		// What has happened is what a handler without a call is held against.
		p.call("Bash", input("Bash", h.Event, ""), false)
	case h.Event == hooks.EventSubagentStart || h.Event == hooks.EventSubagentStop:
		for _, name := range []string{"general-purpose", value} {
			p.call("Agent", agent(name), false)
			if name != "" && !slices.Contains(agents, name) {
				p.made.agents = appendNew(p.made.agents, name)
			}
		}
	case h.Event == hooks.EventUserPromptExpansion:
		p.made.commands = appendNew(p.made.commands, "hello")
		if value != "" {
			p.made.commands = appendNew(p.made.commands, value)
		}
	case h.Event == hooks.EventCwdChanged:
		p.call("Bash", `{"command":"cd docs"}`, false)
	case h.Event == hooks.EventInstructionsLoaded:
		p.call("Read", `{"file_path":"DIR/docs/README.md"}`, false)
	case h.Event == hooks.EventPostToolBatch:
		p.call("Bash", input("Bash", h.Event, ""), false)
	}
}

// call adds a call of a tool, and what has to come before it.
func (p *Plan) call(tool, in string, refused bool) {
	if tool == "" {
		return
	}
	if m := mcpTool.FindStringSubmatch(tool); m != nil {
		p.made.servers[m[1]] = appendNew(p.made.servers[m[1]], m[2])
	}
	if tool == "Skill" {
		p.made.commands = appendNew(p.made.commands, "hello")
	}
	v, _ := hooks.Parse(in)
	file := v.Get("file_path").String() + v.Get("notebook_path").String()
	if inside, ok := strings.CutPrefix(file, "DIR/"); ok && !strings.HasSuffix(file, missing) {
		if tool != "NotebookEdit" {
			p.made.files = appendNew(p.made.files, inside)
		}
		if tool == "Edit" || tool == "NotebookEdit" || tool == "Write" {
			p.calls = appendNew(p.calls, toolCall{"Read", `{"file_path":` + hooks.StringOf(file).Raw() + `}`, false})
		}
	}
	p.calls = appendNew(p.calls, toolCall{tool, in, refused && tool == "Bash"})
}

func appendNew[T comparable](all []T, one T) []T {
	if slices.Contains(all, one) {
		return all
	}
	return append(all, one)
}

// agents are types of subagents that the client has (Claude Code 2.1.329).
var agents = []string{"general-purpose", "Explore", "Plan"}

func agent(kind string) string {
	if kind == "" || strings.ContainsAny(kind, "*:") {
		kind = agents[0]
	}
	return `{"description":"Do nothing","prompt":"` + agentPrompt + `","subagent_type":` + hooks.StringOf(kind).Raw() + `}`
}

// want is something that a handler should fire for: what its event can be about, or
// what is made up by its matcher.
func (p Plan) want(h config.Hook) (value string, ok bool) {
	event := hooks.Event(h.Group.Event)
	fires := func(v string) bool { return len(dispatch.Alone(h, dispatch.Call{Event: event, Value: v}).Fires) > 0 }
	value, ok = sample.Value(event, func(v string) bool {
		return fires(v) && (event != hooks.EventPostToolUseFailure || slices.Contains(failing, v))
	})
	if ok {
		return value, true
	}
	var made []string
	if h.Group.Matcher != nil && p.mistake(h) == "" { // else what is made up would hide it
		made = madeUp(event, *h.Group.Matcher)
	}
	tool, _, _ := strings.Cut(h.Handler.If, "(")
	for _, v := range append(made, tool) {
		if v != "" && fires(v) {
			return v, true
		}
	}
	return sample.Value(event, fires)
}

// mistake says why a handler runs at no call, as far as that can be told without trying,
// or nothing.
func (p Plan) mistake(h config.Hook) string {
	m, found := p.Around.MatcherMistake(hooks.Event(h.Group.Event), h.Group.Matcher)
	if !found || !m.Never {
		m, found = p.Around.IfMistake(h)
	}
	switch {
	case !found || !m.Never:
		return ""
	case len(m.Meant) == 1 && m.Meant[0].Matcher != "" && m.Meant[0].If == "" && !strings.HasSuffix(m.Why, m.Meant[0].Matcher):
		return m.Why + "; " + m.Meant[0].Matcher + " would fire"
	}
	return m.Why
}

// failing are the tools that can be made to fail without harm.
var failing = []string{"Bash", "Read", "WebFetch"}

var words = regexp.MustCompile(`[A-Za-z0-9-]+(_[A-Za-z0-9-]+)*`)

// madeUp are values that a matcher may have been written for.
func madeUp(e hooks.Event, matcher string) (all []string) {
	m := config.ParseMatcher(&matcher)
	parts := words.FindAllString(strings.ReplaceAll(matcher, "mcp__", " "), 8)
	switch {
	case dispatch.OfTool(e):
		all = append(all, m.Names()...)
		for _, server := range append([]string{"neverask"}, parts...) {
			for _, tool := range append([]string{"tool", "AskUserQuestion"}, parts...) {
				all = append(all, "mcp__"+server+"__"+tool)
			}
		}
		return all
	case e == hooks.EventSubagentStart || e == hooks.EventSubagentStop:
		all = slices.Clone(agents)
		parts = slices.DeleteFunc(parts, func(part string) bool {
			// To make an agent of that name would hide a slip.
			return slices.ContainsFunc(agents, func(a string) bool { return strings.EqualFold(a, part) })
		})
	case e != hooks.EventUserPromptExpansion:
		return nil
	}
	for _, part := range parts {
		if part = strings.Trim(part, "-"); part != "" {
			all = append(all, part, part+"-x")
		}
	}
	return all
}

// missed is a tool that a handler nearly fires for, or the first that it names.
func (p *Plan) missed(h *Handler) string {
	if h.Matcher == nil {
		return ""
	}
	about, _ := dispatch.Describe(h.Event)
	for _, v := range slices.Concat(about.Values, madeUp(h.Event, *h.Matcher)) {
		if len(dispatch.Alone(h.Hook, dispatch.Call{Event: h.Event, Value: v}).Misses) > 0 {
			return v
		}
	}
	return ""
}

var mcpTool = regexp.MustCompile(`^mcp__([A-Za-z0-9-]+(?:_[A-Za-z0-9-]+)*)__([A-Za-z0-9_-]+)$`)

// isMCP reports whether a tool can be one of an MCP server, whose name and whose tool the
// groups of mcpTool are.
func isMCP(tool string) bool { return mcpTool.MatchString(tool) }

// missing ends the paths of files that there are not.
const missing = "/missing.txt"

// input is an input for a tool that does no harm, makes the event happen, and for which
// the "if" of a handler holds, as far as one can be made up.
func input(tool string, e hooks.Event, rule string) string {
	content := ""
	if name, rest, ok := strings.Cut(rule, "("); ok && name == tool {
		content = strings.TrimSuffix(rest, ")")
	}
	fails, asks := e == hooks.EventPostToolUseFailure, e == hooks.EventPermissionRequest
	switch tool {
	case "Bash":
		return command(content, fails, asks)
	case "Read", "Edit", "Write", "NotebookEdit":
		file := "DIR/README.md"
		switch {
		case tool == "NotebookEdit":
			return `{"notebook_path":"DIR/notebook.ipynb","cell_id":"a","new_source":"1"}`
		case fails:
			file = "DIR" + missing
		case tool == "Read" && asks:
			file = "DIR/../outside/README.md"
		case content != "":
			file = path(content)
		}
		return strings.ReplaceAll(sample.Input(tool, "DIR"), "DIR/README.md", file)
	case "WebFetch":
		if domain, ok := strings.CutPrefix(content, "domain:"); ok && !strings.ContainsAny(domain, "\"\\/ ") {
			return `{"url":"https://` + strings.ReplaceAll(domain, "*", "www") + `/","prompt":"What is it about?"}`
		}
	case "Agent", "Task":
		return agent(content)
	}
	if isMCP(tool) && fails {
		return `{"fail":true}`
	}
	return sample.Input(tool, "DIR")
}

// command is a command line for Bash. That of a rule is in it, where no shell gets to.
func command(content string, fails, asks bool) string {
	line := "true"
	switch {
	case fails:
		line = "exit 3"
	case asks:
		line = "touch asked"
	}
	rule := strings.TrimSpace(strings.TrimRight(strings.ReplaceAll(content, ":*", " "), "* "))
	if rule = strings.ReplaceAll(rule, "*", "x"); plain(rule) {
		if fails {
			line = "false && " + rule
		} else {
			line += " || " + rule
		}
	}
	return `{"command":` + hooks.StringOf(line).Raw() + `,"description":"Do nothing"}`
}

// plain reports whether a text is one command in words without any meaning to a shell,
// so that what stands before it decides whether it is run.
func plain(text string) bool {
	file, err := bash.Parse(text)
	if err != nil || len(file.Stmts) != 1 || text == "" || strings.ContainsAny(text, "\n;|&<>()`$\\{}!'\"") {
		return false
	}
	stmt := file.Stmts[0]
	call, ok := stmt.Cmd.(*syntax.CallExpr)
	return ok && len(call.Args) > 0 && len(call.Assigns) == 0 && len(stmt.Redirs) == 0 && !stmt.Background && !stmt.Negated
}

// path is a file of the project for the pattern of a rule; README.md where the pattern is
// about anything else.
func path(pattern string) string {
	name := filepath.ToSlash(strings.TrimPrefix(strings.TrimPrefix(pattern, "./"), "/"))
	name = strings.NewReplacer("**/", "any/", "**", "file", "*", "x", "?", "x").Replace(name)
	if !filepath.IsLocal(name) || strings.ContainsAny(name, "~{}[]\"\\!:") || strings.HasPrefix(name, ".claude") || strings.HasPrefix(name, ".git/") {
		return "DIR/README.md"
	}
	return "DIR/" + name
}
