package trust

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"neverask/diffview"
	"neverask/hooks/rule/question"
	"neverask/settings"
	"neverask/settings/must"
)

const proposal = `{
  "version": 1,
  "rules": [
    {"id": "tests", "match": {"text": "Run the tests?"}, "mode": "never-ask", "answer": "Yes"}
  ]
}
`

// project makes a directory with a proposal; "" makes none.
func project(t *testing.T, dir, content string) string {
	t.Helper()
	name := filepath.Join(dir, question.ProposalFile)
	must.Do(t, os.MkdirAll(filepath.Dir(name), 0o700))
	if content == "" {
		return dir
	}
	must.Write(t, name, content)
	return dir
}

// realTemp is a temporary directory by its only name.
func realTemp(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	must.Do(t, err)
	return dir
}

func TestOf(t *testing.T) {
	accepted := func(dir, content string) []question.Trusted {
		return []question.Trusted{{Project: "/elsewhere", Content: proposal}, {Project: dir, Content: content}}
	}
	for _, tt := range []struct {
		name, content, before string
		want                  State
	}{
		{"new", proposal, "", Proposed},
		{"accepted", proposal, proposal, Accepted},
		{"changed", proposal + " ", proposal, Changed},
		{"gone", "", proposal, Gone},
		{"never there", "", "", Gone},
		{"broken", "{", "", Refused},
		{"broken since", strings.Replace(proposal, `"id"`, `"oneWay":"allow", "id"`, 1), proposal, Refused},
		{"huge", strings.Repeat(" ", question.MaxProposal+1), proposal, Refused},
	} {
		dir := project(t, realTemp(t), tt.content)
		var before []question.Trusted
		if tt.before != "" {
			before = accepted(dir, tt.before)
		}
		r := Of(dir, before)
		if r.State != tt.want || (r.Before != nil) != (tt.before != "") {
			t.Errorf("%s: %+v", tt.name, r)
		}
		if r.Acceptable() && (string(r.Content) != tt.content || r.Rules[0].ID != "project/tests" || r.Rules[0].Project != dir || r.Digest != settings.Digest([]byte(tt.content))) {
			t.Errorf("%s: %+v", tt.name, r)
		}
		if r.State == Refused && len(r.Problems) == 0 && r.Err == nil || r.State == Gone && !errors.Is(r.Err, fs.ErrNotExist) {
			t.Errorf("%s: no reason: %+v", tt.name, r)
		}
	}
}

// TestTrustedIsWhatWasShown: the file is not read again for accepting.
func TestTrustedIsWhatWasShown(t *testing.T) {
	dir := project(t, realTemp(t), proposal)
	r := Of(dir, nil)
	project(t, dir, strings.Replace(proposal, "Yes", "No", 1))
	got := r.Trusted(time.Date(2026, 11, 21, 11, 0, 0, 0, time.FixedZone("", 3600)))
	want := question.Trusted{Project: dir, Accepted: "2026-11-21T10:00:00Z", Digest: settings.Digest([]byte(proposal)), Content: proposal}
	if got != want {
		t.Errorf("got %+v", got)
	}
	if r := Of(dir, []question.Trusted{got}); r.State != Changed {
		t.Errorf("afterwards: %s", r.State)
	}
}

