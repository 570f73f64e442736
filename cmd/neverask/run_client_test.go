//go:build linux

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	ct "neverask/hooks/clienttest"
	"neverask/tui/termtest"
)

// ran is how a program has ended.
type ran struct {
	stdout, stderr string
	code           int
}

// exec runs a program on the lab, without a terminal.
func (l lab) exec(stdin io.Reader, argv ...string) ran {
	l.t.Helper()
	cmd := exec.Command(argv[0], argv[1:]...)
	l.Adopt(cmd)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	var stdout, stderr bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = stdin, &stdout, &stderr
	if err := l.Start(cmd); err != nil {
		l.t.Fatal(err)
	}
	err := cmd.Wait()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		l.t.Fatal(err)
	}
	return ran{stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()}
}

// command is the command line of a neverask command.
func (l lab) command(args ...string) []string {
	l.t.Helper()
	dir, err := programs()
	if err != nil {
		l.t.Fatalf("building: %v", err)
	}
	return append([]string{filepath.Join(dir, "neverask")}, args...)
}

// claude is the command line of the client.
func (l lab) claude(args ...string) []string { return l.Command(args...).Args }

// run runs the client under neverask, with flags for neverask before those of
// the client.
func (l lab) run(flags []string, args ...string) ran {
	l.t.Helper()
	return l.exec(nil, slices.Concat(l.command("run"), flags, []string{"--"}, l.claude(args...))...)
}

// log are the lines of the question log, each with who answered what.
func (l lab) log() []string {
	l.t.Helper()
	var log struct {
		Questions []struct{ Question, Answer, By string }
	}
	out := l.neverask("questions", "--json")
	if err := json.Unmarshal([]byte(out), &log); err != nil {
		if err := json.Unmarshal([]byte(out), &log.Questions); err != nil {
			l.t.Fatalf("%v\n%s", err, out)
		}
	}
	var lines []string
	for _, q := range log.Questions {
		lines = append(lines, q.Question+" "+q.Answer+" by "+q.By)
	}
	slices.Sort(lines)
	return lines
}

