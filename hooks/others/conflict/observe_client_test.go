//go:build linux

package conflict

import (
	"context"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	ct "neverask/hooks/claude/clienttest"
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/transcript"
	"neverask/settings"
	"neverask/settings/musttest"
)

// labSite is where the client of a lab looks for hooks.
func labSite(lab *ct.Lab, plugins ...string) config.Site {
	return config.Site{
		Locations: settings.Locations{Home: lab.Home, Dir: lab.Project}, GOOS: "linux",
		ManagedDir: filepath.Join(lab.Root, "managed"), PluginDirs: plugins,
	}
}

// labPast reads the transcripts of a lab.
func labPast(t *testing.T, lab *ct.Lab) []Observation {
	t.Helper()
	a := transcript.Open(filepath.Join(lab.Home, ".claude", "projects"), filepath.Join(lab.Root, "state"))
	if _, err := a.Update(context.Background(), nil); err != nil {
		t.Fatal(err)
	}
	return Past(a.Hooks(), a.Questions())
}

// labReview tells of each hook what was observed of it: by the last word of
// its command.
func labReview(t *testing.T, site config.Site, past []Observation) map[string]string {
	t.Helper()
	found, err := Review(context.Background(), Options{
		Sources: config.Find(site), Tools: config.QuestionTools(site), Past: past, Ours: func(config.Handler) bool { return false },
		Around: CommandEnv{Home: site.Home, Project: site.Dir},
	})
	musttest.Do(t, err)
	got := map[string]string{}
	for _, c := range found {
		words := strings.Fields(c.Hook.Handler.Summary())
		name := strings.Trim(filepath.Base(words[len(words)-1]), `"`)
		got[name] = string(c.basis())
		if c.basis() == Observed {
			got[name] = string(c.Verdict) + ": " + strings.TrimPrefix(c.Evidence[0].Detail, "in past sessions: ")
			if c.Evidence[0].When.IsZero() || (c.Timing.Measured != (c.Evidence[0].Took > 0)) {
				t.Errorf("%s: %+v, %+v", name, c.Evidence[0], c.Timing)
			}
		}
	}
	return got
}

// serve answers every request of an http hook in the network of a lab.
const serve = `import http.server, sys
class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        self.rfile.read(int(self.headers["content-length"]))
        body = b'{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"}}'
        self.send_response(200); self.send_header("content-length", str(len(body))); self.end_headers(); self.wfile.write(body)
    def log_message(self, *args): pass
server = http.server.ThreadingHTTPServer(("127.0.0.1", 8123), Handler)
print("ready", flush=True); server.serve_forever()
`

// TestClientRecordsOfHooks has the client write down what hooks do, and finds
// each of them again by that.
func TestClientRecordsOfHooks(t *testing.T) {
	ct.Daily(t, 3)
	t.Parallel()
	got := recordsOfHooks(t)
	for range 3 {
		if got["http"] != string(ReadIn) {
			break
		}
		// Once in many runs, on a loaded machine, the client came by no answer of the
		// server. Nothing is observed of a hook that could not be reached.
		t.Log("the client did not reach the server: once more")
		got = recordsOfHooks(t)
	}
	for name, want := range map[string]string{
		// Who refused the third question is not known, so nobody was silent.
		"answer": "answers: answered 1, left alone 2 of 3",
		// It was silent at the first question, before it was known.
		"refuse":      "denies: denied 1, left alone 1 of 2",
		"veto":        "read", // nobody was named
		"exec":        "silent: left alone 4 of 4",
		"lines":       "silent: left alone 4 of 4",
		"fail":        "fails: failed 4 of 4",
		"slow":        "fails: failed 4 of 4",
		"http":        "allows: allowed 4 of 4",
		"unreachable": "read",
		"guard":       "read", // it said something about another tool alone
		"ask":         "asks: insisted on asking you 1 of 1",
	} {
		if got[name] != want {
			t.Errorf("%s: %q, want %q", name, got[name], want)
		}
	}
	if len(got) != 11 {
		t.Errorf("%d hooks: %q", len(got), got)
	}
}

// recordsOfHooks has the client run hooks of every kind, and tells what was observed
// of each.
func recordsOfHooks(t *testing.T) map[string]string {
	t.Helper()
	lab := ct.New(t)
	server := exec.Command("python3", "-c", serve)
	ready, err := server.StdoutPipe()
	musttest.Do(t, err)
	if err := lab.Start(server); err != nil {
		t.Skipf("the http hook needs python3: %v", err)
	}
	if _, err := ready.Read(make([]byte, 1)); err != nil {
		t.Fatal(err)
	}
	at := func(text, does string) string { return `case "$(cat)" in *` + text + `*) ` + does + `;; esac` }
	lab.Script("home/answer", at("Answer", `printf '%s' '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow","updatedInput":{"questions":[{"question":"Answer?","header":"Choice","multiSelect":false,"options":[{"label":"a","description":"d"},{"label":"b","description":"d"}]}],"answers":{"Answer?":"a"}}}}'`))
	lab.Script("home/refuse", at("Refuse", "echo not this >&2; exit 2"))
	lab.Script("home/veto", at("Veto", `printf '{"decision":"block","reason":"no"}'`))
	lab.Script("home/exec", `cat >/dev/null; echo '{}'`)
	lab.Script("home/guard", at("Bash", `echo '{}'`))
	lab.Script("home/fail", "cat >/dev/null; exit 3")
	lab.Script("home/ask", at("Insist", `printf '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask"}}'`))
	hook := func(members ...string) map[string]any {
		h := map[string]any{"type": "command"}
		for i := 0; i < len(members); i += 2 {
			h[members[i]] = members[i+1]
		}
		return h
	}
	inExec := hook("command", lab.Home+"/exec")
	inExec["args"] = []string{"a b", "exec"}
	slow := hook("command", "sleep 30 # slow")
	slow["timeout"] = 1
	lab.Settings(lab.JSON(map[string]any{
		"permissions": map[string]any{"allow": []string{"Bash"}},
		"hooks": map[string]any{"PreToolUse": []any{
			map[string]any{"matcher": "AskUserQuestion", "hooks": []any{
				hook("command", "~/answer", "statusMessage", "Deciding…"), hook("command", `"$HOME"/refuse`), hook("command", "~/veto"), inExec,
				hook("command", "cat >/dev/null\necho words #\tlines"), hook("command", "~/fail"), slow,
				hook("type", "http", "url", "http://127.0.0.1:8123/http"), hook("type", "http", "url", "http://127.0.0.1:9/unreachable"),
			}},
			map[string]any{"matcher": "*", "hooks": []any{hook("command", "~/guard"), hook("command", "~/ask")}},
			map[string]any{"matcher": "Bash", "hooks": []any{hook("command", "cat >/dev/null; echo '{}' # bash")}},
		}},
	}))
	lab.Turns(ct.ToolUse("Bash", map[string]string{"command": "true", "description": "d"}))
	for _, text := range []string{"Answer?", "Refuse?", "Veto?"} {
		lab.Turns(ct.Ask(ct.Choice(text, "a", "b")))
	}
	lab.Turns(ct.Ask(ct.Choice("Insist?", "a", "b")), ct.Text("the end"))
	s := lab.Interactive()
	s.Prompt("go")
	s.WaitDialog("Insist?")
	s.Key("enter")
	s.WaitText("the end")
	s.Quit()
	return labReview(t, labSite(lab), labPast(t, lab))
}
