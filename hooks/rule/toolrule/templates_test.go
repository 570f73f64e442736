package toolrule

import (
	"encoding/json"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"neverask/hooks"
	"neverask/settings/must"
)

func template(t *testing.T, name string) *Set {
	t.Helper()
	for _, tt := range Templates("/home/her") {
		if tt.Name == name {
			return New(tt.Rules)
		}
	}
	t.Fatal("no template", name)
	return nil
}

// command is what becomes of a shell command: "" when no rule acts, "asked" when it
// is asked as it came, else what it is changed to.
func command(t *testing.T, s *Set, text string) string {
	t.Helper()
	d := s.Decide(Call{"Bash", parse(t, `{"command":`+quote(text)+`,"timeout":1.0}`)}, Situation{}, nil)
	switch {
	case d.Act == "":
		return ""
	case d.Act != Ask:
		t.Fatalf("%s: %s", text, d.Act)
	case d.Input.Kind() == hooks.Absent:
		return "asked"
	}
	if d.Input.Get("timeout").Raw() != "1.0" {
		t.Errorf("%s: other fields changed: %s", text, d.Input.Raw())
	}
	return d.Input.Get("command").String()
}

func TestTemplatesAreRules(t *testing.T) {
	ids := map[string]bool{}
	for _, tt := range Templates("/home/her") {
		if tt.About == "" || len(tt.Rules) == 0 {
			t.Errorf("%+v says nothing", tt)
		}
		for _, r := range tt.Rules {
			if err := r.Check(); err != nil || ids[r.ID] || r.Message == "" {
				t.Errorf("%s: %v", r.ID, err)
			}
			ids[r.ID] = true
			b, err := json.Marshal(r)
			must.Do(t, err)
			if again, err := parseRule(b); err != nil || !reflect.DeepEqual(again, r) {
				t.Errorf("%s is read as %+v, %v", b, again, err)
			}
		}
	}
}

// A command that cannot be written again as it was is no way around being asked.
func TestDryRunAsksAboutWhatItCannotChange(t *testing.T) {
	if got := command(t, template(t, "dry-run"), "git push # \ufffd"); got != "asked" {
		t.Errorf("got %q", got)
	}
}

// TestTemplates: what becomes of shell commands.
func TestTemplates(t *testing.T) {
	spelt := strings.NewReplacer("<key>", "ghp_"+strings.Repeat("a1", 18), "<other key>", "sk-ant-"+strings.Repeat("x", 30))
	for _, row := range must.Table(t, "testdata/templates.tsv", 3) {
		if got := command(t, template(t, row[0]), spelt.Replace(row[1])); got != row[2] {
			t.Errorf("%s, %q: got %q, want %q", row[0], row[1], got, row[2])
		}
	}
}

func TestInsideProject(t *testing.T) {
	s := template(t, "inside-project")
	dir := t.TempDir()
	for _, tt := range []struct {
		tool, input string
		want        Act
	}{
		{"Write", `{"file_path":` + quote(filepath.Join(dir, "a")) + `,"content":"x"}`, ""},
		{"Edit", `{"file_path":"a"}`, ""},
		{"Write", `{"file_path":"/etc/passwd"}`, Deny},
		{"Write", `{"file_path":"../x"}`, Deny},
		{"MultiEdit", `{"file_path":"~/x"}`, Deny},
		{"Write", `{"file_path":"~/.claude/plans/p.md"}`, ""},
		{"NotebookEdit", `{"notebook_path":"/x.ipynb"}`, Deny},
		{"NotebookEdit", `{"notebook_path":"x.ipynb"}`, ""},
		{"Read", `{"file_path":"/etc/passwd"}`, ""},
		{"Write", `{}`, ""},
	} {
		if d := s.Decide(Call{tt.tool, parse(t, tt.input)}, Situation{Project: dir, Cwd: dir, Home: "/home/her"}, nil); d.Act != tt.want {
			t.Errorf("%s %s: %q", tt.tool, tt.input, d.Act)
		}
	}
}

func BenchmarkTemplates(b *testing.B) {
	var all []Rule
	for _, t := range Templates("/home/her") {
		all = append(all, t.Rules...)
	}
	s := New(all)
	input, err := hooks.Parse(`{"command":"cd /work && go test ./... 2>&1 | tail -20 && git add -A && git commit -m 'a message of some length'"}`)
	must.Do(b, err)
	for b.Loop() {
		s.Decide(Call{"Bash", input}, Situation{}, nil)
	}
}
