package hooks

import (
	"reflect"
	"strconv"
	"strings"
	"testing"

	"neverask/settings/musttest"
)

func TestReadExit(t *testing.T) {
	for _, row := range append(musttest.Table(t, "testdata/exits.tsv", 6),
		[]string{"a byte order mark", "PreToolUse", "\xef\xbb\xbf {\"systemMessage\":\"m\"}\n", "", "0", `{"systemMessage":"m"}`}) {
		status, err := strconv.Atoi(row[4])
		musttest.Do(t, err)
		out, err := ReadExit(Event(row[1]), Exit{Stdout: []byte(row[2]), Stderr: []byte(row[3]), Status: status})
		if got := strings.TrimSuffix(string(out.JSON()), "\n"); (err != nil) != (row[5] == "fails") || err == nil && got != row[5] {
			t.Errorf("%s:\ngot  %s, %v\nwant %s", row[0], got, err, row[5])
		}
	}
	if _, err := ReadExit(EventPreToolUse, Exit{Stderr: []byte("boom\nat x"), Status: 3}); err == nil || !strings.Contains(err.Error(), "status 3: boom") || strings.Contains(err.Error(), "at x") {
		t.Error(err)
	}
	if _, err := ReadExit(EventPreToolUse, Exit{Status: -1}); err == nil || !strings.HasSuffix(err.Error(), "status -1") {
		t.Error(err)
	}
}

func TestPlain(t *testing.T) {
	for _, tt := range []struct {
		event Event
		out   Output
		want  Exit
	}{
		{EventStop, Output{}, Exit{}},
		{EventPreToolUse, Output{Specific: PreToolUseOutput{Decision: Deny, Reason: "no"}}, Exit{Stderr: []byte("no"), Status: 2}},
		{EventPreModelSwitch, Output{Specific: PreModelSwitchOutput{Deny, "no"}}, Exit{Stderr: []byte("no"), Status: 2}},
		{EventElicitation, Output{Specific: ElicitationOutput{Action: "decline"}}, Exit{Stderr: []byte{}, Status: 2}},
		{EventElicitationResult, Output{Specific: ElicitationResultOutput{Action: "decline"}}, Exit{Stderr: []byte{}, Status: 2}},
		{EventStop, Output{Block: true, Reason: "go on"}, Exit{Stderr: []byte("go on"), Status: 2}},
		{EventTaskCompleted, Output{Block: true, Reason: "not yet"}, Exit{Stderr: []byte("not yet"), Status: 2}},
		{EventUserPromptSubmit, Output{Specific: UserPromptSubmitOutput{AdditionalContext: "c"}}, Exit{Stdout: []byte("c")}},
		{EventUserPromptExpansion, Output{Specific: UserPromptExpansionOutput{AdditionalContext: "c"}}, Exit{Stdout: []byte("c")}},
		{EventSessionStart, Output{Specific: SessionStartOutput{AdditionalContext: "c"}}, Exit{Stdout: []byte("c")}},
		{EventPostModelSwitch, Output{Specific: PostModelSwitchOutput{"c"}}, Exit{Stdout: []byte("c")}},
		{EventPreCompact, Output{SystemMessage: "keep names"}, Exit{Stdout: []byte("keep names")}},
		{EventPreCompact, Output{Block: true, Reason: "not now"}, Exit{Stderr: []byte("not now"), Status: 2}},
		{EventWorktreeCreate, Output{Specific: WorktreeCreateOutput{"/w"}}, Exit{Stdout: []byte("/w")}},
	} {
		got, err := tt.out.Plain(tt.event)
		if err != nil || !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s, %s: got %+v, %v", tt.event, tt.out.JSON(), got, err)
			continue
		}
		back, err := ReadExit(tt.event, got)
		if err != nil || string(back.JSON()) != string(tt.out.JSON()) {
			t.Errorf("%s, %s: read back as %s, %v", tt.event, tt.out.JSON(), back.JSON(), err)
		}
		back, err = ReadExit(tt.event, tt.out.Exit())
		if err != nil || string(back.JSON()) != string(tt.out.JSON()) {
			t.Errorf("%s, %s: read back from JSON as %s, %v", tt.event, tt.out.JSON(), back.JSON(), err)
		}
	}
	for _, tt := range []struct {
		event Event
		out   Output
	}{
		{EventPreToolUse, Output{Specific: PreToolUseOutput{Decision: Allow}}},
		{EventPreToolUse, Output{Specific: PreToolUseOutput{Decision: Deny, AdditionalContext: "c"}}},
		{EventPreToolUse, Output{SystemMessage: "m", Specific: PreToolUseOutput{Decision: Deny}}},
		{EventPostToolUse, Output{Specific: PostToolUseOutput{AdditionalContext: "c"}}},
		{EventSessionStart, Output{Specific: SessionStartOutput{AdditionalContext: "c", ReloadSkills: true}}},
		{EventSessionStart, Output{Specific: SessionStartOutput{AdditionalContext: "{}"}}},
		{EventStop, Output{Stop: true}},
		{EventStop, Output{SystemMessage: "m"}},
		{EventPreCompact, Output{SystemMessage: "m", Stop: true}},
		{EventStop, Output{Specific: PreToolUseOutput{Decision: Deny}}},
	} {
		if got, err := tt.out.Plain(tt.event); err == nil {
			t.Errorf("%s, %s: got %+v", tt.event, tt.out.JSON(), got)
		}
	}
}
