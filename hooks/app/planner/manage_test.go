package planner_test

import (
	"slices"
	"testing"

	"neverask/hooks/app/changes"
	"neverask/hooks/app/install"
	"neverask/hooks/app/planner"
	"neverask/settings"
)

// TestUninstallOfOneScope: what was moved comes back, because where neverask does
// not stay nothing else would run it; and where it stays that is told.
func TestUninstallOfOneScope(t *testing.T) {
	told := func(in *planner.Planner) bool {
		p, err := install.Uninstall(in, in.Target(settings.User, ""))
		if err != nil || string(p.After) != files[".claude/settings.json"] {
			t.Errorf("got %s and %v", p.After, err)
		}
		return slices.ContainsFunc(p.Problems, func(problem planner.Problem) bool { return problem.ID == "back-beside" })
	}
	in := furnished(t)
	if !told(in) {
		t.Error("in two files, and nothing is told")
	}
	story{t, in}.do(install.Uninstall(in, in.Target(settings.Local, "")))
	if told(in) {
		t.Error("it is in one file alone")
	}
}

// TestScopeInTheHomeDirectory: the settings of the project are the person's own.
func TestScopeInTheHomeDirectory(t *testing.T) {
	in := newPlanner(t)
	in.Locations.Dir = in.Locations.Home
	p, err := changes.Undo(in, mustInstall(t, in, nil))
	if err != nil || p.Target.Scope != settings.User {
		t.Errorf("got %q, %v", p.Target.Scope, err)
	}
}
