package doctor

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"neverask/hooks/claude/bash"
	"neverask/hooks/claude/config"
	"neverask/hooks/others/conflict"
)

// literal finds a "~" or a variable in a program's path that is not expanded: in quotes, where
// no shell reads it, or because it is never set.
func (o programs) literal(h config.Hook) (Finding, bool) {
	words := append([]string{h.Handler.Command}, h.Handler.Args...)
	if !conflict.Interprets(h.Handler.Command) || len(words) > 1 && strings.HasPrefix(words[1], "-") {
		words = words[:1] // only the program knows what its arguments are
	} else {
		words = words[:min(len(words), 2)]
	}
	switch all := strings.Join(words, ""); {
	case !strings.ContainsAny(all, "~$"):
		return Finding{}, false
	case !h.Handler.Exec && !strings.Contains(all, "$") && !strings.Contains(all, `"~`) && !strings.Contains(all, "'~"):
		return Finding{}, false // a shell reads it
	case !h.Handler.Exec:
		words = programWords(h.Handler.Command)
	}
	for _, w := range words {
		sign, ok := o.unread(h, w)
		if !ok {
			continue
		}
		f := failing(h, "command-literal", sign+" is not expanded in "+w)
		f.Fix = "write the whole path, or put ~ outside quotes, and a variable outside single quotes"
		if h.Handler.Exec {
			f.Fix = `write the whole path, or remove "args": with it, no shell reads the command`
		}
		return f, true
	}
	return Finding{}, false
}

// unread reports whether a word, as written in a command, begins with a sign that is not
// expanded.
func (o programs) unread(h config.Hook, w string) (sign string, ok bool) {
	quote := ""
	if !h.Handler.Exec && (strings.HasPrefix(w, `"`) || strings.HasPrefix(w, `'`)) {
		quote = w[:1]
		w = strings.TrimSuffix(w[1:], quote)
	}
	if strings.HasPrefix(w, "~/") {
		return "~", quote != "" || h.Handler.Exec
	}
	name, rest, ok := variable(w)
	if !ok {
		return "", false
	}
	sign = "$" + name
	set := slices.ContainsFunc(o.around.Environ(h, "-"), func(e string) bool { return strings.HasPrefix(e, name+"=") })
	switch {
	case h.Handler.Exec:
		return sign, !(strings.HasPrefix(w, "${") && set && strings.HasPrefix(name, "CLAUDE_P"))
	case quote == `'`, h.Group.Event == "apiKeyHelper" && name == "CLAUDE_PROJECT_DIR":
		return sign, true
	}
	return sign, !(set || ofShell(name) || len(o.Env) == 0 || assigns(h.Handler.Command, name) || executable("/"+rest))
}

// ofShell reports whether shells set a variable themselves.
func ofShell(name string) bool {
	return slices.Contains([]string{"PWD", "OLDPWD", "UID", "EUID", "PPID", "HOSTNAME", "SHELL", "BASH"}, name)
}

// variable splits off a variable from a word that begins with one and a slash.
func variable(w string) (name, rest string, ok bool) {
	name, ok = strings.CutPrefix(w, "$")
	if !ok {
		return "", "", false
	}
	name, rest, ok = strings.Cut(name, "/")
	name = strings.TrimSuffix(name, `"`)
	if braced, is := strings.CutPrefix(name, "{"); is {
		name = strings.TrimSuffix(braced, "}")
	}
	valid := name != "" && strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789") == "" &&
		(name[0] < '0' || name[0] > '9')
	return name, strings.Trim(rest, `"`), ok && valid
}

// programWords returns the words of a command, as written, that name a program or an
// interpreter's script.
func programWords(command string) (words []string) {
	file, err := bash.Parse(command)
	if err != nil {
		return nil
	}
	syntax.Walk(file, func(n syntax.Node) bool {
		call, ok := n.(*syntax.CallExpr)
		if !ok {
			return true
		}
		for i, w := range call.Args {
			word := command[w.Pos().Offset():w.End().Offset()]
			if i == 0 || i == 1 && conflict.Interprets(call.Args[0].Lit()) {
				words = append(words, word)
			}
		}
		return true
	})
	return words
}

// assigns reports whether a command sets a variable itself, or reads something that may.
func assigns(command, name string) bool {
	return strings.Contains(command, name+"=") || strings.Contains(command, name+":=") ||
		slices.ContainsFunc(strings.Fields(command), func(w string) bool {
			return slices.Contains([]string{"source", ".", "eval", "read", "export", "for"}, w)
		})
}
