package hookstate

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"neverask/hooks"
	"neverask/hooks/app/conflicts"
	"neverask/hooks/app/planner"
	"neverask/hooks/app/status"
	"neverask/hooks/app/trial"
	"neverask/hooks/claude/config"
	"neverask/hooks/others/conflict"
	"neverask/tui/kit"
	"neverask/tui/kit/kittest"
)

// hook returns a conflict with a hook in one of the person's files.
func hook(command string, s conflict.Severity, v conflict.Verdict) conflict.Conflict {
	c := conflict.Conflict{ID: command, Verdict: v, Outcome: conflict.Outcome{Severity: s}}
	c.Hook.Handler.Type, c.Hook.Handler.Command = "command", command
	c.Hook.Group.Event = string(hooks.EventPreToolUse)
	return c
}

// TestSeverityTexts: each severity has a sign and a word of its own, and the badge of several hooks counts them with
// the worst in front.
func TestSeverityTexts(t *testing.T) {
	for _, tt := range []struct {
		severities []conflict.Severity
		one, all   string
	}{
		{[]conflict.Severity{conflict.Blocks}, "✗ blocks", "✗ 1 hook in the way"},
		{[]conflict.Severity{conflict.Races}, "▲ races", "▲ 1 hook in the way"},
		{[]conflict.Severity{conflict.Slows}, "△ slows", "△ 1 hook in the way"},
		{[]conflict.Severity{conflict.Info}, "· info", "· 1 hook in the way"},
		{[]conflict.Severity{conflict.Blocks, conflict.Blocks}, "✗ blocks", "✗ 2 hooks in the way"},
		{[]conflict.Severity{conflict.Blocks, conflict.Races, conflict.Races}, "✗ blocks", "✗ 1 hook and ▲ 2 in the way"},
	} {
		var open []conflict.Conflict
		for _, s := range tt.severities {
			open = append(open, hook("x", s, conflict.Unknown))
		}
		one, all := SeverityBadge(tt.severities[0]), OpenBadge(open)
		if got := one.Sign + " " + one.Word; got != tt.one {
			t.Errorf("%v: one is %q, want %q", tt.severities, got, tt.one)
		}
		if got := all.Sign + " " + all.Word; got != tt.all {
			t.Errorf("%v: all are %q, want %q", tt.severities, got, tt.all)
		}
	}
}

// TestThirdPartyTexts: what other hooks do with questions is said whatever they are, and under "in the way" only of
// those that are.
func TestThirdPartyTexts(t *testing.T) {
	later := hook("/home/me/ok", conflict.Races, conflict.Answers)
	later.Hook.Group.Event = string(hooks.EventPermissionRequest)
	for name, tt := range map[string]struct {
		found             []conflict.Conflict
		contested, theirs string
	}{
		"none":    {nil, "", ""},
		"denies":  {[]conflict.Conflict{hook("/home/me/no\x1b[2J", conflict.Blocks, conflict.Denies)}, "~/no", "~/no"},
		"later":   {[]conflict.Conflict{later}, "~/ok answers questions that no rule answers", "~/ok answers questions that no rule answers"},
		"no harm": {[]conflict.Conflict{hook("log", conflict.Info, conflict.Rewrites)}, "", "log changes questions"},
		"two": {[]conflict.Conflict{hook("a", conflict.Blocks, conflict.Denies), hook("b", conflict.Blocks, conflict.Denies)},
			"a and b deny questions", "a and b deny questions"},
	} {
		o := &ThirdParty{Found: &Review{conflicts.Review{Conflicts: tt.found}}}
		contested, count := o.Contested("/home/me", true)
		theirs := o.Theirs("/home/me", true)
		if !strings.HasPrefix(contested, tt.contested) || (contested == "") != (tt.contested == "") || !strings.HasPrefix(theirs, tt.theirs) {
			t.Errorf("%s: %q and %q, want %q and %q", name, contested, theirs, tt.contested, tt.theirs)
		}
		if (count.Word == "") != (tt.contested == "") || strings.Contains(contested+theirs, "\x1b") {
			t.Errorf("%s: counted as %q: %q", name, count.Word, contested+theirs)
		}
	}
	unread := &ThirdParty{}
	if what, count := unread.Contested("", true); what+count.Word+unread.Theirs("", true) != "" || unread.Open() != nil {
		t.Error("something is said before anything was read")
	}
}

