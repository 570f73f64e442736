package doctor

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"neverask/hooks/app/changes"
	"neverask/hooks/app/conflicts"
	"neverask/hooks/app/install"
	"neverask/hooks/app/planner"
	"neverask/hooks/app/status"
	"neverask/hooks/claude/transcript"
	"neverask/settings"
	"neverask/settings/musttest"
)

// TestTakenOutIsKept: what a repair takes out of hooks is listed among what is
// parked, and comes back byte for byte, with a warning of what it does.
func TestTakenOutIsKept(t *testing.T) {
	const good = `{"type": "command", "command": "true"}`
	for name, c := range map[string]struct{ groups, listed string }{
		"a handler of two":   {`{"matcher": "Bash", "hooks": [` + good + `, {"type": "x", "command": "odd"}]}`, "odd"},
		"a handler alone":    {`{"matcher": "Bash", "hooks": [{"type": "x", "command": "odd"}]}`, "odd"},
		"a text":             {`{"matcher": "Bash", "hooks": ["odd"]}`, `"odd"`},
		"a group":            {`{"hooks": [` + good + `]}, {"matcher": 5, "hooks": [` + good + `]}`, "true"},
		"a group of nothing": {`{"hooks": [` + good + `]}, {"matcher": "odd"}`, `{"matcher": "odd"}`},
	} {
		t.Run(name, func(t *testing.T) {
			root := t.TempDir()
			text := "{\n  \"hooks\": {\"PreToolUse\": [" + c.groups + "]},\n\t\"model\" : \"opus\"\n}"
			put(t, root, "home/.claude/settings.json", text)
			in, ctx := fixture(t, root), context.Background()
			found := Examine(ctx, Options{Planner: in})
			at := slices.IndexFunc(found, func(f Finding) bool { return f.ID == "entry-rejected" })
			plan, err := found[at].Plan()
			musttest.Do(t, err)
			if _, err = in.Apply(ctx, plan); err != nil {
				t.Fatal(err)
			}
			parked, err := in.Parked()
			if err != nil || len(parked) != 1 || !parked[0].Repaired() || parked[0].Event != "PreToolUse" {
				t.Fatalf("%+v, %v", parked, err)
			}
			if h := parked[0].Handlers[0]; h.Summary() != c.listed && h.Raw != c.listed {
				t.Errorf("listed is %+v", h)
			}
			plan, err = conflicts.Unpark(in, parked[0])
			if err != nil || string(plan.After) != text || !slices.ContainsFunc(plan.Problems, func(p planner.Problem) bool { return p.ID == "entry-rejected" }) {
				t.Fatalf("%q\n%+v, %v", plan.After, plan.Problems, err)
			}
			if _, err = in.Apply(ctx, plan); err != nil {
				t.Fatal(err)
			}
			if parked, _ = in.Parked(); len(parked) != 0 {
				t.Errorf("%+v are still listed", parked)
			}
		})
	}
}

