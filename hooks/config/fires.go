package config

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tidwall/gjson"
)

// Fires reports whether a handler runs for a tool that asks questions: its
// group's matcher has to match, and its "if" has to be that tool's name. As
// Claude Code 2.1.329 reads an "if", AskUserQuestion, AskUserQuestion(*) and
// AskUserQuestion() mean the tool; no other pattern, list or argument does.
func Fires(g Group, h Handler, tool string) bool {
	return ParseMatcher(g.Matcher).Match(tool) && h.meant(tool)
}

func (h Handler) meant(tool string) bool {
	return h.If == "" || h.If == tool || h.If == tool+"(*)" || h.If == tool+"()"
}

// QuestionTools lists the tools that may ask the person: the client's own, and
// one of each MCP server that is configured at the site. Which of the servers
// has such a tool is known to the client alone.
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
	state := filepath.Join(site.Home, ".claude.json")
	if site.ConfigDir != "" {
		state = filepath.Join(site.ConfigDir, ".claude.json")
	}
	own := parseFile(state)
	var names []string
	for _, list := range []gjson.Result{
		own.Get("mcpServers"),
		own.Get("projects." + gjson.Escape(site.Dir) + ".mcpServers"),
		parseFile(filepath.Join(site.Dir, ".mcp.json")).Get("mcpServers"),
	} {
		list.ForEach(func(name, _ gjson.Result) bool {
			names = append(names, toolName(name.Str))
			return true
		})
	}
	slices.Sort(names)
	return slices.Compact(names)
}

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
