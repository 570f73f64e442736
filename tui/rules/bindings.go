package rules

import (
	"context"
	"errors"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/rule/question"
	"neverask/hooks/rule/suggest"
	"neverask/tui/drawing"
	"neverask/tui/kit"
	"neverask/tui/rulestate"
)

// What the keys do. Every edit finds the rule by its ID in the current file, and is one
// change for undo.

// Bindings returns the keys that do something now.
func (t *Place) Bindings() []kit.Binding {
	if !t.state.Rules.Read {
		return nil
	}
	if t.find.Active {
		return t.find.Bindings(t.mode != "" || t.scope != "", t.listing(t.all))
	}
	if _, ok := t.review.current(); ok {
		all := t.review.bindings()
		if f := t.state.Broken; f != nil && t.state.Unknown {
			all = append(all, f.Opening())
		}
		return append(all, listBindings(t)...)
	}
	all := append(t.installing(), t.edits()...)
	if t.Count() == 0 {
		all = append(all, t.opening()...)
	}
	if t.state.Rules.Editable() {
		all = append(all, kit.Bind("add…", t.Add, "a").Means("add a rule, from a past question or from scratch"))
	} else if t.state.Rules.Err != nil {
		all = append(all, kit.Quiet("a", "add", refuse, "a", "e", "d",
			"space", "J", "K").Means("add, edit or delete: not while the file of rules is broken").Writing())
	}
	all = append(all, explaining(t)...)
	if t.Count() > 0 {
		all = append(all, kit.Bind("show", t.openDetail, "enter", "right", "l").Means("show the rule with all details"))
	}
	if t.movable() {
		all = append(all, moves(t.at(), len(t.state.Rules.List), t.moveRule)...)
	} else if t.toolMovable() {
		all = append(all, moves(t.at()-len(t.shown), len(t.tools), t.moveTool)...)
	} else if _, ok := t.Chosen(); ok && t.state.Rules.Editable() && (sorted(&t.list) || t.filtered()) {
		all = append(all, unmoved(t))
	}
	return append(append(all, t.review.undoing()...), listBindings(t)...)
}

// refuse is what keys that change rules do while their file is broken.
func refuse(m *kit.Model) tea.Cmd {
	m.Say("the file of rules is broken · o to open it")
	return nil
}

// listBindings returns the keys that act on the list.
func listBindings(t *Place) (all []kit.Binding) {
	for _, b := range t.state.Suggestions.Bindings() {
		all = append(all, b.Quietly())
	}
	if !nothing(&t.list) {
		all = append(all, t.find.Keys(t.mode != "" || t.scope != "", t.listing(t.all))...)
		if len(t.state.Rules.List) > 1 {
			all = append(all, kit.Bind("sort", t.listing(t.turnOrder), "s").Means("sort the rules in another order"))
		}
		if t.siftable || t.mode != "" || t.scope != "" {
			all = append(all, kit.Quiet("f", "filter…", kit.Sifting("Which rules?", func() []kit.Sift { return sifts(t) }),
				"f").Means("filter the rules: by mode, or by project"))
		}
	}
	return all
}

// edits returns the keys that change the chosen rule.
func (t *Place) edits() (all []kit.Binding) {
	if _, ok := t.Chosen(); !ok {
		return toolEdits(t)
	}
	if t.state.Rules.Editable() {
		all = append(all,
			kit.Bind("mode", t.cycle, "space").Means("mode of the rule: the next of never ask, reversible, prefer, always ask"),
			kit.Bind("edit…", t.editRule,
				"e").Means("edit the rule: its question, its answer and what counts as the same; o opens the rest in the file"),
			kit.Bind("delete", t.remove, "d").Means("delete the rule (z undoes it)"))
	}
	for _, open := range t.opening() {
		all = append(all, open.Lesser())
	}
	return all
}

// opening returns the key that opens the file of rules in the person's editor, at the chosen
// rule or else at the first error. There is none if the file does not exist.
func (l *list) opening() []kit.Binding {
	rules := l.state.Rules
	if f := l.state.Broken; f != nil && l.state.Unknown && rules.Err == nil {
		return []kit.Binding{f.Opening()} // the rules are not what is broken
	}
	if l.Count() == 0 && len(rules.Broken) == 0 && rules.Err == nil {
		return nil
	}
	open := func(m *kit.Model) tea.Cmd {
		line, col := 0, 0
		if len(rules.Broken) > 0 {
			line, col = rules.Broken[0].Line, rules.Broken[0].Column
		}
		if fault, ok := errors.AsType[*question.SyntaxError](rules.Err); ok {
			return m.Edit(rules.Path, fault.Line, fault.Column)
		}
		if asked, ok := l.Chosen(); ok {
			line, col = rules.Book.Line(asked.ID), 0
		} else if called, ok := l.chosenTool(); ok {
			line, col = rules.Book.Line(called.ID), 0
		} else if told, ok := l.lineIn(l.at()); ok {
			line, col = rules.Book.Line(told.ID), 0
		}
		return m.Edit(rules.Path, line, col)
	}
	return []kit.Binding{kit.Bind("open", open,
		"o").Means("open the file of rules in your editor, at this rule").Writing()}
}

// explaining returns the key that goes to the rule that overrides the chosen one, if any.
func explaining(t *Place) (all []kit.Binding) {
	r, _ := t.Chosen()
	if f, looked := t.facts[r.ID]; looked && f.Latest != nil && f.err == nil {
		if other, ok := t.state.Rules.Rule(f.decision.Choices[0].Rule); ok && other.ID != r.ID {
			return append(all, goTo(t, other))
		}
	}
	for _, f := range t.state.Rules.About(r) {
		if other, known := t.state.Rules.Rule(f.Other); known {
			return append(all, goTo(t, other))
		}
	}
	return all
}

