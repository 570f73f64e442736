package conflict

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"neverask/hooks"
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/dispatch"
	"neverask/hooks/thirdparty/chain"
)

// CommandEnv are what a hook's command can refer to.
type CommandEnv struct {
	Home    string
	Project string   // CLAUDE_PROJECT_DIR, and where the command is run
	Env     []string // of the client

	shelf *shelf
}

// variables are those that the client sets for a hook, and HOME.
func (s CommandEnv) variables(h config.Hook) map[string]string {
	v := map[string]string{"HOME": s.Home, "CLAUDE_PROJECT_DIR": s.Project, "PWD": s.Project}
	for _, e := range s.Env {
		if name, value, ok := strings.Cut(e, "="); ok && v[name] == "" {
			v[name] = value
		}
	}
	if h.Source.Root != "" {
		v["CLAUDE_PLUGIN_ROOT"] = h.Source.Root
	}
	return v
}

// Environ is the environment that the client gives a hook (Claude Code 2.1.329), in a
// session with this ID. What names the session's sockets and processes is left out.
func (s CommandEnv) Environ(h config.Hook, session string) []string {
	env := append(slices.Clone(s.Env),
		"HOME="+s.Home, "CLAUDE_PROJECT_DIR="+s.Project, "CLAUDECODE=1", "CLAUDE_CODE_ENTRYPOINT=cli",
		"CLAUDE_CODE_SESSION_ID="+session, "CLAUDE_CODE_SESSION_ATTENDED=1",
	)
	switch hooks.Event(h.Group.Event) {
	case hooks.EventPostToolBatch, hooks.EventStop, hooks.EventSubagentStop:
		env = append(env, "CLAUDE_EFFORT=medium")
	default:
		if dispatch.OfTool(hooks.Event(h.Group.Event)) {
			env = append(env, "CLAUDE_EFFORT=medium")
		}
	}
	if h.Source.Root != "" {
		env = append(env, "CLAUDE_PLUGIN_ROOT="+h.Source.Root)
	}
	if h.Source.Kind == config.Plugin {
		env = append(env, "CLAUDE_PLUGIN_DATA="+s.pluginData(h.Source.Name))
	}
	return env
}

// pluginData is the directory that the client keeps for what a plugin writes.
func (s CommandEnv) pluginData(id string) string {
	dir := cmp.Or(chain.Variable(s.Env, "CLAUDE_CONFIG_DIR"), filepath.Join(s.Home, ".claude"))
	if !strings.Contains(id, "@") {
		id += "@inline" // one that the client is started with
	}
	return filepath.Join(dir, "plugins", "data", strings.Map(func(r rune) rune {
		if r == '-' || r == '_' || r < utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsDigit(r)) {
			return r
		}
		return '-'
	}, id))
}

// longest stands for every time limit that nobody will see the end of: a number of
// seconds in settings may be beyond what a Duration holds.
const longest = 365 * 24 * time.Hour

// Command is what a hook of type command runs, with the time it has.
func Command(h config.Hook) chain.Command {
	c := chain.Command{Line: h.Handler.Command, Args: h.Handler.Args, Exec: h.Handler.Exec, Shell: h.Handler.Shell, Limit: limitAt(hooks.Event(h.Group.Event))}
	if s := h.Handler.Timeout; s > 0 {
		c.Limit = time.Duration(min(s, longest.Seconds()) * float64(time.Second))
	}
	return c
}

// limitAt is the time that Claude Code 2.1.329 gives a command that names none.
func limitAt(event hooks.Event) time.Duration {
	switch event {
	case hooks.EventUserPromptSubmit, hooks.EventPreModelSwitch:
		return 30 * time.Second
	case hooks.EventSessionEnd:
		return 1500 * time.Millisecond
	}
	return chain.DefaultLimit
}

// parse reads the command of a handler.
func (s CommandEnv) parse(h config.Hook) words {
	w := newWords(s.Remembering().shelf, s.variables(h), s.Home, s.Project)
	switch {
	case h.Handler.Exec:
		argv := []string{h.Handler.Command}
		argv = append(argv, h.Handler.Args...)
		for i, arg := range argv {
			argv[i] = fill(arg, w.vars)
		}
		w.add(invocation{argv: argv, dir: s.Project})
	case h.Handler.Shell == "powershell":
		w.lines = []string{h.Handler.Command}
		w.gap = "it is written for PowerShell"
	default:
		w.lines = []string{h.Handler.Command}
		w.text(h.Handler.Command, false)
	}
	return w
}

// fill puts in the variables that the client puts in where there is no shell.
func fill(text string, vars map[string]string) string {
	for _, name := range []string{"CLAUDE_PLUGIN_ROOT", "CLAUDE_PLUGIN_DATA", "CLAUDE_PROJECT_DIR"} {
		if value := vars[name]; value != "" {
			text = strings.ReplaceAll(text, "${"+name+"}", value)
		}
	}
	return text
}

// wrappers run the command in their arguments.
var wrappers = []string{"exec", "env", "nohup", "command", "time", "timeout", "nice", "stdbuf", "setsid", "builtin"}

