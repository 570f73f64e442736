//go:build linux

package dispatch

import (
	"fmt"
	"strings"
	"testing"

	ct "neverask/hooks/claude/clienttest"
)

// TestClientAgreesOnFrontMatter: the client runs the hooks in front matter that the table
// says. Many skills and commands are in one session, each agent is one of its own.
func TestClientAgreesOnFrontMatter(t *testing.T) {
	t.Parallel()
	lab := ct.New(t)
	var rows []frontMatterRow
	for n, row := range frontMatterRows(t) {
		if *updateFromClient || ct.Part(n, 6) {
			rows = append(rows, row)
		}
	}
	recorder := lab.Recorder("tool_name")
	for _, m := range markdown {
		layFrontMatter(t, lab.Home, m.kind, m.path, recorder, rows)
	}
	ran := map[string]bool{}
	session := func(turns []ct.Turn, args ...string) {
		lab.ForgetRuns()
		lab.NextTurns(append(turns, ct.ToolUse("Bash", map[string]string{"command": "true"}), ct.Text("finished"))...)
		r := lab.Headless(strings.NewReader(""), append([]string{"hello", "--permission-mode=default", "--allowedTools=Bash,Skill"}, args...)...)
		if !strings.Contains(r.Stdout, "finished") && !strings.Contains(r.Stderr, "not found") {
			t.Fatalf("%v: %+v", args, r)
		}
		for _, run := range lab.Runs() {
			ran[run.Name] = true
		}
	}
	const atOnce = 50
	for first := 0; first < len(rows); first += atOnce {
		var turns []ct.Turn
		for n := first; n < min(first+atOnce, len(rows)); n++ {
			for _, kind := range []string{"skill", "command"} {
				turns = append(turns, ct.ToolUse("Skill", map[string]string{"skill": fmt.Sprintf("%s-%d", kind, n)}))
			}
		}
		session([]ct.Turn{ct.Together(turns...)})
	}
	for n := range rows {
		whole := *updateFromClient || ct.Part(n, 8)
		if whole {
			session(nil, "--agent", fmt.Sprintf("agent-%d", n))
		}
		for i, m := range markdown {
			runs := map[bool]string{true: "yes", false: "no"}[ran[fmt.Sprintf("%s-%d", m.kind, n)]]
			if *updateFromClient {
				rows[n].runs[i] = runs
			} else if want := rows[n].runs[i]; runs != want && (whole || m.kind != "agent") {
				t.Errorf("%s in %s: the client runs it: %s, want %s", rows[n].name, m.kind, runs, want)
			}
		}
	}
	if *updateFromClient {
		var table [][]string
		for _, r := range rows {
			table = append(table, append([]string{r.name, r.text}, r.runs...))
		}
		writeTable(t, "frontmatter.tsv", table)
	}
}
