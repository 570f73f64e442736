package config

import (
	"cmp"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tidwall/gjson"
)

// Fires reports whether a handler may run for a question tool: its group's matcher must match,
// or be one whose result is unknown (see [Matcher.May]), and its "if" must be that tool's
// name. As Claude Code 2.1.329 reads an "if", AskUserQuestion, AskUserQuestion(*) and
// AskUserQuestion() mean the tool; no other pattern, list or argument does.
func Fires(g Group, h Handler, tool string) bool { return len(FiresFor(g, h, tool)) > 0 }

// FiresFor returns the tools for which [Fires] is true.
func FiresFor(g Group, h Handler, tools ...string) (found []string) {
	m := ParseMatcher(g.Matcher)
	for _, tool := range tools {
		if h.ifNames(tool) && m.May(tool) {
			found = append(found, tool)
		}
	}
	return found
}

func (h Handler) ifNames(tool string) bool {
	return h.If == "" || h.If == tool || h.If == tool+"(*)" || h.If == tool+"()"
}

// QuestionTools lists the tools that may ask the user: the client's own, and one for each
// configured MCP server, up to 100, with the user's own servers before the project's. Only the
// client knows which servers really have such a tool.
func QuestionTools(site Site) []string {
	tools := []string{askTool}
	for _, server := range servers(site) {
		tools = append(tools, "mcp__"+server+"__"+askTool)
	}
	return tools
}

// servers lists the user's and the project's MCP servers by the names that their tools have.
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

// maxServers is how many servers are considered: every hook is compared with each.
const maxServers = 100

// toolName spells a server's name as in the names of its tools.
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
