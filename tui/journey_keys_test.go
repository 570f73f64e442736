//go:build unix

package tui_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"neverask/settings/musttest"
)

// pasts writes sessions in which some questions were answered Yes.
func pasts(t *testing.T, p *person, questions ...string) {
	t.Helper()
	for n, question := range questions {
		for i := range 6 {
			then := time.Now().Add(-time.Duration(8-i) * 24 * time.Hour)
			text := strings.ReplaceAll(asks(10*n+i, then), "Run the tests before committing?", question)
			name := filepath.Join(p.home, ".claude", "projects", "-tmp-you", fmt.Sprintf("s%d.jsonl", 10*n+i))
			musttest.Write(t, name, text)
			musttest.Do(t, os.Chtimes(name, then, then))
		}
	}
}

// TestJourneysInKeys: common tasks take only these keys, each of which is on the screen before it
// is pressed.
func TestJourneysInKeys(t *testing.T) {
	const question, another = "Run the tests before committing?", "Update the changelog, too?"
	type step struct{ sees, key string }
	installed := func(t *testing.T, p *person) {
		t.Helper()
		output(t, p, "install", "--yes")
	}
	unchanged := func(t *testing.T, p *person) {
		t.Helper()
		if got := p.content(); got != before {
			t.Errorf("got:\n%q\nwant:\n%q", got, before)
		}
	}
	for name, j := range map[string]struct {
		content string
		past    []string
		setup   func(*testing.T, *person)
		steps   []step
		ends    string
		check   func(*testing.T, *person)
	}{
		"accept a suggestion": {before, []string{question}, installed, []step{
			{"▸ ◆ 1 answer to settle", "enter"}, {"suggestion 1 of 1", "enter"},
		}, "✓ added “", nil},
		"accept all suggestions": {before, []string{question, another}, installed, []step{
			{"▸ ◆ 2 answers to settle", "enter"}, {"accept all 2…", "A"}, {"Add 2 rules?", "y"},
		}, "✓ added 2 rules", nil},
		"a rule from a past question": {before, []string{question}, installed, []step{
			{"1 answer to settle", "3"}, {"a add rule…", "a"}, {"✓ valid", "enter"},
		}, "saved “" + question + "”", nil},
		"undo": {before, []string{question}, installed, []step{
			{"z undo: install the question hooks", "z"}, {"Undo: ", "y"},
		}, "✓ undone", unchanged},
		"repair": {"{\n  // mine\n  \"model\": \"opus\"\n}\n", nil, nil, []step{
			{"▸ ✗ settings.json is broken", "enter"}, {"enter repair…", "enter"}, {"y apply", "y"},
		}, "✓ repaired", func(t *testing.T, p *person) {
			t.Helper()
			if got := p.content(); strings.Contains(got, "mine") || !strings.Contains(got, "opus") {
				t.Errorf("got:\n%s", got)
			}
		}},
		"uninstall": {before, nil, installed, []step{
			{"Installed in", "u"}, {"6 to remove", "y"},
		}, "✓ removed question hooks", unchanged},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPerson(t, j.content)
			pasts(t, p, j.past...)
			if j.setup != nil {
				j.setup(t, p)
			}
			term := p.start(120, 40)
			for _, s := range j.steps {
				term.WaitText(s.sees)
				term.Key(s.key)
			}
			term.WaitText(j.ends)
			if j.check != nil {
				j.check(t, p)
			}
			leave(t, term, "ctrl+c")
		})
	}
}

// asks returns the transcript of a session in which Claude asked and was answered.
func asks(i int, at time.Time) string {
	const (
		questions = `[{"question":"Run the tests before committing?","header":"Tests","multiSelect":false,"options":[{"label":"Yes","description":"Runs go test"},{"label":"No","description":"Commits at once"}]}]`
		line      = `{"type":%q,"message":{"role":%[1]q,"content":[%s]},%s"timestamp":%q,"sessionId":"s%d","cwd":"/tmp/you","version":"2.1.329"}` + "\n"
	)
	asked, answered := at.UTC().Format(time.RFC3339), at.UTC().Add(9*time.Second).Format(time.RFC3339)
	return fmt.Sprintf(line, "assistant", fmt.Sprintf(`{"type":"tool_use","id":"t%d",`, i)+`"name":"AskUserQuestion","input":{"questions":`+questions+`}}`, "", asked, i) +
		fmt.Sprintf(line, "user", fmt.Sprintf(`{"type":"tool_result","tool_use_id":"t%d","content":"answered"}`, i), `"toolUseResult":{"questions":`+questions+`,"answers":{"Run the tests before committing?":"Yes"}},"permissionDecision":{"decision":"accept","source":"user_temporary"},`, answered, i)
}