// goTo returns the key that goes to another rule of the list.
func goTo(t *Place, r question.Rule) kit.Binding {
	return kit.Bind("explain", func(m *kit.Model) tea.Cmd { return t.Show(m, r.ID) },
		"x").Means("explain the rule: go to the one that decides in its place").Of(drawing.Quoted(r))
}

// cycle switches the rule to the next mode that it can have.
func (t *Place) cycle(m *kit.Model) tea.Cmd {
	shown, _ := t.Chosen()
	book := t.state.Rules.Book
	var before, after question.Rule
	var skipped string
	return t.state.Rules.Change(m, rulestate.Edit{
		Cannot: "change the mode",
		Do: func(ctx context.Context) error {
			changed, err := book.Change(ctx, shown.ID, "rules mode", func(r question.Rule) (question.Rule, error) {
				before = r
				after, skipped = nextMode(r)
				return after, nil
			})
			after = changed
			return err
		},
		Then: func(m *kit.Model) tea.Cmd {
			if before.Mode == after.Mode {
				m.Say("mode unchanged: " + skipped)
				return nil
			}
			b := drawing.ModeBadge(after.Mode)
			text := "✓ set to " + b.Word + ": " + drawing.Quoted(after)
			if before.OneWay != "" {
				text += " · it no longer answers irreversible questions"
			}
			text += unmarked(before, after)
			if skipped != "" {
				text += " · " + skipped
			}
			m.Say(text + " · z to undo")
			return nil
		},
	})
}

// unmarked says after what was done to a rule that the mark of an answer as wrong is lost, or "".
func unmarked(before, after question.Rule) string {
	if !before.Unmarks(after) {
		return ""
	}
	return " · " + question.Unmarked
}

// nextMode returns a rule with the next mode that it can have, and why it skipped others.
// A rule that always asks keeps its answer.
func nextMode(r question.Rule) (next question.Rule, skipped string) {
	modes := drawing.ModeOrder
	at := modeRank(r.Mode)
	for i := 1; i < len(modes); i++ {
		next = r
		next.Mode, next.OneWay = modes[(at+i)%len(modes)], ""
		err := next.Check()
		if err == nil {
			return next, skipped
		}
		if next.Answer.IsZero() {
			skipped = "this rule has no answer · e to add one"
		} else {
			skipped = drawing.ModeBadge(next.Mode).Word + " skipped: " + err.Error()
		}
	}
	return r, skipped
}

// remove deletes the rule, if it is still as shown.
func (t *Place) remove(m *kit.Model) tea.Cmd {
	shown, _ := t.Chosen()
	book := t.state.Rules.Book
	if _, over := m.Current().Layer.(*ruleDetail); over {
		m.Pop()
	}
	return t.state.Rules.Change(m, rulestate.Edit{
		Cannot: "delete the rule",
		Do: func(ctx context.Context) error {
			if err := book.RemoveShown(ctx, shown); err != nil {
				return err
			}
			return t.backend.RecordDecision(suggest.ID(shown), suggest.Later)
		},
		Then: func(m *kit.Model) tea.Cmd {
			m.Say("✓ deleted " + drawing.RuleText(shown) + unmarked(shown, question.Rule{}) + " · z to undo")
			return nil
		},
	})
}

// moves returns the keys that move the rule at an index of a list.
func moves(at, of int, move func(int) func(*kit.Model) tea.Cmd) (all []kit.Binding) {
	down := kit.Bind("move", move(1), "J").Means("move the rule down").Lesser()
	up := kit.Bind("move", move(-1), "K").Means("move the rule up").Lesser()
	switch first, last := at == 0, at+1 >= of; {
	case last:
		return []kit.Binding{up}
	case !first:
		down.SetHelp("J/K", "move")
		up.Quiet = true
		return []kit.Binding{down, up}
	}
	return []kit.Binding{down}
}

// unmoved returns the keys that say why the listed rules cannot be moved.
func unmoved(t *Place) kit.Binding {
	why := "some rules are hidden: esc shows all, which can be moved"
	if sorted(&t.list) {
		why = "sorted " + orderNames[t.order] + ": rules are moved in the order of the file, to which s returns"
	}
	b := kit.Quiet("J", "move", func(m *kit.Model) tea.Cmd { m.Say(why); return nil }, "J", "K")
	b.Vain = true
	return b
}

func (t *Place) moveRule(by int) func(*kit.Model) tea.Cmd {
	return func(m *kit.Model) tea.Cmd {
		shown, _ := t.Chosen()
		to := t.at() + by
		if to < 0 || to >= len(t.state.Rules.List) {
			return nil
		}
		// The neighbour says where the rule goes: in the current file its
		// position may differ, because of broken rules in between.
		neighbour := t.state.Rules.List[t.shown[to]].ID
		book := t.state.Rules.Book
		return t.state.Rules.Change(m, rulestate.Edit{
			Cannot: "move the rule",
			Do:     func(ctx context.Context) error { return book.MoveTo(ctx, shown.ID, neighbour) },
			Then: func(m *kit.Model) tea.Cmd {
				t.state.Rules.Wanted = shown.ID
				m.Say(fmt.Sprintf("✓ moved to position %d · z to undo", to+1))
				return nil
			},
		})
	}
}
