package main

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"neverask/hooks"
	"neverask/hooks/control"
	"neverask/hooks/rule/question"
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
		"-p --input-format stream-json":         "another program speaks to the client",
		"-p x --sdk-url y":                      "another program speaks to the client",
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
		if err != nil {
			t.Fatal(err)
		}
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
		if err != nil {
			t.Fatal(err)
		}
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
			if err != nil {
				t.Fatal(err)
			}
			var out strings.Builder
			tr := &clientOutput{w: &out, inv: inv}
			for _, line := range tt.lines {
				m := control.Message{Line: []byte(line)}
				if v, err := hooks.Parse(line); err == nil {
					m.Value, m.Type, m.Subtype = v, v.Get("type").String(), v.Get("subtype").String()
				}
				if err := tr.add(m); err != nil {
					t.Fatal(err)
				}
			}
			if err := tr.end(); err != nil || out.String() != tt.want {
				t.Errorf("got  %q, %v\nwant %q", out.String(), err, tt.want)
			}
		})
	}
}

func colors(multi bool) question.Question {
	return question.Question{Text: "Which color?", Multi: multi, Options: []question.Option{{Label: "Red", Description: "as blood"}, {Label: "Blue, dark"}, {Label: "Green"}}}
}

func TestReadAnswer(t *testing.T) {
	for _, tt := range []struct {
		multi bool
		other bool
		in    string
		want  string // "" for an error
	}{
		{false, false, "Red", "Red"},
		{false, false, " red ", "Red"},
		{false, false, "2", "Blue, dark"},
		{false, false, "4", ""},
		{false, true, "4", ""},
		{false, false, "yellow", ""},
		{false, true, "yellow", "yellow"},
		{false, true, "  ", ""},
		{false, false, "1,2", ""},
		{true, false, "1,3", "Red, Green"},
		{true, false, "Green, red", "Green, Red"},
		{true, false, "Blue, dark", "Blue, dark"},
		{true, false, "1,9", ""},
		{true, true, "1 and a half", "1 and a half"},
	} {
		v, err := readAnswer(colors(tt.multi), tt.in, tt.other)
		if (err != nil) != (tt.want == "") || v.String() != tt.want {
			t.Errorf("%q, several %v: got %q, %v; want %q", tt.in, tt.multi, v.String(), err, tt.want)
		}
	}
}

func TestPicker(t *testing.T) {
	for _, tt := range []struct {
		name  string
		multi bool
		keys  string
		want  string
		err   error
	}{
		{"the first", false, "enter", "Red", nil},
		{"the second", false, "down enter", "Blue, dark", nil},
		{"up stops at the top", false, "up up down enter", "Blue, dark", nil},
		{"by number", false, "3 enter", "Green", nil},
		{"with vi keys", false, "j j k enter", "Blue, dark", nil},
		{"a number that is none", false, "9 enter", "Red", nil},
		{"something else", false, "4 enter a space b backspace c enter", "a c", nil},
		{"down stops at something else", false, "down down down down down enter x enter", "x", nil},
		{"nothing typed", false, "4 enter enter space enter x enter", "x", nil},
		{"back from typing", false, "4 enter x esc 1 enter", "Red", nil},
		{"declined", false, "down esc", "", errDeclined},
		{"interrupted", false, "ctrl+c", "", errInterrupted},
		{"interrupted while typing", false, "4 enter x ctrl+c", "", errInterrupted},
		{"several", true, "space down down space enter", "Red, Green", nil},
		{"unmarked again", true, "space space down enter", "Blue, dark", nil},
		{"no mark on something else", true, "4 space enter y enter", "y", nil},
		{"no marks where one is chosen", false, "space down enter", "Blue, dark", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := newPicker(colors(tt.multi))
			for i, key := range strings.Fields(tt.keys) {
				for _, row := range p.view(30) {
					if len([]rune(row)) > 29 {
						t.Errorf("a row is too wide: %q", row)
					}
				}
				done, err := p.press(key)
				last := i == len(strings.Fields(tt.keys))-1
				if !errors.Is(err, tt.err) && last || err != nil && !last || done != (last && tt.err == nil) {
					t.Fatalf("key %d, %s: done %v, %v", i+1, key, done, err)
				}
			}
			if got := p.value().String(); got != tt.want && tt.err == nil {
				t.Errorf("got %q", got)
			}
			if s := strings.Join(p.summary(80), ""); tt.err == nil && !strings.HasSuffix(s, tt.want) || tt.err != nil && !strings.HasSuffix(s, "(not answered)") {
				t.Errorf("summary %q", s)
			}
		})
	}
}

func TestPickerHidesControlCharacters(t *testing.T) {
	q := colors(false)
	q.Text = "Which \x1b[31mcolor\x07?"
	q.Options[0].Label = "Red\r\x1b[2J"
	if view := strings.Join(newPicker(q).view(80), "\n"); strings.ContainsAny(view, "\x1b\x07\r") {
		t.Errorf("got %q", view)
	}
}

func TestKeys(t *testing.T) {
	got := keysOf([]byte("a\x1b[A\x1bOB\x1b[1;5C\r \x03\x7f\u00e9"))
	want := []string{"a", "up", "down", "enter", "space", "ctrl+c", "backspace", "\u00e9"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
	if got := keysOf([]byte("\x1b")); !slices.Equal(got, []string{"esc"}) {
		t.Errorf("got %q", got)
	}
}

func FuzzKeys(f *testing.F) {
	for _, s := range []string{"", "\x1b", "\x1b[", "\x1b[A", "\x1bO", "\xff", "\x1b[1;5"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		if n := len(keysOf(b)); n > len(b) {
			t.Errorf("%d keys in %d bytes", n, len(b))
		}
	})
}
