package calls

import (
	"fmt"
	"strings"
	"time"

	"neverask/diffview"
	"neverask/hooks/record/activity"
	"neverask/hooks/record/histogram"
	"neverask/tui/kit"
)

// Page draws it.
func (t *Place) Page(width, height int, st *kit.Styles) kit.Page {
	var p kit.Page
	rows := []string(nil)
	switch {
	case t.loading():
		rows = []string{"", "  " + st.Muted.Render(fmt.Sprintf("reading the record: %d %% …", t.progress.Load()))}
	case t.err != nil && t.found == nil:
		rows = append([]string{""}, kit.Noted(kit.Mark("✗", "cannot read", kit.Bad), kit.Clean(t.home, t.err.Error()), width, st)...)
		rows = append(rows, "   "+st.Muted.Render("press r to try again"))
	case t.found == nil:
		rows = []string{"", "  " + st.Muted.Render("nothing read yet; press r to read")}
	case t.empty():
		rows = t.nothing(width, st)
	default:
		p.Head = t.head(width, st)
		needle := t.find.Needle()
		return t.pane.Lay(p, width, height, len(t.rows), st,
			func(i, width int) string { return t.row(i, width, &needle, st) },
			func(width, height int) []string { return t.about(width, height, st) }).
			Without(func(i int) bool { return t.rows[i].title })
	}
	return p.Of(rows)
}

// nothing says why there is nothing to see.
func (t *Place) nothing(width int, st *kit.Styles) []string {
	title, texts := "No activity is recorded.", []string{
		"With the activity hooks, neverask records which tools Claude uses, how long each call takes and how it ends: names and numbers only, kept on this machine.",
		"They are optional and off by default: press i to install them. You'll see the exact change first.",
	}
	if t.found.recording || t.found.kept {
		title, texts = fmt.Sprintf("No calls in the last %s.", spans[t.Span].name), []string{
			"The activity hooks are installed. Tool calls appear here as Claude works.",
		}
	}
	if !t.found.recording && t.found.kept {
		texts = []string{"Older calls are kept; press f to look back further. The activity hooks are off: press i to install them."}
	}
	all := append([]string{""}, kit.Styled(kit.Indented(title, 2, kit.Prose(width)-2), st.Strong)...)
	for _, text := range texts {
		all = append(append(all, ""), kit.Indented(text, 2, kit.Prose(width)-2)...)
	}
	return all
}

// head sums everything up on one line.
func (t *Place) head(width int, st *kit.Styles) []string {
	s := &t.found.summary
	about := []string{"last " + spans[t.Span].name}
	if !t.found.recording {
		about = append(about, "hooks off")
	}
	about = append(about, diffview.Count(s.Calls, "call"), diffview.Count(s.Sessions, "session"))
	if s.Failed > 0 {
		about = append(about, fmt.Sprintf("%d failed", s.Failed))
	}
	if s.Running > 0 {
		about = append(about, fmt.Sprintf("%d running", s.Running))
	}
	line, text := t.find.Draw(width/2, st), strings.Join(about, " · ")
	if t.cancel != nil && t.progress.Load() > 0 && t.progress.Load() < 100 {
		text = fmt.Sprintf("reading: %d %%", t.progress.Load())
	}
	if line == "" {
		line = st.Muted.Render(text)
	} else {
		line = kit.Ends(line, st.Muted.Render(about[0]), width-2)
	}
	return []string{kit.Fit(" "+line, width)}
}

// toolColumns are the widths of the columns of figures; 0 leaves one out.
type toolColumns struct{ name, calls, failed, p50, p95, longest, wait int }

func toolColumnsOf(width int) (c toolColumns) {
	c.calls, c.failed, c.p95 = 7, 8, 8
	if width >= 56 {
		c.p50, c.wait = 8, 8
	}
	if width >= 66 {
		c.longest = 9
	}
	c.name = width - 3 - c.calls - c.failed - c.p50 - c.p95 - c.longest - c.wait
	return c
}

func (c toolColumns) line(cells [6]string) string {
	s := ""
	for i, w := range [...]int{c.calls, c.failed, c.p50, c.p95, c.longest, c.wait} {
		if w > 0 {
			s += kit.Right(cells[i], w)
		}
	}
	return s
}

