package run

import (
	"fmt"
	"slices"
	"strings"
)

// invocation is a command line of the client, as far as a run needs to understand it.
type invocation struct {
	program string
	args    []string // all arguments, as given
	prompts []string // the arguments that are not flags
	print   bool
	format  string // the output format
	verbose bool
	values  map[string]string // the values of flags; "" for flags without one
	flags   []spelt
}

// spelt is a flag as spelt, with its values.
type spelt struct {
	name  string // its first name
	words []string
}

// arity says which values follow a flag of the client.
type arity int

const (
	none     arity = iota
	one            // the next word, whatever it is
	optional       // the next word, unless it is a flag
	many           // the next word, and those after it up to a flag
)

// arityOf returns the arity of a flag of Claude Code 2.1.329, by its first name. ok is false for an unknown flag.
func arityOf(name string) (arity, bool) {
	switch name {
	case "--print", "--verbose", "--continue", "--fork-session",
		"--include-partial-messages", "--include-hook-events", "--replay-user-messages",
		"--dangerously-skip-permissions", "--allow-dangerously-skip-permissions",
		"--disable-slash-commands", "--strict-mcp-config",
		"--no-session-persistence", "--safe-mode", "--restricted",
		"--bare", "--brief", "--chrome", "--no-chrome", "--ide", "--help", "--version",
		"--background", "--bg", "--desktop", "--ax-screen-reader",
		"--exclude-dynamic-system-prompt-sections", "--forward-subagent-text",
		"--tmux", "--debug-to-stderr", "--mcp-debug", "--enable-auth-status",
		"--enable-auto-mode", "--init", "--init-only", "--maintenance",
		"--plan-mode-required", "--await-initialize":
		return none, true
	case "--add-dir", "--allowedTools", "--disallowedTools", "--betas", "--file", "--mcp-config", "--tools", "--channels",
		"--dangerously-load-development-channels":
		return many, true
	case "--debug", "--resume", "--worktree", "--from-pr", "--remote-control",
		"--rc", "--cloud", "--remote", "--teleport", "--prompt-suggestions":
		return optional, true
	case "--model", "--output-format", "--input-format", "--permission-mode",
		"--permission-prompt-tool", "--permission-prompts", "--settings",
		"--setting-sources", "--system-prompt", "--system-prompt-file",
		"--append-system-prompt", "--append-system-prompt-file",
		"--append-subagent-system-prompt", "--append-subagent-system-prompt-file", "--system-prompt-snapshot",
		"--session-id", "--max-turns", "--max-budget-usd", "--max-thinking-tokens",
		"--task-budget", "--thinking", "--thinking-display",
		"--effort", "--fallback-model", "--fast-mode", "--agent", "--agents", "--json-schema", "--name", "--plugin-dir",
		"--plugin-dir-no-mcp", "--plugin-url", "--debug-file", "--autocompact",
		"--environment", "--remote-control-session-name-prefix",
		"--resume-session-at", "--rewind-files", "--sdk-url", "--workload", "--advisor", "--managed-settings", "--prefill",
		"--project-config-root", "--plan-mode-instructions", "--parent-session-id", "--teammate-mode", "--team-name":
		return one, true
	}
	return none, false
}

// firstName returns the name by which the other functions know a flag.
func firstName(name string) string {
	other := map[string]string{
		"-p": "--print", "-c": "--continue", "-r": "--resume", "-d": "--debug",
		"-n": "--name", "-w": "--worktree", "-h": "--help",
		"-v": "--version", "-d2e": "--debug-to-stderr", "--allowed-tools": "--allowedTools",
		"--disallowed-tools": "--disallowedTools",
	}
	if first, ok := other[name]; ok {
		return first
	}
	return name
}

// parseInvocation reads a command line as the client would.
func parseInvocation(argv []string) (invocation, error) {
	inv := invocation{program: argv[0], args: argv[1:], format: "text", values: map[string]string{}}
	for rest := inv.args; len(rest) > 0; {
		arg := rest[0]
		rest = rest[1:]
		if arg == "--" {
			inv.prompts = append(inv.prompts, rest...)
			break
		}
		if len(arg) < 2 || arg[0] != '-' {
			inv.prompts = append(inv.prompts, arg)
			continue
		}
		var err error
		if rest, err = inv.flag(arg, rest); err != nil {
			return inv, err
		}
	}
	_, inv.print = inv.values["--print"]
	_, inv.verbose = inv.values["--verbose"]
	if f, ok := inv.values["--output-format"]; ok {
		inv.format = f
	}
	return inv, nil
}