// interpreters run the file, or the text after one of their flags, that they
// are given.
var interpreters = map[string]string{
	"sh": "-c", "bash": "-c", "zsh": "-c", "dash": "-c", "ksh": "-c", "fish": "-c", "python": "-c", "python3": "-c", "python2": "-c",
	"node": "-e", "bun": "-e", "deno": "eval", "ruby": "-e", "perl": "-e", "php": "-r", "lua": "-e", "tsx": "-e", "ts-node": "-e", "uv": "-c", "go": "",
	"osascript": "-e", "pwsh": "-Command", "powershell": "-Command", ".": "", "source": "",
}

// builtins are what a shell does itself, so nothing has to be there for it.
var builtins = strings.Fields(`echo printf test [ [[ true false : cd pwd export set unset read exit return wait kill trap shift local declare
	command type hash ulimit umask eval let break continue shopt getopts mapfile readarray pushd popd dirs disown alias unalias jobs times . source`)

// harmlessPrograms print what they are given, or nothing that matters.
var harmlessPrograms = append(slices.Clone(builtins), strings.Fields(`cat jq grep egrep fgrep sed awk cut head tail tr sort uniq wc tee date
	mkdir touch rm mv cp ls sleep basename dirname realpath readlink mktemp logger notify-send afplay say osascript xargs find git which tput stty chmod`)...)

// runners look for the program that they run in a place of their own.
var runners = []string{"npx", "npm", "pnpm", "pnpx", "yarn", "bunx", "corepack", "uvx", "pipx", "poetry", "pipenv", "pdm", "hatch", "bundle", "rake"}

// shells are the interpreters of which the text is a command line.
var shells = []string{"sh", "bash", "zsh", "dash", "ksh"}

// unwrapped is what is run in the end, without what only prepares it.
func (i invocation) unwrapped() []string {
	argv := i.argv
	for len(argv) > 0 && slices.Contains(wrappers, filepath.Base(argv[0])) {
		if len(argv) > 1 && argv[0] == "command" && strings.EqualFold(argv[1], "-v") {
			return nil // it only asks whether there is one
		}
		argv = unwrap(argv[1:])
	}
	return argv
}

func nameOf(program string) string { return strings.TrimSuffix(filepath.Base(program), ".exe") }

// program says what an invocation runs: the file of a program or script, or a
// text that an interpreter is given. A gap is why there may be more.
func (i invocation) program() (file, text, gap string) {
	argv := i.unwrapped()
	if len(argv) == 0 {
		return "", "", ""
	}
	if argv[0] == unknown {
		return "", "", computed
	}
	name := nameOf(argv[0])
	if slices.Contains(runners, name) {
		for i, arg := range argv[1:] {
			if inline, ok := interpreters[arg]; ok {
				return interpreted(arg, inline, argv[i+2:])
			}
		}
		return "", "", name + " decides what it runs"
	}
	inline, interprets := interpreters[name]
	if !interprets && strings.HasPrefix(name, "python") {
		inline, interprets = "-c", true
	}
	if interprets {
		return interpreted(name, inline, argv[1:])
	}
	if slices.Contains(harmlessPrograms, name) {
		return "", "", ""
	}
	return argv[0], "", ""
}

// taking are options of wrappers that take a value which looks like a command.
var taking = []string{"-u", "--unset", "-C", "--chdir", "-s", "--signal", "-a"}

// unwrap drops the options and assignments before a wrapped command.
func unwrap(argv []string) []string {
	for len(argv) > 0 {
		first := argv[0]
		number := strings.Trim(first, "0123456789.smhd") == "" && first != "" && first[0] >= '0' && first[0] <= '9'
		if !strings.HasPrefix(first, "-") && !strings.Contains(first, "=") && !number {
			return argv
		}
		argv = argv[1:]
		if slices.Contains(taking, first) && len(argv) > 0 {
			argv = argv[1:]
		}
	}
	return nil
}

// valued are options of interpreters that take a value.
var valued = []string{"-r", "--require", "--import", "--loader", "-X", "-W", "-I", "--with", "--python", "-p", "--config", "--env-file"}

func interpreted(name, inline string, args []string) (file, text, gap string) {
	for len(args) > 0 {
		arg := args[0]
		args = args[1:]
		switch {
		case arg == unknown:
			gap = computed
		case (arg == inline || joined(name, arg)) && inline != "" && len(args) > 0:
			if args[0] == unknown {
				return "", "", computed
			}
			return "", args[0], gap
		case arg == "-m":
			return "", "", name + " runs a module"
		case arg == "run" || arg == "x" && name == "bun":
		case slices.Contains(valued, arg) && len(args) > 0:
			args = args[1:]
		case strings.HasPrefix(arg, "-"):
		default:
			if filepath.Base(arg) == arg && !strings.Contains(arg, ".") && name == "uv" {
				return interpreted(arg, interpreters[arg], args)
			}
			return arg, "", gap
		}
	}
	return "", "", gap
}

// joined reports whether a shell's options, written as one word, have the one
// that a text follows: "-lc".
func joined(name, arg string) bool {
	return slices.Contains(shells, name) && len(arg) > 1 && arg[0] == '-' && arg[1] != '-' && strings.Contains(arg, "c")
}
