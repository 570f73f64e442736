package program

import (
	"strings"
	"testing"

	"neverask/hooks"
	"neverask/hooks/record/eventlog"
	"neverask/settings/must"
)

// TestFailed has the errors of Claude Code 2.1.329 as it writes them, and texts that
// only look alike.
func TestFailed(t *testing.T) {
	for _, tt := range []struct {
		tool, text string
		want       outcome
	}{
		{"Bash", "Exit code 3\nout", outcome{class: eventlog.ClassExit, exit: 3}},
		{"Bash", "Exit code 4", outcome{class: eventlog.ClassExit, exit: 4}},
		{"PowerShell", "Exit code 1\n", outcome{class: eventlog.ClassExit, exit: 1}},
		{"Bash", "Exit code 143\nCommand timed out after 1s", outcome{class: eventlog.ClassTimeout, exit: 143}},
		{"Bash", "Exit code 143\nCommand timed out after 2m 0s\nbefore", outcome{class: eventlog.ClassTimeout, exit: 143}},
		{"Bash", "Exit code 143\nCommand timed out after all", outcome{class: eventlog.ClassExit, exit: 143}},
		{"Bash", "Exit code 143\nbefore\nCommand timed out after 1s", outcome{class: eventlog.ClassExit, exit: 143}},
		{"Bash", "Exit code 1\nCommand timed out after 1s", outcome{class: eventlog.ClassExit, exit: 1}},
		{"Bash", "Exit code 1\ncat: /x: No such file or directory", outcome{class: eventlog.ClassExit, exit: 1}},
		{"Bash", "Exit code 1\nPermission denied", outcome{class: eventlog.ClassExit, exit: 1}},
		{"Bash", "File does not exist.", outcome{class: eventlog.ClassOther}},
		{"Bash", "Exit code x", outcome{class: eventlog.ClassOther}},
		{"Bash", "", outcome{class: eventlog.ClassOther}},
		{"Read", "File does not exist. Note: your current working directory is /work.", outcome{class: eventlog.ClassNotFound}},
		{"Read", "ENOTDIR: not a directory, open '/etc/hostname/x'", outcome{class: eventlog.ClassNotFound}},
		{"Read", "ENOENT: no such file or directory, open '/x'", outcome{class: eventlog.ClassNotFound}},
		{"Write", "EACCES: permission denied, open '/sys/x.txt.tmp.22312.7390a5a01d3b'", outcome{class: eventlog.ClassOSPermission}},
		{"Write", "EROFS: read-only file system, open '/x'", outcome{class: eventlog.ClassOSPermission}},
		{"Read", "EISDIR: illegal operation on a directory, read '/etc'", outcome{class: eventlog.ClassOther}},
		{"Read", "EACCES", outcome{class: eventlog.ClassOther}},
		{"Read", "The file says: File does not exist.", outcome{class: eventlog.ClassOther}},
		{"Write", "Refusing to write /proc/x: its parent-directory symlink resolution changed after permission was checked.", outcome{class: eventlog.ClassOther}},
		{"Agent", "Agent type 'nosuch' not found. Available agents: claude, Explore", outcome{class: eventlog.ClassInvalid}},
		{"Agent", "Agent type 'Explore' has been denied by permission rule 'Agent(Explore)' from userSettings.", outcome{class: eventlog.ClassDenied, by: eventlog.DeniedByRule}},
		{"Agent", "Agent type has been denied by permission rule 'x'", outcome{class: eventlog.ClassOther}},
		{"mcp__m__t", "MCP error -32001: Request timed out", outcome{class: eventlog.ClassTimeout}},
		{"mcp__m__t", "MCP error -32602: bad", outcome{class: eventlog.ClassInvalid}},
		{"mcp__m__t", "ENOENT: no such file, open 'x'", outcome{class: eventlog.ClassOther}},
		{"mcp__m__t", "Exit code 3", outcome{class: eventlog.ClassOther}},
	} {
		if got := failed(tt.tool, tt.text, false); got != tt.want {
			t.Errorf("%s, %q: %+v", tt.tool, tt.text, got)
		}
		if got := failed(tt.tool, tt.text, true); got != (outcome{class: eventlog.ClassInterrupted}) {
			t.Errorf("%s, %q, interrupted: %+v", tt.tool, tt.text, got)
		}
	}
}

