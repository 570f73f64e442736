//go:build unix

package program

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"neverask/hooks"
	"neverask/hooks/rule/question"
	"neverask/settings/must"
)

// repository is a project with a proposal that answers "No", and a machine whose
// person has accepted it, or not, and has these rules of their own.
func repository(t testing.TB, accepted bool, own string) (w *world, dir, proposal string) {
	t.Helper()
	const content = `{"version":1,"rules":[{"id":"tests","match":{"text":"Run the tests?"},"mode":"never-ask","answer":"No"}]}` + "\n"
	dir = t.TempDir()
	proposal = filepath.Join(dir, question.ProposalFile)
	must.Do(t, os.Mkdir(filepath.Dir(proposal), 0o700))
	must.Write(t, proposal, content)
	trusted := ""
	if accepted {
		trusted = `"trusted":[{"project":"` + dir + `","accepted":"2026-11-21T09:00:00Z","digest":"d","content":` + string(hooks.AppendString(nil, content)) + `}],`
	}
	return newWorld(t, `{"version":1,`+trusted+`"rules":[`+own+`]}`), dir, proposal
}

func TestProposal(t *testing.T) {
	t.Parallel()
	put := func(content string) func(string) error {
		return func(name string) error { return os.WriteFile(name, []byte(content), 0o600) }
	}
	longer := func(name string) error {
		b, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		return put(string(b) + " ")(name)
	}
	over := func(create func(name string) error) func(string) error {
		return func(name string) error {
			if err := os.Remove(name); err != nil {
				return err
			}
			return create(name)
		}
	}
	same := func(string) error { return nil }
	const rule = `{"id":"tests","match":{"text":"Run the tests?"},"mode":"never-ask","answer":"Yes"}`
	for _, tt := range []struct {
		name     string
		accepted bool
		own      string
		change   func(name string) error
		dir      string // below the project; "/" for elsewhere
		want     string // the answer, "" for a dialog
	}{
		{"proposed alone", false, "", same, "", ""},
		{"accepted", true, "", same, "", "No"},
		{"accepted, below the project", true, "", same, "sub/dir", "No"},
		{"accepted, elsewhere", true, "", same, "/", ""},

		{"one byte more", true, "", longer, "", ""},
		{"huge", true, "", put(strings.Repeat(" ", 1<<20)), "", ""},
		{"removed", true, "", os.Remove, "", ""},
		{"a pipe", true, "", over(func(name string) error { return syscall.Mkfifo(name, 0o600) }), "", ""},

		{"beside the person's answer", true, `{"id":"mine","match":{"header":"Tests"},"mode":"never-ask","answer":"Yes"}`, same, "", "Yes (Recommended)"},
		{"with the id of a rule of the person's", true, `{"id":"tests","match":{"header":"Other"},"mode":"never-ask","answer":"Yes"}`, same, "", "No"},

		// A proposal that nobody has accepted is not even opened.
		{"not accepted: trusting itself", false, "", put(`{"version":1,"trusted":[{"project":"/","content":"x"}],"rules":[` + rule + `]}`), "", ""},
		{"not accepted: a pipe", false, "", over(func(name string) error { return syscall.Mkfifo(name, 0o600) }), "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w, dir, name := repository(t, tt.accepted, tt.own)
			must.Do(t, tt.change(name))
			cwd := filepath.Join(dir, tt.dir)
			if tt.dir == "/" {
				cwd = t.TempDir()
			}
			for _, again := range []string{"", " (compiled)"} {
				got := w.run(in(cwd, pre(tests)))
				if want := `"answers":{"Run the tests?":"` + tt.want + `"}`; tt.want == "" && got != "" || tt.want != "" && !strings.Contains(got, want) {
					t.Errorf("%s printed %q", again, got)
				}
			}
			if all := w.complaints(); len(all) > 0 {
				t.Errorf("complaints %q", all)
			}
		})
	}
}

// TestProposalIsLoggedAsWhatItIs follows an answer to the log.
func TestProposalIsLoggedAsWhatItIs(t *testing.T) {
	w, dir, _ := repository(t, true, "")
	got := w.run(in(dir, pre(tests)))
	if !strings.Contains(got, "(rule project/tests)") {
		t.Errorf("the person reads %q", got)
	}
	w.run(in(dir, post(tests, `{"Run the tests?":"No"}`)))
	w.wantLog("Run the tests?: No by neverask, rule project/tests")
}

// TestAskingFailedInAProject: a rule of a project counts there too.
func TestAskingFailedInAProject(t *testing.T) {
	w, dir, name := repository(t, true, "")
	failed := in(dir, event("PostToolUse", "AskUserQuestion", input(tests), `"tool_response":[]`))
	w.askedOnce(in(dir, pre(tests)))
	if got := w.run(failed); !strings.Contains(got, `saved preferences answer: \"Run the tests?\" = \"No\"`) {
		t.Errorf("printed %q", got)
	}
	must.Do(t, os.Remove(name))
	if got := w.run(failed); strings.Contains(got, "answer: ") || !strings.Contains(got, "The question tool failed") {
		t.Errorf("withdrawn: printed %q", got)
	}
}
