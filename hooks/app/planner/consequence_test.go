package planner_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"neverask/hooks"
	"neverask/hooks/app/conflicts"
	"neverask/hooks/app/install"
	"neverask/hooks/app/planner"
	"neverask/hooks/app/status"
	"neverask/hooks/claude/client"
	"neverask/hooks/claude/config"
	"neverask/hooks/others/conflict"
	"neverask/settings"
	"neverask/settings/musttest"
)

// TestConsequences: what is said of a change is computed from what there is after
// it, not from what it was meant to do.
func TestConsequences(t *testing.T) {
	in := newPlanner(t)
	user, local := in.Target(settings.User, ""), in.Target(settings.Local, "")
	put := func(path, content string) {
		t.Helper()
		musttest.Do(t, os.MkdirAll(filepath.Dir(path), 0o700))
		put(t, path, content)
	}
	apply := func(p planner.Plan, err error) planner.Plan {
		t.Helper()
		musttest.Do(t, err)
		if _, err := in.Apply(context.Background(), p); err != nil {
			t.Fatal(err)
		}
		return p
	}
	says := func(p planner.Plan, now conflicts.Review, want ...status.ConsequenceID) {
		t.Helper()
		var got []status.ConsequenceID
		for _, c := range status.Consequences(in, p, now, 0) {
			got = append(got, c.ID)
		}
		if !slices.Equal(got, want) {
			t.Errorf("got %v, want %v", got, want)
		}
	}
	first := apply(install.Install(in, user, install.Options{}))
	says(first, conflicts.Review{}, status.NoRules, status.Seen)
	decides := func(command string, effects ...conflict.Effect) (c conflict.Conflict) {
		c.Verdict, c.Effects = effects[0].Verdict(), effects
		c.Hook.Handler.Type, c.Hook.Handler.Command = "command", command
		return c
	}
	answers, denies := decides("~/bin/a", conflict.Effect{Decision: hooks.Allow, Input: conflict.Answered}), decides("~/bin/b", conflict.Effect{Decision: hooks.Deny})
	for want, now := range map[string]conflicts.Review{
		"no rules yet, and ~/bin/b and ~/bin/c deny questions": {Conflicts: []conflict.Conflict{denies, decides("~/bin/c", conflict.Effect{Decision: hooks.Deny})}},
		"no rules yet, and ~/bin/b denies questions":           {Conflicts: []conflict.Conflict{answers, denies}},
		"no rules yet, and ~/bin/b denies questions, ~/bin/c denies some of them": {
			Conflicts: []conflict.Conflict{denies, decides("~/bin/c", conflict.Effect{Decision: hooks.Deny}, conflict.Effect{})},
		},
		"no rules yet, and ~/bin/c stops Claude at some questions": {Conflicts: []conflict.Conflict{decides("~/bin/c", conflict.Effect{Stops: true}, conflict.Effect{})}},
		"no rules yet, and ~/bin/c stops Claude at questions":      {Conflicts: []conflict.Conflict{decides("~/bin/c", conflict.Effect{Stops: true})}},
	} {
		if c := status.Consequences(in, first, now, 0)[0]; c.ID != status.Contested || c.Text != want {
			t.Errorf("%q, not %q", c.Text, want)
		}
	}
	put(in.Paths.Preferences(), `{"version": 1, "rules": [{"id": "a", "match": {"header": "Tests"}, "mode": "never-ask", "answer": "recommended"}]}`)
	blocked := conflicts.Review{Sources: config.Sources{Switches: []config.Switch{{Name: "disableAllHooks", Blocks: true}}}}
	added := apply(install.Install(in, local, install.Options{}))
	says(added, blocked, status.SwitchedOff, status.Seen)
	if c := status.Consequences(in, added, conflicts.Review{}, 2); len(c) != 2 || c[0].ID != status.Suggested {
		t.Errorf("with suggestions: %v", c)
	}
	says(apply(install.Uninstall(in, local)), blocked, status.SwitchedOff, status.StillInstalled, status.Seen)

	other := conflict.Conflict{Verdict: conflict.Answers}
	other.Hook.Handler.Type, other.Hook.Handler.Command = "command", "~/bin/auto_answer.py --all"
	there := conflicts.Review{Conflicts: []conflict.Conflict{{Verdict: conflict.Silent}, other}}
	removed := apply(install.Uninstall(in, user))
	says(removed, there, status.AnsweredByThem, status.Seen)
	if c := status.Consequences(in, removed, there, 0)[0]; c.Text != "~/bin/auto_answer.py --all answers questions. Your rules are kept" {
		t.Error(c.Text)
	}
	says(removed, conflicts.Review{}, status.AskedAgain, status.Seen)
	for text, is := range map[string]client.Found{"was not found": {}, "picks up": {Program: "claude"}} {
		if c := status.Consequences(in, removed, conflicts.Review{Client: is}, 0)[1]; !strings.Contains(c.Text, text) {
			t.Errorf("%v: %s", is, c.Text)
		}
	}
	other.Verdict = conflict.Unknown
	says(removed, conflicts.Review{Conflicts: []conflict.Conflict{other}}, status.AnsweredByThem, status.Seen)

	edit := func(text string) planner.Plan {
		return apply(install.Rules(in, "rules", func(doc settings.Document) (settings.Document, error) {
			return doc.Append(settings.Path{"toolRules"}, text)
		}))
	}
	says(edit(`{"tool":"Bash","act":"ask"}`), conflicts.Review{}, status.NotInForce)
	in.Needs = func() (config.Needs, error) { return config.Needs{Matcher: "Bash"}, nil }
	says(apply(install.Install(in, user, install.Options{What: []config.Installable{config.ToolRuleHook}})), conflicts.Review{}, status.Seen)
	says(edit(`{"tool":"Bash","act":"deny"}`), conflicts.Review{})
	says(apply(install.Uninstall(in, user)), conflicts.Review{}, status.Seen)
	put(user.Path, "{")
	says(edit(`{"tool":"Bash","act":"ask"}`), conflicts.Review{}, status.Unreadable)
}