// TestUnrun has what Claude Code 2.1.329 answers for calls that were not run.
func TestUnrun(t *testing.T) {
	rule, invalid := outcome{class: eventlog.ClassDenied, by: eventlog.DeniedByRule}, outcome{class: eventlog.ClassInvalid}
	person, hook := outcome{class: eventlog.ClassDenied, by: eventlog.DeniedByPerson}, outcome{class: eventlog.ClassDenied, by: eventlog.DeniedByHook}
	for _, tt := range []struct {
		tool, text string
		want       outcome
	}{
		{"Bash", "<tool_use_error>InputValidationError: Bash failed due to the following issue:\nThe required parameter `command` is missing</tool_use_error>", invalid},
		{"Bash", "<tool_use_error>Blocked: standalone sleep 30.</tool_use_error>", invalid},
		{"Grep", "<tool_use_error>Error: No such tool available: Grep.</tool_use_error>", invalid},
		{"Edit", "<tool_use_error>String to replace not found in file.\nString: zzz</tool_use_error>", invalid},
		{"Edit", "<tool_use_error>File does not exist. Note: your current working directory is /work.</tool_use_error>", outcome{class: eventlog.ClassNotFound}},
		{"Read", "<tool_use_error>File is in a directory that is denied by your permission settings.</tool_use_error>", rule},
		{"Bash", "<tool_use_error>Cancelled: Claude ended the conversation</tool_use_error>", outcome{class: eventlog.ClassInterrupted}},
		{"Bash", "Permission to use Bash with command rm -rf x has been denied.", rule},
		{"Write", "Permission to use Write has been denied because Claude Code is running in don't ask mode. IMPORTANT: You *may*", rule},
		{"Bash", "Permission to use Write has been denied because", outcome{}},
		{"Bash", "Permission to use Bash wisely", outcome{}},
		{"Write", "Claude requested permissions to write to /tmp/zz, but you haven't granted it yet.", rule},
		{"Write", "Claude requested permissions to write", outcome{}},
		{"Write", "Cannot write to /tmp/zz while in plan mode.", rule},
		{"WebFetch", "WebFetch denied access to domain:evil.invalid.", rule},
		{"Bash", "WebFetch denied access to domain:evil.invalid.", outcome{}},
		{"Bash", "PreToolUse:Bash hook error: policy says no", hook},
		{"Bash", "PreToolUse:Bash hook error: [/x/den]: stderr says no\n", hook},
		{"Read", "PreToolUse:Bash hook error: policy says no", outcome{}},
		{"Bash", "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). To tell you how to proceed, the user said:\nno", person},
		{"Bash", "Auto mode is unavailable: its safety check does not run for this session, so Bash was not run.", outcome{class: eventlog.ClassDenied, by: eventlog.DeniedByClassifier}},
		{"Bash", "[Request interrupted by user for tool use]", outcome{class: eventlog.ClassInterrupted}},
		{"Bash", "Exit code 3\nout", outcome{}},
		{"Bash", "out: PreToolUse:Bash hook error: policy says no", outcome{}},
		{"Bash", "", outcome{}},
	} {
		if got := unrun(tt.tool, hooks.StringOf(tt.text)); got != tt.want {
			t.Errorf("%s, %q: %+v", tt.tool, tt.text, got)
		}
	}
	if got := unrun("Agent", hooks.Value{}); got != (outcome{}) {
		t.Errorf("nothing: %+v", got)
	}
}

