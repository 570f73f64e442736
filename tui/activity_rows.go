package tui

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

// list makes the rows anew. The choice stays on what it was on.
func (t *activityTab) list() { //nolint:funlen // one part a section of the page
	if t.found == nil {
		return
	}
	was := ""
	if r := t.chosen(); r != nil {
		was = r.id()
	}
	needle := kit.NewNeedle(t.find.Text)
	t.rows = t.rows[:0]
	s := &t.found.summary
	var of []activityRow
	add := func(r activityRow) { of = append(of, r) }
	end := func(part section) {
		begun := false
		for i := range of {
			r := &of[i]
			r.section = part
			if len(needle.Words) > 0 && !needle.In(kit.NewSearchText(r.text())) {
				continue
			}
			if !begun {
				begun = true
				t.rows = append(t.rows, activityRow{section: part, title: true})
			}
			t.rows = append(t.rows, *r)
		}
		of = of[:0]
	}
	sorted := t.order.sorted(s.Tools)
	for i := range sorted {
		add(activityRow{tool: &sorted[i]})
	}
	end(inTools)
	for i := range s.Outcomes {
		add(activityRow{outcome: &s.Outcomes[i]})
	}
	end(inOutcomes)
	shown := s.Slowest
	if t.find.Text == "" {
		shown = shown[:min(len(shown), listedSlowest)]
	}
	for i := range shown {
		add(activityRow{call: &shown[i]})
	}
	end(inSlowest)
	for i := range s.Agents {
		add(activityRow{agent: &s.Agents[i]})
	}
	end(inAgents)
	for i := range t.found.days {
		add(activityRow{day: &t.found.days[len(t.found.days)-1-i]})
	}
	end(inHours)
	if t.found.questions.Asked > 0 {
		add(activityRow{asked: true})
	}
	end(inQuestions)
	for i := range t.hooks {
		add(activityRow{hook: &t.hooks[i]})
	}
	end(inHooks)
	if s.Calls == 0 && t.find.Text == "" {
		t.rows = nil // then the tab says why there is nothing
	}
	at := slices.IndexFunc(t.rows, func(r activityRow) bool { return was != "" && r.id() == was })
	if t.pane.Chosen = max(at, 0); at < 0 {
		t.Move(0)
	}
}
