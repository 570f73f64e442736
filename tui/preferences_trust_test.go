package tui

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/question"
	"neverask/tui/kit"
	"neverask/tui/proposal"
)

// trusted is what is accepted now.
func (d *driver) trusted() []question.Trusted {
	d.T.Helper()
	p, problems, err := preferences.Open(d.f.Root+rulesFile, d.f.In.Store, nil).Read()
	if err != nil || len(problems) > 0 {
		d.T.Fatal(err, problems)
	}
	return p.Trusted
}

func TestAcceptingIsOneChange(t *testing.T) {
	d := driverWith(t, proposed, 80, 24)
	before := d.f.Get(rulesFile)
	d.Keys("2", "P", "G", "a", "enter")
	d.Sees("What ~/work/shop proposes") // an enter alone means no
	d.Keys("a", "n", "a", "esc", "a", "left", "right", "enter")
	if got := d.f.Get(rulesFile); got != before {
		t.Fatalf("accepted without a yes:\n%s", got)
	}
	d.Keys("enter", "down", "enter")
	d.Sees("8 rules, 3 of them from projects", "accepted what ~/work/shop proposes")
	if got := d.trusted(); len(got) != 1 || got[0].Content != teamRules || got[0].Project != shop {
		t.Fatalf("%+v", got)
	}
	after := d.f.Get(rulesFile)
	d.Keys("z")
	d.Sees("undone: accept rules of a project", "proposes 3 rules")
	if got := d.f.Get(rulesFile); got != before {
		t.Errorf("not taken back:\n%s", got)
	}
	d.Keys("Z")
	if got := d.f.Get(rulesFile); got != before {
		t.Fatalf("accepted again without a yes:\n%s", got)
	}
	d.Keys("enter", "y", "enter")
	if got := d.f.Get(rulesFile); got != after {
		t.Errorf("not made again:\n%s", got)
	}
	d.Keys("G", "d", "enter", "d", "y")
	d.Sees("deleted the rules of ~/work/shop", "proposes 3 rules")
	if got := d.trusted(); len(got) > 0 {
		t.Errorf("not forgotten: %+v", got)
	}
}

// Nothing is accepted but what was shown, and to its end.
func TestOnlyWhatWasShownIsAccepted(t *testing.T) {
	long := strings.Replace(teamRules, "{\n", "{\n"+strings.Repeat("\n", 100), 1)
	d := driverWith(t, func(f *fake) { puts(f, long) }, 80, 24)
	d.Keys("2", "P", "a")
	d.Sees("read to the end before you accept")
	d.Keys("y", "enter")
	if len(d.trusted()) > 0 {
		t.Fatal("accepted before it was seen")
	}

	// The question is open when the file changes.
	d.Keys("G", "a")
	d.Sees("Accept exactly this?")
	puts(d.f, teamRules)
	d.Tick()
	d.SeesNot("Accept exactly this?")
	d.Sees("changed in the meantime")
	d.Keys("y", "enter")
	if len(d.trusted()) > 0 {
		t.Fatal("accepted what was not shown")
	}

	// It changes, and the screen does not know yet.
	d.Keys("G", "a")
	puts(d.f, strings.Replace(teamRules, `"Yes"`, `"No"`, 1))
	d.Keys("y")
	if got := d.trusted(); len(got) != 1 || got[0].Content != teamRules {
		t.Fatalf("not what was shown: %+v", got)
	}
	d.Sees("has changed its proposal")

	// What cannot be accepted has no key for it.
	puts(d.f, "{")
	d.Tick()
	d.Keys("P")
	d.Sees("✗ problem: 1:2")
	if d.Helps("a") || !d.Helps("d") {
		t.Error(d.Screen())
	}
	if err := os.Remove(d.f.Root + proposalFile); err != nil {
		t.Fatal(err)
	}
	d.Tick()
	d.Sees("no longer proposes anything", "What you accepted")
	if d.Helps("a") {
		t.Error(d.Screen())
	}
}

// Claude must not say the yes of the person, in its own session.
func TestNoYesInASession(t *testing.T) {
	f := life(t)
	changedOutside(f)
	changed(f)
	before := f.Get(rulesFile)
	d := newDriver(t, f, 80, 24)
	o := options(f)
	o.Environ = []string{"CLAUDECODE=1"}
	d.m.state.InSession = newShell(o).state.InSession
	d.Keys("2", "P", "G", "a", "y", "enter")
	d.Keys("g")
	d.Sees("only you can")
	d.Keys("esc", "c", "c")
	if f.Get(rulesFile) != before || len(f.FromOutside) == 0 {
		t.Error("accepted or confirmed in a session of Claude Code")
	}
}

