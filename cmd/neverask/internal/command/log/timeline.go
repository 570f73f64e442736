package log

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"neverask/cmd/neverask/internal/cli"
	"neverask/diffview"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/record/activity"
	"neverask/hooks/record/eventlog"
)

// timeline prints questions and calls by their time, the newest first.
func timeline(ctx context.Context, a *cli.App, f logFlags) error {
	all := newestFirst{limit: f.limit}
	asked, earlier, err := askedWithin(ctx, a, f)
	if err != nil {
		return err
	}
	text := questionText(a, markedWrong(a))
	for _, q := range asked {
		all.keep(q.Time, text(q))
	}
	calls, err := activity.Calls(ctx, activityLog(a), f.wantCall, time.Now())
	if err != nil {
		return err
	}
	acts, told := readActs(a, f), map[callID]bool{}
	ruled := byCall(acts)
	between := map[int]*stretch{} // of successful calls, by the number of questions after them
	for c := range calls {
		id := callID{c.Session, c.ToolUse}
		act, acted := ruled[id]
		if acted {
			told[id] = true
		}
		switch {
		case f.tools && !f.failed || activity.Failed(c.Class) || !f.failed && (acted || c.Class != eventlog.ClassOK):
			all.keep(c.Start, diffview.Visible(callLine(c, act)))
		case !f.failed:
			i, _ := slices.BinarySearchFunc(asked, c.Start, func(q transcript.Question, at time.Time) int {
				return at.Compare(q.Time)
			})
			if between[i] == nil {
				between[i] = &stretch{tools: map[string]int{}}
			}
			between[i].add(c)
		}
	}
	for _, s := range between {
		s.tell(all.keep)
	}
	for _, act := range acts {
		if c := actedOn(act); !told[callID{c.Session, c.ToolUse}] && f.wantCall.Selects(c) {
			all.keep(c.Start, diffview.Visible(callLine(c, act)))
		}
	}
	newest := all.newest()
	for _, l := range newest {
		fmt.Fprintln(a.Stdout, l.text)
	}
	if len(newest) == 0 {
		fmt.Fprintln(a.Stderr, "hint:", noActivity(a, f.wantCall, !f.tools))
	}
	more := fmt.Sprintf("; --questions shows the %s, --tools the calls", diffview.Count(len(asked), "question"))
	hintOfMore(a, len(newest), all.found, strings.Repeat(more, min(len(asked), 1)))
	hintOfWeek(a, f, earlier)
	return ctx.Err()
}

// askedWithin returns the questions, the newest first, and whether there are earlier ones. There are
// none if only tool calls are wanted.
func askedWithin(ctx context.Context, a *cli.App, f logFlags) (asked []transcript.Question, earlier bool, err error) {
	if f.tools {
		return nil, false, nil
	}
	unlimited := f
	unlimited.limit, unlimited.since = 0, ""
	if unlimited.wantQuestion, err = unlimited.questionFilter(time.Now()); err != nil {
		return nil, false, err
	}
	ever, _, _, err := chosenQuestions(ctx, a, unlimited)
	if err != nil {
		return nil, false, err
	}
	n := len(ever)
	asked = slices.DeleteFunc(ever, func(q transcript.Question) bool { return !f.wantQuestion(q) })
	return asked, len(asked) < n, nil
}

// newestFirst collects lines with their time, and keeps the newest.
type newestFirst struct {
	lines        []entry
	limit, found int // 0 keeps all
}

type entry struct {
	at   time.Time
	text string
}

func (t *newestFirst) keep(at time.Time, text string) {
	t.lines, t.found = append(t.lines, entry{at, text}), t.found+1
	if t.limit > 0 && len(t.lines) >= 1000+2*t.limit { // there may be more than fit into memory
		t.lines = t.newest()
	}
}

func (t *newestFirst) newest() []entry {
	slices.SortStableFunc(t.lines, func(x, y entry) int { return y.at.Compare(x.at) })
	if t.limit == 0 {
		return t.lines
	}
	return t.lines[:min(len(t.lines), t.limit)]
}

// A stretch is the calls between two questions. It is shortened so that the questions stay visible.
type stretch struct {
	few   []activity.Call
	tools map[string]int
	n     int
	last  time.Time
}

// fewCalls is the maximum number of calls in a stretch that get a line each.
const fewCalls = 5

func (s *stretch) add(c activity.Call) {
	s.n++
	s.tools[c.Tool]++
	if c.Start.After(s.last) {
		s.last = c.Start
	}
	if s.n <= fewCalls {
		s.few = append(s.few, c)
	}
}

func (s *stretch) tell(keep func(time.Time, string)) {
	if s.n <= fewCalls {
		for _, c := range s.few {
			keep(c.Start, diffview.Visible(callLine(c, eventlog.RuleAct{})))
		}
		return
	}
	names := slices.SortedFunc(maps.Keys(s.tools), func(x, y string) int {
		return cmp.Or(s.tools[y]-s.tools[x], strings.Compare(x, y))
	})
	for i, name := range names {
		names[i] = fmt.Sprintf("%s %d", name, s.tools[name])
	}
	keep(s.last,
		diffview.Visible(fmt.Sprintf("%s  %-24s ok: %s", s.last.Local().Format("2006-01-02 15:04"),
			diffview.Count(s.n, "call"), cli.Shown(strings.Join(names, ", ")))))
}
