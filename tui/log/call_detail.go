package log

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"neverask/diffview"
	"neverask/hooks/record/activity"
	"neverask/hooks/record/eventlog"
	"neverask/tui/kit"
)

// callOutcome says how a call ended, as a sign and a word.
func callOutcome(c *call) kit.Badge {
	word := diffview.Visible(activity.ClassWords(c.Class))
	switch {
	case c.act.Denies():
		return kit.Mark("✗", "rule denied", kit.Warn)
	case c.act.Asks() && (c.Class == "" || c.Class == activity.Running):
		return kit.Mark("○", "rule asks", kit.Calm)
	case c.Class == eventlog.ClassOK:
		return kit.Mark("✓", word, kit.Calm)
	case c.Class == eventlog.ClassExit && c.Exit != 0:
		return kit.Mark("✗", "exit "+strconv.Itoa(c.Exit), kit.Bad)
	case activity.Failed(c.Class):
		return kit.Mark("✗", word, kit.Bad)
	case c.Class == eventlog.ClassDenied:
		return kit.Mark("✗", word, kit.Warn)
	}
	return kit.Mark("·", word, kit.Calm)
}

// callText returns a tool and what its call was about.
func callText(c *call) string {
	return diffview.Visible(strings.TrimSpace(toolName(c.Tool) + " " + c.Key))
}

// toolName returns the name of a tool; the tool of an MCP server comes after the server's name.
func toolName(name string) string {
	if mcp, is := strings.CutPrefix(name, "mcp__"); is {
		return strings.Replace(mcp, "__", " · ", 1)
	}
	return name
}

// took returns how long a call took, or "" if unknown.
func took(c *call) string {
	if !c.Timed {
		return ""
	}
	return activity.Brief(c.Duration)
}

// callFacts draws everything recorded about a call or, if brief, what every call has on one line. A
// call that was running when its page was opened may have ended since.
func (t *Place) callFacts(l *line, brief bool, width int, st *kit.Styles) []string {
	c := l.call
	if c.Class == activity.Running && t.calls.found != nil {
		if i := slices.IndexFunc(t.calls.found.list, func(now *call) bool { return now.id() == c.id() }); i >= 0 {
			c = t.calls.found.list[i]
		}
	}
	all := kit.Styled(kit.Indented(callText(c), 1, width), st.Strong)
	ending := c.Ending()
	if c.act.Act != "" && (c.Class == "" || c.Class == activity.Running || c.act.Denies()) {
		ending = map[bool]string{true: "denied by your rule",
			false: "your rule has Claude Code ask you first"}[c.act.Denies()]
	}
	all = append(all, " "+kit.Mark(callOutcome(c).Sign, diffview.Visible(ending), callOutcome(c).Style).Draw(st))
	add := func(label, text string) {
		if text != "" {
			all = append(all, kit.Labelled(label, diffview.Visible(text), width, st)...)
		}
	}
	add(map[bool]string{true: "its rule"}[c.act.Act != ""], strings.Join(c.act.Rules, ", "))
	if brief {
		all = append(all, whenAndWhere(t, c.Start, took(c), l.project, c.Session, width))
	} else {
		add("began", kit.Moment(c.Start))
		add("took", took(c))
	}
	if c.Waited && c.Wait >= time.Millisecond {
		add("waited", activity.Brief(c.Wait)+", for permission and hooks")
	}
	if c.Asked {
		add("asked", "permission was requested")
	}
	add("server", c.Server)
	add("subagent", c.AgentType)
	add("mode", c.Mode)
	add("background", c.Background)
	add("arguments", kit.Clean(t.home, c.Arguments))
	if !brief {
		add("project", kit.Short(t.home, l.project))
		add("session", c.Session)
	}
	return all
}

// A used says how often a tool was used in a run, and for how long.
type used struct {
	name    string
	calls   int
	took    time.Duration
	longest time.Duration
}

// usedIn returns the tools used in calls, the most used first.
func usedIn(calls []*call) []used {
	by := map[string]used{}
	for _, c := range calls {
		u := by[c.Tool]
		u.name, u.calls = toolName(c.Tool), u.calls+1
		if c.Timed {
			u.took, u.longest = u.took+c.Duration, max(u.longest, c.Duration)
		}
		by[c.Tool] = u
	}
	return slices.SortedFunc(maps.Values(by), func(a, b used) int {
		return cmp.Or(cmp.Compare(b.calls, a.calls), strings.Compare(a.name, b.name))
	})
}

// runText describes a run on one line.
func runText(calls []*call) string {
	var tools []string
	for _, u := range usedIn(calls) {
		tools = append(tools, fmt.Sprintf("%s %d", u.name, u.calls))
	}
	return diffview.Visible(diffview.Count(len(calls), "call") + ": " + strings.Join(tools, ", "))
}

// runFacts draws everything known about a run.
func (t *Place) runFacts(l *line, width int, st *kit.Styles) []string {
	all := kit.Styled(kit.Indented(diffview.Count(len(l.run), "call")+" that went well, one after the other", 1, width),
		st.Strong)
	for _, u := range usedIn(l.run) {
		text := strconv.Itoa(u.calls)
		if u.took > 0 {
			text += ", " + activity.Brief(u.took) + " together, the longest " + activity.Brief(u.longest)
		}
		all = append(all, kit.Labelled(kit.Fit(diffview.Visible(u.name), 10), text, width, st)...)
	}
	all = append(all, kit.Labelled("began",
		kit.Moment(l.run[len(l.run)-1].Start)+" to "+l.run[0].Start.Local().Format("15:04:05"), width, st)...)
	if l.project != "" {
		all = append(all, kit.Labelled("project", kit.Short(t.home, l.project), width, st)...)
	}
	return all
}
