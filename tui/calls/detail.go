package calls

import (
	"fmt"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"neverask/diffview"
	"neverask/hooks/record/activity"
	"neverask/hooks/record/eventlog"
	"neverask/tui/follow"
	"neverask/tui/kit"
)

// about is what is known of the chosen row, as far as there is room.
func (t *Place) about(width, _ int, st *kit.Styles) []string {
	r := t.chosen()
	if r == nil {
		return []string{st.Muted.Render(" No matches. Press esc to show everything")}
	}
	return t.story(r, width, st)
}

// story is everything that is known of a row.
func (t *Place) story(r *activityRow, width int, st *kit.Styles) []string {
	switch {
	case r.tool != nil:
		return t.toolStory(r.tool, width, st)
	case r.outcome != nil:
		return outcomeStory(r.outcome, t.now(), width, st)
	case r.call != nil:
		return t.callStory(r.call, width, st)
	case r.agent != nil:
		return agentStory(r.agent, width, st)
	case r.day != nil:
		return dayStory(r.day, width, st)
	case r.hook != nil:
		return t.hookStory(r, width, st)
	}
	return kit.Indented("The questions Claude asked in this time, and how many neverask answered. Press enter to list them.", 1, width)
}

// sheet is a title and labelled facts below it.
type sheet struct {
	rows  []string
	width int
	st    *kit.Styles
}

func newSheet(title string, width int, st *kit.Styles) *sheet {
	return &sheet{kit.Styled(kit.Indented(diffview.Visible(title), 1, width), st.Strong), width, st}
}

// add adds a fact, unless it is empty.
func (s *sheet) add(label, text string) {
	if text != "" {
		s.rows = append(s.rows, kit.Labelled(label, diffview.Visible(text), s.width, s.st)...)
	}
}

// calls adds calls, a line each, under a title.
func (s *sheet) calls(now time.Time, title string, calls []activity.Call) {
	if len(calls) == 0 {
		return
	}
	head := kit.Right("when", 4) + kit.Right("took", 8) + "  call"
	s.rows = append(s.rows, "", " "+s.st.Strong.Render(title), " "+s.st.Muted.Render(head))
	for i := range calls {
		c := &calls[i]
		took := "–"
		if c.Timed {
			took = lasted(c.Duration)
		}
		s.rows = append(s.rows, kit.Fit(" "+s.st.Muted.Render(kit.Right(diffview.Ago(now, c.Start), 4))+kit.Right(took, 8)+"  "+diffview.Visible(what(c)+"  "+c.Ending()), s.width))
	}
}

// storyCalls is how many calls of a tool are listed in its story.
const storyCalls = 8

func (t *Place) toolStory(e *activity.Tool, width int, st *kit.Styles) []string {
	s := newSheet(e.Name, width, st)
	s.add("server", e.Server)
	calls := fmt.Sprintf("%d, %d failed", e.Calls, e.Failed)
	if e.Failed > 0 {
		calls += " (" + percent(e.FailureShare()) + ")"
	}
	s.add("calls", calls)
	s.add("ended", classes(e.Classes))
	if len(e.Took) > 0 {
		s.add("took", fmt.Sprintf("p50 %s · p95 %s · longest %s", activity.Brief(e.Quantile(0.5)), activity.Brief(e.Quantile(0.95)), activity.Brief(e.Max)))
	}
	if len(e.Waits) > 0 {
		s.add("waited", fmt.Sprintf("p50 %s · p95 %s, for permission and hooks", activity.Brief(e.Wait(0.5)), activity.Brief(e.Wait(0.95))))
	}
	if e.Asked > 0 {
		s.add("asked", "permission requested for "+diffview.Count(e.Asked, "call"))
	}
	var slow, bad []activity.Call
	for _, c := range t.found.summary.Slowest {
		if c.Tool == e.Name {
			slow = append(slow, c)
		}
	}
	for _, o := range t.found.summary.Outcomes {
		for _, c := range o.Last {
			if c.Tool == e.Name && activity.Failed(c.Class) {
				bad = append(bad, c)
			}
		}
	}
	slices.SortFunc(bad, func(a, b activity.Call) int { return b.End.Compare(a.End) })
	bad = bad[:min(len(bad), storyCalls)]
	title := "Latest failures"
	if len(bad) < e.Failed { // the log keeps the last of each kind, whatever the tool
		title += fmt.Sprintf(": %d of %d", len(bad), e.Failed)
	}
	s.calls(t.now(), title, bad)
	s.calls(t.now(), "Slowest calls", slow[:min(len(slow), storyCalls)])
	return s.rows
}

// classes lists how calls have ended, the most frequent first.
func classes(all map[eventlog.Class]int) string {
	var names []eventlog.Class
	for c := range all {
		names = append(names, c)
	}
	slices.SortFunc(names, func(a, b eventlog.Class) int {
		if d := all[b] - all[a]; d != 0 {
			return d
		}
		return strings.Compare(string(a), string(b))
	})
	var parts []string
	for _, c := range names {
		parts = append(parts, fmt.Sprintf("%d %s", all[c], activity.ClassWords(c)))
	}
	return strings.Join(parts, " · ")
}

