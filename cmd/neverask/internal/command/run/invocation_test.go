package run

import (
	"strings"
	"testing"
	"time"

	"neverask/hooks"
	"neverask/hooks/control"
	"neverask/settings/musttest"
)

func TestParseInvocation(t *testing.T) {
	for _, tt := range []struct {
		args    string // words at single spaces; "_" stands for an empty word
		prompts string // joined by "|"
		format  string
		print   bool
	}{
		{"-p hello", "hello", "text", true},
		{"hello -p", "hello", "text", true},
		{"--print hello --output-format json", "hello", "json", true},
		{"-p --output-format=stream-json --verbose hello", "hello", "stream-json", true},
		{"--output-format json --output-format text -p hello", "hello", "text", true},
		{"-p --model opus hello", "hello", "text", true},
		{"-p --system-prompt -x hello", "hello", "text", true},
		{"-p --allowedTools Bash Read -- hello", "hello", "text", true},
		{"-p hello --allowedTools Bash Read", "hello", "text", true},
		{"--allowed-tools Bash Read -p hello", "hello", "text", true},
		{"-p --tools _ -- hello", "hello", "text", true},
		{"-p --debug hello", "", "text", true},
		{"-p --debug=hooks hello", "hello", "text", true},
		{"-p -d --verbose hello", "hello", "text", true},
		{"-p --resume 123 hello", "hello", "text", true},
		{"-cp hello", "hello", "text", true},
		{"-pc hello", "hello", "text", true},
		{"-pr123 hello", "hello", "text", true},
		{"-p -nname hello", "hello", "text", true},
		{"-d2e -p hello", "hello", "text", true},
		{"-p - hello", "-|hello", "text", true},
		{"-p -- -hello", "-hello", "text", true},
		{"-p one two", "one|two", "text", true},
		{"-p --model", "", "text", true},
		{"-p --new-flag --verbose hello", "hello", "text", true},
		{"-p --new-flag=x hello", "hello", "text", true},
		{"hello", "hello", "text", false},
		{"-p", "", "text", true},
	} {
		argv := []string{"claude"}
		for word := range strings.FieldsSeq(tt.args) {
			argv = append(argv, strings.ReplaceAll(word, "_", ""))
		}
		inv, err := parseInvocation(argv)
		if err != nil {
			t.Errorf("%s: %v", tt.args, err)
			continue
		}
		if got := strings.Join(inv.prompts, "|"); got != tt.prompts || inv.format != tt.format || inv.print != tt.print {
			t.Errorf("%s: got %q, %s, print %v", tt.args, got, inv.format, inv.print)
		}
	}
	if _, err := parseInvocation([]string{"claude", "-p", "--new-flag", "hello"}); err == nil || !strings.Contains(err.Error(), "--new-flag is not known") {
		t.Errorf("got %v", err)
	}
}

func TestImpossibleRuns(t *testing.T) {
	for args, want := range map[string]string{
		"-p x --bare":                           "--bare takes the question tool away",
		"-p x --permission-mode dontAsk":        "refuses every question",
		"-p x --permission-mode=dontAsk":        "refuses every question",
		"-p x --permission-prompts none":        "takes the question tool away",
		"-p x --permission-prompt-tool mcp__a":  "there can be only one",
		"-p --input-format stream-json":         "another program controls the client",
		"-p x --sdk-url y":                      "another program controls the client",
		"-p x --bg":                             "would not run here",
		"x":                                     "add -p",
		"-p x y":                                `two prompts: "x" and "y"`,
		"-p x --permission-mode plan":           "",
		"-p x --input-format text":              "",
		"-p x --dangerously-skip-permissions":   "",
		"-p x --permission-prompts host -- ":    "",
		"-p --resume s --fork-session -- hello": "",
	} {
		inv, err := parseInvocation(append([]string{"claude"}, strings.Fields(args)...))
		if err != nil {
			t.Errorf("%s: %v", args, err)
			continue
		}
		err = inv.impossible()
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: got %v, want %q", args, err, want)
		}
	}
}

