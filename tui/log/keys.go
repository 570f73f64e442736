package log

import (
	"maps"
	"slices"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/question"
	"neverask/hooks/rule/strictjson"
	"neverask/tui/follow"
	"neverask/tui/kit"
)

// Bindings are the keys that do something now.
func (t *Place) Bindings() []kit.Binding {
	if t.state.Questions.All == nil {
		return nil
	}
	if t.find.Active {
		return t.find.Bindings(t.clear)
	}
	var all []kit.Binding
	if len(t.state.Questions.All.List) == 0 {
		all = t.state.Install()
	}
	if q := t.Chosen(); q != nil {
		all = append(all, kit.Bind("show", t.open(q), "enter").Means("show the whole question, what happened, and what would happen now"))
		all = append(all, t.questionBindings(q)...)
		all = append(all, kit.Quiet("x", "explain", t.open(q), "x").Means("explain what happened, and what would happen now"))
	}
	if len(t.state.Questions.All.List) > 0 {
		all = append(all, t.find.Keys(t.filtered(), t.clear)...)
		if (t.siftable || t.filter != filter{}) {
			all = append(all, kit.Bind("filter…", kit.Sifting("Which questions?", t.sifts), "f").Means("by outcome: answered for you, while you were away, by you or by another hook, overwritten, denied, declined; or by project"))
		}
	}
	return all
}

// questionBindings are the keys about a question.
func (t *Place) questionBindings(q *transcript.Question) (all []kit.Binding) {
	rules := t.state.Rules
	r, there := rules.Rule(q.Rule)
	switch {
	case there: // another one like it would do nothing
		rule := func(m *kit.Model) tea.Cmd { return m.Send(follow.RuleMsg{Rule: r}) }
		all = append(all, kit.Bind("its rule", rule, "a").Means("go to the rule that it was asked under"))
	case rules.Editable():
		fill := func(m *kit.Model) tea.Cmd { return m.Send(follow.NewRule(q, m.Now)) }
		all = append(all, kit.Bind("add rule…", fill, "a").Means("make a rule from the question"))
	}
	if rules.Editable() && serverOf(q) != "" {
		all = append(all, kit.Bind("policy", t.turnPolicy(q), "space").Means("of this MCP server: ask, answer as Claude's own, or refuse with the answer"))
	}
	if b, ok := t.wrongBinding(q, r, there); ok {
		all = slices.Insert(all, 0, b)
	}
	return all
}

func (t *Place) clear(*kit.Model) tea.Cmd {
	t.find, t.filter = kit.Find{}, filter{}
	return t.refresh()
}

// sifts are the choices by what became of questions and by project, each of those that the
// other leaves and the words that are looked for.
func (t *Place) sifts() (all []kit.Sift) {
	var number [outcomes]int
	projects := map[string]int{}
	list, needle := t.state.Questions.All.List, t.find.Needle()
	found := needle.Among(len(list), func(i int) *kit.SearchText { return &list[i].Sought })
	for _, at := range found {
		q := list[at]
		for by := range outcomes {
			if t.filter.with(by, t.filter.project).has(q) {
				number[by]++
			}
		}
		if t.filter.with(t.filter.by, "").has(q) {
			projects[q.Project]++
		}
	}
	add := func(group, name string, rows int, f filter) {
		all = append(all, kit.Sift{Group: group, Name: name, Rows: rows, On: f == t.filter, Do: func() tea.Cmd {
			t.filter = f
			return t.refresh()
		}})
	}
	add("All", "all", len(found), filter{})
	for by := automatic; by < outcomes; by++ {
		add("By outcome", outcomeNames[by], number[by], t.filter.with(by, t.filter.project))
	}
	for _, p := range slices.Sorted(maps.Keys(projects)) {
		if p != "" {
			add("By project", kit.Short(t.home, p), projects[p], t.filter.with(t.filter.by, p))
		}
	}
	return all
}

// serverOf is the MCP server that asked a question, if one did.
func serverOf(q *transcript.Question) string {
	server, _ := question.IsTool(q.Tool)
	return server
}

// turnPolicy goes on to the next policy for the server that asked a question.
func (t *Place) turnPolicy(q *transcript.Question) func(*kit.Model) tea.Cmd {
	return func(m *kit.Model) tea.Cmd {
		name := "mcp." + serverOf(q)
		o, _ := preferences.OptionOf(name)
		words, now := strictjson.Words(o.Values), o.Value(name, t.state.Rules.Said)
		next := words[(slices.Index(words, now)+1)%len(words)]
		return t.state.Rules.SetOption(m, name, next)
	}
}
