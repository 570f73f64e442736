package conflict

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"neverask/hooks"
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/dispatch"
	"neverask/settings/saferead"
)

// CommandEnv are what a hook's command can refer to.
type CommandEnv struct {
	Home    string
	Project string   // CLAUDE_PROJECT_DIR, and where the command is run
	Env     []string // of the client, with the variables of its settings

	library *library
}

// A library keeps what was read during a review, because many hooks name the same files, and
// bounds the total: a repository can name as many files as it likes.
type library struct {
	budget  *saferead.Budget
	scripts map[string]script // by path
	found   map[string]string // programs by their names
}

// maxRead is how much is read from scripts for all hooks together, in bytes.
const maxRead = 32 << 20

// Remembering makes what is read for one hook available to the next. It is for one review:
// files are not read again.
func (s CommandEnv) Remembering() CommandEnv {
	if s.library == nil {
		s.library = &library{saferead.NewBudget(maxRead), map[string]script{}, map[string]string{}}
	}
	return s
}

// variable returns the value of a variable as a hook of a plugin in pluginRoot finds it, or of no
// plugin: what the client sets, HOME, and the environment.
func (s CommandEnv) variable(pluginRoot, name string) (value string, set bool) {
	switch {
	case name == "HOME":
		return s.Home, true
	case name == "CLAUDE_PROJECT_DIR":
		return s.Project, true
	case name == "CLAUDE_PLUGIN_ROOT" && pluginRoot != "":
		return pluginRoot, true
	}
	if value, set = lookup(s.Env, name); !set && name == "PWD" {
		return s.Project, true
	}
	return value, set
}

// Variable returns the value of a variable in an environment; if it is set twice, the last.
func Variable(env []string, name string) string {
	value, _ := lookup(env, name)
	return value
}

// lookup is [Variable], and also reports whether it is set.
func lookup(env []string, name string) (value string, set bool) {
	for _, e := range slices.Backward(env) {
		if rest, ok := strings.CutPrefix(e, name); ok {
			if value, set = strings.CutPrefix(rest, "="); set {
				return value, true
			}
		}
	}
	return "", false
}

// Environ returns the environment that the client gives a hook (Claude Code 2.1.329) in a
// session with this ID, without what names the session's sockets and processes.
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
	dir := cmp.Or(Variable(s.Env, "CLAUDE_CONFIG_DIR"), filepath.Join(s.Home, ".claude"))
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
