package home

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"neverask/diffview"
	"neverask/hooks/app/installer"
	"neverask/hooks/app/status"
	"neverask/hooks/claude/config"
	"neverask/hooks/rule/preferences"
	"neverask/tui/change"
	"neverask/tui/drawing"
	"neverask/tui/follow"
	"neverask/tui/kit"
	"neverask/tui/survey"
)

// Page draws it.
func (o *Place) Page(width, height int, st *kit.Styles) kit.Page {
	if o.installs.Statuses == nil {
		return kit.Page{Subject: change.Subject(o.home, o.backend.Targets()[0])}
	}
	left := width
	recent := o.asked.draw(o.state.Questions.All, o.now(), width-kit.ListWidth(width)-3, height, st)
	if len(recent) > 0 {
		left = kit.ListWidth(width)
	}
	rows := slices.Concat(o.intro(left, height), o.memo.Of(left, st, func() []string { return o.rows(left, st) }), o.suggested(left, st))
	if room := height - len(rows); len(recent)*len(o.state.Rules.List) > 0 && room >= kit.Low/2 {
		rows = append(rows, ruleRows(o.state, left, room, st)...)
	}
	for i := range len(recent) {
		rows = append(rows, make([]string, max(i+1-len(rows), 0))...)
		rows[i] = kit.Pad(rows[i], left) + st.Rule.Render(" │ ") + recent[i]
	}
	if room := height - len(rows); len(recent) == 0 && room >= kit.Low/2 {
		rows = append(rows, o.asked.draw(o.state.Questions.All, o.now(), width, room, st)...)
	}
	p := kit.Lines(rows)
	p.Subject = change.Subject(o.home, o.installs.Statuses[o.scope].Target)
	return p
}

// askedLast is what was asked last as it was drawn, and for what.
type askedLast struct {
	shown shownAsked
	rows  []string
}

type shownAsked struct {
	past          *follow.Asked
	minute        time.Time
	width, height int
	st            *kit.Styles
}

// draw returns it in so many rows; nothing where there is no room or no question.
func (a *askedLast) draw(past *follow.Asked, now time.Time, width, height int, st *kit.Styles) []string {
	if width < 2*askedColumn || past == nil || len(past.List) == 0 {
		return nil
	}
	if shown := (shownAsked{past, now.Truncate(time.Minute), width, height, st}); a.shown != shown {
		*a = askedLast{shown, askedRows(past, now, width, height, st)}
	}
	return a.rows
}

// askedColumn is where the text of a question begins.
const askedColumn = 20

func askedRows(past *follow.Asked, now time.Time, width, height int, st *kit.Styles) (all []string) {
	all = append([]string{""}, kit.Heading("Asked last", width, st)...)
	for i := 0; i < len(past.List) && len(all) < height; i++ {
		q := &past.List[i]
		room := width - 1 - askedColumn
		text := kit.Fit(diffview.Visible(q.Text), 2*room)
		if drawing.OneWay(q.Question) {
			text = "⚠ " + text
		}
		if q.Answer != "" {
			text += " " + kit.Tied("→ "+kit.Fit(diffview.Visible(q.Answer), room-2))
		}
		rows := kit.Indented(text, askedColumn, width-1)
		rows[0] = st.Muted.Render(kit.Right(diffview.Ago(now, q.Time), 5)) + " " + kit.Pad(drawing.Answered(q.Question).Draw(st), askedColumn-6) + rows[0][askedColumn:]
		all = append(all, rows...)
	}
	return append(all, make([]string, max(height-len(all), 0))...)[:height]
}