func TestSubject(t *testing.T) {
	for _, tt := range []struct{ tool, input, want string }{
		{"Bash", `{"command":"git status"}`, "git"},
		{"Bash", `{"command":"  A=1 B='x y' C=\"a\\\" b\" /usr/bin/make -j2"}`, "make"},
		{"Bash", `{"command":"ls;rm x"}`, "ls"},
		{"Bash", `{"command":"A=$(cat /secret) run"}`, ""},
		{"Bash", `{"command":"A='$(x)' run"}`, "run"},
		{"Bash", `{"command":"A=\"$(x)\" run"}`, ""},
		{"Bash", `{"command":"A='` + "`x`" + `' run"}`, "run"},
		{"Bash", `{"command":"A=` + "`x`" + ` run"}`, ""},
		{"Bash", "{\"command\":\"A=`x` run\"}", ""},
		{"Bash", `{"command":"A=1; run"}`, ""},
		{"Bash", `{"command":"A=1"}`, ""},
		{"Bash", `{"command":"'my program' x"}`, ""},
		{"Bash", `{"command":"$SECRET"}`, ""},
		{"Bash", `{"command":"(cd x && y)"}`, ""},
		{"Bash", `{"command":"./a.sh --x=1"}`, "a.sh"},
		{"Bash", `{"command":"C:\\bin\\tool.exe /x"}`, "tool.exe"},
		{"Bash", `{"command":"g++ x"}`, "g++"},
		{"Bash", `{"command":"` + strings.Repeat("x", 41) + ` y"}`, ""},
		{"Bash", `{"command":""}`, ""},
		{"Bash", `{"command":5}`, ""},
		{"Bash", `{}`, ""},
		{"Read", `{"file_path":"/a.b/main.Go"}`, "go"},
		{"Read", `{"file_path":"/a.b/Makefile"}`, ""},
		{"Read", `{"file_path":"/a/.env"}`, "env"},
		{"Edit", `{"file_path":"C:\\a\\b.tar.gz"}`, "gz"},
		{"Write", `{"file_path":"/a/b.my secret"}`, ""},
		{"NotebookEdit", `{"notebook_path":"x.ipynb"}`, "ipynb"},
		{"WebFetch", `{"url":"https://User:pw@Example.COM:8080/x?y=z"}`, "example.com"},
		{"WebFetch", `{"url":"https://example.com?x=://evil.com/"}`, "example.com"},
		{"WebFetch", `{"url":"https://[::1]/x"}`, ""},
		{"WebFetch", `{"url":"example.com"}`, ""},
		{"WebSearch", `{"query":"x"}`, ""},
		{"Agent", `{"subagent_type":"general-purpose"}`, "general-purpose"},
		{"mcp__server__a__b", `{}`, "a__b"},
		{"mcp__server", `{}`, ""},
		{"Grep", `{"pattern":"x"}`, ""},
	} {
		input, err := hooks.Parse(tt.input)
		must.Do(t, err)
		if got := subject(tt.tool, input); got != tt.want {
			t.Errorf("%s %s: %q, want %q", tt.tool, tt.input, got, tt.want)
		}
	}
}

// FuzzOutcome: whatever a tool prints, its call has a class, and what the record
// keeps of its input is a word.
func FuzzOutcome(f *testing.F) {
	f.Add("Bash", "Exit code 143\nCommand timed out after 1s", `A="x" /bin/ls`)
	f.Add("Read", "EACCES: permission denied, open 'x'", "/a/b.go")
	f.Add("WebFetch", "<tool_use_error>Cancelled: x</tool_use_error>", "https://a:b@c:1/d")
	f.Add("mcp__m__t", "MCP error -32001: x", "")
	f.Fuzz(func(t *testing.T, tool, text, argument string) {
		if got := failed(tool, text, false); got.class == "" || got.exit != 0 && !isShell(tool) || (got.class == eventlog.ClassDenied) != (got.by != "") {
			t.Errorf("failed: %+v", got)
		}
		if got := unrun(tool, hooks.StringOf(text)); (got.class == eventlog.ClassDenied) != (got.by != "") {
			t.Errorf("not run: %+v", got)
		}
		var w hooks.Writer
		w.Begin('{')
		for _, name := range []string{"command", "file_path", "notebook_path", "url", "subagent_type"} {
			w.Name(name).String(argument)
		}
		w.End('}')
		if got := subject(tool, w.Finish()); got != "" && word(got) != got || strings.ContainsAny(got, " /@=\"'\\\n") {
			t.Errorf("kept %q", got)
		}
		var a eventlog.Activity
		fillNotification(&a, text)
		fillNotification(&a, "<task-notification>\n"+text)
	})
}
