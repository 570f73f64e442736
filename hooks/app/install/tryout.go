package install

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"neverask/hooks/app/planner"
	"neverask/hooks/claude/config"
	"neverask/settings"
	"neverask/settings/saferead"
)

// MakeTryout puts neverask's question hooks for one session into an empty directory: a plugin
// for Claude Code's --plugin-dir, with its own hook binary, which uses copies of the user's
// rules and answers and keeps its records beside them. trial reads those records. The user's
// own files are not changed.
func MakeTryout(in *planner.Planner, dir string) (trial *planner.Planner, plugin string, err error) {
	t := *in
	trial = &t
	trial.Paths.Config, trial.Paths.State, trial.Paths.Data =
		filepath.Join(dir, "config"), filepath.Join(dir, "state"), filepath.Join(dir, "data")
	if err := trial.Binary().Place(); err != nil {
		return nil, "", err
	}
	for _, dir := range []string{trial.Paths.Config, trial.Paths.State} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return nil, "", err
		}
	}
	rules, err := saferead.ReadFile(in.Paths.Preferences(), settings.MaxSize)
	if err == nil {
		err = os.WriteFile(trial.Paths.Preferences(), rules, 0o600)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, "", err
	}
	if err := os.CopyFS(trial.Paths.Answers(), os.DirFS(in.Paths.Answers())); err != nil &&
		!errors.Is(err, fs.ErrNotExist) {
		return nil, "", err
	}
	needs, _ := planner.NeedsIn(rules) // unreadable rules need nothing
	var events []string
	for _, e := range config.QuestionHooks.Entries(trial.Paths.Hook(), needs) {
		events = append(events, settings.Quote(e.Event)+": ["+e.JSON()+"]")
	}
	plugin = filepath.Join(dir, "plugin")
	for name, content := range map[string]string{
		".claude-plugin/plugin.json": `{"name": "neverask-try", "description": "neverask for one session"}` + "\n",
		"hooks/hooks.json":           fmt.Sprintf(`{"hooks": {%s}}`+"\n", strings.Join(events, ", ")),
	} {
		name = filepath.Join(plugin, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o700), os.WriteFile(name, []byte(content), 0o600)); err != nil {
			return nil, "", err
		}
	}
	return trial, plugin, nil
}
