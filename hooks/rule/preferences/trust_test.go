package preferences

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"neverask/hooks/rule/question"
	"neverask/settings"
	"neverask/settings/must"
)

const proposal = "{\n\t\"version\": 1,\n\t\"rules\": [{\"id\": \"tests\", \"match\": {\"text\": \"Run <the> tests?\"}, \"mode\": \"never-ask\", \"answer\": \"Yes\"}]\n}\n"

func accepted(project, content string) question.Trusted {
	return question.Trusted{Project: project, Accepted: "2026-01-02T03:04:05Z", Digest: "d", Content: content}
}

func TestTrustAndDistrust(t *testing.T) {
	b, path := book(t, threeRules)
	ctx := context.Background()
	steps := []struct {
		do   func() (settings.Receipt, error)
		want string // "PROJECT LENGTH" of what is trusted then
	}{
		{func() (settings.Receipt, error) { return b.Trust(ctx, accepted("/a", proposal)) }, "/a 0"},
		{func() (settings.Receipt, error) { return b.Trust(ctx, accepted("/b", proposal)) }, "/a 0, /b 0"},
		{func() (settings.Receipt, error) { return b.Trust(ctx, accepted("/a", proposal+" ")) }, "/a 1, /b 0"},
		{func() (settings.Receipt, error) { return b.Distrust(ctx, "/b") }, "/a 1"},
		{func() (settings.Receipt, error) { return b.Distrust(ctx, "/a") }, ""},
	}
	trusted := func() string {
		p, problems, err := b.Read()
		if err != nil || len(problems) > 0 || len(p.Rules) != 3 {
			t.Fatalf("%d rules, %v, %v", len(p.Rules), problems, err)
		}
		var list []string
		for _, x := range p.Trusted {
			if !strings.HasPrefix(x.Content, proposal) || x.Accepted != "2026-01-02T03:04:05Z" || x.Digest != "d" {
				t.Errorf("kept %+v", x)
			}
			list = append(list, x.Project+" "+map[int]string{0: "0", 1: "1"}[len(x.Content)-len(proposal)])
		}
		return strings.Join(list, ", ")
	}
	var receipts []settings.Receipt
	for i, s := range steps {
		r, err := s.do()
		if err != nil || r.ID == "" {
			t.Fatalf("step %d: %+v, %v", i, r, err)
		}
		if got := trusted(); got != s.want {
			t.Errorf("step %d: got %q, want %q", i, got, s.want)
		}
		receipts = append(receipts, r)
	}
	// Each step can be taken back.
	for i, receipt := range slices.Backward(receipts) {
		plan, err := b.store.Undo(receipt)
		must.Do(t, err)
		if _, err := b.store.Apply(ctx, plan, "undo"); err != nil {
			t.Fatal(err)
		}
		want := ""
		if i > 0 {
			want = steps[i-1].want
		}
		if got := trusted(); got != want {
			t.Errorf("undo of step %d: got %q, want %q", i, got, want)
		}
	}
	if content, _ := os.ReadFile(path); string(content) != threeRules {
		t.Errorf("the way there and back left %s", content)
	}
}

func TestTrustRefuses(t *testing.T) {
	ctx := context.Background()
	b, path := book(t, "")
	for _, content := range []string{"", "{}", strings.Replace(proposal, `"id"`, `"oneWay": "allow", "id"`, 1)} {
		if _, err := b.Trust(ctx, accepted("/a", content)); err == nil {
			t.Errorf("%q was accepted", content)
		}
	}
	if _, err := os.Stat(path); !os.IsNotExist(err) {
		t.Errorf("the file was made: %v", err)
	}
	if _, err := b.Distrust(ctx, "/a"); !errors.Is(err, ErrNotTrusted) {
		t.Errorf("got %v", err)
	}
	for range 2 {
		if _, err := b.Trust(ctx, accepted("/a", proposal)); err != nil {
			t.Fatal(err)
		}
	}
	if all, err := b.store.History(); err != nil || len(all) != 1 {
		t.Errorf("the same acceptance twice is %d changes, %v", len(all), err)
	}
	b, path = book(t, `{"version":1,"trusted":{},"rules":[]}`)
	if _, err := b.Trust(ctx, accepted("/a", proposal)); err == nil || !strings.Contains(err.Error(), path+`:1:24: "trusted" is not an array`) {
		t.Errorf("got %v", err)
	}
}

func TestRemoveShown(t *testing.T) {
	ctx := context.Background()
	b, _ := book(t, threeRules)
	p, _, err := b.Read()
	must.Do(t, err)
	rewrite := func(id string, edit func(*question.Rule)) {
		if _, err := b.Change(ctx, id, "test", func(r question.Rule) (question.Rule, error) { edit(&r); return r, nil }); err != nil {
			t.Fatal(err)
		}
	}
	left := func() string {
		p, _, err := b.Read()
		must.Do(t, err)
		s := ""
		for _, r := range p.Rules {
			s += r.ID
		}
		return s
	}
	rewrite("b", func(r *question.Rule) { r.Note = "another" })
	if err := b.RemoveShown(ctx, p.Rules...); !errors.Is(err, ErrRuleChanged) || left() != "abc" {
		t.Errorf("got %v, left %s", err, left())
	}
	if err := b.RemoveShown(ctx, p.Rules[0], p.Rules[2]); err != nil || left() != "b" {
		t.Errorf("got %v, left %s", err, left())
	}
	if err := b.RemoveShown(ctx, p.Rules[0]); !errors.Is(err, ErrNoRule) {
		t.Errorf("got %v", err)
	}
}
