package suggest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/standinganswer"
	"neverask/hooks/rule/strictjson"
)

// saying asks what comes again in other words each time, in a session of its own: header, text,
// answer and options.
func (b *builder) saying(header, text, answer string, options ...string) {
	q := b.ask(text, answer, options...)
	q.Header, q.Session = header, fmt.Sprint("s", len(b.questions))
}

func topics() *builder {
	b := new(builder)
	b.saying("Review", "Run the code review in foreground or background?", "Foreground", "Foreground", "Background")
	b.saying("Next", "More questions about Registry Schema, or move to next area?", "Next area", "More questions", "Next area")
	b.saying("Code review", "Phase 4 is planned. Should the review run in the foreground, or in the background while we go on?", "In the foreground (Recommended)", "In the background", "In the foreground (Recommended)")
	b.saying("Colour", "Which colour should the header of the page have?", "Dark blue", "Dark blue", "Light grey")
	b.saying("Storage", "Anything else on Storage & Encryption, or shall we move on to the next area?", "More questions", "More questions", "Next area")
	b.saying("Review mode", "How should I run the review of the auth changes?", "Foreground: wait for it", "Foreground: wait for it", "Background: keep working")
	b.saying("Cache", "Where should the cache of compiled templates live?", "In memory", "In memory", "On disk")
	return b
}

func TestFindLines(t *testing.T) {
	b := topics()
	found := FindLines(b.past(), rules(t), nil, nil, nil)
	if len(found) != 1 || found[0].Asked != 3 || found[0].Alike != 3 || len(found[0].Wordings) != 3 || found[0].Answer != "Foreground: wait for it" ||
		found[0].Where() != "/work/a" || found[0].Line.About.Header != "Review mode" || len(found[0].Line.About.Options) != 2 || found[0].Line.Text != "" {
		t.Fatalf("got %+v", found)
	}
	id := found[0].ID
	for name, c := range map[string]struct {
		lines     []standinganswer.Line
		found     []Suggestion
		decisions map[string]Decision
	}{
		"settled":    {lines: []standinganswer.Line{*found[0].Line}},
		"typed":      {lines: []standinganswer.Line{{Text: "Code reviews run in the foreground"}}},
		"turned off": {decisions: map[string]Decision{id: Never}},
	} {
		for _, s := range FindLines(b.past(), rules(t), c.lines, c.found, c.decisions) {
			if s.Answer == "Foreground: wait for it" {
				t.Errorf("%s: it is suggested all the same: %+v", name, s)
			}
		}
	}
	// One session, the same text, an irreversible one and another answer are no reason.
	for name, change := range map[string]func(all []transcript.Question){
		"one session": func(all []transcript.Question) {
			for i := range all {
				all[i].Session = "s"
			}
		},
		"irreversible": func(all []transcript.Question) { all[0].OneWay = true },
		"answers differ": func(all []transcript.Question) {
			for i := range all {
				all[i].Chosen, all[i].Answer = []int{i % 2}, all[i].Options[i%2].Label
			}
		},
	} {
		all := topics().past()
		change(all)
		for _, s := range FindLines(all, rules(t), nil, nil, nil) {
			if strings.Contains(strings.ToLower(s.Answer), "ground") && name != "answers differ" || s.Alike == 3 {
				t.Errorf("%s: suggested is %+v", name, s)
			}
		}
	}
}

// TestThemes: routines that were worded anew each time are found, and little else is put
// together. The texts are those of TestRoutines.
func TestThemes(t *testing.T) {
	all := askings(t, "routines-labels.jsonl")
	var b builder
	routineOf := map[string]string{}
	for _, a := range all {
		if a.Class != "harmless" {
			continue
		}
		var labels []string
		for _, o := range a.Options {
			labels = append(labels, o.Label)
		}
		b.saying(a.Header, a.Question, a.Pick, labels...)
		routineOf[a.Question] = a.Routine
	}
	together, apart, wrong := 0, 0, 0
	seen := map[string]bool{}
	for _, th := range themes(b.past(), func(*past, gist) bool { return false }) {
		first := routineOf[th.questions[0].Text]
		if seen[first] && first != "" {
			apart++
		}
		seen[first] = true
		for _, p := range th.questions[1:] {
			if routineOf[p.Text] == first {
				together++
			} else {
				wrong++
			}
		}
	}
	t.Logf("%d questions: %d together, %d times a routine is in pieces, %d in the wrong place", len(b.questions), together, apart, wrong)
	if wrong > 2 || together < 50 {
		t.Error("see above")
	}
}