// TestFindingTexts: a file that cannot be used says where and what helps.
func TestFindingTexts(t *testing.T) {
	st := kit.Themes()[0].Styles(true)
	for _, tt := range []struct {
		config.Finding
		want []string
	}{
		{config.Finding{File: "/home/me/s.json", Line: 3, Col: 7, Msg: "not JSON\x1b", Hint: "see /home/me/s.json"},
			[]string{"✗ broken", "not JSON", "~/s.json:3:7", "→ see ~/s.json"}},
		{config.Finding{File: "/etc/x.json", Msg: "cannot be read"}, []string{"✗ broken", "cannot be read", "/etc/x.json"}},
	} {
		got := ansi.Strip(strings.Join(FindingRows("/home/me", tt.Finding, 60, st), "\n"))
		for _, want := range tt.want {
			if !strings.Contains(got, want) {
				t.Errorf("%q is missing:\n%s", want, got)
			}
		}
		if strings.Contains(got, "→") != (tt.Hint != "") || strings.Contains(got, "\x1b") {
			t.Errorf("with hint %q:\n%s", tt.Hint, got)
		}
	}
}

// TestConsentTexts: all that is agreed to is shown exactly, also what elsewhere is hidden.
func TestConsentTexts(t *testing.T) {
	st := kit.Themes()[0].Styles(true)
	p := trial.Plan{Command: "guard --token s3cr3t\x1b[2J", File: "/home/me/s.json", Line: 7, Dir: "/home/me/shop", LimitMS: 10_000}
	p.Call.Event = hooks.EventPreToolUse
	for shell, says := range map[string]string{"": "none: the program is started directly", "/bin/sh": "/bin/sh"} {
		p.Shell = shell
		got := ansi.Strip(strings.Join(testRows("/home/me", p, "a question", 200, 40, st), "\n"))
		for _, want := range []string{"--token s3cr3t", says, "~/s.json:7", "PreToolUse", "a question", "~/shop", "10 s", "be undone"} {
			if !strings.Contains(got, want) {
				t.Errorf("%q is missing:\n%s", want, got)
			}
		}
		if strings.Contains(got, "\x1b") {
			t.Errorf("it clears the screen: %q", got)
		}
	}
}

// backend has two targets and what was made of them.
type backend struct {
	of     map[string]status.Status
	review conflicts.Review
	err    error
}

func (b *backend) Targets() []planner.Target { return []planner.Target{{Path: "/a"}, {Path: "/b"}} }
func (b *backend) Inspect(t planner.Target) status.Status {
	s := b.of[t.Path]
	s.Target = t
	return s
}
func (b *backend) Unable() map[config.Installable]string {
	return map[config.Installable]string{config.QuestionHooks: "hooks are turned off"}
}
func (b *backend) Review(context.Context, conflicts.Options) (conflicts.Review, error) {
	return b.review, b.err
}

// counting returns a model, and how many readings it has handed to the places.
func counting(t *testing.T) (m *kit.Model, n *int) {
	t.Helper()
	m, n = &kit.Model{Home: "/home/me", Now: func() time.Time { return kittest.Noon }}, new(int)
	kittest.Show(t, m, kittest.Blank{}, func(msg tea.Msg) (tea.Cmd, bool) {
		switch msg.(type) {
		case InspectedMsg, FoundMsg:
			*n++
		}
		return nil, true
	}, 80, 24)
	return m, n
}

