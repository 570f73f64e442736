package planner_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"neverask/hooks/app/planner"
	"neverask/hooks/off"
	"neverask/settings/musttest"
)

// TestDirectoriesInASession: where a repository could set it, NEVERASK_HOME counts
// only when the person's own settings run the hook below it.
func TestDirectoriesInASession(t *testing.T) {
	for _, tt := range []struct {
		name, session, settings string
		counts                  bool
	}{
		{"no session", "", "", true},
		{"a session, no settings", "1", "", false},
		{"a session, nothing installed", "1", `{}`, false},
		{"a session, settings that are not JSON", "1", `{`, false},
		{"a session, installed", "1", `{"hooks":{"PreToolUse":[{"matcher":"AskUserQuestion","hooks":[{"type":"command","command":"HOOK","args":[]}]}]}}`, true},
		{"a session, another hook", "1", `{"hooks":{"PreToolUse":[{"matcher":"AskUserQuestion","hooks":[{"type":"command","command":"/opt/neverask-hook","args":[]}]}]}}`, false},
	} {
		home, own := t.TempDir(), filepath.Join(t.TempDir(), "own")
		vars := map[string]string{"HOME": home, "NEVERASK_HOME": own}
		open := func() *planner.Planner {
			in, err := planner.New(planner.Env{GOOS: "linux", Getenv: func(name string) string { return vars[name] }, Dir: home, Now: time.Now})
			if err != nil {
				t.Fatalf("%s: %v", tt.name, err)
			}
			return in
		}
		if tt.settings != "" {
			content := strings.Replace(tt.settings, "HOOK", open().Paths.Hook(), 1)
			musttest.Do(t, os.MkdirAll(filepath.Join(home, ".claude"), 0o700))
			put(t, filepath.Join(home, ".claude", "settings.json"), content)
		}
		vars["CLAUDECODE"] = tt.session
		in := open()
		if counts := strings.HasPrefix(in.Paths.Preferences(), own); counts != tt.counts {
			t.Errorf("%s: the preferences are %s", tt.name, in.Paths.Preferences())
		}
		if (in.Store.Guard != nil) != (tt.session != "") {
			t.Errorf("%s: guarded: %v", tt.name, in.Store.Guard != nil)
		}
	}
}

// TestSwitchInASession: nobody switches neverask off or on in a session, or the person away or back, by whatever way; and a
// session is known by any of the variables of Claude Code.
func TestSwitchInASession(t *testing.T) {
	for _, variable := range []string{"", "CLAUDECODE", "CLAUDE_CODE_ENTRYPOINT", "CLAUDE_CODE_SESSION_ID"} {
		vars := map[string]string{"HOME": t.TempDir(), variable: "1"}
		in, err := planner.New(planner.Env{GOOS: "linux", Getenv: func(name string) string { return vars[name] }, Dir: vars["HOME"], Now: time.Now})
		musttest.Do(t, err)
		_, offErr := planner.SwitchOff(in, off.Period{Since: time.Now()})
		_, onErr := planner.SwitchOn(in, "")
		awayErr := planner.GoAway(in, off.Period{Since: time.Now()})
		_, was, backErr := planner.ComeBack(in)
		if refused := variable != ""; (offErr != nil) != refused || (onErr != nil) != refused || (awayErr != nil) != refused || (backErr != nil) != refused || was == refused {
			t.Errorf("%s: %v, %v, %v, %v, %v", variable, offErr, onErr, awayErr, backErr, was)
		}
	}
}

// TestOwnFilesAreNoSettings: none of neverask's own files is edited as settings, by whatever name.
func TestOwnFilesAreNoSettings(t *testing.T) {
	home := t.TempDir()
	in, err := planner.New(planner.Env{GOOS: "linux", Getenv: func(name string) string { return map[string]string{"HOME": home}[name] }, Dir: home, Now: time.Now})
	musttest.Do(t, err)
	own := filepath.Dir(in.Paths.Preferences())
	link := func(to, name string) string {
		name = filepath.Join(home, name)
		musttest.Do(t, os.Symlink(to, name))
		return name
	}
	direct, above, loop := link(in.Paths.Preferences(), "direct"), link(filepath.Base(home)+"/..", "above"), link("loop", "loop")
	relative, err := filepath.Rel(home, own)
	musttest.Do(t, err)
	for path, refused := range map[string]bool{
		in.Paths.Preferences(): true, filepath.Join(own, "new"): true, in.Paths.Hook(): true, direct: true,
		filepath.Join(link(relative, "dir"), "new"): true, filepath.Join(home, ".claude", "..", relative, "x"): true,
		filepath.Join(home, ".claude", "settings.json"): false, own + ".json": false, loop: false, filepath.Join(above, "x"): false,
	} {
		if err := in.CheckSettingsFile(path); (err != nil) != refused {
			t.Errorf("%s: %v", path, err)
		}
	}
}
