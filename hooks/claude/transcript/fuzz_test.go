package transcript

import (
	"bytes"
	"context"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"
)

// seeds are lines of every kind.
func seeds() []string {
	return []string{
		ask("toolu_1", letters), ask("toolu_1", letters+","+many), get("toolu_1", `{"Which letter?":"b"}`, byPerson),
		fmt.Sprintf(asks, "toolu_2", digits, "mcp__helper__AskUserQuestion", ends(10)),
		hooked("PreToolUse", "toolu_1", "theirs", `{"hookSpecificOutput":{"permissionDecision":"allow","updatedInput":{"questions":[],"answers":{"Which letter?":["b"]}}}}`),
		hooked("PostToolUse", "toolu_1", ours, `{"hookSpecificOutput":{"updatedToolOutput":{"answers":{"Which letter?":"b"}}}}`),
		fmt.Sprintf(ran, "permission_decision", "", "toolu_1", "PermissionRequest", `"decision":"allow"`, ends(12)),
		refusedBy("toolu_1", "", "PreToolUse:AskUserQuestion hook error: [no]: blocked", refused),
		took(21, 10, 40), runAt(21, 15, "cancelled", `"command":"g","durationMs":5000,"timedOut":true`),
		runAt(21, 14, "blocking_error", `"blockingError":{"blockingError":"[g]: bad","command":"g\u00e4"}`),
		`{"name":"AskUserQuestion","description":"the tool"}`, `{"type":"user"}`, "\\u0000", "",
	}
}

// scanned is what a transcript of these bytes holds when it is read in blocks of
// a size.
func scanned(b []byte, block int) transcript {
	s := scanner{
		file: bytes.NewReader(b), out: &transcript{}, open: map[string]int{}, buf: make([]byte, block),
		same: map[string]string{}, runs: map[origin]int{}, read: func(int) {},
	}
	if err := s.run(context.Background(), int64(len(b))); err != nil {
		panic(err)
	}
	return *s.out
}

// FuzzTranscript reads any bytes as a transcript. What is found must not depend
// on the blocks in which the bytes are read, must be bounded, and must come out
// of the index as it went in.
func FuzzTranscript(f *testing.F) {
	f.Add([]byte(strings.Join(seeds(), "\n")), 100)
	f.Add([]byte(strings.Repeat("x", 3000)+strings.Join(seeds(), strings.Repeat("y", 2000)+"\n")+"\n"), 0)
	for _, line := range seeds() {
		f.Add([]byte(ask("toolu_1", letters)+"\n"+line+"\n"), 7)
	}
	f.Fuzz(func(t *testing.T, b []byte, more int) {
		whole := scanned(b, len(b)+1)
		if got := scanned(b, overlap+1+max(0, more)%2000); !reflect.DeepEqual(got, whole) {
			t.Errorf("in blocks: %+v\nat once: %+v", got, whole)
		}
		files := map[string]transcript{"a.jsonl": whole}
		files["a.jsonl"] = func() transcript { c := whole; c.path, c.stamp.Exists = "a.jsonl", true; return c }()
		if got, ok := decodeIndex(encodeIndex(files, "/root"), "/root"); !ok || !reflect.DeepEqual(got, files) {
			t.Errorf("out of the index: %v, %+v\nwant %+v", ok, got, files)
		}
		a := &Archive{files: files}
		for _, q := range a.Questions() {
			if len(q.Text) > maxText || len(q.Options) > maxOptions || len(q.Answer) > maxText || utf8.ValidString(string(b)) && !utf8.ValidString(q.Text) {
				t.Errorf("not bounded: %+v", q)
			}
			if q.Outcome == "" || q.By == "" || (q.Answer == "") == (q.Outcome == Picked || q.Outcome == Typed) {
				t.Errorf("no sense: %+v", q)
			}
			if !q.Cut {
				if _, err := q.Call(); err != nil {
					t.Errorf("%+v: %v", q, err)
				}
			}
		}
		for _, s := range a.HookStats() {
			if s.Event == "" || s.Seen < s.Failed()+s.Blocked+s.Cancelled || s.Median() > s.Max || len(s.Name) > maxCommand {
				t.Errorf("hook: %+v", s)
			}
		}
		for _, h := range a.Hooks() {
			if len(h.Stdout) > maxStdout || len(h.Answers) > maxQuestions || h.Kind == "" {
				t.Errorf("hook: %+v", h)
			}
		}
	})
}

// FuzzIndex reads any bytes as the index; the checksum is made right, since no
// accident would.
func FuzzIndex(f *testing.F) {
	files := map[string]transcript{"a.jsonl": scanned([]byte(strings.Join(seeds(), "\n")+"\n"), 1<<20)}
	good := encodeIndex(files, "/root")
	f.Add(good[len(indexMagic)+4:])
	f.Add([]byte{0, 1, 2})
	f.Fuzz(func(t *testing.T, body []byte) {
		files, ok := decodeIndex(sealed(body), "/root")
		if !ok {
			return
		}
		a := &Archive{files: files}
		a.Questions()
		a.Hooks()
		for _, s := range a.HookStats() {
			s.Median()
		}
	})
}