// Keys that would change a rule of one's own do nothing to one of a project.
func TestRulesOfProjectsAreReadOnly(t *testing.T) {
	d := driverWith(t, accepted, 120, 40)
	before := d.f.Get(rulesFile)
	d.Keys("2", "G", "space", "e", "J", "K", "k", "k", "K", "k", "J")
	if got := d.f.Get(rulesFile); got != before {
		t.Errorf("got:\n%s", got)
	}
	d.Sees("8 rules, 3 of them from projects")
}

// The rules of two projects with the same ID are told apart.
func TestRulesOfTwoProjects(t *testing.T) {
	d := driverWith(t, func(f *fake) {
		elsewhere(f)
		for hours, dir := range map[int]string{1: "/work/shop", 2: "/work/shop/sub", 3: "/work/blog", 4: "/work/shopping"} {
			q := asked(hours, "", "Push to main?", "Yes", "Yes", "No")
			q.By, q.Rule, q.Project = transcript.Neverask, "project/push", home+dir
			f.Questions = append(f.Questions, q)
		}
		slices.SortStableFunc(f.Questions, func(a, b transcript.Question) int { return a.Time.Compare(b.Time) })
	}, 140, 40)
	d.Keys("2", "G")
	d.Sees("used       1×, last 3h ago")
	d.Sees("│  where      ~/work/blog", "▲ refused: ~/work/blog")
	d.Keys("k", "k", "k")
	d.Sees("│  where      ~/work/shop", "used       2×, last 1h ago")
	d.Keys("3", "/", "p", "u", "s", "h", "enter", "j", "j", "enter")
	d.Sees("by the rule project/push of ~/work/blog")
	if d.Helps("!") {
		t.Error("a rule of a project could be made to ask:", d.Screen())
	}
	d.Keys("x")
	d.Sees("│  where      ~/work/blog")
	d.Keys("k", "k", "k", "d", "y")
	if got := d.trusted(); len(got) != 1 || got[0].Project != home+"/work/blog" {
		t.Errorf("%+v", got)
	}
}

// Random keys accept nothing without the review and the question having been
// shown, and then exactly that.
func TestRandomKeysAcceptNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("presses thousands of keys")
	}
	t.Parallel()
	names := strings.Fields("1 2 2 P P P a enter y y G G d n enter enter esc j k g pgdown left right down up z Z r ? 3 tab c s")
	contents := []string{teamRules, strings.Replace(teamRules, "Yes", "No", 1), "{", strings.Replace(teamRules, "\n", strings.Repeat("\n", 60), 1), ""}
	acceptances := 0
	for seed := range *randomSeeds {
		r := rand.New(rand.NewPCG(seed, 3))
		f := life(t)
		f.Advised = nil
		puts(f, teamRules)
		d := newDriver(t, f, 40+r.IntN(100), 10+r.IntN(40))
		for range 150 {
			before := d.trusted()
			var shown *proposal.Review
			var asking *kit.Confirm
			if n := len(d.m.Layers); n > 1 {
				asking, _ = d.m.Layers[n-1].Layer.(*kit.Confirm)
				shown, _ = d.m.Layers[n-2].Layer.(*proposal.Review)
			}
			key := names[r.IntN(len(names))]
			if _, reviews := d.m.Current().Layer.(*proposal.Review); reviews && r.IntN(2) == 0 {
				key = []string{"G", "a", "a"}[r.IntN(3)]
			} else if asking != nil && r.IntN(2) == 0 {
				key = "y"
			}
			var again *kit.Confirm // of an acceptance that was taken back
			if asking != nil && asking.Of != nil {
				asking, again = nil, asking
			}
			var via string // the key that does what key does
			yes := asking != nil && (key == "y" || key == "enter" && asking.Yes)
			if v, listing := d.m.Current().Layer.(*kit.Menu); listing && key == "enter" && v.Chosen < len(v.Rows) && v.Rows[v.Chosen].Entry != nil && v.Rows[v.Chosen].Entry.Key == "z" {
				key, via = "z", "enter"
			} else {
				via = key
			}
			was := d.Screen()
			switch n := r.IntN(24); {
			case n == 0:
				puts(f, contents[r.IntN(len(contents))])
				key, yes = "", false
			case n == 1:
				d.Tick()
				key, yes = "", false
			case n == 2:
				d.Send(tea.WindowSizeMsg{Width: 40 + r.IntN(100), Height: 10 + r.IntN(40)})
				key, yes = "", false
			case n == 3:
				yes = asking != nil && asking.Yes // a click on the chosen yes
				key = ""
				d.Send(tea.MouseClickMsg{X: r.IntN(d.m.Width), Y: r.IntN(d.m.Height), Button: tea.MouseLeft})
			default:
				d.Keys(via)
			}
			screen := d.Screen()
			now := d.trusted()
			if fmt.Sprint(now) == fmt.Sprint(before) || again != nil || key == "z" && len(now) < len(before) {
				continue
			}
			switch {
			case !yes || shown == nil:
				t.Fatalf("seed %d: %q changed what is accepted without a question:\n%s\nbefore it:\n%s", seed, key, screen, was)
			case len(now) == 0 && asking.Heading == "Delete the rules that you accepted?":
			case len(now) == 1 && asking.Heading == "Accept exactly this?" && now[0].Content == string(shown.Shown.Content):
				acceptances++
			default:
				t.Fatalf("seed %d: not what was shown: %+v", seed, now)
			}
		}
	}
	if acceptances == 0 {
		t.Error("nothing was ever accepted, so nothing was tested")
	}
}

