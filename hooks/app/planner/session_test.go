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

// TestSwitchInASession: nobody switches neverask off or on in a session, by whatever way; and a
// session is known by any of the variables of Claude Code.
func TestSwitchInASession(t *testing.T) {
	for _, variable := range []string{"", "CLAUDECODE", "CLAUDE_CODE_ENTRYPOINT", "CLAUDE_CODE_SESSION_ID"} {
		vars := map[string]string{"HOME": t.TempDir(), variable: "1"}
		in, err := planner.New(planner.Env{GOOS: "linux", Getenv: func(name string) string { return vars[name] }, Dir: vars["HOME"], Now: time.Now})
		musttest.Do(t, err)
		_, offErr := planner.SwitchOff(in, off.Period{Since: time.Now()})
		_, onErr := planner.SwitchOn(in, "")
		if refused := variable != ""; (offErr != nil) != refused || (onErr != nil) != refused {
			t.Errorf("%s: %v, %v", variable, offErr, onErr)
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

// TestAwayUntilBack: what was answered since the person first went away remains to be looked at, and in a session
// nobody says for them that they are away or back.
func TestAwayUntilBack(t *testing.T) {
	vars := map[string]string{"HOME": t.TempDir()}
	open := func() *planner.Planner {
		in, err := planner.New(planner.Env{GOOS: "linux", Getenv: func(name string) string { return vars[name] }, Dir: vars["HOME"], Now: time.Now})
		musttest.Do(t, err)
		return in
	}
	in, since := open(), time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	if _, was, err := planner.ComeBack(in); was || err != nil {
		t.Errorf("back from nowhere: %v, %v", was, err)
	}
	for i := range 2 {
		at := since.Add(time.Duration(i) * time.Hour)
		musttest.Do(t, planner.GoAway(in, off.Period{Since: at, Until: at.Add(3 * time.Hour)}))
	}
	vars["CLAUDECODE"] = "1"
	_, _, back := planner.ComeBack(open())
	if away := planner.GoAway(open(), off.Period{Since: since}); away == nil || back == nil {
		t.Errorf("in a session: %v, %v", away, back)
	}
	p, was, err := planner.ComeBack(in)
	if err != nil || !was || !p.Since.Equal(since) || !p.Until.Equal(since.Add(4*time.Hour)) {
		t.Errorf("back: %+v, %v, %v", p, was, err)
	}
	if _, was, err := planner.ComeBack(in); was || err != nil {
		t.Errorf("back again: %v, %v", was, err)
	}
}
