package rules

import (
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"neverask/hooks/rule/suggest"
	"neverask/tui/kit"
	"neverask/tui/rulestate"
	"neverask/tui/rulestate/rulestatetest"
)

// Suggestions that differ in one word share a row, which is accepted, refused and taken back as
// a whole; a suggestion with a different answer, or two different words, has its own row.
func TestAlike(t *testing.T) {
	w := rulestatetest.New(t)
	w.Live()
	w.Advise()
	one := w.Advised[1]
	w.Advised = w.Advised[:0]
	for _, text := range []string{"Open a pull request for docs?", "Open a pull request for web?", "Open the pull request for the web?", "Open a pull request for api?"} {
		s := one
		s.ID, s.Latest.Text, s.Rule.Match.Text = text, text, text
		w.Advised = append(w.Advised, s)
	}
	before := w.Get(rulestatetest.RulesFile)
	state := rulestate.New(w, false, false)
	place := New(w, state, w.Home, w.In.Now)
	d := w.Show(place, state, 120, 40)
	place.pane.Chosen = 0
	d.Keys("g")
	d.Sees("4 suggestions, 5 rules", "▸ ◆ suggested  Open a pull request for … ×3", "suggestions 1 to 3 of 4", "and alike  Open a pull request for web?", "enter accept 3")
	d.SeesNot("e edit")
	d.Keys("enter")
	d.Sees("✓ added 3 rules", "suggestion 1 of 1", "1 suggestion, 8 rules")
	d.Keys("z")
	if d.Sees("4 suggestions, 5 rules", "×3"); w.Get(rulestatetest.RulesFile) != before {
		t.Errorf("not as it was:\n%s", w.Get(rulestatetest.RulesFile))
	}
	d.Keys("n")
	d.Sees("1 suggestion, 5 rules", "✓ hidden for 30 days: “Open a pull request for …” ×3")
	n := 0
	for id, decision := range w.Decisions {
		if decision == suggest.Later && strings.HasPrefix(id, "Open a ") {
			n++
		}
	}
	if n != 3 {
		t.Errorf("decided: %v", w.Decisions)
	}
}

// TestAcceptedSuggestionsStay: the row of a suggestion and the row of its rule have the same question and answer in the
// same columns, and both are found by a value that they leave out.
func TestAcceptedSuggestionsStay(t *testing.T) {
	w := rulestatetest.New(t)
	w.Live()
	w.Advise()
	w.Put(rulestatetest.RulesFile, "")
	w.Advised = w.Advised[1:]
	const text = "Should the notes in server.go say that an entry to the changelog needs 2 reviews of people of another team?"
	w.Advised[0].Latest.Text, w.Advised[0].Rule.Match.Text = text, text
	state := rulestate.New(w, false, false)
	place := New(w, state, w.Home, w.In.Now)
	d := w.Show(place, state, 120, 40)
	rows := func() (all []string) {
		for width := 40; width < 200; width++ {
			row := ansi.Strip(place.row(0, width, "", &kit.Needle{}, kit.Themes()[0].Styles(true)))
			all = append(all, row[strings.Index(row, "Should"):])
		}
		return all
	}
	d.Keys("/", "s", "e", "r", "v", "e", "r", ".", "g", "o", "enter")
	d.Sees("1 of 1 suggestion", "Should the notes in … say", " needs … reviews")
	offered := rows()
	d.Keys("esc", "enter")
	d.Sees("1 rule")
	if ruled := rows(); !slices.Equal(offered, ruled) {
		t.Errorf("suggested:\n%s\nas a rule:\n%s", strings.Join(offered, "\n"), strings.Join(ruled, "\n"))
	}
	d.Keys("/", "s", "e", "r", "v", "e", "r", ".", "g", "o", "enter")
	d.Sees("1 of 1 rule", "Should the notes in … say")
}

