package preferences

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"neverask/hooks/rule/question"
	"neverask/settings/musttest"
)

const threeRules = `{
  "version": 1,
  "rules": [
    { "id": "a", "match": {"exact": "A"}, "mode": "never-ask", "answer": "x", "note":   "kept" },
    {"id":"b","match":{"exact":"B"},"mode":"always-ask"},
    {
      "id": "c",
      "match": {"exact": "C"},
      "mode": "never-ask",
      "answer": "recommended"
    }
  ]
}
`

func TestChangeKeepsTheRest(t *testing.T) {
	b, path := book(t, threeRules)
	got, err := b.Change(context.Background(), "a", "rules edit", func(r question.Rule) (question.Rule, error) {
		r.Mode = question.PreferMode
		r.ID = "other"
		return r, nil
	})
	if err != nil || got.ID != "a" || got.Mode != question.PreferMode {
		t.Fatalf("got %+v, %v", got, err)
	}
	content, _ := os.ReadFile(path)
	want := `{ "id": "a", "match": {"exact": "A"}, "mode": "prefer", "answer": "x", "note":   "kept" }`
	if !strings.Contains(string(content), want) || !strings.Contains(string(content), `{"id":"b","match":{"exact":"B"},"mode":"always-ask"},`) {
		t.Errorf("got %s", content)
	}
	if _, err := b.Change(context.Background(), "c", "rules edit", func(r question.Rule) (question.Rule, error) { r.Answer = question.Answer{}; return r, nil }); err == nil {
		t.Error("a rule without an answer was accepted")
	}
	if _, err := b.Change(context.Background(), "zz", "rules edit", func(r question.Rule) (question.Rule, error) { return r, nil }); !errors.Is(err, ErrNoRule) {
		t.Errorf("got %v", err)
	}
}

func TestMove(t *testing.T) {
	b, path := book(t, threeRules)
	order := func() string {
		p, _, err := b.Read()
		musttest.Do(t, err)
		var ids []string
		for _, r := range p.Rules {
			ids = append(ids, r.ID)
		}
		return strings.Join(ids, "")
	}
	for _, step := range []struct {
		id   string
		to   int
		want string
	}{{"a", 2, "bca"}, {"a", 0, "abc"}, {"c", 1, "acb"}, {"b", 1, "abc"}, {"b", 1, "abc"}} {
		musttest.Do(t, b.update(context.Background(), "rules move", b.Moving(step.id, step.to)))
		if got := order(); got != step.want {
			t.Errorf("%s to %d: got %s, want %s", step.id, step.to, got, step.want)
		}
	}
	for _, to := range []int{-1, 3} {
		if err := b.update(context.Background(), "rules move", b.Moving("a", to)); err == nil {
			t.Errorf("moved to %d", to)
		}
	}
	if content, _ := os.ReadFile(path); !strings.Contains(string(content), `"version": 1,`) {
		t.Errorf("got %s", content)
	}
}

// A rule that was written by hand without an ID, beside one that is broken, can
// be moved, changed and removed like any other.
func TestRulesWithoutAnIDAndBrokenOnes(t *testing.T) {
	ctx := context.Background()
	b, path := book(t, `{"version":1,"rules":[
  {"id":"a","match":{"exact":"A"},"mode":"always-ask"},
  {"id":"broken","match":{},"mode":"always-ask"},
  {"match":{"exact":"B"},"mode":"never-ask","answer":{"text":"b"}},
  {"id":"c","match":{"exact":"C"},"mode":"always-ask"}
]}`)
	p, problems, err := b.Read()
	if err != nil || len(problems) != 1 || len(p.Rules) != 3 {
		t.Fatal(p, problems, err)
	}
	id := p.Rules[1].ID
	order := func() string {
		content := musttest.Read(t, path)
		var found []string
		for _, m := range regexp.MustCompile(`"exact":"(.)"|"match":{}`).FindAllStringSubmatch(string(content), -1) {
			found = append(found, m[1])
		}
		return strings.Join(found, ",")
	}
	for _, step := range []struct{ id, other, want string }{
		{id, "a", "B,A,,C"}, {"c", "a", "B,C,A,"}, {"a", "c", "B,A,C,"}, {"c", id, "C,B,A,"}, {"c", "c", "C,B,A,"},
	} {
		musttest.Do(t, b.MoveTo(ctx, step.id, step.other))
		if got := order(); got != step.want {
			t.Errorf("%s to the place of %s: got %s, want %s", step.id, step.other, got, step.want)
		}
	}
	if err := b.MoveTo(ctx, "a", "gone"); !errors.Is(err, ErrNoRule) {
		t.Error(err)
	}
	if r, err := b.Change(ctx, id, "test", func(r question.Rule) (question.Rule, error) { r.Note = "mine"; return r, nil }); err != nil || r.ID != id {
		t.Fatal(r, err)
	}
	if p, _, _ := b.Read(); p.Rules[1].ID != id || p.Rules[1].Note != "mine" {
		t.Errorf("%+v", p.Rules)
	}
	if err := b.Remove(ctx, id); err != nil || order() != "C,A," {
		t.Error(order(), err)
	}
}

