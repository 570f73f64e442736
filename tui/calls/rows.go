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
func (r *activityRow) text() string {
	switch {
	case r.tool != nil:
		return r.tool.Name + " " + r.tool.Server
	case r.outcome != nil:
		s := activity.ClassWords(r.outcome.Class)
		for i := range r.outcome.Last {
			s += " " + callText(&r.outcome.Last[i])
		}
		return s
	case r.call != nil:
		return callText(r.call)
	case r.agent != nil:
		return r.agent.Type
	case r.hook != nil:
		return string(r.hook.Event) + " " + r.hook.Name
	}
	return ""
}

func callText(c *activity.Call) string {
	return strings.Join([]string{c.Tool, c.Key, c.ProjectName, c.AgentType, c.Session, c.Ending()}, " ")
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

var toolOrderNames = [toolOrders]string{"calls", "failures", "slowness", "wait", "name"}

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

// A rowBuilder makes rows section by section: those that have the words that are looked
// for, under a title.
type rowBuilder struct {
	needle kit.Needle
	rows   []activityRow
	of     []activityRow // of the section that is being made
}

func (b *rowBuilder) add(r activityRow) { b.of = append(b.of, r) }

// end ends a section.
func (b *rowBuilder) end(part section) {
	begun := false
	for i := range b.of {
		r := &b.of[i]
		r.section = part
		if len(b.needle.Words) > 0 && !b.needle.In(kit.NewSearchText(r.text())) {
			continue
		}
		if !begun {
			begun = true
			b.rows = append(b.rows, activityRow{section: part, title: true})
		}
		b.rows = append(b.rows, *r)
	}
	b.of = b.of[:0]
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
	b := rowBuilder{needle: t.find.Needle(), rows: t.rows[:0]}
	s := &t.found.summary
	sorted := t.order.sorted(s.Tools)
	for i := range sorted {
		b.add(activityRow{tool: &sorted[i]})
	}
	b.end(inTools)
	for i := range s.Outcomes {
		b.add(activityRow{outcome: &s.Outcomes[i]})
	}
	b.end(inOutcomes)
	shown := s.Slowest
	if t.find.Line.Text == "" {
		shown = shown[:min(len(shown), listedSlowest)]
	}
	for i := range shown {
		b.add(activityRow{call: &shown[i]})
	}
	b.end(inSlowest)
	for i := range s.Agents {
		b.add(activityRow{agent: &s.Agents[i]})
	}
	b.end(inAgents)
	for i := range t.found.days {
		b.add(activityRow{day: &t.found.days[len(t.found.days)-1-i]})
	}
	b.end(inHours)
	if t.found.questions.Asked > 0 {
		b.add(activityRow{asked: true})
	}
	b.end(inQuestions)
	for i := range t.hooks {
		b.add(activityRow{hook: &t.hooks[i]})
	}
	b.end(inHooks)
	t.rows = b.rows
	if s.Calls == 0 && t.find.Line.Text == "" {
		t.rows = nil // then the tab says why there is nothing
	}
	at := slices.IndexFunc(t.rows, func(r activityRow) bool { return was != "" && r.id() == was })
	if t.pane.Chosen = max(at, 0); at < 0 {
		t.Move(0)
	}
}
