package transcript

import (
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"neverask/settings/musttest"
)

// The lines below have the members and the order that Claude Code 2.1.329
// writes; what plays no part is left out.

const (
	asks = `{"parentUuid":"p","isSidechain":false,"message":{"content":[{"id":"%s","input":{"questions":[%s]},"name":"%s","type":"tool_use"}],"role":"assistant"},"type":"assistant",%s`
	gets = `{"parentUuid":"p","type":"user","message":{"role":"user","content":[{"type":"tool_result","content":%s,"tool_use_id":"%s"}]},%s%s`
	ran  = `{"parentUuid":"p","attachment":{"type":"hook_%s","hookName":"%s","toolUseID":"%s","hookEvent":"%s",%s},"type":"attachment",%s`

	letters = `{"question":"Which letter?","header":"Letter","multiSelect":false,"options":[{"label":"a","description":"first"},{"label":"b","description":"second"}]}`
	digits  = `{"question":"Which digit?","header":"Digit","options":[{"label":"1","description":""},{"label":"2","description":""}],"multiSelect":false}`
	many    = `{"question":"Which ones?","header":"Many","multiSelect":true,"options":[{"label":"x","description":""},{"label":"x, y","description":""},{"label":"z","description":""}]}`

	answered   = `"Your questions have been answered: …"`
	byPerson   = `,"permissionDecision":{"decision":"accept","source":"user_temporary","grantScope":"once","reasonCode":"unknown"},`
	byHook     = `,"permissionDecision":{"decision":"accept","source":"hook","reasonType":"hook"},`
	refused    = `"permissionDecision":{"decision":"reject","source":"hook","reasonType":"hook","reasonCode":"hook:PreToolUse"},`
	unrecorded = `,`
)

// ends are the members at the end of a line that was written at a second.
func ends(second int) string {
	return fmt.Sprintf(`"timestamp":"2026-11-21T06:00:%02d.500Z","cwd":"/work","sessionId":"s1","version":"2.1.329"}`, second)
}

func ask(id, questions string) string {
	return fmt.Sprintf(asks, id, questions, "AskUserQuestion", ends(10))
}

func get(id, answers, more string) string {
	return fmt.Sprintf(gets, answered, id, `"toolUseResult":{"questions":[],"answers":`+answers+`,"annotations":{}}`+more, ends(20))
}

// hooked is the record of a hook at the question tool that printed something.
func hooked(event, id, command, stdout string) string {
	return fmt.Sprintf(ran, "success", event+":AskUserQuestion", id, event,
		fmt.Sprintf(`"content":"","stdout":%q,"stderr":"","exitCode":0,"command":%q,"durationMs":65`, stdout, command), ends(11))
}

func refusedBy(id, kind, text, decision string) string {
	return fmt.Sprintf(gets, fmt.Sprintf(`%q,"is_error":true`, text), id, `"toolUseResult":"Error",`+kind+decision, ends(20))
}

const ours = "/home/me/.local/share/neverask/bin/neverask-hook"

// want is what is compared of a question.
type want struct {
	outcome Outcome
	answer  string
	by      By
	command string
}

