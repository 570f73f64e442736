package planner_test

import (
	"errors"
	"fmt"
	"testing"

	"neverask/hooks/app/changes"
	"neverask/hooks/app/conflicts"
	"neverask/hooks/app/install"
	"neverask/hooks/app/planner"
	"neverask/settings"
)

// purges holds that nothing parked keeps a purge from deleting everything.
func (s story) purges() {
	s.t.Helper()
	if _, err := install.PlanPurge(s.in, false); err != nil {
		s.t.Error(err)
	}
}

// TestPartOfAParkedGroupIsBack: another program has put back one hook of a parked group. The other is listed, and
// restored beside it, and then nothing is left to restore or to lose.
func TestPartOfAParkedGroupIsBack(t *testing.T) {
	const (
		one   = `{"type": "command", "command": "~/h/answer.sh"}`
		other = `{"type": "command", "command": "~/h/deny.sh", "timeout": 20}`
	)
	for name, test := range map[string]struct {
		back    string
		missing string // the one command that is still parked
	}{
		"the first": {one, deny}, "the second": {other, answer}, "both": {one + ", " + other, ""}, "in another order": {other + ", " + one, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := withPair(t, settings.User)
			parked := s.do(conflicts.Park(s.in, s.hook(answer), true))
			s.put(settings.User, fmt.Sprintf(`{"hooks": {"PreToolUse": [{"matcher": "AskUserQuestion|Edit", "hooks": [%s]}]}}`, test.back))
			if test.missing == "" {
				s.parked(0)
			} else {
				if p := s.parked(1)[0]; len(p.Handlers) != 1 || p.Handlers[0].Command != test.missing {
					t.Errorf("parked is %+v", p.Handlers)
				}
				if _, err := install.PlanPurge(s.in, false); err == nil {
					t.Error("a parked hook would be lost")
				}
				if _, err := changes.Undo(s.in, parked); !errors.Is(err, planner.ErrPartlyBack) {
					t.Errorf("undo says %v", err)
				}
				s.unpark(1)
				s.parked(0)
			}
			s.once()
			s.purges()
		})
	}
}

// TestParkedAgain: a hook of a parked group that another program has put back, and that is parked again, is kept once.
func TestParkedAgain(t *testing.T) {
	for first, name := range []string{"the group first", "the hook first"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := withPair(t, settings.User)
			s.do(conflicts.Park(s.in, s.hook(answer), true))
			s.put(settings.User, pair)
			s.drop(settings.User, settings.Path{"hooks", "PreToolUse", "0", "hooks", "1"})
			s.park(answer)
			parked := s.parked(2)
			if n := planner.CountParked(parked); n != 2 {
				t.Errorf("%d hooks are parked", n)
			}
			s.do(conflicts.Unpark(s.in, parked[first]))
			s.unpark(1)
			s.parked(0)
			s.once()
			s.purges()
		})
	}
}

// TestParkedWhileNarrowed: a hook parked while it is narrowed is the same hook when it is back with the matcher from
// before, whoever has put it back.
func TestParkedWhileNarrowed(t *testing.T) {
	for name, back := range map[string]func(story, string){
		"restored, then uninstalled":        func(s story, _ string) { s.unpark(1); s.uninstall(settings.User) },
		"uninstalled, then restored":        func(s story, _ string) { s.uninstall(settings.User); s.unpark(1) },
		"put back narrowed, uninstalled":    func(s story, narrowed string) { s.put(settings.User, narrowed); s.uninstall(settings.User) },
		"uninstalled, put back as it was":   func(s story, _ string) { s.uninstall(settings.User); s.put(settings.User, pair) },
		"put back as it was, uninstalled":   func(s story, _ string) { s.put(settings.User, pair); s.uninstall(settings.User) },
		"uninstalled, and restored by undo": func(s story, _ string) { p := s.parked(1)[0]; s.uninstall(settings.User); s.undo(p.Receipt) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := withNarrowed(t)
			narrowed := s.text(settings.User)
			s.park(deny)
			back(s, narrowed)
			s.parked(0)
			s.once()
			s.purges()
		})
	}
}
