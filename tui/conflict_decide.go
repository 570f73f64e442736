package tui

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/app/installer"
	"neverask/hooks/claude/config"
	"neverask/hooks/thirdparty/conflict"
)

// The way of an install before its plan: consider looks at the hooks of others,
// considered shows what else is in the way and then the cards, and decide ends
// with the plan.

// consideredMsg is what is known before an install is planned.
type consideredMsg struct {
	generation int
	change     change
	survey     survey
	err        error // of a file that cannot be changed
}

// start begins a change: an install of the question hooks with the conflicts.
func (m *model) start(c change) tea.Cmd {
	if c.op == "install" && (c.options.Packs == nil || slices.Contains(c.options.Packs, config.Questions)) {
		return m.consider(c)
	}
	return m.begin(c)
}

// consider looks at the hooks of others. A file that cannot be changed at all
// is told before anything is asked.
func (m *model) consider(c change) tea.Cmd {
	m.generation++
	m.say("looking at the hooks of others")
	b, generation := m.Backend, m.generation
	return func() tea.Msg {
		msg := consideredMsg{generation: generation, change: c}
		bare := c
		bare.options.Choices = nil
		if _, msg.err = bare.plan(b); msg.err != nil {
			return msg
		}
		msg.survey, msg.err = takeSurvey(context.Background(), b, nil)
		return msg
	}
}

// considered shows what has to be known or decided before the plan. On the way
// to a new plan, in the place of one whose file has changed, what was decided
// stays decided.
func (m *model) considered(msg consideredMsg) tea.Cmd {
	if msg.generation != m.generation {
		return nil
	}
	m.say("")
	if msg.err != nil {
		return m.planned(plannedMsg{generation: msg.generation, change: msg.change, err: msg.err})
	}
	m.others.generation++ // a survey that is on its way knows no more
	m.others.take(msg.survey)
	m.freshen()
	c, open := msg.change, m.others.found.Open()
	c.asides = m.others.asides(m.Home)
	k := newCards(m.others, m.Home, c, open)
	old := m.cards()
	maps.Copy(k.marked, c.marked)
	if old != nil {
		k.passed, k.marked = old.passed, old.marked
	}
	d, _ := m.diff()
	if d != nil && k.all() {
		return m.begin(k.decided(c))
	}
	if (d != nil || old != nil) && !k.all() {
		m.say("the hooks of others have changed")
	}
	told := false
	m.layers = slices.DeleteFunc(m.layers, func(s shown) bool {
		switch s.layer.(type) {
		case *notes:
			told = true
		case *cards, *diff:
			return true
		}
		return false
	})
	if n := (&notes{others: m.others, home: m.Home, cards: k}); !told && n.needed() {
		m.push(n)
		return nil
	}
	return k.open(m)
}

// recheck goes back to the hooks of others, because one of them no longer
// stands as it did when it was decided about.
func (m *model) recheck(msg plannedMsg) tea.Cmd {
	c := msg.change
	if c.op == "install" && !c.again {
		c.again = true
		return m.consider(c)
	}
	m.home()
	m.say("nothing was written: the hook had changed meanwhile")
	return m.others.load()
}

// open shows the first card that is not decided, or begins the plan when there
// is none.
func (k *cards) open(m *model) tea.Cmd {
	if k.all() {
		return m.begin(k.decided(k.change))
	}
	k.show(k.undecided(0))
	m.push(k)
	return nil
}

// freshen drops the cards of hooks that are gone, and what lies over cards that
// are left with none.
func (m *model) freshen() {
	for i, l := range m.layers {
		if k, ok := l.layer.(*cards); ok && !k.refresh() {
			m.layers = m.layers[:i]
			m.generation++
			return
		}
	}
}

// cards finds the cards among the layers.
func (m *model) cards() *cards {
	for _, l := range m.layers {
		if k, ok := l.layer.(*cards); ok {
			return k
		}
	}
	return nil
}

// all reports whether every card is decided.
func (k *cards) all() bool { return k.undecided(0) < 0 }

// decided is the change with what was decided.
func (k *cards) decided(c change) change {
	c.options.Choices = nil
	for _, id := range k.ids {
		if one, ok := k.others.conflict(id); ok && k.passed[id] {
			c.options.Choices = append(c.options.Choices, installer.Choice{Conflict: one, Way: k.way(one)})
		}
	}
	return c
}

// decide takes the marked way out of the conflict on the screen.
func (k *cards) decide(m *model) tea.Cmd {
	c := k.current()
	w := k.way(c)
	if !k.installing() {
		return k.resolve(m, c, w)
	}
	if w == conflict.Stop {
		m.home()
		m.say("stopped: nothing was written")
		return nil
	}
	k.marked[c.ID] = w // it stays so when another is recommended
	k.passed[c.ID] = true
	if next := k.undecided(k.at + 1); next >= 0 {
		k.show(next)
		return nil
	}
	return m.begin(k.decided(k.change))
}

// resolve begins the change that takes a way out of one conflict.
func (k *cards) resolve(m *model, c conflict.Conflict, w conflict.Way) tea.Cmd {
	if w == conflict.Keep {
		m.pop()
		m.say("both stay as they are: nothing was written")
		return nil
	}
	if k.change.target.Path == "" {
		return m.installInstead(k.marked)
	}
	change := k.change
	change.options = installer.Options{NoDenyRules: true, Choices: []installer.Choice{{Conflict: c, Way: w}}}
	return m.begin(change)
}

// installInstead begins an install, because there is nothing yet that a hook of
// others could be in conflict with. What was marked is marked there too.
func (m *model) installInstead(marked map[string]conflict.Way) tea.Cmd {
	m.pop()
	if m.overview.statuses == nil {
		return nil // they are being read
	}
	return m.overview.choose(m, m.overview.statuses, change{op: "install", marked: marked})
}

// asides are the hooks of others that need no decision.
func (o *others) asides(home string) (all []string) {
	const most = 3
	var harmless []string
	for _, c := range o.found.Conflicts {
		switch c.Severity {
		case conflict.Slows:
			all = append(all, "= "+scriptName(home, c)+" "+outcome(home, c))
		case conflict.Info:
			harmless = append(harmless, scriptName(home, c))
		}
	}
	if n := len(harmless); n > most {
		harmless = append(harmless[:most], fmt.Sprintf("%d more", n-most))
	}
	if len(harmless) > 0 {
		all = append(all, "= also at questions, and not in the way: "+strings.Join(harmless, ", "))
	}
	return all
}

// ways are the ways out that a change takes.
func (c change) ways(home string) string {
	var all []string
	for _, choice := range c.options.Choices {
		all = append(all, scriptName(home, choice.Conflict)+": "+string(choice.Way))
	}
	return strings.Join(all, ", ")
}

// remarks say what the diff does not show of the hooks of others.
func (c change) remarks(home string) (all []string) {
	for _, choice := range c.options.Choices {
		if choice.Way == conflict.Keep {
			all = append(all, "= "+scriptName(home, choice.Conflict)+" stays: "+outcome(home, choice.Conflict))
		}
	}
	if c.hook != nil {
		all = append(all, c.remarksOfHook()...)
	}
	return append(all, c.asides...)
}
