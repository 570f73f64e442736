package transcript

import (
	"reflect"
	"slices"
	"testing"
	"time"

	"neverask/hooks/record/eventlog"
)

// entry is a line of our own log about the question of the call t.
func entry(by eventlog.By, answer string) eventlog.Question {
	return eventlog.Question{
		Time: time.Date(2026, 11, 21, 6, 0, 10, 0, time.UTC), Session: "s1", ToolUseID: "t", Project: "/work", Tool: "AskUserQuestion",
		Text: "Which letter?", Header: "Letter", Options: []string{"a", "b"}, Answer: answer, By: by, Rule: "r-1", Expected: "a",
		Mode: "plan", Safety: eventlog.OneWay, Wait: 3 * time.Second,
	}
}

func TestMerge(t *testing.T) {
	failed := entry(eventlog.ByUnknown, "")
	failed.Failed = true
	replaced := entry(eventlog.ByOtherHook, "b")
	replaced.Overwritten = true
	picked := []string{ask("t", letters), get("t", `{"Which letter?":"b"}`, byPerson)}
	for _, tt := range []struct {
		name       string
		transcript []string
		log        eventlog.Question
		want       want
	}{
		{"both know of the person", picked, entry(eventlog.ByUser, "b"), want{Picked, "b", Person, ""}},
		{"the log has given up too early", picked, entry(eventlog.ByDeclined, ""), want{Picked, "b", Person, ""}},
		{"the log does not know", picked, entry(eventlog.ByUnknown, ""), want{Picked, "b", Person, ""}},
		{"our hook leaves no record", []string{ask("t", letters), get("t", `{"Which letter?":"a"}`, byHook)}, entry(eventlog.ByNeverask, "a"),
			want{Picked, "a", Neverask, ""}},
		{"our hook refused with the answer", []string{ask("t", letters), refusedBy("t", `"toolDenialKind":"permission-rule",`, "PreToolUse:AskUserQuestion hook error: a", refused)},
			entry(eventlog.ByNeverask, "a"), want{Picked, "a", Neverask, ""}},
		{"the transcript has no result yet", []string{ask("t", letters)}, entry(eventlog.ByUserText, "c"), want{Typed, "c", Person, ""}},
		{"declined", []string{ask("t", letters)}, entry(eventlog.ByDeclined, ""), want{Declined, "", Nobody, ""}},
		{"nobody knows", []string{ask("t", letters)}, entry(eventlog.ByUnknown, ""), want{Unanswered, "", Nobody, ""}},
		{"there is no transcript", nil, entry(eventlog.ByUser, "b"), want{Picked, "b", Person, ""}},
		{"replaced, without a transcript", nil, replaced, want{Picked, "b", OtherHook, ""}},
		{"failed, without a transcript", nil, failed, want{Failed, "", Nobody, ""}},
		{"unknown, without a transcript", nil, entry(eventlog.ByUnknown, ""), want{Unanswered, "", Unknown, ""}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var transcripts []Question
			if tt.transcript != nil {
				a, _ := archive(t, tt.transcript...)
				transcripts = a.Questions()
			}
			before := slices.Clone(transcripts)
			got := Merge(transcripts, slices.Values([]eventlog.Question{tt.log, tt.log}))
			if len(got) != 1 {
				t.Fatalf("counted %d times: %+v", len(got), got)
			}
			q := got[0]
			if w := (want{q.Outcome, q.Answer, q.By, q.Command}); w != tt.want {
				t.Errorf("got %+v, want %+v", w, tt.want)
			}
			if !q.Logged || q.Rule != "r-1" || q.Expected != "a" || q.Mode != "plan" || !q.Judged || !q.OneWay || q.Overwritten != tt.log.Overwritten {
				t.Errorf("the log's part is lost: %+v", q)
			}
			if (q.Outcome == Picked) != (len(q.Chosen) == 1) {
				t.Errorf("chosen %v", q.Chosen)
			}
			if !reflect.DeepEqual(before, transcripts) {
				t.Error("the questions that were given have changed")
			}
		})
	}
}

func TestMergeKeepsWhatIsNotTheSame(t *testing.T) {
	a, _ := archive(t, ask("t", letters+","+digits), get("t", `{"Which letter?":"b","Which digit?":"1"}`, byPerson))
	other, nameless := entry(eventlog.ByUser, "a"), entry(eventlog.ByUser, "a")
	other.Index, other.Time = 2, other.Time.Add(-time.Hour)
	nameless.ToolUseID, nameless.Time = "", nameless.Time.Add(time.Hour)
	got := Merge(a.Questions(), slices.Values([]eventlog.Question{nameless, nameless, other, entry(eventlog.ByUser, "b")}))
	var order []int
	for _, q := range got {
		order = append(order, q.Index)
	}
	if want := []int{2, 0, 1, 0, 0}; !slices.Equal(order, want) {
		t.Errorf("in the order %v, want %v", order, want)
	}
	if !got[1].Logged || got[2].Logged {
		t.Errorf("got %+v", got)
	}
}

// TestMemoryIsBounded reads a line of 50 MB that concerns no question.
func TestMemoryIsBounded(t *testing.T) {
	if testing.Short() {
		t.Skip("writes 50 MB")
	}
	a, path := archive(t, ask("toolu_t", letters))
	appendTo(t, path, string(make([]byte, 50<<20))+"\n"+get("toolu_t", `{"Which letter?":"b"}`, byPerson)+"\n")
	allocated := testing.Benchmark(func(b *testing.B) {
		b.Helper()
		b.ReportAllocs()
		for b.Loop() {
			a = Open(a.root, b.TempDir())
			update(b, a)
		}
	}).AllocedBytesPerOp()
	if len(a.Questions()) != 1 || a.Questions()[0].Answer != "b" {
		t.Fatalf("got %+v", a.Questions())
	}
	if limit := int64(4 << 20); allocated > limit {
		t.Errorf("%d bytes were allocated, want less than %d", allocated, limit)
	}
}
