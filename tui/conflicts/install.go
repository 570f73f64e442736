package conflicts

import (
	"context"
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"neverask/diffview"
	"neverask/hooks/app/install"
	"neverask/hooks/app/planner"
	"neverask/hooks/others/conflict"
	"neverask/settings"
	"neverask/tui/change"
	"neverask/tui/hookstate"
	"neverask/tui/kit"
)

// The steps of an install before its plan: consider examines third-party hooks, considered shows other obstacles and
// then the cards, and decide ends with the plan.

// consideredMsg has the results of consider.
type consideredMsg struct {
	known      *known
	generation int
	wish       wish
	review     hookstate.Review
	err        error // the error of a file that cannot be changed
}

// A wish is an install before it is planned or, where neverask is installed, the resolution of a conflict.
type wish struct {
	settles bool
	target  planner.Target
	options install.Options
	asides  []string // other warnings, safe to draw
	again   bool     // third-party hooks were already examined again
}

// Install begins an install: that of the question hooks with the conflicts.
func (t *Place) Install(m *kit.Model, msg change.InstallIntoMsg) tea.Cmd {
	return change.Start(m, t.operation(wish{target: msg.Target, options: install.Options{Choices: msg.Choices}}))
}

// operation returns the operation of a wish.
func (o *known) operation(c wish) change.Operation {
	op := change.Operation{
		Target: c.target, Remarks: append(kept(o.home, c.options.Choices), c.asides...),
		Plan: func() (planner.Plan, error) { return o.backend.Install(c.target, c.options) },
	}
	if len(c.options.Choices) > 0 {
		op.Resolved = o.resolved(c.options.Choices)
		op.Outdated = func(m *kit.Model) tea.Cmd { return o.outdated(m, c) }
	}
	op.Cannot, op.Title, op.Into, op.Done = "install", "Install %s into ", c.target.Path, "installed %s"
	if c.settles {
		op.Cannot, op.Title, op.Into, op.Done = "settle", "Resolve conflicts in ", "", op.Resolved
		op.Nothing = "Nothing to change: the hook is already out of the way."
		return op
	}
	op.Nothing = "The hooks are already in " + kit.Short(o.home, c.target.Path) + ", and the hook program is up to date."
	op.Before = func(m *kit.Model) tea.Cmd { return o.consider(m, c) }
	op.Variant = o.permissions(c)
	return op
}

// resolved says how many of the open conflicts are resolved by choices.
func (o *known) resolved(choices []conflict.Choice) string {
	open := len(o.Open())
	resolved := 0
	for _, c := range choices {
		if c.Conflict.Severity.Decide() && c.Resolution != conflict.Leave {
			resolved++
		}
	}
	if resolved == 0 { // it was none
		return choices[0].Resolution.Done() + " the hook"
	}
	if resolved < open {
		return fmt.Sprintf("resolved %d of %d conflicts", resolved, open)
	}
	return "resolved " + diffview.Count(resolved, "conflict")
}

// permissions returns an install with the permission rules, or without them.
func (o *known) permissions(c wish) *change.Variant {
	name := "leave out deny rules"
	if c.options.NoDenyRules {
		name = "include deny rules"
	}
	return &change.Variant{
		Counts: func(p planner.Plan) bool {
			return c.options.NoDenyRules || slices.ContainsFunc(p.Edits, func(e settings.Edit) bool {
				return e.Key == "permissions" || slices.Contains(e.Path, "permissions")
			})
		},
		Name: name, About: "include or leave out the permission rules that protect neverask's files from Claude's tools",
		Turn: func() change.Operation {
			c.options.NoDenyRules = !c.options.NoDenyRules
			return o.operation(c)
		},
	}
}

// consider examines third-party hooks. It reports a file that cannot be changed before asking anything.
func (o *known) consider(m *kit.Model, c wish) tea.Cmd {
	m.Abandon()
	m.Say("checking third-party hooks")
	generation := m.Generation
	return func() tea.Msg {
		msg := consideredMsg{known: o, generation: generation, wish: c}
		bare := c
		bare.options.Choices = nil
		if _, msg.err = o.operation(bare).Plan(); msg.err != nil {
			return msg
		}
		msg.review, msg.err = o.Look(context.Background())
		return msg
	}
}

func (msg consideredMsg) Take(m *kit.Model) tea.Cmd {
	return tea.Batch(msg.known.considered(m, msg), m.Host.Receive(msg))
}

// considered shows what must be known or decided before the plan. If it prepares a new plan because the file has
// changed, earlier decisions stay.
func (o *known) considered(m *kit.Model, msg consideredMsg) tea.Cmd {
	if msg.generation != m.Generation {
		return nil
	}
	m.Say("")
	if msg.err != nil {
		return m.Send(change.PlannedMsg{Generation: msg.generation, Operation: o.operation(msg.wish), Err: msg.err})
	}
	o.Keep(msg.review)
	hookstate.Freshen(m)
	c, open := msg.wish, o.Found.Open()
	c.asides = o.asides(m.Home)
	k := newCards(o, c, open)
	old := cardsOf(m)
	if old != nil {
		k.passed, k.marked = old.passed, old.marked
	}
	d, _ := change.DiffOf(m)
	if d != nil && k.all() {
		return change.Begin(m, o.operation(k.decided(c)))
	}
	if (d != nil || old != nil) && !k.all() {
		defer m.Say("▲ the third-party hooks have changed") // on what is shown then
	}
	told := false
	m.Layers = slices.DeleteFunc(m.Layers, func(s kit.Shown) bool {
		switch s.Layer.(type) {
		case *beforeInstall:
			told = true
		case *cards, *change.Diff:
			return true
		}
		return false
	})
	if n := (&beforeInstall{known: o, cards: k}); !told && n.needed() {
		m.Push(n)
		return nil
	}
	return k.open(m)
}

// outdated goes back to the cards, because a third-party hook has changed since its decision.
func (o *known) outdated(m *kit.Model, c wish) tea.Cmd {
	if !c.settles && !c.again {
		c.again = true
		return o.consider(m, c)
	}
	if k := cardsOf(m); k != nil && c.settles {
		m.Close(k) // the list lies below
	} else {
		m.ToPlace()
	}
	m.Say("✗ nothing was written: the hook changed in the meantime")
	return o.Load()
}
