package program

import (
	"path"
	"strings"

	"neverask/hooks"
)

// maxSubject is the longest word that the record keeps of an input.
const maxSubject = 40

// subject says in one word what a call is about: the program of a command, the extension of a
// file, the host of an address, the type of a subagent, the tool of an MCP server. It serves to
// count calls, and is all that is kept of the input.
func subject(tool string, input hooks.Value) string {
	switch tool {
	case "Bash", "PowerShell":
		return program(input.Get("command").String())
	case "Read", "Write", "Edit", "MultiEdit":
		return extension(input.Get("file_path").String())
	case "NotebookEdit":
		return extension(input.Get("notebook_path").String())
	case "WebFetch":
		return host(input.Get("url").String())
	case "Agent", "Task":
		return word(input.Get("subagent_type").String())
	}
	_, name, _ := mcpTool(tool)
	return word(name)
}

func isShell(tool string) bool { return tool == "Bash" || tool == "PowerShell" }

// isAgent knows the tool by its former name, too.
func isAgent(tool string) bool { return tool == "Agent" || tool == "Task" }

// mcpTool splits the name of an MCP server's tool.
func mcpTool(tool string) (server, name string, ok bool) {
	rest, ok := strings.CutPrefix(tool, "mcp__")
	if !ok {
		return "", "", false
	}
	return strings.Cut(rest, "__")
}

// word is s when it is one plain word, else "".
func word(s string) string {
	if len(s) == 0 || len(s) > maxSubject {
		return ""
	}
	for _, c := range []byte(s) {
		if !isNameByte(c) && c != '.' && c != '-' && c != '+' && c != ':' {
			return ""
		}
	}
	return s
}

func isNameByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_'
}

// program is the base name of the first word of a command, after assignments to
// environment variables.
func program(command string) string {
	for {
		command = strings.TrimLeft(command, " \t\r\n")
		name, rest, ok := strings.Cut(command, "=")
		if !ok || !isName(name) {
			break
		}
		if command, ok = afterWord(rest); !ok {
			return ""
		}
	}
	if i := strings.IndexAny(command, " \t\r\n;&|<>()"); i >= 0 {
		command = command[:i]
	}
	return word(base(command))
}

// base is the last part of a path, of any operating system.
func base(file string) string { return file[strings.LastIndexAny(file, `/\`)+1:] }

func isName(s string) bool {
	if s == "" || s[0] >= '0' && s[0] <= '9' {
		return false
	}
	for _, c := range []byte(s) {
		if !isNameByte(c) {
			return false
		}
	}
	return true
}

// afterWord skips the rest of a shell word, with its quotes. It gives up on
// substitutions, which can contain anything.
func afterWord(s string) (rest string, ok bool) {
	var quote byte
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == '\\' && quote != '\'':
			i++
		case c == '`' && quote != '\'' || c == '$' && quote != '\'' && i+1 < len(s) && s[i+1] == '(':
			return "", false
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == ' ' || c == '\t':
			return s[i:], true
		case strings.IndexByte("\r\n;&|<>()", c) >= 0:
			return "", false // no command follows it
		}
	}
	return "", false
}

// extension returns the extension of a file's name, in lower case and without its dot.
func extension(file string) string {
	return word(strings.ToLower(strings.TrimPrefix(path.Ext(base(file)), ".")))
}

// host returns the host of a URL, without the port.
func host(url string) string {
	_, rest, ok := strings.Cut(url, "://")
	if !ok {
		return ""
	}
	if i := strings.IndexAny(rest, `/\?#`); i >= 0 {
		rest = rest[:i]
	}
	if i := strings.LastIndexByte(rest, '@'); i >= 0 {
		rest = rest[i+1:]
	}
	name, _, _ := strings.Cut(rest, ":")
	return word(strings.ToLower(name))
}
