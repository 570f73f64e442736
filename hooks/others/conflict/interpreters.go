package conflict

import "strings"

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
