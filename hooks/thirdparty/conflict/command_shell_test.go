//go:build linux

package conflict

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"neverask/hooks"
	"neverask/hooks/claude/config"
	"neverask/settings"
	"neverask/settings/must"
)

// site is a home directory and a project with a script that answers questions.
func site(t *testing.T) CommandEnv {
	t.Helper()
	root := t.TempDir()
	s := CommandEnv{Home: filepath.Join(root, "home"), Project: filepath.Join(root, "project"), Env: []string{"PATH=" + filepath.Join(root, "bin"), "DIR=/elsewhere"}}
	answers := scripts["h/answer.py"]
	for path, text := range map[string]string{
		filepath.Join(s.Home, "answer.py"):             answers,
		filepath.Join(s.Home, "bin", "answer"):         "\x7fELF\x00",
		filepath.Join(s.Home, "shim.sh"):               "#!/bin/sh\nexec \"$HOME/bin/answer\" \"$@\"\n",
		filepath.Join(s.Home, "deny.json"):             `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny"}}`,
		filepath.Join(s.Home, "cat.sh"):                "#!/bin/sh\ncat ~/deny.json\n",
		filepath.Join(s.Home, "log.sh"):                "#!/bin/sh\ncat >/dev/null\n",
		filepath.Join(s.Home, "lib.sh"):                "record() { cat >/dev/null; }\n",
		filepath.Join(s.Project, "tools", "answer.py"): answers,
		filepath.Join(s.Project, "tools", "log.sh"):    "#!/bin/sh\ncat >/dev/null\n",
		filepath.Join(root, "bin", "npx"):              "#!/usr/bin/env node\nrequire('../lib/cli.js')\n",
		filepath.Join(root, "bin", "python3"):          "\x7fELF\x00",
		filepath.Join(root, "bin", "bash"):             "\x7fELF\x00",
		filepath.Join(root, "bin", "git"):              "\x7fELF\x00",
		filepath.Join(root, "bin", "env"):              "\x7fELF\x00",
	} {
		put(t, path, text, 0o755)
	}
	return s
}

// TestReadWhatIsNotPlain: a hook that answers is not called silent because of the
// way that it is started.
func TestReadWhatIsNotPlain(t *testing.T) {
	s := site(t)
	for command, want := range map[string]Verdict{
		`cd tools && python3 answer.py`:                              Answers,
		`cd "$CLAUDE_PROJECT_DIR/tools"; python3 answer.py`:          Answers,
		`cd "$(git rev-parse --show-toplevel)" && python3 answer.py`: Unknown,
		`(cd /nowhere); python3 tools/answer.py`:                     Answers,
		`bash -c 'python3 ~/answer.py'`:                              Answers,
		`bash -lc 'python3 ~/answer.py'`:                             Answers,
		`python3 -c "exec(open('tools/answer.py').read())"`:          Answers,
		`npx answer-questions`:                                       Unknown,
		`npx --yes python3 ~/answer.py`:                              Answers,
		`eval "$(cat ~/decision)"`:                                   Unknown,
		`cat ~/deny.json`:                                            Denies,
		`sh ~/cat.sh`:                                                Denies,
		`~/shim.sh`:                                                  Unknown,
		`answer() { python3 ~/answer.py; }; answer`:                  Answers,
		`env -u TMPDIR python3 ~/answer.py`:                          Answers,
		`DIR=$(pwd); "$DIR/answer"`:                                  Unknown,
		`shopt -s nullglob; sh ~/log.sh`:                             Silent,
		`sh ~/log.sh`:                                                Silent,
		`command -v nothing >/dev/null || exit 0; nothing --loud`:    Silent,
	} {
		r := s.read(hook(command))
		f := r.finding(hooks.EventPreToolUse)
		if _, got := worst(f.effects); got != want {
			t.Errorf("%s: %s, not %s: %v", command, got, want, f.proof)
		}
	}
	powershell := hook(`Get-Content $input | Decide`)
	powershell.Handler.Shell = "powershell"
	f := s.read(powershell).finding(hooks.EventPreToolUse)
	if _, got := worst(f.effects); got != Unknown {
		t.Errorf("PowerShell: %s: %v", got, f.proof)
	}
}

