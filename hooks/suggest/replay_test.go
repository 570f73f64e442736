package suggest

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"neverask/hooks/history"
)

// template is one line of testdata/templates.txt.
type template struct {
	text, header string
	options      []string
}

func templates(tb testing.TB) []template {
	tb.Helper()
	f, err := os.Open("testdata/templates.txt")
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	var all []template
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if strings.HasPrefix(lines.Text(), "#") {
			continue
		}
		parts := strings.Split(lines.Text(), " | ")
		if len(parts) != 3 {
			tb.Fatalf("not a template: %s", lines.Text())
		}
		all = append(all, template{parts[0], parts[1], strings.Split(parts[2], " / ")})
	}
	return all
}

// speaker fills templates as the model does.
type speaker struct {
	*rand.Rand
	// ticks and v are how paths and versions are written; when drifts is set,
	// another way each time.
	ticks, v, drifts bool
}

var slot = regexp.MustCompile(`\{\w+\}`)

func (s *speaker) one(of ...string) string { return of[s.IntN(len(of))] }

var (
	nouns = []string{"user", "order", "payment", "session", "config", "router", "parser", "cache", "worker", "token", "report", "invoice"}
	verbs = []string{"get", "parse", "load", "render", "update", "build", "check", "merge", "fetch", "format"}
)

func title(word string) string { return strings.ToUpper(word[:1]) + word[1:] }

func (s *speaker) noun() string { return s.one(nouns...) }

func (s *speaker) path() string {
	name := s.noun() + s.one(".go", ".ts", ".tsx", ".py", ".md", ".yaml", "_test.go", ".spec.ts")
	dir := s.one("src/", "internal/", "cmd/app/", "packages/"+s.noun()+"/", "./lib/", "/home/me/work/"+s.noun()+"/", "~/notes/", "")
	if s.ticks {
		return "`" + dir + name + "`"
	}
	return dir + name
}

func (s *speaker) fill(kind string) string {
	n := 1 + s.IntN(999)
	switch kind {
	case "{n}":
		return s.one(fmt.Sprint(n), fmt.Sprint(n%10+1), fmt.Sprintf("%d,%03d", n, s.IntN(1000)))
	case "{path}":
		return s.path()
	case "{code}":
		verb, noun := s.one(verbs...), s.noun()
		return "`" + s.one(verb+title(noun)+"()", title(noun)+title(verb)+"er", noun+"_"+verb, "--"+noun, "feature/"+noun, fmt.Sprintf("%s%d", noun, n), noun+"."+verb) + "`"
	case "{branch}":
		return s.one("main", "develop", "origin/main", "feature/"+s.noun(), "fix/"+s.noun()+"-"+fmt.Sprint(n))
	case "{quoted}":
		text := s.noun() + s.one("", " "+s.noun(), " "+s.one(verbs...)+" "+s.noun())
		return s.one(`"`+text+`"`, "“"+text+"”", "'"+text+"'", `"`+title(text)+`"`)
	case "{url}":
		return fmt.Sprintf("https://%s.example.%s/%s/%d", s.noun(), s.one("com", "org", "dev"), s.noun(), n)
	case "{hash}":
		return fmt.Sprintf("%08x", 0xa0000000|s.Uint32())[:s.one("7 chars", "8 chars!")[0]-'0']
	case "{date}":
		return fmt.Sprintf("%d-%02d-%02d", 2020+s.IntN(7), 1+s.IntN(12), 1+s.IntN(28))
	case "{version}":
		version := fmt.Sprintf("%d.%d", 1+s.IntN(20), s.IntN(30)) + s.one("", fmt.Sprintf(".%d", s.IntN(10)))
		if s.v {
			return "v" + version
		}
		return version
	case "{Name}":
		return s.one(title(s.noun())+title(s.noun()), title(s.noun()), "Anna", "Jamal", "Mei")
	}
	panic(kind)
}

func (s *speaker) say(text string) string { return slot.ReplaceAllStringFunc(text, s.fill) }

// asked asks each template several times, in a random order, and labels each
// question by the number of its template in its session.
func (s *speaker) asked(all []template, times int) []history.Question {
	var questions []history.Question
	for n, t := range all {
		s.ticks, s.v = s.IntN(2) == 0, s.IntN(2) == 0
		for range times {
			if s.drifts {
				s.ticks, s.v = s.IntN(2) == 0, s.IntN(2) == 0
			}
			q := history.Question{
				Session: fmt.Sprint(n), Tool: "AskUserQuestion", Text: s.say(t.text), Header: t.header, Project: "/work/" + s.noun(),
				By: history.Person, Outcome: history.Picked, Chosen: []int{0},
			}
			for _, label := range t.options {
				q.Options = append(q.Options, history.Option{Label: s.say(label)})
			}
			q.Answer = q.Options[0].Label
			questions = append(questions, q)
		}
	}
	s.Shuffle(len(questions), func(i, j int) { questions[i], questions[j] = questions[j], questions[i] })
	for i := range questions {
		questions[i].Time = time.Date(2026, 1, 1, 0, i, 0, 0, time.UTC)
		questions[i].ToolUseID = fmt.Sprint(i)
	}
	return questions
}

// TestGrouping asks 200 kinds of questions over and over, with other numbers,
// paths and names each time. Two questions of one kind belong together, and no
// two others: precision is the share of pairs put together that belong together,
// recall the share of pairs that belong together and were put together.
//
// A name that nothing marks as one makes another question of it, and so does a
// path in back ticks where there were none before. The latter is shown by the
// second figure, for a model that writes now this way and now that.
func TestGrouping(t *testing.T) {
	all := templates(t)
	if len(all) != 200 {
		t.Fatalf("%d templates", len(all))
	}
	for _, tt := range []struct {
		name              string
		drifts            bool
		precision, recall float64
	}{
		{"each kind is written in one way", false, 0.99, 0.97},
		{"each kind is written in several ways", true, 0.99, 0.80},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := speaker{Rand: newRand(5), drifts: tt.drifts}
			questions := s.asked(all, 12)
			precision, recall := grouping(t, all, questions)
			t.Logf("precision %.2f %%, recall %.2f %% over %d questions of %d kinds", 100*precision, 100*recall, len(questions), len(all))
			if precision < tt.precision || recall < tt.recall {
				t.Errorf("want a precision of %.0f %% and a recall of %.0f %%", 100*tt.precision, 100*tt.recall)
			}
		})
	}
}

func grouping(t *testing.T, all []template, questions []history.Question) (precision, recall float64) {
	pairs := func(n int) int { return n * (n - 1) / 2 }
	var together, right, belong int
	kinds, parts := map[string]int{}, map[string]int{}
	for _, q := range questions {
		kinds[q.Session]++
	}
	for _, n := range kinds {
		belong += pairs(n)
	}
	for _, topic := range gather(questions, func(*past) bool { return false }) {
		for _, g := range topic.groups {
			together += pairs(len(g.questions))
			mixed := map[string]int{}
			for _, p := range g.questions {
				mixed[p.Session]++
			}
			for kind, n := range mixed {
				right += pairs(n)
				parts[kind]++
			}
			if len(mixed) > 1 {
				t.Logf("kinds %v are together: %q", mixed, g.latest().Text)
			}
		}
	}
	for n, tmpl := range all {
		if parts := parts[fmt.Sprint(n)]; parts > 1 {
			t.Logf("in %d parts: %s", parts, tmpl.text)
		}
	}
	return float64(right) / float64(together), float64(right) / float64(belong)
}

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, seed)) }