func TestEffects(t *testing.T) {
	b := topics()
	line := func(day int, l standinganswer.Line) standinganswer.Line {
		l.Created = strictjson.Created{At: start.AddDate(0, 0, day).Format("2006-01-02T15:04:05Z07:00")}
		return l
	}
	about := standinganswer.About{Question: "Run the review in foreground or background?", Header: "Review", Options: []string{"Foreground", "Background"}}
	lines := []standinganswer.Line{
		line(1, standinganswer.Line{Text: "Reviews run in the foreground", About: about, Answer: "Foreground"}),
		line(1, standinganswer.Line{Text: "Reviews run in the background"}),
		line(1, standinganswer.Line{Text: "Reviews run in the foreground", About: about, Project: "/work/b"}),
		line(1, standinganswer.Line{Text: "Short"}),
		{Text: "Code reviews run in the foreground"},
	}
	now := start.AddDate(0, 0, 29)
	for i, want := range []string{
		"asked 1× in the 4 weeks before, 2× in the 28 days since",
		"asked 1× in the 4 weeks before, 2× in the 28 days since; you answered differently 1×",
		"asked 0× in the 4 weeks before, 0× in the 28 days since",
		"asked 0× in the 4 weeks before, 0× in the 28 days since",
		"asked 3×",
	} {
		if got := Effects(lines, b.past(), now)[i]; got.String() != want || got.Spared() != 0 {
			t.Errorf("%d: got %q, %d spared; want %q", i, got, got.Spared(), want)
		}
	}
	later := line(6, lines[0])
	if got := Effects([]standinganswer.Line{later}, b.past(), start.AddDate(0, 0, 20))[0]; got.Before != 3 || len(got.Asked) != 0 || got.Spared() != 2 {
		t.Errorf("got %+v, %d spared", got, got.Spared())
	}
	if all := Effects(nil, b.past(), now); len(all) != 0 {
		t.Errorf("got %v", all)
	}
	q := b.past()[2]
	if got := Told(lines, &q); len(got) != 3 {
		t.Errorf("before %q Claude was told %v", q.Text, got)
	}
	if got := Told([]standinganswer.Line{later}, &q); got != nil {
		t.Errorf("before %q Claude was told %v", q.Text, got)
	}
	for name, change := range map[string]func(*transcript.Question){
		"":                func(*transcript.Question) {},
		"typed":           func(q *transcript.Question) { q.Outcome, q.Chosen = transcript.Typed, nil },
		"several":         func(q *transcript.Question) { q.Multi = true },
		"of nobody":       func(q *transcript.Question) { q.By = transcript.Nobody },
		"none of options": func(q *transcript.Question) { q.Chosen = []int{2} },
	} {
		other := q
		change(&other)
		if got := Effects(lines[1:2], []transcript.Question{other}, now)[0]; len(got.Asked) != 1 || (len(got.Contrary) == 1) != (name == "") {
			t.Errorf("an answer %q: asked %d×, contrary %d×", name, len(got.Asked), len(got.Contrary))
		}
	}
	q.By = transcript.Neverask
	if got := Effects(lines[:1], []transcript.Question{q}, now)[0]; len(got.Asked) != 0 {
		t.Errorf("what neverask answered counts: %v", got)
	}
}

// TestTotal: every standing answer counts with what it did, and no effect is claimed that there is none of.
func TestTotal(t *testing.T) {
	asked := make([]*transcript.Question, 3)
	all := []Effect{
		{Since: start, Before: 6, Asked: asked[:1], days: 28},
		{Since: start, Before: 2, Asked: asked, Contrary: asked[:2], days: 1.5},
		{Since: start, Before: 4, days: 0.5}, // too new to tell
		{Asked: asked[:1]},
	}
	total := Total(all)
	if want := (Totals{Lines: 4, Before: 12, Asked: 5, Contrary: 2, Spared: 5}); total != want {
		t.Errorf("got %+v, want %+v", total, want)
	}
	for _, tt := range []struct {
		Totals
		told bool
		has  []string
		not  string
	}{
		{total, true, []string{"4 that Claude is told", "12× in the 4 weeks before, 5× since", "spared you 5", "differently 2×"}, "not told"},
		{total, false, []string{"4, not told"}, "that Claude"},
		{Totals{Lines: 1, Asked: 1}, true, []string{"1× since"}, "spared"},
		{Totals{Lines: 1}, true, []string{"1 that"}, "×"},
	} {
		text := tt.Text(tt.told)
		if slices.ContainsFunc(tt.has, func(part string) bool { return !strings.Contains(text, part) }) || strings.Contains(text, tt.not) {
			t.Errorf("%+v: %s", tt.Totals, text)
		}
	}
}

// TestAllPutsTheUsefulFirst: a rule that would have answered nothing waits behind the standing answers.
func TestAllPutsTheUsefulFirst(t *testing.T) {
	b := topics()
	for i := range 4 {
		b.ask(fmt.Sprintf(tests, fmt.Sprint("f", i)), "Yes", "Yes", "No")
	}
	for range 4 {
		b.ask("Which package manager?", "bun", "npm", "bun")
	}
	all := All(b.past(), rules(t), nil, nil)
	var answers []string
	for _, s := range all {
		answers = append(answers, s.Answer)
	}
	if want := []string{"bun", "Foreground: wait for it", "Yes"}; !slices.Equal(answers, want) {
		t.Fatalf("got %q, want %q", answers, want)
	}
	if !all[1].Useful() || all[2].Useful() || Waiting(all) != 2 {
		t.Errorf("%d are waiting", Waiting(all))
	}
}
