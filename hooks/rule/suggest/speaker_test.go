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

	"neverask/hooks/claude/transcript"
	"neverask/settings/musttest"
)

// template is one line of testdata/templates.txt.
type template struct {
	text, header string
	options      []string
}

func templates(tb testing.TB) []template {
	tb.Helper()
	f, err := os.Open("testdata/templates.txt")
	musttest.Do(tb, err)
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

// manner is how a model writes names and numbers.
type manner int

const (
	steady   manner = iota // each template has one way
	drifting               // with these marks or those, or without where the form tells what it is
	careless               // names may lack the marks that they need, numbers may be words
)

// speaker fills templates as a model does.
type speaker struct {
	*rand.Rand
	manner
	ticks, v bool   // how paths and versions are written
	inside   bool   // what is named in full is below the project
	project  string // where the latest question was asked

	// What the latest question is labelled by, besides its template.
	told, people []string
}

var slot = regexp.MustCompile(`\{\w+\}`)

func (s *speaker) one(of ...string) string { return of[s.IntN(len(of))] }

func (s *speaker) coin() bool { return s.IntN(2) == 0 }

var (
	nouns = []string{"user", "order", "payment", "session", "config", "router", "parser", "cache", "worker", "token", "report", "invoice"}
	verbs = []string{"get", "parse", "load", "render", "update", "build", "check", "merge", "fetch", "format"}
)

func title(word string) string { return strings.ToUpper(word[:1]) + word[1:] }

func (s *speaker) noun() string { return s.one(nouns...) }

// marked returns text that is known for what it is without back ticks, too.
func (s *speaker) marked(text string) string {
	if s.ticks {
		return "`" + text + "`"
	}
	return text
}

func (s *speaker) path() string {
	noun := s.noun()
	name := s.one(noun, title(noun), noun+"-"+s.noun(), noun+"_"+s.noun()) +
		s.one(".go", ".ts", ".tsx", ".py", ".md", ".yaml", "_test.go", ".spec.ts", ".java", ".module.css", ".d.ts")
	unix, windows := "/home/me/work/"+s.noun()+"/", `C:\work\`+s.noun()+`\`
	if s.inside {
		unix, windows = s.project+"/", s.project+"/"
	}
	return s.one("src/", "internal/", "cmd/app/", "packages/"+s.noun()+"/", "./lib/", "../"+s.noun()+"/", unix,
		"~/notes/", ".github/workflows/", windows, "", "", "") + name + s.one("", "", "", fmt.Sprintf(":%d", 1+s.IntN(400)))
}

func (s *speaker) code() string {
	verb, noun := s.one(verbs...), s.noun()
	return s.one(verb+title(noun)+"()", verb+title(noun), title(noun)+title(verb)+"er", noun+"_"+verb, "--"+noun, "feature/"+noun,
		fmt.Sprintf("%s%d", noun, s.IntN(99)), noun+"."+verb, noun+"."+verb+"()", "@"+noun+"/"+verb, strings.ToUpper(noun+"_"+verb), "<"+title(noun)+">", noun)
}

func (s *speaker) date() string {
	t := time.Date(2020+s.IntN(7), time.Month(1+s.IntN(12)), 1+s.IntN(28), s.IntN(24), s.IntN(60), 0, 0, time.UTC)
	return t.Format(s.one("2006-01-02", "2006-01-02 15:04", "2006-01-02T15:04:05Z", "01/02/2006", "02.01.2006", "2 January 2006", "Jan 2", "January 2, 2006"))
}

var numerals = []string{"two", "three", "four", "five", "six", "seven"}

// fill returns something for a slot of a template.
func (s *speaker) fill(kind string) string {
	if s.manner != steady {
		s.ticks, s.v = s.coin(), s.coin()
	}
	n := 1 + s.IntN(999)
	switch kind {
	case "{n}":
		if i := s.IntN(5 * len(numerals)); s.manner == careless && i < len(numerals) {
			return numerals[i]
		}
		return s.one(fmt.Sprint(n), fmt.Sprint(n%10+1), fmt.Sprintf("%d,%03d", n, s.IntN(1000)))
	case "{path}":
		return s.marked(s.path())
	case "{code}":
		marks := "``"
		if s.manner != steady && s.coin() {
			marks = s.one(`""`, "''")
		}
		if s.manner == careless && s.IntN(5) == 0 {
			return s.code()
		}
		return marks[:1] + s.code() + marks[1:]
	case "{branch}":
		return s.marked(s.one("feature/"+s.noun(), "fix/"+s.noun()+"-"+fmt.Sprint(n), "origin/"+s.noun()+"-"+s.noun(), "chore/"+s.noun(),
			"dependabot/npm/"+s.noun()+"-"+fmt.Sprint(n), "feat/"+s.noun()+"_"+s.noun()))
	case "{quoted}":
		text := s.noun() + s.one("", " "+s.noun(), " "+s.one(verbs...)+" "+s.noun(), "'s "+s.noun(), fmt.Sprintf(" %d", n))
		return s.one(`"`+text+`"`, "“"+text+"”", "'"+text+"'", `"`+title(text)+`"`, "«"+text+"»")
	case "{url}":
		url := fmt.Sprintf("%s%s.example.%s/%s/%d%s", s.one("https://", "https://www.", "http://", "www."), s.noun(), s.one("com", "org", "dev"),
			s.noun(), n, s.one("", "?q="+s.noun(), "#"+s.noun()))
		if s.manner == steady {
			return url
		}
		return s.marked(url)
	case "{hash}":
		return s.marked(fmt.Sprintf("%016x%016x%016x", s.Uint64(), s.Uint64(), s.Uint64())[:[...]int{7, 8, 10, 40}[s.IntN(4)]])
	case "{date}":
		return s.date()
	case "{version}":
		version := fmt.Sprintf("%d.%d", 1+s.IntN(20), s.IntN(30)) + s.one("", fmt.Sprintf(".%d", s.IntN(10)))
		if s.v {
			version = "v" + version
		}
		return s.marked(version)
	case "{Name}":
		return s.one(title(s.noun())+title(s.noun()), title(s.noun()))
	case "{Person}":
		s.people = append(s.people, s.one("Anna", "Jamal", "Mei", "Olu"))
		return s.people[len(s.people)-1]
	}
	return s.tell(kind)
}

// tell fills a slot whose content makes another question of it.
func (s *speaker) tell(kind string) string {
	var value, text string
	switch kind {
	case "{place}":
		value = s.one("staging", "production")
		text = s.marked(value)
	case "{trunk}":
		value = s.one("main", "develop")
		text = s.marked(value)
	case "{tool}":
		value = s.one("Jest", "Vitest", "Node.js", "esbuild")
		text = value
	case "{bool}":
		value = s.one("true", "false")
		text = "`" + value + "`"
	default:
		panic(kind)
	}
	s.told = append(s.told, value)
	return text
}

func (s *speaker) say(text string) string { return slot.ReplaceAllStringFunc(text, s.fill) }

// asked asks each template several times, in a random order. The session of a
// question is its label.
func (s *speaker) asked(all []template, times int) []transcript.Question {
	var questions []transcript.Question
	for n, t := range all {
		s.ticks, s.v = s.coin(), s.coin()
		for range times {
			s.told, s.people = nil, nil
			s.project = "/home/me/work/" + s.noun()
			q := transcript.Question{
				Tool: "AskUserQuestion", Text: s.say(t.text), Header: t.header, Project: s.project,
				By: transcript.Person, Outcome: transcript.Picked, Chosen: []int{0},
			}
			q.Session = label{n, fmt.Sprint(s.told), fmt.Sprint(s.people)}.String()
			for _, option := range t.options {
				q.Options = append(q.Options, transcript.Option{Label: s.say(option)})
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

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, seed)) }
