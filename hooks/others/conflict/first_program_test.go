package conflict

import (
	"cmp"
	"path/filepath"
	"strings"
	"testing"

	"neverask/hooks"
	"neverask/hooks/claude/config"
	"neverask/settings/musttest"
)

var nowhere = CommandEnv{Home: "/h", Project: "/p", Env: []string{"OTHER=/o", "PATH=/none"}}

func hook(command string, args ...string) config.Hook {
	return config.Hook{
		Source: config.Source{Root: "/plug"},
		Group:  config.Group{Event: "PreToolUse"}, Handler: config.Handler{Type: "command", Command: command, Args: args, Exec: args != nil},
	}
}

func TestFirstWords(t *testing.T) {
	for command, want := range map[string]string{
		`~/bin/x`:                            "/h/bin/x",
		`"$HOME/a b/x.sh" arg`:               "/h/a b/x.sh",
		`${HOME}/x`:                          "/h/x",
		`'$HOME/x'`:                          "/p/$HOME/x",
		`"a\"$HOME/x"`:                       `/p/a"/h/x`,
		`$CLAUDE_PROJECT_DIR/.claude/x.py`:   "/p/.claude/x.py",
		`"${CLAUDE_PLUGIN_ROOT}"/hooks/x`:    "/plug/hooks/x",
		`python3 ~/x.py --flag`:              "python3 /h/x.py",
		`python3.12 -u "$HOME"/x.py`:         "python3.12 /h/x.py",
		`./x.sh`:                             "/p/x.sh",
		`sh x.sh >/dev/null 2>&1`:            "sh /p/x.sh",
		`2>/dev/null bash ~/x.sh # why`:      "bash /h/x.sh",
		`&> log sh ~/x.sh`:                   "sh /h/x.sh",
		`env FOO=1 timeout 5 bash -e ~/x.sh`: "bash /h/x.sh",
		`D=$OTHER; D=$D/bin; $D/x`:           "/o/bin/x",
		`FOO=1 BAR="a b" ~/x`:                "/h/x",
		`exec nohup ~/x`:                     "/h/x",
		`command -v jq && jq . ~/x.json`:     "jq",
		`command ~/x`:                        "/h/x",
		`$OTHER/x`:                           "/o/x",
		`. ~/lib.sh`:                         "/h/lib.sh",
		`a\ b/c`:                             "/p/a b/c",
		`sh -c 'exit 2'`:                     "sh",
		`cd /tmp && ~/x`:                     "/h/x",
		`cd $OTHER && ./x`:                   "/o/x",
		`cd sub && ./x`:                      "/p/sub/x",
		`cd sub && python3 x.py`:             "python3 /p/sub/x.py",
		`cd $UNKNOWN && ./x`:                 "- what it runs is computed",
		`[ -x ~/x ] && ~/x || true`:          "/h/x",
		`[[ -x ~/x ]] && ~/x`:                "/h/x",
		`~/x || exit 0`:                      "/h/x",
		`~/x | tee log`:                      "/h/x - it runs more than one command",
		`time ~/x`:                           "/h/x",
		`time`:                               "",
		`{ ~/x; }`:                           "/h/x",
		`(cd sub; ./x)`:                      "/p/sub/x",
		`export D=$OTHER; $D/x`:              "/o/x",
		`export D; $D/x`:                     "- what it runs is computed",
		`D=; $D/x`:                           "/x",
		`D=(a b); $D/x`:                      "- what it runs is computed",
		`D=/o; D+=/b; $D/x`:                  "- what it runs is computed",
		`D=$UNKNOWN; $D/x`:                   "- what it runs is computed",
		`${#OTHER}/x`:                        "- what it runs is computed",
		`${!OTHER}/x`:                        "- what it runs is computed",
		`${OTHER%/*}/x`:                      "- what it runs is computed",
		`for f in a b; do ~/x $f; done`:      "- it runs more than one command",
		`~/x; for f in a b; do ~/y $f; done`: "/h/x - it runs more than one command",
		`. $UNKNOWN/lib.sh`:                  "- what it runs is computed",
		`sh -x ~/x.sh -c "~/y"`:              "sh /h/x.sh",
		`sh -x`:                              "sh",
		`"a\
b/x"`: "/p/ab/x",
		`if test -f ~/x; then sh ~/x; fi`:        "sh /h/x",
		`if test -f ~/x; then ~/x; else ~/y; fi`: "/h/x - it runs more than one command",
		`bash -c "$OTHER/x"`:                     "/o/x",
		`bash -c '$OTHER/x'`:                     "/o/x",
		`sh -lc 'cd ~ && ./x'`:                   "/h/x",
		`bash -c "~/x; ~/y"`:                     "/h/x - it runs more than one command",
		`"$HOME/we\ird.sh"`:                      `/h/we\ird.sh`,
		`"$HOME"/"we\ird.sh"`:                    `/h/we\ird.sh`,
		`'/h/we\ird.sh'`:                         `/h/we\ird.sh`,
		`/h/we\ird.sh`:                           `/h/weird.sh`,
		`"$HOME/we\\ird.sh"`:                     `/h/we\ird.sh`,
		`"C:\Users\me\guard.cmd"`:                `C:\Users\me\guard.cmd`,
		`C:\Users\me\guard.cmd`:                  `C:Usersmeguard.cmd`,
		`node "C:\Program Files\g.js"`:           `node C:\Program Files\g.js`,
		`"unfinished`:                            "- its command cannot be read",
		`~/x; ~/y`:                               "/h/x - it runs more than one command",
		`~/x;`:                                   "/h/x",
		`X=~/tools; "$X/run.sh"`:                 "/h/tools/run.sh",
		`${MISSING:-/d}/x`:                       "- what it runs is computed",
		`$UNKNOWN/x`:                             "- what it runs is computed",
		`"$(which node)" x.js`:                   "- what it runs is computed",
		`python3 -m json.tool`:                   "python3 - it runs a module of python3",
		`npx some-guard@latest`:                  "npx - npx decides what it runs",
		`npx some-guard x.js`:                    "npx - npx decides what it runs",
		`npx -y tsx ~/x.ts`:                      "npx /h/x.ts - npx decides what it runs",
		`uv run ~/x.py --quiet`:                  "uv /h/x.py - uv decides what it runs",
		`uv run --with requests python ~/x.py`:   "uv /h/x.py - uv decides what it runs",
		`uv run --directory ~/a x.py`:            "uv - uv decides what it runs",
		`uv run $UNKNOWN/x.py`:                   "uv - uv decides what it runs",
		`bun run ~/x.ts`:                         "bun /h/x.ts",
		`bun ~/x.ts`:                             "bun /h/x.ts",
		`bun run build`:                          "bun",
		`deno run --allow-read ~/x.ts`:           "deno /h/x.ts",
		`python3 $UNKNOWN/x.py`:                  "python3 - what it runs is computed",
		`echo "{}"`:                              "",
		``:                                       "",
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
		{[]string{"$HOME/x"}, "/p/$HOME/x"},
		{[]string{"node", "${CLAUDE_PLUGIN_ROOT}/x.mjs"}, "node /plug/x.mjs"},
	} {
		if got := runs(hook(c.args[0], c.args[1:]...)); got != c.want {
			t.Errorf("%q: got %q, want %q", c.args, got, c.want)
		}
	}
}

