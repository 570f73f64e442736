package doctor

import (
	"bytes"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"mvdan.cc/sh/v3/syntax"

	"neverask/hooks"
	"neverask/hooks/app/handlers"
	"neverask/hooks/app/installer"
	"neverask/hooks/claude/bash"
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/dispatch"
	"neverask/settings"
	"neverask/settings/foreign"
)

// inputs are variables that people read a call from, and that Claude Code 2.1.330 does
// not set, by the member of the input on standard input that has it.
var inputs = map[string][]string{
	".":                     {"CLAUDE_HOOK_INPUT", "CLAUDE_HOOK_DATA", "CLAUDE_HOOK_PAYLOAD", "CLAUDE_INPUT", "HOOK_INPUT"},
	".tool_input":           {"CLAUDE_TOOL_INPUT", "CLAUDE_TOOL_ARGS", "CLAUDE_TOOL_PARAMS", "CLAUDE_TOOL_PARAMETERS", "TOOL_INPUT", "tool_input"},
	".tool_input.file_path": {"CLAUDE_FILE_PATHS", "CLAUDE_FILE_PATH", "CLAUDE_FILE", "CLAUDE_EDITED_FILE", "CLAUDE_TOOL_FILE_PATH", "CLAUDE_TOOL_INPUT_FILE_PATH", "TOOL_INPUT_FILE_PATH"},
	".tool_input.command":   {"CLAUDE_COMMAND", "CLAUDE_BASH_COMMAND", "CLAUDE_TOOL_COMMAND", "CLAUDE_TOOL_INPUT_COMMAND", "TOOL_INPUT_COMMAND"},
	".tool_name":            {"CLAUDE_TOOL_NAME", "CLAUDE_TOOL", "TOOL_NAME", "tool_name"},
	".tool_response":        {"CLAUDE_TOOL_OUTPUT", "CLAUDE_TOOL_RESPONSE", "CLAUDE_TOOL_RESULT", "TOOL_OUTPUT"},
	".prompt":               {"CLAUDE_USER_PROMPT", "CLAUDE_PROMPT", "USER_PROMPT"},
	".message":              {"CLAUDE_NOTIFICATION", "CLAUDE_NOTIFICATION_MESSAGE", "CLAUDE_MESSAGE"},
	".hook_event_name":      {"CLAUDE_HOOK_EVENT", "CLAUDE_HOOK_EVENT_NAME", "CLAUDE_EVENT", "CLAUDE_EVENT_TYPE"},
	".transcript_path":      {"CLAUDE_TRANSCRIPT_PATH"},
	".session_id":           {"CLAUDE_SESSION_ID"},
	".cwd":                  {"CLAUDE_CWD"},
}

// member is the member of the input that a variable was to have.
func member(name string) string {
	for path, names := range inputs {
		if slices.Contains(names, name) {
			return path
		}
	}
	return ""
}

// inputs finds a hook that reads its input from variables that nobody sets.
func (o programs) input(h config.Hook) (Finding, bool) {
	var names []string
	where := ""
	if !h.Handler.Exec {
		names = fromVariables(h.Handler.Command, true)
	}
	for _, p := range o.around.Programs(h) {
		if b, err := foreign.ReadHead(p.Path, maxRead); len(names) == 0 && err == nil && !bytes.Contains(b, []byte{0}) {
			names, where = fromVariables(string(b), isShell(p.Path, string(b))), " in "+p.Path
		}
	}
	names = slices.DeleteFunc(names, func(name string) bool {
		return strings.Contains(h.Handler.Command, name+"=") || slices.ContainsFunc(o.around.Environ(h, "-"), func(e string) bool { return strings.HasPrefix(e, name+"=") })
	})
	if len(names) == 0 {
		return Finding{}, false
	}
	f := failing(h, "input-variable", "$"+names[0]+" is empty"+where)
	f.Why = "Claude Code 2.1.330 sets no such variable: what a hook is about comes as JSON on standard input"
	f.Severity, f.Off, f.Fix = Warning, config.OffNothing, fmt.Sprintf("read it from there: %s=\"$(%s)\"", names[0], filter(member(names[0])))
	if h.Source.ReadOnly != "" || h.Handler.Exec || h.Handler.Shell == "powershell" || !inPath("jq", o.Env) || !slices.ContainsFunc(names, func(n string) bool { return tells(h.Group.Event, member(n)) }) {
		return f, true
	}
	command := reading(names) + h.Handler.Command
	f.Fix = "write " + command
	return f.by(func() (installer.Plan, error) {
		return handlers.Revise(o.Installer, h, config.Revision{Members: map[string]string{"command": settings.Quote(command)}})
	}), true
}

