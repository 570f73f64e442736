package config

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tidwall/gjson"
)

// QuestionMatcher is the matcher of neverask's question hooks: it matches the client's own tool,
// and tools of MCP servers that replace it.
const QuestionMatcher = `^(AskUserQuestion|mcp__.+__AskUserQuestion)$`

// askTool is the client's own tool that asks the user.
const askTool = "AskUserQuestion"

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

// isLookalike reports whether a tool is an MCP server's question tool.
func isLookalike(tool string) bool {
	return strings.HasPrefix(tool, "mcp__") && strings.HasSuffix(tool, "__"+askTool)
}
