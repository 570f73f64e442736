package serve

import (
	"fmt"
	"os"
	"strings"

	"neverask/hooks"
)

// An EnvFile takes the variables that a hook sets for the session's commands: Claude Code 2.1.329
// reads it before each command.
type EnvFile struct{ path string }

// OpenEnvFile returns the file that belongs to this call of the hook, named by CLAUDE_ENV_FILE in
// its environment; pass [os.Getenv]. Only SessionStart, Setup, CwdChanged and FileChanged have
// one.
func OpenEnvFile(event hooks.Event, getenv func(string) string) (EnvFile, error) {
	switch event {
	case hooks.EventSessionStart, hooks.EventSetup, hooks.EventCwdChanged, hooks.EventFileChanged:
	default:
		return EnvFile{}, fmt.Errorf("%s cannot set variables for the session", event)
	}
	path := getenv("CLAUDE_ENV_FILE")
	if path == "" {
		return EnvFile{}, fmt.Errorf("no CLAUDE_ENV_FILE in the environment of the hook")
	}
	return EnvFile{path}, nil
}

// Export sets a variable. The value can be any text without a NUL: it is quoted
// so that the shell takes it as it is.
func (f EnvFile) Export(name, value string) error {
	line, err := exportLine(name, value)
	if err != nil {
		return err
	}
	file, err := os.OpenFile(f.path, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		return fmt.Errorf("export %s: %w", name, err)
	}
	if _, err := file.WriteString(line); err != nil {
		_ = file.Close()
		return fmt.Errorf("export %s: %w", name, err)
	}
	if err := file.Close(); err != nil {
		return fmt.Errorf("export %s: %w", name, err)
	}
	return nil
}

// exportLine returns a shell statement. It begins with a line break, because what others wrote
// into the file may not end with one.
func exportLine(name, value string) (string, error) {
	for i, c := range name {
		letter := c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		if !letter && (i == 0 || c < '0' || c > '9') {
			return "", fmt.Errorf("export %q: not the name of a variable", name)
		}
	}
	if name == "" {
		return "", fmt.Errorf("export: a variable without a name")
	}
	if strings.ContainsRune(value, 0) {
		return "", fmt.Errorf("export %s: the value holds a NUL", name)
	}
	return "\nexport " + name + "='" + strings.ReplaceAll(value, "'", `'\''`) + "'\n", nil
}