func TestWhatBecameOfAQuestion(t *testing.T) {
	t.Parallel()
	allow := func(answers string) string {
		return `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow","updatedInput":{"questions":[` + letters + `],"answers":` + answers + `}}}`
	}
	for _, tt := range []struct {
		name  string
		lines []string
		want  []want
	}{
		{"picked", []string{ask("t", letters), get("t", `{"Which letter?":"b"}`, byPerson)},
			[]want{{Picked, "b", Person, ""}}},
		{"typed", []string{ask("t", letters), get("t", `{"Which letter?":"neither"}`, byPerson)},
			[]want{{Typed, "neither", Person, ""}}},
		{"several options", []string{ask("t", many), get("t", `{"Which ones?":"x, y, z"}`, byPerson)},
			[]want{{Picked, "x, y, z", Person, ""}}},
		{"several options as a list", []string{ask("t", many), get("t", `{"Which ones?":["x","z"]}`, byPerson)},
			[]want{{Picked, "x, z", Person, ""}}},
		{"an option and words", []string{ask("t", many), get("t", `{"Which ones?":"x, and more"}`, byPerson)},
			[]want{{Typed, "x, and more", Person, ""}}},
		{"notes instead of an option", []string{ask("t", letters), fmt.Sprintf(gets, answered, "t",
			`"toolUseResult":{"answers":{"Which letter?":"(notes only)"},"annotations":{"Which letter?":{"notes":"c is better"}}}`+byPerson, ends(20))},
			[]want{{Typed, "c is better", Person, ""}}},
		{"a reply instead of an answer", []string{ask("t", letters+","+digits), fmt.Sprintf(gets, answered, "t",
			`"toolUseResult":{"answers":{},"response":"later"}`+byPerson, ends(20))},
			[]want{{Typed, "later", Person, ""}, {Typed, "later", Person, ""}}},
		{"two questions", []string{ask("t", letters+","+digits), get("t", `{"Which digit?":"2","Which letter?":"a"}`, byPerson)},
			[]want{{Picked, "a", Person, ""}, {Picked, "2", Person, ""}}},
		{"declined", []string{ask("t", letters), refusedBy("t", `"toolDenialKind":"user-rejected",`, "The user doesn't want to proceed with this tool use.", "")},
			[]want{{Declined, "", Nobody, ""}}},
		{"declined, in an older client", []string{ask("t", letters), refusedBy("t", "", "The user doesn't want to proceed with this tool use.", "")},
			[]want{{Declined, "", Nobody, ""}}},
		{"timed out", []string{ask("t", letters), fmt.Sprintf(gets, answered, "t", `"toolUseResult":{"answers":{},"annotations":{},"afkTimeoutMs":60000}`+byPerson, ends(20))},
			[]want{{TimedOut, "", Nobody, ""}}},
		{"timed out after the first answer", []string{ask("t", letters+","+digits), fmt.Sprintf(gets, answered, "t", `"toolUseResult":{"answers":{"Which letter?":"a"},"annotations":{},"afkTimeoutMs":60000}`+byPerson, ends(20))},
			[]want{{Picked, "a", Person, ""}, {TimedOut, "", Nobody, ""}}},
		{"no result", []string{ask("t", letters)},
			[]want{{Unanswered, "", Nobody, ""}}},
		{"interrupted", []string{ask("t", letters), refusedBy("t", `"toolDenialKind":"interrupted",`, "[Tool call interrupted: …]", "")},
			[]want{{Unanswered, "", Nobody, ""}}},
		{"wrong input", []string{ask("t", letters), refusedBy("t", "", "<tool_use_error>InputValidationError: …</tool_use_error>", "")},
			[]want{{Failed, "", Nobody, ""}}},
		{"answered by a hook", []string{ask("t", letters), hooked("PreToolUse", "t", "/bin/theirs", allow(`{"Which letter?":"a"}`)), get("t", `{"Which letter?":"a"}`, byHook)},
			[]want{{Picked, "a", OtherHook, "/bin/theirs"}}},
		{"answered by ours", []string{ask("t", letters), hooked("PreToolUse", "t", ours, allow(`{"Which letter?":"a"}`)), get("t", `{"Which letter?":"a"}`, byHook)},
			[]want{{Picked, "a", Neverask, ours}}},
		{"the last hook wins", []string{ask("t", letters), hooked("PreToolUse", "t", ours, allow(`{"Which letter?":"a"}`)), hooked("PreToolUse", "t", "theirs", allow(`{"Which letter?":"b"}`)),
			get("t", `{"Which letter?":"b"}`, byHook)},
			[]want{{Picked, "b", OtherHook, "theirs"}}},
		{"answered at a permission request", []string{ask("t", letters), fmt.Sprintf(ran, "permission_decision", "", "t", "PermissionRequest", `"decision":"allow"`, ends(11)),
			get("t", `{"Which letter?":"b"}`, byHook)},
			[]want{{Picked, "b", OtherHook, ""}}},
		{"answered by a hook, in an older client", []string{ask("t", letters), hooked("PreToolUse", "t", "theirs", allow(`{"Which letter?":"a"}`)),
			fmt.Sprintf(gets, answered, "t", `"toolUseResult":{"answers":{"Which letter?":"a"}}`+unrecorded, ends(20))},
			[]want{{Picked, "a", OtherHook, "theirs"}}},
		{"answered after a while, in an older client", []string{ask("t", letters), fmt.Sprintf(gets, answered, "t", `"toolUseResult":{"answers":{"Which letter?":"a"}}`+unrecorded, ends(20))},
			[]want{{Picked, "a", Person, ""}}},
		{"answered at once, in an older client", []string{ask("t", letters), fmt.Sprintf(gets, answered, "t", `"toolUseResult":{"answers":{"Which letter?":"a"}}`+unrecorded, ends(11))},
			[]want{{Picked, "a", Unknown, ""}}},
		{"a hook takes a question out", []string{ask("t", letters+","+digits), hooked("PreToolUse", "t", ours, `{"hookSpecificOutput":{"permissionDecision":"ask","updatedInput":{"questions":[`+digits+`]}}}`),
			get("t", `{"Which letter?":"a","Which digit?":"1"}`, byPerson),
			hooked("PostToolUse", "t", ours, `{"hookSpecificOutput":{"updatedToolOutput":{"questions":[],"answers":{"Which letter?":"a","Which digit?":"1"}}}}`)},
			[]want{{Picked, "a", Neverask, ours}, {Picked, "1", Person, ""}}},
		{"a hook replaces the answer", []string{ask("t", letters), get("t", `{"Which letter?":"b"}`, byPerson),
			hooked("PostToolUse", "t", "theirs", `{"hookSpecificOutput":{"updatedToolOutput":{"questions":[],"answers":{"Which letter?":"b"}}}}`)},
			[]want{{Picked, "b", OtherHook, "theirs"}}},
		{"a hook swallows the question", []string{ask("t", letters), hooked("PreToolUse", "t", "theirs", `{"hookSpecificOutput":{"permissionDecision":"allow","updatedInput":{"questions":[`+letters+`]}}}`),
			get("t", `{}`, byHook)},
			[]want{{Unanswered, "", OtherHook, "theirs"}}},
		{"a hook refuses", []string{ask("t", letters), refusedBy("t", `"toolDenialKind":"permission-rule",`, "PreToolUse:AskUserQuestion hook error: no way", refused)},
			[]want{{Denied, "", OtherHook, ""}}},
		{"a hook refuses by exit code", []string{ask("t", letters), refusedBy("t", `"toolDenialKind":"permission-rule",`, "PreToolUse:AskUserQuestion hook error: [/bin/no]: blocked\n", refused)},
			[]want{{Denied, "", OtherHook, "/bin/no"}}},
		{"a hook refuses, in an older client", []string{ask("t", letters), refusedBy("t", "", "PreToolUse:AskUserQuestion hook error: no way", "")},
			[]want{{Denied, "", OtherHook, ""}}},
		{"a rule refuses", []string{ask("t", letters), refusedBy("t", `"toolDenialKind":"permission-rule",`, "Permission to use AskUserQuestion has been denied.", `"permissionDecision":{"decision":"reject","source":"config"},`)},
			[]want{{Denied, "", Nobody, ""}}},
		{"an MCP server answers", []string{fmt.Sprintf(asks, "t", letters, "mcp__helper__AskUserQuestion", ends(10)),
			fmt.Sprintf(gets, `[{"type":"text","text":"done"}]`, "t", `"toolUseResult":[{"type":"text","text":"done"}],"permissionDecision":{"decision":"accept","source":"config"},`, ends(20))},
			[]want{{Unreadable, "", Unknown, ""}}},
		{"parallel calls", []string{ask("t", letters), ask("u", digits), get("u", `{"Which digit?":"1"}`, byPerson), get("t", `{"Which letter?":"b"}`, byPerson)},
			[]want{{Picked, "b", Person, ""}, {Picked, "1", Person, ""}}},
		{"a copy of the result for the model comes first", []string{ask("t", letters),
			`{"type":"api-request-blob","message":{"role":"user","content":[{"type":"tool_result","content":"no","is_error":true,"tool_use_id":"t"}]}}`,
			get("t", `{"Which letter?":"b"}`, byPerson)},
			[]want{{Picked, "b", Person, ""}}},
		{"members in another order, with space", []string{
			`{ "type" : "assistant", "timestamp":"2026-11-21T06:00:10Z", "message": { "content": [ { "type": "tool_use", "id": "t", "name": "AskUserQuestion", "input": {"questions": [` + letters + `]} } ] } }`,
			`{ "toolUseResult": {"answers": {"Which letter?": "a"}, "annotations": {}}, "message": { "content": [ { "tool_use_id": "t", "type": "tool_result" } ] }, "type": "user" }`},
			[]want{{Picked, "a", Person, ""}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			a, _ := archive(t, tt.lines...)
			var got []want
			for _, q := range a.Questions() {
				got = append(got, want{q.Outcome, q.Answer, q.By, q.Command})
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("got  %+v\nwant %+v", got, tt.want)
			}
			if skipped := a.Stats().Skipped; skipped != (Skipped{}) {
				t.Errorf("skipped %+v", skipped)
			}
		})
	}
}