// Suggestions of the same rule for several projects are told apart by their project.
func TestSuggestionsShowTheirProject(t *testing.T) {
	w := rulestatetest.New(t)
	w.Live()
	w.Advise()
	one := w.Advised[0]
	w.Advised = w.Advised[:0]
	for _, project := range []string{"/srv/docs", "/srv/web", ""} {
		s := one
		s.ID, s.Rule.Project, s.Different = "s"+project, project, nil
		w.Advised = append(w.Advised, s)
	}
	state := rulestate.New(w, false, false)
	place := New(w, state, w.Home, w.In.Now)
	d := w.Show(place, state, 120, 40)
	place.pane.Chosen = 0
	d.Keys("g")
	for _, where := range []string{"where", "/srv/docs", "/srv/web", "everywhere"} {
		if rows := strings.Join(strings.Split(d.Screen(), "\n")[2:7], "\n"); !strings.Contains(rows, where) {
			t.Errorf("no row has %q:\n%s", where, rows)
		}
	}
	d.Keys("A")
	d.Sees("Add 3 rules?", ", /srv/docs", ", /srv/web")
	d.Keys("esc", "/", "s", "r", "v", "/", "w")
	d.Sees("/srv/web")
	d.SeesNot("/srv/docs")
}

// The chosen row wraps if its question would be cut and the list has room; clicks still find the
// rows below it.
func TestChosenRowWraps(t *testing.T) {
	w := rulestatetest.New(t)
	w.Put(rulestatetest.RulesFile, `{"version":1,"rules":[{"id":"a","match":{"exact":"Which of the package managers should the new service use from now on?"},"mode":"always-ask"},{"id":"b","match":{"header":"B"},"mode":"always-ask"},{"id":"c","match":{"header":"C"},"mode":"always-ask"}]}`)
	state := rulestate.New(w, false, false)
	place := New(w, state, w.Home, w.In.Now)
	d := w.Show(place, state, 60, 20)
	d.Sees("▸ ○ always ask Which of the package managers", "               should the new service use from now", "               on?  ")
	d.ClickOn("should the new service use from now  ")
	d.Sees("Rules › Details", "id         a")
	d.Keys("esc")
	d.ClickOn("header C")
	if r, _ := place.Chosen(); r.ID != "c" {
		t.Errorf("a click chooses %s", r.ID)
	}
	d.SeesNot("should the new service use from now  ")
}

// The choices of f count only rows that / found.
func TestFilterCountsWhatWasFound(t *testing.T) {
	w := rulestatetest.New(t)
	w.Live()
	state := rulestate.New(w, false, false)
	place := New(w, state, w.Home, w.In.Now)
	d := w.Show(place, state, 120, 40)
	d.Keys("f")
	d.Sees("▸ 5  all  ✓")
	d.Keys("esc", "/")
	d.Text("header")
	d.Keys("enter", "f")
	d.Sees("▸ 2  all  ✓", "  1  prefer", "  1  always ask")
	d.SeesNot("never ask  ")
}

// TestFilterCountsSuggestions: the choices of f count the listed suggestions, with rules and without.
func TestFilterCountsSuggestions(t *testing.T) {
	w := rulestatetest.New(t)
	w.Live()
	w.Advise()
	state := rulestate.New(w, false, false)
	d := w.Show(New(w, state, w.Home, w.In.Now), state, 120, 40)
	d.Keys("f")
	d.Sees("▸ 7  all  ✓", "  1  prefer")
	w.Put(rulestatetest.RulesFile, "")
	w.Advised[1].Rule.Project = "/srv/blog"
	state = rulestate.New(w, false, false)
	d = w.Show(New(w, state, w.Home, w.In.Now), state, 120, 40)
	d.Keys("/")
	d.Text("changelog")
	d.Keys("enter", "f")
	d.Sees("▸ 1  all  ✓", "  1  /srv/blog")
}

