package preferences

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"neverask/hooks/rule/question"
	"neverask/settings"
	"neverask/settings/musttest"
)

func book(t *testing.T, content string) (*Book, string) {
	t.Helper()
	dir := t.TempDir()
	path := filepath.Join(dir, "config", "preferences.json")
	if content != "" {
		musttest.Write(t, path, content)
	}
	now := func() time.Time { return time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC) }
	return Open(path, settings.NewStore(filepath.Join(dir, "state"), now), now), path
}

func rule(text string) question.Rule {
	return question.Rule{Match: question.Match{Text: text}, Mode: question.NeverAsk, Answer: question.ParseAnswer("recommended")}
}

func TestAddAndRemove(t *testing.T) {
	b, path := book(t, "")
	first, err := b.Add(context.Background(), rule("Run <the> tests?"), "rules add")
	musttest.Do(t, err)
	second, err := b.Add(context.Background(), rule("Run <the> tests?"), "rules add")
	if err != nil || second.ID == first.ID {
		t.Fatalf("got %q twice, %v", second.ID, err)
	}
	content, err := os.ReadFile(path)
	if err != nil || !strings.HasPrefix(string(content), "{\n  \"version\": 1,\n  \"rules\": [\n    {\n      \"id\": ") || !strings.Contains(string(content), "<the>") {
		t.Errorf("got %s, %v", content, err)
	}
	p, problems, err := b.Read()
	if err != nil || len(problems) != 0 || len(p.Rules) != 2 || p.Rules[0].Created.By != "rules add" || p.Rules[0].ID != first.ID {
		t.Errorf("got %+v, %v, %v", p, problems, err)
	}
	if err := b.Remove(context.Background(), first.ID, "nope"); !errors.Is(err, ErrNoRule) {
		t.Errorf("got %v", err)
	}
	if p, _, _ := b.Read(); len(p.Rules) != 2 {
		t.Errorf("a failed removal left %d rules", len(p.Rules))
	}
	if err := b.Remove(context.Background(), first.ID, second.ID); err != nil {
		t.Error(err)
	}
	if p, _, err := b.Read(); err != nil || len(p.Rules) != 0 {
		t.Errorf("got %+v, %v", p, err)
	}
}

func TestHandWrittenBytesStay(t *testing.T) {
	hand := "{ \"version\":1,\n\t\"rules\": [\n\t\t{\"id\":\"mine\", \"match\":{\"exact\":\"a\"}, \"mode\":\"always-ask\"}\n\t]}"
	b, path := book(t, hand)
	r, err := b.Add(context.Background(), rule("x"), "rules add")
	musttest.Do(t, err)
	content, _ := os.ReadFile(path)
	if !strings.HasPrefix(string(content), hand[:strings.Index(hand, "\n\t]}")]) {
		t.Errorf("got %s", content)
	}
	musttest.Do(t, b.Remove(context.Background(), r.ID))
	if content, _ := os.ReadFile(path); string(content) != hand {
		t.Errorf("got %q, want %q", content, hand)
	}
}

func TestBrokenFilesAreNeverOverwritten(t *testing.T) {
	for content, want := range map[string]string{
		"{\n  \"version\": 1,\n}":  ":2:15: a trailing comma",
		"[]":                       ":1:1: the root is not an object",
		`{"version":1,"rules":{}}`: `:1:22: "rules" is not an array`,
		`{"version":2,"rules":[]}`: `:1:12: "version" is not 1`,
	} {
		b, path := book(t, content)
		_, err := b.Add(context.Background(), rule("x"), "rules add")
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), path+":") {
			t.Errorf("%s: got %v", content, err)
		}
		if got, _ := os.ReadFile(path); string(got) != content {
			t.Errorf("%s became %s", content, got)
		}
	}
}

func TestRulesThatCannotHoldAreRefused(t *testing.T) {
	b, path := book(t, "")
	for _, r := range []question.Rule{{Mode: question.NeverAsk}, {Match: question.Match{Pattern: "("}, Mode: question.AlwaysAsk}, {Match: question.Match{Exact: "x"}, Mode: "sometimes"}} {
		if _, err := b.Add(context.Background(), r, "rules add"); err == nil {
			t.Errorf("%+v was accepted", r)
		}
	}
	if _, err := os.Stat(path); !os.IsNotExist(err) {
		t.Errorf("the file was made: %v", err)
	}
}
