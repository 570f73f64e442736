package eventlog

import (
	"path/filepath"
	"testing"
	"time"

	"neverask/settings/musttest"
)

func TestComplaints(t *testing.T) {
	log := OpenComplaints(filepath.Join(t.TempDir(), "log"))
	at := time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC)
	want := Complaint{Time: at, Version: "v1", Message: "a\n\"b\""}
	musttest.Do(t, log.Append(want.JSON(), []byte("junk"), []byte(`{"time":"x","message":"y"}`), []byte(`{"time":"2026-11-21T10:00:00Z"}`), Complaint{Time: at.Add(-time.Hour), Message: "old"}.JSON()))
	var got []Complaint
	for c := range log.Complaints(at) {
		got = append(got, c)
	}
	if len(got) != 1 || got[0] != want {
		t.Errorf("got %+v", got)
	}
}
