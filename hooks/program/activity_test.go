package program

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"neverask/hooks"
	"neverask/hooks/record/eventlog"
	"neverask/hooks/redact"
	"neverask/settings/musttest"
)

// observe feeds a payload to the hook that records, which must not print.
func (w *world) observe(payload string, more ...string) {
	w.t.Helper()
	var out bytes.Buffer
	if status := Main(append([]string{ActivityArgument}, more...), strings.NewReader(payload), &out, w.hook()); status != 0 || out.Len() > 0 {
		w.t.Errorf("exit status %d, printed %q", status, out.String())
	}
}

// activities are the records so far, without what all have in common.
func (w *world) activities() []eventlog.Activity {
	w.t.Helper()
	files, err := eventlog.OpenActivity(w.paths.Activity()).Files(time.Time{})
	musttest.Do(w.t, err)
	var all []eventlog.Activity
	for _, f := range files {
		for a := range f.Activities() {
			if a.Time != w.clock.UnixNano() || a.Session != "s1" || a.Project != eventlog.ProjectHash("/work") || a.ProjectName != "work" {
				w.t.Errorf("%+v", a)
			}
			a.Time, a.Session, a.Project, a.ProjectName = 0, "", "", ""
			all = append(all, a)
		}
	}
	return all
}

func TestActivity(t *testing.T) {
	common := strings.NewReplacer(`"v":1,"t":1795255200000000000,`, "", `,"s":"s1"`, "", `,"ph":"`+eventlog.ProjectHash("/work")+`","pn":"work"`, "")
	for _, row := range musttest.Table(t, "testdata/activity.tsv", 3) {
		w := newWorld(t, "")
		w.observe(`{"session_id":"s1","cwd":"/work",` + strings.TrimPrefix(row[1], "{"))
		files, err := filepath.Glob(filepath.Join(w.paths.Activity(), "*", "*"))
		if err != nil || len(files) != 1 {
			t.Fatal(files, err)
		}
		record, err := os.ReadFile(files[0])
		if got := common.Replace(string(record)); err != nil || got != row[2]+"\n" {
			t.Errorf("%s:\n%s\nwant\n%s, %v", row[0], got, row[2], err)
		}
		if complaints := w.complaints(); len(complaints) > 0 {
			t.Errorf("%s: complained %q", row[0], complaints)
		}
	}
}

// TestNoTextIsRecorded: whatever is written into the members of a payload, the record
// holds none of it.
func TestNoTextIsRecorded(t *testing.T) {
	w := newWorld(t, "")
	w.env["ANTHROPIC_API_KEY"], w.env["AI_AGENT"] = "hunter2", "hunter2"
	const secret = `the password is hunter2`
	for _, name := range hooks.Events() {
		w.observe(event(string(name), "Bash", `{"command":"'hunter2' x","description":"`+secret+`"}`, `"tool_response":{"stdout":"`+secret+`"}`,
			`"error":"`+secret+`"`, `"reason":"`+secret+`"`, `"prompt":"`+secret+`"`, `"source":"`+secret+`"`, `"last_assistant_message":"`+secret+`"`,
			`"tool_calls":[{"tool_name":"Read","tool_input":{"file_path":"/x/`+secret+`"},"tool_use_id":"u","tool_response":"`+secret+`"}]`))
	}
	for name, input := range map[string]string{
		"Write": `{"file_path":"/a/` + secret + `.` + secret + `"}`, "WebFetch": `{"url":"https://me:hunter2@example.com/hunter2?hunter2#hunter2"}`,
		"Task": `{"subagent_type":"` + secret + `"}`, "Bash": `{"command":"TOKEN=hunter2 curl hunter2"}`, "Other": `"hunter2"`,
	} {
		w.observe(event("PreToolUse", name, input))
	}
	files := 0
	err := filepath.WalkDir(w.paths.State, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		files++
		content, err := os.ReadFile(path)
		if bytes.Contains(content, []byte("hunter2")) || bytes.Contains(content, []byte("password")) {
			t.Errorf("%s:\n%s", path, content)
		}
		return err
	})
	if err != nil || files != 1 || len(w.activities()) != 18 {
		t.Errorf("%d files, %d records, %v", files, len(w.activities()), err)
	}
}

func TestActivityOnDoubt(t *testing.T) {
	w := newWorld(t, testsRule)
	w.observe(pre(tests)) // which the hook for questions would answer
	w.observe("hello")
	w.observe(event("Notification", "Bash", "{}"))
	if got := len(w.activities()); got != 1 {
		t.Errorf("%d records", got)
	}
	if got := w.complaints(); len(got) != 1 || !strings.Contains(got[0], "hook input") {
		t.Errorf("complained %q", got)
	}
	blocked := newWorld(t, "")
	musttest.Write(t, blocked.paths.State, "")
	blocked.observe(pre(tests))
	if _, err := os.Stat(filepath.Join(w.paths.State, "open")); err == nil {
		t.Error("the hook for activity keeps questions")
	}
}