// ruleRows are rules with what becomes of their questions, those last that do nothing.
func ruleRows(state *follow.State, width, height int, st *kit.Styles) []string {
	all := append([]string{""}, kit.Heading("Rules", width, st)...)
	for _, does := range []bool{true, false} {
		for _, r := range state.Rules.List {
			now, _ := state.Signs(r)
			if len(all) > height || does == (now.Word == drawing.FindingBadge(preferences.Finding{Kind: drawing.Idle}).Word) {
				continue
			}
			answer := ""
			if text := drawing.AnswerText(r.Effective()); text != "" {
				answer = kit.Fit(" → "+text, width/3)
			}
			all = append(all, "  "+kit.Pad(now.Draw(st), kit.BadgeColumn-2)+drawing.Name(drawing.Braced(r.Match), width-kit.BadgeColumn-1-kit.Width(answer))+answer)
		}
	}
	return kit.Cut(all, height)
}

// fresh reports that nothing is installed anywhere.
func (o *Place) fresh() bool { return !slices.ContainsFunc(o.installs.Statuses, survey.Installed) }

// first reports that this is the first run. What is installed in a file that cannot be
// read is not known.
func (o *Place) first() bool { return o.fresh() && !slices.ContainsFunc(o.installs.Statuses, broken) }

// intro says at first what this is, where there is room for that beside what is
// found.
func (o *Place) intro(width, height int) []string {
	if !o.first() || height < kit.Low {
		return nil
	}
	return append([]string{""}, kit.Indented("Claude Code asks you questions while it works. neverask answers the ones you've settled and leaves the rest to you.", 2, kit.Prose(width)-2)...)
}

// rows are what needs the person, under a headline or the first step, and then what is
// there.
func (o *Place) rows(width int, st *kit.Styles) []string {
	s := o.installs.Statuses[o.scope]
	need, wrong := o.urgent(s), o.outside.problems(s)
	all := []string{""}
	first := o.first()
	if first && !o.state.Rules.ReadOnly {
		all = append(append(all, kit.Styled(kit.Indented(o.firstStep(), 2, kit.Prose(width)-2), st.Title)...), "")
	}
	if !first {
		all = append(all, o.client.headline(len(need), wrong, o.fresh(), st)...)
	}
	for _, e := range need {
		all = append(all, e.Draw(width, st)...)
	}
	if len(wrong) > 0 && all[len(all)-1] != "" {
		all = append(all, "")
	}
	all = append(all, problemRows(o.home, wrong, width, st)...)
	if !first && len(all) > 1 {
		all = append(all, "")
	}
	for _, e := range o.facts(s, width) {
		all = append(all, e.Draw(width, st)...)
	}
	return all
}

// firstStep is what to do first, and what that is no use without.
func (o *Place) firstStep() string {
	const after = " You'll see the exact change first; z undoes it."
	if o.client != nil && o.client.Missing() {
		return "Install Claude Code first: neverask works only with it.\nThen press i to install neverask's hooks." + after
	}
	return "Press i to install." + after
}

// headline says how many things need the person: what is shown, but for notes.
func (c *clientFound) headline(n int, wrong []installer.Problem, fresh bool, st *kit.Styles) []string {
	none := n+len(wrong) == 0
	for _, p := range wrong {
		if p.Severity != "info" && p.ID != "off" {
			n++
		}
	}
	switch {
	case n > 0:
		text := map[bool]string{true: "1 thing needs you", false: fmt.Sprintf("%d things need you", n)}[n == 1]
		return []string{"  " + st.Title.Render(text), ""}
	case c != nil && !fresh && none:
		return []string{"  " + st.Ok.Bold(true).Render("✓ All good")}
	}
	return nil
}

// urgent is what needs the person, the most urgent first.
func (o *Place) urgent(s status.Status) (all []kit.Entry) {
	add := func(e kit.Entry, there bool) {
		if there {
			all = append(all, e)
		}
	}
	add(o.client.failingEntry(o.home))
	add(o.clientEntry(), o.client != nil && o.client.Missing() && !o.fresh()) // at first it is among the facts
	add(o.outside.entry())
	if !broken(s) { // else they say only that it is
		conflicts := o.thirdParty.Entry(o.home, !o.fresh())
		add(conflicts, conflicts.Urgent)
		add(toolRulesEntry(s, o.fresh() || o.installs.Has(config.Rules)))
	}
	appeared := len(o.state.Rules.Appeared)
	add(kit.Entry{Label: "New rules", Badge: kit.Mark("▲", fmt.Sprint(appeared), kit.Warn), Text: "from outside neverask " + kit.Tied("· press 2 to see")}, appeared > 0)
	return all
}

