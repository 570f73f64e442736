package conflict

import (
	"path/filepath"
	"slices"
	"strings"
)

// interpreters run the script that they are given, or the text after one of their flags.
var interpreters = map[string]string{
	"sh": "-c", "bash": "-c", "zsh": "-c", "dash": "-c", "ksh": "-c",
	"fish": "-c", "python": "-c", "python3": "-c", "python2": "-c",
	"node": "-e", "bun": "-e", "deno": "eval", "ruby": "-e", "perl": "-e",
	"php": "-r", "lua": "-e", "tsx": "-e", "ts-node": "-e",
	"osascript": "-e", "pwsh": "-Command", "powershell": "-Command", ".": "", "source": "",
}

// wrappers run the command in their arguments.
var wrappers = []string{"exec", "env", "nohup", "command", "time", "timeout", "nice", "stdbuf", "setsid"}

// runners find the program that they run in a place of their own.
var runners = []string{"npx", "npm", "pnpm", "pnpx", "yarn",
	"bunx", "corepack", "uv", "uvx", "pipx", "poetry", "pipenv", "pdm", "hatch", "bundle", "rake", "go"}

// builtins are commands that a shell runs itself, without a program.
var builtins = strings.Fields(
	`echo printf test [ [[ true false : cd pwd export set unset read exit return wait kill trap shift local declare
	type hash ulimit umask eval let break continue shopt alias unalias jobs times if for while until case select function { !`)

// Interprets reports whether a program runs the script that it is given first.
func Interprets(name string) bool {
	_, ok := interpreters[nameOf(name)]
	return ok && name != ""
}

func nameOf(program string) string { return strings.TrimSuffix(filepath.Base(program), ".exe") }

// named returns the program that a command starts and the script that this program is given,
// as the command names them, or "". gap says why there may be more.
func named(argv []string) (program, script, gap string) {
	switch {
	case len(argv) == 0:
		return "", "", ""
	case argv[0] == unknown:
		return "", "", computed
	case slices.Contains(builtins, argv[0]):
		return "", "", ""
	}
	name := nameOf(argv[0])
	if slices.Contains(runners, name) {
		return argv[0], handedOn(argv[1:]), name + " decides what it runs"
	}
	inline, interprets := interpreters[name]
	if !interprets && !strings.HasPrefix(name, "python") {
		return argv[0], "", ""
	}
	if name == "." || name == "source" {
		argv[0] = ""
	}
	for _, arg := range argv[1:] {
		switch {
		case arg == unknown:
			return argv[0], "", computed
		case arg == "run" && (name == "bun" || name == "deno"):
		case arg == inline, arg == "-c", arg == "--eval", arg == "-p":
			return argv[0], "", "" // the text stands in the command itself
		case arg == "-m":
			return argv[0], "", "it runs a module of " + name
		case !strings.HasPrefix(arg, "-"):
			return argv[0], arg, ""
		}
	}
	return argv[0], "", ""
}

// scriptEndings are the endings of scripts that runners are given.
var scriptEndings = []string{".py", ".ts", ".tsx", ".js", ".mjs", ".cjs", ".sh", ".rb", ".go"}

// handedOn returns the script that a runner is given for the program that it finds, as in "uv run x.py" and
// "npx -y tsx x.ts", or "". The value of a flag may come before it.
func handedOn(args []string) string {
	flag := false
	for _, arg := range args {
		name, _, _ := strings.Cut(arg, "=")
		switch {
		case slices.Contains([]string{"--directory", "--project", "--cwd", "--prefix", "--dir", "-C"}, name):
			return "" // the script is somewhere else
		case strings.HasPrefix(arg, "-"):
			flag = true
			continue
		case slices.Contains(scriptEndings, filepath.Ext(arg)):
			return arg
		case !flag && !Interprets(arg) && !slices.Contains([]string{"run", "exec", "dlx", "x"}, arg):
			return ""
		}
		flag = false
	}
	return ""
}

// shellText returns the text after a shell's "-c".
func shellText(argv []string) (text string, ok bool) {
	if len(argv) < 3 || interpreters[nameOf(argv[0])] != "-c" || strings.HasPrefix(nameOf(argv[0]), "python") {
		return "", false
	}
	for i, arg := range argv[1 : len(argv)-1] {
		switch {
		case strings.HasPrefix(arg, "-") && strings.HasSuffix(arg, "c") && !strings.HasPrefix(arg, "--"):
			return argv[i+2], argv[i+2] != unknown
		case !strings.HasPrefix(arg, "-"):
			return "", false
		}
	}
	return "", false
}