// maxRead is how much of a script is looked at.
const maxRead = 64 << 10

// tells reports whether the input of an event has a member.
func tells(event, path string) bool {
	e := hooks.Event(event)
	switch {
	case strings.HasPrefix(path, ".tool_response"):
		return e == hooks.EventPostToolUse
	case strings.HasPrefix(path, ".tool_"):
		return dispatch.OfTool(e)
	case path == ".prompt":
		return e == hooks.EventUserPromptSubmit
	case path == ".message":
		return e == hooks.EventNotification
	}
	return true
}

// filter is a command that takes a member out of the input.
func filter(path string) string {
	switch path {
	case ".":
		return "cat"
	case ".tool_input", ".tool_response":
		return "jq -c " + path
	}
	return "jq -r '" + path + " // empty'"
}

// reading is a command that sets variables from the input.
func reading(names []string) string {
	if len(names) == 1 {
		return "export " + names[0] + `="$(` + filter(member(names[0])) + `)"; `
	}
	text := `hook_input="$(cat)"; export`
	for _, name := range names {
		text += " " + name + `="$(printf %s "$hook_input" | ` + filter(member(name)) + `)"`
	}
	return text + "; "
}

func isShell(path, text string) bool {
	first, _, _ := strings.Cut(text, "\n")
	if strings.HasPrefix(first, "#!") {
		return regexp.MustCompile(`\b(sh|bash|dash|ksh|zsh)\b`).MatchString(first)
	}
	return slices.Contains([]string{"", ".sh", ".bash", ".zsh"}, filepath.Ext(path))
}

// read is how other languages read a variable.
var read = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?:os\.environ(?:\.get\(|\[)|os\.getenv\(|process\.env(?:\.|\[)|ENV\[|ENV\.fetch\()\s*["']?(\w+)["']?\s*(\)|\]|[^\w,\s]|\s|$)`)
})

// fromVariables are the variables of inputs that a text certainly reads, without a look
// at whether they are set.
func fromVariables(text string, shell bool) (names []string) {
	add := func(name string) {
		if member(name) != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if !strings.Contains(text, "stdin") {
		for _, m := range read().FindAllStringSubmatch(text, 20) {
			add(m[1])
		}
	}
	if !shell {
		return names
	}
	file, err := bash.Parse(text)
	if err != nil {
		return nil
	}
	var careful []string // that are looked at before, or set
	syntax.Walk(file, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.ParamExp:
			if n.Param == nil {
				careful = append(careful, "")
			} else if n.Exp != nil || n.Length || n.Names != 0 {
				careful = append(careful, n.Param.Value)
			} else {
				add(n.Param.Value)
			}
		case *syntax.Assign:
			if n.Name != nil {
				careful = append(careful, n.Name.Value)
			}
		case *syntax.WordIter:
			careful = append(careful, n.Name.Value)
		case *syntax.TestClause:
			if w, ok := n.X.(*syntax.Word); ok {
				careful = append(careful, wordsIn(text, w)...)
			}
		case *syntax.UnaryTest:
			careful = append(careful, wordsIn(text, n)...)
		case *syntax.CallExpr:
			careful = append(careful, guarded(text, n)...)
		}
		return true
	})
	if slices.Contains(careful, "") {
		return nil
	}
	return slices.DeleteFunc(names, func(name string) bool { return slices.Contains(careful, name) })
}

// guarded are the variables that a command sets, or looks at whether they are there: ""
// where nobody knows which.
func guarded(text string, n *syntax.CallExpr) []string {
	if len(n.Args) == 0 {
		return nil
	}
	switch n.Args[0].Lit() {
	case "eval", "source", ".":
		return []string{""}
	case "read", "mapfile", "readarray", "unset", "getopts":
		return wordsIn(text, n)
	case "[", "test":
		if len(n.Args) < 2 {
			return nil
		}
		if len(n.Args) < 4 && !strings.HasPrefix(n.Args[1].Lit(), "-") || slices.ContainsFunc(n.Args, func(w *syntax.Word) bool { return w.Lit() == "-n" || w.Lit() == "-z" }) {
			return wordsIn(text, n)
		}
	}
	return nil
}

// wordsIn are the words of a part of a text.
func wordsIn(text string, n syntax.Node) []string {
	part := text[n.Pos().Offset():n.End().Offset()]
	return strings.FieldsFunc(part, func(r rune) bool {
		return !(r == '_' || r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z')
	})
}