// runs lists what a hook is known to run, and after "-" why there may be more.
func runs(h config.Hook) string {
	argv, gap := nowhere.argv(h)
	_, _, more := named(argv)
	var all []string
	for _, p := range nowhere.Programs(h) {
		all = append(all, p.Path)
	}
	if gap = cmp.Or(gap, more); gap != "" {
		all = append(all, "- "+gap)
	}
	return strings.Join(all, " ")
}

func FuzzRead(f *testing.F) {
	for _, s := range []string{`sh ~/x.sh`, "a\x00b", "$((", `"$HOME`, "x() { x; }; x", "cat <<EOF\n$(exit 2)\nEOF", "~", "${X:-${Y:-$Z}}", `\`, "time", `bash -c "time"`, `cd ~ && { time; }`} {
		f.Add(s, "exit 2\nimport './y.mjs'\n")
	}
	f.Fuzz(func(t *testing.T, command, text string) {
		dir := t.TempDir()
		musttest.Write(t, filepath.Join(dir, "x.sh"), text)
		around := CommandEnv{Home: dir, Project: dir}
		for _, c := range []string{command, "sh x.sh"} {
			h := hook(c)
			for _, event := range []string{"PreToolUse", "PermissionRequest", "PostToolUse"} {
				h.Group.Event = event
				c := Conflict{Hook: h}
				c.takeVerdict([]finding{around.read(h).finding(hooks.Event(event))})
				c.conclude(Options{Timing: OurTiming})
				if c.Sentence == "" || c.Suggested == "" {
					t.Errorf("%q: %+v", command, c)
				}
			}
		}
	})
}

// TestEnviron: a hook gets what the client gives it, and of a plugin's directories only its own.
func TestEnviron(t *testing.T) {
	s := CommandEnv{Home: "/home/me", Project: "/work", Env: []string{"PATH=/bin", "HOME=/elsewhere"}}
	for _, tt := range []struct {
		event        string
		source       config.Source
		effort, root string
		data         string
	}{
		{"PreToolUse", config.Source{Kind: config.User}, "medium", "", ""},
		{"Stop", config.Source{Kind: config.User}, "medium", "", ""},
		{"SessionStart", config.Source{Kind: config.User}, "", "", ""},
		{"Stop", config.Source{Kind: config.Plugin, Name: "a.b@c_d", Root: "/p"}, "medium", "/p", "/home/me/.claude/plugins/data/a-b-c_d"},
		{"SessionEnd", config.Source{Kind: config.Plugin, Name: "../x", Root: "/p"}, "", "/p", "/home/me/.claude/plugins/data/---x-inline"},
	} {
		h := config.Hook{Source: tt.source}
		h.Group.Event = tt.event
		env := s.Environ(h, "id")
		for name, want := range map[string]string{
			"PATH": "/bin", "HOME": "/home/me", "CLAUDE_PROJECT_DIR": "/work", "CLAUDE_CODE_SESSION_ID": "id",
			"CLAUDE_EFFORT": tt.effort, "CLAUDE_PLUGIN_ROOT": tt.root, "CLAUDE_PLUGIN_DATA": tt.data,
		} {
			if got := Variable(env, name); got != want {
				t.Errorf("%s of %s: %s is %q, want %q", tt.event, tt.source.Kind, name, got, want)
			}
		}
	}
	s.Env = append(s.Env, "CLAUDE_CONFIG_DIR=/config")
	if got := Variable(s.Environ(config.Hook{Source: config.Source{Kind: config.Plugin, Name: "a@b"}}, "id"), "CLAUDE_PLUGIN_DATA"); got != "/config/plugins/data/a-b" {
		t.Errorf("with another directory: %q", got)
	}
}

// TestChoiceIsOneThatIsOffered: anything else is refused, with the place of the hook.
func TestChoiceIsOneThatIsOffered(t *testing.T) {
	c := Conflict{Resolutions: []Resolution{Leave, Park}, Hook: hook("x")}
	c.Hook.Source.File, c.Hook.Handler.Line = "/s.json", 7
	for r, want := range map[Resolution][2]bool{Leave: {true, false}, Park: {true, true}, Narrow: {false, true}, "": {false, false}} { // offered, moves
		choice := Choice{c, r}
		err := choice.Check()
		if got := [2]bool{err == nil, choice.Moves()}; got != want || err != nil && !strings.HasPrefix(err.Error(), "/s.json:7: ") {
			t.Errorf("%q: %v, %v", r, got, err)
		}
	}
}

// TestParkTakesAllTools: a person reads before they park a hook that other tools lose it too.
func TestParkTakesAllTools(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		matcher, only string // its If
		all           bool
	}{
		{"AskUserQuestion", "", false}, {"AskUserQuestion|Bash", "", true},
		{"AskUserQuestion|Bash", "AskUserQuestion", false},
	} {
		c := Conflict{Hook: hook("x")}
		c.Hook.Group.Matcher, c.Hook.Handler.If = &tt.matcher, tt.only
		for _, r := range Resolutions {
			about := c.About(r)
			warned := strings.Contains(about, "for all its tools")
			if warned != (tt.all && r == Park) || about == "" || r.Done() == "" {
				t.Errorf("%s of %s if %q: %s, %s", r, tt.matcher, tt.only, about, r.Done())
			}
		}
	}
}

// TestTestable: only a command can be tried, and never another copy of neverask's own, which would take the question
// for the person's.
func TestTestable(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		kind, command string
		want          bool
	}{
		{"command", "/opt/guard", true}, {"command", "", false}, {"http", "x", false},
		{"command", "/opt/neverask-hook", false}, {"command", `"C:\bin\neverask-hook.exe"`, false},
	} {
		c := Conflict{Hook: config.Hook{Handler: config.Handler{Type: tt.kind, Command: tt.command}}}
		if got := c.Testable(); got != tt.want {
			t.Errorf("%s %s: %v", tt.kind, tt.command, got)
		}
	}
}
