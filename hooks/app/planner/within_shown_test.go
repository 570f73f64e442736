package planner_test

import (
	"testing"

	"neverask/hooks/app/install"
	"neverask/hooks/app/planner"
	"neverask/hooks/claude/config"
	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/question"
	"neverask/settings"
	"neverask/settings/musttest"
)

// TestWithin: a plan that is made again does only what was shown, or is another plan.
func TestWithin(t *testing.T) {
	rule := func(s story, text string) func() (planner.Plan, error) {
		book := preferences.Open(s.in.Paths.Preferences(), s.in.Store, s.in.Now)
		r := question.Rule{Match: question.Match{Text: text}, Mode: question.NeverAsk, Answer: question.Answer{Label: "Yes"}}
		return func() (planner.Plan, error) { return install.Rules(s.in, "rules add", book.Adding(&r, "test")) }
	}
	installing := func(s story, what ...config.Installable) func() (planner.Plan, error) {
		return func() (planner.Plan, error) {
			return install.Install(s.in, s.in.Target(settings.User, ""), install.Options{What: what})
		}
	}
	for name, c := range map[string]struct {
		installed bool
		plan      func(s story) func() (planner.Plan, error)
		other     func(s story)
		want      bool
	}{
		"nothing has happened":                    {false, func(s story) func() (planner.Plan, error) { return installing(s) }, func(story) {}, true},
		"a rule beside the first one":             {false, func(s story) func() (planner.Plan, error) { return rule(s, "a?") }, func(s story) { s.do(rule(s, "b?")()) }, true},
		"the same rule":                           {false, func(s story) func() (planner.Plan, error) { return rule(s, "a?") }, func(s story) { s.do(rule(s, "a?")()) }, true},
		"an install of the same":                  {false, func(s story) func() (planner.Plan, error) { return installing(s) }, func(s story) { s.do(installing(s)()) }, true},
		"an uninstall of more than was shown":     {true, func(s story) func() (planner.Plan, error) { return s.uninstalling() }, func(s story) { s.do(installing(s, config.QuestionHooks, config.ActivityRecording)()) }, false},
		"an uninstall after a part was taken out": {true, func(s story) func() (planner.Plan, error) { return s.uninstalling() }, func(s story) { s.drop(settings.User, settings.Path{"permissions"}) }, true},
	} {
		t.Run(name, func(t *testing.T) {
			s := withPair(t, settings.Project)
			if c.installed {
				s.do(installing(s)())
			}
			plan := c.plan(s)
			shown, err := plan()
			musttest.Do(t, err)
			c.other(s)
			again, err := plan()
			musttest.Do(t, err)
			if got := again.Within(shown); got != c.want {
				t.Errorf("got %v\n%+v\n%+v", got, shown.Edits, again.Edits)
			}
		})
	}
}

func (s story) uninstalling() func() (planner.Plan, error) {
	return func() (planner.Plan, error) { return install.Uninstall(s.in, s.in.Target(settings.User, "")) }
}
