package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"neverask/hooks/app/report"
	"neverask/hooks/claude/transcript/historytest"
	"neverask/settings/musttest"
)

// waitedFor is a transcript in which Claude waited for the approval of a plan, for a
// permission to edit, for a quick edit that needed none, and for an edit before the time
// that is looked at.
const waitedFor = `{"type":"assistant","message":{"role":"assistant","content":[{"type":"tool_use","id":"old","name":"Edit","input":{}}]},"timestamp":"2026-10-01T10:00:00.000Z","sessionId":"w","cwd":"/w"}
{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"old","content":"ok"}]},"timestamp":"2026-10-01T10:10:00.000Z","sessionId":"w","cwd":"/w"}
{"type":"assistant","message":{"role":"assistant","content":[{"type":"tool_use","id":"p1","name":"ExitPlanMode","input":{"plan":"say \"tool_use_id\":\"p2\""}}]},"timestamp":"2026-11-05T10:00:00.000Z","sessionId":"w","cwd":"/w"}
{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"p1","content":"approved"}]},"timestamp":"2026-11-05T10:04:00.000Z","sessionId":"w","cwd":"/w"}
{"type":"assistant","message":{"role":"assistant","content":[{"type":"tool_use","id":"e1","name":"Edit","input":{}},{"type":"tool_use","id":"e2","name":"Write","input":{}},{"type":"tool_use","id":"b","name":"Bash","input":{}}]},"timestamp":"2026-11-05T11:00:00.000Z","sessionId":"w","cwd":"/w"}
{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"e1","content":"ok"}]},"timestamp":"2026-11-05T11:00:30.000Z","sessionId":"w","cwd":"/w"}
{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"e2","content":"ok"},{"type":"tool_result","tool_use_id":"b","content":"ok"}]},"timestamp":"2026-11-05T11:00:01.000Z","sessionId":"w","cwd":"/w"}
{"type":"assistant","message":{"role":"assistant","content":[{"type":"tool_use","id":"p2","name":"ExitPlanMode","input":{}}]},"timestamp":"2026-11-05T12:00:00.000Z","sessionId":"w","cwd":"/w"}
`

// counted are the figures that jq finds: of each call the time to its result.
const counted = `[inputs | select(.timestamp != null)] as $lines
| ($lines | map(select(.type == "user") | .timestamp as $t | .message.content | arrays | .[] | select(.type == "tool_result") | {(.tool_use_id): $t}) | add) as $ended
| def at: sub("\\.(?<ms>[0-9]+)Z$"; "Z") as $s | ($s | fromdateiso8601) * 1000 + (capture("\\.(?<ms>[0-9]+)Z$").ms | tonumber);
  $lines | map(select(.type == "assistant" and .timestamp >= $since) | .timestamp as $t | .message.content | arrays | .[] | select(.type == "tool_use") | . + {t: $t}) | unique_by(.id)
| map(. + {took: (if $ended[.id] then ($ended[.id] | at) - (.t | at) else null end)})
| { asked: (map(select(.name == "AskUserQuestion") | .input.questions | length) | add),
    plans: (map(select(.name == "ExitPlanMode" and .took != null) | .took) | {n: length, ms: add}),
    edits: (map(select((.name == "Edit" or .name == "Write") and .took != null and .took > 3000) | .took) | {n: length, ms: add}) }`

// TestReportAgainstJq: the report counts what another program counts in the same
// transcripts, by their lines.
func TestReportAgainstJq(t *testing.T) {
	jq, err := exec.LookPath("jq")
	if err != nil {
		t.Skip("jq is not there, which counts what the report is compared with")
	}
	p := newPerson(t)
	root := filepath.Join(p.home, ".claude", "projects")
	if n := historytest.Write(t, root, 4, 20); n == 0 {
		t.Fatal("no questions were written")
	}
	p.write(".claude/projects/w/w.jsonl", waitedFor)
	before := treeOf(t, p.home)
	if status := p.run("report --json --since 2026-11-02"); status != 0 {
		t.Fatal(status, p.stderr.String())
	}
	var got report.Report
	musttest.Do(t, json.Unmarshal(p.stdout.Bytes(), &got))
	var files []string
	_ = filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if strings.HasSuffix(path, ".jsonl") {
			files = append(files, path)
		}
		return err
	})
	since, _ := json.Marshal(got.Since.UTC())
	out, err := exec.Command(jq, append([]string{"-n", "-c", "--arg", "since", strings.Trim(string(since), `"`), counted}, files...)...).CombinedOutput()
	if err != nil {
		t.Fatalf("jq: %v\n%s", err, out)
	}
	want := fmt.Sprintf(`{"asked":%d,"plans":{"n":%d,"ms":%d},"edits":{"n":%d,"ms":%d}}`,
		got.Questions.Asked, got.Plans.Times, got.Plans.TotalMS, got.Permissions.Times, got.Permissions.TotalMS)
	if strings.TrimSpace(string(out)) != want || got.Plans.TotalMS != 240_000 || got.Permissions.TotalMS != 30_000 || got.Questions.Asked < 10 {
		t.Errorf("jq counts %sthe report says %s", out, want)
	}
	if after := treeOf(t, p.home); after != before {
		t.Errorf("files before:\n%s\nafter:\n%s", before, after)
	}
}

// treeOf returns the names, sizes and times of all files.
func treeOf(t *testing.T, dir string) string {
	t.Helper()
	var all strings.Builder
	if err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err == nil {
			fmt.Fprintln(&all, path, info.Size(), info.ModTime())
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return all.String()
}

// TestReportAgreesWithStatus: whoever asks how often the person was asked is told the
// same.
func TestReportAgreesWithStatus(t *testing.T) {
	p := newPerson(t)
	historytest.Write(t, filepath.Join(p.home, ".claude", "projects"), 2, 10)
	var reported report.Report
	var status struct {
		Weeks struct{ Asked int }
	}
	for line, into := range map[string]any{"report --json --since 28d": &reported, "status --json": &status} {
		if code := p.run(line); code != 0 {
			t.Fatal(line, code, p.stderr.String())
		}
		musttest.Do(t, json.Unmarshal(p.stdout.Bytes(), into))
	}
	if reported.Questions.Asked != status.Weeks.Asked {
		t.Errorf("the report counts %d, status %d", reported.Questions.Asked, status.Weeks.Asked)
	}
}