func (t *Place) row(i, width int, needle *kit.Needle, st *kit.Styles) string {
	r := &t.rows[i]
	if r.title {
		return titleRow(r.section, t.order, width, st)
	}
	style, left := kit.RowStart(i == t.pane.Chosen, st)
	named := func(s string, width int) string {
		return kit.Pad(needle.Mark(kit.Fit(diffview.Visible(s), width-1), style), width)
	}
	c := toolColumnsOf(width)
	switch {
	case r.tool != nil:
		e := r.tool
		return kit.Fit(left+named(toolName(e.Name), c.name)+c.line([6]string{
			fmt.Sprint(e.Calls), percent(e.FailureShare()), timed(e.Took, e.Quantile(0.5)), timed(e.Took, e.Quantile(0.95)), timed(e.Took, e.Max), timed(e.Waits, e.Wait(0.95)),
		}), width)
	case r.agent != nil:
		e := r.agent
		tokens := "–"
		if e.Told > 0 {
			tokens = thousands(e.Tokens)
		}
		return kit.Fit(left+named(agentName(e.Type), c.name)+c.line([6]string{
			fmt.Sprint(e.Runs), fmt.Sprint(e.Calls), fmt.Sprint(e.Failed), timed(e.Took, e.Median()), timed(e.Took, e.Max), tokens,
		}), width)
	case r.outcome != nil:
		words, last := activity.ClassWords(r.outcome.Class), &r.outcome.Last[0]
		return kit.Fit(left+kit.Right(fmt.Sprint(r.outcome.Calls), 5)+"  "+named(words, 22)+st.Muted.Render(kit.Right(diffview.Ago(t.now(), last.End), 4)+" "+diffview.Visible(what(last))), width)
	case r.call != nil:
		return kit.Fit(left+kit.Right(lasted(r.call.Duration), 7)+" "+st.Muted.Render(kit.Right(diffview.Ago(t.now(), r.call.Start), 4))+" "+named(what(r.call), max(width-36, 1))+
			st.Muted.Render(diffview.Visible(r.call.Ending())), width)
	case r.day != nil:
		name := r.day.Start.Format("Mon 2 Jan")
		return kit.Fit(left+kit.Pad(name, 11)+style.Render(r.day.Bars(t.found.busiest))+kit.Right(fmt.Sprint(r.day.All), 6), width)
	case r.hook != nil:
		h := r.hook
		return kit.Fit(left+kit.Right(timedHook(h.Median(), h.Max), 7)+kit.Right(timedHook(h.Max, h.Max), 8)+kit.Right(fmt.Sprintf("%d×", h.Seen), 7)+"  "+
			named(string(h.Event)+"  "+kit.Clean(t.home, h.Name), max(width-26, 1)), width)
	}
	q := t.found.questions
	text := fmt.Sprintf("%d asked · %d answered for you", q.Asked, q.Answered)
	if q.Overwritten > 0 {
		text += fmt.Sprintf(" · %d overwritten", q.Overwritten)
	}
	return kit.Fit(left+style.Render(text), width)
}

// titleRow is the title of a section, with the names of its columns.
func titleRow(part section, order toolOrder, width int, st *kit.Styles) string {
	title, c := sectionTitles[part], toolColumnsOf(width)
	text := ""
	switch part {
	case inTools:
		title += " by " + toolOrderNames[order]
		text = c.line([6]string{"calls", "failed", "p50", "p95", "longest", "wait"})
	case inAgents:
		text = c.line([6]string{"runs", "calls", "failed", "p50", "longest", "tokens"})
	case inHours:
		return kit.Fit(" "+kit.Pad(st.Strong.Render(title), 12)+st.Muted.Render("0     6     12    18"), width)
	case inHooks:
		return kit.Fit(" "+kit.Right("p50", 8)+kit.Right("longest", 8)+kit.Right("seen", 7)+"  "+st.Strong.Render(title), width)
	}
	return kit.Fit(" "+kit.Pad(st.Strong.Render(title), width-2-kit.Width(text))+st.Muted.Render(text), width)
}

// what says what a call was about.
func what(c *activity.Call) string {
	s := toolName(c.Tool)
	if c.Key != "" && s == c.Tool {
		s += " " + c.Key
	}
	if c.ProjectName != "" {
		s += " in " + c.ProjectName
	}
	return s
}

// toolName is the name of a tool; that of a server's is told apart from the server.
func toolName(name string) string {
	if mcp, is := strings.CutPrefix(name, "mcp__"); is {
		return strings.Replace(mcp, "__", " · ", 1)
	}
	return name
}

func agentName(kind string) string {
	if kind == "" {
		return "(type not recorded)"
	}
	return kind
}

// lasted is a duration without blanks: 12ms, 3.4s, 2m5s.
func lasted(d time.Duration) string {
	return strings.NewReplacer(" min", "m", " ", "").Replace(activity.Brief(d))
}

// timed is a duration out of a spread, which may be empty.
func timed(of histogram.Histogram, d time.Duration) string {
	if len(of) == 0 {
		return "–"
	}
	return lasted(d)
}

// timedHook is how long a hook took, when any record tells that.
func timedHook(d, longest time.Duration) string {
	switch {
	case longest == 0:
		return "–"
	case d < time.Millisecond:
		return "<1ms"
	}
	return lasted(d)
}

func percent(share float64) string {
	if share == 0 {
		return "–"
	}
	return fmt.Sprintf("%.1f %%", 100*share)
}

// thousands writes a large number with three digits.
func thousands(n int64) string {
	switch {
	case n < 1000:
		return fmt.Sprint(n)
	case n < 999500:
		return fmt.Sprintf("%.3gk", float64(n)/1e3)
	}
	return fmt.Sprintf("%.3gM", float64(n)/1e6)
}
