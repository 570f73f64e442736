package calls

import (
	"cmp"
	"slices"
	"strings"

	"neverask/hooks/claude/transcript"
	"neverask/hooks/record/activity"
	"neverask/tui/kit"
)

// An activityRow is one row of the Activity tab: one of these, or the title of a
// section.
type activityRow struct {
	section section
	title   bool
	tool    *activity.Tool
	outcome *activity.Outcome
	call    *activity.Call
	agent   *activity.Agent
	day     *activity.Day
	asked   bool // the questions
	hook    *transcript.HookStat
}

// section is a part of the tab.
type section int

const (
	inTools section = iota
	inOutcomes
	inSlowest
	inAgents
	inHours
	inQuestions
	inHooks
)

var sectionTitles = map[section]string{
	inTools: "Tools", inOutcomes: "Failed or interrupted", inSlowest: "Slowest calls", inAgents: "Subagents", inHours: "Hours", inQuestions: "Questions", inHooks: "Hooks, all transcripts",
}

// choosable reports whether there is more to say of a row.
func (r *activityRow) choosable() bool { return !r.title }

// id tells rows apart that are listed, so that the choice stays where it is.
func (r *activityRow) id() string {
	switch {
	case r.title:
		return ""
	case r.tool != nil:
		return "tool " + r.tool.Name
	case r.outcome != nil:
		return "outcome " + string(r.outcome.Class)
	case r.call != nil:
		return "call " + r.call.Session + " " + r.call.ToolUse
	case r.agent != nil:
		return "agent " + r.agent.Type
	case r.day != nil:
		return "day " + r.day.Start.String()
	case r.hook != nil:
		return "hook " + string(r.hook.Event) + " " + r.hook.Name
	}
	return "questions"
}

// text is what is looked for words.
func (r *activityRow) text() kit.SearchText {
	switch {
	case r.tool != nil:
		return kit.NewSearchText(r.tool.Name, r.tool.Server)
	case r.outcome != nil:
		var last []string
		for i := range r.outcome.Last {
			last = append(last, callTexts(&r.outcome.Last[i])...)
		}
		return kit.NewSearchText(activity.ClassWords(r.outcome.Class), last...)
	case r.call != nil:
		return kit.NewSearchText("", callTexts(r.call)...)
	case r.agent != nil:
		return kit.NewSearchText(r.agent.Type)
	case r.hook != nil:
		return kit.NewSearchText(r.hook.Name, string(r.hook.Event))
	}
	return kit.SearchText{}
}

func callTexts(c *activity.Call) []string {
	return []string{c.Tool, c.Key, c.ProjectName, c.AgentType, c.Session, c.Ending()}
}

// toolOrder is how tools are sorted.
type toolOrder int

const (
	byCalls toolOrder = iota
	byFailures
	bySlowness
	byWait
	byName
	toolOrders
)

var toolOrderNames = [toolOrders]string{"calls", "failure rate", "p95", "wait", "name"}

// sorted are the tools in the order that was chosen. They come by calls.
func (o toolOrder) sorted(all []activity.Tool) []activity.Tool {
	all = slices.Clone(all)
	by := func(a, b *activity.Tool) int { return 0 }
	switch o {
	case byFailures:
		by = func(a, b *activity.Tool) int { return cmp.Compare(b.FailureShare(), a.FailureShare()) }
	case bySlowness:
		by = func(a, b *activity.Tool) int { return cmp.Compare(b.Quantile(0.95), a.Quantile(0.95)) }
	case byWait:
		by = func(a, b *activity.Tool) int { return cmp.Compare(b.Wait(0.95), a.Wait(0.95)) }
	case byName:
		by = func(a, b *activity.Tool) int { return strings.Compare(a.Name, b.Name) }
	}
	slices.SortStableFunc(all, func(a, b activity.Tool) int { return by(&a, &b) })
	return all
}

// listedSlowest is how many of the slowest calls are listed when no words are
// looked for.
const listedSlowest = 5

// A rowBuilder makes rows section by section.
type rowBuilder struct {
	section section // that is being made
	rows    []activityRow
}

func (b *rowBuilder) add(r activityRow) {
	r.section = b.section
	b.rows = append(b.rows, r)
}

// found are the rows that have the words that are looked for, those of a section under a title.
func (b *rowBuilder) found(needle kit.Needle) (all []activityRow) {
	for _, i := range needle.Among(len(b.rows), func(i int) *kit.SearchText {
		text := b.rows[i].text()
		return &text
	}) {
		r := b.rows[i]
		if len(all) == 0 || all[len(all)-1].section != r.section {
			all = append(all, activityRow{section: r.section, title: true})
		}
		all = append(all, r)
	}
	return all
}

// list makes the rows anew. The choice stays on what it was on.
func (t *Place) list() {
	if t.found == nil {
		return
	}
	was := ""
	if r := t.chosen(); r != nil {
		was = r.id()
	}
	b := rowBuilder{section: inTools}
	s := &t.found.summary
	sorted := t.order.sorted(s.Tools)
	for i := range sorted {
		b.add(activityRow{tool: &sorted[i]})
	}
	b.section = inOutcomes
	for i := range s.Outcomes {
		b.add(activityRow{outcome: &s.Outcomes[i]})
	}
	b.section = inSlowest
	shown := s.Slowest
	if t.find.Line.Text == "" {
		shown = shown[:min(len(shown), listedSlowest)]
	}
	for i := range shown {
		b.add(activityRow{call: &shown[i]})
	}
	b.section = inAgents
	for i := range s.Agents {
		b.add(activityRow{agent: &s.Agents[i]})
	}
	b.section = inHours
	for i := range t.found.days {
		b.add(activityRow{day: &t.found.days[len(t.found.days)-1-i]})
	}
	b.section = inQuestions
	if t.found.questions.Asked > 0 {
		b.add(activityRow{asked: true})
	}
	b.section = inHooks
	for i := range t.hooks {
		b.add(activityRow{hook: &t.hooks[i]})
	}
	t.rows = b.found(t.find.Needle())
	if s.Calls == 0 && t.find.Line.Text == "" {
		t.rows = nil // then the tab says why there is nothing
	}
	at := slices.IndexFunc(t.rows, func(r activityRow) bool { return was != "" && r.id() == was })
	if t.pane.Chosen = max(at, 0); at < 0 {
		t.Move(0)
	}
}
