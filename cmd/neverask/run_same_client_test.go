//go:build linux

package main

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	ct "neverask/hooks/claude/clienttest"
)

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
	{regexp.MustCompile(`"(task_id|backgroundTaskId|run_id|runId|end_time)":("[^"]*"|\d+)`), `"$1":0`},
	{regexp.MustCompile(`(with ID: |/tasks/)b\w{8}`), "${1}TASK"},
	{regexp.MustCompile(`"AskUserQuestion",`), ""},
	// Said by the format that a run has to use.
	{regexp.MustCompile(`"lifecycle_wakeup_source_v1",`), ""},
	{regexp.MustCompile(`neverask-[0-9a-f]{8}\b`), "LAB"},
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
	t.Parallel()
	fin := []ct.Turn{ct.Text("finished")}
	tool := []ct.Turn{ct.ToolUse("Bash", map[string]string{"command": "echo hi", "description": "greet"}), ct.Text("Done <b>&\u2028 \U0001f600.")}
	background := []ct.Turn{ct.ToolUse("Bash", map[string]any{"command": "sleep 1", "description": "wait", "run_in_background": true}), ct.Text("started"), ct.Text("notified")}
	schema := []ct.Turn{ct.ToolUse("StructuredOutput", map[string]string{"a": "b"}), ct.Text("finished")}
	for i, tt := range []struct {
		name  string
		turns []ct.Turn
		stdin string
		args  []string
	}{
		{"text", fin, "", []string{"-p", "hello"}},
		{"text with line ends", []ct.Turn{ct.Text("a\n\n")}, "", []string{"-p", "hello"}},
		{"flags around the prompt, both inputs", tool, "from a pipe\n", []string{"--model", "opus", "hello", "--allowedTools", "Bash", "Read", "-p"}},
		{"json", tool, "", []string{"-p", "hello", "--output-format", "json"}},
		{"json, all messages", tool, "", []string{"-p", "hello", "--output-format=json", "--verbose"}},
		{"stream-json", tool, "", []string{"-p", "hello", "--output-format", "stream-json", "--verbose"}},
		{"standard input", fin, "from a pipe\n", []string{"-p"}},
		{"white space", fin, " \n", []string{"-p"}},
		{"no prompt", fin, "", []string{"-p"}},
		{"max turns", tool, "", []string{"-p", "hello", "--max-turns", "1"}},
		{"max turns, json", tool, "", []string{"-p", "hello", "--max-turns", "1", "--output-format", "json"}},
		{"budget", tool, "", []string{"-p", "hello", "--max-budget-usd", "0.00001"}},
		{"a schema", schema, "", []string{"-p", "hello", "--json-schema", `{"type":"object","properties":{"a":{"type":"string"}}}`}},
		{"a schema, json, all messages", slices.Concat(tool[:1], schema), "", []string{"-p", "hello", "--output-format=json", "--verbose", "--json-schema", `{"type":"object","properties":{"a":{"type":"string"}}}`}},
		{"too long", fin, strings.Repeat("long ", 1<<20), []string{"-p", "hello"}},
		{"a background task", background, "", []string{"-p", "hello", "--allowedTools", "Bash"}},
		{"two background tasks", slices.Concat(background[:2], background), "", []string{"-p", "hello", "--allowedTools", "Bash"}},
		{"a background task, blank", []ct.Turn{background[0], ct.Text(" "), ct.Text("")}, "", []string{"-p", "hello", "--allowedTools", "Bash"}},
		{"a background task, failing, flags around the prompt, both inputs", []ct.Turn{background[0], ct.Text("started <b>&\u2028 \U0001f600\n"), background[0], ct.Text("more")}, "from a pipe\n", []string{"--model", "opus", "hello", "--allowedTools", "Bash", "Read", "-p", "--max-turns", "2"}},
		{"a background task, json", background, "", []string{"-p", "hello", "--allowedTools", "Bash", "--output-format", "json"}},
		{"a background task, stream-json", background, "", []string{"-p", "hello", "--allowedTools", "Bash", "--output-format", "stream-json", "--verbose"}},
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
			if !ct.Part(i, 10) {
				t.Skip("make e2e compares it")
			}
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
