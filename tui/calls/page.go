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
		p.Names = func(width int) string { return toolColumnsOf(width).head(t.order) }
		return t.pane.Lay(p, width, height, len(t.tools), st,
			func(i, width int) string { return t.row(i, width, &needle, st) },
			func(width, _ int) []string { return t.about(width, st) })
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

// head names the columns.
func (c toolColumns) head(order toolOrder) string {
	return "  " + kit.Pad("tools by "+toolOrderNames[order], c.name) + c.line([6]string{"calls", "failed", "p50", "p95", "longest", "wait"})
}

func (t *Place) row(i, width int, needle *kit.Needle, st *kit.Styles) string {
	e, c := &t.tools[i], toolColumnsOf(width)
	style, left := kit.RowStart(i == t.pane.Chosen, st)
	name := kit.Pad(needle.Mark(kit.Fit(diffview.Visible(toolName(e.Name)), c.name-1), style), c.name)
	return kit.Fit(left+name+c.line([6]string{
		fmt.Sprint(e.Calls), percent(e.FailureShare()), timed(e.Took, e.Quantile(0.5)), timed(e.Took, e.Quantile(0.95)), timed(e.Took, e.Max), timed(e.Waits, e.Wait(0.95)),
	}), width)
}

// toolName is the name of a tool; that of a server's is told apart from the server.
func toolName(name string) string {
	if mcp, is := strings.CutPrefix(name, "mcp__"); is {
		return strings.Replace(mcp, "__", " · ", 1)
	}
	return name
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

func percent(share float64) string {
	if share == 0 {
		return "–"
	}
	return fmt.Sprintf("%.1f %%", 100*share)
}
