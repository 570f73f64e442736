package log

import (
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"
	"time"

	"neverask/cmd/neverask/internal/cli"
	"neverask/diffview"
	"neverask/hooks/app/pastquestions"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/standinganswer"
	"neverask/hooks/rule/suggest"
)

// questionsJSON is the documented shape of log --questions --json.
type questionsJSON struct {
	Questions []cli.QuestionJSON `json:"questions"`
	Skipped   int                `json:"skipped"`
}

func jsonOfQuestions(a *cli.App, asked []transcript.Question, skipped int) questionsJSON {
	list := questionsJSON{Questions: []cli.QuestionJSON{}, Skipped: skipped}
	wrong := markedWrong(a)
	for _, q := range asked {
		list.Questions = append(list.Questions, jsonOfQuestion(q, wrong))
	}
	return list
}

func jsonOfQuestion(q transcript.Question, wrong func(*transcript.Question) bool) cli.QuestionJSON {
	j := cli.JSONOfQuestion(q)
	j.MarkedWrong = wrong(&q)
	return j
}

// markedWrong returns a function that reports whether the answer to a question is marked as wrong.
func markedWrong(a *cli.App) func(*transcript.Question) bool {
	saved, _, _ := a.Book().Read() // status reports unreadable preferences
	return func(q *transcript.Question) bool { return pastquestions.MarkedWrong(saved.Rules, q) }
}

// questionPrinter prints questions one by one.
type questionPrinter struct {
	print func(transcript.Question) error
	flush func() error
}

// printer returns the printer that the flags ask for: of JSON lines, of CSV, or
// of text for people.
func printer(a *cli.App, f logFlags) questionPrinter {
	nothing := func() error { return nil }
	wrong := markedWrong(a)
	switch {
	case f.JSON:
		enc := a.Encoder()
		return questionPrinter{func(q transcript.Question) error { return enc.Encode(jsonOfQuestion(q, wrong)) }, nothing}
	case f.csv:
		w := csv.NewWriter(a.Stdout)
		_ = w.Write(columns) // Flush reports the error
		return questionPrinter{func(q transcript.Question) error { return w.Write(csvOf(q, wrong(&q))) }, func() error {
			w.Flush()
			return w.Error()
		}}
	}
	text := questionText(a, wrong)
	return questionPrinter{func(q transcript.Question) error {
		_, err := fmt.Fprintln(a.Stdout, text(q))
		return err
	}, nothing}
}

var columns = []string{
	"time", "by", "outcome", "header", "question", "answer", "rule",
	"expected", "overwritten", "project", "session", "tool_use_id", "index", "tool", "wait_ms", "marked_wrong",
}

func csvOf(q transcript.Question, wrong bool) []string {
	// People also view the table on a terminal. JSON has the exact texts.
	fields := []string{
		q.Time.Format(time.RFC3339), string(q.By), string(q.Outcome),
		q.Header, q.Text, q.Answer, q.Rule, q.Expected, strconv.FormatBool(q.Overwritten),
		q.Project, q.Session, q.ToolUseID, strconv.Itoa(q.Index), q.Tool, strconv.FormatInt(q.Wait.Milliseconds(), 10),
		strconv.FormatBool(wrong),
	}
	for i := range fields {
		fields[i] = diffview.Visible(fields[i])
	}
	return fields
}

// questionText returns a function that puts a question on one line.
func questionText(a *cli.App, wrong func(*transcript.Question) bool) func(transcript.Question) string {
	lines, _, _ := a.Book().ReadLines()
	return func(q transcript.Question) string {
		return lineOf(a, q, suggest.Told(lines, &q), wrong(&q))
	}
}

// lineOf returns a question on one line. told are the standing answers despite which Claude asked; wrong says that its
// answer is marked as wrong.
func lineOf(a *cli.App, q transcript.Question, told []standinganswer.Line, wrong bool) string {
	who, answer := string(q.By), " → "+cli.OneLine(q.Answer)
	if q.Answer == "" {
		who, answer = string(q.Outcome), ""
	} else if q.Outcome == transcript.Typed {
		answer = ` → "` + cli.OneLine(q.Answer) + `"`
	}
	var more []string
	switch {
	case q.Away != "" && q.Rule != "" && q.By == transcript.Neverask:
		more = append(more, "rule "+q.Rule+" while you were away")
	case q.Away != "" && q.By == transcript.Neverask:
		more = append(more, "while you were away: "+q.Away.String())
	case q.Rule != "" && q.By == transcript.Neverask:
		more = append(more, "rule "+q.Rule)
	case q.By == transcript.OtherHook && q.Command != "":
		more = append(more, cli.Shown(diffview.RedactCommand(q.Command)))
	}
	if wrong {
		more = append(more, "marked wrong")
	}
	for _, l := range told {
		more = append(more, "although Claude was told "+l.ID)
	}
	if q.Overwritten {
		more = append(more, "instead of "+cli.Shown(q.Expected))
	}
	if q.Project != "" {
		more = append(more, a.Short(q.Project))
	}
	line := fmt.Sprintf("%s  %-10s  %s%s", q.Time.Local().Format("2006-01-02 15:04"), who, cli.OneLine(q.Text), answer)
	if len(more) > 0 {
		line += "  (" + strings.Join(more, ", ") + ")"
	}
	return diffview.Visible(line)
}