func TestFromGstack(t *testing.T) {
	dir := t.TempDir()
	for name, content := range map[string]string{
		"one":    `{"ship-test-triage":"never-ask","review-scope":"always-ask","both":"never-ask","odd":"sometimes","list":[1]}`,
		"two":    `{"docs-update":"ask-only-for-one-way","both":"always-ask","ship-test-triage":"never-ask","scope-split-api":"never-ask"}`,
		"broken": `{"x":`,
		"lost":   `{"x":"never-ask"}`,
	} {
		path := filepath.Join(dir, "projects", name, "question-preferences.json")
		musttest.Write(t, path, content)
	}
	// Where the projects are: one has two directories, one of which has a "_" in its name.
	first, second, third := filepath.Join(dir, "work", "my_one"), filepath.Join(dir, "one"), filepath.Join(dir, "two")
	for place, name := range map[string]string{first: "one", second: "one", third: "two\n", filepath.Join(dir, "gone"): "two"} {
		if name != "two" {
			musttest.Do(t, os.MkdirAll(place, 0o700))
		}
		musttest.Write(t, filepath.Join(dir, "slug-cache", strings.ReplaceAll(place, "/", "_")), name)
	}
	registry := filepath.Join(dir, "question-registry.ts")
	for name, content := range map[string]string{
		filepath.Join(dir, "global-question-preferences.json"): `{"qa-tier":"never-ask","ship-merge-red":"never-ask","ship-test-triage":"never-ask"}`,
		registry: `export const QUESTIONS = {
  'qa-tier': {
    id: 'qa-tier',
    skill: 'qa',
    door_type: 'two-way',
  },
  'ship-merge-red': {
    id: 'ship-merge-red',
    options: ['stop', 'merge'],
    door_type: 'one-way',
    description: "Merge over red checks?",
  },
};
`,
	} {
		musttest.Write(t, name, content)
	}
	rules, skipped, err := FromGstack(dir, registry)
	musttest.Do(t, err)
	var got []string
	for _, r := range rules {
		if err := r.Check(); err != nil {
			t.Errorf("%+v: %v", r, err)
		}
		where, _ := strings.CutPrefix(r.Project, dir)
		got = append(got, r.Match.Marker+" "+string(r.Mode)+" "+where)
	}
	slices.Sort(got)
	if want := "both always-ask /two, both never-ask /one, both never-ask /work/my_one, docs-update ask-only-for-one-way /two, qa-tier never-ask , " +
		"review-scope always-ask /one, review-scope always-ask /work/my_one, ship-merge-red always-ask , ship-test-triage never-ask , " +
		"ship-test-triage never-ask /one, ship-test-triage never-ask /two, ship-test-triage never-ask /work/my_one"; strings.Join(got, ", ") != want {
		t.Errorf("got %v", got)
	}
	var why []string
	for _, s := range skipped {
		why = append(why, s.Entry+": "+s.Why)
	}
	for _, want := range []string{"x: gstack does not say where this project is", `odd: unknown mode "sometimes"`, "list: the mode is not a string", ": not an object", "scope-split-api: gstack always asks the parts"} {
		if !strings.Contains(strings.Join(why, "\n"), want) {
			t.Errorf("%q was not reported: %q", want, why)
		}
	}
	if _, _, err := FromGstack(t.TempDir(), ""); err == nil {
		t.Error("an empty directory is no error")
	}

	b, _ := book(t, "")
	for _, want := range []int{12, 0} {
		var added []question.Rule
		if err := b.update(context.Background(), "rules import", b.AddingNew(rules, "import gstack", &added)); err != nil || len(added) != want {
			t.Errorf("added %d, %v; want %d", len(added), err, want)
		}
	}
}