// What a repository writes, and how its directory is called, reaches the screen
// without anything that a terminal would obey.
func TestNothingOfProposalsReachesTheTerminal(t *testing.T) {
	t.Parallel()
	evil := `\u001b[31mred \u202eevil \u009b31m \u200b tab\t nl\n \u0007`
	rule := fmt.Sprintf(`{"version": 1, "rules": [{"id": "a", "match": {"text": "%[1]s", "header": "%[1]s", "marker": "%[1]s"}, "mode": "never-ask", "answer": "%[1]s", "note": "%[1]s token=sk-ant-api03-abcdefghijklmnop"}]}`, evil)
	for _, content := range []string{rule, "{\"version\": 1, \"\x1b[31mred\": 1}", `{"version": 1, "` + evil + `": 1}`, strings.Replace(rule, `"a"`, `"`+evil+`"`, 1), "\x1b[31mred\a"} {
		for _, keys := range []string{"", "2", "P", "2 P G", "P G a", "P G a y", "2 P G a y G enter", "2 P G a y 2 G d"} {
			f := life(t)
			f.In.Locations.Dir = f.Root + home + "/work/\x1b[31mred\u202e"
			f.Put(home+"/work/\x1b[31mred\u202e/"+question.ProposalFile, content)
			d := newDriver(t, f, 120, 60)
			d.Keys(strings.Fields(keys)...)
			d.Screen()
			drawn := d.m.View().Content
			for _, bad := range []string{"\u202e", "\u200b", "\u009b", "\a", "\t", "\r", "\x1b[31mred"} {
				if strings.Contains(drawn, bad) {
					t.Errorf("%q: %q is drawn", keys, bad)
				}
			}
		}
	}
}

// A repository cannot make the screen stand still with what it writes.
func TestHugeProposalsAreDrawnSoon(t *testing.T) {
	t.Parallel()
	words := func(s string) string {
		return `{"version": 1, "rules": [{"id": "a", "mode": "always-ask", "match": {"exact": "` + strings.Repeat(s, 60000/len(s)) + `"}}]}`
	}
	lines := func(s string) string {
		return `{"version": 1, "rules": [{"id": "a", "mode": "always-ask", "match": {"exact": "x"}}` + strings.Repeat(s, 60000/len(s)) + `]}`
	}
	for _, c := range [][2]string{{words("a b "), words("b c ")}, {words("a"), words("b")}, {words("e\u0301"), words("o\u0301")}, {lines("\n \n"), lines("\n  \n")}} {
		f := life(t)
		puts(f, c[0])
		accept(f, shop)
		puts(f, c[1])
		d := newDriver(t, f, 80, 24)
		start := time.Now()
		d.Keys("2", "P", "G", "g", "a", "G", "a", "y", "enter", "j")
		d.Screen()
		if took := time.Since(start); took > 20*time.Second {
			t.Errorf("%.90q…: %v", c[0], took)
		}
		if got := d.trusted(); len(got) != 1 || got[0].Content != c[1] {
			t.Errorf("%.90q…: not accepted", c[0])
		}
	}
}
