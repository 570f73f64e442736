package doctor

import (
	"os"
	"path/filepath"
	"strings"

	"neverask/hooks/claude/config"
	"neverask/hooks/others/conflict"
)

// notExecutable is the finding about a program that is not executable.
func notExecutable(h config.Hook, p conflict.Program) Finding {
	f := failing(h, "command-not-executable", p.Path+" is not executable")
	f.Fix = "chmod +x " + quoted(p.Path)
	return f
}

func executable(path string) bool {
	info, err := os.Stat(path)
	return err == nil && (info.Mode().Perm()&0o111 != 0 || filepath.Separator == '\\')
}

// quoted quotes a word for a shell.
func quoted(s string) string {
	if strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+") == "" {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
