package planner_test

import (
	"errors"
	"os"
	"strings"
	"testing"

	"neverask/hooks/app/install"
	"neverask/settings"
	"neverask/settings/musttest"
)

// writes returns an edit that makes the whole content of the preferences.
func writes(text string) func(settings.Document) (settings.Document, error) {
	return func(settings.Document) (settings.Document, error) { return settings.Parse([]byte(text)) }
}

func TestRulesThatAreRefused(t *testing.T) {
	in := newPlanner(t)
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
			in := newPlanner(t)
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