func TestPlainRuns(t *testing.T) {
	for args, want := range map[string]bool{
		"-p x":                      false,
		"-p x --output-format json": false,
		"-p x --output-format stream-json --verbose":         false,
		"-p x --output-format stream-json":                   true,
		"-p x --output-format yaml":                          true,
		"--help":                                             true,
		"-v":                                                 true,
		"-p x --include-partial-messages":                    true,
		"-p x --verbose --prompt-suggestions":                true,
		"-p x --output-format json --forward-subagent-text":  true,
		"-p x --replay-user-messages":                        true,
		"-p x --await-initialize":                            true,
		"-p x --output-format=stream-json --verbose --brief": false,
		"-p x --output-format=stream-json --verbose --include-partial-messages": false,
	} {
		inv, err := parseInvocation(append([]string{"claude"}, strings.Fields(args)...))
		musttest.Do(t, err)
		if got := inv.plain(); got != want {
			t.Errorf("%s: got %v", args, got)
		}
	}
}

func TestResumed(t *testing.T) {
	for args, want := range map[string]string{
		"-p hello":                                  "-p --resume S",
		"-p --model opus hello --add-dir a b":       "-p --model opus --add-dir a b --resume S",
		"-pc --allowedTools=Bash -- hello":          "-p --allowedTools=Bash --resume S",
		"-p hello --resume old --fork-session":      "-p --resume S",
		"-p --session-id x --continue -n name x":    "-p -n name --resume S",
		"-p --output-format json --verbose -w tree": "-p --output-format json --verbose --resume S",
	} {
		inv, err := parseInvocation(append([]string{"claude"}, strings.Fields(args)...))
		musttest.Do(t, err)
		if got := strings.Join(inv.resumed("S"), " "); got != want {
			t.Errorf("%s: got %s, want %s", args, got, want)
		}
	}
}

func TestTranscript(t *testing.T) {
	const (
		start  = `{"type":"system","subtype":"init","tools":[]}`
		result = `{"type":"result","subtype":"success","result":"done","model_usage_since_last_result":{"a":1},"x":1e2}`
		bare   = `{"type":"result","subtype":"success","result":"done","x":1e2}`
	)
	for _, tt := range []struct {
		name, args string
		lines      []string
		want       string
	}{
		{"text", "", []string{start, result}, "done\n"},
		{"text with a line end", "", []string{strings.Replace(result, "done", `done\n`, 1)}, "done\n"},
		{"two results", "", []string{strings.Replace(result, "done", "not yet", 1), result}, "not yet\n\ndone\n"},
		{"no result", "", []string{start}, ""},
		{"max turns", "--max-turns 3", []string{`{"type":"result","subtype":"error_max_turns"}`}, "Error: Reached max turns (3)"},
		{"budget", "--max-budget-usd=0.5", []string{`{"type":"result","subtype":"error_max_budget_usd"}`}, "Error: Exceeded USD budget (0.5)"},
		{"schema", "", []string{`{"type":"result","subtype":"error_max_structured_output_retries"}`}, "Error: Failed to provide valid structured output after maximum retries"},
		{"another error", "", []string{`{"type":"result","subtype":"error_during_execution"}`}, "Execution error"},
		{"json", "--output-format json", []string{start, result}, bare + "\n"},
		{"all messages", "--output-format json --verbose", []string{start, "noise", result}, "[" + start + "," + bare + "]\n"},
		{"stream", "--output-format stream-json --verbose", []string{start, "noise", result}, start + "\nnoise\n" + result + "\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			inv, err := parseInvocation(append([]string{"claude", "-p", "hello"}, strings.Fields(tt.args)...))
			musttest.Do(t, err)
			var out strings.Builder
			tr := &clientOutput{w: &out, inv: inv}
			for _, line := range tt.lines {
				m := control.Message{Line: []byte(line)}
				if v, err := hooks.Parse(line); err == nil {
					m.Value, m.Type, m.Subtype = v, v.Get("type").String(), v.Get("subtype").String()
				}
				musttest.Do(t, tr.add(m))
			}
			if err := tr.end(); err != nil || out.String() != tt.want {
				t.Errorf("got  %q, %v\nwant %q", out.String(), err, tt.want)
			}
		})
	}
}

// TestRunWaitsForTasks: the limit that the client has is that of a run.
func TestRunWaitsForTasks(t *testing.T) {
	for value, want := range map[string]time.Duration{
		"": 0, "x": 0, "-1": 0, "0": -1, "1500": 1500 * time.Millisecond, "0.5": 500 * time.Microsecond, "1e300": -1, "Inf": -1, "NaN": 0,
	} {
		if got := backgroundWait(func(string) string { return value }); got != want {
			t.Errorf("%q: got %v, want %v", value, got, want)
		}
	}
}
