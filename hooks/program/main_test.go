package program

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"neverask/hooks"
	"neverask/hooks/paths"
	"neverask/hooks/record/eventlog"
	"neverask/hooks/rule/question"
	"neverask/settings/musttest"
)

// world is the machine a hook runs on.
type world struct {
	t     testing.TB
	home  string
	env   map[string]string
	clock time.Time
	paths paths.Paths
	// answered is when the person gave their last answer.
	answered time.Time
	// transcripts is where the client writes its transcripts.
	transcripts string
	new         bool // the person has not been asked anything before
	// source is who has answered, as the client says in its transcript; "" says nothing.
	source string
	// writeDownLater is a payload whose result the client writes down for another.
	writeDownLater string
}

// newWorld is a machine with these preferences and a client that is new enough
// for everything.
func newWorld(t testing.TB, preferences string) *world {
	t.Helper()
	w := &world{t: t, transcripts: t.TempDir(), source: "user_temporary", home: t.TempDir(), clock: time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC)}
	w.env = map[string]string{
		"HOME": w.home, "NEVERASK_HOME": filepath.Join(w.home, "repository"), // which counts for nothing
		"CLAUDE_CODE_ENTRYPOINT": "cli", "CLAUDE_CODE_SESSION_ATTENDED": "1",
	}
	var err error
	if w.paths, err = paths.Default("linux", w.getenv); err != nil {
		t.Fatal(err)
	}
	w.prefer(preferences)
	return w
}

func (w *world) getenv(name string) string { return w.env[name] }

// prefer writes the preferences, unless they are empty.
func (w *world) prefer(preferences string) {
	w.t.Helper()
	if preferences == "" {
		return
	}
	musttest.Write(w.t, w.paths.Preferences(), preferences)
}

func (w *world) hook() Env {
	return Env{
		Version: "v1", Executable: func() (string, error) { return "", errors.New("none") },
		Getenv: w.getenv, Now: func() time.Time { return w.clock }, Budget: time.Minute,
		Exit: func(int) { w.t.Error("the time was over") },
	}
}

// askedOnce has the person asked what a payload asks, and give the answers of the
// rules, unless they are new.
func (w *world) askedOnce(payload string) {
	w.t.Helper()
	p, err := completePayload([]byte(payload), "")
	if err != nil || w.new {
		return
	}
	h := hook{records: records{env: w.hook(), paths: w.paths}}
	call, err := question.ParseCall(p.ToolName, p.ToolInput)
	if err != nil {
		return
	}
	d, _, err := h.decide(call, h.situation(p.ToolCall), nil)
	if err != nil {
		return
	}
	if !w.clock.After(w.answered) {
		w.answered = w.answered.Add(time.Second)
	} else {
		w.answered = w.clock
	}
	for i, c := range d.Choices {
		a := question.PastAnswer{
			At: w.answered, By: question.AnsweredInDialog, Server: call.Server, Project: h.projectOfServers(p.Cwd), Others: call.Others(), Question: call.Questions[i], Text: c.Text,
		}
		for _, o := range c.Options {
			a.Labels = append(a.Labels, call.Questions[i].Options[o].Label)
		}
		if c.Rule != "" && (a.Text != "" || a.Labels != nil) {
			musttest.Do(w.t, h.answers().Add(a))
		}
	}
	h.finish()
}

// transcript is that of the session.
func (w *world) transcript() string { return filepath.Join(w.transcripts, "t.jsonl") }

// inSession is a payload of the session that the client writes down.
func (w *world) inSession(payload string) string {
	return strings.Replace(payload, `"transcript_path":"/t"`, fmt.Sprintf(`"transcript_path":%q`, w.transcript()), 1)
}

