package log

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/question"
	"neverask/hooks/rule/strictjson"
	"neverask/hooks/rule/toolrule"
	"neverask/tui/kit"
	"neverask/tui/rulestate"
)

// Bindings returns the keys that do something now.
func (t *Place) Bindings() []kit.Binding {
	tools := kit.Bind("tools", t.openTools,
		"T").Means("how often each tool was used, how long it took, and how it ended").Lesser()
	if t.all == nil {
		return []kit.Binding{tools.Quietly()}
	}
	if t.find.Active {
		scope := kit.Bind("scope", t.turnScope(1), "tab").Means("scope of the search: only questions, calls, this project, …")
		back := kit.Quiet("shift+tab", "scope before", t.turnScope(-1), "shift+tab")
		return append(t.find.Bindings(t.filter != filter{}, t.clear), scope, back)
	}
	var all []kit.Binding
	if t.all.asked() == 0 {
		all = t.state.Install()
	}
	all = append(all, t.lineBindings()...)
	if len(t.all.lines) > 0 || t.filtered() {
		all = append(all, t.find.Keys(t.filter != filter{}, t.clear)...)
	}
	if len(t.all.lines) > 1 {
		all = append(all,
			kit.Bind("sort", t.turnOrder, "s").Means("sort the log: newest, oldest or slowest first, or by question or tool"))
		all = append(all, kit.Bind("filter…", kit.Sifting("Which questions and calls?", t.sifts),
			"f").Means("filter the log: questions or calls, who answered, how it ended; the last 7 days; or by project"))
	}
	if tools.Quiet = t.all.calls == 0; t.calls.found == nil || !tools.Quiet { // otherwise there are no calls
		all = append(all, tools)
	}
	record := recordBinding(t)
	record.Quiet = len(t.all.lines) > 0 && (t.filter.kind != toolCalls || t.all.calls > 0)
	return append(all, record)
}

// lineBindings returns the keys that act on the chosen line.
func (t *Place) lineBindings() (all []kit.Binding) {
	l := t.line()
	switch {
	case l == nil:
	case l.question != nil:
		q := l.asked()
		all = append(all,
			kit.Bind("show", t.open, "enter", "right", "l").Means("show the question: all of it, what happened, and what would happen now"))
		all = append(all, t.questionBindings(q)...)
		explain := kit.Quiet("x", "explain", t.open, "x")
		explain.Vain = true
		all = append(all, explain)
	case l.call != nil:
		all = append(all, kit.Bind("show", t.open, "enter", "right", "l").Means("show the call: all that is recorded of it"))
		tools := t.state.Rules.Tools.List
		if i := slices.IndexFunc(tools, func(r toolrule.Rule) bool { return slices.Contains(l.call.act.Rules, r.ID) }); i >= 0 {
			rule := func(m *kit.Model) tea.Cmd { return m.Send(rulestate.RuleMsg{Key: rulestate.ToolKey(tools[i])}) }
			all = append(all, kit.Bind("its rule", rule, "a").Means("its rule: go to the tool rule that acted on the call"))
		}
	default:
		name := map[bool]string{false: "unfold", true: "fold"}[l.unfolded]
		all = append(all, kit.Bind(name, t.open, "enter", "left", "right").Means(name+" the single calls"))
	}
	return all
}

// questionBindings returns the keys that act on a question.
func (t *Place) questionBindings(q *transcript.Question) (all []kit.Binding) {
	rules := t.state.Rules
	r, there := rules.Rule(q.Rule)
	if !there {
		r, there = t.ruleFor(q)
	}
	switch {
	case there:
		rule := func(m *kit.Model) tea.Cmd { return m.Send(rulestate.RuleMsg{Key: r.ID}) }
		all = append(all, kit.Bind("its rule", rule, "a").Means("its rule: go to the rule for the question"))
	case rules.Editable():
		all = append(all, kit.Bind("add rule…", func(m *kit.Model) tea.Cmd { return m.Send(rulestate.NewRule(q, m.Now)) },
			"a").Means("add rule for the question"))
	}
	if rules.Editable() && serverOf(q) != "" {
		all = append(all, kit.Bind("policy", t.turnPolicy(q),
			"space").Means("policy of this MCP server: ask, answer as Claude's own, or refuse with the answer"))
	}
	if b, ok := t.wrongBinding(q, r, there); ok {
		all = slices.Insert(all, 0, b)
	}
	return all
}

// ruleFor returns the rule that a second rule for a question would only repeat, if any: the one that decides it,
// unless that has no answer to it and is also about other questions. It is called only for chosen questions.
func (t *Place) ruleFor(q *transcript.Question) (question.Rule, bool) {
	rules := t.state.Rules
	if now := [2]int{rules.Version, t.state.Questions.Version}; t.ruled.by == nil || t.ruled.versions != now {
		t.ruled.versions, t.ruled.by = now, map[*transcript.Question]string{}
	}
	id, known := t.ruled.by[q]
	if call, err := q.ShownCall(); !known && err == nil {
		c := t.ruled.Decide(call, q.Project, rules.List...).Choices[0]
		if r, there := rules.Rule(c.Rule); there && redundant(c, r, q) {
			id = r.ID
		}
		t.ruled.by[q] = id
	}
	return rules.Rule(id)
}

// redundant reports whether another rule for a question would only repeat r, the rule that decides it if nothing
// was answered yet: r has an answer, or matches only this question.
func redundant(c question.Choice, r question.Rule, q *transcript.Question) bool {
	return c.Ruled != question.Asked || c.New != "" || r.Match.Text == q.Text || r.Match.Exact == q.Text
}

// wrongBinding returns the key that marks an answer given by neverask as wrong; r is the rule that gave
// it. If the answer is marked already, the key says so.
func (t *Place) wrongBinding(q *transcript.Question, r question.Rule, ruled bool) (b kit.Binding, ok bool) {
	if q.By != transcript.Neverask || !t.state.Rules.Editable() || !ruled && (q.Away == "" || q.Cut) {
		return b, false
	}
	b = kit.Bind("was wrong", wrong(t, q, ruled),
		"!").Means("was wrong: mark this answer as wrong, so that Claude asks you from now on")
	if asks, is := ruleThatAsks(t.state.Rules.List, q, r, ruled); is {
		b.Do, b.Quiet, b.Vain = func(m *kit.Model) tea.Cmd { m.Say(askedAlready(q, asks)); return nil }, true, true
	}
	return b, true
}

// serverOf returns the MCP server that asked a question, or "".
func serverOf(q *transcript.Question) string {
	server, _ := question.IsTool(q.Tool)
	return server
}

// turnPolicy switches to the next policy for the server that asked a question.
func (t *Place) turnPolicy(q *transcript.Question) func(*kit.Model) tea.Cmd {
	return func(m *kit.Model) tea.Cmd {
		name := "mcp." + serverOf(q)
		o, _ := preferences.OptionOf(name)
		words, now := strictjson.Words(o.Values), o.Value(name, t.state.Rules.Said)
		next := words[(slices.Index(words, now)+1)%len(words)]
		return t.state.Rules.SetOption(m, name, next)
	}
}