// TestFullDayIsToldOnce: no line is added to a full day, and one complaint says so.
func TestFullDayIsToldOnce(t *testing.T) {
	w := newWorld(t, "")
	day := filepath.Join(w.paths.Activity(), "2026-11-21")
	large := filepath.Join(day, "another-session.jsonl")
	musttest.Write(t, large, "")
	musttest.Do(t, os.Truncate(large, 64<<20))
	for range 3 {
		w.observe(pre(tests))
	}
	musttest.Do(t, os.Remove(large))
	w.observe(pre(tests))
	if got := len(w.activities()); got != 0 {
		t.Errorf("%d records", got)
	}
	if got := w.complaints(); !slices.Equal(got, []string{eventlog.ErrDayFull.Error()}) {
		t.Errorf("complained %q", got)
	}
}

// TestUnknownArguments: what a newer version is asked to do, this one leaves alone.
func TestUnknownArguments(t *testing.T) {
	for _, args := range [][]string{{"later"}, {""}, {"activity", "more"}, {"activity", "arguments", "more"}, {"rules", "arguments"}, {"--activity"}} {
		w := newWorld(t, testsRule)
		var out bytes.Buffer
		if status := Main(args, strings.NewReader(pre(tests)), &out, w.hook()); status != 0 || out.Len() > 0 {
			t.Errorf("%q: exit status %d, printed %q", args, status, out.String())
		}
		if _, err := os.Stat(w.paths.State); err == nil {
			t.Errorf("%q: something was written", args)
		}
	}
}

// TestArguments: inputs are recorded when the person wants it, at the beginning of a
// call, without secrets and not beyond a bound.
func TestArguments(t *testing.T) {
	const secret = "hunter2"
	w := newWorld(t, "")
	for _, input := range []string{
		`{"command":"PASSWORD=hunter2 curl -H 'Authorization: Bearer hunter2' https://me:hunter2@example.com --token hunter2"}`,
		`{"api_key":"hunter2","note":"see"}`,
		`{"content":"` + strings.Repeat("x", 400) + ` export TOKEN=hunter2` + strings.Repeat("y", 100) + ` ` + strings.Repeat("z", 1<<20) + `"}`,
		`{"content":"-----BEGIN RSA PRIVATE KEY-----` + strings.Repeat("hunter2", 5000) + `"}`,
	} {
		w.observe(event("PreToolUse", "Other", input), InputsArgument)
		w.observe(event("PostToolUse", "Other", input, `"tool_response":"x"`))
	}
	all := w.activities()
	for i, a := range all {
		if strings.Contains(a.Arguments, secret) || len(a.Arguments) > eventlog.MaxArguments || (a.Arguments != "") != (a.Event == hooks.EventPreToolUse) {
			t.Errorf("%d: %s with %q", i, a.Event, a.Arguments)
		}
	}
	if len(all) != 8 || !strings.HasPrefix(all[0].Arguments, `{"command":"PASSWORD=`) || !strings.Contains(all[0].Arguments, "example.com") || !strings.Contains(all[2].Arguments, `"note":"see"`) {
		t.Errorf("%d records: %q, %q", len(all), all[0].Arguments, all[2].Arguments)
	}
}

// TestArgumentsOfWhichAllIsSecret: where a long secret leaves little to show, what is
// shown reaches to where the input was cut, and a secret there may be cut in two.
func TestArgumentsOfWhichAllIsSecret(t *testing.T) {
	const start, between, password = `{"env":{"A":"`, `"},"command":"curl https://me:`, "hunter2hunter2"
	for shown := 1; shown < len(password); shown++ {
		fill := strings.Repeat("x", maxRedacted-len(start)-len(between)-shown)
		input, err := hooks.Parse(start + fill + between + password + `@host/` + strings.Repeat("y", 1000) + `"}`)
		musttest.Do(t, err)
		if got := arguments(input); strings.Contains(got, "me:h") || !strings.HasPrefix(got, start+redact.Hidden) {
			t.Errorf("%q", got)
		}
	}
	plain, err := hooks.Parse(`{"env":{"A":"b"},"content":"` + strings.Repeat("c", maxRedacted) + `"}`)
	musttest.Do(t, err)
	if got := arguments(plain); len(got) < eventlog.MaxArguments {
		t.Errorf("of an input with little that is secret only this is left: %q", got)
	}
}