// writeDown writes the result of a call into the transcript, as the client does after its
// hooks have run.
func (w *world) writeDown(payload string) {
	w.t.Helper()
	v, err := hooks.Parse(payload)
	if err != nil || v.Get("hook_event_name").String() != "PostToolUse" || w.source == "" {
		return
	}
	line := fmt.Sprintf(`{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":%q,"content":"ok"}]},"toolUseResult":%s,"permissionDecision":{"source":%q}}`+"\n",
		v.Get("tool_use_id").String(), cmp.Or(v.Get("tool_response").Raw(), "null"), w.source)
	f, err := os.OpenFile(w.transcript(), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	musttest.Do(w.t, err)
	_, err = f.WriteString(line)
	musttest.Do(w.t, errors.Join(err, f.Close()))
}

// run feeds one payload to the hook and returns what it prints.
func (w *world) run(payload string, args ...string) string {
	w.t.Helper()
	if len(args) == 0 {
		w.askedOnce(payload)
	}
	var out bytes.Buffer
	payload = w.inSession(payload)
	defer w.writeDown(payload)
	if status := Main(args, strings.NewReader(payload), &out, w.hook()); status != 0 {
		w.t.Errorf("exit status %d", status)
	}
	return strings.TrimSuffix(out.String(), "\n")
}

// log is the question log, one short text for each line.
func (w *world) log() []string {
	var lines []string
	for q := range eventlog.OpenLog(w.paths.Questions()).Questions(time.Time{}) {
		line := fmt.Sprintf("%s: %s by %s", q.Text, q.Answer, q.By)
		for _, more := range []struct {
			is   bool
			text string
		}{
			{q.Rule != "", ", rule " + q.Rule}, {q.Expected != "", ", expected " + q.Expected}, {q.Overwritten, ", overwritten"},
			{q.Failed, ", failed"}, {q.Safety == eventlog.OneWay, ", one-way"}, {q.Safety == "", ", not judged"}, {q.Wait > 0, ", after " + q.Wait.String()},
		} {
			if more.is {
				line += more.text
			}
		}
		lines = append(lines, line)
	}
	return lines
}

func (w *world) wantLog(want ...string) {
	w.t.Helper()
	if got := w.log(); !slices.Equal(got, want) {
		w.t.Errorf("log:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func (w *world) complaints() []string {
	var list []string
	for c := range eventlog.OpenComplaints(w.paths.HookErrors()).Complaints(time.Time{}) {
		list = append(list, c.Message)
	}
	return list
}

// The questions of the tests.
const (
	tests  = `{"question":"Run the tests?","header":"Tests","multiSelect":false,"options":[{"label":"Yes (Recommended)","description":"d"},{"label":"No","description":"d"}]}`
	color  = `{"question":"Which color?","header":"Color","multiSelect":false,"options":[{"label":"Red","description":"d"},{"label":"Blue","description":"d"}]}`
	danger = `{"question":"Delete the production database?","header":"Tests","multiSelect":false,"options":[{"label":"Yes (Recommended)","description":"d"},{"label":"No","description":"d"}]}`
)

// testsRule answers the first of them.
const testsRule = `{"version":1,"rules":[{"id":"r1","match":{"header":"Tests"},"mode":"never-ask","answer":"recommended"}]}`

func input(questions ...string) string { return `{"questions":[` + strings.Join(questions, ",") + `]}` }

// event is a payload of a tool event; more are further members.
func event(name, tool, input string, more ...string) string {
	members := append([]string{
		`"session_id":"s1"`, `"transcript_path":"/t"`, `"cwd":"/work"`, `"prompt_id":"p1"`, `"permission_mode":"default"`,
		`"hook_event_name":"` + name + `"`, `"tool_name":"` + tool + `"`, `"tool_input":` + input, `"tool_use_id":"u1"`,
	}, more...)
	return "{" + strings.Join(members, ",") + "}"
}

func pre(questions ...string) string {
	return event("PreToolUse", "AskUserQuestion", input(questions...))
}

// in is a payload of a session in a directory.
func in(dir, payload string) string {
	return strings.Replace(payload, `"cwd":"/work"`, `"cwd":"`+dir+`"`, 1)
}

func TestPreToolUse(t *testing.T) {
	const preferences = `{"version":1,"mcp":{"ok":"answers"},"rules":[
		{"id":"r1","match":{"header":"Tests"},"mode":"never-ask","answer":"recommended"},
		{"id":"r2","match":{"header":"Color"},"mode":"prefer","answer":"Blue"}]}`
	const preferBlue = `{"question":"Which color?","header":"Color","multiSelect":false,"options":[{"label":"Blue","description":"Your preference. d"},{"label":"Red","description":"d"}]}`
	const told = `{"systemMessage":"neverask answered \"Run the tests?\" with \"Yes (Recommended)\" (rule r1)","hookSpecificOutput":{"hookEventName":"PreToolUse",`
	const disclosed = `"additionalContext":"The user was not shown the following. neverask, a hook the user installed, answered from the user's saved preferences: \"Run the tests?\" = \"Yes (Recommended)\"."}}`
	const answers = `"answers":{"Run the tests?":"Yes (Recommended)"}`
	for _, tt := range []struct{ name, payload, want string }{
		{"an answer", pre(tests),
			told + `"permissionDecision":"allow","updatedInput":{"questions":[` + tests + `],` + answers + `},` + disclosed},
		{"an answer, in other members' company", event("PreToolUse", "AskUserQuestion", `{"n":1.50,"questions":[`+tests+`],"metadata":{"source":"<&>"}}`),
			told + `"permissionDecision":"allow","updatedInput":{"n":1.50,"questions":[` + tests + `],"metadata":{"source":"<&>"},` + answers + `},` + disclosed},
		{"a part", pre(color, tests),
			told + `"permissionDecision":"ask","updatedInput":{"questions":[` + preferBlue + `]},` + disclosed},
		{"a preference", pre(color),
			`{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":{"questions":[` + preferBlue + `]}}}`},
		{"one-way", pre(danger), ""},
		{"an MCP server that takes answers", event("PreToolUse", "mcp__ok__AskUserQuestion", input(tests)),
			told + `"permissionDecision":"allow","updatedInput":{"questions":[` + tests + `],` + answers + `},` + disclosed},
		{"an MCP server that ignores answers", event("PreToolUse", "mcp__conductor__AskUserQuestion", input(tests)),
			told + `"permissionDecision":"deny","permissionDecisionReason":"Not asked, because the user's saved preferences answer it: \"Run the tests?\" = \"Yes (Recommended)\". Go on with that and do not ask again."}}`},
		{"an MCP server nobody knows", event("PreToolUse", "mcp__x__AskUserQuestion", input(tests)), ""},
		{"another tool", event("PreToolUse", "Bash", input(tests)), ""},
		{"another event", event("Stop", "AskUserQuestion", input(tests)), ""},
		{"a permission request", event("PermissionRequest", "AskUserQuestion", input(tests)), ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := newWorld(t, preferences).run(tt.payload); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

// TestPart lists when a part of a call is not answered.
func TestPart(t *testing.T) {
	dontAsk := strings.Replace(pre(color, tests), `"default"`, `"dontAsk"`, 1)
	nameless := strings.Replace(pre(color, tests), `"u1"`, `""`, 1)
	payload := pre(color, tests)
	effort := strings.Replace(payload, `"prompt_id":"p1"`, `"effort":{"level":"high"}`, 1)
	for _, tt := range []struct {
		name, payload string
		want          bool
	}{
		{"new", payload, true},
		{"older, and new enough", effort, true},
		{"too old", strings.Replace(payload, `"prompt_id":"p1",`, "", 1), false},
		{"too old, and odd", strings.Replace(payload, `"p1"`, `7`, 1), false},
		{"in a mode without dialogs", dontAsk, false},
		{"a call without a name", nameless, false},
		{"a session without a name", strings.Replace(payload, `"s1"`, `""`, 1), false},
	} {
		w := newWorld(t, testsRule)
		w.env["AI_AGENT"] = "claude-code_2-1-329_harness" // which a repository can set
		if got := w.run(tt.payload); (got != "") != tt.want {
			t.Errorf("%s: printed %q", tt.name, got)
		}
	}
}

func TestNothingIsPrintedOnDoubt(t *testing.T) {
	deep := strings.Repeat(`[`, 100000) + strings.Repeat(`]`, 100000)
	for name, payload := range map[string]string{
		"nothing":               "",
		"garbage":               "hello",
		"NUL":                   "\x00\x00",
		"not an object":         "[]",
		"no event":              "{}",
		"truncated":             pre(tests)[:200],
		"two documents":         pre(tests) + pre(tests),
		"invalid UTF-8":         strings.Replace(pre(tests), "Run", "R\xffn", 1),
		"deep":                  strings.Replace(pre(tests), `"tool_use_id"`, `"x":`+deep+`,"tool_use_id"`, 1),
		"no input":              event("PreToolUse", "AskUserQuestion", "null"),
		"no questions":          event("PreToolUse", "AskUserQuestion", "{}"),
		"no question text":      event("PreToolUse", "AskUserQuestion", `{"questions":[{"header":"Tests"}]}`),
		"questions twice":       event("PreToolUse", "AskUserQuestion", `{"questions":[`+tests+`],"questions":[`+danger+`]}`),
		"input twice":           strings.Replace(pre(tests), `"tool_input"`, `"tool_input":`+input(danger)+`,"tool_input"`, 1),
		"two questions as one":  pre(tests, tests),
		"a huge list":           pre(strings.Replace(tests, `{"label":"No"`, strings.Repeat(`{"label":"No","description":"d"},`, 5000)+`{"label":"No"`, 1)),
		"answers as a list":     event("PostToolUse", "AskUserQuestion", input(tests), `"tool_response":[]`, `"x":1`)[:60],
		"longer than the limit": pre(tests) + strings.Repeat(" ", maxInput),
	} {
		t.Run(name, func(t *testing.T) {
			if got := newWorld(t, testsRule).run(payload); got != "" {
				t.Errorf("printed %.300s", got)
			}
		})
	}
	for _, input := range []string{"hello", strings.Repeat(" ", maxInput+1)} {
		w := newWorld(t, testsRule)
		if got := w.run(input); got != "" || len(w.complaints()) != 1 || !strings.Contains(w.complaints()[0], "hook input") {
			t.Errorf("printed %q, complained %q", got, w.complaints())
		}
	}
}

func TestLargePayload(t *testing.T) {
	w := newWorld(t, testsRule)
	large := strings.Replace(pre(tests), `"tool_use_id"`, `"padding":"`+strings.Repeat("x", 15<<20)+`","tool_use_id"`, 1)
	if got := w.run(large); !strings.Contains(got, `"permissionDecision":"allow"`) {
		t.Errorf("printed %q", got)
	}
}

func TestTimeIsOver(t *testing.T) {
	w := newWorld(t, testsRule)
	stdin, client := io.Pipe()
	env := w.hook()
	env.Budget = 10 * time.Millisecond
	over := make(chan int, 1)
	env.Exit = func(status int) {
		over <- status
		// The process would be gone now; what comes too late must not be printed.
		if _, err := io.WriteString(client, pre(tests)); err != nil {
			t.Error(err)
		}
		client.Close()
	}
	var out bytes.Buffer
	Main(nil, stdin, &out, env)
	if status := <-over; status != 0 || out.Len() > 0 {
		t.Errorf("exit status %d, printed %q", status, out.String())
	}
}

// slowClient takes longer to read what is printed than the hook has time to decide.
type slowClient struct {
	budget time.Duration
	read   bool
}

func (c *slowClient) Write(b []byte) (int, error) {
	time.Sleep(3 * c.budget)
	c.read = true
	return len(b), nil
}

// TestTimeForRecords: once the hook has said something, its records have as much time
// again, and no more.
func TestTimeForRecords(t *testing.T) {
	w := newWorld(t, testsRule)
	w.askedOnce(pre(color, tests))
	w.run(pre(color, tests)) // of which a part is answered, and put back with the result
	out, over := &slowClient{budget: 100 * time.Millisecond}, make(chan int)
	env := w.hook()
	env.Budget, env.Exit = out.budget, func(status int) { over <- status }
	env.Now = func() time.Time {
		if out.read { // it is the first record that asks
			select {
			case <-over:
			case <-time.After(time.Minute):
				t.Error("the records have no limit")
			}
			out.read = false
		}
		return w.clock
	}
	Main(nil, strings.NewReader(post(color, `{"Which color?":"Blue"}`)), out, env)
}

func TestPanic(t *testing.T) {
	w := newWorld(t, testsRule)
	env := w.hook()
	env.Getenv = func(name string) string {
		if name == "CLAUDE_PROJECT_DIR" {
			panic("no such thing")
		}
		return w.getenv(name)
	}
	var out bytes.Buffer
	nowhere := strings.Replace(pre(color, tests), `"/work"`, `""`, 1)
	if status := Main(nil, strings.NewReader(nowhere), &out, env); status != 0 || out.Len() > 0 {
		t.Errorf("exit status %d, printed %q", status, out.String())
	}
	if got := w.complaints(); !slices.Equal(got, []string{"panic: no such thing"}) {
		t.Errorf("complaints %q", got)
	}
	env.Now = func() time.Time { panic("no time") }
	if status := Main(nil, strings.NewReader(pre(color, tests)), &out, env); status != 0 || out.Len() > 0 {
		t.Errorf("without a clock: exit status %d, printed %q", status, out.String())
	}
}

func TestVersion(t *testing.T) {
	var out bytes.Buffer
	if status := Main([]string{"--version"}, strings.NewReader(""), &out, newWorld(t, "").hook()); status != 0 || out.String() != "v1\n" {
		t.Errorf("exit status %d, printed %q", status, out.String())
	}
}

func TestDirectories(t *testing.T) {
	w := newWorld(t, testsRule)
	own, err := paths.Resolve("linux", func(name string) string { return map[string]string{"NEVERASK_HOME": w.home}[name] })
	musttest.Do(t, err)
	musttest.Write(t, own.Preferences(), testsRule)
	bin := filepath.Join(t.TempDir(), "data", "bin", "neverask-hook")
	_, content, err := w.paths.Pin()
	musttest.Do(t, err)
	musttest.Do(t, os.MkdirAll(filepath.Dir(bin), 0o700))
	musttest.Do(t, os.WriteFile(filepath.Join(filepath.Dir(bin), "paths.json"), content, 0o600))
	elsewhere := filepath.Join(t.TempDir(), "neverask-hook")
	for _, tt := range []struct {
		name, executable, variable, home string
		want                             bool
	}{
		{"beside the executable", bin, "", "", true},
		{"before the environment", bin, "HOME", "/nowhere", true},
		{"a plugin", elsewhere, "HOME", w.home, true},
		{"a plugin, and no executable", "", "HOME", w.home, true},
		{"a plugin, and what a repository can set", elsewhere, "NEVERASK_HOME", w.home, false},
		{"nothing at all", "", "", "", false},
		{"a relative home", "", "HOME", "home", false},
	} {
		env := w.hook()
		env.Executable = func() (string, error) {
			if tt.executable == "" {
				return "", errors.New("unknown")
			}
			return tt.executable, nil
		}
		env.Getenv = func(name string) string {
			if name == tt.variable {
				return tt.home
			}
			return ""
		}
		var out bytes.Buffer
		Main(nil, strings.NewReader(pre(tests)), &out, env)
		if (out.Len() > 0) != tt.want {
			t.Errorf("%s: printed %q", tt.name, out.String())
		}
	}
}
