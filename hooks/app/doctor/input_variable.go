package doctor

import (
	"bytes"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"neverask/hooks/claude/config"
	"neverask/settings/saferead"
)

// inputs are variables from which people read a call, and which Claude Code 2.1.330 does not
// set, by the member of the standard input that has the value.
var inputs = map[string][]string{
	".": {"CLAUDE_HOOK_INPUT", "CLAUDE_HOOK_DATA",
		"CLAUDE_HOOK_PAYLOAD", "CLAUDE_INPUT", "HOOK_INPUT"},
	".tool_input": {"CLAUDE_TOOL_INPUT", "CLAUDE_TOOL_ARGS",
		"CLAUDE_TOOL_PARAMS", "CLAUDE_TOOL_PARAMETERS", "TOOL_INPUT", "tool_input"},
	".tool_input.file_path": {"CLAUDE_FILE_PATHS", "CLAUDE_FILE_PATH",
		"CLAUDE_FILE", "CLAUDE_EDITED_FILE", "CLAUDE_TOOL_FILE_PATH", "CLAUDE_TOOL_INPUT_FILE_PATH", "TOOL_INPUT_FILE_PATH"},
	".tool_input.command": {"CLAUDE_COMMAND", "CLAUDE_BASH_COMMAND",
		"CLAUDE_TOOL_COMMAND", "CLAUDE_TOOL_INPUT_COMMAND", "TOOL_INPUT_COMMAND"},
	".tool_name":       {"CLAUDE_TOOL_NAME", "CLAUDE_TOOL", "TOOL_NAME", "tool_name"},
	".tool_response":   {"CLAUDE_TOOL_OUTPUT", "CLAUDE_TOOL_RESPONSE", "CLAUDE_TOOL_RESULT", "TOOL_OUTPUT"},
	".prompt":          {"CLAUDE_USER_PROMPT", "CLAUDE_PROMPT", "USER_PROMPT"},
	".message":         {"CLAUDE_NOTIFICATION", "CLAUDE_NOTIFICATION_MESSAGE", "CLAUDE_MESSAGE"},
	".hook_event_name": {"CLAUDE_HOOK_EVENT", "CLAUDE_HOOK_EVENT_NAME", "CLAUDE_EVENT", "CLAUDE_EVENT_TYPE"},
	".transcript_path": {"CLAUDE_TRANSCRIPT_PATH"},
	".session_id":      {"CLAUDE_SESSION_ID"},
	".cwd":             {"CLAUDE_CWD"},
}

// member returns the input member that a variable was meant to have.
func member(name string) string {
	for path, names := range inputs {
		if slices.Contains(names, name) {
			return path
		}
	}
	return ""
}

// input finds a hook that reads its input from variables that are never set.
func (o programs) input(h config.Hook) (Finding, bool) {
	var names []string
	where := ""
	if !h.Handler.Exec {
		names = emptyVariables(h.Handler.Command, true)
	}
	for _, p := range o.around.Programs(h) {
		if b, err := saferead.ReadHead(p.Path, maxRead); len(names) == 0 && err == nil && !bytes.Contains(b, []byte{0}) {
			names, where = emptyVariables(string(b), isShell(p.Path, string(b))), " in "+p.Path
		}
	}
	names = slices.DeleteFunc(names, func(name string) bool {
		return strings.Contains(h.Handler.Command, name+"=") ||
			slices.ContainsFunc(o.around.Environ(h, "-"), func(e string) bool { return strings.HasPrefix(e, name+"=") })
	})
	if len(names) == 0 {
		return Finding{}, false
	}
	f := failing(h, "input-variable", "$"+names[0]+" is empty"+where)
	f.Why = "Claude Code 2.1.330 sets no such variable: a hook's input comes as JSON on standard input"
	f.Severity, f.Off, f.Fix = Warning, config.OffNothing, "read it from there: the member "+member(names[0])
	if member(names[0]) == "." {
		f.Fix = "read it from there"
	}
	return f, true
}

// maxRead is how much of a script is read.
const maxRead = 64 << 10

func isShell(path, text string) bool {
	first, _, _ := strings.Cut(text, "\n")
	if strings.HasPrefix(first, "#!") {
		return regexp.MustCompile(`\b(sh|bash|dash|ksh|zsh)\b`).MatchString(first)
	}
	return slices.Contains([]string{"", ".sh", ".bash", ".zsh"}, filepath.Ext(path))
}

// The patterns by which a text is searched for the variables that it reads.
var (
	// inLanguages matches how other languages read a variable.
	inLanguages = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?:os\.environ(?:\.get\(|\[)|os\.getenv\(|process\.env(?:\.|\[)|ENV\[|ENV\.fetch\()\s*["']?(\w+)["']?\s*(\)|\]|[^\w,\s]|\s|$)`)
	})
	// inShell matches how a shell reads a variable without testing whether it is set.
	inShell = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?:^|[^'\\\w])\$(?:(\w+)|\{(\w+)\})`) })
	// setting matches a name without "$" that is assigned or used, or a variable that is
	// tested.
	setting = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`-[nzv]\s+"?\$\{?(\w+)|\[\s+"?\$\{?(\w+)\}?"?\s+\]|\{(\w+)[^\w}]|(?:^|[^$\w{])(\w+)`)
	})
	// sourced matches text that may set any variable.
	sourced = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?m)(?:^|[;&|({]|then|do)\s*(?:source|eval|\.)\s|\$\{!`)
	})
	comments = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?m)^\s*#.*$`) })
)

// emptyVariables returns the variables of inputs that a text certainly reads without testing
// whether they are set.
func emptyVariables(text string, shell bool) (names []string) {
	add := func(name string) {
		if member(name) != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if !strings.Contains(text, "stdin") {
		for _, m := range inLanguages().FindAllStringSubmatch(text, 20) {
			add(m[1])
		}
	}
	if text = comments().ReplaceAllString(text, ""); !shell || sourced().MatchString(text) {
		return names
	}
	var inLanguage = slices.Clone(names)
	for _, m := range inShell().FindAllStringSubmatch(text, -1) {
		add(m[1] + m[2])
	}
	for _, m := range setting().FindAllStringSubmatch(text, -1) {
		set := m[1] + m[2] + m[3] + m[4]
		names = slices.DeleteFunc(names, func(name string) bool { return name == set && !slices.Contains(inLanguage, name) })
	}
	return names
}
