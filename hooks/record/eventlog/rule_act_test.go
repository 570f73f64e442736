package eventlog

import (
	"path/filepath"
	"reflect"
	"slices"
	"testing"
	"time"

	"neverask/settings/musttest"
)

func TestRuleActs(t *testing.T) {
	log := OpenRuleActs(filepath.Join(t.TempDir(), "state", "tool-rules.jsonl"))
	all := []RuleAct{
		{Time: time.UnixMilli(1_000).UTC(), Session: "s", ToolUseID: "u", Tool: "Bash", Rules: []string{"a", "b"}, Act: "ask", Fields: []string{"command"}},
		{Time: time.UnixMilli(2_000).UTC(), Session: "s", Tool: "Edit", Rules: []string{"c"}, Act: "deny"},
	}
	for _, a := range all {
		musttest.Do(t, log.Append(a.JSON()))
	}
	musttest.Do(t, log.Append([]byte("{torn"), []byte(`{"time":"2026-11-21T10:00:00Z"}`), []byte(`{"act":"ask"}`)))
	if got := slices.Collect(log.RuleActs(time.Time{})); !reflect.DeepEqual(got, all) {
		t.Errorf("got %+v", got)
	}
	if got := slices.Collect(log.RuleActs(time.UnixMilli(1_500))); !reflect.DeepEqual(got, all[1:]) {
		t.Errorf("since: %+v", got)
	}
	for _, tt := range []struct {
		RuleAct
		denies, asks bool
	}{{all[0], false, true}, {all[1], true, false}, {RuleAct{Act: "deny"}, false, false}, {RuleAct{Act: "ask"}, false, false}, {RuleAct{Act: "allow", Rules: []string{"a"}}, false, false}} {
		if tt.Denies() != tt.denies || tt.Asks() != tt.asks {
			t.Errorf("%+v: denies %v, asks %v", tt.RuleAct, tt.Denies(), tt.Asks())
		}
	}
	for range log.RuleActs(time.Time{}) {
		break
	}
}
