package conflict

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"neverask/hooks"
	"neverask/hooks/claude/config"
	"neverask/settings/must"
)

var nowhere = CommandEnv{Home: "/h", Project: "/p", Env: []string{"OTHER=/o", "PATH=/none"}}

func hook(command string, args ...string) config.Hook {
	return config.Hook{
		Source: config.Source{Root: "/plug"},
		Group:  config.Group{Event: "PreToolUse"}, Handler: config.Handler{Type: "command", Command: command, Args: args, Exec: args != nil},
	}
}

func TestParseCommand(t *testing.T) {
	for command, want := range map[string]string{
		`~/bin/x`:                                       "/h/bin/x",
		`"$HOME/a b/x.sh" arg`:                          "/h/a b/x.sh",
		`${HOME}/x`:                                     "/h/x",
		`'$HOME/x'`:                                     "$HOME/x",
		`$CLAUDE_PROJECT_DIR/.claude/x.py`:              "/p/.claude/x.py",
		`"${CLAUDE_PLUGIN_ROOT}"/hooks/x`:               "/plug/hooks/x",
		`python3 ~/x.py --flag`:                         "/h/x.py",
		`python3.12 -u -X dev "$HOME"/x.py`:             "/h/x.py",
		`node --import ./hook.mjs ~/x.mjs`:              "/h/x.mjs",
		`bun run ~/x.ts`:                                "/h/x.ts",
		`uv run --script ~/x.py`:                        "/h/x.py",
		`uv run python ~/x.py`:                          "/h/x.py",
		`deno run -A ~/x.ts`:                            "/h/x.ts",
		`env FOO=1 timeout 5 bash -e ~/x.sh`:            "/h/x.sh",
		`exec nohup ~/x`:                                "/h/x",
		`cd /tmp && ~/x`:                                "/h/x?",
		`[ -x ~/x ] && ~/x || true`:                     "/h/x?",
		`if test -f ~/x; then sh ~/x; fi`:               "/h/x?",
		`cat | ~/x | tee /dev/null`:                     "/h/x",
		`X=~/tools; "$X/run.sh"`:                        "/h/tools/run.sh",
		`${MISSING:-/d}/x`:                              "/d/x",
		`$OTHER/x`:                                      "/o/x",
		`sh -c 'exit 2'`:                                "text exit 2",
		`python3 -c "print(1)"`:                         "text print(1)",
		`python3 -m json.tool`:                          "gap python3 runs a module",
		`$UNKNOWN/x`:                                    "gap what it runs is computed",
		"if (":                                          "gap its command line cannot be parsed",
		`echo "{}"`:                                     "",
		`. ~/lib.sh; my_function`:                       "/h/lib.sh my_function?",
		`a\ b/c`:                                        "a b/c",
		`for f in 1 2; do ~/x $f; done`:                 "/h/x?",
		`powershell.exe -NoProfile -File C:/x/send.ps1`: "C:/x/send.ps1",
	} {
		if got := runs(hook(command)); got != want {
			t.Errorf("%s: got %q, want %q", command, got, want)
		}
	}
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"${CLAUDE_PROJECT_DIR}/x", "a"}, "/p/x"},
		{[]string{"$HOME/x"}, "$HOME/x"},
		{[]string{"node", "${CLAUDE_PLUGIN_ROOT}/x.mjs"}, "/plug/x.mjs"},
		{[]string{"sh", "-c", "exit 2"}, "text exit 2"},
	} {
		if got := runs(hook(c.args[0], c.args[1:]...)); got != c.want {
			t.Errorf("%q: got %q, want %q", c.args, got, c.want)
		}
	}
}

// runs lists what a hook runs; a program behind a condition gets a "?".
func runs(h config.Hook) string {
	w := nowhere.parse(h)
	var all []string
	if w.gap != "" {
		all = append(all, "gap "+w.gap)
	}
	for _, call := range w.calls {
		file, text, gap := call.program()
		switch {
		case gap != "":
			all = append(all, "gap "+gap)
		case text != "":
			all = append(all, "text "+text)
		case file != "" && call.maybe:
			all = append(all, file+"?")
		case file != "":
			all = append(all, file)
		}
	}
	return strings.Join(all, " ")
}

// TestHopsAreLimited: a file that names itself, and a chain that does not end,
// are read to a point.
func TestHopsAreLimited(t *testing.T) {
	dir := t.TempDir()
	for i := range 8 {
		put(t, filepath.Join(dir, fmt.Sprintf("s%d.sh", i)), fmt.Sprintf("sh \"$(dirname \"$0\")/s%d.sh\" s%d.sh\n", i+1, i), 0o755)
	}
	h := hook("sh " + dir + "/s0.sh")
	r := nowhere.read(h)
	var names []string
	for _, s := range r.scripts[1:] {
		names = append(names, filepath.Base(s.path))
	}
	if got := strings.Join(names, " "); got != "s0.sh s1.sh s2.sh" {
		t.Errorf("read %s", got)
	}
}

func FuzzRead(f *testing.F) {
	for _, s := range []string{`sh ~/x.sh`, "a\x00b", "$((", `"$HOME`, "x() { x; }; x", "cat <<EOF\n$(exit 2)\nEOF", "~", "${X:-${Y:-$Z}}", `\`} {
		f.Add(s, "exit 2\nimport './y.mjs'\n")
	}
	f.Fuzz(func(t *testing.T, command, text string) {
		dir := t.TempDir()
		must.Write(t, filepath.Join(dir, "x.sh"), text)
		around := CommandEnv{Home: dir, Project: dir}
		for _, c := range []string{command, "sh x.sh"} {
			h := hook(c)
			for _, event := range []string{"PreToolUse", "PermissionRequest", "PostToolUse"} {
				h.Group.Event = event
				c := Conflict{Hook: h}
				c.weigh([]finding{around.read(h).finding(hooks.Event(event))})
				c.conclude(Options{Timing: OurTiming})
				if c.Sentence == "" || c.Suggested == "" {
					t.Errorf("%q: %+v", command, c)
				}
			}
		}
	})
}
