package doctor

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"

	"neverask/hooks/claude/config"
	"neverask/hooks/others/conflict"
	"neverask/settings/saferead"
)

// firstLine returns a script's first line, as far as the kernel reads it.
func firstLine(path string) string {
	b, err := saferead.ReadHead(path, 256)
	if err != nil {
		return ""
	}
	line, _, _ := bytes.Cut(b, []byte("\n"))
	return string(line)
}

// interpreter reports a fault in the interpreter that a script names.
func (o programs) interpreter(h config.Hook, p conflict.Program) (Finding, bool) {
	line := firstLine(p.Path)
	rest, script := strings.CutPrefix(line, "#!")
	if !script {
		f := failing(h, "command-interpreter",
			p.Path+" names no interpreter in its first line, and there is no shell to run it")
		f.Fix = "make #!/bin/sh its first line, or run it with a shell"
		if h.Handler.Exec && text(line) {
			return f, true
		}
		return Finding{}, false
	}
	if strings.HasSuffix(rest, "\r") {
		f := failing(h, "command-interpreter", "the lines of "+p.Path+" end as on Windows, so its interpreter is not found")
		f.Fix = `sed -i 's/\r$//' ` + quoted(p.Path)
		return f, true
	}
	words := strings.Fields(rest)
	if len(words) == 0 {
		return Finding{}, false
	}
	name := words[0]
	if filepath.Base(name) == "env" && len(words) == 2 {
		name = words[1]
	}
	if strings.HasPrefix(name, "-") || inPath(name, o.Env) {
		return Finding{}, false
	}
	f := failing(h, "command-interpreter", p.Path+" needs "+name+", which is not there")
	f.Fix = "install it, or name another one in the first line"
	return f, true
}

// text reports whether a first line is text: in programs it is not.
func text(line string) bool { return line != "" && !strings.ContainsAny(line, "\x00\x7f") }

// inPath reports whether a program exists, by its path or in PATH.
func inPath(name string, env []string) bool {
	if filepath.IsAbs(name) {
		return executable(name)
	}
	return slices.ContainsFunc(filepath.SplitList(conflict.Variable(env, "PATH")), func(dir string) bool {
		return filepath.IsAbs(dir) && executable(filepath.Join(dir, name))
	})
}
