package conflicts

import (
	"context"
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

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
		op.Outdated = func(m *kit.Model) tea.Cmd { return o.outdated(m, c) }
	}
	op.Cannot, op.Title, op.Into, op.Done = "install", "Install %s into ", c.target.Path, "%s installed"
	if c.settles {
		op.Cannot = "settle"
		op.Nothing = "Nothing to change: the hook is already out of the way."
		return op
	}
	op.Nothing = "The hooks are already in " + kit.Short(o.home, c.target.Path) + ", and the hook program is up to date."
	op.Before = func(m *kit.Model) tea.Cmd { return o.consider(m, c) }
	op.Variant = o.permissions(c)
	return op
}

// permissions returns an install with the permission rules, or without them.
func (o *known) permissions(c wish) *change.Variant {
	name := "leave out deny rules"
	if c.options.NoDenyRules {
		name = "include deny rules"
	}
	return &change.Variant{
		Counts: func(p planner.Plan) bool {
			return c.options.NoDenyRules || slices.ContainsFunc(p.Edits, func(e settings.Edit) bool { return e.Key == "permissions" || slices.Contains(e.Path, "permissions") })
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
		defer m.Say("the third-party hooks have changed") // on what is shown then
	}
	told := false
	m.Layers = slices.DeleteFunc(m.Layers, func(s kit.Shown) bool {
		switch s.Layer.(type) {
		case *notes:
			told = true
		case *cards, *change.Diff:
			return true
		}
		return false
	})
	if n := (&notes{known: o, cards: k}); !told && n.needed() {
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
	m.Say("nothing was written: the hook changed in the meantime")
	return o.Load()
}

// open shows the first undecided card, or begins the plan if there is none.
func (k *cards) open(m *kit.Model) tea.Cmd {
	if k.all() {
		return change.Begin(m, k.known.operation(k.decided(k.wish)))
	}
	k.show(k.undecided(0))
	m.Push(k)
	return nil
}

// cardsOf finds the cards among the layers.
func cardsOf(m *kit.Model) *cards {
	for _, l := range m.Layers {
		if k, ok := l.Layer.(*cards); ok {
			return k
		}
	}
	return nil
}

// all reports whether every card is decided.
func (k *cards) all() bool { return k.undecided(0) < 0 }

// decided returns the change with what was decided.
func (k *cards) decided(c wish) wish {
	c.options.Choices = nil
	for _, id := range k.ids {
		if one, ok := k.known.Conflict(id); ok && k.passed[id] {
			c.options.Choices = append(c.options.Choices, conflict.Choice{Conflict: one, Resolution: k.resolution(one)})
		}
	}
	return c
}

// decide takes the marked resolution of the conflict on the screen.
func (k *cards) decide(m *kit.Model) tea.Cmd {
	c := k.current()
	w := k.resolution(c)
	if !k.installing() {
		return k.resolve(m, c, w)
	}
	k.marked[c.ID] = w // keep it even if another is recommended later
	k.passed[c.ID] = true
	if next := k.undecided(k.at + 1); next >= 0 {
		k.show(next)
		return nil
	}
	return change.Begin(m, k.known.operation(k.decided(k.wish)))
}

// resolve begins the change that takes a resolution of one conflict.
func (k *cards) resolve(m *kit.Model, c conflict.Conflict, w conflict.Resolution) tea.Cmd {
	if w == conflict.Leave {
		m.Pop()
		m.Say("left as it is; nothing was changed")
		return nil
	}
	if k.wish.target.Path == "" && w == conflict.Park { // works without neverask
		return change.Begin(m, change.Operation{
			Target: planner.Target{Path: c.Hook.Source.File}, Plan: func() (planner.Plan, error) { return k.known.backend.Park(c.Hook, false) },
			Cannot: "park the hook", Title: "Park a hook of ", Done: "Hook parked",
		})
	}
	choices := []conflict.Choice{{Conflict: c, Resolution: w}}
	if k.wish.target.Path == "" { // before neverask is installed, nothing is in conflict with it yet
		m.Pop()
		return m.Send(change.InstallMsg{Choices: choices})
	}
	settling := k.wish
	settling.options = install.Options{NoDenyRules: true, Repair: true, Choices: choices}
	return change.Begin(m, k.known.operation(settling))
}

// asides returns third-party hooks that need no decision.
func (o *known) asides(home string) (all []string) {
	const most = 3
	var harmless, missing, unknown []string
	for _, c := range o.Found.Conflicts {
		switch {
		case c.Missing != "":
			missing = append(missing, hookstate.ScriptName(home, c))
		case c.Severity == conflict.Slows:
			all = append(all, "· "+hookstate.ScriptName(home, c)+" "+outcome(home, c))
		case c.Unclear():
			unknown = append(unknown, hookstate.ScriptName(home, c))
		case c.Severity == conflict.Info:
			harmless = append(harmless, hookstate.ScriptName(home, c))
		}
	}
	add := func(names []string, before, after string) {
		if n := len(names); n > most {
			names = append(names[:most], fmt.Sprintf("%d more", n-most))
		}
		if len(names) > 0 {
			all = append(all, "· "+before+strings.Join(names, ", ")+after)
		}
	}
	add(harmless, "harmless on questions: ", "")
	add(unknown, "unknown on questions: ", "")
	add(missing, "never run: ", " (program missing)")
	return all
}

// kept returns the third-party hooks that stay unchanged, which the diff does not show.
func kept(home string, choices []conflict.Choice) (all []string) {
	for _, choice := range choices {
		if choice.Resolution == conflict.Leave {
			all = append(all, "· "+hookstate.ScriptName(home, choice.Conflict)+" stays: "+outcome(home, choice.Conflict))
		}
	}
	return all
}
