package installer_test

import (
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"neverask/hooks/app/changes"
	"neverask/hooks/app/install"
	"neverask/hooks/app/installer"
	"neverask/hooks/app/status"
	"neverask/hooks/claude/config"
	"neverask/settings"
	"neverask/settings/musttest"
)

// writes is an edit that makes the whole content of the preferences.
func writes(text string) func(settings.Document) (settings.Document, error) {
	return func(settings.Document) (settings.Document, error) { return settings.Parse([]byte(text)) }
}

func toolRules(tools ...string) string {
	s := `{"version":1,"toolRules":[`
	for i, tool := range tools {
		if i > 0 {
			s += ","
		}
		s += `{"tool":"` + tool + `","act":"ask"}`
	}
	return s + `]}`
}

// TestRulesReplanTheMatcher: an edit of the rules and the entries that follow from it
// are one change, and one undo takes it back.
func TestRulesReplanTheMatcher(t *testing.T) {
	in := newInstaller(t)
	rule := func(tools ...string) installer.Plan {
		t.Helper()
		p, err := install.Rules(in, "rules", func(doc settings.Document) (settings.Document, error) {
			for _, tool := range tools {
				var err error
				if doc, err = doc.Append(settings.Path{"toolRules"}, `{"tool":"`+tool+`","act":"ask"}`); err != nil {
					return doc, err
				}
			}
			return doc, nil
		})
		musttest.Do(t, err)
		return p
	}
	musttest.Do(t, os.MkdirAll(in.Paths.Config, 0o700))
	put(t, in.Paths.Preferences(), toolRules("Bash"))
	if p := rule("Edit"); len(p.Also) > 0 {
		t.Errorf("without the hook: %+v", p.Also)
	}
	target := in.Target(settings.User, "")
	story{t, in}.do(install.Install(in, target, install.Options{What: []config.Installable{config.ToolRuleHook}}))

	if p := rule("Bash|Bash"); len(p.Also) > 0 {
		t.Errorf("for the same tools: %+v", p.Also)
	}
	p := rule("Edit", "mcp__a__*")
	if len(p.Also) != 1 || p.Also[0].Path != target.Path {
		t.Fatalf("%+v", p.Also)
	}
	r := apply(t, in, p, nil)
	matcher := func() string {
		t.Helper()
		b, err := os.ReadFile(target.Path)
		musttest.Do(t, err)
		doc, err := settings.Parse(b)
		musttest.Do(t, err)
		groups, err := config.Read(doc)
		musttest.Do(t, err)
		var found []string
		for _, g := range in.Owner().Groups(groups, config.ToolRuleHook) {
			found = append(found, *g.Matcher)
		}
		return strings.Join(found, " and ")
	}
	if got := matcher(); !strings.HasSuffix(got, "(?:Bash|Edit|mcp__a__.*)$") {
		t.Errorf("the entry fires for %s", got)
	}
	if is := status.Inspect(in, target); is.Of(config.ToolRuleHook).State != status.Whole || slices.ContainsFunc(is.Problems, func(p installer.Problem) bool { return p.ID == "matcher-stale" }) {
		t.Errorf("%+v", is)
	}
	back, err := changes.Undo(in, r)
	apply(t, in, back, err)
	if got := matcher(); got != "Bash" {
		t.Errorf("after undoing, the entry fires for %s", got)
	}
	if b, err := os.ReadFile(in.Paths.Preferences()); err != nil || string(b) != toolRules("Bash") {
		t.Errorf("after undoing: %s, %v", b, err)
	}
	// The last rule takes the entry along.
	story{t, in}.do(install.Rules(in, "rules", writes(`{"version":1}`)))
	if _, err := os.Stat(target.Path); err == nil && matcher() != "" {
		t.Errorf("without rules the entry fires for %s", matcher())
	}
}

func TestRulesThatAreRefused(t *testing.T) {
	in := newInstaller(t)
	if _, err := install.Rules(in, "rules", writes(`{"version":2}`)); err == nil {
		t.Error("preferences of another version are planned")
	}
	refused := errors.New("refused")
	if _, err := install.Rules(in, "rules", func(doc settings.Document) (settings.Document, error) { return doc, refused }); !errors.Is(err, refused) {
		t.Error(err)
	}
}

// TestUndoOfTheFirstRule: the change that made the preferences is taken back under
// later ones. What is left is still preferences.
func TestUndoOfTheFirstRule(t *testing.T) {
	for _, list := range []string{"rules", "toolRules"} {
		t.Run(list, func(t *testing.T) {
			in := newInstaller(t)
			add := func(list, rule string) settings.Receipt {
				t.Helper()
				r, err := in.Store.Update(t.Context(), in.Paths.Preferences(), "rules add", func(doc settings.Document) (settings.Document, error) {
					if !doc.Used() {
						var err error
						if doc, err = doc.Set(settings.Path{"version"}, "1"); err != nil {
							return doc, err
						}
					}
					return doc.Append(settings.Path{list}, rule)
				})
				musttest.Do(t, err)
				return r
			}
			first := add("rules", `{"id":"first"}`)
			add(list, `{"id":"second"}`)
			first.State = settings.Applied
			story{t, in}.undo(first)
			after, err := os.ReadFile(in.Paths.Preferences())
			if err != nil || !strings.Contains(string(after), `"version": 1`) || strings.Contains(string(after), "first") || !strings.Contains(string(after), "second") {
				t.Errorf("left is %s, %v", after, err)
			}
		})
	}
}

// TestUndoBringsNothingTwice: what was taken out and is there again does not come back
// beside itself.
func TestUndoBringsNothingTwice(t *testing.T) {
	for list, item := range map[string]string{"rules": `{"id":"a"}`, "toolRules": `{"id":"a"}`} {
		in := newInstaller(t)
		change := func(op string, f func(doc settings.Document) (settings.Document, error)) settings.Receipt {
			t.Helper()
			r, err := in.Store.Update(t.Context(), in.Paths.Preferences(), op, f)
			musttest.Do(t, err)
			return r
		}
		add := func(doc settings.Document) (settings.Document, error) {
			return doc.Append(settings.Path{list}, item)
		}
		change("add", func(settings.Document) (settings.Document, error) {
			return settings.Parse([]byte(`{"version":1,"` + list + `":[` + item + `]}`))
		})
		removed := change("rm", func(doc settings.Document) (settings.Document, error) {
			return doc.Delete(settings.Path{list, "0"})
		})
		again := change("add", add)
		if _, err := changes.Undo(in, removed); !errors.Is(err, settings.ErrInTheWay) {
			t.Errorf("%s: %v", list, err)
		}
		story{t, in}.undo(again)
		story{t, in}.undo(removed)
	}
}
