package installer_test

import (
	"slices"
	"testing"

	"neverask/hooks/app/changes"
	"neverask/hooks/app/handlers"
	"neverask/hooks/app/install"
	"neverask/hooks/app/installer"
	"neverask/hooks/thirdparty/conflict"
	"neverask/settings"
)

// TestParkedWhileNarrowed: a hook that was narrowed, parked, and is put back after
// neverask has left, runs at questions again as it did.
func TestParkedWhileNarrowed(t *testing.T) {
	for name, back := range map[string]func(*installer.Installer, settings.Receipt) (installer.Plan, error){
		"undo": changes.Undo,
		"unpark": func(in *installer.Installer, r settings.Receipt) (installer.Plan, error) {
			parked, err := in.Parked()
			if err != nil || len(parked) != 1 || parked[0].Receipt.ID != r.ID {
				t.Fatalf("got %+v, %v", parked, err)
			}
			return handlers.Unpark(in, parked[0])
		},
	} {
		t.Run(name, func(t *testing.T) {
			in := newInstaller(t)
			mustInstall(t, in, choose(review(t, in), always(conflict.Narrow)))
			for _, h := range in.Sources(nil, nil).Hooks() {
				if h.Handler.Command != "~/h/answer.sh post" {
					continue
				}
				r := story{t, in}.do(handlers.Park(in, h, false))
				mustUninstall(t, in)
				story{t, in}.do(back(in, r))
			}
			for _, h := range in.Sources(nil, nil).Hooks() {
				if h.Handler.Command == "~/h/answer.sh post" {
					if h.Group.Matcher != nil {
						t.Errorf("its matcher is %s", *h.Group.Matcher)
					}
					return
				}
			}
			t.Error("it is not back")
		})
	}
}

// TestUninstallOfOneScope: what was moved comes back, because where neverask does
// not stay nothing else would run it; and where it stays that is told.
func TestUninstallOfOneScope(t *testing.T) {
	told := func(in *installer.Installer) bool {
		p, err := install.Uninstall(in, in.Target(settings.User, ""))
		if err != nil || string(p.After) != files[".claude/settings.json"] {
			t.Errorf("got %s and %v", p.After, err)
		}
		return slices.ContainsFunc(p.Problems, func(problem installer.Problem) bool { return problem.ID == "back-beside" })
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
	in := newInstaller(t)
	in.Locations.Dir = in.Locations.Home
	p, err := changes.Undo(in, mustInstall(t, in, nil))
	if err != nil || p.Target.Scope != settings.User {
		t.Errorf("got %q, %v", p.Target.Scope, err)
	}
}
