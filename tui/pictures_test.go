//go:build unix

package tui_test

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"neverask/cmd/cmdtest"
	"neverask/hooks/record/activity/activitytest"
	"neverask/tui/termtest"
)

var pictures = flag.String("pictures", "", "write the pictures of the documentation into this directory")

// TestPictures runs the real program on a made-up home and draws its screens.
func TestPictures(t *testing.T) {
	if *pictures == "" {
		t.Skip("run with -pictures DIR, as make pictures does")
	}
	// The path is seen in the pictures, so it is a plain one.
	home := filepath.Join(os.TempDir(), "you")
	if err := os.Mkdir(home, 0o700); err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(home)
	write := func(name, content string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(filepath.Join(home, ".claude", "settings.json"), "{\n  \"model\": \"opus\",\n  \"hooks\": {\n    \"PreToolUse\": [\n      {\n        \"matcher\": \"Bash\",\n        \"hooks\": [{\"type\": \"command\", \"command\": \"~/bin/audit\"}]\n      }\n    ]\n  }\n}\n")
	write(filepath.Join(home, "bin", "audit"), "#!/bin/sh\n")
	write(filepath.Join(home, ".local", "share", "claude", "versions", "2.1.329"), "")
	client := filepath.Join(home, ".local", "bin")
	if err := errors.Join(os.Chmod(filepath.Join(home, "bin", "audit"), 0o700),
		os.Chmod(filepath.Join(home, ".local", "share", "claude", "versions", "2.1.329"), 0o700), os.Mkdir(client, 0o700),
		os.Symlink("../share/claude/versions/2.1.329", filepath.Join(client, "claude"))); err != nil {
		t.Fatal(err)
	}
	// Sessions that are over, in each of which the same was asked.
	for i := range 8 {
		name := filepath.Join(home, ".claude", "projects", "-tmp-you", fmt.Sprintf("s%d.jsonl", i))
		then := time.Now().Add(-time.Duration(8-i) * 24 * time.Hour)
		write(name, asks(i, then))
		if err := os.Chtimes(name, then, then); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command(filepath.Join(cmdtest.Programs(t), "neverask"))
	cmd.Dir = home
	cmd.Env = []string{"HOME=" + home, "TERM=xterm-256color", "COLORTERM=truecolor", "PATH=" + client + ":" + os.Getenv("PATH")}
	term := termtest.Start(t, cmd, 100, 24)
	keep := func(name string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(*pictures, name), []byte(term.SVG()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	term.WaitText("to settle")
	keep("overview.svg")
	term.Key("i")
	term.WaitText("Where should")
	term.Key("enter")
	term.WaitText("6 to add")
	keep("install.svg")
	term.Key("y")
	term.WaitText("installed")
	keep("installed.svg")
	record := activitytest.Record{Lines: 12000, Sessions: 24, Days: 7, End: time.Now().AddDate(0, 0, -1)}
	if err := record.Write(filepath.Join(home, ".local", "state", "neverask", "activity")); err != nil {
		t.Fatal(err)
	}
	term.Key(":")
	term.WaitText("Go to or do anything")
	term.Type("go activity")
	term.WaitText("▸ Activity: ")
	term.Key("enter")
	term.WaitText("Tools by calls")
	term.Resize(140, 40)
	term.WaitText("Hours")
	keep("activity.svg")
	term.Key("q", "q")
	term.Wait()
}

// asks is the transcript of a session in which Claude asked and was answered.
func asks(i int, at time.Time) string {
	const (
		questions = `[{"question":"Run the tests before committing?","header":"Tests","multiSelect":false,"options":[{"label":"Yes","description":"Runs go test"},{"label":"No","description":"Commits at once"}]}]`
		line      = `{"type":%q,"message":{"role":%[1]q,"content":[%s]},%s"timestamp":%q,"sessionId":"s%d","cwd":"/tmp/you","version":"2.1.329"}` + "\n"
	)
	asked, answered := at.UTC().Format(time.RFC3339), at.UTC().Add(9*time.Second).Format(time.RFC3339)
	return fmt.Sprintf(line, "assistant", fmt.Sprintf(`{"type":"tool_use","id":"t%d",`, i)+`"name":"AskUserQuestion","input":{"questions":`+questions+`}}`, "", asked, i) +
		fmt.Sprintf(line, "user", fmt.Sprintf(`{"type":"tool_result","tool_use_id":"t%d","content":"answered"}`, i), `"toolUseResult":{"questions":`+questions+`,"answers":{"Run the tests before committing?":"Yes"}},"permissionDecision":{"decision":"accept","source":"user_temporary"},`, answered, i)
}
