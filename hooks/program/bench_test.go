package program

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"neverask/hooks"
	"neverask/hooks/record/answers"
	"neverask/hooks/record/eventlog"
	"neverask/hooks/rule/question"
	"neverask/settings/musttest"
)

// The benchmarks start real processes, an empty Go program and the hook as it is
// installed in turn, and report how many times the hook's life takes as long ("x-empty"), and the
// most memory it has held ("MB-peak").
//
//	go test -run xxx -bench . ./hooks/program

const emptyProgram = `package main

func main() {}
`

// meterProgram runs a program and prints the most memory it has held, in KB. A
// process that starts another hands it its own peak (Linux), so the one that
// measures must be small.
const meterProgram = `package main

import (
	"os"
	"syscall"
)

func main() {
	pid, err := syscall.ForkExec(os.Args[1], os.Args[1:], &syscall.ProcAttr{Env: os.Environ(), Files: []uintptr{0, 1, 2}})
	if err != nil {
		panic(err)
	}
	var used syscall.Rusage
	if _, err := syscall.Wait4(pid, nil, 0, &used); err != nil {
		panic(err)
	}
	println(used.Maxrss)
}
`

// build makes a program from its source, or from a package, in a directory.
func build(b *testing.B, source, dir string) string {
	b.Helper()
	if !strings.HasPrefix(source, "neverask/") {
		name := filepath.Join(dir, "main.go")
		musttest.Write(b, name, source)
		source = name
	}
	linked, program := filepath.Join(b.TempDir(), "linked"), filepath.Join(dir, "program")
	if out, err := exec.Command("go", "build", "-o", linked, source).CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	// As a package or an installer leaves it: what the linker has written page by page
	// takes a tenth longer to start from.
	content, err := os.ReadFile(linked)
	if err == nil {
		err = os.WriteFile(program, content, 0o700)
	}
	musttest.Do(b, err)
	return program
}

// install builds the hook and pins it to a home, as installing does.
func (w *world) install(b *testing.B) string {
	b.Helper()
	pin, content, err := w.paths.Pin()
	musttest.Do(b, err)
	musttest.Do(b, os.MkdirAll(filepath.Dir(pin), 0o700))
	musttest.Do(b, os.WriteFile(pin, content, 0o600))
	return build(b, "neverask/cmd/neverask-hook", filepath.Dir(pin))
}

// clientEnv is like the environment that the client gives a hook.
func clientEnv() []string {
	return []string{
		"HOME=/nowhere", "PATH=/usr/local/bin:/usr/bin:/bin", "TERM=xterm-256color", "LANG=C.UTF-8", "SHELL=/bin/bash", "USER=user",
		"PWD=/work", "CLAUDECODE=1", "CLAUDE_PROJECT_DIR=/work", "CLAUDE_CODE_ENTRYPOINT=cli", "CLAUDE_CODE_SESSION_ATTENDED=1",
		"CLAUDE_CODE_SESSION_ID=s1", "CLAUDE_EFFORT=medium", "AI_AGENT=claude-code_2-1-329_harness",
	}
}

// life is how long a process lives, from before it is started until it is gone,
// and what it prints. Its input is there from the start and its output is read
// afterwards, so that nobody waits for the one who measures.
func life(b *testing.B, program, payload string, args ...string) (time.Duration, string) {
	b.Helper()
	stdin, in, err := os.Pipe()
	musttest.Do(b, err)
	defer stdin.Close()
	if _, err := in.WriteString(payload); err != nil {
		b.Fatal(err)
	}
	in.Close()
	out, stdout, err := os.Pipe()
	musttest.Do(b, err)
	defer out.Close()
	cmd := exec.Command(program, args...)
	cmd.Env, cmd.Stdin, cmd.Stdout = clientEnv(), stdin, stdout
	start := time.Now()
	err = cmd.Run()
	took := time.Since(start)
	stdout.Close()
	musttest.Do(b, err)
	printed, err := io.ReadAll(out)
	musttest.Do(b, err)
	return took, string(printed)
}

// beside runs an empty program and the hook in turn, and reports how the lives of the two
// compare. It returns how often that was.
func beside(b *testing.B, hook string, payload func(i int) string, says string, args ...string) int {
	b.Helper()
	empty := build(b, emptyProgram, b.TempDir())
	var without, with []time.Duration
	for b.Loop() {
		took, _ := life(b, empty, "")
		without = append(without, took)
		took, out := life(b, hook, payload(len(with)), args...)
		with = append(with, took)
		if !strings.Contains(out, says) {
			b.Fatalf("the hook printed %q", out)
		}
	}
	b.ReportMetric(median(with)/median(without), "x-empty")
	b.ReportMetric(median(with)/1e6, "ms")
	b.ReportMetric(0, "ns/op") // of the two together: no figure anybody wants
	return len(with)
}

// benchmark measures an answer in a session that is in a directory.
func (w *world) benchmark(b *testing.B, dir string) {
	b.Helper()
	hook := w.install(b)
	call := func(i int) string {
		return strings.Replace(in(dir, pre(tests)), `"u1"`, fmt.Sprintf(`"call %d"`, i), 1)
	}
	beside(b, hook, call, `"permissionDecision":"allow"`)
	b.ReportMetric(peak(b, hook, call(-1)), "MB-peak")
}

