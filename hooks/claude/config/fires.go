package config

import (
	"cmp"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tidwall/gjson"
)

// Fires reports whether a handler may run for a tool that asks questions: its
// group's matcher has to match, or to be one of which nobody knows (see
// [Matcher.May]), and its "if" has to be that tool's name. As
// Claude Code 2.1.329 reads an "if", AskUserQuestion, AskUserQuestion(*) and
// AskUserQuestion() mean the tool; no other pattern, list or argument does.
func Fires(g Group, h Handler, tool string) bool { return len(FiresFor(g, h, tool)) > 0 }

// FiresFor returns those of some tools for which [Fires] holds.
func FiresFor(g Group, h Handler, tools ...string) (found []string) {
	m := ParseMatcher(g.Matcher)
	for _, tool := range tools {
		if h.meant(tool) && m.May(tool) {
			found = append(found, tool)
		}
	}
	return found
}

func (h Handler) meant(tool string) bool {
	return h.If == "" || h.If == tool || h.If == tool+"(*)" || h.If == tool+"()"
}

// QuestionTools lists the tools that may ask the person: the client's own, and
// one of each MCP server that is configured at the site, of up to 100: the person's
// own before those of the project. Which of the servers has such a tool is known to
// the client alone.
func QuestionTools(site Site) []string {
	tools := []string{askTool}
	for _, server := range servers(site) {
		tools = append(tools, "mcp__"+server+"__"+askTool)
	}
	return tools
}

// servers lists the MCP servers of the person and the project by the names
// that their tools have.
func servers(site Site) []string {
	own := parseFile(filepath.Join(cmp.Or(site.ConfigDir, site.Home), ".claude.json"))
	var names []string
	known := map[string]bool{}
	for _, list := range []gjson.Result{
		own.Get("mcpServers"),
		own.Get("projects." + gjson.Escape(site.Dir) + ".mcpServers"),
		parseFile(filepath.Join(site.Dir, ".mcp.json")).Get("mcpServers"),
	} {
		list.ForEach(func(name, _ gjson.Result) bool {
			if name := toolName(name.Str); !known[name] && len(names) < maxServers {
				known[name] = true
				names = append(names, name)
			}
			return len(names) < maxServers
		})
	}
	slices.Sort(names)
	return names
}

// maxServers is how many servers are looked at: every hook is compared with each.
const maxServers = 100

// toolName spells a server's name as its tools do.
func toolName(server string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '_', r == '-':
			return r
		}
		return '_'
	}, server)
}

func parseFile(path string) gjson.Result {
	b, err := readFile(path)
	if err != nil || !json.Valid(b) {
		return gjson.Result{}
	}
	return gjson.ParseBytes(b)
}