// TestInstallStates: what the settings files have, and which of them is broken, is read from all of them.
func TestInstallStates(t *testing.T) {
	question := status.Status{
		Presences: []status.Presence{{What: config.QuestionHooks, State: status.Whole}},
		Hook:      planner.BinaryState{Path: "/bin/neverask-hook"},
	}
	broken := status.Status{ByHand: true, Problems: []planner.Problem{{ID: "settings-unreadable", Line: 3, Col: 5}}}
	for name, tt := range map[string]struct {
		of          map[string]status.Status
		has, broken bool
	}{
		"nothing":                {nil, false, false},
		"installed in one":       {map[string]status.Status{"/b": question}, true, false},
		"the other one broken":   {map[string]status.Status{"/a": broken, "/b": question}, true, true},
		"broken, none installed": {map[string]status.Status{"/b": broken}, false, true},
	} {
		m, n := counting(t)
		i := NewInstalls(&backend{of: tt.of})
		late := i.Load()
		i.Load()().(InspectedMsg).Take(m)
		late().(InspectedMsg).Take(m)
		if *n != 1 || len(i.Statuses) != 2 || i.Unable[config.QuestionHooks] == "" {
			t.Errorf("%s: %d messages, %+v", name, *n, i)
		}
		if i.Has(config.QuestionHooks) != tt.has || i.Has(config.ToolRuleHook) {
			t.Errorf("%s: has the question hooks: %v", name, !tt.has)
		}
		if slices.ContainsFunc(i.Statuses, Installed) != tt.has {
			t.Errorf("%s: installed otherwise", name)
		}
		if b := i.Broken(); (b != nil) != tt.broken || b != nil && (b.Line != 3 || b.Col != 5 || !b.ByHand) {
			t.Errorf("%s: broken is %+v", name, b)
		}
		for command, ours := range map[string]bool{"/bin/neverask-hook": tt.has, "/bin/other": false, "": false} {
			if i.Ours(config.Handler{Type: "command", Command: command}) != ours {
				t.Errorf("%s: %q is ours: %v", name, command, !ours)
			}
		}
	}
}

// layer shows hooks until there are none.
type layer struct {
	kit.Layer
	left bool
}

func (l *layer) Freshen() bool { return l.left }

// TestReviewStates: the newest review counts, the worst first, an error keeps what is known, and layers without hooks
// close.
func TestReviewStates(t *testing.T) {
	b := &backend{review: conflicts.Review{
		Conflicts: []conflict.Conflict{
			hook("slow", conflict.Slows, conflict.Silent), hook("log", conflict.Info, conflict.Silent),
			hook("race", conflict.Races, conflict.Answers), hook("no", conflict.Blocks, conflict.Denies),
		},
		Sources: config.Sources{Switches: []config.Switch{{Name: "a"}, {Name: "b", Blocks: true}}},
	}}
	m, n := counting(t)
	o := NewThirdParty(b)
	m.Layers = []kit.Shown{{}, {Layer: &layer{left: true}}, {Layer: &layer{}}, {}}
	if _, ok := o.Conflict("no"); ok || o.Open() != nil {
		t.Error("a conflict is known before anything was read")
	}
	late := o.Load()
	o.Load()().(FoundMsg).Take(m)
	newest := o.Found
	late().(FoundMsg).Take(m)
	if o.Found != newest || *n != 2 || len(m.Layers) != 2 {
		t.Errorf("%d messages, %d layers", *n, len(m.Layers))
	}
	var order []string
	for _, c := range o.Found.Conflicts {
		order = append(order, c.ID)
	}
	if !slices.Equal(order, []string{"no", "race", "slow", "log"}) || len(o.Open()) != 2 {
		t.Errorf("in the order %v, %d open", order, len(o.Open()))
	}
	if s := o.Found.Blocking(); len(s) != 1 || s[0].Name != "b" {
		t.Errorf("blocking: %+v", s)
	}
	if c, ok := o.Conflict("race"); !ok || c.ID != "race" {
		t.Errorf("found %+v", c)
	}
	if _, ok := o.Conflict("gone"); ok {
		t.Error("found one that is not there")
	}
	b.err = errors.New("unreadable")
	o.Load()().(FoundMsg).Take(m)
	if o.Err == nil || o.Found != newest {
		t.Error("an error is not kept beside what is known")
	}
	late = o.Load()
	b.err = nil
	o.Keep(Review{conflicts.Review{Conflicts: []conflict.Conflict{hook("only", conflict.Info, conflict.Silent)}}})
	late().(FoundMsg).Take(m)
	if len(o.Found.Conflicts) != 1 || o.Err != nil {
		t.Error("a review that was under way replaces a newer one")
	}
}