// TestOneCauseIsOneFinding: hooks that went together are one finding, and its one repair
// restores all of them.
func TestOneCauseIsOneFinding(t *testing.T) {
	root := t.TempDir()
	put(t, root, "home/.claude/settings.json", `{"model": "opus", "hooks": {"Stop": [{"hooks": [{"type": "command", "command": "true"}]}]}}`)
	in, ctx := fixture(t, root), context.Background()
	target := in.Target(settings.User, "")
	plan, err := install.Install(in, target, install.Options{})
	musttest.Do(t, err)
	_, err = in.Apply(ctx, plan)
	musttest.Do(t, err)
	installed, err := os.ReadFile(target.Path)
	musttest.Do(t, err)
	_, err = in.OutsideChanges(ctx, target)
	musttest.Do(t, err)
	put(t, root, "home/.claude/settings.json", `{"model": "opus"}`)
	of := func(found []Finding, id string) (all []Finding) {
		for _, f := range found {
			if f.ID == id {
				all = append(all, f)
			}
		}
		return all
	}
	examining, stop := context.WithCancel(ctx)
	found := Examine(examining, Options{Planner: in})
	stop() // a repair outlives the examination
	lost := of(found, "hooks-lost")
	if len(lost) != 1 || lost[0].Message != "4 hooks were lost" || len(lost[0].Each) != 4 || len(of(found, "entry-missing")) > 0 {
		t.Fatalf("found %+v", found)
	}
	plan, err = lost[0].Plan()
	musttest.Do(t, err)
	_, err = in.Apply(ctx, plan)
	musttest.Do(t, err)
	if found = Examine(ctx, Options{Planner: in}); len(of(found, "hooks-lost")) > 0 || status.Inspect(in, target).Events == nil {
		t.Errorf("after the repair of\n%s\nfound %+v", installed, found)
	}
	// What is missing of neverask's own is one finding too, where somebody accepted that it went.
	without := strings.ReplaceAll(string(installed), `"PostToolUse`, `"Elsewhere`)
	put(t, root, "home/.claude/settings.json", without)
	musttest.Do(t, changes.Accept(ctx, in, target, func(string) bool { return true }))
	if missing := of(Examine(ctx, Options{Planner: in}), "entry-missing"); len(missing) != 1 || strings.Join(missing[0].Each, " ") != "PostToolUse PostToolUseFailure" {
		t.Errorf("missing is %+v", missing)
	}
	// Entries that run another copy are not missing.
	put(t, root, "home/.claude/settings.json", strings.ReplaceAll(string(installed), in.Paths.Hook(), "/other/neverask-hook"))
	musttest.Do(t, changes.Accept(ctx, in, target, func(string) bool { return true }))
	found = Examine(ctx, Options{Planner: in})
	if missing, moved := of(found, "entry-missing"), of(found, "entry-moved"); len(missing) > 0 || len(moved) != 1 ||
		!slices.ContainsFunc(status.Inspect(in, target).Problems, func(p planner.Problem) bool {
			return p.ID == "entry-moved" && p.Message == moved[0].Message
		}) {
		t.Errorf("missing is %+v, moved %+v", missing, moved)
	}
}

// TestUnrecorded: only answered questions that the hook should have seen count.
func TestUnrecorded(t *testing.T) {
	root := t.TempDir()
	in := fixture(t, root)
	began := time.Now().Add(-time.Hour)
	in.Now = func() time.Time { return began }
	in.Store = settings.NewStore(in.Paths.State, in.Now)
	target := in.Target(settings.User, "")
	plan, err := install.Install(in, target, install.Options{NoDenyRules: true})
	musttest.Do(t, err)
	if _, err = in.Apply(context.Background(), plan); err != nil {
		t.Fatal(err)
	}
	in.Now = time.Now
	asked := func(edit func(*transcript.Question)) []transcript.Question {
		q := transcript.Question{Tool: "AskUserQuestion", Outcome: transcript.Picked, Session: "s", Project: filepath.Join(root, "my shop"), Time: time.Now()}
		edit(&q)
		return []transcript.Question{q}
	}
	for name, c := range map[string]struct {
		edit func(*transcript.Question)
		want bool
	}{
		"missed":           {func(*transcript.Question) {}, true},
		"logged":           {func(q *transcript.Question) { q.Logged = true }, false},
		"another tool":     {func(q *transcript.Question) { q.Tool = "mcp__x__AskUserQuestion" }, false},
		"before the hook":  {func(q *transcript.Question) { q.Time = began.Add(-time.Hour) }, false},
		"not answered yet": {func(q *transcript.Question) { q.Outcome = "" }, false},
	} {
		p, ok := Unrecorded(in, status.Inspect(in, target), asked(c.edit))
		if ok != c.want {
			t.Errorf("%s: %v %+v", name, ok, p)
		}
		if ok && (!strings.Contains(p.Message, "1 question in the last week") || !strings.Contains(p.Fix, "--cwd '"+root)) {
			t.Errorf("%s: %+v", name, p)
		}
	}
	found := Examine(context.Background(), Options{Planner: in, Env: os.Environ(), Asked: asked(func(*transcript.Question) {})})
	if !slices.ContainsFunc(found, func(f Finding) bool { return f.ID == "questions-unrecorded" }) {
		t.Errorf("not among %+v", found)
	}
}