// TestLateSuggestionsStandAbove: suggestions that come after the rules are chosen first, unless the person has
// chosen a rule: then it stays chosen.
func TestLateSuggestionsStandAbove(t *testing.T) {
	w := rulestatetest.New(t)
	w.Live()
	w.Advise()
	state := rulestate.New(w, false, false)
	place := New(w, state, w.Home, w.In.Now)
	d := w.Show(place, state, 120, 40)
	d.Sees("▸ ◆ suggested")
	late := state.Suggestions.List
	state.Suggestions.List = nil
	place.relist()
	d.Keys("down")
	chosen, _ := place.Chosen()
	state.Suggestions.List = late
	place.relist()
	if now, _ := place.Chosen(); now.ID != chosen.ID || len(place.offers) == 0 || now.ID == "" {
		t.Errorf("%s is chosen, not %s", now.ID, chosen.ID)
	}
}

// TestFindsSuggestions: / finds suggestions, alone and beside rules, and says how many. Letters of a search are never
// keys.
func TestFindsSuggestions(t *testing.T) {
	for rules, want := range map[string]string{"": "1 of 2 suggestions", `{"id":"a","match":{"header":"Changelog"},"mode":"always-ask"}`: "1 of 2 suggestions, 1 of 1 rule"} {
		w := rulestatetest.New(t)
		w.Live()
		w.Put(rulestatetest.RulesFile, `{"version":1,"rules":[`+rules+`]}`)
		w.Advise()
		state := rulestate.New(w, false, false)
		place := New(w, state, w.Home, w.In.Now)
		d := w.Show(place, state, 100, 30)
		d.Keys("/")
		d.Text("changelog")
		d.Keys("enter")
		d.Sees("/ changelog", "  "+want+" ", "suggestion 2 of 2", "esc show all")
		d.SeesNot("smaller files")
		d.Keys("/")
		d.Text("qqqq")
		d.Sees("0 of 2 suggestions", "No matches")
		d.Keys("esc")
		d.Sees("2 suggestions, ", "smaller files")
	}
}

// TestAnswersAreFound: letters may be left out in an answer, too, and what was found in it is marked.
func TestAnswersAreFound(t *testing.T) {
	w := rulestatetest.New(t)
	w.Live()
	w.Put(rulestatetest.RulesFile, `{"version":1,"rules":[{"id":"a","match":{"text":"Where to keep it?"},"mode":"never-ask","answer":"OS keychain"},{"id":"b","match":{"header":"B"},"mode":"always-ask"}]}`)
	state := rulestate.New(w, false, false)
	place := New(w, state, w.Home, w.In.Now)
	d := w.Show(place, state, 100, 30)
	d.Keys("/")
	d.Text("kychain")
	d.Sees("1 of 2 rules", "Where to keep it?")
	needle := kit.NewNeedle("kychain")
	st := kit.Themes()[0].Styles(true)
	if row := place.row(0, 80, "", &needle, st); !strings.Contains(row, needle.Mark("OS keychain", kit.Plain)) || needle.Mark("OS keychain", kit.Plain) == "OS keychain" {
		t.Errorf("not marked: %q", row)
	}
}

// TestSuggestionsAloneAreFiltered: by their projects; where none differs from the others, there is no key for it.
func TestSuggestionsAloneAreFiltered(t *testing.T) {
	for project, offered := range map[string]bool{"": false, "/srv/blog": true} {
		w := rulestatetest.New(t)
		w.Advise()
		w.Advised[1].Rule.Project = project
		state := rulestate.New(w, false, false)
		d := w.Show(New(w, state, w.Home, w.In.Now), state, 80, 24)
		d.Sees("2 suggestions, 0 rules")
		if d.Keys("f"); !offered {
			d.Sees("nothing to filter here")
			d.Keys("/")
			d.Text("changelog")
			d.Keys("enter", "f")
			d.Sees("1 of 2 suggestions", "nothing to filter here")
			continue
		}
		d.Sees("▸ 2  all  ✓", "  1  /srv/blog")
		d.Keys("down", "enter")
		d.Sees("1 of 2 suggestions · /srv/blog", "▸ ◆ suggested  Add an entry to the changelog?")
		d.Keys("esc")
		d.Sees("2 suggestions, 0 rules")
	}
}