// flag reads one flag and returns the words after it.
func (inv *invocation) flag(arg string, rest []string) ([]string, error) {
	name, value, attached := strings.Cut(arg, "=")
	if !strings.HasPrefix(arg, "--") && len(arg) > 2 && firstName(arg) == arg {
		// Short flags may be combined, with a value attached.
		name, value, attached = arg[:2], arg[2:], true
		if n, known := arityOf(firstName(name)); known && n == none {
			inv.add(firstName(name), "", name)
			return append([]string{"-" + value}, rest...), nil
		}
	}
	name = firstName(name)
	n, known := arityOf(name)
	isWord := func(i int) bool { return i < len(rest) && (len(rest[i]) < 2 || rest[i][0] != '-') }
	words := 0
	switch {
	case attached:
	case !known && isWord(0):
		return rest, fmt.Errorf("%s is not known, so what follows may be its value or the prompt", name)
	case (n == one || n == many) && len(rest) > 0, n == optional && isWord(0):
		value, words = rest[0], 1
	}
	for n == many && isWord(words) {
		value += " " + rest[words]
		words++
	}
	inv.add(name, value, append([]string{arg}, rest[:words]...)...)
	return rest[words:], nil
}

// add records a flag with the words it was spelt in.
func (inv *invocation) add(name, value string, words ...string) {
	inv.values[name] = value
	inv.flags = append(inv.flags, spelt{name, words})
}

// has reports whether one of the flags is given.
func (inv invocation) has(names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool { _, ok := inv.values[name]; return ok })
}

// impossible says why a command line cannot be run with questions.
func (inv invocation) impossible() error {
	switch {
	case inv.has("--bare"):
		return fmt.Errorf("--bare takes the question tool away")
	case inv.values["--permission-mode"] == "dontAsk":
		return fmt.Errorf("--permission-mode dontAsk refuses every question before it can be answered")
	case inv.values["--permission-prompts"] == "none":
		return fmt.Errorf("--permission-prompts none takes the question tool away")
	case inv.has("--permission-prompt-tool"):
		return fmt.Errorf("--permission-prompt-tool would get the questions, and there can be only one such tool")
	case inv.has("--input-format") && inv.values["--input-format"] != "text", inv.has("--sdk-url"):
		return fmt.Errorf("another program controls the client and gets the questions: install the hooks, which answer there too, or let that program use neverask/hooks/control")
	case inv.has("--background", "--bg", "--cloud", "--remote", "--teleport", "--desktop", "--init-only"):
		return fmt.Errorf("the session would not run here")
	case !inv.print:
		return fmt.Errorf("neverask run needs a run without a terminal: add -p")
	case len(inv.prompts) > 1:
		return fmt.Errorf("there are two prompts: %q and %q", inv.prompts[0], inv.prompts[1])
	}
	return nil
}

// plain reports whether the client only prints something and ends, so neverask leaves it alone. With stream-json it
// would ignore these flags.
func (inv invocation) plain() bool {
	return inv.has("--help", "--version", "--replay-user-messages", "--await-initialize") ||
		!slices.Contains([]string{"text", "json", "stream-json"}, inv.format) ||
		inv.format == "stream-json" && !inv.verbose ||
		inv.format != "stream-json" &&
			inv.has("--include-partial-messages", "--prompt-suggestions", "--forward-subagent-text")
}

// resumed returns the flags to resume a session: all except those that chose a session, and without the prompt.
func (inv invocation) resumed(session string) []string {
	var args []string
	for _, f := range inv.flags {
		switch f.name {
		case "--resume", "--continue", "--session-id", "--fork-session", "--resume-session-at", "--from-pr", "--worktree":
		default:
			args = append(args, f.words...)
		}
	}
	return append(args, "--resume", session)
}