func (l lab) wantLog(want ...string) {
	l.t.Helper()
	if got := l.log(); !slices.Equal(got, want) {
		l.t.Errorf("the log says\n%s\nnot\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func (r ran) want(t *testing.T, code int, stdout string) {
	t.Helper()
	if r.code != code || r.stdout != stdout {
		t.Errorf("exit code %d, want %d; stdout %q, want %q; stderr:\n%s", r.code, code, r.stdout, stdout, r.stderr)
	}
}

func (l lab) toolResults(n int) []ct.ToolResult {
	l.t.Helper()
	all := l.ToolResults()
	if len(all) != n {
		l.t.Fatalf("%d tool results: %+v", len(all), all)
	}
	return all
}

// volatile is what differs between any two runs: ids, times, and the sockets of
// processes. The question tool is what a run adds.
var volatile = []struct {
	pattern *regexp.Regexp
	with    string
}{
	{regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`), "ID"},
	{regexp.MustCompile(`"(duration_ms|duration_api_ms|ttft_ms|ttft_stream_ms|time_to_request_ms|first_content_frame_ms)":\d+`), `"$1":0`},
	{regexp.MustCompile(`"timestamp":"[^"]*"`), `"timestamp":""`},
	{regexp.MustCompile(`cc-socks/\d+\.sock`), "cc-socks/PID"},
	{regexp.MustCompile(`"(msg|toolu)_\d{4}(_\d)?"`), `"$1"`},
	{regexp.MustCompile(`"AskUserQuestion",`), ""},
	// Said by the format that a run has to use.
	{regexp.MustCompile(`"lifecycle_wakeup_source_v1",`), ""},
	{regexp.MustCompile(`neverask-client-\d+`), "LAB"},
}

func steady(s string) string {
	for _, v := range volatile {
		s = v.pattern.ReplaceAllString(s, v.with)
	}
	return s
}

// TestClientRunIsLikeTheClient: for the caller a run without questions cannot be
// told from the client's own.
func TestClientRunIsLikeTheClient(t *testing.T) {
	fin := []ct.Turn{ct.Text("finished")}
	tool := []ct.Turn{ct.ToolUse("Bash", map[string]string{"command": "echo hi", "description": "greet"}), ct.Text("Done <b>&\u2028 \U0001f600.")}
	schema := []ct.Turn{ct.ToolUse("StructuredOutput", map[string]string{"a": "b"}), ct.Text("finished")}
	for _, tt := range []struct {
		name  string
		turns []ct.Turn
		stdin string
		args  []string
	}{
		{"text", fin, "", []string{"-p", "hello"}},
		{"text with line ends", []ct.Turn{ct.Text("a\n\n")}, "", []string{"-p", "hello"}},
		{"flags around the prompt", tool, "", []string{"--model", "opus", "hello", "--allowedTools", "Bash", "Read", "-p"}},
		{"json", tool, "", []string{"-p", "hello", "--output-format", "json"}},
		{"json, all messages", tool, "", []string{"-p", "hello", "--output-format=json", "--verbose"}},
		{"stream-json", tool, "", []string{"-p", "hello", "--output-format", "stream-json", "--verbose"}},
		{"standard input", fin, "from a pipe\n", []string{"-p"}},
		{"both inputs", fin, "from a pipe\n", []string{"-p", "hello"}},
		{"white space", fin, " \n", []string{"-p"}},
		{"no prompt", fin, "", []string{"-p"}},
		{"max turns", tool, "", []string{"-p", "hello", "--max-turns", "1"}},
		{"max turns, json", tool, "", []string{"-p", "hello", "--max-turns", "1", "--output-format", "json"}},
		{"budget", tool, "", []string{"-p", "hello", "--max-budget-usd", "0.00001"}},
		{"a schema", schema, "", []string{"-p", "hello", "--json-schema", `{"type":"object","properties":{"a":{"type":"string"}}}`}},
		{"a schema, json", schema, "", []string{"-p", "hello", "--output-format", "json", "--json-schema", `{"type":"object","properties":{"a":{"type":"string"}}}`}},
		{"too long", fin, strings.Repeat("long ", 1<<20), []string{"-p", "hello"}},
		{"partial messages", fin, "", []string{"-p", "hello", "--output-format", "stream-json", "--verbose", "--include-partial-messages"}},
		{"partial messages in text", fin, "", []string{"-p", "hello", "--include-partial-messages"}},
		{"replayed messages", fin, "", []string{"-p", "hello", "--replay-user-messages"}},
		{"a slash command", fin, "", []string{"-p", "/context"}},
		{"an unknown flag", fin, "", []string{"-p", "hello", "--nonsense"}},
		{"an unknown format", fin, "", []string{"-p", "hello", "--output-format", "yaml"}},
		{"stream-json without verbose", fin, "", []string{"-p", "hello", "--output-format", "stream-json"}},
		{"no such session", fin, "", []string{"-p", "hello", "--resume", "6f0e3f2b-0000-4000-8000-000000000000"}},
		{"version", nil, "", []string{"--version"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var prompts []string
			run := func(argv func(lab) []string) ran {
				l := lab{ct.New(t), t}
				l.Turns(tt.turns...)
				r := l.exec(strings.NewReader(tt.stdin), argv(l)...)
				for _, request := range l.Requests() {
					if request.Main {
						prompts = append(prompts, steady(request.Text()))
						break
					}
				}
				return r
			}
			want := run(func(l lab) []string { return l.claude(tt.args...) })
			got := run(func(l lab) []string { return append(l.command("run", "--"), l.claude(tt.args...)...) })
			if got.code != want.code || steady(got.stdout) != steady(want.stdout) || steady(got.stderr) != steady(want.stderr) {
				t.Errorf("got exit code %d\n%s\n%s\n\nwant exit code %d\n%s\n%s", got.code, steady(got.stdout), got.stderr, want.code, steady(want.stdout), want.stderr)
			}
			if len(prompts) == 2 && prompts[0] != prompts[1] {
				t.Errorf("the model reads\n%s\n\nnot\n%s", prompts[1], prompts[0])
			}
			if len(prompts) == 1 {
				t.Error("only one of the two asked the model")
			}
		})
	}
}

func TestClientRunAnswers(t *testing.T) {
	l := newLab(t)
	l.rule("--question", library, "--answer", "moment")
	l.Turns(ct.Ask(libraries()), ct.Text("finished"))
	l.run(nil, "-p", "hello").want(t, 0, "finished\n")
	l.says(l.toolResults(1)[0], `"`+library+`"="moment"`)
	l.WaitRequest("the disclosure", func(r ct.Request) bool { return strings.Contains(r.Text(), "the user's saved preferences") })
	l.wantLog(library + " moment by neverask")
}

// TestClientRunBesideTheHooks: a call is answered once and logged once.
func TestClientRunBesideTheHooks(t *testing.T) {
	l := newLab(t)
	l.install()
	l.rule("--question", library, "--answer", "moment")
	l.Turns(ct.Ask(libraries()), ct.Ask(ct.Choice(runner, "jest", "vitest")), ct.Text("finished"))
	l.run([]string{"--ask", "skip"}, "-p", "hello").want(t, 0, "finished\n")
	results := l.toolResults(2)
	l.says(results[0], `"`+library+`"="moment"`)
	l.says(results[1], "Nobody is available")
	l.wantLog(library+" moment by neverask", runner+"  by nobody")
	l.wantDisclosed(1)
}

// wantDisclosed fails unless the model has read n times that an answer was
// automatic.
func (l lab) wantDisclosed(n int) {
	l.t.Helper()
	var last string
	for _, r := range l.Requests() {
		if r.Main {
			last = r.Text()
		}
	}
	if got := strings.Count(last, "the user's saved preferences"); got != n {
		l.t.Errorf("the model has read %d times that an answer was automatic:\n%s", got, last)
	}
}

// TestClientRunInPlaceOfTheHooks: hooks that are installed and do not run are
// stood in for.
func TestClientRunInPlaceOfTheHooks(t *testing.T) {
	for name, args := range map[string][]string{
		"switched off":      {"--settings", `{"disableAllHooks":true}`},
		"left out":          {"--setting-sources", "project"},
		"off in the folder": nil,
	} {
		t.Run(name, func(t *testing.T) {
			l := newLab(t)
			l.install()
			l.rule("--question", library, "--answer", "moment")
			if args == nil {
				if err := os.MkdirAll(filepath.Join(l.Project, ".claude"), 0o700); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(filepath.Join(l.Project, ".claude", "settings.json"), []byte(`{"disableAllHooks":true}`), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			l.Turns(ct.Ask(libraries()), ct.Text("finished"))
			l.run(nil, append([]string{"-p", "hello"}, args...)...).want(t, 0, "finished\n")
			l.says(l.toolResults(1)[0], `"`+library+`"="moment"`)
			l.wantLog(library + " moment by neverask")
			l.wantDisclosed(1)
		})
	}
}

// TestClientRunTellsOfAnUnheardHook: the question is not answered behind the back
// of whatever kept the installed hook from it.
func TestClientRunTellsOfAnUnheardHook(t *testing.T) {
	l := newLab(t)
	l.install()
	l.rule("--question", library, "--answer", "moment")
	if err := os.WriteFile(filepath.Join(l.Project, "asks.sh"), []byte(`echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask"}}'`), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(l.Project, ".claude"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(l.Project, ".claude", "settings.json"), []byte(`{"hooks":{"PreToolUse":[{"matcher":"AskUserQuestion","hooks":[{"type":"command","command":"sh `+l.Project+`/asks.sh"}]}]}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	l.Turns(ct.Ask(libraries()), ct.Text("finished"))
	r := l.run(nil, "-p", "hello")
	r.want(t, 7, "")
	if !strings.Contains(r.stderr, "another one asks") {
		t.Errorf("stderr %s", r.stderr)
	}
}

func TestClientRunStops(t *testing.T) {
	l := newLab(t)
	l.Turns(ct.Ask(libraries()), ct.Ask(libraries()))
	r := l.run(nil, "-p", "hello")
	r.want(t, 7, "")
	for _, text := range []string{library, "1. date-fns (Recommended)", "2. moment", "hint: "} {
		if !strings.Contains(r.stderr, text) {
			t.Errorf("stderr lacks %q:\n%s", text, r.stderr)
		}
	}
	l.wantLog(library + "  by nobody")
	r = l.run([]string{"--ask", "stop"}, "-p", "hello", "--output-format", "json")
	if r.code != 7 || !strings.Contains(r.stdout, `"type":"result"`) {
		t.Errorf("exit code %d, stdout %s", r.code, r.stdout)
	}
}

// TestClientRunOneWay: safety is the same as in the hook.
func TestClientRunOneWay(t *testing.T) {
	const push = "Force push the branch to origin?"
	l := newLab(t)
	l.rule("--question", push, "--answer", "Yes")
	l.Turns(ct.Ask(ct.Choice(push, "Yes", "No")), ct.Text("finished"))
	if r := l.run(nil, "-p", "hello"); r.code != 7 || !strings.Contains(r.stderr, push) {
		t.Errorf("exit code %d, stderr %s", r.code, r.stderr)
	}
}

func TestClientRunGrantsNothing(t *testing.T) {
	l := newLab(t)
	made := filepath.Join(l.Root, "made")
	l.Turns(ct.ToolUse("Bash", map[string]string{"command": "touch " + made, "description": "make"}), ct.Text("finished"))
	l.run(nil, "-p", "hello").want(t, 0, "finished\n")
	if _, err := os.Stat(made); err == nil {
		t.Error("a tool ran that nobody has allowed")
	}
	l.says(l.toolResults(1)[0], "nobody is there to grant it")
}

func TestClientRunParksAndAnswers(t *testing.T) {
	l := newLab(t)
	l.rule("--question", library, "--answer", "moment")
	l.Turns(ct.Ask(libraries(), ct.Choice(runner, "jest", "vitest")), ct.Ask(ct.Choice("Which color?", "red", "blue")), ct.Text("finished"))
	r := l.run([]string{"--ask", "park"}, "-p", "hello", "--model", "opus")
	r.want(t, 7, "")
	var pending []struct {
		ID   string
		Open []string
	}
	list := func() {
		t.Helper()
		if err := json.Unmarshal([]byte(l.neverask("pending", "--json")), &pending); err != nil {
			t.Fatal(err)
		}
	}
	list()
	if len(pending) != 1 || !slices.Equal(pending[0].Open, []string{runner}) || !strings.Contains(r.stderr, "neverask answer "+pending[0].ID) {
		t.Fatalf("pending %+v, stderr %s", pending, r.stderr)
	}
	if out := l.neverask("pending"); !strings.Contains(out, runner) || strings.Contains(out, library) {
		t.Errorf("got %s", out)
	}
	first := pending[0].ID
	for _, wrong := range [][]string{{"nonsense", "1"}, {first, "yarn"}, {first, "3"}, {first, "1", "2"}, {first}} {
		if r := l.exec(nil, l.command(append([]string{"answer"}, wrong...)...)...); r.code != 2 {
			t.Errorf("%q: exit code %d, stderr %s", wrong, r.code, r.stderr)
		}
	}
	// The run meets another question, and is parked again.
	l.exec(nil, l.command("answer", first, "vitest")...).want(t, 7, "")
	l.says(l.toolResults(1)[0], `"`+library+`"="moment"`, `"`+runner+`"="vitest"`)
	list()
	if len(pending) != 1 || pending[0].ID == first {
		t.Fatalf("pending %+v", pending)
	}
	l.exec(nil, l.command("answer", pending[0].ID, "--text", "green")...).want(t, 0, "finished\n")
	l.says(l.toolResults(2)[1], "green")
	list()
	if len(pending) != 0 {
		t.Errorf("pending %+v", pending)
	}
	l.wantLog("Which color? green by you", library+" moment by neverask", runner+" vitest by you")
}

func TestClientRunDropsAParkedQuestion(t *testing.T) {
	l := newLab(t)
	l.Turns(ct.Ask(libraries()), ct.Text("finished"))
	r := l.run([]string{"--ask", "park"}, "-p", "hello", "--output-format", "json")
	if r.code != 7 || !strings.Contains(r.stdout, `"deferred_tool_use"`) {
		t.Errorf("exit code %d, stdout %s", r.code, r.stdout)
	}
	id := strings.Fields(l.neverask("pending"))[0]
	l.neverask("answer", id, "--drop")
	if out := l.neverask("pending"); out != "No questions are parked.\n" {
		t.Errorf("got %s", out)
	}
}

// terminal starts a run in a terminal.
func (l lab) terminal(args ...string) *termtest.Terminal {
	l.t.Helper()
	argv := append(l.command("run", "--"), l.claude(args...)...)
	cmd := exec.Command(argv[0], argv[1:]...)
	l.Adopt(cmd)
	return termtest.Start(l.t, cmd, 100, 30, termtest.StartWith(l.Start), termtest.Timeout(2*time.Minute))
}

// TestClientRunAsksOnTheTerminal, also for what the installed hook leaves open.
func TestClientRunAsksOnTheTerminal(t *testing.T) {
	for _, installed := range []bool{false, true} {
		t.Run(fmt.Sprintf("hooks installed %v", installed), func(t *testing.T) {
			l := newLab(t)
			if installed {
				l.install()
			}
			l.rule("--question", library, "--answer", "moment")
			several := ct.Choice("Which days?", "Mon", "Tue", "Wed")
			several.MultiSelect = true
			l.Turns(ct.Ask(libraries(), ct.Choice(runner, "jest", "vitest"), several), ct.Ask(ct.Choice("Which color?", "red", "blue")), ct.Text("finished"))
			term := l.terminal("-p", "hello")
			if screen := term.WaitText(runner); strings.Contains(screen, library) {
				t.Errorf("the decided question is asked:\n%s", screen)
			}
			term.Key("down", "enter")
			term.WaitText("Which days?")
			term.Key("space", "down", "down", "space", "enter")
			term.WaitText("Which color?")
			term.Key("3", "enter")
			term.Type("green")
			term.WaitText("green_")
			term.Key("enter")
			if code := term.Wait(); code != 0 {
				t.Errorf("exit code %d\n%s", code, term.Screen())
			}
			if screen := term.Screen(); !strings.Contains(screen, "finished") || !strings.Contains(screen, "? Which days?  Mon, Wed") {
				t.Errorf("the screen is\n%s", screen)
			}
			results := l.toolResults(2)
			l.says(results[0], `="moment"`, `="vitest"`, `="Mon, Wed"`)
			l.says(results[1], "green")
			l.wantLog("Which color? green by you", "Which days? Mon, Wed by you", library+" moment by neverask", runner+" vitest by you")
		})
	}
}

// TestClientRunAsksOneAfterTheOther: of two calls at once each has its dialog.
func TestClientRunAsksOneAfterTheOther(t *testing.T) {
	l := newLab(t)
	l.Turns(ct.Together(ct.Ask(libraries()), ct.Ask(ct.Choice(runner, "jest", "vitest"))), ct.Text("finished"))
	term := l.terminal("-p", "hello")
	term.WaitFor("a dialog", func(screen string) bool { return strings.Contains(screen, "something else") })
	term.Key("down", "enter")
	term.WaitFor("the other dialog", func(screen string) bool {
		return strings.Contains(screen, library) && strings.Contains(screen, runner) && strings.Contains(screen, "something else")
	})
	term.Key("down", "enter")
	if code := term.Wait(); code != 0 {
		t.Errorf("exit code %d\n%s", code, term.Screen())
	}
	l.wantLog(library+" moment by you", runner+" vitest by you")
}

func TestClientRunAsksInLines(t *testing.T) {
	l := newLab(t)
	l.Env["ACCESSIBLE"] = "1"
	l.Turns(ct.Ask(libraries()), ct.Text("finished"))
	term := l.terminal("-p", "hello")
	term.WaitText("an empty line stops the run")
	term.Type("9\n")
	term.WaitText(`no option reads "9"`)
	term.Type("2\n")
	term.WaitText("finished")
	if code := term.Wait(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	l.says(l.toolResults(1)[0], `="moment"`)
}

func TestClientRunLeavesTheDialog(t *testing.T) {
	for key, code := range map[string]int{"esc": 7, "ctrl+c": 7} {
		t.Run(key, func(t *testing.T) {
			l := newLab(t)
			l.Turns(ct.Ask(libraries()), ct.Text("finished"))
			term := l.terminal("-p", "hello")
			term.WaitText("something else")
			term.Key(key)
			if got := term.Wait(); got != code {
				t.Errorf("exit code %d\n%s", got, term.Screen())
			}
			l.wantLog(library + "  by nobody")
		})
	}
}

// TestClientRunForwardsSignals: the client ends as it would by itself, and with
// it the run.
func TestClientRunForwardsSignals(t *testing.T) {
	for _, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
		t.Run(sig.String(), func(t *testing.T) {
			l := newLab(t)
			begun := filepath.Join(l.Project, "begun")
			end := func(argv []string) (int, string) {
				os.Remove(begun)
				l.Turns(ct.ToolUse("Bash", map[string]string{"command": "touch " + begun + "; sleep 300", "description": "wait"}))
				cmd := exec.Command(argv[0], argv[1:]...)
				l.Adopt(cmd)
				cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
				var stdout bytes.Buffer
				cmd.Stdout = &stdout
				if err := l.Start(cmd); err != nil {
					t.Fatal(err)
				}
				for deadline := time.Now().Add(time.Minute); ; time.Sleep(5 * time.Millisecond) {
					if _, err := os.Stat(begun); err == nil {
						break
					}
					if time.Now().After(deadline) {
						t.Fatal("the tool does not run")
					}
				}
				if err := cmd.Process.Signal(sig); err != nil {
					t.Fatal(err)
				}
				_ = cmd.Wait() // the exit code is what counts
				status := cmd.ProcessState.Sys().(syscall.WaitStatus)
				if status.Signaled() {
					return 128 + int(status.Signal()), stdout.String()
				}
				return status.ExitStatus(), stdout.String()
			}
			args := []string{"-p", "hello", "--allowedTools", "Bash"}
			wantCode, wantOut := end(l.claude(args...))
			gotCode, gotOut := end(append(l.command("run", "--"), l.claude(args...)...))
			if gotCode != wantCode || gotOut != wantOut {
				t.Errorf("exit code %d, want %d; stdout %q, want %q", gotCode, wantCode, gotOut, wantOut)
			}
		})
	}
}

func TestClientRunDontAskInSettings(t *testing.T) {
	l := newLab(t)
	l.Settings(`{"permissions":{"defaultMode":"dontAsk"}}`)
	l.Turns(ct.Ask(libraries()), ct.Text("finished"))
	r := l.run(nil, "-p", "hello")
	r.want(t, 0, "finished\n")
	if !strings.Contains(r.stderr, "dontAsk") {
		t.Errorf("stderr %s", r.stderr)
	}
}

// TestClientRunParksOneOfTwo: of several questions at once none gets lost.
func TestClientRunParksOneOfTwo(t *testing.T) {
	l := newLab(t)
	l.Turns(ct.Together(ct.Ask(libraries()), ct.Ask(ct.Choice(runner, "jest", "vitest"))), ct.Text("finished"))
	l.run([]string{"--ask", "park"}, "-p", "hello").want(t, 7, "")
	id := strings.Fields(l.neverask("pending"))[0]
	l.exec(nil, l.command("answer", id, "2")...).want(t, 0, "finished\n")
	var all string
	for _, r := range l.toolResults(2) {
		all += r.Text + "\n"
	}
	if !strings.Contains(all, "Ask this one again") || strings.Contains(all, `="moment"`) == strings.Contains(all, `="vitest"`) {
		t.Errorf("the model reads\n%s", all)
	}
}

func TestClientRunAnswersOnTheTerminal(t *testing.T) {
	l := newLab(t)
	l.Turns(ct.Ask(libraries()), ct.Ask(ct.Choice(runner, "jest", "vitest")), ct.Text("finished"))
	l.run([]string{"--ask", "park"}, "-p", "hello").want(t, 7, "")
	id := strings.Fields(l.neverask("pending"))[0]
	argv := l.command("answer", id, "--ask", "tty")
	cmd := exec.Command(argv[0], argv[1:]...)
	l.Adopt(cmd)
	term := termtest.Start(t, cmd, 100, 30, termtest.StartWith(l.Start), termtest.Timeout(2*time.Minute))
	term.WaitText(library)
	term.Key("down", "enter")
	term.WaitText(runner)
	term.Key("enter")
	if code := term.Wait(); code != 0 || !strings.Contains(term.Screen(), "finished") {
		t.Errorf("exit code %d\n%s", code, term.Screen())
	}
	results := l.toolResults(2)
	l.says(results[0], `="moment"`)
	l.says(results[1], `="jest"`)
}

// TestClientRunIsStoppedAndGoesOn: ctrl+z stops the client too.
func TestClientRunIsStoppedAndGoesOn(t *testing.T) {
	l := newLab(t)
	begun, over := filepath.Join(l.Project, "begun"), filepath.Join(l.Project, "over")
	l.Turns(ct.ToolUse("Bash", map[string]string{"command": "touch " + begun + "; while [ ! -e " + over + " ]; do sleep 0.1; done", "description": "wait"}), ct.Text("finished"))
	argv := append(l.command("run", "--"), l.claude("-p", "hello", "--allowedTools", "Bash")...)
	cmd := exec.Command(argv[0], argv[1:]...)
	l.Adopt(cmd)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	var stdout bytes.Buffer
	cmd.Stdout = &stdout
	if err := l.Start(cmd); err != nil {
		t.Fatal(err)
	}
	wait := func(what string, ok func() bool) {
		t.Helper()
		for deadline := time.Now().Add(time.Minute); !ok(); time.Sleep(5 * time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatalf("%s does not happen", what)
			}
		}
	}
	state := func(pid string) string {
		b, _ := os.ReadFile("/proc/" + pid + "/stat") // gone is no state
		_, after, _ := strings.Cut(string(b), ") ")
		return after[:min(1, len(after))]
	}
	wait("the tool's start", func() bool {
		_, err := os.Stat(begun)
		return err == nil
	})
	us := strconv.Itoa(cmd.Process.Pid)
	var client string
	tasks, err := filepath.Glob("/proc/" + us + "/task/*/children")
	if err != nil {
		t.Fatal(err)
	}
	for _, task := range tasks {
		b, _ := os.ReadFile(task) // of a thread that has ended
		client += strings.TrimSpace(string(b))
	}
	if err := cmd.Process.Signal(syscall.SIGTSTP); err != nil {
		t.Fatal(err)
	}
	wait("our stop", func() bool { return state(us) == "T" })
	wait("the client's stop", func() bool { return state(client) == "T" })
	if err := os.WriteFile(over, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Process.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil || stdout.String() != "finished\n" {
		t.Errorf("got %q, %v", stdout.String(), err)
	}
}

// TestClientRunGivesTheTerminalBack, also when it is ended in a dialog.
func TestClientRunGivesTheTerminalBack(t *testing.T) {
	l := newLab(t)
	l.Turns(ct.Ask(libraries()))
	pid := filepath.Join(l.Root, "pid")
	argv := append([]string{"-c", `sh -c 'echo $$ > "$0"; exec "$@"' "$@"; stty -a; echo over`, "sh", pid}, l.command("run", "--")...)
	cmd := exec.Command("/bin/sh", append(argv, l.claude("-p", "hello")...)...)
	l.Adopt(cmd)
	term := termtest.Start(t, cmd, 100, 40, termtest.StartWith(l.Start), termtest.Timeout(2*time.Minute))
	term.WaitText("something else")
	b, err := os.ReadFile(pid)
	if err != nil {
		t.Fatal(err)
	}
	n, err := strconv.Atoi(strings.TrimSpace(string(b)))
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(n, syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if screen := term.WaitText("over"); !strings.Contains(screen, " icanon") || !strings.Contains(screen, "taken back") {
		t.Errorf("the screen is\n%s", screen)
	}
}