// toolRulesEntry is the line about tool rules whose hook is missing.
func toolRulesEntry(s status.Status, hooked bool) (line kit.Entry, there bool) {
	text := diffview.Count(s.ToolRules, "rule") + map[bool]string{true: " is", false: " are"}[s.ToolRules == 1] + " off: press i to install the hook"
	return kit.Entry{Label: "Tool rules", Badge: kit.Mark("▲", fmt.Sprint(s.ToolRules), kit.Warn), Text: text}, s.ToolRules > 0 && !hooked
}

// facts is what is there.
func (o *Place) facts(s status.Status, width int) (all []kit.Entry) {
	if len(o.installs.Statuses) > 1 {
		text := change.Subject(o.home, s.Target)
		if !s.Exists && !o.fresh() {
			text += " (not there yet)"
		}
		if width >= kit.Wide {
			text += " · press o for another"
		}
		all = append(all, kit.Entry{Label: "Settings", Text: text})
	}
	all = append(all, kit.Entry{Label: "Question hooks", Badge: stateOfPack(s, config.Questions), Text: o.hooks(s, config.Questions, width)})
	// At first what there is counts, and later what is installed of it.
	if o.fresh() {
		all = append(all, o.clientEntry())
	} else if !broken(s) {
		all = append(all, kit.Entry{Label: "Activity hooks", Badge: stateOfPack(s, config.Activity), Text: o.hooks(s, config.Activity, width)},
			kit.Entry{Label: "Tool-rule hooks", Badge: stateOfPack(s, config.Rules), Text: o.hooks(s, config.Rules, width)})
	}
	if conflicts := o.thirdParty.Entry(o.home, !o.fresh()); !conflicts.Urgent || broken(s) {
		all = append(all, conflicts)
	}
	all = append(all, o.preferences(s))
	if o.week.Asked > 0 {
		all = append(all, o.weekEntry())
	}
	return all
}

// hooks says which events have the hook of a pack, or where else it is installed.
func (o *Place) hooks(s status.Status, p config.Pack, width int) string {
	is := s.Pack(p)
	if len(is.Events) == 0 {
		for _, other := range o.installs.Statuses {
			if other.Pack(p).There() && other.Target != s.Target {
				return "installed in the " + string(other.Target.Scope) + " scope"
			}
		}
		return ""
	}
	room := width - kit.TextColumn - 1
	events := diffview.Visible(strings.Join(is.Events, ", "))
	if p == config.Activity || kit.Width(events) > room {
		events = diffview.Count(len(is.Events), "event")
	}
	h := s.Hook
	if h.Version == "" || p != s.There()[0] {
		return events
	}
	program := "hook outdated"
	if h.Current && !h.Altered {
		program = "hook up to date"
	}
	if width < kit.Wide {
		room = width // the count of events is short
	}
	return kit.Joined(room, events, program)
}

func (o *Place) preferences(s status.Status) kit.Entry {
	book, number := o.state.Rules, diffview.Count(s.Rules, "rule")
	switch {
	case book.Lost != nil:
		return kit.Entry{Label: "Rules", Text: "the file is gone, so Claude asks you everything"}
	case book.Err != nil:
		return kit.Entry{Label: "Rules", Badge: kit.Mark("✗", "broken", kit.Bad), Text: "the file is not valid, so Claude asks you everything · press 2 to see where"}
	case s.Rules == 0:
		return kit.Entry{Label: "Rules", Text: "no rules yet. Press 2, then a, to add one"}
	}
	if idle := cmp.Or(o.state.Silent(), book.Idle()); idle != "" {
		number += " · " + idle
	}
	return kit.Entry{Label: "Rules", Text: number}
}