// archive reads one transcript of the given lines, and returns its path too.
func archive(t testing.TB, lines ...string) (*Archive, string) {
	t.Helper()
	root := filepath.Join(t.TempDir(), "projects")
	path := filepath.Join(root, "-work", "s1.jsonl")
	musttest.Write(t, path, strings.Join(lines, "\n")+"\n")
	a := Open(root, filepath.Join(root, "..", "state"))
	update(t, a)
	return a, path
}

func TestAQuestionIsWhole(t *testing.T) {
	a, _ := archive(t, ask("t", letters), get("t", `{"Which letter?":"b"}`, byPerson))
	want := Question{
		Time: time.Date(2026, 11, 21, 6, 0, 10, 5e8, time.UTC), Session: "s1", ToolUseID: "t", Project: "/work",
		Tool: "AskUserQuestion", Text: "Which letter?", Header: "Letter", Options: []Option{{"a", "first"}, {"b", "second"}},
		Outcome: Picked, Answer: "b", Chosen: []int{1}, By: Person, Wait: 10 * time.Second,
	}
	got := a.Questions()
	if len(got) != 1 || !reflect.DeepEqual(got[0], want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	call, err := got[0].Call()
	if err != nil || len(call.Questions) != 1 || call.Questions[0].Text != want.Text || call.Questions[0].Options[1].Description != "second" || call.Questions[0].Multi {
		t.Errorf("the call is %+v, %v", call, err)
	}
}

func TestHookRecords(t *testing.T) {
	a, _ := archive(t,
		ask("t", letters),
		hooked("PreToolUse", "t", "theirs", `{"hookSpecificOutput":{"permissionDecision":"ask","updatedInput":{"questions":[`+digits+`]}}}`),
		fmt.Sprintf(ran, "system_message", "PreToolUse:AskUserQuestion", "t", "PreToolUse", `"content":"hi"`, ends(11)),
		fmt.Sprintf(ran, "non_blocking_error", "PreToolUse:AskUserQuestion", "t", "PreToolUse", `"stderr":"bad","stdout":"odd\n","exitCode":1,"command":"broken","durationMs":219`, ends(12)),
		fmt.Sprintf(ran, "permission_decision", "", "t", "PermissionRequest", `"decision":"allow"`, ends(12)),
		refusedBy("t", `"toolDenialKind":"permission-rule",`, "PreToolUse:AskUserQuestion hook error: [/bin/no]: blocked\n", refused),
		ask("u", letters),
		hooked("PreToolUse", "u", "stops", `{"continue":false,"decision":"approve"}`),
		fmt.Sprintf(ran, "stopped_continuation", "PreToolUse:AskUserQuestion", "u", "PreToolUse", `"message":"enough"`, ends(11)),
		fmt.Sprintf(ran, "cancelled", "PreToolUse:AskUserQuestion", "u", "PreToolUse", `"command":"slow","durationMs":1007,"timedOut":true,"timeoutMs":1000`, ends(12)),
		fmt.Sprintf(ran, "permission_decision", "", "u", "PermissionRequest", `"decision":"deny"`, ends(13)),
		refusedBy("u", `"toolDenialKind":"permission-rule",`, "not now", strings.Replace(refused, "PreToolUse", "PermissionRequest", 1)),
		// None of a question.
		fmt.Sprintf(ran, "success", "PreToolUse:Bash", "b", "PreToolUse", `"command":"bash","stdout":"about AskUserQuestion"`, ends(13)),
		fmt.Sprintf(ran, "success", "Stop", "e", "Stop", `"command":"stop","stdout":""`, ends(13)),
		fmt.Sprintf(ran, "blocking_error", "PostToolUse:mcp__x__AskUserQuestion", "m", "PostToolUse", `"blockingError":{"blockingError":"no","command":"after"}`, ends(30)),
	)
	var got []string
	for _, h := range a.Hooks() {
		line := fmt.Sprintf("%s %s %s %q exit %d %v %q %v %q", h.Event, h.Tool, h.Kind, h.Command, h.ExitCode, h.Duration, h.Decision, h.Questions, h.Stderr)
		if h.Stops {
			line += " stops"
		}
		if h.TimedOut {
			line += " timed out"
		}
		got = append(got, line)
	}
	want := []string{
		`PreToolUse AskUserQuestion success "theirs" exit 0 65ms "ask" [Which digit?] ""`,
		`PreToolUse AskUserQuestion success "stops" exit 0 65ms "allow" [] "" stops`,
		`PreToolUse AskUserQuestion non_blocking_error "broken" exit 1 219ms "" [] "bad"`,
		`PermissionRequest AskUserQuestion permission_decision "" exit 0 0s "allow" [] ""`,
		`PreToolUse AskUserQuestion cancelled "slow" exit 0 1.007s "" [] "" timed out`,
		`PermissionRequest AskUserQuestion permission_decision "" exit 0 0s "deny" [] ""`,
		`PreToolUse AskUserQuestion denied "/bin/no" exit 2 0s "deny" [] "blocked"`,
		`PermissionRequest AskUserQuestion denied "" exit 0 0s "deny" [] "not now"`,
		`PostToolUse mcp__x__AskUserQuestion blocking_error "after" exit 0 0s "" [] "no"`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestLinesThatAreSkipped(t *testing.T) {
	a, _ := archive(t,
		ask("t", letters)[:80],
		`{"hookName":"PreToolUse:AskUserQuestion"`,
		fmt.Sprintf(asks, "t", ``, "AskUserQuestion", ends(10)),
		fmt.Sprintf(asks, "", letters, "AskUserQuestion", ends(10)),
		`{"name":"AskUserQuestion"}`, `"\"name\":\"AskUserQuestion\""`, `{"name":"AskUserQuestion","description":"the tool"`, ``, `{`,
		ask("u", letters), `{"toolUseID":"u`, get("u", `{"Which letter?":"b"}`, byPerson),
	)
	if got := a.Stats().Skipped; got != (Skipped{Broken: 2, Foreign: 2}) {
		t.Errorf("skipped %+v", got)
	}
	if q := a.Questions(); len(q) != 1 || q[0].Outcome != Picked {
		t.Errorf("questions: %+v", q)
	}
}

func TestForkedSessionsCountOnce(t *testing.T) {
	a, path := archive(t, ask("t", letters), get("t", `{"Which letter?":"b"}`, byPerson), ask("u", digits))
	fork := strings.ReplaceAll(strings.Join([]string{
		ask("t", letters), refusedBy("t", `"toolDenialKind":"interrupted",`, "[Tool call interrupted: …]", ""),
		ask("u", digits), get("u", `{"Which digit?":"1"}`, byPerson), hooked("PostToolUse", "u", "after", "{}"), "",
	}, "\n"), `"s1"`, `"s2"`)
	for _, name := range []string{"a.jsonl", "z.jsonl", "deep/down/subagents/agent.jsonl"} {
		musttest.Write(t, filepath.Join(filepath.Dir(path), name), fork)
	}
	update(t, a)
	q := a.Questions()
	if len(q) != 2 || q[0].Answer != "b" || q[1].Answer != "1" {
		t.Errorf("got %+v", q)
	}
	if h := a.Hooks(); len(h) != 1 {
		t.Errorf("got %+v", h)
	}
}