// outcomeMeanings explain what a person may not know.
var outcomeMeanings = map[eventlog.Class]string{
	eventlog.ClassOrphan:       "They started and never reported back: a hook did not run, or the session was killed.",
	eventlog.ClassInterrupted:  "They were stopped before they ended.",
	eventlog.ClassOSPermission: "The operating system did not allow it.",
	eventlog.ClassInvalid:      "Claude Code rejected the input Claude gave the tool.",
	eventlog.ClassDenied:       "They were denied by you, a rule, a hook, or the classifier of the mode \"auto\".",
	eventlog.ClassDeferred:     "A hook deferred them.",
	eventlog.ClassTimeout:      "They ran into their time limit.",
}

func outcomeStory(o *activity.Outcome, now time.Time, width int, st *kit.Styles) []string {
	s := newSheet(fmt.Sprintf("%s: %s", diffview.Count(o.Calls, "call"), activity.ClassWords(o.Class)), width, st)
	if m := outcomeMeanings[o.Class]; m != "" {
		s.rows = append(s.rows, kit.Indented(m, 1, width)...)
	}
	s.calls(now, "Latest", o.Last)
	return s.rows
}

func (t *Place) callStory(c *activity.Call, width int, st *kit.Styles) []string {
	s := newSheet(what(c), width, st)
	s.add("ended", c.Ending())
	if c.Timed {
		s.add("took", activity.Brief(c.Duration))
	}
	if c.Waited {
		wait := activity.Brief(c.Wait)
		if c.Asked {
			wait += ", permission requested"
		}
		s.add("waited", wait)
	}
	s.add("began", kit.Moment(c.Start)+", "+diffview.Since(t.now(), c.Start))
	if c.Resumed > 0 {
		s.add("deferred", diffview.Count(c.Resumed, "time"))
	}
	s.add("project", c.ProjectName)
	s.add("session", c.Session)
	s.add("call", c.ToolUse)
	if c.Agent != "" {
		s.add("subagent", agentName(c.AgentType)+" "+c.Agent)
	}
	s.add("server", c.Server)
	s.add("mode", strings.Trim(c.Mode+" "+c.Effort, " "))
	s.add("size", fmt.Sprintf("%d bytes in, %d bytes out", c.In, c.Out))
	s.add("runs on", c.Background)
	s.add("arguments", c.Arguments)
	return s.rows
}

func agentStory(a *activity.Agent, width int, st *kit.Styles) []string {
	s := newSheet(agentName(a.Type), width, st)
	runs := fmt.Sprint(a.Runs)
	if a.Running > 0 {
		runs += fmt.Sprintf(", %d running", a.Running)
	}
	s.add("runs", runs)
	if len(a.Took) > 0 {
		s.add("took", fmt.Sprintf("p50 %s · longest %s · total %s", activity.Brief(a.Median()), activity.Brief(a.Max), activity.Brief(a.Total)))
	}
	s.add("calls", fmt.Sprintf("%d, %d failed", a.Calls, a.Failed))
	if a.Told > 0 {
		s.add("tokens", fmt.Sprintf("%d in %s", a.Tokens, diffview.Count(a.Told, "run")))
	}
	return s.rows
}

func dayStory(d *activity.Day, width int, st *kit.Styles) []string {
	s := newSheet(d.Start.Format("Monday 2 January 2006")+": "+diffview.Count(d.All, "call"), width, st)
	for hour, n := range d.Calls {
		if n > 0 {
			s.add(fmt.Sprintf("%02d:00", hour), diffview.Count(n, "call"))
		}
	}
	return s.rows
}

func (t *Place) hookStory(r *activityRow, width int, st *kit.Styles) []string {
	h := r.hook
	s := newSheet(kit.Clean(t.home, h.Name), width, st)
	s.add("event", string(h.Event))
	if h.Max > 0 {
		s.add("took", fmt.Sprintf("p50 %s · longest %s", activity.Brief(h.Median()), activity.Brief(h.Max)))
	}
	s.add("seen", fmt.Sprintf("%d times, %d failed; last %s", h.Seen, h.Failed(), diffview.Since(t.now(), h.Last)))
	s.rows = append(s.rows, "")
	s.rows = append(s.rows, kit.Styled(kit.Indented("From the transcripts of all sessions. Claude Code does not record runs that succeed silently, so these are lower bounds. Press 4 to see the hook.", 1, width), st.Muted)...)
	return s.rows
}

// open shows everything that is known of a row on a page of its own.
func (t *Place) open(m *kit.Model) tea.Cmd {
	row, memo := *t.chosen(), kit.Memo{}
	if row.asked {
		return tea.Batch(m.Send(follow.AskedMsg{Since: t.found.since}), kit.Going("Log")(m))
	}
	m.Push(&kit.Details{Subject: sectionTitles[row.section], About: func(width int, st *kit.Styles) []string {
		return memo.Of(width, st, func() []string { return t.story(&row, width, st) })
	}})
	return nil
}