// suggested is the best suggestion, or how far looking for one has come.
func (o *Place) suggested(width int, st *kit.Styles) []string {
	list, text := o.state.Suggestions.List, ""
	switch past := o.state.Questions; {
	case len(list) > 0:
		s := list[0]
		keys := st.Key.Render("S") + st.Muted.Render(" "+o.state.Suggestions.ToReview())
		room := kit.Prose(width) - kit.BadgeColumn - 1
		text = kit.Joined(room, drawing.Suggestion(s, 62), keys) + "\n" + diffview.Visible(s.Evidence(diffview.Since(o.now(), s.Last)))
	case past.Measured():
		text = past.Loading() + " …"
	default:
		return nil
	}
	return append([]string{""}, kit.Entry{Label: "Suggested", Text: text}.Draw(width, st)...)
}

// weekEntry sums up the last seven days, with how many questions each had.
func (o *Place) weekEntry() kit.Entry {
	w := o.week
	text := fmt.Sprintf("%d asked · %d answered for you", w.Asked, w.Answered)
	if w.Others > 0 {
		text += fmt.Sprintf(" · %d by another hook", w.Others)
	}
	if w.Overwritten > 0 {
		text += fmt.Sprintf(" · %d overwritten by another hook", w.Overwritten)
	}
	if w.Answered == 0 && o.state.Silent() == "" && o.state.Rules.Unseen() {
		text += "\nyour earlier answers don't count: answer once more, and the rule takes over"
	}
	if line := sparkline(o.state.Questions.All, o.now()); line != "" {
		text = line + "  " + text
	}
	return kit.Entry{Label: "Last 7 days", Text: text}
}

// sparkline draws how many questions were asked on each of the last seven days, today
// last; empty while that is not known.
func sparkline(seen *follow.Asked, now time.Time) string {
	if seen == nil {
		return ""
	}
	var days [7]int
	most := 0
	for i := range seen.List {
		ago := int(now.Sub(seen.List[i].Time) / (24 * time.Hour))
		if ago < 0 || ago >= len(days) {
			continue
		}
		days[len(days)-1-ago]++
		most = max(most, days[len(days)-1-ago])
	}
	if most == 0 {
		return ""
	}
	bars := []rune("▁▂▃▄▅▆▇█")
	line := make([]rune, len(days))
	for i, n := range days {
		line[i] = bars[n*(len(bars)-1)/most]
	}
	return string(line)
}

// problems are those of a file that no entry tells of, with the key that helps where
// there is one.
func (a *outside) problems(s status.Status) (all []installer.Problem) {
	lost := slices.ContainsFunc(a.lost, func(d installer.OutsideChange) bool { return d.Ours && d.Path == s.Target.Path })
	for _, p := range s.Problems {
		switch {
		case p.ID == "entry-missing" && lost:
			continue
		case p.ID == "entry-missing":
			p.Fix = "Press i to install what is missing"
		case p.ID == "settings-unreadable" && !s.ByHand || p.ID == "settings-invalid":
			p.Fix = "Press D to look for a repair; until then neverask changes nothing in it"
		case p.ID == "off" && !a.place.state.Rules.ReadOnly:
			p.Fix = "Press O to turn it on"
		case !a.place.state.Rules.ReadOnly:
			p.Fix = change.Fix(p)
		}
		all = append(all, p)
	}
	return all
}

// problemRows draws what is wrong, each with its way out.
func problemRows(home string, list []installer.Problem, width int, st *kit.Styles) []string {
	const column = 13
	var all []string
	for i, p := range list {
		b := severity(p)
		indent := column
		if width < kit.Wide {
			indent = kit.LabelColumn + 2
		}
		text := append(kit.Indented(kit.Clean(home, p.Message), indent, width-1), kit.Styled(kit.Indented("→ "+kit.Clean(home, p.Fix), indent, width-1), st.Muted)...)
		if i > 0 {
			all = append(all, "")
		}
		if width < kit.Wide {
			all = append(all, "  "+b.Draw(st))
		} else {
			text[0] = "  " + kit.Pad(b.Draw(st), column-kit.LabelColumn) + text[0][column:]
		}
		all = append(all, text...)
	}
	return all
}
