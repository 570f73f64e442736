package log

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"neverask/diffview"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/record/activity"
	"neverask/settings/worktree"
	"neverask/tui/kit"

	tea "charm.land/bubbletea/v2"
)

// searchText returns what a search finds a call by. What a tool rule did at it, and by which rules, is in it.
func searchText(c *call) kit.SearchText {
	return kit.NewSearchText(callText(c), callOutcome(c).Word, c.Server, c.ProjectName, c.AgentType).
		And(strings.Join(append([]string{c.Tool, c.Arguments}, c.act.Rules...), " "))
}

// A filter selects lines of the timeline.
type filter struct {
	kind    kind
	project string    // only this one; "" for all
	week    bool      // only the last seven days
	since   time.Time // only from this time on; zero for all
}

// A kind selects lines by what they are and how they ended.
type kind int

const (
	everything kind = iota
	questions
	toolCalls
	unanswered
	meanwhile
	automatic
	yours
	others
	overwritten
	denied
	declined
	failed
	kinds
)

var kindNames = [kinds]string{
	"all", "questions", "calls", "unanswered", "answered while you were away",
	"answered for you by neverask", "answered by you",
	"answered by another hook", "overwritten", "denied", "declined", "failed calls",
}

// A kindSet is the set of kinds that a line has.
type kindSet uint16

func (s kindSet) has(k kind) bool { return s>>k&1 == 1 }

func callKinds(c *call) kindSet {
	return 1<<everything | 1<<toolCalls | bit(failed, activity.Failed(c.Class))
}

func questionKinds(q *transcript.Question) kindSet {
	answered := q.Outcome == transcript.Picked || q.Outcome == transcript.Typed
	return 1<<everything | 1<<questions |
		bit(unanswered, !answered && q.Outcome != transcript.Unreadable) |
		bit(meanwhile, q.By == transcript.Neverask && q.Away != "") |
		bit(automatic, q.By == transcript.Neverask) |
		bit(yours, q.Answered()) |
		bit(others, q.By == transcript.OtherHook && answered) |
		bit(overwritten, q.Overwritten) |
		bit(denied, q.Outcome == transcript.Denied) |
		bit(declined, q.Outcome == transcript.Declined)
}

// bit returns the set of only k if is is true, and the empty set otherwise.
func bit(k kind, is bool) kindSet {
	if is {
		return 1 << k
	}
	return 0
}

const week = 7 * 24 * time.Hour

// from returns the earliest time that the filter selects; zero for all.
func (f filter) from(now time.Time) time.Time {
	if f.week {
		return now.Add(-week)
	}
	return f.since
}

// has reports whether the filter selects a line; from is its earliest time.
func (f filter) has(l *line, from time.Time) bool {
	return l.kinds.has(f.kind) && (f.project == "" || worktree.Below(l.project, f.project)) &&
		(from.IsZero() || !l.time().Before(from))
}

// A scope is one of the filters that tab switches between during a search.
type scope struct {
	name   string
	filter filter
}

// scopes returns the scopes that select something, the current one, and that of calls, which says how to record them.
func (t *list) scopes() []scope {
	all := []scope{{"all", filter{}}, {"questions", filter{kind: questions}}, {"calls", filter{kind: toolCalls}}}
	if t.here != "" {
		all = append(all, scope{"this project", filter{project: t.here}})
	}
	all = append(all, scope{"last 7 days", filter{week: true}},
		scope{"unanswered", filter{kind: unanswered}}, scope{"while away", filter{kind: meanwhile}})
	if f := t.sifted; !slices.ContainsFunc(all, func(s scope) bool { return s.filter == f }) {
		words := f.about(t.home)
		if f.kind == questions || f.kind == toolCalls {
			words = slices.Insert(words, 0, kindNames[f.kind])
		}
		all = slices.Insert(all, 1, scope{strings.Join(words, ", "), f})
	}
	now := t.now()
	return slices.DeleteFunc(all, func(s scope) bool {
		from := s.filter.from(now)
		return s.filter != t.filter && s.filter != filter{} && s.filter.kind != toolCalls &&
			!slices.ContainsFunc(t.all.lines, func(l line) bool { return s.filter.has(&l, from) })
	})
}

