package eventlog

import (
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"neverask/settings/musttest"
)

func TestQuestionRoundTrip(t *testing.T) {
	full := Question{
		Time: time.Date(2026, 11, 21, 10, 0, 0, 123e6, time.UTC), Session: "s", ToolUseID: "u", Index: 2, Project: "/p",
		Tool: "AskUserQuestion", Mode: "plan", Header: "H", Text: "Go \"<now>\"?\n", Options: []string{"Yes", "No"}, Multi: true,
		Recommended: "Yes", Answer: "No", By: ByOtherHook, Rule: "r-1", Expected: "Yes", Overwritten: true, Failed: true,
		Safety: OneWay, Wait: 1500 * time.Millisecond,
	}
	const want = `{"time":"2026-11-21T10:00:00.123Z","session":"s","tool_use_id":"u","index":2,"project":"/p",` +
		`"tool":"AskUserQuestion","mode":"plan","header":"H","question":"Go \"<now>\"?\n","options":["Yes","No"],"multi":true,` +
		`"recommended":"Yes","answer":"No","by":"other-hook","rule":"r-1","expected":"Yes","overwritten":true,"failed":true,` +
		`"door":"one-way","wait_ms":1500}`
	if got := string(full.JSON()); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	for _, q := range []Question{full, {Time: full.Time, Text: "Go?"}, {Time: full.Time, Text: "Go?", By: ByNeverask, Away: "yes"}} {
		got, err := ParseQuestion(q.JSON())
		if err != nil || !reflect.DeepEqual(got, q) {
			t.Errorf("got %+v, %v; want %+v", got, err, q)
		}
	}
	if got, err := ParseQuestion([]byte(`{"later":1,"question":"Go?","time":"2026-11-21T11:00:00+01:00"}`)); err != nil || got.Time.UnixMilli() != full.Time.UnixMilli()-123 {
		t.Errorf("a line of another program: %+v, %v", got, err)
	}
	for _, line := range []string{"", "{", "[]", "{}", `{"question":"Go?"}`, `{"time":"2026-11-21T10:00:00Z"}`, `{"time":"yesterday","question":"Go?"}`} {
		if got, err := ParseQuestion([]byte(line)); err == nil {
			t.Errorf("%q: got %+v", line, got)
		}
	}
}

func TestQuestionsSince(t *testing.T) {
	log := Log{Path: filepath.Join(t.TempDir(), "log"), MaxSize: 1 << 20, Keep: 2}
	start := time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC)
	for i, q := range []Question{
		{By: ByNeverask}, {By: ByUser}, {By: ByNeverask}, {By: ByOtherHook, Overwritten: true}, {By: ByDeclined},
	} {
		q.Time, q.Text = start.Add(time.Duration(i)*time.Hour), "Go?"
		musttest.Do(t, log.Append(q.JSON(), []byte(`{"time":"2026-11-2`), []byte("torn")))
	}
	for _, tt := range []struct {
		since time.Time
		want  int
	}{
		{time.Time{}, 5}, {start, 5}, {start.Add(time.Millisecond), 4}, {start.Add(3 * time.Hour).In(time.FixedZone("", 7200)), 2}, {start.Add(9 * time.Hour), 0},
	} {
		got := 0
		for range log.Questions(tt.since) {
			got++
		}
		if got != tt.want {
			t.Errorf("since %v: %d, want %d", tt.since, got, tt.want)
		}
	}
	for q := range log.Questions(time.Time{}) {
		if !q.Time.Equal(start) {
			t.Errorf("the oldest comes at %v", q.Time)
		}
		break
	}
}
