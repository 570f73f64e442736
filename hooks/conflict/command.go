package conflict

import (
	"path/filepath"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"neverask/hooks/config"
)

// Surroundings are what a hook's command can refer to.
type Surroundings struct {
	Home    string
	Project string   // CLAUDE_PROJECT_DIR, and where the command is run
	Env     []string // of the client
}

// words finds what the command of a hook runs: the arguments of each simple
// command, with quotes taken off and known variables filled in. Lines are the
// pieces of script text that stand in the command itself.
type words struct {
	calls []invocation
	lines []string
	gap   string // why there may be more
}

// invocation is one simple command.
type invocation struct {
	argv []string
	// maybe reports that it depends on something whether it is run.
	maybe bool
}

// variables are those that the client sets for a hook, and HOME.
func (s Surroundings) variables(h config.Hook) map[string]string {
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

// parse reads the command of a handler.
func (s Surroundings) parse(h config.Hook) words {
	vars := s.variables(h)
	if h.Handler.Exec {
		argv := []string{h.Handler.Command}
		argv = append(argv, h.Handler.Args...)
		for i, arg := range argv {
			argv[i] = fill(arg, vars)
		}
		return words{calls: []invocation{{argv: argv}}}
	}
	w := words{lines: []string{h.Handler.Command}}
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(h.Handler.Command), "")
	if err != nil {
		w.gap = "its command line is not understood"
		return w
	}
	w.walk(file, vars, s.Home)
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

// walk collects the simple commands of a shell's syntax tree.
func (w *words) walk(file *syntax.File, vars map[string]string, home string) {
	depth := 0 // of conditions
	var open []bool
	syntax.Walk(file, func(n syntax.Node) bool {
		if n == nil {
			if last := len(open) - 1; open[last] {
				depth--
			}
			open = open[:len(open)-1]
			return true
		}
		conditional := false
		switch n := n.(type) {
		case *syntax.BinaryCmd:
			conditional = n.Op == syntax.AndStmt || n.Op == syntax.OrStmt
		case *syntax.IfClause, *syntax.CaseClause, *syntax.WhileClause, *syntax.ForClause:
			conditional = true
		case *syntax.CallExpr:
			for _, a := range n.Assigns {
				if a.Name != nil && a.Value != nil && len(n.Args) == 0 {
					if text, ok := expand(a.Value, vars, home); ok {
						vars[a.Name.Value] = text
					}
				}
			}
			w.call(n, vars, home, depth > 0)
		}
		if conditional {
			depth++
		}
		open = append(open, conditional)
		return true
	})
}

func (w *words) call(n *syntax.CallExpr, vars map[string]string, home string, maybe bool) {
	var argv []string
	for i, arg := range n.Args {
		text, ok := expand(arg, vars, home)
		if !ok && i == 0 {
			w.gap = "what it runs is computed"
			return
		}
		argv = append(argv, text)
	}
	if len(argv) > 0 {
		w.calls = append(w.calls, invocation{argv, maybe})
	}
}

// expand evaluates a word as far as it can be known.
func expand(word *syntax.Word, vars map[string]string, home string) (string, bool) {
	text, ok := parts(word.Parts, vars)
	if lit, isLit := word.Parts[0].(*syntax.Lit); isLit && home != "" {
		if lit.Value == "~" || strings.HasPrefix(lit.Value, "~/") {
			text = home + strings.TrimPrefix(text, "~")
		}
	}
	return text, ok
}

func parts(list []syntax.WordPart, vars map[string]string) (string, bool) {
	var b strings.Builder
	known := true
	for _, p := range list {
		switch p := p.(type) {
		case *syntax.Lit:
			b.WriteString(unescape(p.Value))
		case *syntax.SglQuoted:
			b.WriteString(p.Value)
		case *syntax.DblQuoted:
			text, ok := parts(p.Parts, vars)
			b.WriteString(text)
			known = known && ok
		case *syntax.ParamExp:
			value, ok := parameter(p, vars)
			b.WriteString(value)
			known = known && ok
		default:
			known = false
		}
	}
	return b.String(), known
}

// parameter evaluates $NAME, and ${NAME:-default} for an unknown NAME.
func parameter(p *syntax.ParamExp, vars map[string]string) (string, bool) {
	if p.Param == nil {
		return "", false
	}
	if value := vars[p.Param.Value]; value != "" {
		return value, true
	}
	if p.Exp != nil && p.Exp.Word != nil && (p.Exp.Op == syntax.DefaultUnset || p.Exp.Op == syntax.DefaultUnsetOrNull) {
		return parts(p.Exp.Word.Parts, vars)
	}
	return "", false
}

func unescape(lit string) string {
	if !strings.Contains(lit, `\`) {
		return lit
	}
	var b strings.Builder
	for i := 0; i < len(lit); i++ {
		if lit[i] == '\\' && i+1 < len(lit) {
			i++
		}
		b.WriteByte(lit[i])
	}
	return b.String()
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

// harmless programs print what they are given, or nothing that matters.
var harmlessPrograms = strings.Fields(`echo printf cat jq grep egrep fgrep sed awk cut head tail tr sort uniq wc tee date mkdir touch rm mv cp ls test [ [[ true false : cd pwd
	export set unset read exit return sleep wait kill trap shift local declare basename dirname realpath readlink mktemp logger notify-send afplay say osascript
	xargs find git command type which hash ulimit umask tput stty chmod eval let`)

// program says what an invocation runs: the file of a program or script, or a
// text that an interpreter is given.
func (i invocation) program() (file, text, gap string) {
	argv := i.argv
	for len(argv) > 0 && slices.Contains(wrappers, filepath.Base(argv[0])) {
		argv = unwrap(argv[1:])
	}
	if len(argv) == 0 {
		return "", "", ""
	}
	name := strings.TrimSuffix(filepath.Base(argv[0]), ".exe")
	inline, interprets := interpreters[name]
	if !interprets && strings.HasPrefix(name, "python") {
		inline, interprets = "-c", true
	}
	if interprets {
		return interpreted(name, inline, argv[1:])
	}
	if slices.Contains(harmlessPrograms, argv[0]) {
		return "", "", ""
	}
	return argv[0], "", ""
}

// unwrap drops the options and assignments before a wrapped command.
func unwrap(argv []string) []string {
	for len(argv) > 0 {
		first := argv[0]
		number := strings.Trim(first, "0123456789.smhd") == "" && first != "" && first[0] >= '0' && first[0] <= '9'
		if !strings.HasPrefix(first, "-") && !strings.Contains(first, "=") && !number {
			return argv
		}
		argv = argv[1:]
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
		case arg == inline && inline != "" && len(args) > 0:
			return "", args[0], ""
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
			return arg, "", ""
		}
	}
	return "", "", ""
}
