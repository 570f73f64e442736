package log

import (
	"cmp"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/claude/transcript"
	"neverask/hooks/record/eventlog"
	"neverask/hooks/rule/question"
	"neverask/tui/kit"
	"neverask/tui/rulestate"
)

// A line is a row of the timeline: a question, a call, or a run of successful calls.
type line struct {
	question *rulestate.Question
	call     *call
	run      []*call // of a run, the newest first; question and call are nil then
	unfolded bool    // of a run: its calls are listed below it
	inside   bool    // of a call: it is listed below its run
	project  string  // a directory, or only its name
	kinds    kindSet // of a question or a call
}

// A lineID identifies a line, also after a new reading.
type lineID struct {
	callID
	index int  // of a question in its call
	asked bool // whether it is a question
	run   bool
	at    int64
}

func (l *line) id() lineID {
	switch {
	case l.question != nil:
		q := l.question
		return lineID{callID: callID{q.Session, q.ToolUseID}, index: q.Index, asked: true, at: q.Time.UnixNano()}
	case l.call != nil:
		return lineID{callID: l.call.id()}
	}
	return runID(l.run)
}

// runID returns the identity of a run: that of its oldest call, because newer ones may join it.
func runID(calls []*call) lineID { return lineID{callID: calls[len(calls)-1].id(), run: true} }

func (l *line) time() time.Time {
	switch {
	case l.question != nil:
		return l.question.Time
	case l.call != nil:
		return l.call.Start
	}
	return l.run[0].Start
}

// sought returns the text that a filter searches.
func (l *line) sought() *kit.SearchText {
	if l.question != nil {
		return &l.question.Sought
	}
	return &l.call.sought
}

// asked returns the question of a line, or nil.
func (l *line) asked() *transcript.Question {
	if l.question == nil {
		return nil
	}
	return l.question.Question
}

// A timeline is all questions and calls, the newest first. It is immutable.
type timeline struct {
	seen  *rulestate.Asked
	found *recorded
	lines []line
	calls int // how many lines are calls
}

// merge puts questions and calls into one timeline, without the calls that ask the questions.
func merge(seen *rulestate.Asked, found *recorded) *timeline {
	t := &timeline{seen: seen, found: found}
	var list []*call
	if found != nil {
		list = found.list
	}
	t.lines = make([]line, 0, len(seen.List)+len(list))
	directories := map[string]string{} // by their hashes in the activity recording
	known := map[string]bool{}
	for i := range seen.List {
		if p := seen.List[i].Project; len(list) > 0 && !known[p] {
			known[p] = true
			directories[eventlog.ProjectHash(p)] = p
		}
	}
	next := 0
	for i := range seen.List {
		q := &seen.List[i]
		for ; next < len(list) && list[next].Start.After(q.Time); next++ {
			t.add(list[next], directories)
		}
		t.lines = append(t.lines, line{question: q, project: q.Project, kinds: questionKinds(q.Question)})
	}
	for ; next < len(list); next++ {
		t.add(list[next], directories)
	}
	return t
}

// asked returns how many questions there are.
func (t *timeline) asked() int { return len(t.lines) - t.calls }

// add adds a call.
func (t *timeline) add(c *call, directories map[string]string) {
	if _, asks := question.IsTool(c.Tool); asks {
		return
	}
	project, known := directories[c.Project]
	if !known {
		project = c.ProjectName
	}
	t.calls++
	t.lines = append(t.lines, line{call: c, project: project, kinds: callKinds(c)})
}

// An order is a way to sort lines.
type order int

const (
	newestFirst order = iota
	oldestFirst
	slowestFirst
	byText
	orders
)

var orderNames = [orders]string{"newest first", "oldest first", "slowest first", "by question or tool"}

// sorted returns lines, of which the newest come first, in the order.
func (o order) sorted(lines []line) []line {
	if o == newestFirst {
		return lines
	}
	lines = slices.Clone(lines)
	switch o {
	case oldestFirst:
		slices.Reverse(lines)
	case slowestFirst:
		slices.SortStableFunc(lines, func(a, b line) int { return cmp.Compare(b.wait(), a.wait()) })
	case byText:
		slices.SortStableFunc(lines, func(a, b line) int { return cmp.Compare(a.sought().Lower, b.sought().Lower) })
	}
	return lines
}

// wait returns how long the answer to a question or a call took.
func (l *line) wait() time.Duration {
	if l.question != nil {
		return l.question.Wait
	}
	return l.call.Duration
}

// turnOrder sorts the lines in the next order.
func (t *list) turnOrder(*kit.Model) tea.Cmd { return t.sortBy((t.order + 1) % orders) }

// sortBy sorts the lines. The chosen line stays chosen, if the person chose it.
func (t *list) sortBy(o order) tea.Cmd {
	if t.order = o; !t.moved {
		t.kept = lineID{}
	}
	return t.refresh()
}

// ClickHead switches to the scope, or sorts by the column, that was clicked on.
func (t *list) ClickHead(line string, x int) func(*kit.Model) tea.Cmd {
	if t.find.Active && strings.Contains(line, "▸") {
		var names []string
		scopes := t.scopes()
		for _, s := range scopes {
			names = append(names, s.name)
		}
		if at := kit.Pointed(line, x, names...); at >= 0 {
			return func(*kit.Model) tea.Cmd { t.filter = scopes[at].filter; return t.refresh() }
		}
		return nil
	}
	if !strings.HasPrefix(strings.TrimLeft(line, " ▾▴"), "when") {
		return nil
	}
	orders := [...]order{newestFirst, slowestFirst, slowestFirst, slowestFirst, byText}
	at := kit.Pointed(line, x, "when", "took", "answer or time", "answer  ", "question")
	if at < 0 {
		return nil
	}
	o := orders[at]
	if o == newestFirst && t.order == newestFirst {
		o = oldestFirst
	}
	return func(*kit.Model) tea.Cmd { return t.sortBy(o) }
}

// fewCalls is the maximum number of successive successful calls with a row each. More share a
// row, so that questions do not drown in them.
const fewCalls = 5

// fold replaces successive successful calls with a run, followed by its calls if it is unfolded.
func fold(lines []line, unfolded map[lineID]bool) []line {
	all := make([]line, 0, len(lines))
	for i := 0; i < len(lines); i++ {
		end := i
		for end < len(lines) && lines[end].call != nil && lines[end].call.Class == eventlog.ClassOK &&
			lines[end].call.act.Act == "" {
			end++
		}
		if end-i <= fewCalls {
			all = append(all, lines[i:max(end, i+1)]...)
			i = max(end, i+1) - 1
			continue
		}
		run := line{run: make([]*call, 0, end-i), project: lines[i].project}
		for _, l := range lines[i:end] {
			run.run = append(run.run, l.call)
			if l.project != run.project {
				run.project = ""
			}
		}
		run.unfolded = unfolded[runID(run.run)]
		all = append(all, run)
		if run.unfolded {
			for _, l := range lines[i:end] {
				l.inside = true
				all = append(all, l)
			}
		}
		i = end - 1
	}
	return all
}