func TestAround(t *testing.T) {
	root := realTemp(t)
	at := func(elem ...string) string { return filepath.Join(append([]string{root}, elem...)...) }
	for _, dir := range []string{at("home", "repo", "sub", "deep"), at("home", "repo", ".git"), at("home", "plain", "sub"), at("other")} {
		must.Do(t, os.MkdirAll(dir, 0o700))
	}
	for _, dir := range []string{root, at("home"), at("home", "repo"), at("home", "plain")} {
		project(t, dir, proposal)
	}
	trusted := []question.Trusted{{Project: at("home", "repo", "sub"), Content: proposal}, {Project: at("other"), Content: proposal}}
	for _, tt := range []struct{ name, dir, want string }{
		{"the top of a repository", at("home", "repo"), "home/repo proposed"},
		{"below it, within one that was accepted", at("home", "repo", "sub", "deep"), "home/repo proposed, home/repo/sub gone"},
		{"outside of a repository", at("home", "plain"), "home/plain proposed"},
		{"below, outside of a repository", at("home", "plain", "sub"), ""},
		{"the home directory", at("home"), ""},
		{"above it", root, ""},
		{"accepted and gone", at("other"), "other gone"},
		{"a directory that does not exist", at("home", "repo", "none"), "home/repo proposed"},
	} {
		var got []string
		for _, r := range Around(tt.dir, at("home"), trusted) {
			name, err := filepath.Rel(root, r.Project)
			must.Do(t, err)
			got = append(got, filepath.ToSlash(name)+" "+string(r.State))
		}
		if strings.Join(got, ", ") != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestAroundInAWorktree: a linked worktree follows its main checkout, as rules
// for a project do.
func TestAroundInAWorktree(t *testing.T) {
	root := realTemp(t)
	main, linked := project(t, filepath.Join(root, "main"), proposal), project(t, filepath.Join(root, "linked"), proposal+" ")
	admin := filepath.Join(main, ".git", "worktrees", "linked")
	must.Do(t, os.MkdirAll(admin, 0o700))
	for name, content := range map[string]string{
		filepath.Join(linked, ".git"):     "gitdir: " + admin + "\n",
		filepath.Join(admin, "commondir"): "../..\n",
		filepath.Join(admin, "gitdir"):    filepath.Join(linked, ".git") + "\n",
	} {
		must.Write(t, name, content)
	}
	got := Around(linked, "/home", []question.Trusted{{Project: main, Content: proposal}})
	if len(got) != 1 || got[0].Project != main || got[0].State != Accepted {
		t.Errorf("got %+v", got)
	}
}

// TestDiffHidesNothing: neither what looks like a secret nor what a terminal
// would obey is missing.
func TestDiffHidesNothing(t *testing.T) {
	const token = "sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789"
	content := strings.Replace(proposal, `"tests"`, `"`+token+`"`, 1)
	content = strings.Replace(content, "Run the tests?", "Run\u202e the tests?", 1)
	r := Of(project(t, realTemp(t), content), nil)
	text := diffview.Text(r.Diff())
	if want := "+    {\"id\": \"" + token + `", "match": {"text": "Run\u202e the tests?"}`; !strings.Contains(text, want) {
		t.Errorf("%q is not in\n%s", want, text)
	}
	if n := strings.Count(text, "\n"); n != strings.Count(content, "\n")+1 {
		t.Errorf("%d lines:\n%s", n, text)
	}
	r = Of(r.Project, []question.Trusted{{Project: r.Project, Content: strings.Replace(content, `"Yes"`, `"No"`, 1)}})
	text = diffview.Text(r.Diff())
	if strings.Count(text, "\n-") != 1 || strings.Count(text, "\n+") != 1 || strings.Count(text, token) != 2 || !strings.Contains(text, "\n   \"rules\": [\n") {
		t.Errorf("not the whole proposal with one line changed:\n%s", text)
	}
}

func TestConcerns(t *testing.T) {
	rule := func(id, rest string) string { return `{"id":"` + id + `",` + rest + `}` }
	content := `{"version":1,"rules":[` + strings.Join([]string{
		rule("plain", `"match":{"text":"Run the tests?"},"mode":"never-ask","answer":"Yes"`),
		rule("ask", `"match":{"text":"Delete the database?"},"mode":"always-ask"`),
		rule("offers", `"match":{"text":"Which?","options":["Delete the production database","No"]},"mode":"never-ask","answer":"No"`),
		rule("marker", `"match":{"marker":"m"},"mode":"never-ask","answer":"Yes"`),
		rule("both", `"match":{"marker":"m","text":"Run the tests?"},"mode":"never-ask","answer":"Yes"`),
		rule("best", `"match":{"exact":"Which?"},"mode":"prefer","answer":"recommended"`),
		rule("usual", `"match":{"exact":"Which?"},"mode":"never-ask","answer":"usual"`),
		rule("inert", `"match":{"text":"Which?"},"mode":"never-ask","answer":"Delete the production database"`),
	}, ",") + `]}`
	r := Of(project(t, realTemp(t), content), nil)
	var got []string
	for _, c := range r.Concerns() {
		got = append(got, c.Rule+": "+c.Message)
	}
	want := []string{"offers: \"delete the production database\" may mean", "marker: it matches every question with the marker", "best: it accepts whatever the question recommends", "usual: it gives the answer you", "inert: \"delete the production database\" may mean"}
	if len(got) != len(want) {
		t.Fatalf("got %q", got)
	}
	for i := range want {
		if !strings.HasPrefix(strings.ToLower(got[i]), "project/"+want[i]) {
			t.Errorf("got %q, want %q", got[i], want[i])
		}
	}
}
