package paths

import (
	"errors"
	"fmt"
	"path/filepath"
	"runtime"

	"neverask/hooks"
	"neverask/settings/saferead"
)

// HookName is the file name of the installed hook binary, without the ".exe"
// that Windows adds.
const HookName = "neverask-hook"

// pinName is the file beside an installed hook binary that says which
// directories it belongs to.
const pinName = "paths.json"

// Paths are the absolute directories that belong to one person's neverask.
type Paths struct {
	Config string `json:"config"` // what a person edits: preferences.json
	State  string `json:"state"`  // records: logs, changes, backups, locks
	Data   string `json:"data"`   // the installed hook binary
}

// Resolve derives the directories from the environment of a person's shell.
// getenv is os.Getenv or a stand-in. It fails when neither NEVERASK_HOME nor a
// home directory is set, and when NEVERASK_HOME holds a relative path.
func Resolve(goos string, getenv func(string) string) (Paths, error) {
	if root := getenv("NEVERASK_HOME"); root != "" {
		if !filepath.IsAbs(root) {
			return Paths{}, fmt.Errorf("NEVERASK_HOME: %q is not an absolute path", root)
		}
		return Paths{
			Config: filepath.Join(root, "config"),
			State:  filepath.Join(root, "state"),
			Data:   filepath.Join(root, "data"),
		}, nil
	}
	return Default(goos, getenv)
}

// Default is Resolve without NEVERASK_HOME: for what runs in an environment that
// others have a part in. Claude Code gives its hooks every variable that a
// repository names in its settings, but none of those that Default reads on Unix
// (Claude Code 2.1.329).
func Default(goos string, getenv func(string) string) (Paths, error) {
	if goos == "windows" {
		return windows(getenv)
	}
	return xdg(getenv)
}

func windows(getenv func(string) string) (Paths, error) {
	roaming, local := getenv("AppData"), getenv("LocalAppData")
	if roaming == "" || local == "" {
		return Paths{}, errors.New("AppData and LocalAppData are not set; set NEVERASK_HOME to a directory")
	}
	return Paths{
		Config: filepath.Join(roaming, "neverask"),
		State:  filepath.Join(local, "neverask", "state"),
		Data:   filepath.Join(local, "neverask", "data"),
	}, nil
}

func xdg(getenv func(string) string) (Paths, error) {
	home := getenv("HOME")
	dir := func(name string, fallback ...string) (string, error) {
		// The XDG base directory specification tells programs to ignore a
		// relative value.
		if v := getenv(name); filepath.IsAbs(v) {
			return filepath.Join(v, "neverask"), nil
		}
		if !filepath.IsAbs(home) {
			return "", errors.New("HOME is not set to an absolute path; set NEVERASK_HOME to a directory")
		}
		return filepath.Join(append([]string{home}, append(fallback, "neverask")...)...), nil
	}
	config, err := dir("XDG_CONFIG_HOME", ".config")
	if err != nil {
		return Paths{}, err
	}
	state, err := dir("XDG_STATE_HOME", ".local", "state")
	if err != nil {
		return Paths{}, err
	}
	data, err := dir("XDG_DATA_HOME", ".local", "share")
	if err != nil {
		return Paths{}, err
	}
	return Paths{Config: config, State: state, Data: data}, nil
}

// Pinned reads the pin file beside the hook binary at executable (a path with
// its symlinks resolved, as os.Executable gives it on Linux). It fails when
// the file is missing or does not hold three absolute directories.
func Pinned(executable string) (Paths, error) {
	name := filepath.Join(filepath.Dir(executable), pinName)
	b, err := saferead.ReadFile(name, maxPin)
	if err != nil {
		return Paths{}, err
	}
	v, err := hooks.Parse(b)
	if err != nil {
		return Paths{}, fmt.Errorf("%s: %w", name, err)
	}
	p := Paths{v.Get("config").String(), v.Get("state").String(), v.Get("data").String()}
	for _, dir := range [...]string{p.Config, p.State, p.Data} {
		if !filepath.IsAbs(dir) {
			return Paths{}, fmt.Errorf("%s: %q is not an absolute path", name, dir)
		}
	}
	return p, nil
}

// maxPin is the longest pin file that is read.
const maxPin = 64 << 10

// Pin returns the name and the content of the pin file for an installed hook.
func (p Paths) Pin() (name string, content []byte, err error) {
	for _, m := range [...]struct{ name, dir string }{{"config", p.Config}, {"state", p.State}, {"data", p.Data}} {
		start := ",\n  "
		if content == nil {
			start = "{\n  "
		}
		content = hooks.AppendString(append(content, start...), m.name)
		content = hooks.AppendString(append(content, ": "...), m.dir)
	}
	return filepath.Join(p.Data, "bin", pinName), append(content, "\n}\n"...), nil
}

// Hook is the installed hook binary.
func (p Paths) Hook() string {
	name := HookName
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	return filepath.Join(p.Data, "bin", name)
}

// Preferences is the file of rules that a person edits.
func (p Paths) Preferences() string { return filepath.Join(p.Config, "preferences.json") }

// Screens is how the screens look.
func (p Paths) Screens() string { return filepath.Join(p.Config, "screens.json") }

// HookTests is where the results of tests of other people's hooks are kept.
func (p Paths) HookTests() string { return filepath.Join(p.State, "hook-tests.json") }

// Off says for how long neverask is switched off, and is not there otherwise.
func (p Paths) Off() string { return filepath.Join(p.State, "off.json") }

// Away says how long the person is away, and is not there otherwise.
func (p Paths) Away() string { return filepath.Join(p.State, "away.json") }

// Questions is the log of questions, one JSON object a line.
func (p Paths) Questions() string { return filepath.Join(p.State, "questions.jsonl") }

// ToolRules is the log of what rules did about calls of tools, one JSON object a
// line.
func (p Paths) ToolRules() string { return filepath.Join(p.State, "tool-rules.jsonl") }

// Answers is the answer record: the directory of what a person answered themselves.
func (p Paths) Answers() string { return filepath.Join(p.State, "answers") }

// OpenCalls is the directory of questions that were asked and not yet answered.
func (p Paths) OpenCalls() string { return filepath.Join(p.State, "open") }

// Activity is the directory of what Claude's tools did, by day and session.
func (p Paths) Activity() string { return filepath.Join(p.State, "activity") }

// HookErrors is the log of what went wrong inside the hook.
func (p Paths) HookErrors() string { return filepath.Join(p.State, "hook-errors.log") }

// Changes is the log of every change that neverask made to a file.
func (p Paths) Changes() string { return filepath.Join(p.State, "changes.jsonl") }

// Backups is the directory of earlier contents of changed files.
func (p Paths) Backups() string { return filepath.Join(p.State, "backups") }

// Lock is the file that neverask processes lock while they change a file.
func (p Paths) Lock() string { return filepath.Join(p.State, "lock") }
