package installer

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"neverask/hooks/claude/config"
	"neverask/hooks/thirdparty/conflict"
	"neverask/settings"
)

// TestConsequences: what is said of a change is computed from what there is after
// it, not from what it was meant to do.
func TestConsequences(t *testing.T) {
	in := newInstaller(t)
	user, local := in.Target(settings.User, ""), in.Target(settings.Local, "")
	put := func(path, content string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	apply := func(p Plan, err error) Plan {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := in.Apply(context.Background(), p); err != nil {
			t.Fatal(err)
		}
		return p
	}
	says := func(p Plan, now Review, want ...ConsequenceID) {
		t.Helper()
		var got []ConsequenceID
		for _, c := range in.Consequences(p, now, 0) {
			got = append(got, c.ID)
		}
		if !slices.Equal(got, want) {
			t.Errorf("got %v, want %v", got, want)
		}
	}
	says(apply(in.Install(user, Options{})), Review{}, NoRules, Seen)
	put(in.Paths.Preferences(), `{"version": 1, "rules": [{"id": "a", "match": {"header": "Tests"}, "mode": "never-ask", "answer": "recommended"}]}`)
	blocked := Review{Switches: []config.Switch{{Name: "disableAllHooks", Blocks: true}}}
	added := apply(in.Install(local, Options{}))
	says(added, blocked, SwitchedOff, Seen)
	if c := in.Consequences(added, Review{}, 2); len(c) != 2 || c[0].ID != Suggested {
		t.Errorf("with suggestions: %v", c)
	}
	says(apply(in.Uninstall(local)), blocked, SwitchedOff, StillInstalled, Seen)

	other := conflict.Conflict{Verdict: conflict.Answers}
	other.Hook.Handler.Type, other.Hook.Handler.Command = "command", "~/bin/auto_answer.py --all"
	there := Review{Conflicts: []conflict.Conflict{{Verdict: conflict.Silent}, other}}
	removed := apply(in.Uninstall(user))
	says(removed, there, AnsweredByThem, Seen)
	if c := in.Consequences(removed, there, 0)[0]; c.Text != "without neverask, auto_answer.py --all answers questions. Your preferences stay" {
		t.Error(c.Text)
	}
	says(removed, Review{}, AskedAgain, Seen)
	other.Verdict = conflict.Unknown
	says(removed, Review{Conflicts: []conflict.Conflict{other}}, AnsweredByThem, Seen)

	edit := func(text string) Plan {
		return apply(in.Rules("rules", func(doc settings.Document) (settings.Document, error) {
			return doc.Append(settings.Path{"toolRules"}, text)
		}))
	}
	says(edit(`{"tool":"Bash","act":"ask"}`), Review{}, NotInForce)
	in.RuleMatcher = func() (string, error) { return "Bash", nil }
	says(apply(in.Install(user, Options{Packs: []config.Pack{config.Rules}})), Review{}, Seen)
	says(edit(`{"tool":"Bash","act":"deny"}`), Review{})
	says(apply(in.Uninstall(user)), Review{}, NotInForce, Seen)
}