// turnScope switches to the next or the previous scope. The search stays.
func (t *list) turnScope(by int) func(*kit.Model) tea.Cmd {
	return func(*kit.Model) tea.Cmd {
		all := t.scopes()
		at := slices.IndexFunc(all, func(s scope) bool { return s.filter == t.filter })
		t.filter = all[(at+by+len(all))%len(all)].filter
		return t.refresh()
	}
}

// scopeRow names as many scopes as fit, and marks the chosen one.
func (t *list) scopeRow(width int, st *kit.Styles) string {
	all := t.scopes()
	at := max(slices.IndexFunc(all, func(s scope) bool { return s.filter == t.filter }), 0)
	word := func(i int) string {
		if all[i].filter == t.filter {
			return "▸" + st.Strong.Render(all[i].name)
		}
		return " " + st.Muted.Render(all[i].name)
	}
	from, to, used := at, at+1, kit.Width(word(at))
	for fits := true; fits; {
		fits = false
		if to < len(all) && used+1+kit.Width(word(to)) <= width-2 {
			used, to, fits = used+1+kit.Width(word(to)), to+1, true
		}
		if from > 0 && used+1+kit.Width(word(from-1)) <= width-2 {
			used, from, fits = used+1+kit.Width(word(from-1)), from-1, true
		}
	}
	var words []string
	for i := from; i < to; i++ {
		words = append(words, word(i))
	}
	return kit.Fit(" "+strings.Join(words, " "), width)
}

// about describes the filter, the most important part first.
func (f filter) about(home string) (all []string) {
	if f.kind > toolCalls { // the number says the others
		all = append(all, kindNames[f.kind])
	}
	if f.week {
		all = append(all, "last 7 days")
	}
	if !f.since.IsZero() {
		all = append(all, "since "+kit.Moment(f.since))
	}
	if f.project != "" {
		all = append(all, kit.Short(home, f.project))
	}
	return all
}

// counted says how many lines are listed, in the words for what the filter selects.
func (t *list) counted() string {
	asked, called := t.all.asked(), t.all.calls
	whole := diffview.Count(asked, "question")
	switch {
	case t.filter.kind == toolCalls || t.filter.kind == failed:
		whole = diffview.Count(called, "call")
	case called > 0 && t.filter.kind == everything && t.filtered():
		return diffview.Count(t.matched, "line")
	case called > 0 && t.filter.kind == everything:
		return whole + " · " + diffview.Count(called, "call")
	}
	if t.filtered() {
		return fmt.Sprintf("%d of %s", t.matched, whole)
	}
	return whole
}

// sifts returns the filters by kind, time and project. Each counts the lines that match it, the
// other filters and the search.
func (t *list) sifts() (all []kit.Sift) {
	lines, needle, now := t.all.lines, t.find.Needle(), t.now()
	from, weekAgo := t.filter.from(now), now.Add(-week)
	anyProject := t.filter
	anyProject.project = ""
	var number [kinds]int
	projects, recent := map[string]int{}, 0
	if len(needle.Words) > 0 {
		lines = pick(lines, needle.Among(len(lines), func(i int) *kit.SearchText { return lines[i].sought() }))
	}
	for i := range lines {
		l := &lines[i]
		if anyProject.has(l, from) {
			projects[l.project]++
		}
		if t.filter.project != "" && !worktree.Below(l.project, t.filter.project) {
			continue
		}
		if l.kinds.has(t.filter.kind) && !l.time().Before(weekAgo) {
			recent++
		}
		if from.IsZero() || !l.time().Before(from) {
			for k := range kinds {
				number[k] += int(l.kinds >> k & 1)
			}
		}
	}
	add := func(group, name string, rows int, f filter) {
		all = append(all, kit.Sift{Group: group, Name: name, Rows: rows, On: f == t.filter, Do: func() tea.Cmd {
			t.filter, t.sifted = f, f
			return t.refresh()
		}})
	}
	add("All", "all", len(lines), filter{})
	for k := questions; k < kinds; k++ {
		f := t.filter
		f.kind = k
		add("By kind", kindNames[k], number[k], f)
	}
	f := t.filter
	f.week, f.since = true, time.Time{}
	add("By time", "last 7 days", recent, f)
	for _, p := range slices.Sorted(maps.Keys(projects)) {
		n := 0
		for other, of := range projects {
			if worktree.Below(other, p) {
				n += of
			}
		}
		if f := t.filter; p != "" {
			f.project = p
			name := kit.Short(t.home, p)
			if p == t.here {
				name += ", this project"
			}
			add("By project", name, n, f)
		}
	}
	return all
}