// BenchmarkBesideJQ compares the hook with one call of jq that takes the question out
// of the same input: the least that a hook written in a shell does.
func BenchmarkBesideJQ(b *testing.B) {
	jq, err := exec.LookPath("jq")
	if err != nil {
		b.Skip("jq is not installed")
	}
	hook := benchWorld(b, testsRule).install(b)
	var theirs, ours []time.Duration
	for i := 0; b.Loop(); i++ {
		payload := strings.Replace(pre(tests), `"u1"`, fmt.Sprintf(`"call %d"`, i), 1)
		took, out := life(b, jq, payload, "-c", ".tool_input.questions[].question")
		theirs = append(theirs, took)
		if !strings.HasPrefix(out, `"`) {
			b.Fatalf("jq printed %q", out)
		}
		took, _ = life(b, hook, payload)
		ours = append(ours, took)
	}
	b.ReportMetric(median(ours)/median(theirs), "x-jq")
	b.ReportMetric(0, "ns/op")
}

func median(d []time.Duration) float64 {
	slices.Sort(d)
	return float64(d[len(d)/2])
}

func peak(b *testing.B, hook, payload string) float64 {
	b.Helper()
	cmd := exec.Command(build(b, meterProgram, b.TempDir()), hook)
	cmd.Env = clientEnv()
	cmd.Stdin = strings.NewReader(payload)
	var kilobytes bytes.Buffer
	cmd.Stderr = &kilobytes
	musttest.Do(b, cmd.Run())
	var n float64
	if _, err := fmt.Sscan(kilobytes.String(), &n); err != nil {
		b.Fatal(err)
	}
	return n / 1024
}

// benchWorld has these preferences, and a question that was answered by them.
func benchWorld(b *testing.B, preferences string) *world {
	b.Helper()
	w := newWorld(b, preferences)
	w.clock = time.Now()
	w.run(pre(tests))
	return w
}

// BenchmarkFiftyRules is the usual case: 50 rules, and 5,000 answers on record.
func BenchmarkFiftyRules(b *testing.B) {
	w := benchWorld(b, manyRules(50))
	w.fill(b, 50, 100, 5)
	w.benchmark(b, "/work")
}

// BenchmarkThousandRules has 1,000 rules, 240 KB, with twenty pieces of evidence each,
// and a log of 100,000 lines.
func BenchmarkThousandRules(b *testing.B) {
	w := benchWorld(b, manyRules(1000))
	w.fill(b, 1000, 20, 100)
	w.benchmark(b, "/work")
}

// manyRules are so many, of which one in the middle answers.
func manyRules(n int) string {
	var list []string
	starts := []string{"Should", "Which", "How should", "What if", "Run", "Do", "Where should", "Is"}
	for i := range n - 1 {
		list = append(list, fmt.Sprintf(`{"id":"r-%d","match":{"text":"%s the %s of part %c%c%c of the program be done as before?"},"mode":"never-ask",`+
			`"answer":"recommended","created":{"at":"2026-11-21T10:00:00Z","by":"rules add"},"note":"one of many rules, %[1]d"}`,
			i, starts[i%len(starts)], strings.Repeat("x", i%40), 'a'+i%26, 'a'+i/26%26, 'a'+i/676))
	}
	list = slices.Insert(list, n/2, strings.TrimSuffix(strings.TrimPrefix(testsRule, `{"version":1,"rules":[`), "]}"))
	return `{"version":1,"rules":[` + strings.Join(list, ",\n") + `]}`
}

// fill is a long use of so many rules: for each of them the person has answered some questions,
// and so many thousand were asked.
func (w *world) fill(b *testing.B, rules, answered, thousands int) {
	b.Helper()
	asked, err := completePayload([]byte(pre(tests)), "")
	musttest.Do(b, err)
	call, err := question.ParseCall(asked.ToolName, asked.ToolInput)
	musttest.Do(b, err)
	record := answers.Record{Dir: w.paths.Answers(), Now: w.hook().Now}
	for rule := range rules {
		for i := range answered {
			// The questions of one rule have the options of the one that is asked.
			q := call.Questions[0]
			if rule != rules-1 {
				raw := strings.Replace(strings.Replace(tests, "No", fmt.Sprintf("No, part %d of %d", i, rule), 1), "Run the tests", fmt.Sprintf("Run the tests of part %d", i), 1)
				v, err := hooks.Parse(raw)
				musttest.Do(b, err)
				q, err = question.ParseQuestion(v)
				musttest.Do(b, err)
			}
			musttest.Do(b, record.Add(question.PastAnswer{
				At: w.clock, By: question.AnsweredInDialog, Session: fmt.Sprintf("%036d", i/3), Call: fmt.Sprintf("toolu_%024d", i), Question: q, Labels: q.Labels()[:1],
			}))
		}
	}
	log := eventlog.OpenLog(w.paths.Questions())
	log.Keep = 100
	q := eventlog.Question{
		Time: time.Now(), Session: "s", Tool: "AskUserQuestion", Header: "H", Text: "Go on? " + strings.Repeat("x", 100),
		Options: []string{"Yes (Recommended)", "No"}, Answer: "No", By: eventlog.ByUser, Safety: eventlog.TwoWay,
	}
	lines := make([][]byte, 1000)
	for i := range thousands {
		for j := range lines {
			q.ToolUseID = fmt.Sprint(i, j)
			lines[j] = q.JSON()
		}
		musttest.Do(b, log.Append(lines...))
	}
}