// TestNothingIsMissing: what a hook defines itself, runs only where it is there,
// or looks for in another directory is no program that is not there.
func TestNothingIsMissing(t *testing.T) {
	s := site(t)
	for _, command := range []string{
		`log() { cat >/dev/null; }; log`,
		`log() { missing-program; }; true`,
		`[ -x ~/missing.sh ] || exit 0; ~/missing.sh`,
		`command -v missing-program >/dev/null || { echo no; exit 0; }; missing-program`,
		`. ~/lib.sh; record`,
		`cd tools; ./log.sh`,
		`cd "$(git rev-parse --show-toplevel)"; ./log.sh`,
		`bash -lc 'python3 ~/answer.py'`,
		`shopt -s nullglob; getopts a: x; mapfile -t lines`,
		`env -u TMPDIR -C / ~/log.sh`,
		`command -v missing-program`,
		`echo done; printf x; test -e y`,
		`afplay ~/done.aiff || notify-send done`,
		`DIR=$(pwd); "$DIR/log.sh"`,
	} {
		for _, p := range s.Programs(hook(command)) {
			if !p.There {
				t.Errorf("%s: %s is missing", command, p.Path)
			}
		}
	}
	powershell := hook(`Get-Content x`)
	powershell.Handler.Shell = "powershell"
	if got := s.Programs(powershell); len(got) > 0 {
		t.Errorf("PowerShell: %v", got)
	}
	for command, want := range map[string]string{
		`cd tools; ./nowhere.sh`:       filepath.Join(s.Project, "tools", "nowhere.sh"),
		`notify-send "done"`:           "notify-send",
		`git diff | jq .x`:             "jq",
		`bash -c '~/nowhere.sh'`:       filepath.Join(s.Home, "nowhere.sh"),
		`HERE=$(cd x; pwd); ./nowhere`: filepath.Join(s.Project, "nowhere"),
	} {
		found := s.Programs(hook(command))
		if !slices.ContainsFunc(found, func(p Program) bool { return p.Path == want && !p.There }) {
			t.Errorf("%s: %v", command, found)
		}
	}
}

// retries is how often a probe is made again that did not come out as expected: on
// a machine that is very busy, a hook may take longer than it may.
const retries = 5

// TestProbeKeepsToItsDirectory: what a command names above the project is copied
// into the scratch directory, and nowhere else.
func TestProbeKeepsToItsDirectory(t *testing.T) {
	root := t.TempDir()
	project, temp := filepath.Join(root, "a", "b", "project"), filepath.Join(root, "temp")
	put(t, filepath.Join(root, "a", "shared", "hook.sh"), "#!/bin/sh\necho no >&2\nexit 2\n", 0o755)
	put(t, filepath.Join(project, "root.sh"), "cat >/dev/null\n"+strings.TrimPrefix(scripts["h/deny.sh"], "#!/bin/sh\n"), 0o755)
	for _, dir := range []string{temp, filepath.Join(root, "shared")} {
		must.Do(t, os.MkdirAll(dir, 0o700))
	}
	for _, command := range []string{"../../shared/hook.sh", "sh root.sh", "cd ../../shared && sh hook.sh"} {
		before := tree(t, root)
		denied := func() (ok bool, proof []Evidence) {
			f, err := prober{CommandEnv{Home: root, Project: project, Env: os.Environ()}, temp}.probe(t.Context(), hook(command), []string{"AskUserQuestion"})
			must.Do(t, err)
			_, v := worst(f.effects)
			return v == Denies && len(f.effects) == 1, f.proof
		}
		ok, proof := denied()
		for range retries {
			if !ok {
				ok, proof = denied()
			}
		}
		if !ok {
			t.Errorf("%s: %v", command, proof)
		}
		for path := range tree(t, root) {
			if _, known := before[path]; !known {
				t.Errorf("%s: %s is left", command, path)
			}
		}
	}
}

// TestProbeOfTwoGroups: a command that stands in two groups is probed once, with
// the questions that either lets it see.
func TestProbeOfTwoGroups(t *testing.T) {
	dir := t.TempDir()
	command := "sh " + filepath.Join(dir, "hook.sh")
	put(t, filepath.Join(dir, "hook.sh"), "grep -q '\"tool_name\":\"AskUserQuestion\"' || exit 0\necho no >&2\nexit 2\n", 0o755)
	var group []string
	for _, matcher := range []string{"mcp__desk__AskUserQuestion", "AskUserQuestion"} {
		group = append(group, `{"matcher":"`+matcher+`","hooks":[{"type":"command","command":"`+command+`"}]}`)
	}
	path := filepath.Join(dir, ".claude", "settings.json")
	put(t, path, `{"hooks":{"PreToolUse":[`+strings.Join(group, ",")+`]}}`, 0o600)
	var found []Conflict
	for range retries {
		asked := 0
		var err error
		found, err = Review(t.Context(), Options{
			Sources: config.Find(config.Site{Locations: settings.Locations{Home: dir, Dir: filepath.Join(dir, "project")}}),
			Tools:   []string{"AskUserQuestion", "mcp__desk__AskUserQuestion"}, Ours: func(config.Handler) bool { return false },
			Around: CommandEnv{Home: dir, Project: dir, Env: os.Environ()}, Temp: dir,
			Consent: func(Trial) bool { asked++; return true },
		})
		if err != nil || asked != 1 || len(found) != 2 {
			t.Fatalf("%d asked, %d found: %v", asked, len(found), err)
		}
		if found[0].Verdict == Denies && found[1].Verdict == Denies {
			break
		}
	}
	for _, c := range found {
		if c.Verdict != Denies {
			t.Errorf("%v: %s: %v", c.Tools, c.Verdict, c.Evidence)
		}
	}
}
